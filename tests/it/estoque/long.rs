//! Long stock ledgers with interleaved entries: pages, deletion of the oldest, centres removed and restored,
//! copies into the other database.

use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::inventory;
use store::{StoreError, check};

use super::centros::steps::{centre, put_in, sound, with_centres};
use super::steps::{agrees, sold, tell};
use crate::support::app::{clear_away, run_blocking};
use crate::support::program::Program;
use crate::support::{Database, TestApp, TestDatabase};

/// Of each ledger: more than twice as many as lie between two entries that are found by their numbers.
const MANY: i64 = 150;

/// Stocks of two SKUs, one of them in two centres, in turns.
async fn many(app: &TestApp, from: i64, to: i64) {
    for n in from..=to {
        tell(app, "S", json!({ "estoque": n })).await;
        put_in(app, "S", 2, n + 1).await;
        if n % 3 == 0 {
            tell(app, "T", json!({ "estoque": n })).await;
        }
    }
}

/// A page of a ledger: numbers and stocks, the latest first, with the total and the way on.
async fn page(
    app: &TestApp,
    (sku, centro): (&str, i32),
    rest: &str,
) -> (Vec<(i64, i64)>, i64, Option<String>) {
    let uri = format!("/sku/{sku}/Movimento?usuarioId=u&centroId={centro}&{rest}");
    let answer = app.a.get(&uri).await.with_status(200);
    let next = answer.header("link").split_once("cursor=").map(|(_, rest)| rest.to_owned());
    let next = next.and_then(|rest| rest.split(['&', '>']).next().map(str::to_owned));
    let page = answer.json();
    let number = |entry: &Value, name: &str| entry[name].as_i64().unwrap();
    let entries = page["resultado"].as_array().unwrap();
    let entries = entries.iter().map(|one| (number(one, "numero"), number(one, "estoque"))).collect();
    (entries, page["metadados"]["total"].as_i64().unwrap(), next)
}

/// All entries of a ledger, by pages with numbers and by cursors, which agree.
async fn whole(app: &TestApp, of: (&str, i32)) -> Vec<(i64, i64)> {
    const SIZE: usize = 7;
    let (mut by_number, mut by_cursor) = (Vec::new(), Vec::new());
    let (_, total, _) = page(app, of, "").await;
    for n in 1..=(total as usize).div_ceil(SIZE) {
        let (entries, again, _) = page(app, of, &format!("quantidade_registros={SIZE}&pagina={n}")).await;
        assert_eq!(again, total);
        by_number.extend(entries);
    }
    let mut rest = format!("quantidade_registros={SIZE}");
    loop {
        let (entries, _, next) = page(app, of, &rest).await;
        by_cursor.extend(entries);
        let Some(cursor) = next else { break };
        rest = format!("quantidade_registros={SIZE}&cursor={cursor}");
    }
    assert_eq!(by_number, by_cursor);
    assert_eq!(by_number.len() as i64, total);
    let beyond = format!("quantidade_registros={SIZE}&pagina={}", total + 1);
    assert_eq!(page(app, of, &beyond).await.0, []);
    let numbers: Vec<i64> = by_number.iter().map(|(number, _)| *number).collect();
    let last = numbers.first().copied().unwrap_or(0);
    assert_eq!(numbers, (last - total + 1..=last).rev().collect::<Vec<_>>());
    agrees(app);
    by_number
}

/// What the housekeeping does, in small steps.
fn prune(app: &TestApp, before: Instante) -> usize {
    run_blocking(&app.store, move |store| {
        let (mut after, mut gone) = (None, 0);
        loop {
            let (old, next) = store.read_blocking(|conn| inventory::old_ledgers(conn, after, before, 20))?;
            loop {
                let old = old.clone();
                let done = store.write_blocking(move |tx| inventory::prune_ledgers(tx, &old, before, 10))?;
                gone += done;
                if done < 10 {
                    break;
                }
            }
            match next {
                Some(_) => after = next,
                None => return Ok::<_, StoreError>(gone),
            }
        }
    })
}

fn entries(app: &TestApp) -> u64 {
    let examined = run_blocking(&app.store, |store| store.read_blocking(check::examine));
    let of_ledgers = examined.iter().find(|part| part.subject == "movements of stock");
    of_ledgers.unwrap().looked_at
}

on_both_databases! {
    async fn a_ledger_is_read_from_wherever_one_asks_and_pruned_from_its_beginning(app: TestApp) {
        with_centres(&app, "erp", &["S", "T"]).await;
        many(&app, 1, MANY).await;
        let instant = Instante::now();
        let (first, second) = (whole(&app, ("S", 1)).await, whole(&app, ("S", 2)).await);
        assert_eq!(first, (1..=MANY).rev().map(|n| (n, n)).collect::<Vec<_>>());
        assert_eq!(second, (1..=MANY).rev().map(|n| (n, n + 1)).collect::<Vec<_>>());
        let third = whole(&app, ("T", 1)).await;
        assert_eq!(third.len() as i64, MANY / 3);
        sound(&app);
        // an entry more of one of them: of the others the last stays
        tell(&app, "S", json!({ "estoque": 1000 })).await;
        assert_eq!(prune(&app, instant) as i64, MANY + MANY - 1 + MANY / 3 - 1);
        assert_eq!(whole(&app, ("S", 1)).await, [(MANY + 1, 1000)]);
        assert_eq!(whole(&app, ("S", 2)).await, second[..1]);
        assert_eq!(whole(&app, ("T", 1)).await, third[..1]);
        assert_eq!(prune(&app, instant), 0);
        // and they go on
        many(&app, 300, 370).await;
        assert_eq!(whole(&app, ("S", 1)).await.len(), 72);
        assert_eq!(whole(&app, ("S", 2)).await.len(), 72);
        sound(&app);
        let kept = whole(&app, ("T", 1)).await;
        assert_eq!(prune(&app, instant), 2);
        assert_eq!(whole(&app, ("T", 1)).await, kept[..kept.len() - 1]);
        sound(&app);
    }
}

on_both_databases! {
    async fn a_ledger_outlives_its_centre_and_goes_with_its_sku_and_its_user(app: TestApp) {
        with_centres(&app, "hub", &["S", "T"]).await;
        many(&app, 1, 70).await;
        let remove = async || app.a.delete("/Centro/2?usuarioId=u").await;
        put_in(&app, "S", 2, 0).await;
        remove().await.with_status(204);
        sound(&app);
        assert_eq!(prune(&app, Instante::now()) as i64, 70 - 1 + 71 - 1 + 70 / 3 - 1);
        sound(&app);
        centre(&app, 2, "Outra", 2).await.with_status(201);
        put_in(&app, "S", 2, 0).await;
        // nothing has changed since it was there last
        assert_eq!(whole(&app, ("S", 2)).await, [(71, 0)]);
        remove().await.with_status(204);
        centre(&app, 2, "Outra", 2).await.with_status(201);
        put_in(&app, "S", 2, 5).await;
        assert_eq!(whole(&app, ("S", 2)).await, [(72, 5), (71, 0)]);
        sound(&app);
        let before = entries(&app);
        put_in(&app, "T", 2, 5).await;
        put_in(&app, "T", 2, 0).await;
        put_in(&app, "T", 3, 5).await;
        assert_eq!(entries(&app), before + 3);
        app.a.delete("/sku/T?usuarioId=u").await.with_status(204);
        assert_eq!(entries(&app), before - 1);
        sound(&app);
        // another user's stay
        app.loja_with_skus("v", &["S"]).await;
        app.a.put("/Usuario/v/Estoque", &json!({ "controleEstoque": "hub" })).await.with_status(200);
        app.a.put("/sku/S/Estoque?usuarioId=v", &json!({ "estoque": 3 })).await.with_status(200);
        app.a.delete("/Usuario/u").await.with_status(204);
        sound(&app);
        clear_away(&app);
        assert_eq!(entries(&app), 1);
        sound(&app);
    }
}

on_both_databases! {
    async fn a_copy_in_either_database_has_the_same_ledgers_and_goes_on(app: TestApp) {
        with_centres(&app, "hub", &["S", "T"]).await;
        many(&app, 1, 70).await;
        sold(&app, "1", "S", 2).await;
        put_in(&app, "S", 2, 0).await;
        app.a.delete("/Centro/2?usuarioId=u").await.with_status(204);
        let (first, third) = (whole(&app, ("S", 1)).await, whole(&app, ("T", 1)).await);
        for kind in [Database::Sqlite, Database::Postgres] {
            let Some(to) = TestDatabase::empty(kind) else { continue };
            let p = Program::new();
            p.ok(&["copy", "--from", &app.database.url, "--to", &to.url]);
            let copy = TestApp::start(to);
            sound(&copy);
            assert_eq!(whole(&copy, ("S", 1)).await, first);
            assert_eq!(whole(&copy, ("T", 1)).await, third);
            centre(&copy, 2, "Outra", 2).await.with_status(201);
            put_in(&copy, "S", 2, 5).await;
            tell(&copy, "S", json!({ "estoque": 5 })).await;
            assert_eq!(whole(&copy, ("S", 2)).await.len(), 72);
            assert_eq!(whole(&copy, ("S", 1)).await.len(), first.len() + 1);
            sound(&copy);
        }
    }
}
