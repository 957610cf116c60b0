//! Nothing waits for ever at the database, and nobody waits for what another holds.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use actix_web::rt::task::JoinHandle;
use db::diesel::{self, RunQueryDsl};
use db::{Config, Database as Ground, DbError, NoUnit, Tenant, on};
use futures_util::future::{join, join_all};
use serde_json::json;

use crate::concurrency::with_patience;
use crate::support::stranger::Stranger;
use crate::support::wait::{gate, meanwhile, until, wait_until};
use crate::support::{Database, TestApp, TestDatabase, run};

/// A database whose calls wait longer than a busy machine keeps them waiting.
fn ground(database: &TestDatabase, change: impl FnOnce(Config) -> Config) -> Ground<NoUnit> {
    let config = Config { wait: Duration::from_secs(30), ..Config::new(database.url.as_str()) };
    Ground::open(&change(config), Arc::default()).unwrap()
}

async fn a_held_row(app: TestApp) {
    app.loja_with_skus("loja-1", &["PRESO"]).await;
    let store = app.b_as(app.loja("loja-1"));
    let mut stranger = Stranger::holds(&app.database.url, "skus WHERE sku = 'PRESO'");
    let change = async || app.a.put("/sku/PRESO/Estoque?usuarioId=loja-1", &json!({ "estoque": 3 })).await;
    let others_are_served = Cell::new(false);
    let stuck = async |_| {
        // refused although the row is never given back; whoever is refused asks again
        while !others_are_served.get() {
            let refused = change().await.with_status(503);
            assert!(!refused.header("retry-after").is_empty());
        }
    };
    let others = async {
        stranger.is_waited_for(1).await;
        for _ in 0..20 {
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
            store.get("/categorias").await.with_status(200);
        }
        app.admin.get("/ready").await.with_status(200);
        others_are_served.set(true);
    };
    join(join_all((0..12).map(stuck)), others).await;
    stranger.leaves();
    change().await.with_status(200);
}

#[test]
fn a_row_that_a_stranger_holds_is_waited_for_for_a_moment() {
    run(Database::Postgres, a_held_row);
}

#[test]
fn a_transaction_that_does_nothing_is_ended_so_that_others_go_on() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let frozen = ground(&database, |config| config);
    frozen
        .write_blocking(|mut backend, _| -> Result<(), DbError> {
            on!(backend, c => {
                diesel::sql_query("CREATE TABLE held (n INTEGER NOT NULL)").execute(c)?;
                diesel::sql_query("INSERT INTO held VALUES (1)").execute(c)?;
            });
            Ok(())
        })
        .unwrap();
    let ((began, begun), (open, mut wait)) = (channel(), gate::<DbError>());
    let other = ground(&database, |config| config);
    let frozen = thread::spawn(move || {
        frozen.write_blocking(move |mut backend, _| -> Result<(), DbError> {
            on!(backend, c => diesel::sql_query("UPDATE held SET n = 2").execute(c))?;
            began.send(()).unwrap();
            wait()?;
            on!(backend, c => diesel::sql_query("UPDATE held SET n = 3").execute(c))?;
            Ok(())
        })
    });
    begun.recv().unwrap();
    wait_until("the others go on", || {
        let answer = other.write_blocking(|mut backend, _| -> Result<(), DbError> {
            on!(backend, c => diesel::sql_query("UPDATE held SET n = 4").execute(c))?;
            Ok(())
        });
        assert!(matches!(answer, Ok(()) | Err(DbError::TooSlow(_))), "{answer:?}");
        answer.is_ok()
    });
    drop(open);
    assert!(matches!(frozen.join().unwrap(), Err(DbError::Unavailable(_))));
}

#[test]
fn a_statement_that_takes_too_long_is_cancelled() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let ground =
        ground(&database, |config| Config { statement_timeout: Some(Duration::from_secs(1)), ..config });
    let slow = ground.read_blocking(|mut backend| -> Result<(), DbError> {
        on!(backend, c => diesel::sql_query("SELECT pg_sleep(600)").execute(c))?;
        Ok(())
    });
    assert!(matches!(slow, Err(DbError::TooSlow(_))), "{slow:?}");
}

/// Keeps the one writer of an SQLite database busy until the sender is dropped.
async fn busy_writer(ground: &Ground<NoUnit>) -> (Sender<()>, JoinHandle<Result<(), DbError>>) {
    let ((open, mut wait), (begun, begins)) = (gate(), channel());
    let ground = ground.clone();
    let first = actix_web::rt::spawn(async move {
        let held = ground.write(move |_, _| {
            begun.send(()).unwrap();
            wait()
        });
        held.await
    });
    until("it is busy", async || begins.try_recv().is_ok()).await;
    (open, first)
}

async fn queued(ground: &Ground<NoUnit>, writes: usize) {
    until("the writes are queued", async || ground.stats().write_queue == writes).await;
}

#[test]
fn a_small_write_does_not_wait_for_a_flood_of_another_tenant() {
    let Some(database) = TestDatabase::new(Database::Sqlite) else { return };
    actix_web::rt::System::new().block_on(async {
        let ground = ground(&database, |config| config);
        let (flood, other) = (ground.on_behalf_of(Tenant(1)), ground.on_behalf_of(Tenant(2)));
        let order = Arc::new(Mutex::new(Vec::new()));
        let write = |ground: &Ground<NoUnit>, name: &'static str| {
            let (ground, order) = (ground.clone(), Arc::clone(&order));
            actix_web::rt::spawn(async move {
                let write = ground.write(move |_, _| {
                    order.lock().unwrap().push(name);
                    Ok::<(), DbError>(())
                });
                write.await
            })
        };
        write(&other, "before").await.unwrap().unwrap();
        let (open, first) = busy_writer(&ground).await;
        let mut writes: Vec<_> = (0..100).map(|_| write(&flood, "flood")).collect();
        queued(&ground, 100).await;
        writes.push(write(&other, "other"));
        queued(&ground, 101).await;
        drop(open);
        for task in writes.into_iter().chain([first]) {
            task.await.unwrap().unwrap();
        }
        let place = order.lock().unwrap().iter().position(|name| *name == "other").unwrap();
        assert!(place <= 10, "{place} others were written before it");
    });
}

#[test]
fn a_write_that_nobody_waits_for_any_more_is_not_begun() {
    let Some(database) = TestDatabase::new(Database::Sqlite) else { return };
    actix_web::rt::System::new().block_on(async {
        let ground = ground(&database, |config| config);
        let (open, first) = busy_writer(&ground).await;
        let made = Arc::new(AtomicUsize::new(0));
        let given_up: Vec<_> = (0..3)
            .map(|_| {
                let (ground, made) = (ground.clone(), Arc::clone(&made));
                actix_web::rt::spawn(async move {
                    let write = ground.write(move |_, _| {
                        made.fetch_add(1, Ordering::SeqCst);
                        Ok::<(), DbError>(())
                    });
                    write.await
                })
            })
            .collect();
        queued(&ground, 3).await;
        for task in given_up {
            task.abort();
            assert!(task.await.unwrap_err().is_cancelled());
        }
        drop(open);
        first.await.unwrap().unwrap();
        ground.write(|_, _| Ok::<(), DbError>(())).await.unwrap();
        assert_eq!((made.load(Ordering::SeqCst), ground.stats().write_queue), (0, 0));
    });
}

async fn bodies(app: TestApp) {
    app.loja_with_skus("loja-1", &["S"]).await;
    let ((open, wait), hog) = (gate::<DbError>(), app.store.on_behalf_of(Tenant(app.aplicacao.0)));
    let held: Vec<_> = (0..40)
        .map(|_| {
            let (hog, wait) = (hog.clone(), wait.clone());
            actix_web::rt::spawn(async move { hog.off_thread(wait).await })
        })
        .collect();
    until("all permits are held", async || app.store.stats().slots == 0).await;
    let send = async |length| {
        let no_batch = json!({ "descricao": "x".repeat(length) });
        let answer = with_patience(async || app.a.post("/sku/Preco/Lote?usuarioId=loja-1", &no_batch).await);
        answer.await.with_status(400);
    };
    // the long one comes first, and is not read before those that came after it
    let short = async {
        for _ in 0..10 {
            send(10).await;
        }
    };
    let long = meanwhile(send(100_000), short).await;
    drop(open);
    long.await;
    for task in held {
        // those that waited for too long were refused
        assert!(matches!(task.await.unwrap(), Ok(()) | Err(DbError::Overload)));
    }
}

#[test]
fn a_long_body_is_read_where_it_holds_nobody_else_up() {
    for database in [Database::Sqlite, Database::Postgres] {
        run(database, bodies);
    }
}

fn on_both(test: impl AsyncFn(TestDatabase)) {
    for kind in [Database::Sqlite, Database::Postgres] {
        if let Some(database) = TestDatabase::new(kind) {
            actix_web::rt::System::new().block_on(test(database));
        }
    }
}

#[test]
fn whoever_waits_too_long_hears_what_is_true_of_a_read_and_of_a_write() {
    on_both(async |database| {
        let ground = ground(&database, |config| Config { deadline: Duration::from_millis(300), ..config });
        let (_open, wait) = gate::<DbError>();
        let (mut writing, mut reading) = (wait.clone(), wait);
        let write = ground.write(move |_, _| writing());
        assert!(matches!(write.await, Err(DbError::Unknown(_))));
        let read = ground.read(move |_| reading());
        assert!(matches!(read.await, Err(DbError::TooSlow(_))));
    });
}

#[test]
fn a_read_does_not_wait_for_a_flood_of_another_tenant() {
    on_both(async |database| {
        let ground = ground(&database, |config| Config { connections: 4, ..config });
        let (flood, other) = (ground.on_behalf_of(Tenant(1)), ground.on_behalf_of(Tenant(2)));
        let (open, wait) = gate::<DbError>();
        let held: Vec<_> = (0..40)
            .map(|_| {
                let (flood, mut wait) = (flood.clone(), wait.clone());
                let read = async move { flood.read(move |_| wait()).await };
                actix_web::rt::spawn(read)
            })
            .collect();
        until("all permits are held", async || ground.stats().slots == 0).await;
        for _ in 0..10 {
            other.read(|_| Ok::<(), DbError>(())).await.unwrap();
        }
        drop(open);
        for task in held {
            task.await.unwrap().unwrap();
        }
    });
}
