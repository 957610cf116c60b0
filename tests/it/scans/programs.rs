//! How programs page: until a page is short, as often as the first total says, over what they change.

use reqwest::Method;
use serde_json::json;

use super::orders::{change, ids, waiting};
use crate::support::{Answer, TestApp, TestClient, models};

const ALL: &str = "/pedidos?dataInicial=2020-01-01&dataFinal=2100-01-01&quantidadeRegistros=5";

async fn page(b: &TestClient, question: &str, number: usize) -> Vec<i64> {
    ids(&b.get(&format!("{ALL}&{question}&pagina={number}")).await.json_of(200))
}

async fn start(app: &TestApp, orders: usize) -> (TestClient, Vec<i64>) {
    app.loja_with_skus("u", &["S"]).await;
    let all = waiting(app, orders).await;
    (app.b_as(app.loja("u")), all)
}

/// Where the next page is, as the answer says.
fn link(answer: &Answer) -> Option<String> {
    Some(answer.header("link").strip_prefix('<')?.split('>').next()?.to_owned())
}

on_both_databases! {
    async fn what_moves_to_the_front_comes_at_the_end(app: TestApp) {
        let (b, all) = start(&app, 20).await;
        // the latest first, which nobody has touched yet: by number
        let by_change = "enumTipoFiltroData=DataAlteracao";
        let first = page(&b, by_change, 1).await;
        for id in &all[..7] {
            change(&app, *id, "Pago").await;
        }
        let mut seen = first;
        // as many pages as the first total said: all of them full, nothing is left out
        for number in 2..=4 {
            let of_this = page(&b, by_change, number).await;
            assert_eq!(of_this.len(), 5);
            seen.extend(of_this);
        }
        seen.sort_unstable();
        assert_eq!(seen, all);
        assert_eq!(page(&b, by_change, 5).await, [0; 0]);
        // one that was shown and moves is not shown again: the next scan has it
        change(&app, all[19], "Pago").await;
        assert_eq!(page(&b, by_change, 5).await, [0; 0]);
        assert_eq!(page(&b, by_change, 1).await[0], all[19]);
    }

    async fn new_orders_do_not_push_old_ones_to_the_next_page(app: TestApp) {
        let (b, all) = start(&app, 15).await;
        let mut seen = page(&b, "", 1).await;
        let mut new = Vec::new();
        for n in 0..3 {
            let mut pedido = models::pedido("canal", &format!("N{n}"), "S");
            pedido["data"] = json!("2026-07-01T00:00:00Z");
            new.push(app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap());
            seen.extend(page(&b, "", n + 2).await);
        }
        seen.sort_unstable();
        // the old ones first, and then those that came in meanwhile
        assert_eq!(seen, [all, new].concat());
    }

    async fn a_program_that_changes_what_it_reads_sees_all_of_it(app: TestApp) {
        let (b, all) = start(&app, 23).await;
        let questions =
            [("situacoesPedido=2&direcaoOrdenacao=ASC", "Pago"), ("situacoesPedido=1", "Faturado")];
        for (question, to) in questions {
            let mut seen: Vec<i64> = Vec::new();
            for number in 1.. {
                let of_this = page(&b, question, number).await;
                for id in &of_this {
                    change(&app, *id, to).await;
                }
                seen.extend(&of_this);
                if of_this.len() < 5 {
                    break;
                }
            }
            seen.sort_unstable();
            assert_eq!(seen, all, "{question}");
        }
    }

    async fn a_page_asked_again_is_the_same_and_page_one_begins_anew(app: TestApp) {
        let (b, all) = start(&app, 20).await;
        let by_change = "enumTipoFiltroData=DataAlteracao";
        let (one, two) = (page(&b, by_change, 1).await, page(&b, by_change, 2).await);
        for id in &two {
            change(&app, *id, "Pago").await;
        }
        let mut again = page(&b, by_change, 2).await;
        again.sort_unstable();
        let mut sorted = two.clone();
        sorted.sort_unstable();
        assert_eq!(again, sorted);
        let three = page(&b, by_change, 3).await;
        assert!(three.iter().all(|id| !one.contains(id) && !two.contains(id)), "{three:?}");
        let mut front = page(&b, by_change, 1).await;
        front.sort_unstable();
        assert_eq!(front, sorted);
        // without a page number it is the first page, too; of another size it is another question
        let bare = ids(&b.get(&format!("{ALL}&{by_change}")).await.json_of(200));
        assert_eq!(bare.len(), 5);
        let range = "dataInicial=2020-01-01&dataFinal=2100-01-01";
        let other = format!("/pedidos?{range}&quantidadeRegistros=6&{by_change}&pagina=2");
        assert_eq!(ids(&b.get(&other).await.json_of(200)).len(), 6);
        // a page whose predecessor nobody has asked for is counted
        let far = b.get(&format!("{ALL}&{by_change}&pagina=4&valido=true")).await.with_status(200);
        assert_eq!((ids(&far.json()).len(), far.header("x-total-count")), (5, "20"));
        assert_eq!(all.len(), 20);
    }

    async fn who_reads_as_many_pages_as_the_total_says_gets_all_though_scans_were_left_off(app: TestApp) {
        let (b, all) = start(&app, 20).await;
        for id in &all {
            change(&app, *id, "Pago").await;
        }
        // a first page, which the program works off; it does not go on
        for id in page(&b, "situacoesPedido=1", 1).await {
            change(&app, id, "Faturado").await;
        }
        for _ in 0..8 {
            let (mut seen, mut pages) = (Vec::new(), 1);
            for number in 1.. {
                let url = format!("{ALL}&situacoesPedido=1&pagina={number}");
                let answer = b.get(&url).await.with_status(200);
                pages = pages.max(answer.header("x-total-count").parse::<usize>().unwrap().div_ceil(5));
                seen.extend(ids(&answer.json()));
                if number == pages {
                    break;
                }
            }
            seen.sort_unstable();
            assert_eq!(seen, all[..15]);
        }
    }

    async fn asking_for_the_head_alone_begins_no_scan(app: TestApp) {
        let (b, all) = start(&app, 12).await;
        let url = format!("{ALL}&situacoesPedido=2&pagina=1");
        let head = b.send(Method::HEAD, &url, &[], None::<Vec<u8>>).await.with_status(200);
        assert_eq!(head.header("x-total-count"), "12");
        change(&app, all[11], "Pago").await;
        change(&app, all[10], "Pago").await;
        let mut seen: Vec<i64> = Vec::new();
        for number in 1.. {
            let of_this = page(&b, "situacoesPedido=2", number).await;
            seen.extend(&of_this);
            if of_this.len() < 5 {
                break;
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, all[..10]);
    }

    async fn links_lead_to_all_though_the_date_that_they_go_by_changes(app: TestApp) {
        let (b, all) = start(&app, 23).await;
        let steps = [("DataAlteracao", "Pago", "Faturado"), ("DataStatus", "Enviado", "Entregue")];
        for (date, first, second) in steps {
            for (direction, to) in [("DESC", first), ("ASC", second)] {
                let question = format!("enumTipoFiltroData={date}&direcaoOrdenacao={direction}");
                let mut next = Some(format!("{ALL}&{question}"));
                let mut seen: Vec<i64> = Vec::new();
                let mut turn = 0;
                while let Some(url) = next {
                    let answer = b.get(&url).await.with_status(200);
                    next = link(&answer);
                    seen.extend(ids(&answer.json()));
                    // one that was shown and one that was not
                    let unseen = all.iter().find(|id| !seen.contains(id)).copied();
                    for id in [seen.get(turn).copied(), unseen].into_iter().flatten() {
                        change(&app, id, to).await;
                    }
                    turn += 1;
                }
                seen.sort_unstable();
                assert_eq!(seen, all, "{question}");
                for id in &all {
                    change(&app, *id, to).await;
                }
            }
        }
    }

    async fn a_page_that_is_asked_for_first_ends_where_the_list_does(app: TestApp) {
        let (b, all) = start(&app, 7).await;
        assert_eq!(page(&b, "", 2).await, all[..2].iter().rev().copied().collect::<Vec<_>>());
        for number in 3..5 {
            assert_eq!(page(&b, "", number).await, [0; 0], "{number}");
        }
    }

    async fn two_programs_with_one_question_lose_nothing(app: TestApp) {
        let (b, all) = start(&app, 30).await;
        let by_change = "enumTipoFiltroData=DataAlteracao";
        let mut a_seen = page(&b, by_change, 1).await;
        for id in &all[..4] {
            change(&app, *id, "Pago").await;
        }
        let mut b_seen = page(&b, by_change, 1).await;
        for number in 2..9 {
            a_seen.extend(page(&b, by_change, number).await);
            change(&app, all[number + 4], "Pago").await;
            b_seen.extend(page(&b, by_change, number).await);
        }
        for mut seen in [a_seen, b_seen] {
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen, all);
        }
    }
}
