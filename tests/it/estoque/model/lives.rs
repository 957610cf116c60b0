//! How long stores live: a few hundred steps with the suite, many when asked.

use super::world::World;
use crate::counts::world::Dice;
use crate::support::Database;

/// Steps that one store lives through, so that its orders do not pile up.
const LIFE: u64 = 400;

/// So many steps, with a store of its own for each seed.
fn live(database: Database, seeds: impl IntoIterator<Item = u64>, steps: u64) {
    let Some(mut world) = World::new(database) else { return };
    for seed in seeds {
        world.new_store(seed);
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for step in 1..=steps {
            world.step(&mut dice);
            if step % 8 == 0 || step == steps {
                world.compare();
            }
        }
    }
}

/// `ENTREPOSTO_MODEL_STEPS` of them, beginning with the seed `ENTREPOSTO_MODEL_SEED`.
fn live_long(database: Database) {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |n| n.parse().unwrap());
    let (steps, seed) = (number("ENTREPOSTO_MODEL_STEPS", 100_000), number("ENTREPOSTO_MODEL_SEED", 1000));
    live(database, seed..seed + steps.div_ceil(LIFE), LIFE);
}

#[test]
fn a_few_hundred_steps_sqlite() {
    live(Database::Sqlite, 1..=4, 150);
}

#[test]
fn a_few_hundred_steps_postgres() {
    live(Database::Postgres, 5..=7, 100);
}

#[test]
#[ignore = "takes long; run it by hand after a change of what orders do to the stock"]
fn many_steps_sqlite() {
    live_long(Database::Sqlite);
}

#[test]
#[ignore = "takes long; run it by hand after a change of what orders do to the stock"]
fn many_steps_postgres() {
    live_long(Database::Postgres);
}
