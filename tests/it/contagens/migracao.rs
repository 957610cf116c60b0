//! A database from before the counters gets them when it is migrated.

use super::mundo::{Dado, Mundo, pedido};
use crate::suporte::{Banco, postgres};

/// SQLite's half is beside the code: `store::contagens`.
#[test]
fn an_existing_postgres_is_counted_by_the_migration() {
    let Some(mundo) = Mundo::novo(Banco::Postgres, 1024) else { return };
    let (loja, mut dado, mut conhecidos) = (mundo.loja, Dado(9), Vec::new());
    for _ in 0..4 {
        let lote: Vec<store::pedidos::Entrada> = (0..500).map(|_| pedido(&mut dado).into()).collect();
        super::mundo::escrever(&mundo.store, move |tx| store::pedidos::create_lote(tx, loja, &lote)).unwrap();
        mundo.mexer(&mut dado, &mut conhecidos);
    }
    mundo.dobrar();
    let escritas = mundo.conferir();
    let pasta =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/postgres/00000000000005_contagens/down.sql");
    let desfazer = std::fs::read_to_string(pasta).unwrap();
    let servidor = postgres::servidor().unwrap();
    servidor.executar(&mundo.banco.url, &desfazer);
    servidor.executar(
        &mundo.banco.url,
        "DELETE FROM __diesel_schema_migrations WHERE version = '00000000000005'",
    );
    assert_eq!(mundo.store.migrate().unwrap(), ["00000000000005"]);
    let migradas = mundo.conferir();
    assert_eq!(migradas.nivel_mais_fundo, escritas.nivel_mais_fundo);
    // and they go on from there
    for _ in 0..20 {
        mundo.mexer(&mut dado, &mut conhecidos);
    }
    mundo.dobrar();
    mundo.conferir();
}
