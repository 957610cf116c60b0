//! Nothing waits for ever at the database, and nobody waits for what another holds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use db::diesel::connection::SimpleConnection;
use db::diesel::pg::PgConnection;
use db::diesel::{self, Connection, RunQueryDsl};
use db::{Config, Database as Ground, DbError, NoUnit, Tenant, on};
use serde_json::json;

use crate::support::{Database, TestApp, TestDatabase, run};

fn ground(database: &TestDatabase, change: impl FnOnce(Config) -> Config) -> Ground<NoUnit> {
    Ground::open(&change(Config::new(database.url.as_str())), Arc::default()).unwrap()
}

/// Holds the rows of a statement in a transaction until what is answered is dropped.
fn held(url: &str, statement: &'static str) -> impl Drop + use<> {
    struct Holder(Option<std::sync::mpsc::Sender<()>>, Option<thread::JoinHandle<()>>);
    impl Drop for Holder {
        fn drop(&mut self) {
            self.0.take();
            self.1.take().unwrap().join().unwrap();
        }
    }
    let ((release, released), (began, begun)) = (channel::<()>(), channel());
    let url = url.to_owned();
    let holder = thread::spawn(move || {
        let mut connection = PgConnection::establish(&url).unwrap();
        connection.batch_execute("BEGIN").unwrap();
        connection.batch_execute(statement).unwrap();
        began.send(()).unwrap();
        let _ = released.recv();
    });
    begun.recv().unwrap();
    Holder(Some(release), Some(holder))
}

async fn a_held_row(app: TestApp) {
    app.loja_with_skus("loja-1", &["PRESO"]).await;
    let store = app.b_as(app.loja("loja-1"));
    let holder = held(&app.database.url, "SELECT 1 FROM skus WHERE sku = 'PRESO' FOR UPDATE");
    let change = async || {
        let begin = Instant::now();
        let answer = app.a.put("/sku/PRESO/Estoque?usuarioId=loja-1", &json!({ "estoque": 3 })).await;
        (answer, begin.elapsed())
    };
    let others = async {
        for _ in 0..20 {
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
            let begin = Instant::now();
            store.get("/categorias").await.with_status(200);
            assert!(begin.elapsed() < Duration::from_millis(1500), "{:?}", begin.elapsed());
        }
        app.admin.get("/ready").await.with_status(200);
    };
    let stuck = futures_util::future::join_all((0..12).map(|_| change()));
    let (stuck, ()) = futures_util::future::join(stuck, others).await;
    for (answer, took) in stuck {
        assert_eq!(answer.status, 503);
        assert!(!answer.header("retry-after").is_empty());
        assert!(took < Duration::from_secs(8), "{took:?}");
    }
    drop(holder);
    change().await.0.with_status(200);
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
    let (began, begun) = channel();
    let other = ground(&database, |config| config);
    let frozen = thread::spawn(move || {
        frozen.write_blocking(move |mut backend, _| -> Result<(), DbError> {
            on!(backend, c => diesel::sql_query("UPDATE held SET n = 2").execute(c))?;
            began.send(()).unwrap();
            thread::sleep(Duration::from_secs(6));
            on!(backend, c => diesel::sql_query("UPDATE held SET n = 3").execute(c))?;
            Ok(())
        })
    });
    begun.recv().unwrap();
    let begin = Instant::now();
    let mut answer = Err(DbError::Overload);
    while answer.is_err() && begin.elapsed() < Duration::from_secs(6) {
        answer = other.write_blocking(|mut backend, _| -> Result<(), DbError> {
            on!(backend, c => diesel::sql_query("UPDATE held SET n = 4").execute(c))?;
            Ok(())
        });
        assert!(matches!(answer, Ok(()) | Err(DbError::TooSlow(_))), "{answer:?}");
    }
    assert!(answer.is_ok() && begin.elapsed() < Duration::from_secs(5), "{answer:?} {:?}", begin.elapsed());
    assert!(matches!(frozen.join().unwrap(), Err(DbError::Unavailable(_))));
}

#[test]
fn a_statement_that_takes_too_long_is_cancelled() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let ground =
        ground(&database, |config| Config { statement_timeout: Some(Duration::from_millis(300)), ..config });
    let slow = ground.read_blocking(|mut backend| -> Result<(), DbError> {
        on!(backend, c => diesel::sql_query("SELECT pg_sleep(20)").execute(c))?;
        Ok(())
    });
    assert!(matches!(slow, Err(DbError::TooSlow(_))), "{slow:?}");
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
                write.await.unwrap();
            })
        };
        write(&other, "before").await.unwrap();
        let ((go, gone), (begun, begins)) = (channel::<()>(), channel());
        let writer = ground.clone();
        let first = actix_web::rt::spawn(async move {
            let held = writer.write(move |_, _| {
                begun.send(()).unwrap();
                gone.recv().unwrap();
                Ok::<(), DbError>(())
            });
            held.await.unwrap();
        });
        until(|| begins.try_recv().is_ok()).await;
        let mut writes: Vec<_> = (0..100).map(|_| write(&flood, "flood")).collect();
        until(|| ground.stats().write_queue == 100).await;
        writes.push(write(&other, "other"));
        until(|| ground.stats().write_queue == 101).await;
        go.send(()).unwrap();
        for task in writes.into_iter().chain([first]) {
            task.await.unwrap();
        }
        let place = order.lock().unwrap().iter().position(|name| *name == "other").unwrap();
        assert!(place <= 10, "{place} others were written before it");
    });
}

async fn until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        actix_web::rt::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn a_write_that_nobody_waits_for_any_more_is_not_begun() {
    let Some(database) = TestDatabase::new(Database::Sqlite) else { return };
    actix_web::rt::System::new().block_on(async {
        let ground = ground(&database, |config| config);
        let ((go, gone), (begun, begins)) = (channel::<()>(), channel());
        let mut gone = Some(gone);
        let writer = ground.clone();
        let first = actix_web::rt::spawn(async move {
            let held = writer.write(move |_, _| {
                begun.send(()).unwrap();
                gone.take().map(|gone| gone.recv());
                Ok::<(), DbError>(())
            });
            held.await
        });
        while begins.try_recv().is_err() {
            actix_web::rt::time::sleep(Duration::from_millis(1)).await;
        }
        let made = Arc::new(AtomicUsize::new(0));
        let given_up: Vec<_> = (0..3)
            .map(|_| {
                let (ground, made) = (ground.clone(), Arc::clone(&made));
                actix_web::rt::spawn(async move {
                    ground
                        .write(move |_, _| {
                            made.fetch_add(1, Ordering::SeqCst);
                            Ok::<(), DbError>(())
                        })
                        .await
                })
            })
            .collect();
        while ground.stats().write_queue < 3 {
            actix_web::rt::time::sleep(Duration::from_millis(1)).await;
        }
        given_up.into_iter().for_each(|task| task.abort());
        actix_web::rt::time::sleep(Duration::from_millis(10)).await;
        go.send(()).unwrap();
        first.await.unwrap().unwrap();
        ground.write(|_, _| Ok::<(), DbError>(())).await.unwrap();
        assert_eq!((made.load(Ordering::SeqCst), ground.stats().write_queue), (0, 0));
    });
}

async fn bodies(app: TestApp) {
    app.loja_with_skus("loja-1", &["S"]).await;
    let hog = app.store.on_behalf_of(Tenant(app.aplicacao.0));
    let hold = || {
        let hog = hog.clone();
        actix_web::rt::spawn(async move {
            let sleep = || {
                thread::sleep(Duration::from_millis(1200));
                Ok::<(), DbError>(())
            };
            hog.off_thread(sleep).await
        })
    };
    let held: Vec<_> = (0..app.store.stats().slots).map(|_| hold()).collect();
    actix_web::rt::time::sleep(Duration::from_millis(100)).await;
    let send = async |length| {
        let begin = Instant::now();
        let no_batch = json!({ "descricao": "x".repeat(length) });
        app.a.post("/sku/Preco/Lote?usuarioId=loja-1", &no_batch).await.with_status(400);
        begin.elapsed()
    };
    let (short, long) = futures_util::future::join(send(10), send(100_000)).await;
    assert!(short < Duration::from_millis(600), "{short:?}");
    assert!(long > Duration::from_millis(800), "{long:?}");
    for task in held {
        let _ = task.await;
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
        let sleep = || thread::sleep(Duration::from_millis(1500));
        let write = ground.write(move |_, _| -> Result<(), DbError> {
            sleep();
            Ok(())
        });
        assert!(matches!(write.await, Err(DbError::Unknown(_))));
        let read = ground.read(move |_| -> Result<(), DbError> {
            sleep();
            Ok(())
        });
        assert!(matches!(read.await, Err(DbError::TooSlow(_))));
    });
}

#[test]
fn a_read_does_not_wait_for_a_flood_of_another_tenant() {
    on_both(async |database| {
        let ground = ground(&database, |config| Config { connections: 4, ..config });
        let (flood, other) = (ground.on_behalf_of(Tenant(1)), ground.on_behalf_of(Tenant(2)));
        let (go, gone) = channel::<()>();
        let gone = Arc::new(Mutex::new(gone));
        let held: Vec<_> = (0..40)
            .map(|_| {
                let (flood, gone) = (flood.clone(), Arc::clone(&gone));
                actix_web::rt::spawn(async move {
                    let read = flood.read(move |_| -> Result<(), DbError> {
                        // until the sender is dropped
                        let _ = gone.lock().unwrap().recv();
                        Ok(())
                    });
                    read.await
                })
            })
            .collect();
        until(|| ground.stats().slots == 0).await;
        for _ in 0..10 {
            other.read(|_| Ok::<(), DbError>(())).await.unwrap();
        }
        drop(go);
        for task in held {
            // those that waited for too long were refused
            assert!(matches!(task.await.unwrap(), Ok(()) | Err(DbError::Overload)));
        }
    });
}
