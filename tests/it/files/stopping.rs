//! An import that is told to stop ends after the batch that is being written.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::Value;

use super::support::{beside, ok};
use crate::support::process::Process;
use crate::support::wait::until;
use crate::support::{TestApp, models};

async fn count(app: &TestApp) -> Value {
    app.a.get("/sku?usuarioId=u&quantidade_registros=1").await.json_of(200)["metadados"]["total"].clone()
}

/// As many SKUs, line by line.
fn lines(codes: std::ops::Range<usize>) -> String {
    codes.map(|n| models::sku(&format!("S{n}")).to_string() + "\n").collect()
}

on_both_databases! {
    async fn ctrl_c_ends_an_import_between_two_batches(app: TestApp) {
        app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
        let p = beside(&app);
        let mut command = p.command(&["import", "skus", "-", "--app", "testes", "--user", "u"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut import = Process(command.spawn().unwrap());
        let mut input = import.0.stdin.take().unwrap();
        let mut told = BufReader::new(import.0.stderr.take().unwrap());
        input.write_all(lines(0..700).as_bytes()).unwrap();
        until("the first batch", async || count(&app).await == 500).await;
        import.sign("INT");
        let mut line = String::new();
        while !line.contains("stopping after the batch") {
            assert!(told.read_line(&mut line).unwrap() > 0, "{line}");
        }
        // it may end before it has read all
        let _ = input.write_all(lines(700..3000).as_bytes());
        drop(input);
        assert_eq!(import.end(), Some(1));
        assert_eq!(count(&app).await, 1000);
        let mut said = String::new();
        import.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains("created: 1000") && said.contains("written up to line 1000"), "{said}");
        told.read_to_string(&mut line).unwrap();
        assert!(line.contains("importing it again is safe"), "{line}");
        std::fs::write(p.folder.path().join("all.jsonl"), lines(0..1200)).unwrap();
        let said = ok(&p, &["import", "skus", "all.jsonl"]);
        assert!(said.starts_with("created: 200, as the file says: 1000"), "{said}");
    }
}
