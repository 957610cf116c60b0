//! What can stand in a file, and the columns that it has.

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// SKUs; columns that a file lacks stay as they are.
    Skus,
    /// Stock of SKUs: in distribution centres where centroId is given, in channels where canalId is.
    Estoque,
    /// Prices of SKUs, or of SKUs in channels where canalId is given.
    Precos,
    /// Orders as marketplaces send them; one row per item.
    Pedidos,
    /// Categories of channels.
    Categorias,
}

/// How a column's text is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As it stands.
    Text,
    /// A text that is the same letter by letter, or another thing: no number that a spreadsheet made of it.
    Code,
    /// A code of digits whose leading zeros may be lost, as its length tells.
    Document,
    /// A GTIN.
    Gtin,
    /// A whole number.
    Integer,
    /// A measure in whole grams.
    Weight,
    /// A measure in whole centimetres.
    Length,
    /// With a comma or a point.
    Decimal,
    /// true, sim, 1 and so on.
    Boolean,
    /// ISO 8601, or as it is written in Brazil.
    Date,
    /// A day of a calendar, in no time zone.
    Day,
    /// Texts with | between.
    List,
    /// Names and values, name=value, with | between; the members that hold the two.
    Pairs(&'static str, &'static str),
}

/// A column. A point in its name leads into a part of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name, which is interface A's.
    pub name: &'static str,
    /// How its text is meant.
    pub form: Form,
    /// A row cannot do without it.
    pub required: bool,
}

impl Column {
    /// Whether it holds a measure, which has a unit.
    pub const fn is_measure(&self) -> bool {
        matches!(self.form, Form::Weight | Form::Length)
    }
}

const fn must(name: &'static str, form: Form) -> Column {
    Column { name, form, required: true }
}

const fn may(name: &'static str, form: Form) -> Column {
    Column { name, form, required: false }
}

use Form::{Boolean, Code, Date, Day, Decimal, Document, Gtin, Integer, Length, List, Pairs, Text, Weight};

/// Where a stock lies. A store of which all lies in one place need not know of it.
pub const CENTRO: &str = "centroId";

const SKUS: &[Column] = &[
    must("sku", Code),
    may("parentId", Code),
    may("nome", Text),
    may("marca", Text),
    may("urlOrigem", Text),
    may("descricao", Text),
    may("categorias", List),
    may("largura", Length),
    may("altura", Length),
    may("comprimento", Length),
    may("peso", Weight),
    may("ativo", Boolean),
    may("prazoDespacho", Integer),
    may("precoDe", Decimal),
    may("precoPor", Decimal),
    may("gtin", Gtin),
    may("estoque", Integer),
    may("imagens", List),
    may("atributos", Pairs("nome", "valor")),
];

const ESTOQUE: &[Column] =
    &[must("sku", Code), may("canalId", Code), may(CENTRO, Integer), must("estoque", Integer)];

const PRECOS: &[Column] =
    &[must("sku", Code), may("canalId", Code), may("precoDe", Decimal), must("precoPor", Decimal)];

const CATEGORIAS: &[Column] =
    &[must("canalId", Code), must("categoriaId", Code), must("nome", Text), may("categoriaPaiId", Code)];

macro_rules! address {
    ($group:literal) => {
        [
            may(concat!($group, ".rua"), Text),
            may(concat!($group, ".numero"), Text),
            may(concat!($group, ".complemento"), Text),
            may(concat!($group, ".bairro"), Text),
            may(concat!($group, ".referencia"), Text),
            may(concat!($group, ".cidade"), Text),
            may(concat!($group, ".estado"), Text),
            may(concat!($group, ".pais"), Text),
            may(concat!($group, ".cep"), Document),
        ]
    };
}

const ENTREGA: [Column; 9] = address!("entrega");
const COBRANCA: [Column; 9] = address!("cobranca");

const PEDIDOS: &[Column] = &[
    must("canalId", Code),
    must("sourceId", Code),
    may("sourceSiteId", Text),
    must("data", Date),
    must("status", Text),
    must("total", Decimal),
    may("desconto", Decimal),
    may("juros", Decimal),
    may("quantidadeParcelas", Integer),
    may("usuario.nome", Text),
    may("usuario.cpf", Document),
    may("usuario.cnpj", Document),
    may("usuario.inscricaoEstadual", Code),
    may("usuario.email", Text),
    may("usuario.sexo", Text),
    may("usuario.nascimento", Day),
    may("frete.valorNominal", Decimal),
    may("frete.valorCobrado", Decimal),
    may("frete.prazoEntrega", Integer),
    may("frete.prazoPreparacao", Integer),
    may("frete.dataAgendamento", Date),
    may("frete.dataPrevistaEntrega", Date),
    may("frete.freteSourceId", Code),
    ENTREGA[0],
    ENTREGA[1],
    ENTREGA[2],
    ENTREGA[3],
    ENTREGA[4],
    ENTREGA[5],
    ENTREGA[6],
    ENTREGA[7],
    ENTREGA[8],
    COBRANCA[0],
    COBRANCA[1],
    COBRANCA[2],
    COBRANCA[3],
    COBRANCA[4],
    COBRANCA[5],
    COBRANCA[6],
    COBRANCA[7],
    COBRANCA[8],
    may("informacaoAdicional", Pairs("chave", "valor")),
    must("produtos.sku", Code),
    must("produtos.quantidade", Integer),
    must("produtos.preco", Decimal),
    may("produtos.desconto", Decimal),
    may("produtos.frete", Decimal),
];

impl Form {
    /// Whether its text is a number.
    pub(crate) const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Weight | Self::Length | Self::Decimal)
    }

    /// Whether several columns are put together.
    pub(crate) const fn is_many(self) -> bool {
        matches!(self, Self::List | Self::Pairs(..))
    }
}

impl Kind {
    /// Each of them, in the order in which a store is filled.
    pub const ALL: [Self; 5] = [Self::Skus, Self::Estoque, Self::Precos, Self::Pedidos, Self::Categorias];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Skus => "skus",
            Self::Estoque => "estoque",
            Self::Precos => "precos",
            Self::Pedidos => "pedidos",
            Self::Categorias => "categorias",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The names of its columns.
    pub(crate) fn names(self) -> Vec<&'static str> {
        self.columns().iter().map(|column| column.name).collect()
    }

    /// The column with this name, in any case.
    pub fn column(self, name: &str) -> Option<&'static Column> {
        self.columns().iter().find(|column| column.name.eq_ignore_ascii_case(name))
    }

    /// What tells its things apart: rows without it are no things.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Skus | Self::Estoque | Self::Precos => "sku",
            Self::Pedidos => "sourceId",
            Self::Categorias => "categoriaId",
        }
    }

    /// Its columns, in the order in which they are written.
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Skus => SKUS,
            Self::Estoque => ESTOQUE,
            Self::Precos => PRECOS,
            Self::Pedidos => PEDIDOS,
            Self::Categorias => CATEGORIAS,
        }
    }
}
