//! What is said about a file: columns, constants, profiles; and what comes back to be mended.

use serde_json::{Value, json};

use super::support::{beside, import, ok, run};

on_both_databases! {
    async fn columns_are_said_and_constants_set(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let path = p.folder.path().join("in.csv");
        std::fs::write(&path, "Ref. loja;Coisa;Valor final;Peso;Preço de custo\nA;Mesa;1.500;1,5;3\nB;Banco;10,50;2;3\n").unwrap();
        let said = [
            "import", "skus", "in.csv", "--map", "Ref. loja=sku", "--map", "coisa=nome", "--map", "Valor final=precoPor",
            "--map", "Peso=peso:kg", "--set", "marca=Casa",
        ];
        let report = ok(&p, &said);
        assert!(report.contains("created: 2"), "{report}");
        let a = app.a.get("/sku/A?usuarioId=u").await.json_of(200);
        assert_eq!((&a["precoPor"], &a["peso"], &a["marca"]), (&json!(1500), &json!(1500), &json!("Casa")));
        // what is said once is kept for the next file
        ok(&p, &[&said[..], &["--save-profile", "minha", "--dry-run"]].concat());
        std::fs::write(&path, "Ref. loja;Coisa;Valor final;Peso\nC;Mesa;20,00;1,5\n").unwrap();
        assert!(ok(&p, &["import", "skus", "in.csv"]).contains("created: 1"));
        assert_eq!(app.a.get("/sku/C?usuarioId=u").await.json_of(200)["peso"], 1500);
        assert!(p.ok(&["import", "--profiles", "--app", "testes"]).starts_with("minha\tskus"));
        let wrong = run(&p, &["import", "skus", "in.csv", "--map", "Nada=sku"]);
        assert!(wrong.stderr.contains("the file has no column Nada"), "{}", wrong.stderr);
        let wrong = run(&p, &["import", "skus", "in.csv", "--map", "Coisa=cor"]);
        assert!(wrong.stderr.contains("cor is no column"), "{}", wrong.stderr);
        assert_eq!(run(&p, &["import", "skus", "in.csv", "--map", "Coisa"]).codigo, 2);
        assert_eq!(run(&p, &["import", "skus", "in.csv", "--timezone", "Lua"]).codigo, 2);
    }

    async fn a_new_sku_is_not_taken_in_half(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        let table = "sku;nome;Preço da loja\nA;Mesa;10\nB;Banco;20\n";
        let (report, good) = import(&p, "skus", table);
        assert!(!good);
        assert_eq!((&report["stored"], &report["refused"]), (&json!(1), &json!(1)), "{report}");
        assert_eq!(report["wrong"][0]["column"], "Preço da loja");
        assert!(report["wrong"][0]["what"].as_str().unwrap().contains("diga que ela é precoPor"), "{report}");
        assert!(ok(&p, &["import", "skus", "in.csv", "--ignore", "preço da loja"]).contains("created: 1"));
    }

    async fn a_code_without_its_zeros_is_told(app: TestApp) {
        app.loja_with_skus("u", &["00123"]).await;
        let p = beside(&app);
        let (report, good) = import(&p, "skus", "sku;nome\n123;Mesa\n124;Banco\n");
        assert!(good);
        assert_eq!(report["noticed"].as_array().unwrap().len(), 1, "{report}");
        assert!(report["noticed"][0]["what"].as_str().unwrap().ends_with("00123"), "{report}");
    }

    async fn what_is_refused_comes_back_to_be_mended(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let read = |name: &str| std::fs::read_to_string(p.folder.path().join(name)).unwrap();
        let table = "SKU;Nome;Preço;Obs\nA;Mesa;abc;x\nB;Banco;10;\"y;\nz\"\nC;;7;\n";
        std::fs::write(p.folder.path().join("in.csv"), table).unwrap();
        let output = run(&p, &["import", "skus", "in.csv", "--mend", "out"]);
        assert_eq!(output.codigo, 1);
        assert!(output.stderr.contains("linha 2, coluna Preço, valor \"abc\": não é um número"), "{}", output.stderr);
        let back = read("out.csv");
        let mut lines = back.trim_start_matches('\u{feff}').lines();
        assert_eq!(lines.next(), Some("erro;linha;SKU;Nome;Preço;Obs"));
        assert!(lines.next().unwrap().ends_with(";2;A;Mesa;abc;x"), "{back}");
        assert!(lines.next().unwrap().ends_with(";5;C;;7"), "{back}");
        std::fs::write(p.folder.path().join("out.csv"), back.replace("abc", "12").replace("C;;7", "C;Vaso;7")).unwrap();
        assert!(ok(&p, &["import", "skus", "out.csv"]).contains("created: 2"));
        // all rows of an order
        let head = "canalId;sourceId;data;status;total;produtos.sku;produtos.quantidade;produtos.preco\n";
        let table = format!("{head}canal;P1;01/10/2026;Pago;20;A;1;10\ncanal;P1;;;;B;x;10\ncanal;P2;01/10/2026;Pago;10;A;1;10\n");
        std::fs::write(p.folder.path().join("in.csv"), table).unwrap();
        assert_eq!(run(&p, &["import", "pedidos", "in.csv", "--mend", "out"]).codigo, 1);
        assert_eq!(read("out.csv").lines().count(), 3);
        // JSON as JSON
        std::fs::write(p.folder.path().join("in.jsonl"), "{\"sku\":\"D\"}\n{\"sku\":\"E\",\"nome\":\"E\"}\n").unwrap();
        assert_eq!(run(&p, &["import", "skus", "in.jsonl", "--mend", "out"]).codigo, 1);
        let back: Value = serde_json::from_str(read("out.jsonl").trim()).unwrap();
        assert_eq!(back, json!({ "erro": "nome: é obrigatório", "linha": 1, "sku": "D" }));
    }

    async fn a_file_is_explained_and_a_template_filled(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        std::fs::write(p.folder.path().join("in.csv"), "Relatório\n\nCódigo*;Nome;Peso (kg);Cor\nA;Mesa;1,5;Azul\n").unwrap();
        let said = p.ok(&["import", "skus", "in.csv", "--explain"]);
        for part in ["source: csv (;)", "heading: line 3", "profile: none", "Código* -> sku [synonym]: A", "Peso (kg) -> peso (kg) [name]: 1,5", "Cor -> - [unknown]: Azul"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        for name in ["modelo.xlsx", "modelo.csv"] {
            p.ok(&["import", "skus", name, "--template"]);
            let report = ok(&p, &["import", "skus", name]);
            assert!(report.contains("refused: 0"), "{report}");
        }
        assert_eq!(app.a.get("/sku/PAN-1?usuarioId=u").await.json_of(200)["precoPor"], 89.9);
        assert!(p.ok(&["import", "--profiles"]).contains("bling\tskus"));
    }

    async fn members_of_json_that_mean_nothing_are_told_as_columns_are(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let order = "{\"canalId\":\"c\",\"usuario\":{\"fone\":\"1\"},\"produtos\":[{\"nome\":\"x\"}],\"obs\":1}";
        for (kind, text, names) in [
            ("skus", "{\"sku\":\"A\",\"nome\":\"Mesa\",\"preco\":1,\"produtoId\":\"P\"}\n", "preco"),
            ("skus", "[{\"sku\":\"A\",\"preco\":1},{\"sku\":\"A\",\"atributos\":[{\"name\":1}]}]", "preco, atributos.name"),
            ("estoque", "{\"sku\":\"A\",\"estoque\":1,\"Saldo\":2}", "Saldo"),
            ("pedidos", order, "usuario.fone, produtos.nome, obs"),
        ] {
            std::fs::write(p.folder.path().join("in.jsonl"), text).unwrap();
            for tried in [&["--dry-run"][..], &[]] {
                let said = run(&p, &[&["import", kind, "in.jsonl"], tried].concat()).stderr;
                assert!(said.contains(&format!("columns that mean nothing here: {names}\n")), "{said}");
            }
        }
        let said = run(&p, &["import", "skus", "in.jsonl", "--map", "preco=precoPor"]).stderr;
        assert!(said.contains("o que foi dito das colunas não valeu"), "{said}");
    }

    async fn a_profile_kept_without_its_price_takes_no_sku_in_half(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        std::fs::write(p.folder.path().join("in.csv"), "sku;Coisa;Preço da loja\nA;Mesa;10\n").unwrap();
        let kept = ["import", "skus", "in.csv", "--map", "Coisa=nome", "--save-profile", "meia"];
        assert_eq!(run(&p, &kept).codigo, 1);
        let again = run(&p, &["import", "skus", "in.csv"]);
        assert!(again.stderr.contains("diga que ela é precoPor"), "{}", again.stderr);
        ok(&p, &[&kept[..], &["--ignore", "Preço da loja"]].concat());
        assert!(ok(&p, &["import", "skus", "in.csv"]).starts_with("created: 0, as the file says: 1"));
    }

    async fn a_list_of_json_is_read(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let (report, good) = import(&p, "skus", "[\n {\"sku\": \"A\",\n  \"nome\": \"Mesa\"},\n {\"sku\": \"B\"}\n]\n");
        assert!(!good);
        assert_eq!((&report["created"], &report["wrong"][0]["line"]), (&json!(1), &json!(4)), "{report}");
    }
}
