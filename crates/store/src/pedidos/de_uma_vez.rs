//! A new order on PostgreSQL: all that hangs on its row, and what tells of it, in one trip.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Integer, Text};

use super::partes::Partes;
use crate::base::StoreError;
use crate::base::schema::{
    contagem_mudancas, eventos_novos, pedido_documentos, pedido_historico, pedido_registros,
};
use crate::contagens::Pendente;
use crate::eventos::Unplaced;

/// Stores what belongs to an order whose row this transaction has inserted. The statement's text is always the same,
/// so that it is prepared once.
pub(super) fn gravar(
    c: &mut PgConnection,
    partes: &Partes,
    pendente: &Pendente,
    evento: &Unplaced<'_>,
) -> Result<(), StoreError> {
    let documento = diesel::insert_into(pedido_documentos::table).values(&partes.documento);
    let registro = diesel::insert_into(pedido_registros::table).values(&partes.registro);
    let historico = diesel::insert_into(pedido_historico::table).values(&partes.historico);
    let itens = Itens::de(partes);
    let pendente = diesel::insert_into(contagem_mudancas::table).values(pendente);
    let evento = diesel::insert_into(eventos_novos::table).values(evento);
    Juntos([&documento, &registro, &historico, &itens, &pendente, &evento]).execute(c)?;
    Ok(())
}

/// Statements that are sent as one: all but the last stand in its WITH. None of them sees what another writes; what
/// refers to a row is checked when all are done.
struct Juntos<'a, const N: usize>([&'a dyn QueryFragment<Pg>; N]);

impl<const N: usize> QueryFragment<Pg> for Juntos<'_, N> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Some((ultimo, outros)) = self.0.split_last() else { return Ok(()) };
        for (n, comando) in outros.iter().enumerate() {
            out.push_sql(if n == 0 { "WITH " } else { ", " });
            out.push_identifier(&format!("c{n}"))?;
            out.push_sql(" AS (");
            comando.walk_ast(out.reborrow())?;
            out.push_sql(") ");
        }
        ultimo.walk_ast(out.reborrow())
    }
}

impl<const N: usize> QueryId for Juntos<'_, N> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Conn, const N: usize> RunQueryDsl<Conn> for Juntos<'_, N> {}

/// The SKUs of an order, however many.
struct Itens<'a> {
    aplicacao_id: i32,
    loja_id: i32,
    pedido_id: i64,
    skus: Vec<&'a str>,
}

impl<'a> Itens<'a> {
    fn de(partes: &'a Partes) -> Self {
        Self {
            aplicacao_id: partes.documento.aplicacao_id,
            loja_id: partes.documento.loja_id,
            pedido_id: partes.documento.pedido_id,
            skus: partes.itens.iter().map(|item| item.sku.as_str()).collect(),
        }
    }
}

impl QueryFragment<Pg> for Itens<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO pedido_itens (aplicacao_id, loja_id, sku, pedido_id) SELECT ");
        out.push_bind_param::<Integer, _>(&self.aplicacao_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Integer, _>(&self.loja_id)?;
        out.push_sql(", sku, ");
        out.push_bind_param::<BigInt, _>(&self.pedido_id)?;
        out.push_sql(" FROM unnest(");
        out.push_bind_param::<Array<Text>, _>(&self.skus)?;
        out.push_sql(") AS sku");
        Ok(())
    }
}
