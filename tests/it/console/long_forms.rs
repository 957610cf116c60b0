//! Forms of many lines: they fit, and of one that is too long what came of it is shown once more.

use serde_json::json;

use super::importing::{ON, columns, go_on};
use super::visitor::Visitor;

const NEW: &str = "/console/1-1/pedidos/novo";

on_both_databases! {
    async fn an_order_of_many_lines_is_typed(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let name = "ç".repeat(200);
        app.a.patch("/sku/A?usuarioId=u", &json!({"nome": name, "precoPor": 2})).await.with_status(200);
        let ana = Visitor::operator(&app).await;
        let mark = ana.mark().await;
        let lines: Vec<String> = (1..=40).map(|n| format!("sku{n}")).collect();
        let mut form = vec![("marca", mark.as_str()), ("canal", "canal"), ("codigo", "C-1"), ("status", "Pago")];
        form.extend(lines.iter().map(|line| (line.as_str(), name.as_str())));
        ana.post(NEW, &[], &form).await.with_status(303);
        // what is too long is told in a page with what came of it
        let long = "x".repeat(300_000);
        form.push(("rua", &long));
        let text = ana.post(NEW, &[], &form).await.with_status(413).text();
        for words in ["mais de 256 KiB", "nada foi feito", &format!("value=\"{name}\""), "name=\"sku40\""] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json_of(200)["metadados"]["total"], 1);
        // so is one where forms are short
        let short = [("marca", mark.as_str()), ("x", &long[..20_000])];
        let text = ana.post("/console/1-1/fila/reviver", &[], &short).await.with_status(413).text();
        assert!(text.contains("mais de 16 KiB"), "{text}");
    }

    async fn the_columns_of_a_wide_file_are_chosen(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let ana = Visitor::operator(&app).await;
        let (headings, values): (Vec<String>, Vec<&str>) = (0..990).map(|n| (format!("Campo {n}"), "1")).unzip();
        let file = format!("sku;{}\nB;{}\n", headings.join(";"), values.join(";"));
        let page = columns(&ana, "skus", "larga.csv", file.as_bytes()).await;
        let name = "N".repeat(190);
        let units: Vec<String> = (1..=990).map(|n| format!("u{n}")).collect();
        let mut said: Vec<(&str, &str)> = units.iter().map(|unit| (unit.as_str(), "kg")).collect();
        said.extend([("k-nome", name.as_str()), ("c7", "precoPor")]);
        let checked = go_on(&ana, &page, "conferir", &said).await.with_status(200).text();
        assert!(checked.contains("Novos: 1"), "{checked}");
        let long = "x".repeat(300_000);
        said.push(("k-descricao", &long));
        let text = go_on(&ana, &page, "gravar", &said).await.with_status(413).text();
        // the file is kept
        assert!(text.contains("mais de 256 KiB") && text.contains("Campo 989") && text.contains(ON), "{text}");
        go_on(&ana, &text, "colunas", &[]).await.with_status(200);
        app.a.get("/sku/B?usuarioId=u").await.with_status(404);
    }
}
