//! Rows as statements over lists, the same few whatever they hold, which PostgreSQL runs as one: each
//! statement is a round trip.

use domain::values::dates::Instante;

use super::reserva::ReservaRow;
use super::rows::Rows;
use crate::base::{List, OverLists, column};
use crate::ledger;

/// The statements that write rows: those that have something to write. They touch no row twice.
pub(crate) fn statements(now: Instante, rows: &Rows) -> Vec<OverLists<'_>> {
    let mut all = Vec::with_capacity(5);
    let Rows { balances, centros, reservas, over, movimentos } = rows;
    if !balances.is_empty() {
        let lists = vec![
            column(balances, |(loja, _)| loja.aplicacao.0),
            column(balances, |(loja, _)| loja.loja),
            column(balances, |(_, row)| row.sku_num),
            column(balances, |(_, row)| row.estoque),
            column(balances, |(_, row)| row.reservado),
            column(balances, |(_, row)| row.movimentos),
            column(balances, |(_, row)| row.controle),
            column(balances, |(_, row)| row.centros),
            column(balances, |_| now.micros()),
        ];
        all.push(OverLists { text: BALANCES, lists });
    }
    if !centros.is_empty() {
        let lists = vec![
            column(centros, |(loja, ..)| loja.aplicacao.0),
            column(centros, |(loja, ..)| loja.loja),
            column(centros, |(_, _, row)| row.sku_num),
            column(centros, |(_, centro, _)| *centro),
            column(centros, |(_, _, row)| row.estoque),
            column(centros, |(_, _, row)| row.reservado),
            column(centros, |(_, _, row)| row.movimentos),
        ];
        all.push(OverLists { text: CENTROS, lists });
    }
    if !reservas.is_empty() {
        all.push(OverLists { text: RESERVAS, lists: held(reservas) });
    }
    if !over.is_empty() {
        let lists = vec![
            column(over, |(loja, _)| loja.aplicacao.0),
            column(over, |(loja, _)| loja.loja),
            column(over, |(_, key)| key.sku_num),
            column(over, |(_, key)| key.pedido_id),
            column(over, |(_, key)| key.centro_num),
        ];
        all.push(OverLists { text: OVER, lists });
    }
    if !movimentos.is_empty() {
        all.push(ledger::enter_together(movimentos));
    }
    all
}

fn held(rows: &[ReservaRow]) -> Vec<List<'_>> {
    vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.sku_num),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.centro_num),
        column(rows, |row| row.linhas.as_deref()),
        column(rows, |row| row.reservada),
        column(rows, |row| row.baixada),
        column(rows, |row| row.falta),
        column(rows, |row| row.assumida_em),
        column(rows, |row| row.encerrada),
    ]
}

const BALANCES: &str = "UPDATE skus s SET estoque = n.estoque, reservado = n.reservado, \
     movimentos = n.movimentos, controle = n.controle, centros = n.centros, alterado_em = n.alterado_em \
     FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) AS n (aplicacao_id, loja_id, sku_num, estoque, reservado, \
     movimentos, controle, centros, alterado_em) \
     WHERE s.aplicacao_id = n.aplicacao_id AND s.loja_id = n.loja_id AND s.sku_num = n.sku_num";

const CENTROS: &str = "INSERT INTO estoque_centros (aplicacao_id, loja_id, sku_num, centro_num, estoque, \
     reservado, movimentos) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, sku_num, centro_num) DO UPDATE SET \
     estoque = excluded.estoque, reservado = excluded.reservado, movimentos = excluded.movimentos";

const RESERVAS: &str = "INSERT INTO estoque_reservas (aplicacao_id, loja_id, sku_num, pedido_id, \
     centro_num, linhas, reservada, baixada, falta, assumida_em, encerrada) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, pedido_id, sku_num, centro_num) DO UPDATE SET \
     linhas = excluded.linhas, reservada = excluded.reservada, baixada = excluded.baixada, \
     falta = excluded.falta, assumida_em = excluded.assumida_em, encerrada = excluded.encerrada";

const OVER: &str = "DELETE FROM estoque_reservas r USING unnest(?, ?, ?, ?, ?) \
     AS n (aplicacao_id, loja_id, sku_num, pedido_id, centro_num) \
     WHERE r.aplicacao_id = n.aplicacao_id AND r.loja_id = n.loja_id AND r.sku_num = n.sku_num \
     AND r.pedido_id = n.pedido_id AND r.centro_num = n.centro_num";
