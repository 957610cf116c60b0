//! What PostgreSQL's planner has to be told: where a page begins in every table of a join, and which tables
//! have grown. And what it must not see, so that it plans once.

use std::collections::BTreeMap;

use domain::loja_config::RecordStyle;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, LojaId, UsuarioId};
use sample::Plan;
use server::config::Config;
use server::made_up;
use store::orders::{self, RegistrosCache, RegistrosFilter, Rendering};
use store::paging::{Cursor, PageRequest, PageStart};
use store::{Conn, Store, StoreConfig, aplicacoes, canais, produtos, sku_canais, skus, usuarios};

use crate::support::app::{self, Server};
use crate::support::own_postgres::OwnPostgres;
use crate::support::wait::wait_until;
use crate::support::{Database, TestApp, TestDatabase, models, postgres};
use crate::tenants::plans_of_sessions;

const PLAN: Plan =
    Plan::new(Instante::from_micros(1_780_000_000_000_000)).users(1).skus(3000).orders(0).days(1).seed(3);

/// Far back in a list of so many.
const AFTER: i64 = 2000;
const SIZE: u32 = 50;
/// What a page may look at: a little more than its rows, and far less than all before it.
const MOST: i64 = 600;

fn open(database: &TestDatabase) -> Store {
    Store::open(
        &StoreConfig { connections: 2, ..StoreConfig::new(database.url.as_str()) },
        crate::support::secrets(),
    )
    .unwrap()
}

fn ask(database: &TestDatabase, sql: &str) -> String {
    postgres::server().unwrap().ask(&database.url, sql)
}

/// Entries of an index that `read` looks at.
fn looked_at(
    database: &TestDatabase,
    index: &str,
    read: impl FnOnce(&mut Conn<'_>) -> Result<(), store::StoreError>,
) -> i64 {
    let count = || {
        // a connection's figures are complete when it has ended
        let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                      AND pid <> pg_backend_pid()";
        wait_until("the other connections end", || ask(database, others) == "0");
        // that of the whole table, or of its parts
        let sql = format!(
            "SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE indexrelid = '{index}'::regclass \
             OR indexrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = '{index}'::regclass)"
        );
        ask(database, &sql).parse::<i64>().unwrap()
    };
    let before = count();
    let store = open(database);
    store.read_blocking(read).unwrap();
    drop(store);
    count() - before
}

fn filled(plan: &Plan) -> Option<(TestDatabase, LojaId, (i32, CanalId))> {
    let database = TestDatabase::new(Database::Postgres)?;
    let store = open(&database);
    let (name, _) = made_up::fill(&store, plan, "x", TypeCatalogue::shipped().kinds()).unwrap();
    let id = UsuarioId::parse("loja-1").unwrap();
    let found = store.read_blocking(|conn| {
        let aplicacao = aplicacoes::find(conn, &name)?.unwrap().id;
        let loja = usuarios::resolve(conn, aplicacao, &id)?.unwrap().id;
        let all = canais::list(conn, loja, &canais::Filter::default(), PageRequest::first(1))?;
        let ids: Vec<CanalId> = all.rows.into_iter().map(|row| row.canal.canal_id).collect();
        let (id, num) = canais::find_numbers(conn, loja, &ids)?.remove(0);
        Ok::<_, store::StoreError>((loja, (num, id)))
    });
    let (loja, canal) = found.unwrap();
    Some((database, loja, canal))
}

/// Of both kinds of place: behind a row, and by its number.
fn far_back(skipped: u64) -> [PageRequest; 2] {
    let after = PageStart::After(Cursor { chave: [AFTER, 0], pagina: 9 });
    let numbered = PageStart::Page(1 + skipped / u64::from(SIZE));
    [after, numbered].map(|start| PageRequest { start, size: SIZE })
}

#[test]
fn a_page_far_back_looks_at_little_more_than_its_rows() {
    let Some((database, loja, (num, canal))) = filled(&PLAN) else { return };
    for page in far_back(AFTER as u64) {
        let all = skus::Filter::default();
        let listed = looked_at(&database, "sku_textos_pkey", |conn| {
            assert_eq!(skus::list(conn, loja, &all, page)?.rows.len(), SIZE as usize);
            Ok(())
        });
        assert!((1..MOST).contains(&listed), "{page:?}: {listed}");
        let all = produtos::Filter::default();
        let products = looked_at(&database, "sku_textos_pkey", |conn| {
            assert_eq!(produtos::list(conn, loja, &all, page)?.rows.len(), SIZE as usize);
            Ok(())
        });
        assert!((1..MOST).contains(&products), "{page:?}: {products}");
    }
    // of which the channel has some
    for page in far_back(750) {
        let all = sku_canais::Filter::default();
        let in_channel = looked_at(&database, "skus_pkey", |conn| {
            let found = sku_canais::list_by_canal(conn, loja, (num, &canal), &all, page)?;
            assert_eq!(found.rows.len(), SIZE as usize);
            Ok(())
        });
        assert!((1..MOST).contains(&in_channel), "{page:?}: {in_channel}");
    }
    let followed = looked_at(&database, "sku_textos_pkey", |conn| {
        assert_eq!(skus::next(conn, loja, AFTER, SIZE)?.len(), SIZE as usize);
        Ok(())
    });
    assert!((1..MOST).contains(&followed), "{followed}");
}

/// Dates without a time: thousands of orders stand within one instant.
#[test]
fn a_page_far_back_within_an_instant_looks_at_little_more_than_its_rows() {
    let Some((database, loja, _)) = filled(&PLAN.skus(10).orders(1500)) else { return };
    ask(&database, "UPDATE pedidos SET data = 1780000000000000; ANALYZE pedidos");
    let middle: i64 = ask(&database, "SELECT max(pedido_id) - 750 FROM pedidos").parse().unwrap();
    let start = PageStart::After(Cursor { chave: [1_780_000_000_000_000, middle], pagina: 9 });
    let page = PageRequest { start, size: SIZE };
    let (types, memory) = (TypeCatalogue::shipped(), RegistrosCache::default());
    let with = Rendering { style: RecordStyle::default(), types: &types, memory: &memory };
    for ascending in [false, true] {
        let filter = RegistrosFilter { ascending, ..RegistrosFilter::default() };
        let downloaded = looked_at(&database, "pedidos_data", |conn| {
            let found = orders::list_registros(conn, loja, &filter, page, with)?;
            assert!(found.next.is_some());
            Ok(())
        });
        assert!((1..MOST).contains(&downloaded), "{downloaded}");
    }
    for ascending in [false, true] {
        let filter = orders::Filter { ascending, ..orders::Filter::default() };
        let listed = looked_at(&database, "pedidos_data", |conn| {
            assert_eq!(orders::list(conn, loja, &filter, page)?.rows.len(), SIZE as usize);
            Ok(())
        });
        assert!((1..MOST).contains(&listed), "{listed}");
    }
}

#[test]
fn an_order_is_found_by_the_number_of_its_code_among_many() {
    let Some((database, loja, _)) = filled(&PLAN.skus(10).orders(1500)) else { return };
    let code = ask(&database, "SELECT min(source_id) FROM pedidos");
    let (_, number) = code.rsplit_once('-').unwrap();
    let filter = orders::Filter { busca: Some(number.to_owned()), ..orders::Filter::default() };
    for index in ["pedido_nomes_pkey", "pedidos_pkey", "pedidos_source_id"] {
        let looked = looked_at(&database, index, |conn| {
            assert_eq!(orders::list(conn, loja, &filter, PageRequest::first(SIZE))?.total, 1);
            Ok(())
        });
        assert!(looked <= 20, "{index}: {looked}");
    }
}

/// Of many orders few wait to be sent, of one channel or of all.
#[test]
fn what_waits_to_be_sent_is_found_without_what_has_been() {
    let Some((database, loja, (canal, _))) = filled(&PLAN.skus(10).orders(1500)) else { return };
    let few =
        "UPDATE pedidos SET status = CASE WHEN pedido_id % 50 = 0 THEN 1 ELSE 18 END; VACUUM ANALYZE pedidos";
    for sql in few.split(';') {
        ask(&database, sql);
    }
    for canal in [None, Some(canal)] {
        let read = |index: &str| {
            looked_at(&database, index, |conn| {
                let (found, more) = orders::to_send(conn, loja, canal, 100)?;
                assert!((1..=30).contains(&found.len()) && !more, "{}", found.len());
                Ok(())
            })
        };
        assert_eq!(read("pedidos_data") + read("pedidos_canal"), 0, "{canal:?}");
        assert!((1..=30).contains(&read("pedidos_a_enviar")), "{canal:?}");
    }
}

#[test]
fn tables_that_have_grown_are_looked_at_and_no_others() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let store = open(&database);
    store.refresh_statistics().unwrap();
    ask(&database, "CREATE TABLE um_teste AS SELECT n FROM generate_series(1, 1000) n");
    let known = || ask(&database, "SELECT reltuples FROM pg_class WHERE relname = 'um_teste'");
    let looks = || ask(&database, "SELECT sum(analyze_count) FROM pg_stat_user_tables");
    let before: i64 = looks().parse().unwrap();
    store.refresh_grown_statistics().unwrap();
    assert_eq!(known(), "1000");
    // not again for a few more
    ask(&database, "INSERT INTO um_teste SELECT n FROM generate_series(1, 500) n");
    store.refresh_grown_statistics().unwrap();
    assert_eq!(known(), "1000");
    ask(&database, "INSERT INTO um_teste SELECT n FROM generate_series(1, 1500) n");
    store.refresh_grown_statistics().unwrap();
    assert_eq!(known(), "3000");
    assert_eq!(looks().parse::<i64>().unwrap(), before + 2);
}

/// Every plan goes to the log, with the values that it was made for.
const EXPLAINED: &[(&str, &str)] = &[
    ("session_preload_libraries", "auto_explain"),
    ("auto_explain.log_min_duration", "0"),
    ("auto_explain.log_format", "json"),
    ("auto_explain.log_verbose", "on"),
];

/// Counts of another store: most are of the lowest level.
const COUNTS: &str = "
    INSERT INTO contagens
        SELECT 9, 1, n % 5, CASE WHEN n % 90 < 2 THEN n % 90 ELSE 2 END, n::bigint * 900000000, 1, '[[1,1,1]]'
        FROM generate_series(1, 60000) n;
    ANALYZE";

/// What interfaces do most: a page of records, a SKU by its code, orders that come in together and move.
async fn do_what_is_done_most(app: &TestApp) {
    app.loja_with_stock("u", &["S", "T"], 1000).await;
    let loja = app.loja("u");
    let b = app.b_as(loja);
    // after the fifth time in a session PostgreSQL compares what plans for given values have cost it
    for n in 0..40 {
        let orders = ["S", "T"].map(|sku| models::pedido("canal", &format!("{sku}{n}"), sku));
        let made = app.a.post("/Pedido/Lote?usuarioId=u", &orders.into_iter().collect()).await.json_of(200);
        let pedido = &made[0]["pedidoId"];
        let path = format!("/Pedido/{pedido}/Status?usuarioId=u");
        app.a.put(&path, &serde_json::json!({ "status": "Faturado" })).await.with_status(200);
        // around the day of the orders
        let range = format!("dataInicial=2026-05-{:02}&dataFinal=2026-05-{:02}", 1 + n % 9, 28 - n % 12);
        for further in ["", "&direcaoOrdenacao=ASC&quantidadeRegistros=1&pagina=2", "&situacoesPedido=1"] {
            let page = b.get(&format!("/pedidos?{range}{further}")).await.json_of(200);
            assert!(!page.as_array().unwrap().is_empty(), "{range}{further}");
        }
        app.a.get("/sku/S?usuarioId=u").await.with_status(200);
    }
}

#[test]
fn what_is_done_most_is_planned_once() {
    let Some(own) = OwnPostgres::with(EXPLAINED) else { return };
    let database = TestDatabase::migrated(own.url());
    // a hub that has been there for some time
    let plan = PLAN.skus(200).orders(1500);
    made_up::fill(&open(&database), &plan, "x", TypeCatalogue::shipped().kinds()).unwrap();
    ask(&database, COUNTS);
    let before = own.log().len();
    actix_web::rt::System::new().block_on(async { do_what_is_done_most(&TestApp::start(database)).await });
    let log = own.log();
    // by statement and session: how often it was run, and its last plan
    let mut last = BTreeMap::new();
    for (session, plan) in plans_of_sessions(&log[before..]) {
        let statement = plan["Query Text"].as_str().unwrap().to_owned();
        let entry = last.entry((statement, session)).or_insert((0, String::new()));
        *entry = (entry.0 + 1, plan["Plan"].to_string());
    }
    let pages = ["DESC LIMIT (SELECT ", "ASC LIMIT (SELECT ", " OFFSET (SELECT "];
    let counters = ["SELECT \"contagens\".\"total\"", "SELECT \"contagens\".\"partes\""];
    let moves = [
        "ORDER BY \"pedidos\".\"pedido_id\" FOR NO KEY UPDATE",
        "\"canais\".\"canal_id\", \"pedido_documentos\"",
        "\"estoque_reservas\".\"encerrada\" FROM",
    ];
    for known in pages.into_iter().chain(counters).chain(moves) {
        let mut often =
            last.iter().filter(|((text, _), (times, _))| text.contains(known) && *times >= 10).peekable();
        assert!(often.peek().is_some(), "{known}: {last:#?}");
        for ((text, _), (_, plan)) in often {
            // a plan for given values has them in it: a list, a tenant
            assert!(!plan.contains("'{") && !plan.contains("aplicacao_id = 1"), "{text}: {plan}");
        }
    }
}

/// A long log, all of it read; much that was delivered; readers of the log that wait, of which one is of a store in
/// which nothing ever happened.
const LONG_LOG: &str = "
    INSERT INTO lojas (aplicacao_id, loja_id) VALUES (1, 99);
    INSERT INTO usuarios (aplicacao_id, loja_id, usuario_id, nome, email, ativo, url_integracao, criado_em, alterado_em)
        VALUES (1, 99, 'x', 'x', 'x', TRUE, '', 1, 1);
    UPDATE usuarios SET anunciar_ofertas = FALSE;
    INSERT INTO eventos SELECT 1, 1000000 + n, 1, 1, n % 999, n, n, '' FROM generate_series(1, 300000) n;
    ANALYZE";

/// Notifications that are at its end. Their secrets are not sealed, which no server would start with.
const READERS: &str = "
    INSERT INTO notificacoes SELECT 1, n, 0, CASE n WHEN 2 THEN 99 END, 'http://x.example/', 0, 0, TRUE, NULL, '',
        NULL, NULL, NULL, 1, 1 FROM generate_series(1, 2) n;
    INSERT INTO notificacao_cursores SELECT 1, n, 0, 1300001, NULL FROM generate_series(1, 2) n;
    INSERT INTO notificacao_destinos SELECT 1, n, 0, 0, 0, 0 FROM generate_series(1, 2) n;
    INSERT INTO entregas SELECT 1, 1, n, 0, 1, n, 1, 0, n, n, n, 3, 0, 1, NULL, NULL, n, n, 9e15
        FROM generate_series(1, 100000) n;
    ANALYZE";

#[test]
fn what_the_background_reads_at_rest_does_not_grow_with_the_log() {
    let Some((database, ..)) = filled(&PLAN.skus(200).orders(1000)) else { return };
    ask(&database, LONG_LOG);
    let settings = Config { notify: true, tell_offers: true, ..app::config(&database.url) };
    let server = Server::start(&settings);
    ask(&database, READERS);
    let number = |sql: &str| ask(&database, sql).parse::<i64>().unwrap();
    let commits = || number("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
    let told = || number("SELECT count(*) FROM oferta_cursores WHERE posicao > 1300000");
    let some_rounds = || {
        let until = commits() + 200;
        wait_until("the background goes some rounds", || commits() > until);
    };
    wait_until("the log is read to its end", || told() == 1);
    some_rounds();
    let read = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) + (SELECT sum(idx_tup_read)
        FROM pg_stat_user_indexes) FROM pg_stat_user_tables";
    let before = number(read);
    some_rounds();
    let read = number(read) - before;
    server.stop();
    // a log that is read once is more
    assert!(read < 50_000, "{read}");
}
