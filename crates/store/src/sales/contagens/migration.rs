//! Migrations count what is there already (SQLite's half; PostgreSQL's is among the integration tests).
#![allow(clippy::unwrap_used)]

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use domain::values::ids::{AplicacaoId, LojaId};

use super::check_contagens;
use crate::base::{Backend, Conn};

/// Orders spread over a year, some before 1970, and two crowds: one of a minute, one of an instant.
const PEDIDOS: &str = "
    WITH n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9000),
    d(n, data) AS (SELECT n, CASE n % 3
        WHEN 0 THEN n * 3600000000 - 7 * 86400000000
        WHEN 1 THEN 1700000000000000 + n * 6000
        ELSE 1767225600000000 END FROM n)
    INSERT INTO pedidos
    SELECT 1, 1 + n % 2, n, 1, n, n % 5, n % 7, data, CASE WHEN n % 4 > 0 THEN data + n END, data + 1, 1, '',
        0, n % 3 = 0, 0, data - n, 1700000000000000 + n FROM d";

#[test]
fn an_existing_sqlite_is_counted_by_the_migration() {
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000001_base/up.sql")).unwrap();
    // they are orders of nobody
    c.batch_execute("PRAGMA foreign_keys = OFF").unwrap();
    c.batch_execute(PEDIDOS).unwrap();
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000005_contagens/up.sql"))
        .unwrap();
    for loja in [1, 2] {
        let mut conn = Conn::new(Backend::Sqlite(&mut c));
        let checks = check_contagens(&mut conn, LojaId { aplicacao: AplicacaoId(1), loja }).unwrap();
        assert_eq!(checks.divergences, []);
        assert_eq!(checks.deepest_level, 7);
        assert!(checks.buckets > 300, "{}", checks.buckets);
    }
}

#[test]
fn going_back_from_sub_statuses_counts_statuses() {
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000001_base/up.sql")).unwrap();
    c.batch_execute("PRAGMA foreign_keys = OFF").unwrap();
    c.batch_execute(PEDIDOS).unwrap();
    // orders of every kind
    for (n, standing) in domain::pedido::Standing::all().enumerate() {
        c.batch_execute(&format!(
            "UPDATE pedidos SET status = {} WHERE pedido_id % 40 = {n}",
            standing.stored()
        ))
        .unwrap();
    }
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000005_contagens/up.sql"))
        .unwrap();
    for step in [
        include_str!("../../../../../migrations/sqlite/00000000000014_situacoes_de_itens/up.sql"),
        include_str!("../../../../../migrations/sqlite/00000000000014_situacoes_de_itens/down.sql"),
    ] {
        c.batch_execute(step).unwrap();
        for loja in [1, 2] {
            let mut conn = Conn::new(Backend::Sqlite(&mut c));
            let checks = check_contagens(&mut conn, LojaId { aplicacao: AplicacaoId(1), loja }).unwrap();
            assert_eq!(checks.divergences, []);
        }
    }
    let left = diesel::sql_query("DELETE FROM pedidos WHERE status > 99");
    assert_eq!(diesel::RunQueryDsl::execute(left, &mut c).unwrap(), 0);
}
