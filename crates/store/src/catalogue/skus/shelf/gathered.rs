//! Rows as statements over lists, the same few whatever they hold, which PostgreSQL runs as one: each
//! statement is a round trip.

use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::reserva::MovimentoRow;
use super::rows::Rows;
use crate::catalogue::skus::postgres::{List, OverLists, column};

/// The statements that write rows: those that have something to write. They touch no row twice.
pub(crate) fn statements<'a>(loja: LojaId, now: Instante, rows: &'a Rows) -> Vec<OverLists<'a>> {
    let tenant = || [List::Tenant(loja.aplicacao.0), List::Tenant(loja.loja)];
    let mut all = Vec::with_capacity(4);
    let Rows { balances, centros, reservas, over, movimentos } = rows;
    if !balances.is_empty() {
        let lists = [
            column(balances, |row| row.sku_num),
            column(balances, |row| row.estoque),
            column(balances, |row| row.reservado),
            column(balances, |row| row.movimentos),
            column(balances, |row| row.controle),
            column(balances, |row| row.centros),
            column(balances, |_| now.micros()),
        ];
        all.push(OverLists { text: BALANCES, lists: lists.into_iter().chain(tenant()).collect() });
    }
    if !centros.is_empty() {
        let lists = [
            column(centros, |(_, row)| row.sku_num),
            column(centros, |(centro, _)| *centro),
            column(centros, |(_, row)| row.estoque),
            column(centros, |(_, row)| row.reservado),
            column(centros, |(_, row)| row.movimentos),
        ];
        all.push(OverLists { text: CENTROS, lists: lists.into_iter().chain(tenant()).collect() });
    }
    if !reservas.is_empty() {
        let lists = [
            column(reservas, |row| row.sku_num),
            column(reservas, |row| row.pedido_id),
            column(reservas, |row| row.centro_num),
            column(reservas, |row| row.linhas.as_deref()),
            column(reservas, |row| row.reservada),
            column(reservas, |row| row.baixada),
            column(reservas, |row| row.falta),
            column(reservas, |row| row.assumida_em),
            column(reservas, |row| row.encerrada),
        ];
        all.push(OverLists { text: RESERVAS, lists: lists.into_iter().chain(tenant()).collect() });
    }
    if !over.is_empty() {
        let lists = [
            column(over, |key| key.sku_num),
            column(over, |key| key.pedido_id),
            column(over, |key| key.centro_num),
        ];
        all.push(OverLists { text: OVER, lists: lists.into_iter().chain(tenant()).collect() });
    }
    if !movimentos.is_empty() {
        all.push(OverLists {
            text: MOVIMENTOS,
            lists: ledger(movimentos).into_iter().chain(tenant()).collect(),
        });
    }
    all
}

fn ledger(rows: &[MovimentoRow]) -> [List<'_>; 10] {
    [
        column(rows, |row| row.sku_num),
        column(rows, |row| row.centro_num),
        column(rows, |row| row.seq),
        column(rows, |row| row.data),
        column(rows, |row| row.causa),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.estoque),
        column(rows, |row| row.estoque_variacao),
        column(rows, |row| row.reservado),
        column(rows, |row| row.reservado_variacao),
    ]
}

const BALANCES: &str = "UPDATE skus s SET estoque = n.estoque, reservado = n.reservado, \
     movimentos = n.movimentos, controle = n.controle, centros = n.centros, alterado_em = n.alterado_em \
     FROM unnest(?, ?, ?, ?, ?, ?, ?) \
     AS n (sku_num, estoque, reservado, movimentos, controle, centros, alterado_em) \
     WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num";

const CENTROS: &str = "INSERT INTO estoque_centros (sku_num, centro_num, estoque, reservado, movimentos, \
     aplicacao_id, loja_id) \
     SELECT n.*, t.* FROM unnest(?, ?, ?, ?, ?) AS n, \
     (SELECT CAST(? AS INTEGER), CAST(? AS INTEGER)) AS t \
     ON CONFLICT (aplicacao_id, loja_id, sku_num, centro_num) DO UPDATE SET \
     estoque = excluded.estoque, reservado = excluded.reservado, movimentos = excluded.movimentos";

const RESERVAS: &str = "INSERT INTO estoque_reservas (sku_num, pedido_id, centro_num, linhas, \
     reservada, baixada, falta, assumida_em, encerrada, aplicacao_id, loja_id) \
     SELECT n.*, t.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) AS n, \
     (SELECT CAST(? AS INTEGER), CAST(? AS INTEGER)) AS t \
     ON CONFLICT (aplicacao_id, loja_id, pedido_id, sku_num, centro_num) DO UPDATE SET \
     linhas = excluded.linhas, reservada = excluded.reservada, baixada = excluded.baixada, \
     falta = excluded.falta, assumida_em = excluded.assumida_em, encerrada = excluded.encerrada";

const OVER: &str = "DELETE FROM estoque_reservas r USING unnest(?, ?, ?) \
     AS n (sku_num, pedido_id, centro_num) \
     WHERE r.aplicacao_id = ? AND r.loja_id = ? AND r.sku_num = n.sku_num AND r.pedido_id = n.pedido_id \
     AND r.centro_num = n.centro_num";

const MOVIMENTOS: &str = "INSERT INTO estoque_movimentos (sku_num, centro_num, seq, data, causa, pedido_id, \
     estoque, estoque_variacao, reservado, reservado_variacao, aplicacao_id, loja_id) \
     SELECT n.*, t.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS n, \
     (SELECT CAST(? AS INTEGER), CAST(? AS INTEGER)) AS t";
