//! Made-up orders with their whole story. Pure: the present moment is an argument.

use chrono::Datelike;
use domain::pedido::{
    Frete, Informacao, ItemPedido, MudancaStatus, NotaFiscal, Pedido, Rastreio, StatusPedido,
};
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, PedidoId};
use domain::values::money::Dinheiro;

use crate::catalogue::SampleStore;
use crate::dice::Dice;
use crate::error::{Result, SampleError};
use crate::words::{CANCEL_REASONS, CARRIERS, City};
use crate::{documents, people};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// Payment methods: interface B's number, weight, paid at once, instalments possible. 99 = paid to the
/// marketplace.
const PAYMENTS: &[((i32, bool, bool), u32)] = &[
    ((99, true, false), 40),
    ((20, true, false), 20),
    ((3, true, true), 12),
    ((4, true, true), 10),
    ((1, false, false), 8),
    ((10, true, true), 4),
    ((15, true, false), 3),
    ((2, true, false), 1),
    ((5, true, true), 1),
    ((11, false, false), 1),
];

/// An order as it was placed and what happened to it since.
#[derive(Debug, Clone)]
pub struct Story {
    /// As placed.
    pub pedido: Pedido,
    /// Later moves, oldest first.
    pub moves: Vec<MudancaStatus>,
}

/// The orders of one store, oldest first.
pub struct Orders<'a> {
    store: &'a SampleStore,
    dice: Dice,
    number: u32,
    count: u32,
    done: u32,
    now: Instante,
    days: u32,
}

impl<'a> Orders<'a> {
    /// `count` orders of the `number`th store over the `days` days before `now`.
    pub fn new(seed: u64, number: u32, store: &'a SampleStore, count: u32, days: u32, now: Instante) -> Self {
        let dice = Dice::new(seed, u64::from(number) * 2 + 1);
        Self { store, dice, number, count, done: 0, now, days }
    }

    /// The moment of the n-th order: evenly spread with some scatter, so that the list stays in order.
    fn moment(&mut self) -> Instante {
        let span = i64::from(self.days) * DAY;
        let (n, count) = (i64::from(self.done), i64::from(self.count.max(1)));
        let scatter = self.dice.between(0, span / count);
        let before_now = span - (span * n / count + scatter);
        self.now.truncated().plus_seconds(-before_now.max(60))
    }
}

impl Iterator for Orders<'_> {
    type Item = Result<Story>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done == self.count {
            return None;
        }
        let placed = self.moment();
        self.done += 1;
        Some(self.story(placed))
    }
}

/// What the parts of an order need to know of each other.
struct Draft {
    placed: Instante,
    canal_id: CanalId,
    payment: i32,
    paid_at_once: bool,
    city: City,
}

impl Orders<'_> {
    fn story(&mut self, placed: Instante) -> Result<Story> {
        let dice = &mut self.dice;
        let usuario = people::buyer(dice);
        let (endereco, city) = people::addresses(dice);
        let (payment, paid_at_once, instalments) = dice.weighted(PAYMENTS);
        let canal_id = channel(dice, self.store)?;
        let produtos = items(dice, self.store);
        let draft = Draft { placed, canal_id, payment, paid_at_once, city };
        let frete = freight(dice, &draft, &produtos);
        let quantidade_parcelas = if instalments { dice.pick(&[1, 1, 2, 3, 6, 10, 12]) } else { 1 };
        let moves = self.moves(&draft);
        let first = if paid_at_once { StatusPedido::Pago } else { StatusPedido::AguardandoPagamento };
        let source = u64::from(self.number + 1) * 1_000_000_000 + u64::from(self.done);
        let mut pedido = Pedido {
            pedido_id: PedidoId(0),
            source_id: format!("{}-{source}", draft.canal_id.as_str().to_uppercase()),
            source_site_id: if self.dice.percent(60) {
                format!("S{}", self.dice.hex(10))
            } else {
                String::new()
            },
            desconto: if self.dice.percent(12) {
                Dinheiro::from_cents(self.dice.between(1, 10) * 50)
            } else {
                Dinheiro::ZERO
            },
            juros: if quantidade_parcelas > 6 {
                Dinheiro::from_cents(self.dice.between(200, 3_000))
            } else {
                Dinheiro::ZERO
            },
            informacao_adicional: information(&mut self.dice, draft.payment),
            canal_id: draft.canal_id,
            data: placed,
            quantidade_parcelas,
            total: Dinheiro::ZERO,
            status: first,
            usuario,
            frete,
            endereco,
            produtos,
        };
        pedido.total = pedido.computed_total().unwrap_or_default();
        Ok(Story { pedido, moves })
    }

    /// The life of an order from its placing until now.
    fn moves(&mut self, draft: &Draft) -> Vec<MudancaStatus> {
        let mut moves = Vec::new();
        let mut at = draft.placed;
        if !draft.paid_at_once {
            at = at.plus_seconds(self.dice.between(HOUR, 3 * DAY));
            if self.dice.percent(25) {
                moves.push(cancelled(&mut self.dice, at));
                return self.until_now(moves);
            }
            moves.push(step(StatusPedido::Pago, at));
        }
        at = at.plus_seconds(self.dice.between(HOUR, 2 * DAY));
        if self.dice.percent(5) {
            moves.push(cancelled(&mut self.dice, at));
            return self.until_now(moves);
        }
        if self.dice.percent(45) {
            moves.push(self.fulfilled(draft, at));
        } else {
            self.sent_by_store(draft, at, &mut moves);
        }
        self.until_now(moves)
    }

    /// Marketplaces that ship from their own warehouses report once, with everything: such orders jump.
    fn fulfilled(&mut self, draft: &Draft, at: Instante) -> MudancaStatus {
        let invoice = Some(self.invoice(draft, at));
        let rastreio = Some(tracking(&mut self.dice, at));
        let delivered = at.plus_seconds(self.dice.between(DAY, 5 * DAY));
        let (status, when) = if delivered <= self.now {
            (StatusPedido::Entregue, delivered)
        } else {
            (StatusPedido::Enviado, at)
        };
        MudancaStatus { nota_fiscal: invoice, rastreio, ..step(status, when) }
    }

    fn sent_by_store(&mut self, draft: &Draft, invoiced: Instante, moves: &mut Vec<MudancaStatus>) {
        let nota_fiscal = Some(self.invoice(draft, invoiced));
        moves.push(MudancaStatus { nota_fiscal, ..step(StatusPedido::Faturado, invoiced) });
        let sent = invoiced.plus_seconds(self.dice.between(2 * HOUR, 2 * DAY));
        let rastreio = Some(tracking(&mut self.dice, sent));
        moves.push(MudancaStatus { rastreio, ..step(StatusPedido::Enviado, sent) });
        let ended = sent.plus_seconds(self.dice.between(DAY, 9 * DAY));
        let lost = self.dice.percent(2);
        moves.push(if lost { cancelled(&mut self.dice, ended) } else { step(StatusPedido::Entregue, ended) });
    }

    /// What lies in the future has not happened.
    fn until_now(&self, moves: Vec<MudancaStatus>) -> Vec<MudancaStatus> {
        moves.into_iter().filter(|m| m.data.is_some_and(|at| at <= self.now)).collect()
    }

    fn invoice(&mut self, draft: &Draft, at: Instante) -> NotaFiscal {
        let date = at.utc();
        let year_month = u32::try_from(date.year() % 100).unwrap_or(0) * 100 + date.month();
        let number = self.done;
        NotaFiscal {
            chave: documents::nfe(
                &mut self.dice,
                draft.city.uf_code,
                year_month,
                &self.store.cnpj,
                1,
                number,
            ),
            numero: number.to_string(),
            serie: "1".to_owned(),
            data_emissao: Some(at),
            ..NotaFiscal::default()
        }
    }
}

fn step(status: StatusPedido, at: Instante) -> MudancaStatus {
    MudancaStatus { data: Some(at), ..MudancaStatus::to(status) }
}

fn cancelled(dice: &mut Dice, at: Instante) -> MudancaStatus {
    MudancaStatus { motivo: dice.pick(CANCEL_REASONS).to_owned(), ..step(StatusPedido::Cancelado, at) }
}

fn tracking(dice: &mut Dice, at: Instante) -> Rastreio {
    let (carrier, url) = dice.pick(CARRIERS);
    let code = dice.between(100_000_000, 999_999_999);
    Rastreio {
        transportadora: carrier.to_owned(),
        codigo: format!("{}{code}BR", dice.pick(&["OV", "QB", "NX"])),
        url: url.to_owned(),
        previsao_entrega: Some(at.plus_seconds(dice.between(2, 10) * DAY)),
        ..Rastreio::default()
    }
}

/// The first channel sells most.
fn channel(dice: &mut Dice, store: &SampleStore) -> Result<CanalId> {
    let position = dice.weighted(&[(0, 45), (1, 25), (2, 20), (3, 10_u32)]);
    let canal = store.canais.get(position).or(store.canais.first());
    canal.map(|c| c.canal_id.clone()).ok_or(SampleError::NoChannel)
}

fn items(dice: &mut Dice, store: &SampleStore) -> Vec<ItemPedido> {
    let lines = dice.pick(&[1, 1, 1, 1, 2, 2, 3, 5]);
    let mut items: Vec<ItemPedido> = Vec::with_capacity(lines);
    for _ in 0..lines {
        // a shelf without goods still sells: marketplaces know articles that the catalogue lost
        let (sku, preco) = match dice.pick_ref(&store.skus) {
            Some(sku) if !dice.percent(1) => (sku.sku.as_str().to_owned(), sku.preco_por),
            _ => {
                (format!("ANTIGO-{}", dice.between(1, 99)), Dinheiro::from_cents(dice.between(2_000, 20_000)))
            }
        };
        if items.iter().any(|item| item.sku == sku) {
            continue;
        }
        items.push(ItemPedido {
            sku,
            quantidade: dice.pick(&[1, 1, 1, 1, 2, 3]),
            preco,
            desconto: if dice.percent(10) {
                Dinheiro::from_cents(dice.between(1, 300))
            } else {
                Dinheiro::ZERO
            },
            frete: if dice.percent(70) {
                Dinheiro::from_cents(dice.between(790, 4_990))
            } else {
                Dinheiro::ZERO
            },
        });
    }
    items
}

fn freight(dice: &mut Dice, draft: &Draft, items: &[ItemPedido]) -> Vec<Frete> {
    let charged = items.iter().try_fold(Dinheiro::ZERO, |sum, item| sum.plus(item.frete)).unwrap_or_default();
    let (prazo_entrega, prazo_preparacao) = (dice.small(2, 12), dice.small(0, 2));
    let days = i64::from(prazo_entrega + prazo_preparacao);
    vec![Frete {
        valor_nominal: charged.plus(Dinheiro::from_cents(dice.between(0, 900))).unwrap_or(charged),
        valor_cobrado: charged,
        prazo_entrega,
        prazo_preparacao,
        data_agendamento: None,
        data_prevista_entrega: Some(draft.placed.plus_seconds(days * DAY)),
        frete_source_id: dice.pick(&["normal", "expresso", "agendado", "retirada"]).to_owned(),
    }]
}

fn information(dice: &mut Dice, payment: i32) -> Vec<Informacao> {
    let info = |key: &str, valor: String| Informacao { chave: key.to_owned(), valor };
    let mut all = vec![info("formaPagamentoId", payment.to_string())];
    if dice.percent(20) {
        all.push(info("vendedor", format!("V{:03}", dice.between(1, 40))));
    }
    if dice.percent(5) {
        all.push(info("presente", "true".into()));
    }
    all
}
