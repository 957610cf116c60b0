//! What lists of orders may be asked for: with and without dates, by any payment method, by subscriptions.

use domain::loja_config::Perfil;
use domain::values::dates::Instante;
use serde_json::json;

use super::{ids, loja, pedido, refusal};
use crate::support::models;

const MAY: &str = "dataInicial=2026-05-01&dataFinal=2026-05-31";
const DAY: i64 = 86_400;

in_both_profiles! {
    async fn dates_may_be_absent_where_another_filter_leaves_few(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        for client in [b.clone(), app.b_in(app.loja("u"), Perfil::Compativel)] {
            for filter in ["email=Maria@correio.example", "sku=S", &format!("listaPedidosIds={id}")] {
                for path in ["/pedidos?", "/pedidos/situacaoPedido/1?", "/pedidos/formaPagamento/20?"] {
                    for dates in
                        ["", "&dataInicial=&dataFinal=", "&dataInicial=2026-05-01", "&dataFinal=2026-05-31"]
                    {
                        let found = client.get(&format!("{path}{filter}{dates}")).await;
                        assert_eq!(ids(&found.json_of(200)), [id], "{path}{filter}{dates}");
                    }
                    // of orders that are named dates do not count
                    let named = filter.starts_with("lista");
                    let later = client.get(&format!("{path}{filter}&dataInicial=2026-06-01")).await;
                    assert_eq!(ids(&later.json_of(200)), if named { vec![id] } else { vec![] });
                }
            }
        }
    }

}

on_both_databases! {
    async fn a_bare_question_is_refused_as_documented(app: TestApp) {
        let b = loja(&app).await;
        for path in ["/pedidos", "/pedidos/situacaoPedido/1", "/pedidos/formaPagamento/20"] {
            for (query, absent) in [
                ("", "dataInicial: é obrigatório; dataFinal: é obrigatório"),
                ("?dataInicial=2026-05-01&valido=true", "dataFinal: é obrigatório"),
                ("?dataFinal=2026-05-31&dataInicial=", "dataInicial: é obrigatório"),
                ("?email=&sku=&listaPedidosIds=", "dataInicial: é obrigatório; dataFinal: é obrigatório"),
            ] {
                let message = refusal(&b.get(&format!("{path}{query}")).await, 400);
                assert!(message.contains(absent), "{path}{query}: {message}");
            }
        }
    }
}

in_both_profiles! {
    async fn without_dates_programs_in_the_field_mean_the_last_days(app: TestApp) {
        loja(&app).await;
        let b = app.b_in(app.loja("u"), Perfil::Compativel);
        let mut placed = Vec::new();
        for (n, days) in [0, 29, 31, 45].into_iter().enumerate() {
            let mut pedido = models::pedido("canal", &format!("P{n}"), "S");
            pedido["data"] = json!(Instante::now().plus_seconds(-days * DAY).truncated());
            placed.push(app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap());
        }
        for path in ["/pedidos?", "/pedidos/situacaoPedido/1,2,8,9?", "/pedidos/formaPagamento/20?"] {
            let found = async |query: &str| ids(&b.get(&format!("{path}{query}")).await.json_of(200));
            assert_eq!(found("").await, placed[..2]);
            assert_eq!(found("dataInicial=&dataFinal=").await, placed[..2]);
            // one end alone: from there until now, or the days before it
            let day = |days: i64| Instante::now().plus_seconds(-days * DAY).to_string();
            assert_eq!(found(&format!("dataInicial={}", day(40))).await, placed[..3]);
            assert_eq!(found(&format!("dataFinal={}", day(20))).await, placed[1..4]);
        }
        let wrong = b.get("/pedidos?dataInicial=2026-05-02&dataFinal=2026-05-01").await;
        assert!(refusal(&wrong, 400).contains("não pode ser posterior"));
    }

    async fn there_are_no_orders_of_subscriptions(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        for path in ["/pedidos", "/pedidos/situacaoPedido/1", "/pedidos/formaPagamento/20"] {
            let with = async |value: &str| b.get(&format!("{path}?{MAY}&apenasAssinaturas={value}")).await;
            let of_subscriptions = with("true").await.with_status(200);
            let seen = (of_subscriptions.header("x-total-count"), ids(&of_subscriptions.json()));
            assert_eq!(seen, ("0", vec![]));
            for value in ["false", ""] {
                assert_eq!(ids(&with(value).await.json_of(200)), [id]);
            }
        }
    }

    async fn every_payment_method_that_an_order_may_have_can_be_asked_for(app: TestApp) {
        let b = loja(&app).await;
        let mut pedido = models::pedido("canal", "P1", "S");
        pedido["informacaoAdicional"] = json!([{"chave": "formaPagamentoId", "valor": "200"}]);
        let id = app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap();
        let found = async |path: &str| ids(&b.get(path).await.json_of(200));
        assert_eq!(found(&format!("/pedidos/formaPagamento/200?{MAY}")).await, [id]);
        assert_eq!(found(&format!("/pedidos?{MAY}&formasPagamento=9,200")).await, [id]);
        for forma in ["9", "12", "17", "98", "2147483647"] {
            assert_eq!(found(&format!("/pedidos/formaPagamento/{forma}?{MAY}")).await, [0; 0]);
            assert_eq!(found(&format!("/pedidos?{MAY}&formasPagamento={forma}")).await, [0; 0]);
        }
        for forma in ["0", "-1", "2147483648", "pix"] {
            refusal(&b.get(&format!("/pedidos/formaPagamento/{forma}?{MAY}")).await, 400);
        }
        let formas = b.get("/formasPagamento").await.json_of(200);
        assert_eq!(formas[13], json!({"formaPagamentoId": 200, "nome": "Forma de pagamento 200",
            "nomeExibicao": "Forma de pagamento 200", "descricao": ""}));
    }
}
