//! A thing of a file, read as interface A reads its body.

use domain::categoria::Categoria;
use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::PrecoChange;
use domain::pedido::Pedido;
use domain::reading::json::{FromJson, InputObject, InputValue, REQUIRED, read_noting, read_with};
use domain::reading::problems::{Notice, Problems};
use domain::sku::Sku;
use domain::sku_canal::{Preco, SkuCanal};
use domain::values::ids::{CanalId, SkuId};
use serde_json::value::RawValue;
use store::orders::PedidoInput;
use store::skus::ReadySku;

use crate::entry::{Entry, Wrong};
use crate::kind::{CENTRO, Kind};

/// A thing that is known to be one.
pub enum Prepared {
    /// A SKU with all that the file says, ready to be written, for one that is new; and the file's own words,
    /// for one that is there. A file need not say enough for a new one.
    Sku(SkuId, Result<Box<ReadySku>, Problems>, Box<RawValue>),
    /// A stock in a distribution centre.
    Estoque(SkuId, i32, i32),
    /// A stock in a channel; `None` = the SKU's.
    EstoqueCanal(SkuId, CanalId, Option<i32>),
    /// Prices; a "from" price that is not named stays, as long as it goes with the new selling price.
    Preco(SkuId, PrecoChange),
    /// Prices in a channel; `None` = the SKU's.
    PrecoCanal(SkuId, CanalId, Option<PrecoChange>),
    /// An order.
    Pedido(Box<PedidoInput>),
    /// A category of a channel.
    Categoria(CanalId, Categoria),
}

impl Prepared {
    /// The SKU that it is of.
    pub fn sku(&self) -> Option<&SkuId> {
        match self {
            Self::Sku(sku, ..)
            | Self::Estoque(sku, ..)
            | Self::EstoqueCanal(sku, ..)
            | Self::Preco(sku, ..)
            | Self::PrecoCanal(sku, ..) => Some(sku),
            Self::Pedido(_) | Self::Categoria(..) => None,
        }
    }

    /// The SKU and the channel, of a stock or a price in a channel.
    pub fn in_channel(&self) -> Option<(&SkuId, &CanalId)> {
        match self {
            Self::EstoqueCanal(sku, canal, _) | Self::PrecoCanal(sku, canal, _) => Some((sku, canal)),
            _ => None,
        }
    }

    /// Makes a SKU's settings in a channel say what this does.
    pub fn set_in_channel(&self, settings: &mut SkuCanal) {
        match self {
            Self::EstoqueCanal(_, _, estoque) => settings.estoque = *estoque,
            Self::PrecoCanal(_, _, None) => settings.preco = None,
            Self::PrecoCanal(_, _, Some(change)) => {
                // two that do not go together were refused when they were read
                if let Ok((preco, _)) = change.over(settings.preco.unwrap_or_default()) {
                    settings.preco = Some(preco);
                }
            }
            _ => {}
        }
    }
}

impl Prepared {
    /// What its last mention in a file counts by; `None` for what is not changed by a second one.
    pub fn key(&self) -> Option<(&str, Option<&str>, i32)> {
        match self {
            Self::Sku(sku, ..) | Self::Preco(sku, _) => Some((sku.as_str(), None, 0)),
            Self::Estoque(sku, centro, _) => Some((sku.as_str(), None, *centro)),
            Self::EstoqueCanal(sku, canal, _) | Self::PrecoCanal(sku, canal, _) => {
                Some((sku.as_str(), Some(canal.as_str()), 0))
            }
            Self::Pedido(_) | Self::Categoria(..) => None,
        }
    }
}

/// Reads a thing, as interface A reads its body; also what of it was taken otherwise than it was said. Of a
/// SKU some cells may be wrong: what else is wrong with it is known once it is known whether it is there.
pub fn prepare(entry: &Entry, kind: Kind) -> Result<(Prepared, Vec<Wrong>), Vec<Wrong>> {
    let Some(raw) = &entry.json else { return Err(entry.wrong.clone()) };
    let read = match kind {
        Kind::Skus => whole_or_partial(raw, entry),
        Kind::Estoque => read_noting(raw, estoque),
        Kind::Precos => read_noting(raw, preco),
        Kind::Pedidos => read_noting(raw, pedido),
        Kind::Categorias => read_noting(raw, categoria),
    };
    let (thing, notices) = read.map_err(|problems| entry.wrong(&problems))?;
    if kind != Kind::Skus && !entry.wrong.is_empty() {
        return Err(entry.wrong.clone());
    }
    let mut noticed = entry.noticed(&notices);
    if let Prepared::Pedido(order) = &thing {
        noticed
            .extend(order.pedido().notices().iter().flat_map(|notice| entry.refused("", notice.to_string())));
    }
    Ok((thing, noticed))
}

fn whole_or_partial(raw: &RawValue, entry: &Entry) -> Result<(Prepared, Vec<Notice>), Problems> {
    let id = read_with(raw, |value, p| value.object(p)?.required("sku", p))?;
    let (new, notices) = match read_noting(raw, Sku::read) {
        Ok((sku, notices)) => (ready(sku), notices),
        Err(problems) => (Err(problems.clone()), problems.notices().to_vec()),
    };
    let new = not_half(new, entry);
    Ok((Prepared::Sku(id, new, raw.to_owned()), notices))
}

/// A SKU that is new is refused where a column that may be its price, stock or code was not taken.
fn not_half(new: Result<Box<ReadySku>, Problems>, entry: &Entry) -> Result<Box<ReadySku>, Problems> {
    let Some(plan) = &entry.plan else { return new };
    if plan.suspicious.is_empty() {
        return new;
    }
    let mut problems = new.err().unwrap_or_default();
    for (heading, member) in &plan.suspicious {
        problems.push(
            heading,
            format_args!("a coluna não foi usada: diga que ela é {member}, ou que fica de fora"),
        );
    }
    Err(problems)
}

fn pedido(value: &InputValue<'_>, p: &mut Problems) -> Option<Prepared> {
    Pedido::read(value, p).map(|pedido| Prepared::Pedido(Box::new(pedido.into())))
}

/// Done here, beside the database's work: writes wait for one another.
fn ready(sku: Sku) -> Result<Box<ReadySku>, Problems> {
    ReadySku::new(sku).map(Box::new).map_err(|error| {
        let mut problems = Problems::new();
        problems.push("", error);
        problems
    })
}

fn estoque(value: &InputValue<'_>, p: &mut Problems) -> Option<Prepared> {
    let obj = value.object(p)?;
    let (sku, canal) = (obj.required("sku", p), obj.optional("canalId", p));
    let estoque = match obj.stock("estoque", p)? {
        None if !in_channel_nothing(&obj, &canal, "estoque") => obj.problem("estoque", p, REQUIRED),
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
    let nothing = in_channel_nothing(&obj, &canal, "precoPor");
    let read = if nothing { None } else { Some(Preco::read(value, p)?) };
    let change = read.map(|Preco { preco_de, preco_por }| {
        let preco_de = (obj.has("precoDe") && !obj.blank("precoDe")).then_some(preco_de);
        PrecoChange { cost: None, preco_de, preco_por: Some(preco_por) }
    });
    let (sku, canal) = (sku?, canal?);
    match (canal, change) {
        (Some(canal), change) => Some(Prepared::PrecoCanal(sku, canal, change)),
        (None, change) => Some(Prepared::Preco(sku, change?)),
    }
}

/// True where a channel is named and the member is null, not merely absent: the channel follows the SKU.
fn in_channel_nothing(obj: &InputObject<'_>, canal: &Option<Option<CanalId>>, name: &str) -> bool {
    matches!(canal, Some(Some(_))) && obj.null(name)
}

fn categoria(value: &InputValue<'_>, p: &mut Problems) -> Option<Prepared> {
    let canal = value.object(p)?.required("canalId", p);
    let categoria = Categoria::read(value, p);
    Some(Prepared::Categoria(canal?, categoria?))
}
