//! `server check` finds what does not fit.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use db::diesel::{RunQueryDsl, sql_query};
use db::{Config, Database as Ground, DbError, NoUnit, on};
use serde_json::{Value, json};

use super::support::{path_of, seeded, sums};
use crate::support::{Database, TestDatabase};

/// What is done to a database, and what is then said of it. Those of a group concern different rows.
const HARMS: [&[(&str, &str)]; 2] = [
    &[
        ("DELETE FROM sku_textos WHERE sku_num = (SELECT min(sku_num) FROM skus)", "have none in sku_textos"),
        (
            "DELETE FROM pedido_registros WHERE pedido_id = 7",
            "row(s) of pedidos have none in pedido_registros",
        ),
        (
            "UPDATE pedido_documentos SET andamento = substr(andamento, 1, 0) WHERE pedido_id = 4",
            "pedido_documentos.andamento: there is nothing packed",
        ),
        ("UPDATE skus SET reservado = reservado + 1", "than their orders hold"),
        ("UPDATE contagens SET total = total + 1 WHERE nivel = 0 AND tipo = 0", "counting gives"),
        ("UPDATE pedido_registros SET registro = catalogo WHERE pedido_id = 5", "the record of order 5"),
        (
            // what was the first byte of the frame
            "UPDATE pedido_documentos SET documento = substr(documento, 2) WHERE pedido_id = 6",
            "the record of order 6 (store 1 of application 1) cannot be read: \
             pedido_documentos.documento of order 6: dictionary 40 is not known",
        ),
    ],
    &[
        (
            "UPDATE pedido_documentos SET andamento = substr(andamento, 2) WHERE pedido_id = 6",
            "the record of order 6 (store 1 of application 1) cannot be read: \
             pedido_documentos.andamento: dictionary 40 is not known",
        ),
        (
            "UPDATE pedido_registros SET registro = substr(registro, 1, 50) WHERE pedido_id = 7",
            "cannot be read: pedido_registros.registro: what is packed is damaged",
        ),
    ],
];

#[test]
fn what_does_not_fit_is_named() {
    for kind in [Database::Sqlite, Database::Postgres] {
        for group in HARMS {
            let Some(database) = TestDatabase::empty(kind) else { continue };
            let p = seeded(&database);
            sums(&p, &database.url);
            let ground: Ground<NoUnit> =
                Ground::open(&Config::new(database.url.as_str()), Arc::default()).unwrap();
            for (harm, _) in group {
                let done: Result<usize, DbError> = ground.write_blocking(move |mut backend, _| {
                    Ok(on!(backend, c => sql_query(*harm).execute(c))?)
                });
                assert!(done.unwrap() > 0, "{harm} does nothing");
            }
            let output = p.run(&["check"]);
            assert_eq!(output.codigo, 1, "{}", output.stdout);
            for (harm, part) in group {
                assert!(output.stdout.contains(part), "{harm}\n{}", output.stdout);
            }
            assert!(output.stderr.contains("restore a backup"), "{}", output.stderr);
        }
    }
}

/// Bytes of a page of SQLite.
const PAGE: u64 = 4096;

#[test]
fn of_a_file_with_a_damaged_page_all_is_told_that_can_be_read() {
    let database = TestDatabase::empty(Database::Sqlite).unwrap();
    let p = seeded(&database);
    let path = path_of(&database);
    let whole = fs::read(path).unwrap();
    let mut reports = 0;
    for page in (1..whole.len() as u64 / PAGE).step_by(23) {
        fs::write(path, &whole).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.write_all_at(&[0xff; 300], page * PAGE).unwrap();
        let output = p.run(&["check", "--sums", "--json"]);
        assert_eq!(output.codigo, 1, "page {page}: {}", output.stdout);
        assert!(output.stderr.contains("restore a backup"), "page {page}: {}", output.stderr);
        // without the page in which its tables are named it cannot even be opened
        if output.stderr.contains("cannot be opened") {
            continue;
        }
        let said: Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!(said["good"], false, "page {page}: {said}");
        let parts = said["examined"].as_array().unwrap();
        assert_eq!((parts.len(), &parts[0]["subject"]), (7, &json!("tables and indexes")), "{said}");
        assert!(parts[0]["wrong"].to_string().contains(&format!("page {}", page + 1)), "page {page}: {said}");
        reports += 1;
    }
    assert!(reports > 10, "{reports} reports");
}
