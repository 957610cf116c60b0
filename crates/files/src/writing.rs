//! Things of a file on their way into the database, by the functions that interface A calls.

use std::collections::{HashMap, HashSet};

use domain::categoria::Categoria;
use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::Source;
use domain::pedido::Pedido;
use domain::reading::json::{FromJson, InputValue, REQUIRED, read_raw, read_with};
use domain::reading::problems::Problems;
use domain::sku::{AjusteEstoque, Sku};
use domain::sku_canal::{Preco, SkuCanal};
use domain::values::ids::{CanalId, LojaId, SkuId};
use serde_json::value::RawValue;
use store::categorias::{self, Tree};
use store::pedidos::{self, CreatePedidoOutcome, PedidoInput};
use store::skus::{self, ChangeEstoqueOutcome, InCentroOutcome, ReadySku};
use store::{StoreError, Tx, canais, centros, limites, sku_canais};

use crate::entry::{Entry, Wrong};
use crate::kind::{CENTRO, Kind};

/// Where it all goes.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The store.
    pub loja: LojaId,
    /// What.
    pub kind: Kind,
}

/// Whether what a file says is to stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It stays.
    Write,
    /// Nothing stays: the database is asked what it would say.
    Try,
}

/// A thing that is known to be one.
pub enum Prepared {
    /// A SKU with all that the file says, for one that is new; and the file's own words, for one that is
    /// there. A file need not say enough for a new one.
    Sku(SkuId, Result<Box<Sku>, Problems>, Box<RawValue>),
    /// A stock in a distribution centre.
    Estoque(SkuId, i32, i32),
    /// A stock in a channel; `None` = the SKU's.
    EstoqueCanal(SkuId, CanalId, Option<i32>),
    /// Prices; `None` in a channel = the SKU's.
    Preco(SkuId, Option<CanalId>, Option<Preco>),
    /// An order.
    Pedido(Box<PedidoInput>),
    /// A category of a channel.
    Categoria(CanalId, Categoria),
}

/// What became of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is new.
    Created,
    /// It was there, and is now as the file says.
    Stored,
    /// It was refused.
    Refused(Vec<Wrong>),
}

/// Why nothing of a batch was written.
pub enum Done {
    /// The database.
    Failed(StoreError),
    /// The operator's limit of SKUs.
    TooMany(i64),
    /// It was only to be tried; this would have come of it.
    Tried(Vec<Outcome>),
}

impl From<StoreError> for Done {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

/// Reads a thing, as interface A reads its body.
pub fn prepare(entry: &Entry, kind: Kind) -> Result<Prepared, Vec<Wrong>> {
    let raw = entry.json.as_ref().map_err(Clone::clone)?;
    let read = match kind {
        Kind::Skus => {
            read_with(raw, sku).map(|id| Prepared::Sku(id, read_raw(raw).map(Box::new), raw.clone()))
        }
        Kind::Estoque => read_with(raw, estoque),
        Kind::Precos => read_with(raw, preco),
        Kind::Pedidos => read_raw::<Pedido>(raw).map(|pedido| Prepared::Pedido(Box::new(pedido.into()))),
        Kind::Categorias => read_with(raw, categoria),
    };
    read.map_err(|problems| entry.wrong(&problems))
}

fn sku(value: &InputValue<'_>, p: &mut Problems) -> Option<SkuId> {
    value.object(p)?.required("sku", p)
}

fn estoque(value: &InputValue<'_>, p: &mut Problems) -> Option<Prepared> {
    let obj = value.object(p)?;
    let (sku, canal) = (obj.required("sku", p), obj.optional("canalId", p));
    let estoque = match obj.optional::<i32>("estoque", p)? {
        Some(n) if n < 0 => obj.problem("estoque", p, "deve ser maior ou igual a zero"),
        None if !in_channel_nothing(value, &canal, "estoque") => obj.problem("estoque", p, REQUIRED),
        parsed => Some(parsed),
    };
    let centro = match (obj.optional::<i32>(CENTRO, p)?, &canal) {
        (Some(_), Some(Some(_))) => obj.problem(
            CENTRO,
            p,
            "não pode ser informado junto com canalId: um canal mostra o que há em todos",
        ),
        (centro, _) => Some(centro.unwrap_or(CENTRO_PADRAO)),
    };
    let (sku, canal, centro, estoque) = (sku?, canal?, centro?, estoque?);
    Some(match canal {
        Some(canal) => Prepared::EstoqueCanal(sku, canal, estoque),
        None => Prepared::Estoque(sku, centro, estoque.unwrap_or(0)),
    })
}

fn preco(value: &InputValue<'_>, p: &mut Problems) -> Option<Prepared> {
    let obj = value.object(p)?;
    let (sku, canal) = (obj.required("sku", p), obj.optional("canalId", p));
    let preco = match in_channel_nothing(value, &canal, "precoPor") {
        true => Some(None),
        false => Preco::read(value, p).map(Some),
    };
    Some(Prepared::Preco(sku?, canal?, preco?))
}

/// True where a channel is named and the member is null, not merely absent: the channel follows the SKU.
fn in_channel_nothing(value: &InputValue<'_>, canal: &Option<Option<CanalId>>, name: &str) -> bool {
    let named = matches!(canal, Some(Some(_)));
    let said = || serde_json::from_str::<HashMap<String, serde_json::Value>>(value.raw().get());
    named && said().is_ok_and(|members| members.get(name).is_some_and(serde_json::Value::is_null))
}

fn categoria(value: &InputValue<'_>, p: &mut Problems) -> Option<Prepared> {
    let canal = value.object(p)?.required("canalId", p);
    let categoria = Categoria::read(value, p);
    Some(Prepared::Categoria(canal?, categoria?))
}

/// Writes a batch; answers for each thing, in order. Of a try nothing stays.
pub fn write(
    tx: &mut Tx<'_>,
    target: Target,
    batch: &[(Entry, Prepared)],
    way: Way,
) -> Result<Vec<Outcome>, Done> {
    let mut known = Known { loja: target.loja, canais: HashMap::new() };
    let outcomes = match target.kind {
        Kind::Pedidos => orders(tx, target.loja, batch)?,
        Kind::Skus => {
            let outcomes = in_order(tx, &mut known, batch)?;
            let limits = limites::find(tx, target.loja.aplicacao)?;
            if let Some(most) = limits.and_then(|limits| limits.too_many_skus()) {
                return Err(Done::TooMany(most));
            }
            outcomes
        }
        Kind::Estoque | Kind::Precos | Kind::Categorias => in_order(tx, &mut known, batch)?,
    };
    match way {
        Way::Write => Ok(outcomes),
        Way::Try => Err(Done::Tried(outcomes)),
    }
}

/// Numbers of channels that were looked up.
struct Known {
    loja: LojaId,
    canais: HashMap<CanalId, Option<i32>>,
}

impl Known {
    fn canal(&mut self, tx: &mut Tx<'_>, id: &CanalId) -> Result<Option<i32>, StoreError> {
        if let Some(found) = self.canais.get(id) {
            return Ok(*found);
        }
        let found = canais::find_numbers(tx, self.loja, std::slice::from_ref(id))?;
        let number = found.first().map(|(_, number)| *number);
        self.canais.insert(id.clone(), number);
        Ok(number)
    }
}

/// One by one in the order of their SKUs, so that two such batches cannot wait for each other; those of one
/// SKU, and categories, in the order of the file.
fn in_order(
    tx: &mut Tx<'_>,
    known: &mut Known,
    batch: &[(Entry, Prepared)],
) -> Result<Vec<Outcome>, StoreError> {
    let mut places: Vec<usize> = (0..batch.len()).collect();
    let elsewhere = |(_, thing): &(Entry, Prepared)| match thing {
        Prepared::Estoque(_, centro, _) => *centro != CENTRO_PADRAO,
        _ => false,
    };
    if batch.iter().any(elsewhere) {
        // before any SKU is locked
        centros::hold(tx, known.loja)?;
    }
    places.sort_by_key(|place| batch.get(*place).and_then(|(_, thing)| thing.sku()).map(SkuId::as_str));
    let mut outcomes: Vec<Outcome> = batch.iter().map(|_| Outcome::Stored).collect();
    let new_ones = create_skus(tx, known.loja, batch)?;
    for place in places {
        if new_ones.contains(&place) {
            if let Some(outcome) = outcomes.get_mut(place) {
                *outcome = Outcome::Created;
            }
            continue;
        }
        let (Some((entry, thing)), Some(outcome)) = (batch.get(place), outcomes.get_mut(place)) else {
            continue;
        };
        *outcome = one(tx, known, entry, thing)?;
    }
    Ok(outcomes)
}

/// Creates the SKUs that are not there yet in a handful of statements; answers their places.
fn create_skus(
    tx: &mut Tx<'_>,
    loja: LojaId,
    batch: &[(Entry, Prepared)],
) -> Result<HashSet<usize>, StoreError> {
    let whole = batch.iter().enumerate().filter_map(|(place, (_, thing))| match thing {
        Prepared::Sku(_, Ok(sku), _) => Some((place, &**sku)),
        _ => None,
    });
    let whole: Vec<(usize, &Sku)> = whole.collect();
    let codes: Vec<&str> = whole.iter().map(|(_, sku)| sku.sku.as_str()).collect();
    let mut taken: HashSet<String> = match codes.is_empty() {
        true => HashSet::new(),
        false => skus::find_numbers(tx, loja, &codes)?.into_iter().map(|(code, _)| code).collect(),
    };
    let (mut places, mut ready) = (HashSet::new(), Vec::new());
    for (place, sku) in whole {
        // what comes a second time changes what came first
        if taken.insert(sku.sku.as_str().to_owned()) {
            places.insert(place);
            ready.push(ReadySku::new(sku.clone())?);
        }
    }
    let ready: Vec<&ReadySku> = ready.iter().collect();
    skus::upsert_lote(tx, loja, &ready)?;
    Ok(places)
}

impl Prepared {
    fn sku(&self) -> Option<&SkuId> {
        match self {
            Self::Sku(sku, ..)
            | Self::Estoque(sku, ..)
            | Self::EstoqueCanal(sku, ..)
            | Self::Preco(sku, ..) => Some(sku),
            Self::Pedido(_) | Self::Categoria(..) => None,
        }
    }
}

const NO_SKU: &str = "este SKU não existe: importe os SKUs antes, ou corrija o código";
const NO_CENTRO: &str = "este centro de distribuição não existe: crie-o com PUT /Centro, ou corrija o número";
const NO_CANAL: &str = "este canal não existe: crie-o com POST /Canal, ou corrija o código";

fn one(tx: &mut Tx<'_>, known: &mut Known, entry: &Entry, thing: &Prepared) -> Result<Outcome, StoreError> {
    let refused = |column: &str, what: &str| Ok(Outcome::Refused(entry.refused(column, what)));
    match thing {
        Prepared::Sku(id, new, words) => put_sku(tx, known.loja, entry, (id, new, words)),
        Prepared::Estoque(sku, CENTRO_PADRAO, estoque) => {
            let ajuste = AjusteEstoque::Absolute(*estoque);
            match skus::adjust_estoque(tx, known.loja, sku, ajuste)? {
                ChangeEstoqueOutcome::Done(_) => Ok(Outcome::Stored),
                ChangeEstoqueOutcome::Missing => refused("sku", NO_SKU),
                ChangeEstoqueOutcome::Refused(_) => refused("estoque", "este estoque não é possível"),
            }
        }
        Prepared::Estoque(sku, centro, estoque) => {
            if centros::unknown(tx, known.loja, [*centro])?.is_some() {
                return refused(CENTRO, NO_CENTRO);
            }
            let Some(num) = skus::number_locked(tx, known.loja, sku)? else { return refused("sku", NO_SKU) };
            let ajuste = AjusteEstoque::Absolute(*estoque).into();
            match skus::adjust_in_centro(tx, known.loja, (num, *centro), ajuste)? {
                InCentroOutcome::Done(_) => Ok(Outcome::Stored),
                InCentroOutcome::Refused(_) => refused("estoque", "este estoque não é possível"),
            }
        }
        Prepared::Preco(sku, None, preco) => {
            match skus::set_preco(tx, known.loja, sku, preco.unwrap_or_default())? {
                true => Ok(Outcome::Stored),
                false => refused("sku", NO_SKU),
            }
        }
        Prepared::EstoqueCanal(sku, canal, estoque) => {
            in_channel(tx, known, entry, (sku, canal), |settings| settings.estoque = *estoque)
        }
        Prepared::Preco(sku, Some(canal), preco) => {
            in_channel(tx, known, entry, (sku, canal), |settings| settings.preco = *preco)
        }
        Prepared::Categoria(canal, categoria) => put_categoria(tx, known, entry, canal, categoria),
        Prepared::Pedido(_) => Err(StoreError::Internal("an order is written with others".to_owned())),
    }
}

/// What happens to a SKU that is there.
enum Patch {
    Failed(StoreError),
    Refused(Problems),
}

impl From<StoreError> for Patch {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

fn put_sku(
    tx: &mut Tx<'_>,
    loja: LojaId,
    entry: &Entry,
    (id, new, words): (&SkuId, &Result<Box<Sku>, Problems>, &RawValue),
) -> Result<Outcome, StoreError> {
    use domain::reading::keyed::Keyed;
    let patched = skus::edit(tx, loja, id.as_str(), |produto: &mut Source| {
        produto.sku = produto.sku.patch(words).map_err(Patch::Refused)?;
        Ok(())
    });
    match (patched, new) {
        (Ok(Some(())), _) => Ok(Outcome::Stored),
        (Ok(None), Ok(sku)) => skus::upsert(tx, loja, sku).map(|_| Outcome::Created),
        (Ok(None), Err(problems)) => Ok(Outcome::Refused(entry.wrong(problems))),
        (Err(Patch::Refused(problems)), _) => Ok(Outcome::Refused(entry.wrong(&problems))),
        (Err(Patch::Failed(error)), _) => Err(error),
    }
}

fn in_channel(
    tx: &mut Tx<'_>,
    known: &mut Known,
    entry: &Entry,
    (sku, canal): (&SkuId, &CanalId),
    change: impl FnOnce(&mut SkuCanal),
) -> Result<Outcome, StoreError> {
    let loja = known.loja;
    let Some(number) = known.canal(tx, canal)? else {
        return Ok(Outcome::Refused(entry.refused("canalId", NO_CANAL)));
    };
    let Some(sku_num) = skus::number_locked(tx, loja, sku)? else {
        return Ok(Outcome::Refused(entry.refused("sku", NO_SKU)));
    };
    let before = sku_canais::find(tx, loja, (number, canal), sku_num)?;
    let mut settings = before.unwrap_or_else(|| SkuCanal::new(canal.clone()));
    change(&mut settings);
    let new = sku_canais::upsert(tx, loja, number, sku_num, &settings)?;
    Ok(if new { Outcome::Created } else { Outcome::Stored })
}

fn put_categoria(
    tx: &mut Tx<'_>,
    known: &mut Known,
    entry: &Entry,
    canal: &CanalId,
    categoria: &Categoria,
) -> Result<Outcome, StoreError> {
    let Some(canal_num) = known.canal(tx, canal)? else {
        return Ok(Outcome::Refused(entry.refused("canalId", NO_CANAL)));
    };
    canais::exclusive(tx, known.loja, canal)?;
    Ok(match categorias::upsert(tx, Tree { loja: known.loja, canal_num }, categoria)? {
        categorias::WriteOutcome::Created(_) => Outcome::Created,
        categorias::WriteOutcome::Replaced(_) => Outcome::Stored,
        categorias::WriteOutcome::ParentMissing => Outcome::Refused(
            entry.refused("categoriaPaiId", "esta categoria não existe: ponha a linha dela antes desta"),
        ),
        categorias::WriteOutcome::Cycle => Outcome::Refused(
            entry.refused("categoriaPaiId", "a categoria ficaria abaixo de si mesma: corrija o pai"),
        ),
    })
}

fn orders(tx: &mut Tx<'_>, loja: LojaId, batch: &[(Entry, Prepared)]) -> Result<Vec<Outcome>, StoreError> {
    let orders: Vec<&PedidoInput> = batch
        .iter()
        .filter_map(|(_, thing)| match thing {
            Prepared::Pedido(order) => Some(&**order),
            _ => None,
        })
        .collect();
    let created = pedidos::create_lote(tx, loja, &orders)?;
    let outcomes = batch.iter().zip(created).map(|((entry, _), created)| match created {
        CreatePedidoOutcome::Created { .. } => Outcome::Created,
        CreatePedidoOutcome::Equal(_) => Outcome::Stored,
        CreatePedidoOutcome::Different(id) => Outcome::Refused(entry.refused(
            "sourceId",
            format!("o pedido {} deste canal já tem este código e outro conteúdo", id.0),
        )),
        CreatePedidoOutcome::CanalMissing => Outcome::Refused(entry.refused("canalId", NO_CANAL)),
    });
    Ok(outcomes.collect())
}
