//! Buyers on PostgreSQL, where each statement is a round trip.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::values::ids::LojaId;

use crate::base::{BindValue, OverLists, Statement, StoreError, column};
use crate::orders::compradores::row::{CompradorKey, CompradorRow};

/// Finds the buyer or makes a new one, and draws the order's number, in one round trip.
pub(super) fn buyer_and_order(
    c: &mut PgConnection,
    loja: LojaId,
    key: Option<&CompradorKey>,
) -> Result<Option<(i64, i64)>, StoreError> {
    let Some(key) = key else {
        let numbers: Statement<'_, (BigInt, BigInt), 0> =
            Statement::new("SELECT nextval('seq_compradores'), nextval('seq_pedidos')", []);
        return Ok(Some(numbers.get_result(c)?));
    };
    let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    let (aplicacao, of_loja) = (BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja));
    let key = BindValue::Str(&key);
    // again when another transaction made the same buyer while the first try looked: it has committed by now
    for _ in 0..2 {
        let numbers: Statement<'_, (BigInt, BigInt), 9> = Statement::new(
            "WITH novo AS (INSERT INTO compradores (aplicacao_id, loja_id, chave, comprador_num) \
             SELECT ?, ?, decode(?, 'hex'), nextval('seq_compradores') WHERE NOT EXISTS (SELECT FROM compradores \
             WHERE aplicacao_id = ? AND loja_id = ? AND chave = decode(?, 'hex')) \
             ON CONFLICT DO NOTHING RETURNING comprador_num), \
             achado AS (SELECT comprador_num FROM novo UNION ALL SELECT comprador_num FROM compradores \
             WHERE aplicacao_id = ? AND loja_id = ? AND chave = decode(?, 'hex')) \
             SELECT comprador_num, nextval('seq_pedidos') FROM achado",
            [aplicacao, of_loja, key, aplicacao, of_loja, key, aplicacao, of_loja, key],
        );
        if let Some(numbers) = numbers.get_result(c).optional()? {
            return Ok(Some(numbers));
        }
    }
    Err(StoreError::Concurrency("a buyer vanished".to_owned()))
}

const INSERT: &str = "INSERT INTO compradores (aplicacao_id, loja_id, chave, comprador_num) \
     SELECT * FROM unnest(?, ?, ?, ?) ON CONFLICT DO NOTHING";

/// Together. Always in one order: two batches with the same new buyers wait for each other instead of holding
/// each other up.
pub(super) fn insert(c: &mut PgConnection, rows: &[CompradorRow<'_>]) -> Result<(), StoreError> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.chave),
        column(rows, |row| row.comprador_num),
    ];
    OverLists { text: INSERT, lists }.execute(c)?;
    Ok(())
}
