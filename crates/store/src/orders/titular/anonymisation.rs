//! Anonymisation of orders: removes the data of the buyer and keeps the rest.

use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use domain::evento::{Change, Detalhe};
use domain::interface_b::registro::{self, CatalogueItem, Observacao, Source};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{ANONYMISED_AVISO, Content, NotaFiscal, Pedido, Rastreio, SubSituacao};
use domain::titular::Titular;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::{canais, pedido_documentos, pedido_registros, pedidos};
use crate::base::sequences::{Sequence, next_many};
use crate::base::stored;
use crate::base::{
    Conn, CountedState, Packed, StoreError, Tx, from_json, load_by_key, of_store, on, to_json,
};
use crate::events::{self, NewEvento};
use crate::orders::buyers::numbers;
use crate::orders::counts;
use crate::orders::history::{Detalhes, LineDetails, Progress};
use crate::orders::order::with_document;
use crate::orders::records::stored::with_record;
use crate::orders::rows::PedidoColumns;
use crate::orders::sql;
use crate::orders::text_search::forget_names;

/// Anonymises orders of a store, those that still name the person; returns how many. Copies elsewhere (stored
/// responses of repeated requests, replies to deliveries) have to be deleted first: afterwards nothing tells whose
/// they are.
///
/// Each order gets a new buyer's number, like an order without document and e-mail, and a new `alterado_em`, which
/// makes cached records of it outdated on all servers.
pub fn anonymise(
    tx: &mut Tx<'_>,
    loja: LojaId,
    titular: &Titular,
    ids: &[PedidoId],
    whole_buyers: &HashSet<i64>,
) -> Result<usize, StoreError> {
    let ids: BTreeSet<i64> = ids.iter().map(|id| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    sql::lock(tx, loja, &ids)?;
    let mut orders = orders(tx, loja, &ids)?;
    orders.retain(|order| titular.is(&order.pedido.usuario));
    let new_numbers = next_many(tx, Sequence::Compradores, orders.len())?;
    let channels = channels(tx, loja, &orders)?;
    let mut last = Instante::now();
    let mut events = Vec::with_capacity(orders.len());
    let count = orders.len();
    for (order, number) in orders.into_iter().zip(new_numbers) {
        if whole_buyers.contains(&order.row.comprador_num) {
            numbers::forget(tx, loja, &order.pedido.usuario, order.row.comprador_num)?;
        }
        let now = Instante::now_after(Instante::from_micros(order.row.alterado_em));
        last = last.max(now);
        let (id, canal_num) = (PedidoId(order.row.pedido_id), order.row.canal_num);
        let status = stored::standing(order.row.status)?.status;
        events.push((id, canal_num, Change::PedidoDetalhe { status, detalhes: vec![Detalhe::Anonimizacao] }));
        write(tx, loja, order, number, now)?;
    }
    let events = events.into_iter().map(|(id, canal_num, change)| NewEvento {
        assunto: id.0,
        canal: channels.get(&canal_num).map(String::as_str),
        sku: None,
        change,
    });
    events::record(tx, loja, last, events)?;
    Ok(count)
}

/// Deletes the person's numbers that no order refers to; returns how many were deleted.
pub fn forget_numbers(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<usize, StoreError> {
    numbers::forget_titular(tx, aplicacao, titular)
}

/// The parts of an order that may have data of its buyer.
struct Order {
    row: PedidoColumns,
    pedido: Pedido,
    progress: Progress,
    catalogo: Vec<CatalogueItem>,
    observacoes: Option<Vec<Observacao>>,
}

type Texts = (PedidoColumns, Packed, Packed, Packed, Option<String>);

fn orders(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<Vec<Order>, StoreError> {
    let found: Vec<Texts> =
        load_by_key!(conn, pedidos::pedido_id, ids, |of_them| with_record!(with_document!())
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((
                PedidoColumns::as_select(),
                pedido_documentos::documento,
                pedido_documentos::andamento,
                pedido_registros::catalogo,
                pedido_registros::observacoes,
            )));
    let read = |(row, documento, andamento, catalogo, observacoes): Texts| {
        let observacoes =
            observacoes.map(|text| from_json("pedido_registros.observacoes", &text)).transpose()?;
        Ok(Order {
            pedido: documento.read_document(PedidoId(row.pedido_id))?,
            progress: Progress::read(&andamento)?,
            row,
            catalogo: catalogo.read("pedido_registros.catalogo")?,
            observacoes,
        })
    };
    found.into_iter().map(read).collect()
}

impl Detalhes {
    fn anonymised(self) -> Self {
        Self {
            nota_fiscal: self.nota_fiscal.map(NotaFiscal::anonymised),
            rastreio: self.rastreio.map(Rastreio::anonymised),
        }
    }
}

/// The `canalId` of each channel of the orders, for events.
fn channels(conn: &mut Conn<'_>, loja: LojaId, orders: &[Order]) -> Result<HashMap<i32, String>, StoreError> {
    let numbers: BTreeSet<i32> = orders.iter().map(|order| order.row.canal_num).collect();
    let found: Vec<(i32, String)> = on!(conn, c => of_store!(canais, loja)
        .filter(canais::canal_num.eq_any(numbers))
        .select((canais::canal_num, canais::canal_id))
        .load(c))?;
    Ok(found.into_iter().collect())
}

fn write(tx: &mut Tx<'_>, loja: LojaId, order: Order, number: i64, now: Instante) -> Result<(), StoreError> {
    let Order { row, pedido, progress, catalogo, observacoes } = order;
    let id = PedidoId(row.pedido_id);
    forget_names(tx, loja, id, &pedido.usuario.name_words())?;
    let pedido = pedido.anonymised();
    let source = Source {
        pedido: &pedido,
        pedido_id: id,
        catalogo: &catalogo,
        canal_num: row.canal_num,
        comprador_num: number,
    };
    let stable = registro::stable(&source).map_err(|e| StoreError::Internal(e.to_string()))?;
    let observacoes = observacoes.map(|all| all.into_iter().map(Observacao::anonymised).collect::<Vec<_>>());
    let observacoes = observacoes.as_ref().map(to_json).transpose()?;
    let stable = Packed::new(&stable);
    let documento = Packed::document(&Content::of(&pedido));
    let andamento = anonymised(progress, &row, now)?.packed()?;
    on!(tx, c => {
        diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set((
                pedidos::comprador_num.eq(number),
                pedidos::email.eq(""),
                pedidos::empresa.eq(None::<numbers::CompradorKey>),
                pedidos::alterado_em.eq(now.micros()),
            ))
            .execute(c)?;
        diesel::update(of_store!(pedido_documentos, loja)
            .filter(pedido_documentos::pedido_id.eq(id.0)))
            .set((
                pedido_documentos::documento.eq(documento),
                pedido_documentos::andamento.eq(andamento),
            ))
            .execute(c)?;
        diesel::update(of_store!(pedido_registros, loja)
            .filter(pedido_registros::pedido_id.eq(id.0)))
            .set((
                pedido_registros::registro.eq(stable),
                pedido_registros::registro_versao.eq(registro::VERSION),
                pedido_registros::observacoes.eq(observacoes),
            ))
            .execute(c)?;
    });
    let before = row.counted_state();
    let after = CountedState { alterado_em: now.micros(), ..before };
    counts::changed(tx, loja, id, Some(before), Some(after));
    Ok(())
}

/// Removes free texts, and adds an entry about the anonymisation to the history.
fn anonymised(progress: Progress, row: &PedidoColumns, now: Instante) -> Result<Progress, StoreError> {
    let Progress { detalhes, itens, historico } = progress;
    let standing = stored::standing(row.status)?;
    let entry = RegistroHistorico {
        status: standing.status,
        data: now.truncated(),
        registrado_em: now,
        pulados: Vec::new(),
        motivo: String::new(),
        nota_fiscal: None,
        rastreio: None,
        avisos: vec![ANONYMISED_AVISO.to_owned()],
        situacao_pedido_id: standing.sub.map(SubSituacao::code),
        itens: Vec::new(),
    };
    let anonymous = historico.into_iter().map(|entry| entry.anonymised());
    let lines: LineDetails = itens.into_iter().map(|(index, own)| (index, own.anonymised())).collect();
    let historico = anonymous.chain(std::iter::once(entry)).collect();
    Ok(Progress { detalhes: detalhes.anonymised(), itens: lines, historico })
}
