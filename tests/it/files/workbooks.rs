//! Workbooks that come back as they were, also when a spreadsheet has saved them: codes that look like numbers, dates or
//! formulas, texts, and dates.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::support::{beside, ok};
use crate::support::{TestApp, models};

/// Codes that a spreadsheet would take for something else.
const ODD: [&str; 12] = [
    "00123",
    "1/2",
    "1E5",
    "12345678901234567890",
    "VERDADEIRO",
    "=1+1",
    "+55",
    "-2+3",
    "@x",
    "'K",
    "1.500",
    "10:30",
];

/// Names that do not stay as they are everywhere.
const NAMES: [&str; 6] = [
    "=HYPERLINK(\"https://a.example\")",
    "d'água 'entre apóstrofos'",
    "Tubo 2\" \"PVC\"; 50/60",
    "linha\noutra linha",
    "Açaí, maçã & pêssego <1kg> — ½ 🧉",
    "00123",
];

/// What LibreOffice saves a workbook as.
const SAVED: [&str; 3] = ["xlsx", "ods", "xls"];

/// A store with an odd SKU of each kind; answers it as JSON lines.
async fn fill(app: &TestApp) -> String {
    app.loja_with_skus("u", &[]).await;
    let sku = |(place, code): (usize, &&str)| {
        json!({
            "sku": code, "nome": NAMES[place % NAMES.len()], "marca": code, "descricao": "linha\noutra; \"aspas\"",
            "categorias": ["Casa > Mesa", "a|b"], "largura": 10, "altura": 10, "comprimento": 10, "peso": 300 + place,
            "ativo": place % 2 == 0, "prazoDespacho": 1, "precoDe": 1234.5, "precoPor": 999.99, "estoque": place,
            "gtin": "07891000315507", "imagens": ["https://a.example/1.jpg"],
            "atributos": [{ "nome": "Cor", "valor": "001" }],
        })
    };
    for one in ODD.iter().enumerate().map(sku) {
        app.a.post("/sku?usuarioId=u", &one).await.with_status(201);
    }
    ok(&beside(app), &["export", "skus", "--format", "jsonl"])
}

/// A store with an order whose codes, documents and dates a spreadsheet would change.
async fn orders(app: &TestApp) {
    app.loja_with_skus("u", &["001"]).await;
    app.a.post("/Canal?usuarioId=u", &models::canal("ML")).await.with_status(201);
    let order = models::with(models::pedido("ML", "0000042", "001"), "/endereco/0/cep", json!("01310100"));
    let order = models::with(order, "/data", json!("2026-10-01T02:30:15Z"));
    let order = models::with(order, "/usuario/cpf", json!("01234567890"));
    app.create_pedido("u", &order).await;
}

/// Imports a workbook of what is there already: nothing is new and nothing changes.
async fn comes_back(app: &TestApp, kind: &str, file: &Path) {
    let p = beside(app);
    let before = ok(&p, &["export", kind, "--format", "jsonl"]);
    let said = ok(&p, &["import", kind, file.to_str().unwrap()]);
    assert!(said.starts_with("created: 0, ") && said.contains("refused: 0"), "{kind}: {said}");
    assert_eq!(ok(&p, &["export", kind, "--format", "jsonl"]), before, "{kind}");
}

/// LibreOffice's program, where it is installed.
fn office() -> Option<&'static str> {
    ["soffice", "libreoffice"].into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// Has LibreOffice open workbooks, and save each in another form.
fn saved_by_office(program: &str, files: &[PathBuf], form: &str) -> Vec<PathBuf> {
    let folder = files[0].parent().unwrap().join(form);
    fs::create_dir_all(&folder).unwrap();
    // a profile of its own: two that run at once share nothing
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let done = Command::new(program)
        .args([&profile, "--headless", "--convert-to", form, "--outdir"])
        .arg(&folder)
        .args(files)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
    let saved = |file: &PathBuf| folder.join(file.file_name().unwrap()).with_extension(form);
    files.iter().map(saved).collect()
}

/// Exports what is there, has LibreOffice save it in each of its forms, and imports each.
async fn comes_back_from_office(app: &TestApp, kinds: &[&str]) {
    let Some(program) = office() else {
        eprintln!("SKIPPED: LibreOffice is not installed (apt-get install libreoffice-calc-nogui)");
        return;
    };
    let p = beside(app);
    let files: Vec<PathBuf> = kinds.iter().map(|kind| p.folder.path().join(format!("{kind}.xlsx"))).collect();
    for (kind, file) in kinds.iter().zip(&files) {
        ok(&p, &["export", kind, file.to_str().unwrap()]);
    }
    for form in SAVED {
        for (kind, file) in kinds.iter().zip(saved_by_office(program, &files, form)) {
            comes_back(app, kind, &file).await;
        }
    }
}

on_both_databases! {
    async fn odd_codes_prices_and_stock_come_back_from_a_workbook(app: TestApp) {
        let there = fill(&app).await;
        assert_eq!(there.lines().count(), ODD.len());
        let p = beside(&app);
        for kind in ["skus", "estoque", "precos"] {
            let file = p.folder.path().join(format!("{kind}.xlsx"));
            ok(&p, &["export", kind, file.to_str().unwrap()]);
            comes_back(&app, kind, &file).await;
        }
        // into a store without them
        let other = app.another(|config| config);
        other.loja_with_skus("u", &[]).await;
        let q = beside(&other);
        let said = ok(&q, &["import", "skus", p.folder.path().join("skus.xlsx").to_str().unwrap()]);
        assert!(said.starts_with(&format!("created: {}, ", ODD.len())), "{said}");
        let here = ok(&q, &["export", "skus", "--format", "jsonl"]);
        let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(sorted(&here), sorted(&there));
    }

    async fn dates_postal_codes_and_documents_of_orders_come_back_from_a_workbook(app: TestApp) {
        orders(&app).await;
        let p = beside(&app);
        let file = p.folder.path().join("pedidos.xlsx");
        ok(&p, &["export", "pedidos", file.to_str().unwrap()]);
        comes_back(&app, "pedidos", &file).await;
        let there: Value = serde_json::from_str(&ok(&p, &["export", "pedidos", "--format", "jsonl"])).unwrap();
        assert_eq!(there["data"], "2026-10-01T02:30:15Z");
    }

    async fn what_a_spreadsheet_has_saved_comes_back(app: TestApp) {
        fill(&app).await;
        comes_back_from_office(&app, &["skus", "estoque", "precos"]).await;
    }

    async fn orders_that_a_spreadsheet_has_saved_come_back(app: TestApp) {
        orders(&app).await;
        comes_back_from_office(&app, &["pedidos"]).await;
    }
}
