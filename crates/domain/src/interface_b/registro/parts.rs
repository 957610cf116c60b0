//! The members of an order record, as interface B's clients read them.
#![allow(missing_docs, reason = "the names are the field's own; interface B's specification explains them")]

use serde::Serialize;

use super::ajuste::TipoAjuste;
use super::gaps::{Carrier, Country, Day, ItemStanding, Moment};
use crate::pedido::{Informacao, TipoEndereco};
use crate::values::dates::Data;
use crate::values::money::Dinheiro;

/// What moves, at the front of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SituacaoDoRegistro))]
#[non_exhaustive]
pub struct RegistroHead<'a> {
    pub pedido_id: i64,
    pub situacao_pedido_id: i16,
    pub tipo_rastreamento_pedido: TipoRastreamento,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, required))]
    pub data_pagamento: Option<Data>,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_ultima_atualizacao: Data,
    /// The marketplace.
    pub canal_nome: &'a str,
    /// The store's account there: interface A's channel.
    pub canal_origem: &'a str,
    pub valido: bool,
    pub observacao: Vec<ObservacaoRegistro<'a>>,
}

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ObservacaoRegistro<'a> {
    pub observacao: &'a str,
    pub usuario: &'a str,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data: Data,
    pub publica: bool,
}

/// What never changes, at the back of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ConteudoDoRegistro))]
#[non_exhaustive]
pub struct RegistroStable<'a> {
    pub transacao_id: i64,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data: Moment,
    pub valor_frete: Dinheiro,
    pub valor_total_pedido: Dinheiro,
    pub valor_desconto: Dinheiro,
    #[serde(rename = "valorDebitoCC")]
    pub valor_debito_cc: Dinheiro,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cupom_desconto: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub market_place_pedido_id: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub market_place_pedido_site_id: Option<&'a str>,
    pub canal_id: i32,
    pub retirada_loja_id: i32,
    pub is_pedido_evento: bool,
    pub usuario: UsuarioRegistro<'a>,
    pub pedido_endereco: Vec<EnderecoRegistro<'a>>,
    pub frete: FreteRegistro<'a>,
    pub itens: Vec<ItemRegistro<'a>>,
    pub assinatura: Vec<Empty>,
    pub pagamento: Vec<PagamentoRegistro>,
    pub valor_credito_fidelidade: Dinheiro,
    pub valor_sub_total_sem_descontos: Dinheiro,
    pub pedido_split: Vec<Empty>,
    /// Always null: buyers have no accounts above theirs.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub usuario_master_id: Option<i64>,
    pub metadados: &'a [Informacao],
    /// Always 0: every order is a transaction of its own.
    pub transacao_pai_id: i64,
    pub detalhes_conta_corrente: Vec<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pedido_pai: Option<Empty>,
    /// Always false: an exchange is an order of its own.
    pub is_change_order: bool,
    /// Always false: what a buyer has bought elsewhere is not known.
    pub primeira_compra: bool,
    /// The order in the marketplace.
    pub identificador: &'a str,
    pub omnichannel: OmnichannelRegistro<'a>,
}

/// The order under its numbers elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct OmnichannelRegistro<'a> {
    /// The number that the buyer knows: the marketplace's.
    pub pedido_id_publico: &'a str,
    /// The marketplace's second number; empty without one.
    pub pedido_id_privado: &'a str,
    pub integrador: IntegradorRegistro,
}

/// Who brought the order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct IntegradorRegistro {
    /// Always `Entreposto`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub nome: &'static str,
    /// The order's number here.
    pub pedido_id: String,
    /// Always empty: orders have no page here.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub pedido_url: &'static str,
}

/// The buyer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UsuarioRegistro<'a> {
    pub usuario_id: i64,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub grupo_informacao_cadastral: Option<Vec<Empty>>,
    pub tipo_pessoa: TipoPessoa,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub origem_contato: &'static str,
    pub tipo_sexo: TipoSexo,
    pub nome: &'a str,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cpf: Option<&'a str>,
    pub email: &'a str,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub rg: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub telefone_residencial: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub telefone_celular: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub telefone_comercial: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_nascimento: Day,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub razao_social: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub cnpj: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub inscricao_estadual: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub responsavel: Option<&'a str>,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_criacao: Moment,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_atualizacao: Moment,
    pub revendedor: bool,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub lista_informacao_cadastral: Option<Vec<Empty>>,
}

/// A buyer of the store, by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct UsuarioDaLoja<'a> {
    #[serde(flatten)]
    pub usuario: UsuarioRegistro<'a>,
    /// Always false: a hub blocks nobody.
    pub bloqueado: bool,
    /// Always true: who has bought needs no approval.
    pub aprovado: bool,
    /// Always null.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub avatar: Option<&'a str>,
    /// Always null: marketplaces do not tell it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ip: Option<&'a str>,
}

/// An address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EnderecoRegistro<'a> {
    pub tipo: TipoEndereco,
    pub nome: &'a str,
    pub endereco: &'a str,
    pub numero: &'a str,
    pub complemento: &'a str,
    pub referencia: &'a str,
    pub cep: &'a str,
    pub tipo_logradouro: &'a str,
    pub logradouro: &'a str,
    pub bairro: &'a str,
    pub cidade: &'a str,
    pub estado: &'a str,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub pais: Country<'a>,
}

/// Freight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FreteRegistro<'a> {
    pub frete_contrato_id: i32,
    /// The carrier; empty until the order has a parcel.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub frete_contrato: Carrier,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub referencia_conector: Option<&'a str>,
    pub valor_frete_empresa: Dinheiro,
    pub valor_frete_cliente: Dinheiro,
    pub peso: i64,
    pub peso_cobrado: i64,
    /// Cubic metres.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub volume: MetrosCubicos,
    /// Cubic metres.
    #[cfg_attr(feature = "openapi", schema(value_type = f64))]
    pub volume_cobrado: MetrosCubicos,
    pub prazo_envio: i32,
    /// Always null: terms are days.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub prazo_horas_envio: Option<i32>,
    pub prazo_envio_texto: String,
    pub retirada_loja_id: i32,
    pub centros_distribuicao: Vec<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub servico: Option<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub retirada_agendada: Option<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub agendamento: Option<Agendamento>,
    pub informacoes_adicionais: Vec<InformacaoRegistro>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub grupo_frete_id: Option<i32>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub grupo_frete_nome: Option<&'a str>,
}

/// A scheduled delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Agendamento {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub de: Moment,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub ate: Moment,
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct InformacaoRegistro {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub chave: &'static str,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub valor: Moment,
}

/// An item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ItemRegistro<'a> {
    pub produto_variante_id: i64,
    pub sku: &'a str,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ean: Option<&'a str>,
    pub nome: &'a str,
    pub quantidade: i32,
    pub preco_custo: Dinheiro,
    pub preco_venda: Dinheiro,
    pub valor_item: Dinheiro,
    pub valor_item_arredondado: Dinheiro,
    pub is_brinde: bool,
    pub valor_aliquota: Dinheiro,
    pub is_market_place: bool,
    pub preco_por: Dinheiro,
    pub desconto: Dinheiro,
    pub totais: TotaisItem,
    pub ajustes: Vec<AjusteItem>,
    pub centro_distribuicao: Vec<CentroItem>,
    pub valores_adicionais: Vec<Empty>,
    pub atributos: Vec<AtributoItem<'a>>,
    pub embalagens: Vec<Empty>,
    pub personalizacoes: Vec<Empty>,
    pub frete: Vec<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub dados_produto_evento: Option<Empty>,
    pub formulas: Vec<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seller: Option<Empty>,
    pub metadados: Vec<Empty>,
    /// The number of the item's status.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    pub situacao_pedido_produto_id: ItemStanding,
    pub imagens: Vec<Empty>,
    pub categorias: Vec<Empty>,
    /// Always 0: items have no label.
    pub etiqueta: i32,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub etiqueta_descricao: &'static str,
    pub peso: i32,
    pub altura: i32,
    pub largura: i32,
    pub comprimento: i32,
}

/// An item's sums over its quantity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct TotaisItem {
    pub preco_custo: Dinheiro,
    pub preco_venda: Dinheiro,
    pub preco_por: Dinheiro,
    pub desconto: Dinheiro,
}

/// What is added to an item's line; discounts are negative. Over all lines, quantity × price and these make
/// the order's total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AjusteItem {
    /// Its word; in the profile `compativel` its number.
    #[cfg_attr(feature = "openapi", schema(schema_with = super::ajuste::schema))]
    pub tipo: TipoAjuste,
    pub valor: Dinheiro,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub observacao: Option<Empty>,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub nome: &'static str,
}

/// Where an item is sent from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CentroItem {
    pub centro_distribuicao_id: i32,
    pub quantidade: i32,
    /// The number of the item's status.
    #[cfg_attr(feature = "openapi", schema(value_type = i32))]
    pub situacao_produto_id: ItemStanding,
    pub valor_frete_empresa: Dinheiro,
    pub valor_frete_cliente: Dinheiro,
}

/// An attribute of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AtributoItem<'a> {
    pub produto_variante_atributo_valor: &'a str,
    pub produto_variante_atributo_nome: &'a str,
}

/// A payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PagamentoRegistro {
    pub forma_pagamento_id: i32,
    pub numero_parcelas: i32,
    pub valor_parcela: Dinheiro,
    pub valor_desconto: Dinheiro,
    pub valor_juros: Dinheiro,
    pub valor_total: Dinheiro,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub boleto: Option<Empty>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pix: Option<Empty>,
    pub cartao_credito: Vec<Empty>,
    pub pagamento_status: Vec<Empty>,
    pub informacoes_adicionais: Vec<Empty>,
}

/// A volume in cubic centimetres, written in cubic metres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetrosCubicos(pub i64);

impl Serialize for MetrosCubicos {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_f64(self.0 as f64 / 1_000_000.0)
    }
}

/// An item of a list that this service never fills, or a member that it never knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Objeto))]
#[non_exhaustive]
pub struct Empty {}

/// Whether an order has a parcel that can be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum TipoRastreamento {
    SemRastreamento,
    Rastreamento,
}

/// A person or a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum TipoPessoa {
    Fisica,
    Juridica,
}

/// Sex of a buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum TipoSexo {
    Undefined,
    Masculino,
    Feminino,
}

/// A whole record, for the OpenAPI document: the head and the unchanging part are sent as one object.
#[cfg(feature = "openapi")]
#[derive(Serialize, utoipa::ToSchema)]
#[non_exhaustive]
pub struct RegistroPedido<'a> {
    #[serde(flatten)]
    head: RegistroHead<'a>,
    #[serde(flatten)]
    stable: RegistroStable<'a>,
}
