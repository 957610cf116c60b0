//! Statements on buyers where the databases differ: on PostgreSQL each one is a round trip.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::values::ids::LojaId;

use crate::base::schema::compradores;
use crate::base::{Backend, BindValue, OverLists, Statement, StoreError, Tx, column};

/// Key of a buyer: half of a SHA-256.
pub(in crate::orders) type CompradorKey = Vec<u8>;

/// A row of `compradores`.
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = compradores)]
pub(super) struct CompradorRow<'a> {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub chave: &'a [u8],
    pub comprador_num: i64,
}

/// On PostgreSQL finds or inserts the buyer and draws the order's number, in one round trip. On SQLite separate
/// statements cost none: returns `None`.
pub(super) fn buyer_and_order(
    tx: &mut Tx<'_>,
    loja: LojaId,
    key: Option<&CompradorKey>,
) -> Result<Option<(i64, i64)>, StoreError> {
    let Backend::Postgres(c) = tx.either() else { return Ok(None) };
    let Some(key) = key else {
        let numbers: Statement<'_, (BigInt, BigInt), 0> =
            Statement::new("SELECT nextval('seq_compradores'), nextval('seq_pedidos')", []);
        return Ok(Some(numbers.get_result(*c)?));
    };
    let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
    let (aplicacao, of_loja) = (BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja));
    let key = BindValue::Str(&key);
    // twice: another transaction may insert the same buyer during the first try; it has committed after that
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
        if let Some(numbers) = numbers.get_result(*c).optional()? {
            return Ok(Some(numbers));
        }
    }
    Err(StoreError::Concurrency("a buyer vanished".to_owned()))
}

const INSERT: &str = "INSERT INTO compradores (aplicacao_id, loja_id, chave, comprador_num) \
     SELECT * FROM unnest(?, ?, ?, ?) ON CONFLICT DO NOTHING";

/// Inserts buyers; existing ones stay. The rows are sorted by key: two batches with the same new buyers cannot
/// deadlock.
pub(super) fn insert(tx: &mut Tx<'_>, rows: &[CompradorRow<'_>]) -> Result<(), StoreError> {
    match tx.either() {
        Backend::Sqlite(c) => {
            for row in rows {
                diesel::insert_into(compradores::table).values(row).on_conflict_do_nothing().execute(*c)?;
            }
        }
        Backend::Postgres(c) => {
            let lists = vec![
                column(rows, |row| row.aplicacao_id),
                column(rows, |row| row.loja_id),
                column(rows, |row| row.chave),
                column(rows, |row| row.comprador_num),
            ];
            OverLists { text: INSERT, lists }.execute(*c)?;
        }
    }
    Ok(())
}
