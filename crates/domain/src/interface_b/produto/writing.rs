//! What clients send to change stock, prices and wholesale prices.

use std::collections::HashSet;

use super::query::IdentifierKind;
use super::source::Source;
use crate::estoque::CENTRO_PADRAO;
use crate::reading::json::{FromJson, InputObject, InputValue, REQUIRED, read_noting};
use crate::reading::problems::{Notice, Problems};
use crate::sku_canal::{FromBelowSelling, Preco};
use crate::values::money::Dinheiro;

/// Most items of one request.
pub const ITENS_MAX: usize = 50;

/// Items of a request, each good or bad on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lote<T>(pub Vec<LoteItem<T>>);

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoteItem<T> {
    /// The product as it is named there; empty when it is not.
    pub identificador: String,
    /// What it is named by, where the item says so itself.
    pub kind: Option<IdentifierKind>,
    /// What is to be done with it, or what is wrong with the item. Paths start at the item.
    pub valor: Result<T, Problems>,
    /// What of it was taken otherwise than it was said.
    pub notices: Vec<Notice>,
}

/// The member that names a product by its code, where it is given in the place of the other.
const SKU: &str = "sku";

/// What a batch holds.
pub trait LoteMember: FromJson {
    /// The member that names the product.
    const KEY: &'static str = "identificador";
}

impl LoteMember for NewEstoque {}
impl LoteMember for NewPreco {}

impl<T: LoteMember> FromJson for Lote<T> {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        valor.list(ITENS_MAX, p).map(Self)
    }
}

impl<T: LoteMember> FromJson for LoteItem<T> {
    fn read(valor: &InputValue<'_>, _: &mut Problems) -> Option<Self> {
        // what is wrong with one item must not hide the others: it is kept with the item
        let (mut identificador, mut kind) = (String::new(), None);
        let valor = read_noting(valor.raw(), |valor, p| {
            let obj = valor.object(p)?;
            let identifier = |name, p: &mut Problems| obj.with(name, p, |valor, p| valor.text(1, 100, p));
            let named = identifier(T::KEY, p);
            let sku = if T::KEY == SKU { Some(None) } else { identifier(SKU, p) };
            let parsed = match (named, sku) {
                (Some(Some(named)), Some(_)) => Some(named),
                (Some(None), Some(Some(sku))) => {
                    kind = Some(IdentifierKind::Sku);
                    Some(sku)
                }
                (Some(None), Some(None)) => obj.problem(T::KEY, p, REQUIRED),
                _ => None,
            };
            identificador = parsed.clone().unwrap_or_default();
            T::read(valor, p).filter(|_| parsed.is_some())
        });
        let (valor, notices) = match valor {
            Ok((valor, notices)) => (Ok(valor), notices),
            Err(problems) => (Err(problems), Vec::new()),
        };
        Some(Self { identificador, kind, valor, notices })
    }
}

/// What becomes of a product's stock; what is absent stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEstoque {
    /// Extra days of dispatch.
    pub prazo_entrega: Option<i32>,
    /// Stocks, by distribution centre.
    pub saldos: Vec<NewSaldo>,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

/// A stock; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewSaldo {
    /// What is there.
    pub physical: i32,
    /// Of that, what is promised already.
    pub reserved: Option<i32>,
    /// The stock at which the store wants to be warned.
    pub alert: Option<i32>,
    /// The SKU that is meant, where that is said once more.
    pub variante: Option<i64>,
    /// It names sales before the goods are there, which are not kept.
    pub presale: bool,
    /// The distribution centre.
    pub centro: i32,
}

impl NewSaldo {
    /// The list of a body: each distribution centre once. One without a number says nothing.
    pub(super) fn read_list(valor: &InputValue<'_>, p: &mut Problems) -> Option<Vec<Self>> {
        let saldos: Vec<Said> = valor.list(ITENS_MAX, p)?;
        let saldos: Vec<Self> = saldos.into_iter().filter_map(|Said(saldo)| saldo).collect();
        let mut centros: Vec<i32> = saldos.iter().map(|saldo| saldo.centro).collect();
        centros.sort_unstable();
        match centros.windows(2).any(|pair| pair.first() == pair.last()) {
            true => valor.problem(p, "repete o centro de distribuição"),
            false => Some(saldos),
        }
    }

    /// The one of the centre that every store has.
    pub fn main(saldos: &[Self]) -> Option<&Self> {
        saldos.iter().find(|saldo| saldo.centro == CENTRO_PADRAO)
    }

    /// Changes the stock of a product.
    pub(super) fn apply(self, source: &mut Source) {
        source.sku.estoque = self.physical;
        source.estoque_reservado = self.reserved.unwrap_or(source.estoque_reservado);
        source.alerta_estoque = self.alert.unwrap_or(source.alerta_estoque);
    }

    /// Members that were read and cannot be kept.
    pub(super) fn not_taken(&self) -> Option<&'static str> {
        self.presale.then_some("permitePreVenda")
    }
}

impl FromJson for NewEstoque {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let prazo_entrega = natural(&obj, "prazoEntrega", p);
        let saldos = match obj.with("listaEstoque", p, NewSaldo::read_list)? {
            None => obj.problem("listaEstoque", p, REQUIRED),
            Some(saldos) if saldos.is_empty() && prazo_entrega == Some(None) && p.notices().is_empty() => {
                obj.problem("listaEstoque", p, "deve ter pelo menos um item")
            }
            Some(saldos) => Some(saldos),
        };
        let (prazo_entrega, saldos) = (prazo_entrega?, saldos?);
        let not_taken = saldos.iter().find_map(|saldo| saldo.not_taken()).into_iter().collect();
        Some(Self { prazo_entrega, saldos, not_taken })
    }
}

/// A stock, if it has a number.
struct Said(Option<NewSaldo>);

impl FromJson for Said {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let physical = match obj.stock("estoqueFisico", p) {
            Some(None) if obj.blank("estoqueFisico") => Some(None),
            Some(None) => obj.problem("estoqueFisico", p, REQUIRED),
            parsed => parsed,
        };
        // below zero there is nothing to promise, and nothing to be warned of
        let at_least_none = |name, p: &mut Problems| Some(obj.optional::<i32>(name, p)?.map(|n| n.max(0)));
        let (reserved, alert) = (at_least_none("estoqueReservado", p), at_least_none("alertaEstoque", p));
        // 0 means the main one
        let centro = obj.optional::<i32>("centroDistribuicaoId", p)?.filter(|centro| *centro != 0);
        let centro = centro.unwrap_or(CENTRO_PADRAO);
        let variante = obj.optional::<i64>("produtoVarianteId", p)?.filter(|number| *number != 0);
        let presale = obj.default("permitePreVenda", p, false)?;
        let (physical, reserved, alert) = (physical?, reserved?, alert?);
        let saldo = |physical| NewSaldo { physical, reserved, alert, variante, presale, centro };
        Some(Self(physical.map(saldo)))
    }
}

/// A whole number of zero or more, or nothing.
fn natural(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<Option<i32>> {
    match obj.optional::<i32>(name, p)? {
        Some(n) if n < 0 => obj.problem(name, p, "deve ser maior ou igual a zero"),
        parsed => Some(parsed),
    }
}

/// What becomes of a product's prices; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrecoChange {
    /// Cost.
    pub cost: Option<Dinheiro>,
    /// "From" price.
    pub preco_de: Option<Dinheiro>,
    /// Selling price.
    pub preco_por: Option<Dinheiro>,
}

/// What else a change of prices did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrecoOutcome {
    /// The "from" price was below the new selling price and is none now.
    pub from_price_dropped: bool,
}

/// Reads the prices among other members.
pub(in crate::interface_b) fn read_prices(obj: &InputObject<'_>, p: &mut Problems) -> Option<PrecoChange> {
    let cost = obj.optional_value("precoCusto", p);
    let preco_de = obj.optional_value("precoDe", p);
    let preco_por = obj.optional_value("precoPor", p);
    let (preco_de, preco_por) = (preco_de?, preco_por?);
    if let (Some(preco_de), Some(preco_por)) = (preco_de, preco_por) {
        Preco { preco_de, preco_por }.check(obj, p);
    }
    Some(PrecoChange { cost: cost?, preco_de, preco_por })
}

impl PrecoChange {
    /// The prices after the change. A selling price that is set by itself is what counts: a "from" price that
    /// it leaves behind goes. One that is set below the selling price is refused.
    pub fn over(self, before: Preco) -> Result<(Preco, PrecoOutcome), FromBelowSelling> {
        let preco_por = self.preco_por.unwrap_or(before.preco_por);
        let preco = Preco { preco_de: self.preco_de.unwrap_or(before.preco_de), preco_por };
        match (preco.upside_down(), self.preco_de) {
            (false, _) => Ok((preco, PrecoOutcome::default())),
            (true, None) => {
                Ok((Preco { preco_de: Dinheiro::ZERO, preco_por }, PrecoOutcome { from_price_dropped: true }))
            }
            (true, Some(_)) => Err(FromBelowSelling),
        }
    }

    /// Changes the prices of a product.
    pub(super) fn apply(self, source: &mut Source) -> Result<PrecoOutcome, FromBelowSelling> {
        let sku = &mut source.sku;
        let before = Preco { preco_de: sku.preco_de, preco_por: sku.preco_por };
        let (after, outcome) = self.over(before)?;
        (sku.preco_de, sku.preco_por) = (after.preco_de, after.preco_por);
        source.preco_custo = self.cost.unwrap_or(source.preco_custo);
        Ok(outcome)
    }
}

/// What becomes of a product's prices, in a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPreco {
    /// The change.
    pub change: PrecoChange,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

impl FromJson for NewPreco {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let change = read_prices(&obj, p)?;
        if change == PrecoChange::default() {
            return obj.problem("precoPor", p, "é obrigatório quando não há precoDe nem precoCusto");
        }
        let mut not_taken = Vec::new();
        read_multiplier(&obj, &mut not_taken);
        not_taken.extend(obj.raw("estoqueReservado").map(|_| "estoqueReservado"));
        Some(Self { change, not_taken })
    }
}

/// Prices are per unit: any other factor is not taken.
pub(super) fn read_multiplier(obj: &InputObject<'_>, not_taken: &mut Vec<&'static str>) {
    let said = obj.raw("fatorMultiplicadorPreco").filter(|_| !obj.blank("fatorMultiplicadorPreco"));
    let factor = said.map(|raw| raw.get().trim_matches('"').parse::<f64>());
    if factor.is_some_and(|factor| !factor.is_ok_and(|n| n == 0.0 || n == 1.0)) {
        not_taken.push("fatorMultiplicadorPreco");
    }
}

/// New wholesale prices of one product: a list, or one by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAtacados(pub Vec<NovoAtacado>);

/// A new wholesale price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NovoAtacado {
    /// Price per unit.
    pub preco: Dinheiro,
    /// From this quantity on.
    pub quantidade: i32,
}

/// A change of a wholesale price; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtacadoChange {
    /// Price per unit.
    pub preco: Option<Dinheiro>,
    /// From this quantity on.
    pub quantidade: Option<i32>,
}

impl FromJson for NewAtacados {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        if !valor.raw().get().starts_with('[') {
            return NovoAtacado::read(valor, p).map(|new| Self(vec![new]));
        }
        let added: Vec<NovoAtacado> = valor.list(ITENS_MAX, p)?;
        let mut quantities = HashSet::new();
        if added.is_empty() {
            return valor.problem(p, "deve ter pelo menos um item");
        }
        if !added.iter().all(|new| quantities.insert(new.quantidade)) {
            return valor.problem(p, "repete uma quantidade");
        }
        Some(Self(added))
    }
}

impl FromJson for NovoAtacado {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let preco = obj.required_value("precoAtacado", p);
        let quantidade = match read_quantidade(&obj, p) {
            Some(None) => obj.problem("quantidade", p, REQUIRED),
            parsed => parsed.flatten(),
        };
        Some(Self { preco: preco?, quantidade: quantidade? })
    }
}

impl FromJson for AtacadoChange {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let preco = obj.optional_value("precoAtacado", p);
        let quantidade = read_quantidade(&obj, p);
        Some(Self { preco: preco?, quantidade: quantidade? })
    }
}

fn read_quantidade(obj: &InputObject<'_>, p: &mut Problems) -> Option<Option<i32>> {
    match obj.optional::<i32>("quantidade", p)? {
        Some(n) if n < 1 => obj.problem("quantidade", p, "deve ser maior que zero"),
        parsed => Some(parsed),
    }
}
