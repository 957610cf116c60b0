//! The version of a store's tree on SQLite, which every change increments; PostgreSQL's half is in `tests/`.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use diesel_migrations::MigrationHarness;
use domain::values::ids::{AplicacaoId, LojaId};

use super::version;
use crate::base::{Backend, Conn};

#[test]
fn every_change_draws_a_number_that_was_never_there() {
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.batch_execute("PRAGMA foreign_keys = ON").unwrap();
    c.run_pending_migrations(migrations::SQLITE).unwrap();
    let read = |c: &mut SqliteConnection, loja| {
        version(&mut Conn::new(Backend::Sqlite(c)), LojaId { aplicacao: AplicacaoId(1), loja }).unwrap()
    };
    c.batch_execute(
        "INSERT INTO aplicacoes VALUES (1, 'a', 0, 0); \
         INSERT INTO lojas VALUES (1, 1, 0), (1, 2, 0); \
         INSERT INTO usuarios (aplicacao_id, loja_id, usuario_id, nome, email, ativo, url_integracao, \
         criado_em, alterado_em) VALUES (1, 1, 'u', '', '', 1, '', 0, 0), (1, 2, 'v', '', '', 1, '', 0, 0)",
    )
    .unwrap();
    let mut seen = HashSet::from([read(&mut c, 1)]);
    for sql in [
        "INSERT INTO categorias_loja VALUES (1, 1, 1, 0, 'a', '', 1, 0, 0, 0, 0, 0, 0, 1, '', NULL, 0)",
        "UPDATE categorias_loja SET nome = 'b'",
        "UPDATE categorias_loja SET nome = 'a'",
        "DELETE FROM categorias_loja",
        "INSERT INTO categorias_loja VALUES (1, 1, 1, 0, 'a', '', 1, 0, 0, 0, 0, 0, 0, 1, '', NULL, 0)",
        "DELETE FROM usuarios WHERE loja_id = 1; DELETE FROM lojas WHERE loja_id = 1",
    ] {
        c.batch_execute(sql).unwrap();
        assert!(seen.insert(read(&mut c, 1)), "{sql}");
    }
    assert_eq!(read(&mut c, 2), 0);
}
