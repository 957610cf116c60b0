//! Creation of one order. Batches are in [`super::lote`]; both store the same rows and events.

use std::borrow::Cow;
use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::evento::Change;
use domain::interface_b::registro::{self, CatalogueItem, Source};
use domain::pedido::aviso::Aviso;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Pedido, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedidos;
use crate::base::{Conn, Packed, StoreError, Tx, of_store, on, to_json};
use crate::catalogue::skus::{for_sale, own_codes};
use crate::events::{self, NewEvento};
use crate::orders::again::{Again, again};
use crate::orders::buyers::numbers;
use crate::orders::estoque;
use crate::orders::history::Progress;
use crate::orders::order::{PedidoRow, find};
use crate::orders::rows::{
    DocumentRow, ItemRow, NameRow, NewOrderRows, NewOrders, Numbers, PedidoColumns, PedidoInput,
    RegistroInsert,
};
use crate::orders::sql;

/// The result of creating an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreatePedidoOutcome {
    /// The order is new.
    Created {
        /// The stored order.
        pedido: PedidoRow,
        /// Warnings about its content.
        avisos: Vec<Aviso>,
    },
    /// The order exists already, with the same content or more; with what it lacked and this one told, from now on.
    Equal {
        /// The stored order.
        pedido: PedidoRow,
        /// Warnings about what was added, and about what was not taken.
        avisos: Vec<Aviso>,
    },
    /// Another order exists under the same channel and `sourceId`.
    Different(PedidoId),
    /// The channel does not exist.
    ChannelMissing,
}

/// Stores an order under (store, channel, `sourceId`). A repeated call changes nothing, unless it tells what was not
/// known before.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, input: &PedidoInput) -> Result<CreatePedidoOutcome, StoreError> {
    let named = by_own_codes(tx, loja, &[input])?;
    let input = named.first().map_or(input, |named| named.as_ref());
    let pedido = &input.pedido;
    let Some(canal_num) = crate::catalogue::canais::number(tx, loja, &pedido.canal_id)? else {
        return Ok(CreatePedidoOutcome::ChannelMissing);
    };
    if let Some(existing) = find_existing(tx, loja, canal_num, input)? {
        return Ok(existing);
    }
    let (comprador, id) = numbers::number_and_pedido(tx, loja, &pedido.usuario)?;
    let numbers = Numbers { pedido: PedidoId(id), canal: canal_num, comprador };
    let now = tx.now();
    let row = PedidoColumns::new(loja, &numbers, input, now.micros());
    let inserted = on!(tx, c => diesel::insert_into(pedidos::table)
        .values(&row)
        .on_conflict((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
        .do_nothing()
        .execute(c))?;
    if inserted == 0 {
        // another transaction inserted it first; it has committed, so the order is visible now
        return find_existing(tx, loja, canal_num, input)?
            .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned()));
    }
    // the registered SKUs: their catalogue data, and their stock, which is now locked
    let (catalogue, mut stock) = for_sale(tx, loja, &distinct_skus(pedido))?;
    let missing = estoque::allocate(tx, &mut stock, &numbers, pedido)?;
    let catalogue = estoque::with_centros(catalogue, &stock, numbers.pedido);
    let dependents = NewOrderRows::new(loja, &numbers, input, catalogue, &missing, now)?;
    let mut stock = stock.take_rows()?;
    let mut events = vec![(loja, events::stored(creation_event(numbers.pedido, pedido))?)];
    events.append(&mut stock.events);
    if let Some(shortfall) = estoque::shortfall(numbers.pedido, pedido, &missing) {
        events.push((loja, events::stored(shortfall)?));
    }
    let orders = vec![(loja, &dependents, row.counted_state())];
    sql::insert_dependents(tx, NewOrders { orders, stock, events })?;
    Ok(dependents.created(pedido.status, now))
}

/// Orders with the SKUs' own codes where items name the codes that channels are given in their place. Before an
/// order is compared with the stored one: it is the same by whichever code.
pub(super) fn by_own_codes<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&'a PedidoInput],
) -> Result<Vec<Cow<'a, PedidoInput>>, StoreError> {
    let named = lote.iter().flat_map(|input| &input.pedido.produtos).map(|item| item.sku.as_str());
    let own = own_codes(conn, loja, named)?;
    let by_own = |input: &'a PedidoInput| {
        if !input.pedido.produtos.iter().any(|item| own.contains_key(&item.sku)) {
            return Cow::Borrowed(input);
        }
        let mut pedido = input.pedido.clone();
        for item in &mut pedido.produtos {
            own.get(&item.sku).into_iter().for_each(|own| item.sku.clone_from(own));
        }
        Cow::Owned(PedidoInput::from(pedido))
    };
    Ok(lote.iter().copied().map(by_own).collect())
}

/// What comes of an order that exists under the same natural key, if one does.
pub(super) fn find_existing(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    input: &PedidoInput,
) -> Result<Option<CreatePedidoOutcome>, StoreError> {
    let pedido = &input.pedido;
    let existing: Option<(i64, i64)> = on!(tx, c => of_store!(pedidos, loja)
        .filter(pedidos::source_id.eq(&pedido.source_id))
        .filter(pedidos::canal_num.eq(canal_num))
        .select((pedidos::pedido_id, pedidos::impressao))
        .first(c)
        .optional())?;
    let Some((id, fingerprint)) = existing else { return Ok(None) };
    let id = PedidoId(id);
    if fingerprint == input.impressao {
        let equal = |pedido| CreatePedidoOutcome::Equal { pedido, avisos: Vec::new() };
        return Ok(find(tx, loja, id)?.map(equal));
    }
    Ok(match again(tx, loja, id, (pedido, input.impressao))? {
        Again::Same { pedido, avisos } => Some(CreatePedidoOutcome::Equal { pedido, avisos }),
        Again::Another => Some(CreatePedidoOutcome::Different(id)),
        Again::Gone => None,
    })
}

impl NewOrderRows {
    /// Builds the rows. `catalogo` has the current data of the order's registered SKUs, `missing` the units
    /// that could not be allocated.
    pub fn new(
        loja: LojaId,
        numbers: &Numbers,
        PedidoInput { pedido, content, documento, names, .. }: &PedidoInput,
        catalogo: Vec<CatalogueItem>,
        missing: &[(String, i64)],
        now: Instante,
    ) -> Result<Self, StoreError> {
        let (aplicacao_id, loja_id, pedido_id) = (loja.aplicacao.0, loja.loja, numbers.pedido.0);
        let skus = distinct_skus(pedido);
        let catalogo = registro::bounded(catalogo, pedido);
        let mut avisos = warnings(pedido, &skus, &catalogo);
        avisos.extend(missing.iter().map(|(sku, units)| Aviso::Short { sku: sku.clone(), units: *units }));
        let source = Source {
            pedido,
            pedido_id: numbers.pedido,
            catalogo: &catalogo,
            canal_num: numbers.canal,
            comprador_num: numbers.comprador,
        };
        // the part of interface B's record that never changes
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
            itens: skus
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

    /// The result for the caller, once the rows are stored.
    pub fn created(self, status: StatusPedido, now: Instante) -> CreatePedidoOutcome {
        let pedido =
            PedidoRow { pedido_id: self.pedido_id(), status, documento: self.text, alterado_em: now };
        CreatePedidoOutcome::Created { pedido, avisos: self.avisos }
    }
}

/// The event of a new order.
pub(super) fn creation_event<'a>(id: PedidoId, pedido: &'a Pedido) -> NewEvento<'a> {
    NewEvento {
        assunto: id.0,
        canal: Some(pedido.canal_id.as_str()),
        sku: None,
        change: Change::PedidoCriado { status: pedido.status, source_id: pedido.source_id.clone() },
    }
}

/// The distinct SKUs of an order, sorted.
pub(super) fn distinct_skus(pedido: &Pedido) -> Vec<&str> {
    let distinct: BTreeSet<&str> = pedido.produtos.iter().map(|item| item.sku.as_str()).collect();
    distinct.into_iter().collect()
}

/// Warnings about an order's content: unregistered SKUs, and what the order itself shows.
fn warnings(pedido: &Pedido, skus: &[&str], catalogo: &[CatalogueItem]) -> Vec<Aviso> {
    let unknown = skus.iter().filter(|sku| !catalogo.iter().any(|known| known.sku == **sku));
    let mut avisos: Vec<Aviso> = unknown.map(|sku| Aviso::SkuNotRegistered((*sku).to_owned())).collect();
    avisos.extend(pedido.notices());
    avisos
}
