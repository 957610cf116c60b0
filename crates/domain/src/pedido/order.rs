//! An order and its parts.

use serde::{Deserialize, Serialize};

use super::status::StatusPedido;
use crate::reading::words::enumeration;
use crate::values::dates::Instante;
use crate::values::documents::{Cep, Uf};
use crate::values::ids::{CanalId, PedidoId};
use crate::values::money::Dinheiro;

/// An order. Wire form: exactly interface A's Pedido (source document). Absent texts are empty, absent
/// dates null. At most 262,144 bytes of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Pedido {
    /// Assigned by the service.
    #[cfg_attr(feature = "openapi", schema(read_only, required = false))]
    pub pedido_id: PedidoId,
    /// The channel where the order was placed.
    pub canal_id: CanalId,
    /// Identifier in the marketplace, 1 to 100 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 100))]
    pub source_id: String,
    /// Second identifier in the marketplace, at most 100 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100))]
    pub source_site_id: String,
    /// Discount on the order.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub desconto: Dinheiro,
    /// When it was placed in the marketplace.
    pub data: Instante,
    /// Interest.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub juros: Dinheiro,
    /// Number of instalments. 1 when not given; 0 counts as not given.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub quantidade_parcelas: i32,
    /// Total after all discounts and surcharges, as received.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::values::money::amount))]
    pub total: Dinheiro,
    /// Where it stands.
    pub status: StatusPedido,
    /// The buyer. Who is not known yet may come later, with the same order sent again.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub usuario: Comprador,
    /// Freight, at most 50. What the buyer is charged counts where no item has a freight.
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 50))]
    pub frete: Vec<Frete>,
    /// Addresses, at most 50.
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 50))]
    pub endereco: Vec<Endereco>,
    /// Further key/value pairs, at most 500; `formaPagamentoId` holds the payment method.
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 500))]
    pub informacao_adicional: Vec<Informacao>,
    /// Items, 1 to 500.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 500))]
    pub produtos: Vec<ItemPedido>,
}

/// A buyer: a person (`cpf`) or a company (`cnpj`, even where `cpf` says who placed the order).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Comprador {
    /// Name, empty while it is not known; of more than 200 characters the first, and all of it in
    /// `informacaoAdicional`.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 4000))]
    pub nome: String,
    /// Individual taxpayer number: 11 digits, or empty. Read with or without its marks; what is none, such as
    /// one hidden behind `*`, is kept in `informacaoAdicional`.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 4000))]
    pub cpf: String,
    /// Company taxpayer number: 14 characters, or empty. Read as `cpf` is.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 4000))]
    pub cnpj: String,
    /// State registration, at most 50 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 50))]
    pub inscricao_estadual: String,
    /// E-mail, at most 254 characters; not checked further, since marketplaces mask it in many ways.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 254))]
    pub email: String,
    /// Sex, when known. Read in any case; anything else is kept in `informacaoAdicional`.
    pub sexo: Option<Sexo>,
    /// Birth date, when known. A text that is none is kept in `informacaoAdicional`.
    pub nascimento: Option<Instante>,
}

/// Sex of a buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Sexo {
    /// Male.
    Masculino,
    /// Female.
    Feminino,
}

enumeration!(Sexo { Masculino, Feminino });

/// Freight of an order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Frete {
    /// Real value: what the carriage costs. It says nothing of what the buyer is charged.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub valor_nominal: Dinheiro,
    /// Charged value: what the buyer pays for the carriage, where the items do not say it.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub valor_cobrado: Dinheiro,
    /// Delivery term, days.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub prazo_entrega: i32,
    /// Preparation term, days.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub prazo_preparacao: i32,
    /// Scheduled delivery.
    pub data_agendamento: Option<Instante>,
    /// Expected delivery.
    pub data_prevista_entrega: Option<Instante>,
    /// The freight option in the marketplace, at most 200 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub frete_source_id: String,
}

/// What an address is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TipoEndereco {
    /// Billing.
    Cobranca,
    /// Delivery.
    Entrega,
}

enumeration!(TipoEndereco { Cobranca, Entrega });

/// An address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Endereco {
    /// What it is for.
    pub tipo_endereco: TipoEndereco,
    /// Street, at most 300 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 300))]
    pub rua: String,
    /// Number, at most 50 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 50))]
    pub numero: String,
    /// Complement, at most 300 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 300))]
    pub complemento: String,
    /// District, at most 200 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub bairro: String,
    /// Landmark, at most 500 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 500))]
    pub referencia: String,
    /// City, at most 200 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub cidade: String,
    /// State, at most 100 characters: a UF when the country is Brazil, or as it came.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100))]
    pub estado: String,
    /// Country, at most 100 characters; empty counts as Brazil.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100))]
    pub pais: String,
    /// Postal code, at most 100 characters: 8 digits when the country is Brazil, read with or without a
    /// hyphen, or as it came.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 100))]
    pub cep: String,
}

/// A country that is not named is Brazil: these are Brazilian marketplaces.
pub(super) fn is_brazil(pais: &str) -> bool {
    let pais = pais.trim();
    ["", "br", "bra", "brasil", "brazil"].iter().any(|name| name.eq_ignore_ascii_case(pais))
}

impl Endereco {
    /// Members that in Brazil have a form that they do not have here.
    pub(super) fn doubtful(&self) -> impl Iterator<Item = &'static str> {
        let brazilian = is_brazil(&self.pais);
        let estado = brazilian && !self.estado.is_empty() && Uf::parse(&self.estado).is_err();
        let cep = brazilian && !self.cep.is_empty() && Cep::parse(&self.cep).is_err();
        estado.then_some("estado").into_iter().chain(cep.then_some("cep"))
    }
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Informacao {
    /// Key, 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub chave: String,
    /// Value, at most 4,000 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 4000))]
    pub valor: String,
}

/// An item of an order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemPedido {
    /// The SKU as the marketplace named it, 1 to 100 characters; need not be registered.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 100))]
    pub sku: String,
    /// Quantity, at least 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub quantidade: i32,
    /// Unit price.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::values::money::amount))]
    pub preco: Dinheiro,
    /// Discount on the whole line.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub desconto: Dinheiro,
    /// Freight on the whole line.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub frete: Dinheiro,
}
