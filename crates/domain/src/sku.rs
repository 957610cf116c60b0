//! SKUs: what a store sells.

mod ajuste;
pub mod codigo_interno;

use serde::{Deserialize, Serialize};
use serde_json::json;

pub use ajuste::{AjusteDatado, AjusteEmCentro, AjusteEstoque, BySku, EstoqueTooLow};

use crate::reading::json::{FromJson, InputObject, InputValue, ReadError, read_json, read_members};
use crate::reading::keyed::Keyed;
use crate::reading::problems::Problems;
use crate::sku_canal::Preco;
use crate::values::documents::{self, Gtin};
use crate::values::ids::SkuId;
use crate::values::measure;
use crate::values::money::Dinheiro;
use crate::values::web::{UrlHttp, read_url_or_empty};

/// A sellable item of a store. Wire form: interface A's Sku. Its description, categories, images and
/// attributes have at most 262,144 bytes together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sku {
    /// The group that the SKU belongs to, at most 100 characters; empty when alone. Read as `produtoId` and
    /// `produtod` too.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100))]
    pub parent_id: String,
    /// The caller's identifier, unique per user.
    pub sku: SkuId,
    /// Name, 1 to 300 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 300))]
    pub nome: String,
    /// Brand, at most 100 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100))]
    pub marca: String,
    /// Address in the store, absolute http(s) or empty.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 2000))]
    pub url_origem: String,
    /// Description in HTML, at most 100,000 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100_000))]
    pub descricao: String,
    /// Category names, paths or ERP ids: at most 100 of at most 500 characters.
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Vec<CategoriaName>, inline, required = false, max_items = 100)
    )]
    pub categorias: Vec<String>,
    /// Width, centimetres; a fraction is rounded up.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub largura: i32,
    /// Height, centimetres; a fraction is rounded up.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub altura: i32,
    /// Length, centimetres; a fraction is rounded up.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub comprimento: i32,
    /// Weight, grams; a fraction is rounded up.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub peso: i32,
    /// The SKU is active. True when not given; 0 and 1 are read too.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub ativo: bool,
    /// Extra days added to the freight calculation.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub prazo_despacho: i32,
    /// "From" price; 0 = none, otherwise not below `precoPor`.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub preco_de: Dinheiro,
    /// Selling price.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub preco_por: Dinheiro,
    /// GTIN with its check digit, `SEM GTIN`, or empty.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 14))]
    pub gtin: String,
    /// Stock, never negative: less than none is taken for none.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub estoque: i32,
    /// Image addresses, absolute http(s), at most 100.
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Vec<UrlHttp>, inline, required = false, max_items = 100)
    )]
    pub imagens: Vec<String>,
    /// Attributes, at most 500.
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 500))]
    pub atributos: Vec<Atributo>,
}

/// A named property of a SKU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Atributo {
    /// Name, 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub nome: String,
    /// Value, at most 4,000 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 4000))]
    pub valor: String,
}

impl Sku {
    /// The SKU that is read from this code and name alone: active, everything else empty or zero. Meant for
    /// `Sku { estoque: 3, ..Sku::new(code, "Mesa")? }`, which goes on compiling when a member is added.
    ///
    /// # Errors
    /// When the name is empty or longer than 300 characters.
    pub fn new(sku: &SkuId, nome: &str) -> Result<Self, ReadError> {
        read_json(json!({ "sku": sku, "nome": nome }).to_string().as_bytes())
    }
}

impl Keyed for Sku {
    type Key = SkuId;
    const KEY: &'static str = "sku";
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("produtoId", "parentId"), ("produtod", "parentId")];

    fn key(&self) -> &SkuId {
        &self.sku
    }

    fn read_members(obj: &InputObject<'_>, key: Option<SkuId>, p: &mut Problems) -> Option<Self> {
        if let Some(Err(taken)) = key.as_ref().map(codigo_interno::check) {
            return obj.problem(Self::KEY, p, taken);
        }
        let sku = read_members! { Self {
            parent_id: obj.text_or_empty(grupo_name(obj), 100, p),
            sku: key,
            nome: obj.text("nome", 1, 300, p),
            marca: obj.text_or_empty("marca", 100, p),
            url_origem: read_url_or_empty(obj, "urlOrigem", p),
            descricao: obj.text_or_empty("descricao", 100_000, p),
            categorias: obj.list::<CategoriaName>("categorias", 100, p).map(texts),
            largura: measure(obj, "largura", p),
            altura: measure(obj, "altura", p),
            comprimento: measure(obj, "comprimento", p),
            peso: measure(obj, "peso", p),
            ativo: obj.default("ativo", p, true),
            prazo_despacho: obj.natural("prazoDespacho", p),
            preco_de: obj.value("precoDe", p),
            preco_por: read_preco_por(obj, preco_de, p),
            gtin: documents::read_or_empty::<Gtin>(obj, "gtin", p),
            estoque: obj.stock("estoque", p).map(Option::unwrap_or_default),
            imagens: obj.list::<UrlHttp>("imagens", 100, p).map(texts),
            atributos: obj.list("atributos", 500, p),
        } }?;
        if let Err(too_long) = sku.check_texts() {
            p.push(obj.path(), too_long);
            return None;
        }
        Some(sku)
    }
}

/// The long texts of a SKU are at most this long together, so that a page of SKUs is of a size that can be
/// had in mind.
pub const SKU_BYTES: usize = 256 << 10;

/// A SKU whose long texts are longer together than [`SKU_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("os textos do SKU devem ter juntos no máximo {SKU_BYTES} bytes")]
pub struct TextsTooLong;

impl Sku {
    /// Refuses a SKU whose long texts are too long together.
    pub fn check_texts(&self) -> Result<(), TextsTooLong> {
        if self.text_bytes() > SKU_BYTES { Err(TextsTooLong) } else { Ok(()) }
    }

    /// How long its long texts are together.
    fn text_bytes(&self) -> usize {
        let lists = self.categorias.iter().chain(&self.imagens).map(String::len);
        let atributos = self.atributos.iter().map(|atributo| atributo.nome.len() + atributo.valor.len());
        self.descricao.len() + lists.chain(atributos).sum::<usize>()
    }
}

/// A measure, zero when absent.
fn measure(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<i32> {
    Some(obj.filled(name, p, measure::read)?.unwrap_or(0))
}

/// The selling price, compared with the "from" price that was read before it.
fn read_preco_por(obj: &InputObject<'_>, preco_de: Option<Dinheiro>, p: &mut Problems) -> Option<Dinheiro> {
    let preco_por = obj.value("precoPor", p);
    if let (Some(preco_de), Some(preco_por)) = (preco_de, preco_por) {
        Preco { preco_de, preco_por }.check(obj, p);
    }
    preco_por
}

fn texts<T: Into<String>>(list: Vec<T>) -> Vec<String> {
    list.into_iter().map(Into::into).collect()
}

/// The member that names the group: the right name if it is there, else the first alias that is.
fn grupo_name(obj: &InputObject<'_>) -> &'static str {
    let names = ["parentId", "produtoId", "produtod"];
    names.into_iter().find(|name| obj.raw(name).is_some()).unwrap_or("parentId")
}

#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, min_length = 1, max_length = 500))]
struct CategoriaName(String);

impl From<CategoriaName> for String {
    fn from(CategoriaName(name): CategoriaName) -> Self {
        name
    }
}

impl FromJson for CategoriaName {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        value.text(1, 500, p).map(Self)
    }
}

impl FromJson for Atributo {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let name = obj.text("nome", 1, 200, p);
        let value = obj.text_or_empty("valor", 4000, p);
        Some(Self { nome: name?, valor: value? })
    }
}

#[cfg(test)]
mod tests;
