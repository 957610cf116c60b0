//! What is refused is named by line and column, with what to do, and keeps nothing else out.

use serde_json::Value;

use super::support::{beside, import, run};

/// Line and column of everything that was refused.
fn places(report: &Value) -> Vec<(u64, String)> {
    let place =
        |wrong: &Value| (wrong["line"].as_u64().unwrap(), wrong["column"].as_str().unwrap().to_owned());
    report["wrong"].as_array().unwrap().iter().map(place).collect()
}

on_both_databases! {
    async fn lines_and_columns_are_named_and_the_rest_comes_in(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        let table = "sku;nome;precoPor;gtin;atributos;peso\n\
                     B;Mesa;10;;;\n\
                     C;;10;;;\n\
                     D;Mesa;abc;123;;1,5\n\
                     \n\
                     E;Mesa;10;;Cor;\n\
                     F;Mesa;10;;;;7\n\
                     A;;12;;;\n\
                     G;\"Mesa;\ngrande\";10;;;x\n";
        let (report, good) = import(&p, "skus", table);
        assert!(!good);
        let counted = ["created", "stored", "refused"].map(|name| report[name].as_u64().unwrap());
        assert_eq!(counted, [1, 1, 5], "{report}");
        let expected = [
            (3, "nome"), (4, "precoPor"), (4, "gtin"), (4, "peso"), (6, "atributos"), (7, ""), (9, "peso"),
        ];
        let mut found = places(&report);
        found.sort();
        let mut expected = expected.map(|(line, column)| (line, column.to_owned()));
        expected.sort();
        assert_eq!(found, expected, "{report}");
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["precoPor"], 12);
        app.a.get("/sku/B?usuarioId=u").await.with_status(200);
        // people read the same on stderr
        let output = run(&p, &["import", "skus", "in.csv"]);
        assert_eq!(output.codigo, 1);
        assert!(output.stderr.contains("linha 3, coluna nome: é obrigatório"), "{}", output.stderr);
        assert!(output.stderr.contains("mend them and import the file again"), "{}", output.stderr);
    }

    async fn what_a_batch_names_twice_ends_as_it_is_named_last(app: TestApp) {
        app.loja_with_skus("u", &["A", "B", "C"]).await;
        let p = beside(&app);
        let events = async || app.a.get("/Evento?usuarioId=u&quantidade=500").await.json_of(200);
        let table = "sku;nome;precoPor\nB;Banco;5\nA;Mesa;10\nN;Nova;1\nA;Mesa alta;11\nC;;-1\nN;Nova;2\n";
        for _ in 0..2 {
            let (report, _) = import(&p, "skus", table);
            assert_eq!(places(&report), [(6, "precoPor".to_owned())], "{report}");
        }
        let sku = async |code: &str| app.a.get(&format!("/sku/{code}?usuarioId=u")).await.json_of(200);
        let a = sku("A").await;
        assert_eq!((&a["nome"], &a["precoPor"]), (&"Mesa alta".into(), &11.into()));
        assert_eq!((&sku("B").await["nome"], &sku("N").await["precoPor"]), (&"Banco".into(), &2.into()));
        let (report, _) = import(&p, "estoque", "sku;estoque\nA;3\nX;1\nB;4\nA;2\n");
        assert_eq!((&report["stored"], places(&report)), (&3.into(), vec![(3, "sku".to_owned())]));
        let (report, good) = import(&p, "precos", "sku;canalId;precoPor\nA;;20\nA;canal;21\nA;;22\n");
        assert!(good, "{report}");
        let a = sku("A").await;
        assert_eq!((&a["estoque"], &a["precoPor"]), (&2.into(), &22.into()));
        // what is as the file says tells nobody
        let before = events().await;
        import(&p, "estoque", "sku;estoque\nB;4\nA;2\n");
        import(&p, "precos", "sku;precoPor\nA;22\n");
        assert_eq!(events().await, before);
    }

    async fn rows_of_channels_written_together_are_told_apart(app: TestApp) {
        app.loja_with_skus("u", &["A", "B"]).await;
        let p = beside(&app);
        let table = "sku;canalId;precoPor\nB;canal;13\nX;canal;11\nB;nada;12\nA;canal;10\nA;;9\nA;canal;14\n";
        let (report, _) = import(&p, "precos", table);
        assert_eq!(places(&report), [(3, "sku".to_owned()), (4, "canalId".to_owned())], "{report}");
        // A's own price, and what comes a second time, are changes
        assert_eq!((&report["created"], &report["stored"]), (&2.into(), &2.into()));
        for (sku, preco) in [("A", 14), ("B", 13)] {
            let settings = app.a.get(&format!("/sku/{sku}/Canal/canal?usuarioId=u")).await.json_of(200);
            assert_eq!((&settings["preco"]["precoPor"], &settings["ativo"]), (&preco.into(), &true.into()));
        }
        let events = async || app.a.get("/Evento?usuarioId=u&quantidade=500").await.json_of(200);
        let told = events().await;
        assert_eq!(told.to_string().matches("skucanal.alterado").count(), 3, "{told}");
        let (report, good) = import(&p, "precos", "sku;canalId;precoPor\nA;canal;14\nB;canal;13\n");
        assert!(good, "{report}");
        assert_eq!((&report["created"], &report["stored"]), (&0.into(), &2.into()));
        assert_eq!(events().await, told);
        let (report, good) = import(&p, "estoque", "sku;canalId;estoque\nB;canal;3\nA;canal;-\n");
        assert!(good, "{report}");
        let settings = app.a.get("/sku/B/Canal/canal?usuarioId=u").await.json_of(200);
        assert_eq!((&settings["estoque"], &settings["preco"]["precoPor"]), (&3.into(), &13.into()));
    }

    async fn a_quote_that_stays_open_ends_the_file_at_its_line(app: TestApp) {
        app.loja_with_skus("u", &["A", "B"]).await;
        let p = beside(&app);
        let mut table = "sku;estoque;obs\n".to_owned();
        for n in 0..600 {
            table += &format!("A;{n};\n");
        }
        for (open, said) in [
            ("B;9;\"polegadas\nB;8;\nB;7;\n".to_owned(), "line 602: a quote"),
            (format!("B;9;\"{}", "x\n".repeat(5 << 20)), "line 602 has more than 8 MiB"),
        ] {
            std::fs::write(p.folder.path().join("in.csv"), table.clone() + &open).unwrap();
            let output = run(&p, &["import", "estoque", "in.csv"]);
            assert_eq!(output.codigo, 1);
            assert!(output.stderr.contains(said), "{}", output.stderr);
            assert!(output.stdout.contains("written up to line 601"), "{}", output.stdout);
        }
        let stock = async |sku: &str| app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200);
        assert_ne!(stock("B").await["estoque"], 9);
        // closed, a text may have as many lines as it likes, and a quote that is doubled closes nothing
        let (report, good) = import(&p, "estoque", "sku;estoque;obs\nB;5;\"19\"\"\n\nlargo\"\nA;6;\"\n\"");
        assert!(good, "{report}");
        assert_eq!((&stock("A").await["estoque"], &stock("B").await["estoque"]), (&6.into(), &5.into()));
        let (report, good) = import(&p, "estoque", "sku,estoque\nB,5\n\"B\",\"4");
        assert!(!good && report["stored"] == 1 && report["writtenToLine"] == 2, "{report}");
        let line = format!("{{\"sku\":\"A\",\"obs\":\"{}\"}}", "x".repeat(9 << 20));
        std::fs::write(p.folder.path().join("in.csv"), line).unwrap();
        let output = run(&p, &["import", "estoque", "in.csv"]);
        assert!(output.stderr.contains("line 1 has more than 8 MiB"), "{}", output.stderr);
    }

    async fn things_that_are_not_there_are_told_by_name(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        let (report, _) = import(&p, "estoque", "sku,canalId,estoque\nX,,1\nA,nada,1\nA,,-5\nA,,\n");
        let expected = [(2, "sku"), (3, "canalId"), (5, "estoque")];
        assert_eq!(places(&report), expected.map(|(line, column)| (line, column.to_owned())), "{report}");
        // an ERP that has sold too many says so: nothing more is sold, and it is told
        let noticed = serde_json::json!([{ "line": 4, "column": "estoque", "what": "O valor negativo de estoque foi gravado como zero." }]);
        assert_eq!((&report["stored"], &report["noticed"]), (&1.into(), &noticed), "{report}");
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["estoque"], 0);
        let (report, good) = import(&p, "skus", "{\"sku\": \"A\", \"estoque\": 3}\n{\"sku\": \"A\", \"estoque\": \"\"}\n");
        assert!(good && report["noticed"][0]["line"] == 2, "{report}");
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["estoque"], 3);
        let (report, _) = import(&p, "categorias", "canalId,categoriaId,nome,categoriaPaiId\ncanal,2,B,1\n");
        assert_eq!(places(&report), [(2, "categoriaPaiId".to_owned())]);
        let table = "canalId,sourceId,data,status,total,usuario.nome,\
                     produtos.sku,produtos.quantidade,produtos.preco\n\
                     canal,P1,2026-01-01,Pago,10,Ana,A,1,10\n\
                     canal,P1,,,11,,B,zero,1\n\
                     canal,P2,ontem,Pago,1,Rui,A,0,1\n";
        let (report, _) = import(&p, "pedidos", table);
        let expected =
            [(3, "produtos.quantidade"), (3, "total"), (4, "data"), (4, "produtos.quantidade")];
        assert_eq!(places(&report), expected.map(|(line, column)| (line, column.to_owned())), "{report}");
    }

    async fn a_line_of_json_is_named_too(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let lines = "{\"sku\":\"A\",\"nome\":\"Mesa\"}\n\n{\"sku\":\n{\"sku\":\"B\"}\n";
        let (report, good) = import(&p, "skus", lines);
        assert!(!good);
        assert_eq!(places(&report), [(3, String::new()), (4, "nome".to_owned())], "{report}");
        assert_eq!(report["created"], 1);
    }

    async fn a_dry_run_changes_nothing(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        import(&p, "skus", "sku,nome\nA,Cadeira\nB,Mesa\n");
        let table = "sku,nome\nA,Banco\nC,Mesa\nD,\n";
        std::fs::write(p.folder.path().join("in.csv"), table).unwrap();
        let output = run(&p, &["import", "skus", "in.csv", "--dry-run"]);
        assert_eq!(output.codigo, 1);
        assert!(output.stdout.contains("would be created: 1, would be as the file says: 1, refused: 1"));
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["nome"], "Cadeira");
        app.a.get("/sku/C?usuarioId=u").await.with_status(404);
    }

    async fn a_file_that_cannot_be_is_refused_at_once(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        for (kind, text, part) in [
            ("precos", "cor;tamanho\n1;2\n", "the column(s) sku, precoPor are missing. The file has: cor, tamanho"),
            ("skus", "sku;nome;NOME\n", "the column nome is there twice"),
            ("skus", "", "it is empty: "),
            ("skus", "sku;nome\n", "line 1 names the columns, and there is no row below it"),
            ("skus", "nome\nMesa\n", "the column(s) sku are missing"),
        ] {
            std::fs::write(p.folder.path().join("in.csv"), text).unwrap();
            let output = run(&p, &["import", kind, "in.csv"]);
            assert_eq!(output.codigo, 1);
            assert!(output.stderr.contains(part), "{}", output.stderr);
        }
        assert!(run(&p, &["import", "skus", "nada.csv"]).stderr.contains("nada.csv cannot be read"));
        assert_eq!(run(&p, &["import", "coisas", "in.csv"]).codigo, 2);
        let unknown = p.failure(1, &["import", "skus", "in.csv", "--app", "testes", "--user", "x"]);
        assert!(unknown.contains("POST /Usuario"), "{unknown}");
    }

    async fn the_operators_limit_holds_for_files_too(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        p.ok(&["app", "limit", "testes", "--skus", "2"]);
        std::fs::write(p.folder.path().join("in.csv"), "sku,nome\nA,Mesa\nB,Mesa\nC,Mesa\n").unwrap();
        let output = run(&p, &["import", "skus", "in.csv"]);
        assert!(output.stderr.contains("may have 2 SKUs"), "{}", output.stderr);
        app.a.get("/sku/A?usuarioId=u").await.with_status(404);
    }
}
