//! Orders of a turn: what changed at the channel comes in, and what changed here is told there.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use connector::{Cause, News, OrderIn, OrderStep, Retry, Stop, Told, Trouble, Value};
use domain::conexao::{ModoConexao, SobreErro};
use domain::pedido::aviso::Aviso;
use domain::pedido::{MudancaStatus, Pedido, StatusPedido};
use domain::reading::json::read_json;
use domain::reading::problems::Problems;
use domain::values::dates::Instante;

use store::channels::{self, CanalKey, PedidoDoCanal};
use store::orders::{self, CreatePedidoOutcome, Detalhes, MovePedidoOutcome, PedidoInput};
use store::{StoreError, Tx};

use crate::listings::later;
use crate::turn::{Halt, Turn, error};

/// Orders worked in one step.
const STEP: i64 = 100;
/// Pages of changed orders in one step.
const PAGES_MAX: usize = 200;
/// An order that was read within this time is not read again before stock is sent.
const FRESH_SECONDS: i64 = 15;
/// An order that was sent is no longer followed after this time.
const FOLLOWED_DAYS: i64 = 60;
/// Seconds until an order that could not be worked is tried again, at first.
const AGAIN_SECONDS: i64 = 60;

const INVOICED: i16 = 1;
const SHIPPED: i16 = 2;
const DELIVERED: i16 = 4;
const CANCELLED: i16 = 8;

/// How steps are stored.
const fn code(step: OrderStep) -> i16 {
    match step {
        OrderStep::Waiting => 0,
        OrderStep::Paid => 1,
        OrderStep::Shipped => 2,
        OrderStep::Delivered => 3,
        OrderStep::Cancelled => 4,
    }
}

impl Turn<'_> {
    /// Asks for changed orders when that is due, reads those that are due, and tells the channel what changed here.
    pub fn orders(&mut self) -> Result<bool, Halt> {
        if self.conexao.settings.modo == ModoConexao::Leitura {
            return Ok(false);
        }
        let now = Instante::now();
        if self.conexao.devida.pedidos <= now || self.rises_wait()? {
            self.ask_for_changes()?;
        }
        if self.conexao.devida.varredura <= now {
            let every = i64::from(self.connector.manifest().orders.sweep_every);
            let key = self.key;
            self.store.write_blocking(move |tx| channels::sweep(tx, key, now.plus_seconds(-every / 2)))?;
            let mut after = self.conexao.clone();
            after.devida.varredura = now.plus_seconds(every);
            self.save(after, None)?;
        }
        let key = self.key;
        let due = self.store.read_blocking(|conn| channels::due_orders(conn, key, Instante::now(), STEP))?;
        if due.is_empty() {
            return Ok(false);
        }
        self.read(due)?;
        Ok(true)
    }

    /// Whether stock waits to rise for orders that are not known yet.
    fn rises_wait(&self) -> Result<bool, Halt> {
        if self.conexao.settings.modo != ModoConexao::Total {
            return Ok(false);
        }
        let key = self.key;
        let due =
            self.store.read_blocking(|conn| channels::due_listings(conn, key, Instante::now(), STEP))?;
        Ok(due.iter().any(|one| one.quer_em > self.conexao.pedidos_lidos))
    }

    /// Lists what changed since the newest change that is known, with an overlap. The cursor moves only when the last
    /// page is stored.
    fn ask_for_changes(&mut self) -> Result<(), Halt> {
        let rules = self.connector.manifest().orders;
        let began = Instante::now();
        let since = match self.conexao.pedidos_ate {
            Some(newest) => newest.plus_seconds(-i64::from(rules.overlap)),
            None => began.plus_seconds(-i64::from(rules.history)),
        };
        let (mut page, mut newest) = (None::<String>, self.conexao.pedidos_ate);
        for _ in 0..PAGES_MAX {
            self.renew()?;
            let listed = self.connector.clone().list_orders(&mut self.session, since, page.as_deref())?;
            newest = listed.rows.iter().map(|mark| mark.changed).chain(newest).max();
            let marks: Vec<(String, String, Instante)> =
                listed.rows.into_iter().map(|mark| (mark.id, mark.state, mark.changed)).collect();
            let (key, servidor) = (self.key, self.shared.servidor);
            self.write(move |tx| channels::seen(tx, key, servidor, &marks))?;
            page = listed.next;
            if page.is_none() {
                let mut after = self.conexao.clone();
                (after.pedidos_ate, after.pedidos_lidos) = (newest, began);
                after.devida.pedidos = Instante::now().plus_seconds(i64::from(rules.every));
                return self.save(after, None);
            }
        }
        Err(Stop::Unreadable("the list of orders does not end".to_owned()).into())
    }

    /// Reads the open orders that hold units of some SKUs; true when any was read.
    pub fn read_holders(&mut self, skus: &[String]) -> Result<bool, Halt> {
        let (key, old) = (self.key, Instante::now().plus_seconds(-FRESH_SECONDS));
        let skus = skus.to_vec();
        let holders = self.store.read_blocking(|conn| channels::holders(conn, key, &skus, old))?;
        if holders.is_empty() {
            return Ok(false);
        }
        self.read(holders)?;
        Ok(true)
    }

    /// Reads orders, takes them in, and tells the channel about them.
    fn read(&mut self, due: Vec<PedidoDoCanal>) -> Result<(), Halt> {
        let most = self.connector.manifest().batches.orders.max(1);
        for part in due.chunks(most) {
            self.renew()?;
            let ids: Vec<&str> = part.iter().map(|one| one.externo.as_str()).collect();
            let read = match self.connector.clone().read_orders(&mut self.session, &ids) {
                // one of them may be in the way of the others
                Err(Stop::Refused(_) | Stop::Unreadable(_)) if part.len() > 1 => self.one_by_one(part)?,
                Err(Stop::Refused(troubles)) => {
                    part.iter().try_for_each(|one| self.failed(one, troubles.clone()))?;
                    continue;
                }
                Err(Stop::Unreadable(text)) => {
                    let trouble = Trouble::new(Cause::Unreadable, "", &text);
                    part.iter().try_for_each(|one| self.failed(one, vec![trouble.clone()]))?;
                    continue;
                }
                other => other?,
            };
            let mut by_id: BTreeMap<String, OrderIn> =
                read.into_iter().map(|one| (one.id.clone(), one)).collect();
            for before in part {
                match by_id.remove(&before.externo) {
                    Some(order) => self.take_in(before, order)?,
                    None => {
                        let gone =
                            Trouble::new(Cause::OrderRefused, "", "o canal não mostra mais este pedido");
                        self.failed(before, vec![gone])?;
                    }
                }
            }
        }
        Ok(())
    }

    fn one_by_one(&mut self, part: &[PedidoDoCanal]) -> Result<Vec<OrderIn>, Halt> {
        let mut read = Vec::new();
        for one in part {
            match self.connector.clone().read_orders(&mut self.session, &[&one.externo]) {
                Ok(mut found) => read.append(&mut found),
                Err(Stop::Refused(troubles)) => self.failed(one, troubles)?,
                Err(Stop::Unreadable(text)) => {
                    self.failed(one, vec![Trouble::new(Cause::Unreadable, "", &text)])?;
                }
                Err(other) => return Err(other.into()),
            }
        }
        Ok(read)
    }

    /// Stores an order as it was read, moves the hub's order along, then tells the channel what it does not know.
    fn take_in(&mut self, before: &PedidoDoCanal, order: OrderIn) -> Result<(), Halt> {
        let now = Instante::now();
        let input = match pedido_of(&order, &self.canal.canal.canal_id) {
            Ok(input) => input,
            Err(text) => return self.failed(before, vec![Trouble::new(Cause::OrderRefused, "", &text)]),
        };
        let mut after = before.clone();
        after.situacao.clone_from(&order.state);
        after.passo = code(order.step);
        after.alterado_em = order.changed;
        after.lido_em = now;
        let ended = matches!(order.step, OrderStep::Delivered | OrderStep::Cancelled);
        let old =
            order.step == OrderStep::Shipped && order.changed < now.plus_seconds(-FOLLOWED_DAYS * 86_400);
        after.aberto = !ended && !old;
        let holds = order.holds_stock;
        (after.devida_em, after.tentativas) = (None, 0);
        let (key, loja, step) = (self.key, self.key.loja, order.step);
        let (before, stored) = (before.clone(), after);
        let servidor = self.shared.servidor;
        let (order_before, order_after) = (before.clone(), stored);
        let taken = self.store.write_blocking(move |tx| match channels::holds(tx, key, servidor)? {
            true => take_in(tx, key, (&order_before, &order_after), &input, (step, holds)).map(Some),
            false => Ok(None),
        })?;
        let Some(taken) = taken else { return Err(Halt::Lost) };
        let mut after = taken.order;
        if taken.created {
            self.shared.counters.orders.fetch_add(1, Relaxed);
        }
        let mut troubles = taken.troubles;
        if let Some(pedido) = after.pedido {
            let state = self.store.read_blocking(|conn| {
                let found = orders::find(conn, loja, pedido)?;
                let details = orders::detalhes(conn, loja, pedido)?;
                Ok::<_, StoreError>(found.zip(details))
            })?;
            if let Some((found, details)) = state {
                let stored = after.clone();
                troubles.extend(self.tell(&mut after, found.status, &details, step)?);
                if after != stored {
                    let (kept, units) = (after.clone(), taken.units);
                    let moved = (after.contado ^ stored.contado) & (SHIPPED | CANCELLED) != 0;
                    self.store.write_blocking(move |tx| {
                        if moved {
                            channels::forget_stock(tx, key, units.keys().map(String::as_str))?;
                        }
                        channels::save_order(tx, key, &stored, &kept)
                    })?;
                }
            }
        }
        let again = retry_seconds(&troubles, before.tentativas);
        if let Some(seconds) = again {
            let mut waits = after.clone();
            waits.tentativas = before.tentativas.saturating_add(1);
            waits.devida_em = Some(now.plus_seconds(seconds));
            let stored = after.clone();
            self.store.write_blocking(move |tx| channels::save_order(tx, key, &stored, &waits))?;
        }
        self.settle_errors(SobreErro::Pedido, &after.externo, troubles.into_iter().map(error).collect())
    }

    /// Tells the channel what it does not know of an order, step by step; what it refuses.
    fn tell(
        &mut self,
        order: &mut PedidoDoCanal,
        status: StatusPedido,
        details: &Detalhes,
        step: OrderStep,
    ) -> Result<Vec<Trouble>, Halt> {
        let does = self.connector.manifest().does;
        if step == OrderStep::Cancelled {
            return Ok(Vec::new());
        }
        let sent = matches!(status, StatusPedido::Enviado | StatusPedido::Entregue);
        let steps = [
            (INVOICED, does.invoice && details.nota_fiscal.is_some()),
            (SHIPPED, does.shipped && sent && step < OrderStep::Shipped),
            (DELIVERED, does.delivered && status == StatusPedido::Entregue && step < OrderStep::Delivered),
            (CANCELLED, does.cancel && status == StatusPedido::Cancelado),
        ];
        for (bit, due) in steps {
            if !due || order.contado & bit != 0 {
                continue;
            }
            let news = match (bit, &details.nota_fiscal) {
                (INVOICED, Some(nota)) => News::Invoiced(nota),
                (SHIPPED, _) => News::Shipped(details.rastreio.as_ref()),
                (DELIVERED, _) => News::Delivered,
                _ => News::Cancelled(""),
            };
            self.renew()?;
            match self.connector.clone().tell(&mut self.session, &order.externo, news) {
                Ok(Told::Done | Told::Already | Told::Unsupported) => {
                    order.contado |= bit;
                    self.shared.counters.told.fetch_add(1, Relaxed);
                    if bit == SHIPPED || bit == CANCELLED {
                        // the channel has taken the units off its stock, or given them back
                        order.unidades = BTreeMap::new();
                    }
                }
                // later steps wait for this one
                Err(Stop::Refused(troubles)) => return Ok(troubles),
                Err(other) => return Err(other.into()),
            }
        }
        Ok(Vec::new())
    }

    /// Notes why an order could not be worked; it is tried again later.
    fn failed(&self, order: &PedidoDoCanal, troubles: Vec<Trouble>) -> Result<(), Halt> {
        let mut after = order.clone();
        after.tentativas = order.tentativas.saturating_add(1);
        let seconds = retry_seconds(&troubles, order.tentativas).unwrap_or(AGAIN_SECONDS * 60);
        after.devida_em = Some(Instante::now().plus_seconds(seconds));
        after.lido_em = Instante::now();
        let (key, before, externo) = (self.key, order.clone(), order.externo.clone());
        self.store.write_blocking(move |tx| channels::save_order(tx, key, &before, &after))?;
        self.settle_errors(SobreErro::Pedido, &externo, troubles.into_iter().map(error).collect())
    }
}

/// In how many seconds an order with troubles is tried again; `None`: when something changes.
fn retry_seconds(troubles: &[Trouble], attempts: i32) -> Option<i64> {
    let seconds = troubles.iter().filter_map(|trouble| match trouble.cause.retry() {
        Retry::OnChange => None,
        Retry::After(seconds) => Some(i64::from(seconds)),
    });
    Some(later(seconds.min()?, attempts))
}

fn units_of(pedido: &Pedido) -> BTreeMap<String, i64> {
    let mut units: BTreeMap<String, i64> = BTreeMap::new();
    for item in &pedido.produtos {
        *units.entry(item.sku.clone()).or_default() += i64::from(item.quantidade);
    }
    units
}

/// The order as interface A would read it; else why it cannot, without anything of the buyer.
fn pedido_of(order: &OrderIn, canal: &domain::values::ids::CanalId) -> Result<PedidoInput, String> {
    let status = match order.step {
        OrderStep::Waiting => StatusPedido::AguardandoPagamento,
        OrderStep::Paid => StatusPedido::Pago,
        OrderStep::Shipped => StatusPedido::Enviado,
        OrderStep::Delivered => StatusPedido::Entregue,
        OrderStep::Cancelled => StatusPedido::Cancelado,
    };
    let mut body = order.pedido.clone();
    let Some(members) = body.as_object_mut() else { return Err("o pedido não é um objeto".to_owned()) };
    members.insert("canalId".to_owned(), Value::from(canal.as_str()));
    members.insert("status".to_owned(), Value::from(status.name()));
    let text = serde_json::to_vec(&body).map_err(|e| e.to_string())?;
    read_json::<Pedido>(&text).map(PedidoInput::from).map_err(|problems| problems.to_string())
}

struct Taken {
    order: PedidoDoCanal,
    /// All of its units, by the hub's SKUs.
    units: BTreeMap<String, i64>,
    created: bool,
    troubles: Vec<Trouble>,
}

/// Takes an order in and moves it to where the channel has it, in one transaction with the units that the channel
/// holds for it: an offer and those units are always of the same moment.
fn take_in(
    tx: &mut Tx<'_>,
    key: CanalKey,
    (before, after): (&PedidoDoCanal, &PedidoDoCanal),
    input: &PedidoInput,
    (step, holds): (OrderStep, bool),
) -> Result<Taken, StoreError> {
    let mut troubles = Vec::new();
    let mut created = false;
    let outcome = match orders::create(tx, key.loja, input)? {
        // an order that moved since it came in is the same: only a program that posts it again must say how it came
        CreatePedidoOutcome::Different(id) => match orders::historico(tx, key.loja, id)?.first() {
            Some(came) => {
                let pedido = Pedido { status: came.status, ..input.pedido().clone() };
                orders::create(tx, key.loja, &PedidoInput::from(pedido))?
            }
            None => CreatePedidoOutcome::Different(id),
        },
        outcome => outcome,
    };
    let (pedido, status) = match outcome {
        CreatePedidoOutcome::Created { pedido, avisos } => {
            created = true;
            for aviso in &avisos {
                if let Aviso::SkuNotRegistered(sku) = aviso {
                    troubles.push(Trouble::new(Cause::UnknownSku, sku.clone(), ""));
                }
            }
            (Some(pedido.pedido_id), Some(pedido.status))
        }
        CreatePedidoOutcome::Equal { pedido, .. } => (Some(pedido.pedido_id), Some(pedido.status)),
        CreatePedidoOutcome::Different(id) => {
            // of one that was cancelled, channels show other amounts
            if step != OrderStep::Cancelled {
                troubles.push(Trouble::new(Cause::OrderChanged, "", ""));
            }
            (Some(id), orders::find(tx, key.loja, id)?.map(|found| found.status))
        }
        CreatePedidoOutcome::ChannelMissing => (None, None),
    };
    if let Some((id, status)) = pedido.zip(status)
        && let Some(to) = target(status, step)
    {
        let change = MudancaStatus {
            status: to,
            data: None,
            motivo: if to == StatusPedido::Cancelado {
                "cancelado no canal".to_owned()
            } else {
                String::new()
            },
            nota_fiscal: None,
            rastreio: None,
            // goods that were sent are not back because an order was cancelled
            devolver_estoque: false,
            left_out: Problems::new(),
        };
        match orders::move_on(tx, key.loja, id, &change)? {
            MovePedidoOutcome::Done(_) | MovePedidoOutcome::Missing => {}
            MovePedidoOutcome::Illegal(illegal) => {
                troubles.push(Trouble::new(Cause::OrderState, "", &illegal.to_string()));
            }
        }
    }
    // by the hub's own codes, which the stored order has
    let stored = pedido.map(|id| orders::find(tx, key.loja, id)).transpose()?.flatten();
    let units = match stored.map(|row| serde_json::from_str::<Pedido>(&row.documento)) {
        Some(Ok(stored)) => units_of(&stored),
        Some(Err(_)) | None => BTreeMap::new(),
    };
    let unidades = if holds { units.clone() } else { BTreeMap::new() };
    // a parcel that was sent there took units off the stock on hand, a cancelled order gave some back
    let sent = !before.unidades.is_empty() && unidades.is_empty();
    let cancelled = step == OrderStep::Cancelled && before.pedido.is_some() && before.passo != code(step);
    if sent || cancelled {
        channels::forget_stock(tx, key, units.keys().map(String::as_str))?;
    }
    let order = PedidoDoCanal { pedido, unidades, ..after.clone() };
    channels::save_order(tx, key, before, &order)?;
    Ok(Taken { order, units, created, troubles })
}

/// Where the hub's order is to go for the channel's step; `None`: it is there, or further.
fn target(status: StatusPedido, step: OrderStep) -> Option<StatusPedido> {
    use StatusPedido::{AguardandoPagamento, Cancelado, Entregue, Enviado, Faturado, Pago};
    match (step, status) {
        (_, Cancelado) | (OrderStep::Waiting, _) => None,
        (OrderStep::Paid, AguardandoPagamento) => Some(Pago),
        (OrderStep::Paid, _) => None,
        (OrderStep::Shipped, AguardandoPagamento | Pago | Faturado) => Some(Enviado),
        (OrderStep::Shipped, _) => None,
        (OrderStep::Delivered, Entregue) => None,
        (OrderStep::Delivered, _) => Some(Entregue),
        (OrderStep::Cancelled, _) => Some(Cancelado),
    }
}
