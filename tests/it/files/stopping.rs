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
        std::fs::write(p.folder.path().join("many.jsonl"), lines(0..60_000)).unwrap();
        let mut command = p.command(&["import", "skus", "many.jsonl", "--app", "testes", "--user", "u"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut import = Process(command.spawn().unwrap());
        let mut told = BufReader::new(import.0.stderr.take().unwrap());
        until("the first batch", async || count(&app).await != 0).await;
        import.sign("INT");
        let mut line = String::new();
        while !line.contains("stopping after the batch") {
            assert!(told.read_line(&mut line).unwrap() > 0, "{line}");
        }
        assert_eq!(import.end(), Some(1));
        let written = count(&app).await.as_u64().unwrap();
        assert!(written % 500 == 0 && written < 60_000, "{written}");
        let mut said = String::new();
        import.0.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        let expected = format!("created: {written}");
        assert!(said.contains(&expected) && said.contains(&format!("written up to line {written}")), "{said}");
        told.read_to_string(&mut line).unwrap();
        assert!(line.contains("importing it again is safe"), "{line}");
        let more = usize::try_from(written).unwrap() + 200;
        std::fs::write(p.folder.path().join("all.jsonl"), lines(0..more)).unwrap();
        let said = ok(&p, &["import", "skus", "all.jsonl"]);
        assert!(said.starts_with(&format!("created: 200, as the file says: {written}")), "{said}");
    }

    async fn what_comes_through_a_pipe_is_read_like_a_file(app: TestApp) {
        app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
        let p = beside(&app);
        let mut command = p.command(&["import", "skus", "-", "--app", "testes", "--user", "u"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut import = Process(command.spawn().unwrap());
        import.0.stdin.take().unwrap().write_all(b"sku;nome;precoPor\nA;Mesa;1.500\nB;Banco;10,50\n").unwrap();
        assert_eq!(import.end(), Some(0));
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["precoPor"], 1500);
    }
}
