//! The rows of a new order, made out of the order and what it refers to.

use std::collections::BTreeSet;

use domain::evento::Change;
use domain::interface_b::registro::{self, CatalogueItem, Source};
use domain::pedido::aviso::Aviso;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Pedido, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::{Packed, StoreError, to_json};
use crate::events::NewEvento;
use crate::orders::input::PedidoInput;
use crate::orders::names::NameRow;
use crate::orders::order::PedidoRow;
use crate::orders::outcome::CreatePedidoOutcome;
use crate::orders::progress::Progress;
use crate::orders::rows::{DocumentRow, ItemRow, Numbers, RegistroInsert};

/// All rows of a new order but its own.
pub(super) struct Parts {
    pub documento: DocumentRow,
    /// The order's JSON.
    text: String,
    pub registro: RegistroInsert,
    pub itens: Vec<ItemRow>,
    pub names: Vec<NameRow>,
    pub avisos: Vec<Aviso>,
}

impl Parts {
    /// `catalogo` holds what the order's SKUs are right now, those that are registered; `missing` the units
    /// that are not there.
    pub fn for_new_order(
        loja: LojaId,
        numbers: &Numbers,
        PedidoInput { pedido, content, documento, names, .. }: &PedidoInput,
        catalogo: Vec<CatalogueItem>,
        missing: &[(String, i64)],
        now: Instante,
    ) -> Result<Self, StoreError> {
        let (aplicacao_id, loja_id, pedido_id) = (loja.aplicacao.0, loja.loja, numbers.pedido.0);
        let codes = codes(pedido);
        let catalogo = registro::bounded(catalogo, pedido);
        let mut avisos = avisos(pedido, &codes, &catalogo);
        avisos.extend(missing.iter().map(|(sku, units)| Aviso::Short { sku: sku.clone(), units: *units }));
        let source = Source {
            pedido,
            pedido_id: numbers.pedido,
            catalogo: &catalogo,
            canal_num: numbers.canal,
            comprador_num: numbers.comprador,
        };
        let stable = registro::stable(&source).map_err(|e| StoreError::Internal(e.to_string()))?;
        let entry = RegistroHistorico {
            status: pedido.status,
            data: pedido.data,
            registrado_em: now,
            pulados: Vec::new(),
            motivo: String::new(),
            nota_fiscal: None,
            rastreio: None,
            avisos: avisos.iter().map(ToString::to_string).collect(),
            situacao_pedido_id: None,
            itens: Vec::new(),
        };
        Ok(Self {
            documento: DocumentRow {
                aplicacao_id,
                loja_id,
                pedido_id,
                documento: documento.clone(),
                andamento: Progress::beginning_with(entry).packed()?,
            },
            text: content.with_id(numbers.pedido),
            registro: RegistroInsert {
                aplicacao_id,
                loja_id,
                pedido_id,
                registro: Packed::new(&stable),
                registro_versao: registro::VERSION,
                catalogo: Packed::new(&to_json(&catalogo)?),
            },
            itens: codes
                .into_iter()
                .map(|sku| ItemRow { aplicacao_id, loja_id, sku: sku.to_owned(), pedido_id })
                .collect(),
            names: NameRow::of(loja, numbers.pedido, names.clone()).collect(),
            avisos,
        })
    }

    /// The order's number.
    pub fn pedido_id(&self) -> PedidoId {
        PedidoId(self.documento.pedido_id)
    }

    /// The answer, once the rows are stored.
    pub fn created(self, status: StatusPedido, now: Instante) -> CreatePedidoOutcome {
        let pedido =
            PedidoRow { pedido_id: self.pedido_id(), status, documento: self.text, alterado_em: now };
        CreatePedidoOutcome::Created { pedido, avisos: self.avisos }
    }
}

/// The event that tells of a new order.
pub(super) fn creation_evento<'a>(id: PedidoId, pedido: &'a Pedido) -> NewEvento<'a> {
    NewEvento {
        assunto: id.0,
        canal: Some(pedido.canal_id.as_str()),
        sku: None,
        change: Change::PedidoCriado { status: pedido.status, source_id: pedido.source_id.clone() },
    }
}

/// The distinct SKUs of an order.
pub(super) fn codes(pedido: &Pedido) -> Vec<&str> {
    let distinct: BTreeSet<&str> = pedido.produtos.iter().map(|item| item.sku.as_str()).collect();
    distinct.into_iter().collect()
}

/// What is odd about an order.
fn avisos(pedido: &Pedido, codes: &[&str], catalogo: &[CatalogueItem]) -> Vec<Aviso> {
    let unknown = codes.iter().filter(|sku| !catalogo.iter().any(|known| known.sku == **sku));
    let mut avisos: Vec<Aviso> = unknown.map(|sku| Aviso::SkuNotRegistered((*sku).to_owned())).collect();
    avisos.extend(pedido.notices());
    avisos
}
