//! The log in ranges of places: it goes on over the end of one, and gives back what is gone.

use domain::evento::KindSet;
use serde_json::json;
use store::eventos::{self, Filter};

use crate::support::app::run_blocking;
use crate::support::postgres;

/// Places of a range.
const RANGE: i64 = 1 << 25;

on_both_databases! {
    async fn a_log_goes_on_over_the_end_of_a_range(app: TestApp) {
        if app.database.url.starts_with("sqlite") {
            return;
        }
        app.loja_with_skus("u", &["S"]).await;
        app.store.place_events().await.unwrap();
        run_blocking(&app.store, |store| store.partition(2, &mut |_| {}));
        let ask = |sql: &str| postgres::server().unwrap().ask(&app.database.url, sql);
        let ranges = || {
            ask("SELECT string_agg(inhrelid::regclass::text, ' ' ORDER BY inhrelid) FROM pg_inherits \
                 WHERE inhparent = 'eventos'::regclass")
        };
        let (second, third, fourth) = (RANGE, 2 * RANGE, 3 * RANGE);
        let two = format!("eventos_de_0 eventos_de_{second} eventos_de_{third}");
        assert_eq!(ranges(), two);
        app.store.tend_partitions().await.unwrap();
        assert_eq!(ranges(), two, "nothing has begun the second range");
        // the log as it will be shortly before the end of its first range
        let moved = format!("UPDATE eventos SET posicao = posicao + {}", second - 20);
        app.database.execute(&moved);
        let change = async |n: i32| {
            app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": n })).await.with_status(200);
        };
        for n in 100..140 {
            change(n).await;
        }
        app.store.place_events().await.unwrap();
        let places = async || -> Vec<i64> {
            let (aplicacao, filter) = (app.aplicacao, Filter { loja: None, tipos: KindSet::default() });
            let from = second - 30;
            let log = run_blocking(&app.store, move |store| {
                store.read_blocking(|conn| eventos::list(conn, aplicacao, filter, from, 1000))
            });
            log.eventos.iter().map(|evento| evento.posicao).collect()
        };
        let all = places().await;
        assert!(all.first().unwrap() < &second && all.last().unwrap() > &second, "{all:?}");
        assert!(all.windows(2).all(|pair| pair[1] == pair[0] + 1), "{all:?}");
        app.store.tend_partitions().await.unwrap();
        assert_eq!(ranges(), format!("{two} eventos_de_{fourth}"), "the second has begun: one more is ahead");
        // nobody looked for long: what came has a place all the same, and the next range begins behind it
        app.database.execute(&format!("UPDATE eventos SET posicao = posicao + {}", 4 * RANGE));
        change(150).await;
        app.store.place_events().await.unwrap();
        app.store.tend_partitions().await.unwrap();
        let behind = 6 * RANGE;
        assert_eq!(ranges(), format!("{two} eventos_de_{fourth} eventos_de_{behind}"));
        assert_eq!(ask("SELECT count(*) = max(posicao) - min(posicao) + 1 FROM eventos"), "t");
        let bytes = || ask("SELECT pg_relation_size('eventos_de_0')").parse::<i64>().unwrap();
        assert!(bytes() > 0);
        change(151).await;
        app.store.place_events().await.unwrap();
        app.store.tend_partitions().await.unwrap();
        app.store.tend_partitions().await.unwrap();
        assert_eq!(bytes(), 0, "its rows are gone");
        // a new application begins at 1
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &crate::support::models::usuario("v")).await.with_status(201);
        app.store.place_events().await.unwrap();
        assert!(bytes() > 0);
    }
}
