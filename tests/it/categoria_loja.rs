//! A store's own category tree in interface B: each category by itself, the rules of the tree, and both forms
//! of the list against a plain model of them.

use actix_web::rt;
use domain::categoria_loja::{CategoriaLoja, ExibirMatriz};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use store::categorias_loja;

use crate::support::app::{Server, config, run_blocking};
use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, TestClient, models, postgres};

/// Interface B as a new store, held to its document.
fn new_loja(app: &TestApp, usuario: &str) -> (LojaId, TestClient) {
    let loja = app.create_loja(usuario);
    (loja, app.b_as(loja).with_contract(Contract::b()))
}

async fn create(b: &TestClient, body: Value) -> i64 {
    b.post("/categorias", &body).await.json_of(201).as_i64().expect("a bare number")
}

async fn one(b: &TestClient, id: i64) -> Value {
    b.get(&format!("/categorias/{id}")).await.json_of(200)
}

#[track_caller]
fn refused(answer: Answer, status: u16, message: &str) {
    // programs tell these two by their own codes
    let code = match message {
        message if message.starts_with("A categoria pai ") => 1500,
        "A categoria tem subcategorias e não pode ser excluída." => 1002,
        _ => status,
    };
    let expected = json!({ "resultadoOperacao": false, "codigo": code, "mensagem": message });
    assert_eq!(answer.json_of(status), expected);
}

#[track_caller]
fn done(answer: Answer) {
    assert_eq!(answer.json_of(200), json!(true));
}

const MISSING: &str = "A categoria não foi encontrada.";

/// A category as a list of the store takes it: `pai` is the place of an earlier one, from 1.
fn row(pai: usize, name: &str, is_reseller: bool) -> CategoriaLoja {
    CategoriaLoja {
        id: 0,
        nome: name.to_owned(),
        categoria_pai_id: pai as i64,
        categoria_erp_id: String::new(),
        ativo: !name.is_empty(),
        is_reseller,
        exibir_matriz_atributos: ExibirMatriz::Neutro,
        quantidade_maxima_compra_unidade: Dinheiro::ZERO,
        valor_minimo_compra: Dinheiro::ZERO,
        exibe_menu: true,
        url_hot_site: String::new(),
    }
}

fn insert(app: &TestApp, loja: LojaId, rows: Vec<CategoriaLoja>) -> Vec<i64> {
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| categorias_loja::insert(tx, loja, &rows))
    })
}

in_both_profiles! {
    async fn a_category_from_its_creation_to_its_end(app: TestApp) {
        let (_, b) = new_loja(&app, "u");
        let house = create(&b, json!({ "nome": "Casa & \"Lar\"" })).await;
        let default = json!({
            "id": house, "nome": "Casa & \"Lar\"", "categoriaPaiId": 0, "categoriaERPId": "", "ativo": true,
            "isReseller": false, "exibirMatrizAtributos": "Neutro", "quantidadeMaximaCompraUnidade": 0,
            "valorMinimoCompra": 0, "exibeMenu": true, "urlHotSite": "",
            "caminhoHierarquia": "Casa & \"Lar\"",
        });
        assert_eq!(one(&b, house).await, default);

        let full = json!({
            "id": 99, "nome": "Mesa", "categoriaPaiId": house, "categoriaERPId": 7, "ativo": false,
            "isReseller": true, "exibirMatrizAtributos": "sim", "quantidadeMaximaCompraUnidade": 2.5,
            "valorMinimoCompra": "10.99", "exibeMenu": false, "urlHotSite": "/mesa", "caminhoHierarquia": "x",
            "subCategorias": [],
        });
        let table = create(&b, full).await;
        let expected = json!({
            "id": table, "nome": "Mesa", "categoriaPaiId": house, "categoriaERPId": "7", "ativo": false,
            "isReseller": true, "exibirMatrizAtributos": "Sim", "quantidadeMaximaCompraUnidade": 2.5,
            "valorMinimoCompra": 10.99, "exibeMenu": false, "urlHotSite": "/mesa",
            "caminhoHierarquia": "Casa & \"Lar\" > Mesa",
        });
        // inactive ones are there like the others
        assert_eq!(one(&b, table).await, expected);
        let list = b.get("/categorias").await;
        assert_eq!((list.header("x-total-count"), list.json()), ("2", json!([default, expected])));

        // a category goes back as it came, and what is left out takes its default
        done(b.put(&format!("/categorias/{table}"), &expected).await);
        assert_eq!(one(&b, table).await, expected);
        done(b.put(&format!("/categorias/{table}"), &json!({ "nome": "Banho" })).await);
        let swapped = models::with(models::with(default.clone(), "/id", json!(table)), "/nome", json!("Banho"));
        assert_eq!(one(&b, table).await, models::with(swapped, "/caminhoHierarquia", json!("Banho")));

        // with what lies below it, if that is what is asked for
        let bath = json!({ "nome": "Banho", "categoriaPaiId": house, "categoriaERPId": "b" });
        done(b.put(&format!("/categorias/{table}"), &bath).await);
        let tree = b.get("/categorias?hierarquia=true").await.json_of(200);
        let below = |path: &str| format!("/categorias/{path}?hierarquia=true");
        assert_eq!(b.get(&below(&house.to_string())).await.json_of(200), tree[0]);
        assert_eq!(tree[0]["subCategorias"][0]["id"], table);
        let leaf = b.get(&below("erp/b")).await.json_of(200);
        assert_eq!((&leaf, &leaf["subCategorias"]), (&tree[0]["subCategorias"][0], &Value::Null));
        refused(b.get(&below("999")).await, 404, MISSING);

        done(b.delete(&format!("/categorias/{table}")).await);
        for method in ["GET", "DELETE"] {
            let method = method.parse().unwrap();
            let answer = b.send(method, &format!("/categorias/{table}"), &[], None::<Vec<u8>>).await;
            refused(answer, 404, MISSING);
        }
        refused(b.put(&format!("/categorias/{table}"), &json!({ "nome": "x" })).await, 404, MISSING);
        // its number is never given out again
        assert!(create(&b, json!({ "nome": "Mesa" })).await > table);
    }

    async fn by_the_identifier_in_the_erp(app: TestApp) {
        let (_, b) = new_loja(&app, "u");
        let house = create(&b, json!({ "nome": "Casa", "categoriaERPId": "" })).await;
        let with_erp = json!({ "nome": "Mesa", "categoriaPaiId": house, "categoriaERPId": "A/b ç" });
        let table = create(&b, with_erp).await;
        let bath = create(&b, json!({ "nome": "Banho", "categoriaERPId": 42 })).await;
        // any number of categories without one
        create(&b, json!({ "nome": "Jardim", "categoriaERPId": "" })).await;

        let found = b.get("/categorias/erp/A%2Fb%20%C3%A7").await.json_of(200);
        assert_eq!(found, one(&b, table).await);
        assert_eq!(found["caminhoHierarquia"], "Casa > Mesa");
        assert_eq!(b.get("/categorias/erp/42").await.json_of(200)["id"], bath);
        for other in ["/categorias/erp/a%2Fb%20%C3%A7", "/categorias/erp/042", "/categorias/erp/%20"] {
            refused(b.get(other).await, 404, MISSING);
            refused(b.put(other, &json!({ "nome": "x" })).await, 404, MISSING);
            refused(b.delete(other).await, 404, MISSING);
        }
        // as without the last slash: the category whose number is `erp`
        b.get("/categorias/erp/").await.with_status(400);

        // the identifier stays unless another is given; by number it goes, as everything that is not given
        done(b.put("/categorias/erp/42", &json!({ "nome": "Cama", "categoriaPaiId": house })).await);
        assert_eq!(one(&b, bath).await["categoriaERPId"], "42");
        assert_eq!(one(&b, bath).await["caminhoHierarquia"], "Casa > Cama");
        done(b.put("/categorias/erp/42", &json!({ "nome": "Cama", "categoriaERPId": "43" })).await);
        refused(b.get("/categorias/erp/42").await, 404, MISSING);
        done(b.put(&format!("/categorias/{table}"), &json!({ "nome": "Mesa" })).await);
        refused(b.get("/categorias/erp/A%2Fb%20%C3%A7").await, 404, MISSING);

        let repeated = format!("O identificador no ERP já é da categoria {bath}.");
        let with_43 = json!({ "nome": "Outra", "categoriaERPId": "43" });
        refused(b.post("/categorias", &with_43).await, 422, &repeated);
        refused(b.put(&format!("/categorias/{table}"), &with_43).await, 422, &repeated);
        done(b.put(&format!("/categorias/{bath}"), &with_43).await);
        done(b.delete("/categorias/erp/43").await);
        create(&b, with_43).await;
    }

    async fn what_cannot_be_read_is_refused_with_all_its_problems(app: TestApp) {
        let (_, b) = new_loja(&app, "u");
        let message = |answer: Answer| {
            answer.json_of(400)["mensagem"].as_str().unwrap().to_owned()
        };
        let bad = json!({
            "categoriaPaiId": "x", "categoriaERPId": true, "ativo": "sim", "exibirMatrizAtributos": "Talvez",
            "quantidadeMaximaCompraUnidade": -1,
        });
        let problems = "nome: é obrigatório; categoriaPaiId: deve ser um número inteiro; \
            categoriaERPId: deve ser um texto; ativo: deve ser true ou false; \
            exibirMatrizAtributos: deve ser um destes valores: Sim, Nao, Neutro; \
            quantidadeMaximaCompraUnidade: deve ser maior ou igual a zero.";
        let refusal = message(b.post("/categorias", &bad).await);
        assert!(refusal.ends_with(problems), "{refusal}");
        assert_eq!(message(b.put("/categorias/1", &bad).await), refusal);
        assert_eq!(message(b.put("/categorias/erp/1", &bad).await), refusal);

        for body in [json!([]), json!("x"), json!({ "nome": "" }), json!({ "nome": "x".repeat(201) })] {
            message(b.post("/categorias", &body).await);
        }
        for id in ["x", "1.5", "erp", "99999999999999999999"] {
            message(b.get(&format!("/categorias/{id}")).await);
            message(b.delete(&format!("/categorias/{id}")).await);
        }
        for id in ["0", "-1", "9000000000000"] {
            refused(b.get(&format!("/categorias/{id}")).await, 404, MISSING);
        }
        // a stranger is told nothing of it
        b.with_key(None).post("/categorias", &bad).await.with_status(401);
        b.with_key(app.a.chave.as_deref()).post("/categorias", &bad).await.with_status(401);
    }

    async fn the_tree_stays_a_tree(app: TestApp) {
        let (_, b) = new_loja(&app, "u");
        let a = create(&b, json!({ "nome": "a" })).await;
        let b1 = create(&b, json!({ "nome": "b", "categoriaPaiId": a })).await;
        let c = create(&b, json!({ "nome": "c", "categoriaPaiId": b1 })).await;
        let under = |pai: i64| json!({ "nome": "a", "categoriaPaiId": pai });
        for pai in [a, b1, c] {
            let answer = b.put(&format!("/categorias/{a}"), &under(pai)).await;
            refused(answer, 422, "A categoria ficaria abaixo de si mesma.");
        }
        let without_parent = format!("A categoria pai {} não existe.", c + 1);
        refused(b.put(&format!("/categorias/{a}"), &under(c + 1)).await, 422, &without_parent);
        refused(b.post("/categorias", &under(c + 1)).await, 422, &without_parent);
        let with_children = "A categoria tem subcategorias e não pode ser excluída.";
        refused(b.delete(&format!("/categorias/{b1}")).await, 422, with_children);
        // nothing of this was done
        assert_eq!(one(&b, c).await["caminhoHierarquia"], "a > b > c");
        assert_eq!(one(&b, a).await["categoriaPaiId"], 0);

        // another store's are as missing as those that never were
        let (_, other) = new_loja(&app, "v");
        refused(other.get(&format!("/categorias/{a}")).await, 404, MISSING);
        refused(other.put(&format!("/categorias/{a}"), &under(0)).await, 404, MISSING);
        refused(other.delete(&format!("/categorias/{c}")).await, 404, MISSING);
        let foreign = format!("A categoria pai {a} não existe.");
        refused(other.post("/categorias", &under(a)).await, 422, &foreign);

        done(b.put(&format!("/categorias/{c}"), &json!({ "nome": "c" })).await);
        done(b.put(&format!("/categorias/{a}"), &under(c)).await);
        assert_eq!(one(&b, b1).await["caminhoHierarquia"], "c > a > b");
    }

    async fn an_inactive_store_is_only_read(app: TestApp) {
        let (_, b) = new_loja(&app, "u");
        let id = create(&b, json!({ "nome": "Casa", "categoriaERPId": "1" })).await;
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        let new = json!({ "nome": "x" });
        for answer in [
            b.post("/categorias", &new).await,
            b.put(&format!("/categorias/{id}"), &new).await,
            b.put("/categorias/erp/1", &new).await,
            b.delete(&format!("/categorias/{id}")).await,
            b.delete("/categorias/erp/1").await,
        ] {
            answer.with_status(422);
        }
        assert_eq!(one(&b, id).await["nome"], "Casa");
        b.get("/categorias/erp/1").await.with_status(200);
    }

    async fn no_tree_grows_deeper_than_a_hundred_levels(app: TestApp) {
        let (loja, b) = new_loja(&app, "u");
        let deep = insert(&app, loja, (0..100).map(|i| row(i, "n", false)).collect());
        let shallow = insert(&app, loja, (0..50).map(|i| row(i, "m", false)).collect());
        let excess = "A árvore de categorias pode ter no máximo 100 níveis.";
        let under = |pai: i64| json!({ "nome": "m", "categoriaPaiId": pai });
        assert_eq!(one(&b, deep[99]).await["caminhoHierarquia"], ["n"; 100].join(" > "));
        refused(b.post("/categorias", &under(deep[99])).await, 422, excess);
        create(&b, under(deep[98])).await;
        // fifty levels below the fifty-first would be one too many
        refused(b.put(&format!("/categorias/{}", shallow[0]), &under(deep[50])).await, 422, excess);
        done(b.put(&format!("/categorias/{}", shallow[0]), &under(deep[49])).await);
        let path = [["n"; 50], ["m"; 50]].concat().join(" > ");
        assert_eq!(one(&b, shallow[49]).await["caminhoHierarquia"], path);
        // what lies at the bottom of a circle finds it, however far up
        let round = b.put(&format!("/categorias/{}", deep[0]), &under(shallow[49])).await;
        refused(round, 422, "A categoria ficaria abaixo de si mesma.");
    }

    async fn twenty_thousand_categories_fifty_levels_deep(app: TestApp) {
        let (loja, b) = new_loja(&app, "u");
        // held to the document record by record, an answer of this size would take minutes
        let free = app.b_as(loja);
        let above = |i: usize| if i.is_multiple_of(50) { 0 } else { i };
        let ids = insert(&app, loja, (0..20_000).map(|i| row(above(i), "nome", i % 2 == 0)).collect());
        let list = free.get("/categorias").await.with_status(200);
        assert_eq!(list.header("x-total-count"), "20000");
        let list = list.json();
        let parsed: Vec<i64> = list.as_array().unwrap().iter().map(|c| c["id"].as_i64().unwrap()).collect();
        assert_eq!(parsed, ids);
        assert_eq!(list[49]["caminhoHierarquia"], ["nome"; 50].join(" > "));
        let tree = free.get("/categorias?hierarquia=true").await.with_status(200);
        assert_eq!(tree.header("x-total-count"), "20000");
        let tree = tree.json();
        assert_eq!(tree.as_array().unwrap().len(), 400);
        let mut current = &tree[399];
        for id in &ids[19_950..] {
            assert_eq!(current["id"], *id);
            current = &current["subCategorias"][0];
        }
        let leaves = free.get("/categorias?apenasUltimoNivel=true&somenteFilhos=true").await;
        assert_eq!(leaves.header("x-total-count"), "400");

        assert_eq!(one(&b, ids[49]).await["caminhoHierarquia"], list[49]["caminhoHierarquia"]);
        let under = |pai: i64| json!({ "nome": "fim", "categoriaPaiId": pai });
        let new = create(&b, under(ids[49])).await;
        done(b.put(&format!("/categorias/{new}"), &under(ids[99])).await);
        let round = b.put(&format!("/categorias/{}", ids[50]), &under(new)).await;
        refused(round, 422, "A categoria ficaria abaixo de si mesma.");
        done(b.delete(&format!("/categorias/{new}")).await);
    }

    async fn changes_at_the_same_time_leave_a_tree(app: TestApp) {
        let (_, b) = new_loja(&app, "u");
        for round in 0..8 {
            let (x, y) = (create(&b, json!({ "nome": "x" })).await, create(&b, json!({ "nome": "y" })).await);
            // each below the other: one of them comes too late
            let move_on = |id: i64, pai: i64| {
                let b = b.clone();
                rt::spawn(async move {
                    let body = json!({ "nome": "z", "categoriaPaiId": pai });
                    b.put(&format!("/categorias/{id}"), &body).await.status
                })
            };
            let (first, second) = (move_on(x, y), move_on(y, x));
            let mut status = [first.await.unwrap(), second.await.unwrap()];
            status.sort_unstable();
            assert_eq!(status, [200, 422]);
            // the same identifier for several: one has it
            let added: Vec<_> = (0..6)
                .map(|_| {
                    let b = b.clone();
                    let body = json!({ "nome": "e", "categoriaERPId": format!("E{round}") });
                    rt::spawn(async move { b.post("/categorias", &body).await.status })
                })
                .collect();
            let mut created = 0;
            for new in added {
                match new.await.unwrap() {
                    201 => created += 1,
                    other => assert_eq!(other, 422),
                }
            }
            assert_eq!(created, 1);
        }
    }

    async fn both_forms_of_every_choice_agree_with_the_model(app: TestApp) {
        let mut draw = TestRunner::deterministic();
        for case in 0..16 {
            let rows = trees().new_tree(&mut draw).unwrap().current();
            let (loja, b) = new_loja(&app, &format!("u{case}"));
            let ids = insert(&app, loja, rows.clone());
            let stored = |(row, id): (&CategoriaLoja, &i64)| {
                let above = row.categoria_pai_id as usize;
                let categoria_pai_id = above.checked_sub(1).map_or(0, |position| ids[position]);
                serde_json::to_value(CategoriaLoja { id: *id, categoria_pai_id, ..row.clone() }).unwrap()
            };
            let all: Vec<Value> = rows.iter().zip(&ids).map(stored).collect();
            for n in 0..8 {
                let [reseller, last, children] = [n & 1 != 0, n & 2 != 0, n & 4 != 0];
                let model = Model { all: &all, reseller, last, children };
                let query = format!(
                    "/categorias?apenasReseller={reseller}&apenasUltimoNivel={last}&somenteFilhos={children}"
                );
                let list = b.get(&query).await.with_status(200);
                assert_eq!(list.json(), model.list(), "{query} {rows:#?}");
                let total = model.list().as_array().unwrap().len().to_string();
                assert_eq!(list.header("x-total-count"), total);
                let tree = b.get(&format!("{query}&hierarquia=true")).await.with_status(200);
                assert_eq!(tree.json(), model.below(None), "{query} {rows:#?}");
                assert_eq!(tree.header("x-total-count"), list.header("x-total-count"));
            }
            for registro in free_model(&all).list().as_array().unwrap() {
                assert_eq!(one(&b, registro["id"].as_i64().unwrap()).await, *registro);
            }
        }
    }

    async fn every_change_is_in_the_next_list_of_every_server(app: TestApp) {
        let other = Server::start(&config(&app.database.url));
        let mut draw = TestRunner::deterministic();
        for case in 0..4 {
            let (loja, b) = new_loja(&app, &format!("u{case}"));
            let key = app.loja_key(loja);
            let servers = [b, TestClient::new(other.at("listen_b"), Some(&key))];
            let mut all: Vec<Value> = Vec::new();
            for (i, step) in steps().new_tree(&mut draw).unwrap().current().iter().enumerate() {
                step.give(&servers[i / 3 % 2], &mut all).await;
                for server in &servers {
                    let model = free_model(&all);
                    // the second time it is ready
                    for _ in 0..2 {
                        let list = server.get("/categorias").await.with_status(200);
                        assert_eq!(list.json(), model.list());
                        assert_eq!(list.header("x-total-count"), all.len().to_string());
                        let tree = server.get("/categorias?hierarquia=true").await.json_of(200);
                        assert_eq!(tree, model.below(None));
                    }
                }
            }
        }
        other.stop();
    }

    async fn a_list_follows_whoever_writes_past_the_server(app: TestApp) {
        let (loja, b) = new_loja(&app, "u");
        let (_, neighbour) = new_loja(&app, "v");
        let of_neighbour = create(&neighbour, json!({ "nome": "Rede" })).await;
        let names = |b: TestClient| async move {
            let list = b.get("/categorias").await.json_of(200);
            let names = list.as_array().unwrap().iter().map(|c| c["nome"].as_str().unwrap().to_owned());
            names.collect::<Vec<_>>().join(",")
        };
        assert_eq!(names(b.clone()).await, "");
        // as an import does
        insert(&app, loja, vec![row(0, "Casa", false), row(0, "Mesa", false)]);
        assert_eq!(names(b.clone()).await, "Casa,Mesa");
        // as somebody at the database's own prompt does; SQLite's half is beside the code:
        // `store::categorias_loja`
        let in_database: &[(&str, &str)] = &[
            ("UPDATE categorias_loja SET nome = 'Lar' WHERE nome = 'Casa'", "Lar,Mesa"),
            ("UPDATE categorias_loja SET nome = 'Casa' WHERE nome = 'Lar'", "Casa,Mesa"),
            ("DELETE FROM categorias_loja WHERE nome = 'Mesa'", "Casa"),
            ("DELETE FROM categorias_loja WHERE nome = 'Casa'", ""),
        ];
        if app.database.url.starts_with("postgres") {
            for (sql, expected) in in_database {
                postgres::server().unwrap().execute(&app.database.url, sql);
                assert_eq!(names(b.clone()).await, *expected, "{sql}");
            }
        }
        assert_eq!(one(&neighbour, of_neighbour).await["nome"], "Rede");
        assert_eq!(names(neighbour).await, "Rede");
        // a user goes with its categories, whatever their triggers do
        insert(&app, loja, vec![row(0, "Casa", false)]);
        app.a.delete("/Usuario/u").await.with_status(204);
    }
}

/// Trees whose categories hang below an earlier one, or none.
fn trees() -> impl Strategy<Value = Vec<CategoriaLoja>> {
    let rest = proptest::collection::vec((any::<Index>(), any::<bool>(), "[a-z>\"é ]{0,4}"), 0..14);
    rest.prop_map(|rest| {
        let create = |(i, (above, is_reseller, name)): (usize, &(Index, bool, String))| {
            row(above.index(i + 1), name, *is_reseller)
        };
        rest.iter().enumerate().map(create).collect()
    })
}

/// A change of a tree. Places are those of the categories that are there by then.
#[derive(Debug, Clone)]
enum Step {
    Create { pai: Option<Index>, erp: String },
    Swap { which: Index, pai: Option<Index>, erp: String },
    Delete { which: Index },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    // few identifiers, so that they meet
    let place = || (proptest::option::weighted(0.8, any::<Index>()), "[ab]{0,2}");
    let one = prop_oneof![
        4 => place().prop_map(|(pai, erp)| Step::Create { pai, erp }),
        4 => (any::<Index>(), place()).prop_map(|(which, (pai, erp))| Step::Swap { which, pai, erp }),
        1 => any::<Index>().prop_map(|which| Step::Delete { which }),
    ];
    proptest::collection::vec(one, 60)
}

impl Step {
    /// Makes the change here and there, and holds the answer to what the model says.
    async fn give(&self, b: &TestClient, all: &mut Vec<Value>) {
        let position = |which: &Index| (!all.is_empty()).then(|| which.index(all.len()));
        let number =
            |position: Option<usize>| position.map_or(0, |position| all[position]["id"].as_i64().unwrap());
        let new = |pai: &Option<Index>, erp: &String| {
            let pai = number(pai.as_ref().and_then(position));
            json!({
                "nome": format!("n{pai}"), "categoriaPaiId": pai, "categoriaERPId": erp, "ativo": true,
                "isReseller": false, "exibirMatrizAtributos": "Neutro", "quantidadeMaximaCompraUnidade": 0,
                "valorMinimoCompra": 0, "exibeMenu": true, "urlHotSite": "",
            })
        };
        let model = free_model(all);
        match self {
            Self::Create { pai, erp } => {
                let mut body = new(pai, erp);
                let free = erp.is_empty() || all.iter().all(|c| c["categoriaERPId"] != **erp);
                let answer = b.post("/categorias", &body).await;
                assert_eq!(answer.status, if free { 201 } else { 422 }, "{answer:?}");
                if free {
                    body["id"] = answer.json();
                    all.push(body);
                }
            }
            Self::Swap { which, pai, erp } => {
                let Some(position) = position(which) else { return };
                let (id, mut body) = (all[position]["id"].clone(), new(pai, erp));
                let of_other = |c: &Value| c["id"] != id && c["categoriaERPId"] == **erp;
                let free = erp.is_empty() || !all.iter().any(of_other);
                let pai = all.iter().find(|c| c["id"] == body["categoriaPaiId"]);
                let round = pai.is_some_and(|pai| model.above(pai).iter().any(|c| c["id"] == id));
                let answer = b.put(&format!("/categorias/{id}"), &body).await;
                assert_eq!(answer.status, if free && !round { 200 } else { 422 }, "{answer:?}");
                if free && !round {
                    body["id"] = id;
                    all[position] = body;
                }
            }
            Self::Delete { which } => {
                let Some(position) = position(which) else { return };
                let leaf = model.leaf(&all[position]);
                let answer = b.delete(&format!("/categorias/{}", all[position]["id"])).await;
                assert_eq!(answer.status, if leaf { 200 } else { 422 }, "{answer:?}");
                if leaf {
                    all.remove(position);
                }
            }
        }
    }
}

/// The lists as one would write them down by hand: quadratic, recursive, and easy to believe.
struct Model<'a> {
    /// In ascending order of their numbers, which is how they were created.
    all: &'a [Value],
    reseller: bool,
    last: bool,
    children: bool,
}

fn free_model(all: &[Value]) -> Model<'_> {
    Model { all, reseller: false, last: false, children: false }
}

impl<'a> Model<'a> {
    fn parent(&self, c: &Value) -> Option<&'a Value> {
        self.all.iter().find(|other| other["id"] == c["categoriaPaiId"])
    }

    fn leaf(&self, c: &Value) -> bool {
        !self.all.iter().any(|other| other["categoriaPaiId"] == c["id"])
    }

    /// A category and those above it.
    fn above(&self, c: &'a Value) -> Vec<&'a Value> {
        std::iter::successors(Some(c), |c| self.parent(c)).collect()
    }

    fn is_chosen(&self, c: &Value) -> bool {
        (!self.reseller || c["isReseller"] == true)
            && (!self.last || self.leaf(c))
            && (!self.children || self.parent(c).is_some())
    }

    fn list(&self) -> Value {
        let with_path = |c: &'a Value| {
            let mut names: Vec<&str> = self.above(c).iter().map(|c| c["nome"].as_str().unwrap()).collect();
            names.reverse();
            let mut registro = c.clone();
            registro["caminhoHierarquia"] = json!(names.join(" > "));
            registro
        };
        self.all.iter().filter(|c| self.is_chosen(c)).map(with_path).collect()
    }

    /// The tree below a category, or from the roots on.
    fn below(&self, from: Option<&Value>) -> Value {
        let children = self.all.iter().filter(|c| self.is_chosen(c)).filter(|c| {
            let pai = self.parent(c).filter(|pai| self.is_chosen(pai));
            pai.map(|pai| &pai["id"]) == from
        });
        let with_children = |c: &Value| {
            let mut registro = c.clone();
            let children = self.below(Some(&c["id"]));
            registro["subCategorias"] = if children == json!([]) { Value::Null } else { children };
            registro
        };
        children.map(with_children).collect()
    }
}
