//! Categoria: the tree of a channel, one level at a time, changed one by one or replaced as a whole.

use serde_json::{Value, json};

use crate::suporte::{Resposta, TestApp};

fn categoria(id: &str, nome: &str, pai: Option<&str>) -> Value {
    json!({ "categoriaId": id, "nome": nome, "categoriaPaiId": pai })
}

/// Categories as they are answered: identifier, and whether others hang below.
fn vistas(resposta: Resposta) -> Vec<(String, bool)> {
    let lista = resposta.json_de(200);
    lista
        .as_array()
        .unwrap()
        .iter()
        .map(|c| (c["categoriaId"].as_str().unwrap().to_owned(), c["contemSubcategorias"].as_bool().unwrap()))
        .collect()
}

fn pares(esperados: &[(&str, bool)]) -> Vec<(String, bool)> {
    esperados.iter().map(|(id, contem)| ((*id).to_owned(), *contem)).collect()
}

const BASE: &str = "/Canal/canal/Categoria";

async fn listar(app: &TestApp, resto: &str) -> Vec<(String, bool)> {
    vistas(app.a.get(&format!("{BASE}?usuarioId=u{resto}")).await)
}

async fn gravar(app: &TestApp, corpo: &Value) -> Resposta {
    let id = corpo["categoriaId"].as_str().unwrap();
    app.a.put(&format!("{BASE}/{id}?usuarioId=u"), corpo).await
}

async fn repor(app: &TestApp, corpo: &Value) -> Resposta {
    app.a.post(&format!("{BASE}/Lote?usuarioId=u"), corpo).await
}

/// casa > (cozinha > panelas, banho), and jardim; names out of the order of the identifiers.
async fn plantar(app: &TestApp) {
    app.loja_com_skus("u", &[]).await;
    let arvore = json!([
        categoria("4", "Panelas", Some("3")),
        categoria("1", "Jardim", None),
        categoria("3", "Cozinha", Some("2")),
        categoria("5", "Banho", Some("2")),
        categoria("2", "Casa", None),
    ]);
    repor(app, &arvore).await.com_status(200);
}

nos_dois_bancos! {
    async fn a_level_at_a_time_by_name(app: TestApp) {
        plantar(&app).await;
        assert_eq!(listar(&app, "").await, pares(&[("2", true), ("1", false)]));
        assert_eq!(listar(&app, "&categoriaPaiId=2").await, pares(&[("5", false), ("3", true)]));
        assert_eq!(listar(&app, "&CATEGORIA_PAI_ID=3").await, pares(&[("4", false)]));
        assert_eq!(listar(&app, "&categoriaPaiId=4").await, []);
        assert_eq!(listar(&app, "&categoriaPaiId=nenhuma").await, []);
        assert_eq!(vistas(app.a.get(&format!("{BASE}/2/Subcategorias?usuarioId=u")).await), pares(&[("5", false), ("3", true)]));
        assert_eq!(vistas(app.a.get(&format!("{BASE}/5/Subcategorias?usuarioId=u")).await), []);
        app.a.get(&format!("{BASE}/nenhuma/Subcategorias?usuarioId=u")).await.com_status(404);
        let uma = app.a.get(&format!("{BASE}/3?usuarioId=u")).await.json_de(200);
        assert_eq!(uma, json!({
            "categoriaId": "3", "nome": "Cozinha", "categoriaPaiId": "2", "contemSubcategorias": true,
        }));
        app.a.get(&format!("{BASE}/nenhuma?usuarioId=u")).await.com_status(404);
        app.a.get("/Canal/nenhum/Categoria?usuarioId=u").await.com_status(404);
    }

    async fn searched_on_every_level_or_below_one(app: TestApp) {
        plantar(&app).await;
        repor(&app, &json!([
            categoria("1", "Áudio e Vídeo", None), categoria("2", "AUDIO profissional", Some("1")),
            categoria("3", "Rádio 100%", Some("2")),
        ])).await.com_status(200);
        let mut achadas = listar(&app, "&busca=audio").await;
        achadas.sort();
        assert_eq!(achadas, pares(&[("1", true), ("2", true)]));
        assert_eq!(listar(&app, "&busca=%C3%81UDIO&categoriaPaiId=1").await, pares(&[("2", true)]));
        assert_eq!(listar(&app, "&busca=dio").await.len(), 3);
        assert_eq!(listar(&app, "&busca=%25").await, pares(&[("3", false)]));
        assert_eq!(listar(&app, "&busca=_").await, []);
    }

    async fn one_by_one(app: TestApp) {
        app.loja_com_skus("u", &[]).await;
        let criada = gravar(&app, &categoria("a/b", "A", None)).await;
        // an identifier with a slash has to be escaped
        assert_eq!(criada.status, 404);
        let criada = app.a.put(&format!("{BASE}/a%2Fb?usuarioId=u"), &json!({ "nome": "A" })).await.com_status(201);
        assert_eq!(criada.header("location"), format!("{BASE}/a%2Fb?usuarioId=u"));
        assert_eq!(criada.json(), json!({
            "categoriaId": "a/b", "nome": "A", "categoriaPaiId": null, "contemSubcategorias": false,
        }));
        gravar(&app, &categoria("2", "B", Some("a/b"))).await.com_status(201);
        // what is computed cannot be sent
        let mentira = json!({ "nome": "B", "categoriaPaiId": "", "contemSubcategorias": true });
        let mudada = app.a.put(&format!("{BASE}/2?usuarioId=u"), &mentira).await.json_de(200);
        assert_eq!((&mudada["categoriaPaiId"], &mudada["contemSubcategorias"]), (&Value::Null, &json!(false)));
        assert_eq!(listar(&app, "").await, pares(&[("a/b", false), ("2", false)]));
        let mudada = gravar(&app, &categoria("2", "B", Some("a/b"))).await.json_de(200);
        assert_eq!(mudada["categoriaPaiId"], "a/b");
        assert_eq!(listar(&app, "").await, pares(&[("a/b", true)]));
        // a channel's tree is its own
        app.a.post("/Canal?usuarioId=u", &crate::suporte::modelos::canal("outro")).await.com_status(201);
        assert_eq!(vistas(app.a.get("/Canal/outro/Categoria?usuarioId=u").await), []);
        app.a.get("/Canal/outro/Categoria/2?usuarioId=u").await.com_status(404);
    }

    async fn a_parent_must_be_there_and_not_below(app: TestApp) {
        plantar(&app).await;
        for (corpo, problema) in [
            (categoria("9", "Nova", Some("8")), "categoriaPaiId: não existe neste canal"),
            (categoria("9", "Nova", Some("9")), "categoriaPaiId: não pode ser a própria categoria"),
            (categoria("2", "Casa", Some("3")), "categoriaPaiId: forma um ciclo"),
            (categoria("2", "Casa", Some("4")), "categoriaPaiId: forma um ciclo"),
            (categoria("2", "", None), "nome: deve ter de 1 a 200 caracteres"),
        ] {
            assert_eq!(gravar(&app, &corpo).await.com_status(400).problemas(), [problema]);
        }
        // to another branch is no cycle
        gravar(&app, &categoria("2", "Casa", Some("1"))).await.com_status(200);
        assert_eq!(listar(&app, "").await, pares(&[("1", true)]));
        let outra_chave = app.a.put(&format!("{BASE}/1?usuarioId=u"), &categoria("2", "X", None)).await;
        assert_eq!(outra_chave.com_status(400).problemas(), ["categoriaId: deve ser igual ao do endereço"]);
    }

    async fn leaves_go_first(app: TestApp) {
        plantar(&app).await;
        let excluir = async |id: &str| app.a.delete(&format!("{BASE}/{id}?usuarioId=u")).await.status;
        assert_eq!(excluir("2").await, 409);
        assert_eq!(excluir("3").await, 409);
        assert_eq!([excluir("4").await, excluir("4").await, excluir("3").await], [204, 404, 204]);
        assert_eq!(listar(&app, "&categoriaPaiId=2").await, pares(&[("5", false)]));
    }

    async fn the_tree_is_replaced_in_one_piece(app: TestApp) {
        plantar(&app).await;
        let nova = json!([categoria("1", "Um", None), categoria("6", "Seis", Some("1"))]);
        let gravada = repor(&app, &nova).await;
        assert_eq!(vistas(gravada), pares(&[("6", false), ("1", true)]));
        app.a.get(&format!("{BASE}/2?usuarioId=u")).await.com_status(404);
        // a bad tree changes nothing, and says all that is wrong with it
        for (arvore, problemas) in [
            (json!([categoria("1", "A", None), categoria("1", "B", None)]), vec!["[1].categoriaId: está repetida"]),
            (json!([categoria("1", "A", Some("2")), categoria("2", "B", Some("1")), categoria("3", "C", Some("x"))]),
                vec!["[0].categoriaPaiId: forma um ciclo", "[2].categoriaPaiId: não existe entre as categorias enviadas"]),
            (json!([categoria("1", "A", Some("1")), categoria("2", "", None)]),
                vec!["[0].categoriaPaiId: não pode ser a própria categoria", "[1].nome: deve ter de 1 a 200 caracteres"]),
            (json!({}), vec!["deve ser uma lista"]),
        ] {
            assert_eq!(repor(&app, &arvore).await.com_status(400).problemas(), problemas);
            assert_eq!(listar(&app, "").await, pares(&[("1", true)]));
        }
        repor(&app, &json!([])).await.com_status(200);
        assert_eq!(listar(&app, "").await, []);
    }

    async fn a_tree_may_be_large_and_deep(app: TestApp) {
        app.loja_com_skus("u", &[]).await;
        // fifty levels, children before their parents, and a thousand categories on the last
        let mut arvore: Vec<Value> =
            (1..50).rev().map(|n| categoria(&n.to_string(), "N", Some(&(n - 1).to_string()))).collect();
        arvore.push(categoria("0", "Raiz", None));
        arvore.extend((0..1000).map(|n| categoria(&format!("f{n}"), &format!("F{n:04}"), Some("49"))));
        assert_eq!(vistas(repor(&app, &json!(arvore)).await).len(), 1050);
        assert_eq!(listar(&app, "&categoriaPaiId=49").await.len(), 1000);
        let ciclo = gravar(&app, &categoria("0", "Raiz", Some("f999"))).await.com_status(400);
        assert_eq!(ciclo.problemas(), ["categoriaPaiId: forma um ciclo"]);
    }
}
