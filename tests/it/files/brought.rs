//! Files as people have them, in `tests/files`: each comes in right, or is refused with line, column, value and
//! remedy. The goods and the people in them are made up; the headings are those of other systems.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::support::beside;
use crate::support::TestApp;
use crate::support::models;
use crate::support::program::Program;

/// What comes of a file: how many are new, and line and column of what is refused.
struct Case {
    file: &'static str,
    kind: &'static str,
    created: u64,
    wrong: &'static [(u64, &'static str)],
}

const fn skus(file: &'static str, created: u64, wrong: &'static [(u64, &'static str)]) -> Case {
    Case { file, kind: "skus", created, wrong }
}

const fn pedidos(file: &'static str, created: u64, wrong: &'static [(u64, &'static str)]) -> Case {
    Case { file, kind: "pedidos", created, wrong }
}

const CASES: &[Case] = &[
    skus("planilha-simples.csv", 2, &[]),
    skus("lojaintegrada-produtos.csv", 1, &[]),
    skus("nuvemshop-produtos.csv", 2, &[]),
    skus("shopify-produtos.csv", 2, &[]),
    skus("woocommerce-ptbr.csv", 1, &[]),
    skus("woocommerce-en.csv", 1, &[]),
    skus("bling-produtos.csv", 4, &[]),
    skus("bling-produtos-latin1.csv", 4, &[]),
    skus("bling-modelo.tsv", 1, &[]),
    skus("tiny-produtos.csv", 1, &[]),
    skus("vtex-skus.csv", 1, &[]),
    skus("precos-virgula-google-sheets-ptbr.csv", 8, &[]),
    skus("larguras.csv", 5, &[]),
    skus("sku-repetido.csv", 2, &[]),
    skus("ativos.csv", 18, &[(12, "ativo"), (20, "ativo")]),
    skus(
        "estoques.csv",
        7,
        &[
            (5, "estoque"),
            (6, "estoque"),
            (9, "estoque"),
            (11, "estoque"),
            (12, "estoque"),
            (14, "estoque"),
            (15, "estoque"),
            (16, "estoque"),
        ],
    ),
    skus(
        "gtins.csv",
        10,
        &[
            (3, "gtin"),
            (4, "gtin"),
            (7, "gtin"),
            (11, "gtin"),
            (14, "gtin"),
            (15, "gtin"),
            (16, "gtin"),
            (17, "gtin"),
        ],
    ),
    skus("atributos.csv", 2, &[(4, "atributos"), (5, "atributos")]),
    skus("categorias-virgula.csv", 5, &[]),
    skus("imagens-virgula.csv", 4, &[(7, "imagens")]),
    skus("formulas.csv", 10, &[]),
    skus("erros-em-duas-rodadas.csv", 0, &[(2, "peso"), (2, "nome"), (2, "gtin")]),
    skus("codificacao-utf16be.csv", 2, &[]),
    skus("codificacao-utf8-bom-pontoevirgula.csv", 2, &[]),
    skus("codificacao-windows1252.csv", 2, &[]),
    skus("codificacao-cp850.csv", 2, &[]),
    skus("codificacao-macroman.csv", 2, &[]),
    skus("codificacao-utf8-duas-vezes.csv", 2, &[]),
    skus("fim-de-linha-cr.csv", 2, &[]),
    skus("fim-de-linha-misto.csv", 2, &[]),
    skus("linha-vazia-acima.csv", 2, &[]),
    skus("sep-primeira-linha.csv", 2, &[]),
    skus("titulo-acima.csv", 2, &[]),
    skus("pipe.csv", 2, &[]),
    skus("linha-total.csv", 2, &[]),
    skus("aspas-simples.csv", 1, &[]),
    skus("excel.xlsx", 2, &[]),
    pedidos("mercadolivre-vendas.xlsx", 1, &[]),
    pedidos("shopee-pedidos.csv", 1, &[]),
    pedidos("amazon-pedidos.txt", 1, &[]),
    pedidos("shopify-pedidos.csv", 1, &[]),
    pedidos("pedidos-datas.csv", 9, &[(6, "data"), (7, "data"), (9, "data"), (14, "data")]),
    pedidos("pedidos-itens-separados.csv", 2, &[]),
    pedidos("pedido-mudou-de-status-2.csv", 1, &[]),
    pedidos("pedidos-estado-por-extenso.csv", 3, &[(4, "status"), (5, "status")]),
];

/// Files that are refused as a whole, and what is said of them.
const REFUSED: &[(&str, &str, &str)] = &[
    ("bling-estoque.csv", "estoque", "lançamentos (entradas e saídas), e não o saldo"),
    ("olist-pedidos.csv", "pedidos", "estes pedidos da Olist vêm sem itens"),
];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("files")
}

/// Imports a file of the folder into a user of its own; answers the report.
fn bring(p: &Program, kind: &str, file: &str, more: &[&str]) -> Value {
    let path = folder().join(file);
    let user = user(file);
    let arguments = ["import", kind, path.to_str().unwrap(), "--json", "--app", "testes", "--user", &user];
    let output = p.run(&[&arguments, more].concat());
    let report: Result<Value, _> = serde_json::from_str(output.stdout.trim_end());
    report.unwrap_or_else(|e| panic!("{file}: {e}: {}{}", output.stdout, output.stderr))
}

fn user(file: &str) -> String {
    file.chars().filter(char::is_ascii_alphanumeric).collect()
}

async fn store(app: &TestApp, file: &str) {
    app.a.post("/Usuario", &models::usuario(&user(file))).await.with_status(201);
}

async fn sku(app: &TestApp, file: &str, code: &str) -> Value {
    app.a.get(&format!("/sku/{code}?usuarioId={}", user(file))).await.json_of(200)
}

/// That a SKU of a file has these members.
async fn has(app: &TestApp, file: &str, code: &str, expected: Value) {
    let found = sku(app, file, code).await;
    for (member, value) in expected.as_object().unwrap() {
        assert_eq!(&found[member], value, "{file} {code} {member}");
    }
}

#[test]
fn every_file_has_a_case() {
    let there: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let cases = CASES.iter().map(|case| case.file).chain(REFUSED.iter().map(|(file, ..)| *file));
    assert_eq!(there, cases.map(str::to_owned).collect());
}

on_both_databases! {
    async fn each_comes_in_or_is_refused_by_line_and_column(app: TestApp) {
        let p = beside(&app);
        for case in CASES {
            store(&app, case.file).await;
            if case.kind == "pedidos" {
                let canal = models::canal("CANAL");
                app.a.post(&format!("/Canal?usuarioId={}", user(case.file)), &canal).await.with_status(201);
            }
            let more: &[&str] = if case.kind == "pedidos" { &["--set", "canalId=CANAL"] } else { &[] };
            let tried = bring(&p, case.kind, case.file, &[more, &["--dry-run"]].concat());
            let report = bring(&p, case.kind, case.file, more);
            assert_eq!(tried, report, "{}", case.file);
            let wrong = report["wrong"].as_array().unwrap().iter();
            let wrong: Vec<_> = wrong.map(|one| (one["line"].as_u64().unwrap(), one["column"].as_str().unwrap())).collect();
            assert_eq!(report["created"], case.created, "{}: {report:#}", case.file);
            assert_eq!(wrong, case.wrong, "{}: {report:#}", case.file);
        }
        for (file, kind, said) in REFUSED {
            store(&app, file).await;
            let (path, user) = (folder().join(file), user(file));
            let output =
                p.run(&["import", kind, path.to_str().unwrap(), "--app", "testes", "--user", &user]);
            assert_eq!(output.codigo, 1);
            assert!(output.stderr.contains(said), "{}", output.stderr);
        }
    }

    async fn goods_of_other_systems_are_stored_as_they_are_there(app: TestApp) {
        let p = beside(&app);
        for case in CASES.iter().filter(|case| case.kind == "skus") {
            store(&app, case.file).await;
            bring(&p, case.kind, case.file, &[]);
        }
        has(&app, "planilha-simples.csv", "PAN-1", json!({
            "precoPor": 89.9, "gtin": "7891000315507", "descricao": "Feita à mão", "peso": 2, "estoque": 12,
        })).await;
        has(&app, "lojaintegrada-produtos.csv", "PAN-AZ", json!({
            "nome": "Panela de barro", "precoPor": 89.9, "precoDe": 0, "estoque": 12, "peso": 350, "parentId": "PAN",
            "categorias": ["Cozinha"], "marca": "Barro Bom", "atributos": [{ "nome": "Cor", "valor": "Azul" }],
        })).await;
        has(&app, "nuvemshop-produtos.csv", "PAN-AZ", json!({
            "precoDe": 1289.9, "precoPor": 1189.9, "peso": 350, "parentId": "panela", "estoque": 12,
            "categorias": ["Cozinha > Panelas", "Promoções"], "atributos": [{ "nome": "Cor", "valor": "Azul" }],
        })).await;
        has(&app, "nuvemshop-produtos.csv", "PAN-VD", json!({
            "nome": "Panela de barro", "precoPor": 1289.9, "precoDe": 0,
            "atributos": [{ "nome": "Cor", "valor": "Verde" }],
        })).await;
        let images = json!(["https://img.exemplo.com.br/1.jpg", "https://img.exemplo.com.br/2.jpg"]);
        has(&app, "shopify-produtos.csv", "00123", json!({
            "precoPor": 89.9, "precoDe": 99.9, "estoque": 12, "peso": 350, "gtin": "7891000315507", "ativo": true,
            "imagens": images,
        })).await;
        has(&app, "shopify-produtos.csv", "00124", json!({
            "nome": "Panela de barro", "atributos": [{ "nome": "Cor", "valor": "Verde" }], "imagens": images,
        })).await;
        has(&app, "woocommerce-ptbr.csv", "PAN-1", json!({
            "precoDe": 89.9, "precoPor": 79.9, "peso": 350, "comprimento": 20, "largura": 21, "altura": 8,
            "categorias": ["Cozinha > Panelas", "Promoções"], "imagens": images,
            "atributos": [{ "nome": "Cor", "valor": "Azul, Verde" }],
        })).await;
        has(&app, "woocommerce-en.csv", "PAN-1", json!({ "precoPor": 79.9, "peso": 350, "estoque": 12 })).await;
        for file in ["bling-produtos.csv", "bling-produtos-latin1.csv"] {
            has(&app, file, "00124", json!({
                "nome": "Panela de barro grande", "precoPor": 1234.5, "peso": 2000, "estoque": 1000,
                "categorias": ["Cozinha > Panelas"], "imagens": images, "comprimento": 20,
            })).await;
            has(&app, file, "00124-AZ", json!({ "parentId": "00124" })).await;
            has(&app, file, "00125", json!({ "ativo": false, "estoque": 0, "peso": 150 })).await;
        }
        has(&app, "bling-modelo.tsv", "PAN-1", json!({ "nome": "Panela de barro", "precoPor": 89.9 })).await;
        has(&app, "tiny-produtos.csv", "PAN-1", json!({
            "precoDe": 89.9, "precoPor": 79.9, "peso": 350, "largura": 21, "categorias": ["Cozinha > Panelas"],
            "atributos": [{ "nome": "Cor", "valor": "Azul" }, { "nome": "Tamanho", "valor": "G" }],
        })).await;
        has(&app, "vtex-skus.csv", "PAN-1", json!({
            "peso": 350, "ativo": true, "parentId": "PAN", "categorias": ["Casa > Cozinha"], "gtin": "7891000315507",
        })).await;
        for (code, price) in [("V-4", json!(1500)), ("V-5", json!(12000)), ("V-6", json!(2350)), ("V-9", json!(1.234))] {
            has(&app, "precos-virgula-google-sheets-ptbr.csv", code, json!({ "precoPor": price })).await;
        }
        has(&app, "aspas-simples.csv", "00123", json!({ "nome": "Panela", "precoPor": 89.9 })).await;
        has(&app, "excel.xlsx", "XL-2", json!({ "precoPor": 1234.5, "gtin": "7891000315507" })).await;
        has(&app, "gtins.csv", "V-19", json!({ "gtin": "7891000315507" })).await;
        has(&app, "atributos.csv", "V-3", json!({
            "atributos": [{ "nome": "Cor", "valor": "Azul" }, { "nome": "Tamanho", "valor": "M" }],
        })).await;
        for code in ["V-2", "V-3", "V-4", "V-5"] {
            has(&app, "imagens-virgula.csv", code, json!({ "imagens": images })).await;
        }
        has(&app, "sku-repetido.csv", "REP-1", json!({ "nome": "Segunda", "precoPor": 20 })).await;
        has(&app, "larguras.csv", "V-6", json!({ "largura": 20 })).await;
    }

    async fn what_cannot_be_known_is_told(app: TestApp) {
        let p = beside(&app);
        for (file, member, part) in [
            ("codificacao-cp850.csv", "told", "CP850"),
            ("codificacao-macroman.csv", "told", "Mac Roman"),
            ("codificacao-utf8-duas-vezes.csv", "told", "duas vezes em UTF-8"),
            ("sku-repetido.csv", "noticed", "antes na linha 2"),
            ("categorias-virgula.csv", "noticed", "ficou uma categoria só"),
            ("linha-total.csv", "noticed", "linha de totais"),
            ("bling-produtos.csv", "noticed", "estoque foi gravado como zero"),
            ("larguras.csv", "noticed", "arredondada para cima"),
        ] {
            store(&app, file).await;
            let report = bring(&p, "skus", file, &[]);
            assert!(report[member].to_string().contains(part), "{file}: {report:#}");
        }
    }

    async fn orders_of_marketplaces_come_in(app: TestApp) {
        let p = beside(&app);
        for case in CASES.iter().filter(|case| case.kind == "pedidos") {
            store(&app, case.file).await;
            let canal = models::canal("CANAL");
            app.a.post(&format!("/Canal?usuarioId={}", user(case.file)), &canal).await.with_status(201);
            bring(&p, case.kind, case.file, &["--set", "canalId=CANAL"]);
        }
        let order = async |file: &str, source: &str| {
            let all = app.a.get(&format!("/Pedido?usuarioId={}", user(file))).await.json_of(200);
            let all = all["resultado"].as_array().unwrap();
            all.iter().find(|order| order["sourceId"] == source).unwrap_or_else(|| panic!("{file} {source}")).clone()
        };
        let shopee = order("shopee-pedidos.csv", "250801AAAA").await;
        assert_eq!(shopee["produtos"].as_array().unwrap().len(), 2);
        assert_eq!((&shopee["total"], &shopee["status"]), (&json!(109.8), &json!("Pago")));
        assert_eq!(shopee["data"], "2026-08-20T16:06:00Z");
        assert_eq!(shopee["endereco"][0]["cep"], "01310100");
        let amazon = order("amazon-pedidos.txt", "701-0000001-0000001").await;
        assert_eq!((&amazon["total"], &amazon["data"]), (&json!(99.9), &json!("2026-08-01T13:50:49Z")));
        let shopify = order("shopify-pedidos.csv", "#1001").await;
        assert_eq!((&shopify["total"], &shopify["endereco"][0]["cep"]), (&json!(99.9), &json!("01310100")));
        let ml = order("mercadolivre-vendas.xlsx", "2000000000000002").await;
        assert_eq!((&ml["status"], &ml["total"]), (&json!("Enviado"), &json!(89.9)));
        assert_eq!(ml["data"], "2026-10-01T13:00:00Z");
        let apart = order("pedidos-itens-separados.csv", "S1").await;
        assert_eq!(apart["produtos"].as_array().unwrap().len(), 2);
        for (source, data) in [("D1", "2026-10-01T13:00:00Z"), ("D2", "2026-10-01T03:00:00Z"), ("D4", "2026-10-01T13:00:00Z"),
            ("D9", "2026-10-01T13:00:00Z"), ("D10", "2026-10-01T13:00:00Z")] {
            assert_eq!(order("pedidos-datas.csv", source).await["data"], data, "{source}");
        }
        assert_eq!(order("pedidos-estado-por-extenso.csv", "E1").await["endereco"][0]["estado"], "SP");
    }
}
