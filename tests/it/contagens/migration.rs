//! A database from before the counters gets them when it is migrated.

use super::world::{Dice, World, pedido};
use crate::support::{Database, postgres};

/// SQLite's half is beside the code: `store::contagens`.
#[test]
fn an_existing_postgres_is_counted_by_the_migration() {
    let Some(world) = World::new(Database::Postgres, 1024) else { return };
    let (loja, mut dice, mut known) = (world.loja, Dice(9), Vec::new());
    for _ in 0..4 {
        let lote: Vec<store::pedidos::PedidoInput> = (0..500).map(|_| pedido(&mut dice).into()).collect();
        super::world::write(&world.store, move |tx| store::pedidos::create_lote(tx, loja, &lote)).unwrap();
        world.touch(&mut dice, &mut known);
    }
    world.fold();
    let writes = world.check();
    let folder =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations/postgres/00000000000005_contagens/down.sql");
    let undo = std::fs::read_to_string(folder).unwrap();
    let server = postgres::server().unwrap();
    server.execute(&world.database.url, &undo);
    server.execute(
        &world.database.url,
        "DELETE FROM __diesel_schema_migrations WHERE version = '00000000000005'",
    );
    assert_eq!(world.store.migrate().unwrap(), ["00000000000005"]);
    let migrated = world.check();
    assert_eq!(migrated.deepest_level, writes.deepest_level);
    // and they go on from there
    for _ in 0..20 {
        world.touch(&mut dice, &mut known);
    }
    world.fold();
    world.check();
}

/// SQLite's half is beside the code, too.
#[test]
fn going_back_from_sub_statuses_counts_statuses_on_postgres() {
    let Some(world) = World::new(Database::Postgres, 8) else { return };
    let (mut dice, mut known) = (Dice(14), Vec::new());
    for _ in 0..200 {
        world.touch(&mut dice, &mut known);
    }
    let folder = "/../migrations/postgres/00000000000014_situacoes_de_itens/down.sql";
    let undo = std::fs::read_to_string(format!("{}{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let server = postgres::server().unwrap();
    server.execute(&world.database.url, &undo);
    world.check();
    server.execute(
        &world.database.url,
        "DELETE FROM __diesel_schema_migrations WHERE version = '00000000000014'",
    );
    assert_eq!(world.store.migrate().unwrap(), ["00000000000014"]);
    world.check();
    for _ in 0..20 {
        world.touch(&mut dice, &mut known);
    }
    world.fold();
    world.check();
}
