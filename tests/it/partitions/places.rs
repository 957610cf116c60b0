//! The log in ranges of places: it goes on over the end of one, and gives back what is gone.

use domain::evento::KindSet;
use serde_json::json;
use store::eventos::{self, Filter};

use crate::support::app::run_blocking;
use crate::support::{Database, TestApp, TestDatabase, models, postgres};

/// Places of a range.
const RANGE: i64 = 1 << 25;

fn ask(app: &TestApp, sql: &str) -> String {
    postgres::server().unwrap().ask(&app.database.url, sql)
}

/// Where the ranges begin, in units of one.
fn ranges(app: &TestApp) -> Vec<i64> {
    let names = "SELECT substr(inhrelid::regclass::text, 12) FROM pg_inherits \
                 WHERE inhparent = 'eventos'::regclass ORDER BY substr(inhrelid::regclass::text, 12)::bigint";
    ask(app, names).lines().map(|name| name.parse::<i64>().unwrap() / RANGE).collect()
}

async fn tended(app: &TestApp) -> Vec<i64> {
    app.store.tend_partitions().await.unwrap();
    ranges(app)
}

async fn change(app: &TestApp, estoque: i32) {
    app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": estoque })).await.with_status(200);
    app.store.place_events().await.unwrap();
}

/// The places of the log from one on.
fn places(app: &TestApp, from: i64) -> Vec<i64> {
    let (aplicacao, filter) = (app.aplicacao, Filter { loja: None, tipos: KindSet::default() });
    let log = run_blocking(&app.store, move |store| {
        store.read_blocking(|conn| eventos::list(conn, aplicacao, filter, from, 1000))
    });
    log.eventos.iter().map(|evento| evento.posicao).collect()
}

#[test]
fn a_log_goes_on_over_the_end_of_a_range() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    store::partitions::divide(&database.url, 2, &mut |_| {}).unwrap();
    actix_web::rt::System::new().block_on(goes_on(TestApp::start(database)));
}

async fn goes_on(app: TestApp) {
    app.loja_with_skus("u", &["S"]).await;
    app.store.place_events().await.unwrap();
    assert_eq!(ranges(&app), [0, 1, 2]);
    assert_eq!(tended(&app).await, [0, 1, 2], "nothing has begun the second range");
    // the log as it will be shortly before the end of its first range
    app.database.execute(&format!("UPDATE eventos SET posicao = posicao + {}", RANGE - 20));
    for n in 100..140 {
        change(&app, n).await;
    }
    let all = places(&app, RANGE - 30);
    assert!(all.first().unwrap() < &RANGE && all.last().unwrap() > &RANGE, "{all:?}");
    assert!(all.windows(2).all(|pair| pair[1] == pair[0] + 1), "{all:?}");
    app.database.execute("GRANT SELECT ON eventos_de_67108864 TO PUBLIC");
    assert_eq!(tended(&app).await, [0, 1, 2, 3], "the second has begun: one more is ahead");
    let public = "SELECT has_table_privilege('public', 'eventos_de_100663296', 'SELECT')";
    assert_eq!(ask(&app, public), "t", "a range that is added is as its neighbour");
    // nobody looked for long: what came has a place all the same, and the next range begins behind it
    app.database.execute(&format!("UPDATE eventos SET posicao = posicao + {}", 4 * RANGE));
    change(&app, 150).await;
    assert_eq!(tended(&app).await, [0, 1, 2, 3, 6]);
    assert_eq!(ask(&app, "SELECT count(*) = max(posicao) - min(posicao) + 1 FROM eventos"), "t");
}

#[test]
fn the_disk_of_what_is_gone_is_given_back() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    store::partitions::divide(&database.url, 2, &mut |_| {}).unwrap();
    actix_web::rt::System::new().block_on(gives_back(TestApp::start(database)));
}

async fn gives_back(app: TestApp) {
    let fill = "INSERT INTO eventos SELECT 1, n, 1, 1, 1, 1, 1, '\\x007b7d' FROM generate_series(1, 60000) n";
    app.database.execute(fill);
    let bytes = || ask(&app, "SELECT pg_total_relation_size('eventos_de_0')").parse::<i64>().unwrap();
    let full = bytes();
    app.database.execute("DELETE FROM eventos");
    app.store.tend_partitions().await.unwrap();
    assert_eq!(bytes(), full, "somebody may still see the rows");
    app.database.execute("VACUUM eventos_de_0");
    assert!(bytes() > full / 8, "vacuum keeps the pages of indexes");
    app.store.tend_partitions().await.unwrap();
    assert!(bytes() < 100_000);
    // a new application begins at 1
    let other = app.other_aplicacao("outra");
    other.post("/Usuario", &models::usuario("v")).await.with_status(201);
    app.store.place_events().await.unwrap();
    assert!(ask(&app, "SELECT count(*) > 0 FROM eventos_de_0") == "t");
}
