//! Orders lose their buyer, and stay what they are otherwise.

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
use crate::base::{Conn, CountedState, Packed, StoreError, Tx, from_json, load_by_key, on, to_json};
use crate::events::{self, NewEvento};
use crate::orders::details::{Detalhes, LineDetails};
use crate::orders::names;
use crate::orders::order::with_document;
use crate::orders::progress::Progress;
use crate::orders::records::record_row::with_record;
use crate::orders::rows::PedidoColumns;
use crate::orders::statements;
use crate::orders::{compradores, counts};

/// Takes the buyer out of some orders of a store, those that are still the person's; answers how many. What
/// is stored elsewhere of them (answers to repeated requests, replies to deliveries) has to go first:
/// afterwards nothing says whose they were.
///
/// An order gets a buyer's number of its own, as one has that came in without document and e-mail, and a new
/// `alterado_em`, by which every server knows that what it holds in memory is old.
pub fn anonymise(
    tx: &mut Tx<'_>,
    loja: LojaId,
    titular: &Titular,
    ids: &[PedidoId],
    whole_buyers: &HashSet<i64>,
) -> Result<usize, StoreError> {
    let ids: BTreeSet<i64> = ids.iter().map(|id| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    statements::lock(tx, loja, &ids)?;
    let mut orders = orders(tx, loja, &ids)?;
    orders.retain(|order| titular.is(&order.pedido.usuario));
    let numbers = next_many(tx, Sequence::Compradores, orders.len())?;
    let channels = channels(tx, loja, &orders)?;
    let mut last = Instante::now();
    let mut told = Vec::with_capacity(orders.len());
    let count = orders.len();
    for (order, number) in orders.into_iter().zip(numbers) {
        if whole_buyers.contains(&order.row.comprador_num) {
            compradores::forget(tx, loja, &order.pedido.usuario, order.row.comprador_num)?;
        }
        let now = Instante::now_after(Instante::from_micros(order.row.alterado_em));
        last = last.max(now);
        let (id, canal_num) = (PedidoId(order.row.pedido_id), order.row.canal_num);
        let status = stored::standing(order.row.status)?.status;
        told.push((id, canal_num, Change::PedidoDetalhe { status, detalhes: vec![Detalhe::Anonimizacao] }));
        write(tx, loja, order, number, now)?;
    }
    let events = told.into_iter().map(|(id, canal_num, change)| NewEvento {
        assunto: id.0,
        canal: channels.get(&canal_num).map(String::as_str),
        sku: None,
        change,
    });
    events::record(tx, loja, last, events)?;
    Ok(count)
}

/// Forgets the person's own numbers, once no order has them any more; answers how many.
pub fn forget_numbers(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    titular: &Titular,
) -> Result<usize, StoreError> {
    compradores::forget_titular(tx, aplicacao, titular)
}

/// All of an order that holds anything of its buyer.
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

/// The callers' identifiers of the orders' channels, for events.
fn channels(conn: &mut Conn<'_>, loja: LojaId, orders: &[Order]) -> Result<HashMap<i32, String>, StoreError> {
    let numbers: BTreeSet<i32> = orders.iter().map(|order| order.row.canal_num).collect();
    let found: Vec<(i32, String)> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_num.eq_any(numbers))
        .select((canais::canal_num, canais::canal_id))
        .load(c))?;
    Ok(found.into_iter().collect())
}

fn write(tx: &mut Tx<'_>, loja: LojaId, order: Order, number: i64, now: Instante) -> Result<(), StoreError> {
    let Order { row, pedido, progress, catalogo, observacoes } = order;
    let id = PedidoId(row.pedido_id);
    names::forget(tx, loja, id, &pedido.usuario.name_words())?;
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
                pedidos::empresa.eq(None::<compradores::CompradorKey>),
                pedidos::alterado_em.eq(now.micros()),
            ))
            .execute(c)?;
        diesel::update(pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_documentos::loja_id.eq(loja.loja))
            .filter(pedido_documentos::pedido_id.eq(id.0)))
            .set((
                pedido_documentos::documento.eq(documento),
                pedido_documentos::andamento.eq(andamento),
            ))
            .execute(c)?;
        diesel::update(pedido_registros::table
            .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_registros::loja_id.eq(loja.loja))
            .filter(pedido_registros::pedido_id.eq(id.0)))
            .set((
                pedido_registros::registro.eq(stable),
                pedido_registros::registro_versao.eq(registro::VERSION),
                pedido_registros::observacoes.eq(observacoes),
            ))
            .execute(c)?;
    });
    let before = row.state();
    let after = CountedState { alterado_em: now.micros(), ..before };
    counts::changed(tx, loja, id, Some(before), Some(after));
    Ok(())
}

/// Without what was written into it; that it went is noted in its history.
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
