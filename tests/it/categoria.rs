//! Categoria: the tree of a channel, one level at a time, changed one by one or replaced as a whole.

use serde_json::{Value, json};

use crate::support::{Answer, TestApp};

fn categoria(id: &str, name: &str, parent: Option<&str>) -> Value {
    json!({ "categoriaId": id, "nome": name, "categoriaPaiId": parent })
}

/// Categories as they are answered: identifier, and whether others hang below.
fn seen(answer: Answer) -> Vec<(String, bool)> {
    let list = answer.json_of(200);
    list.as_array()
        .unwrap()
        .iter()
        .map(|c| (c["categoriaId"].as_str().unwrap().to_owned(), c["contemSubcategorias"].as_bool().unwrap()))
        .collect()
}

fn pairs(expected: &[(&str, bool)]) -> Vec<(String, bool)> {
    expected.iter().map(|(id, contains)| ((*id).to_owned(), *contains)).collect()
}

const BASE: &str = "/Canal/canal/Categoria";

async fn list(app: &TestApp, rest: &str) -> Vec<(String, bool)> {
    seen(app.a.get(&format!("{BASE}?usuarioId=u{rest}")).await)
}

async fn write(app: &TestApp, body: &Value) -> Answer {
    let id = body["categoriaId"].as_str().unwrap();
    app.a.put(&format!("{BASE}/{id}?usuarioId=u"), body).await
}

async fn restore(app: &TestApp, body: &Value) -> Answer {
    app.a.post(&format!("{BASE}/Lote?usuarioId=u"), body).await
}

/// casa > (cozinha > panelas, banho), and jardim; names out of the order of the identifiers.
async fn plant(app: &TestApp) {
    app.loja_with_skus("u", &[]).await;
    let tree = json!([
        categoria("4", "Panelas", Some("3")),
        categoria("1", "Jardim", None),
        categoria("3", "Cozinha", Some("2")),
        categoria("5", "Banho", Some("2")),
        categoria("2", "Casa", None),
    ]);
    restore(app, &tree).await.with_status(200);
}

on_both_databases! {
    async fn a_level_at_a_time_by_name(app: TestApp) {
        plant(&app).await;
        assert_eq!(list(&app, "").await, pairs(&[("2", true), ("1", false)]));
        assert_eq!(list(&app, "&categoriaPaiId=2").await, pairs(&[("5", false), ("3", true)]));
        assert_eq!(list(&app, "&CATEGORIA_PAI_ID=3").await, pairs(&[("4", false)]));
        assert_eq!(list(&app, "&categoriaPaiId=4").await, []);
        assert_eq!(list(&app, "&categoriaPaiId=nenhuma").await, []);
        assert_eq!(seen(app.a.get(&format!("{BASE}/2/Subcategorias?usuarioId=u")).await), pairs(&[("5", false), ("3", true)]));
        assert_eq!(seen(app.a.get(&format!("{BASE}/5/Subcategorias?usuarioId=u")).await), []);
        app.a.get(&format!("{BASE}/nenhuma/Subcategorias?usuarioId=u")).await.with_status(404);
        let one = app.a.get(&format!("{BASE}/3?usuarioId=u")).await.json_of(200);
        assert_eq!(one, json!({
            "categoriaId": "3", "nome": "Cozinha", "categoriaPaiId": "2", "contemSubcategorias": true,
        }));
        app.a.get(&format!("{BASE}/nenhuma?usuarioId=u")).await.with_status(404);
        app.a.get("/Canal/nenhum/Categoria?usuarioId=u").await.with_status(404);
    }

    async fn searched_on_every_level_or_below_one(app: TestApp) {
        plant(&app).await;
        restore(&app, &json!([
            categoria("1", "Áudio e Vídeo", None), categoria("2", "AUDIO profissional", Some("1")),
            categoria("3", "Rádio 100%", Some("2")),
        ])).await.with_status(200);
        let mut found = list(&app, "&busca=audio").await;
        found.sort();
        assert_eq!(found, pairs(&[("1", true), ("2", true)]));
        assert_eq!(list(&app, "&busca=%C3%81UDIO&categoriaPaiId=1").await, pairs(&[("2", true)]));
        assert_eq!(list(&app, "&busca=dio").await.len(), 3);
        assert_eq!(list(&app, "&busca=%25").await, pairs(&[("3", false)]));
        assert_eq!(list(&app, "&busca=_").await, []);
    }

    async fn one_by_one(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let created = write(&app, &categoria("a/b", "A", None)).await;
        // an identifier with a slash has to be escaped
        assert_eq!(created.status, 404);
        let created = app.a.put(&format!("{BASE}/a%2Fb?usuarioId=u"), &json!({ "nome": "A" })).await.with_status(201);
        assert_eq!(created.header("location"), format!("{BASE}/a%2Fb?usuarioId=u"));
        assert_eq!(created.json(), json!({
            "categoriaId": "a/b", "nome": "A", "categoriaPaiId": null, "contemSubcategorias": false,
        }));
        write(&app, &categoria("2", "B", Some("a/b"))).await.with_status(201);
        // what is computed cannot be sent
        let lie = json!({ "nome": "B", "categoriaPaiId": "", "contemSubcategorias": true });
        let changed = app.a.put(&format!("{BASE}/2?usuarioId=u"), &lie).await.json_of(200);
        assert_eq!((&changed["categoriaPaiId"], &changed["contemSubcategorias"]), (&Value::Null, &json!(false)));
        assert_eq!(list(&app, "").await, pairs(&[("a/b", false), ("2", false)]));
        let changed = write(&app, &categoria("2", "B", Some("a/b"))).await.json_of(200);
        assert_eq!(changed["categoriaPaiId"], "a/b");
        assert_eq!(list(&app, "").await, pairs(&[("a/b", true)]));
        // a channel's tree is its own
        app.a.post("/Canal?usuarioId=u", &crate::support::models::canal("outro")).await.with_status(201);
        assert_eq!(seen(app.a.get("/Canal/outro/Categoria?usuarioId=u").await), []);
        app.a.get("/Canal/outro/Categoria/2?usuarioId=u").await.with_status(404);
    }

    async fn a_parent_must_be_there_and_not_below(app: TestApp) {
        plant(&app).await;
        for (body, problem) in [
            (categoria("9", "Nova", Some("8")), "categoriaPaiId: não existe neste canal"),
            (categoria("9", "Nova", Some("9")), "categoriaPaiId: não pode ser a própria categoria"),
            (categoria("2", "Casa", Some("3")), "categoriaPaiId: forma um ciclo"),
            (categoria("2", "Casa", Some("4")), "categoriaPaiId: forma um ciclo"),
            (categoria("2", "", None), "nome: deve ter de 1 a 200 caracteres"),
        ] {
            assert_eq!(write(&app, &body).await.with_status(400).problems(), [problem]);
        }
        // to another branch is no cycle
        write(&app, &categoria("2", "Casa", Some("1"))).await.with_status(200);
        assert_eq!(list(&app, "").await, pairs(&[("1", true)]));
        let other_key = app.a.put(&format!("{BASE}/1?usuarioId=u"), &categoria("2", "X", None)).await;
        assert_eq!(other_key.with_status(400).problems(), ["categoriaId: deve ser igual ao do endereço"]);
    }

    async fn leaves_go_first(app: TestApp) {
        plant(&app).await;
        let delete = async |id: &str| app.a.delete(&format!("{BASE}/{id}?usuarioId=u")).await.status;
        assert_eq!(delete("2").await, 409);
        assert_eq!(delete("3").await, 409);
        assert_eq!([delete("4").await, delete("4").await, delete("3").await], [204, 404, 204]);
        assert_eq!(list(&app, "&categoriaPaiId=2").await, pairs(&[("5", false)]));
    }

    async fn the_tree_is_replaced_in_one_piece(app: TestApp) {
        plant(&app).await;
        let new = json!([categoria("1", "Um", None), categoria("6", "Seis", Some("1"))]);
        let stored = restore(&app, &new).await;
        assert_eq!(seen(stored), pairs(&[("6", false), ("1", true)]));
        app.a.get(&format!("{BASE}/2?usuarioId=u")).await.with_status(404);
        // a bad tree changes nothing, and says all that is wrong with it
        for (tree, problems) in [
            (json!([categoria("1", "A", None), categoria("1", "B", None)]), vec!["[1].categoriaId: está repetida"]),
            (json!([categoria("1", "A", Some("2")), categoria("2", "B", Some("1")), categoria("3", "C", Some("x"))]),
                vec!["[0].categoriaPaiId: forma um ciclo", "[2].categoriaPaiId: não existe entre as categorias enviadas"]),
            (json!([categoria("1", "A", Some("1")), categoria("2", "", None)]),
                vec!["[0].categoriaPaiId: não pode ser a própria categoria", "[1].nome: deve ter de 1 a 200 caracteres"]),
            (json!({}), vec!["deve ser uma lista"]),
        ] {
            assert_eq!(restore(&app, &tree).await.with_status(400).problems(), problems);
            assert_eq!(list(&app, "").await, pairs(&[("1", true)]));
        }
        restore(&app, &json!([])).await.with_status(200);
        assert_eq!(list(&app, "").await, []);
    }

    async fn a_tree_may_be_large_and_deep(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        // fifty levels, children before their parents, and a thousand categories on the last
        let mut tree: Vec<Value> =
            (1..50).rev().map(|n| categoria(&n.to_string(), "N", Some(&(n - 1).to_string()))).collect();
        tree.push(categoria("0", "Raiz", None));
        tree.extend((0..1000).map(|n| categoria(&format!("f{n}"), &format!("F{n:04}"), Some("49"))));
        assert_eq!(seen(restore(&app, &json!(tree)).await).len(), 1050);
        assert_eq!(list(&app, "&categoriaPaiId=49").await.len(), 1000);
        let cycle = write(&app, &categoria("0", "Raiz", Some("f999"))).await.with_status(400);
        assert_eq!(cycle.problems(), ["categoriaPaiId: forma um ciclo"]);
    }
}
