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

use crate::suporte::app::{Servidor, config, em_bloco};
use crate::suporte::contrato::Contrato;
use crate::suporte::{Cliente, Resposta, TestApp, modelos, postgres};

/// Interface B as a new store, held to its document.
fn nova_loja(app: &TestApp, usuario: &str) -> (LojaId, Cliente) {
    let loja = app.criar_loja(usuario);
    (loja, app.b_como(loja).com_contrato(Contrato::b()))
}

async fn criar(b: &Cliente, corpo: Value) -> i64 {
    b.post("/categorias", &corpo).await.json_de(201).as_i64().expect("a bare number")
}

async fn uma(b: &Cliente, id: i64) -> Value {
    b.get(&format!("/categorias/{id}")).await.json_de(200)
}

#[track_caller]
fn recusada(resposta: Resposta, status: u16, mensagem: &str) {
    let esperada = json!({ "resultadoOperacao": false, "codigo": status, "mensagem": mensagem });
    assert_eq!(resposta.json_de(status), esperada);
}

#[track_caller]
fn feita(resposta: Resposta) {
    assert_eq!(resposta.json_de(200), json!(true));
}

const AUSENTE: &str = "A categoria não foi encontrada.";

/// A category as a list of the store takes it: `pai` is the place of an earlier one, from 1.
fn linha(pai: usize, nome: &str, is_reseller: bool) -> CategoriaLoja {
    CategoriaLoja {
        id: 0,
        nome: nome.to_owned(),
        categoria_pai_id: pai as i64,
        categoria_erp_id: String::new(),
        ativo: !nome.is_empty(),
        is_reseller,
        exibir_matriz_atributos: ExibirMatriz::Neutro,
        quantidade_maxima_compra_unidade: Dinheiro::ZERO,
        valor_minimo_compra: Dinheiro::ZERO,
    }
}

fn inserir(app: &TestApp, loja: LojaId, linhas: Vec<CategoriaLoja>) -> Vec<i64> {
    em_bloco(&app.store, move |store| {
        store.write_blocking(move |tx| categorias_loja::insert(tx, loja, &linhas))
    })
}

nos_dois_bancos! {
    async fn a_category_from_its_creation_to_its_end(app: TestApp) {
        let (_, b) = nova_loja(&app, "u");
        let casa = criar(&b, json!({ "nome": "Casa & \"Lar\"" })).await;
        let padrao = json!({
            "id": casa, "nome": "Casa & \"Lar\"", "categoriaPaiId": 0, "categoriaERPId": "", "ativo": true,
            "isReseller": false, "exibirMatrizAtributos": "Neutro", "quantidadeMaximaCompraUnidade": 0,
            "valorMinimoCompra": 0, "caminhoHierarquia": "Casa & \"Lar\"",
        });
        assert_eq!(uma(&b, casa).await, padrao);

        let completa = json!({
            "id": 99, "nome": "Mesa", "categoriaPaiId": casa, "categoriaERPId": 7, "ativo": false,
            "isReseller": true, "exibirMatrizAtributos": "sim", "quantidadeMaximaCompraUnidade": 2.5,
            "valorMinimoCompra": "10.99", "caminhoHierarquia": "x", "subCategorias": [],
        });
        let mesa = criar(&b, completa).await;
        let esperada = json!({
            "id": mesa, "nome": "Mesa", "categoriaPaiId": casa, "categoriaERPId": "7", "ativo": false,
            "isReseller": true, "exibirMatrizAtributos": "Sim", "quantidadeMaximaCompraUnidade": 2.5,
            "valorMinimoCompra": 10.99, "caminhoHierarquia": "Casa & \"Lar\" > Mesa",
        });
        // inactive ones are there like the others
        assert_eq!(uma(&b, mesa).await, esperada);
        let lista = b.get("/categorias").await;
        assert_eq!((lista.header("x-total-count"), lista.json()), ("2", json!([padrao, esperada])));

        // a category goes back as it came, and what is left out takes its default
        feita(b.put(&format!("/categorias/{mesa}"), &esperada).await);
        assert_eq!(uma(&b, mesa).await, esperada);
        feita(b.put(&format!("/categorias/{mesa}"), &json!({ "nome": "Banho" })).await);
        let trocada = modelos::com(modelos::com(padrao.clone(), "/id", json!(mesa)), "/nome", json!("Banho"));
        assert_eq!(uma(&b, mesa).await, modelos::com(trocada, "/caminhoHierarquia", json!("Banho")));

        feita(b.delete(&format!("/categorias/{mesa}")).await);
        for metodo in ["GET", "DELETE"] {
            let metodo = metodo.parse().unwrap();
            let resposta = b.enviar(metodo, &format!("/categorias/{mesa}"), &[], None::<Vec<u8>>).await;
            recusada(resposta, 404, AUSENTE);
        }
        recusada(b.put(&format!("/categorias/{mesa}"), &json!({ "nome": "x" })).await, 404, AUSENTE);
        // its number is never given out again
        assert!(criar(&b, json!({ "nome": "Mesa" })).await > mesa);
    }

    async fn by_the_identifier_in_the_erp(app: TestApp) {
        let (_, b) = nova_loja(&app, "u");
        let casa = criar(&b, json!({ "nome": "Casa", "categoriaERPId": "" })).await;
        let com_erp = json!({ "nome": "Mesa", "categoriaPaiId": casa, "categoriaERPId": "A/b ç" });
        let mesa = criar(&b, com_erp).await;
        let banho = criar(&b, json!({ "nome": "Banho", "categoriaERPId": 42 })).await;
        // any number of categories without one
        criar(&b, json!({ "nome": "Jardim", "categoriaERPId": "" })).await;

        let achada = b.get("/categorias/erp/A%2Fb%20%C3%A7").await.json_de(200);
        assert_eq!(achada, uma(&b, mesa).await);
        assert_eq!(achada["caminhoHierarquia"], "Casa > Mesa");
        assert_eq!(b.get("/categorias/erp/42").await.json_de(200)["id"], banho);
        for outro in ["/categorias/erp/a%2Fb%20%C3%A7", "/categorias/erp/042", "/categorias/erp/%20"] {
            recusada(b.get(outro).await, 404, AUSENTE);
            recusada(b.put(outro, &json!({ "nome": "x" })).await, 404, AUSENTE);
            recusada(b.delete(outro).await, 404, AUSENTE);
        }
        b.get("/categorias/erp/").await.com_status(404);

        // the identifier stays unless another is given; by number it goes, as everything that is not given
        feita(b.put("/categorias/erp/42", &json!({ "nome": "Cama", "categoriaPaiId": casa })).await);
        assert_eq!(uma(&b, banho).await["categoriaERPId"], "42");
        assert_eq!(uma(&b, banho).await["caminhoHierarquia"], "Casa > Cama");
        feita(b.put("/categorias/erp/42", &json!({ "nome": "Cama", "categoriaERPId": "43" })).await);
        recusada(b.get("/categorias/erp/42").await, 404, AUSENTE);
        feita(b.put(&format!("/categorias/{mesa}"), &json!({ "nome": "Mesa" })).await);
        recusada(b.get("/categorias/erp/A%2Fb%20%C3%A7").await, 404, AUSENTE);

        let repetido = format!("O identificador no ERP já é da categoria {banho}.");
        let com_43 = json!({ "nome": "Outra", "categoriaERPId": "43" });
        recusada(b.post("/categorias", &com_43).await, 422, &repetido);
        recusada(b.put(&format!("/categorias/{mesa}"), &com_43).await, 422, &repetido);
        feita(b.put(&format!("/categorias/{banho}"), &com_43).await);
        feita(b.delete("/categorias/erp/43").await);
        criar(&b, com_43).await;
    }

    async fn what_cannot_be_read_is_refused_with_all_its_problems(app: TestApp) {
        let (_, b) = nova_loja(&app, "u");
        let mensagem = |resposta: Resposta| {
            resposta.json_de(400)["mensagem"].as_str().unwrap().to_owned()
        };
        let ruim = json!({
            "categoriaPaiId": "x", "categoriaERPId": true, "ativo": "sim", "exibirMatrizAtributos": "Talvez",
            "quantidadeMaximaCompraUnidade": -1,
        });
        let problemas = "nome: é obrigatório; categoriaPaiId: deve ser um número inteiro; \
            categoriaERPId: deve ser um texto; ativo: deve ser true ou false; \
            exibirMatrizAtributos: deve ser um destes valores: Sim, Nao, Neutro; \
            quantidadeMaximaCompraUnidade: deve ser maior ou igual a zero.";
        let recusa = mensagem(b.post("/categorias", &ruim).await);
        assert!(recusa.ends_with(problemas), "{recusa}");
        assert_eq!(mensagem(b.put("/categorias/1", &ruim).await), recusa);
        assert_eq!(mensagem(b.put("/categorias/erp/1", &ruim).await), recusa);

        for corpo in [json!([]), json!("x"), json!({ "nome": "" }), json!({ "nome": "x".repeat(201) })] {
            mensagem(b.post("/categorias", &corpo).await);
        }
        for id in ["x", "1.5", "erp", "99999999999999999999"] {
            mensagem(b.get(&format!("/categorias/{id}")).await);
            mensagem(b.delete(&format!("/categorias/{id}")).await);
        }
        for id in ["0", "-1", "9000000000000"] {
            recusada(b.get(&format!("/categorias/{id}")).await, 404, AUSENTE);
        }
        // a stranger is told nothing of it
        b.com_chave(None).post("/categorias", &ruim).await.com_status(401);
        b.com_chave(app.a.chave.as_deref()).post("/categorias", &ruim).await.com_status(401);
    }

    async fn the_tree_stays_a_tree(app: TestApp) {
        let (_, b) = nova_loja(&app, "u");
        let a = criar(&b, json!({ "nome": "a" })).await;
        let b1 = criar(&b, json!({ "nome": "b", "categoriaPaiId": a })).await;
        let c = criar(&b, json!({ "nome": "c", "categoriaPaiId": b1 })).await;
        let sob = |pai: i64| json!({ "nome": "a", "categoriaPaiId": pai });
        for pai in [a, b1, c] {
            let resposta = b.put(&format!("/categorias/{a}"), &sob(pai)).await;
            recusada(resposta, 422, "A categoria ficaria abaixo de si mesma.");
        }
        let sem_pai = format!("A categoria pai {} não existe.", c + 1);
        recusada(b.put(&format!("/categorias/{a}"), &sob(c + 1)).await, 422, &sem_pai);
        recusada(b.post("/categorias", &sob(c + 1)).await, 422, &sem_pai);
        let com_filhas = "A categoria tem subcategorias e não pode ser excluída.";
        recusada(b.delete(&format!("/categorias/{b1}")).await, 422, com_filhas);
        // nothing of this was done
        assert_eq!(uma(&b, c).await["caminhoHierarquia"], "a > b > c");
        assert_eq!(uma(&b, a).await["categoriaPaiId"], 0);

        // another store's are as missing as those that never were
        let (_, outra) = nova_loja(&app, "v");
        recusada(outra.get(&format!("/categorias/{a}")).await, 404, AUSENTE);
        recusada(outra.put(&format!("/categorias/{a}"), &sob(0)).await, 404, AUSENTE);
        recusada(outra.delete(&format!("/categorias/{c}")).await, 404, AUSENTE);
        let alheio = format!("A categoria pai {a} não existe.");
        recusada(outra.post("/categorias", &sob(a)).await, 422, &alheio);

        feita(b.put(&format!("/categorias/{c}"), &json!({ "nome": "c" })).await);
        feita(b.put(&format!("/categorias/{a}"), &sob(c)).await);
        assert_eq!(uma(&b, b1).await["caminhoHierarquia"], "c > a > b");
    }

    async fn an_inactive_store_is_only_read(app: TestApp) {
        let (_, b) = nova_loja(&app, "u");
        let id = criar(&b, json!({ "nome": "Casa", "categoriaERPId": "1" })).await;
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.com_status(200);
        let nova = json!({ "nome": "x" });
        for resposta in [
            b.post("/categorias", &nova).await,
            b.put(&format!("/categorias/{id}"), &nova).await,
            b.put("/categorias/erp/1", &nova).await,
            b.delete(&format!("/categorias/{id}")).await,
            b.delete("/categorias/erp/1").await,
        ] {
            resposta.com_status(422);
        }
        assert_eq!(uma(&b, id).await["nome"], "Casa");
        b.get("/categorias/erp/1").await.com_status(200);
    }

    async fn no_tree_grows_deeper_than_a_hundred_levels(app: TestApp) {
        let (loja, b) = nova_loja(&app, "u");
        let funda = inserir(&app, loja, (0..100).map(|i| linha(i, "n", false)).collect());
        let rasa = inserir(&app, loja, (0..50).map(|i| linha(i, "m", false)).collect());
        let demais = "A árvore de categorias pode ter no máximo 100 níveis.";
        let sob = |pai: i64| json!({ "nome": "m", "categoriaPaiId": pai });
        assert_eq!(uma(&b, funda[99]).await["caminhoHierarquia"], ["n"; 100].join(" > "));
        recusada(b.post("/categorias", &sob(funda[99])).await, 422, demais);
        criar(&b, sob(funda[98])).await;
        // fifty levels below the fifty-first would be one too many
        recusada(b.put(&format!("/categorias/{}", rasa[0]), &sob(funda[50])).await, 422, demais);
        feita(b.put(&format!("/categorias/{}", rasa[0]), &sob(funda[49])).await);
        let caminho = [["n"; 50], ["m"; 50]].concat().join(" > ");
        assert_eq!(uma(&b, rasa[49]).await["caminhoHierarquia"], caminho);
        // what lies at the bottom of a circle finds it, however far up
        let volta = b.put(&format!("/categorias/{}", funda[0]), &sob(rasa[49])).await;
        recusada(volta, 422, "A categoria ficaria abaixo de si mesma.");
    }

    async fn twenty_thousand_categories_fifty_levels_deep(app: TestApp) {
        let (loja, b) = nova_loja(&app, "u");
        // held to the document record by record, an answer of this size would take minutes
        let livre = app.b_como(loja);
        let acima = |i: usize| if i.is_multiple_of(50) { 0 } else { i };
        let ids = inserir(&app, loja, (0..20_000).map(|i| linha(acima(i), "nome", i % 2 == 0)).collect());
        let lista = livre.get("/categorias").await.com_status(200);
        assert_eq!(lista.header("x-total-count"), "20000");
        let lista = lista.json();
        let lidos: Vec<i64> = lista.as_array().unwrap().iter().map(|c| c["id"].as_i64().unwrap()).collect();
        assert_eq!(lidos, ids);
        assert_eq!(lista[49]["caminhoHierarquia"], ["nome"; 50].join(" > "));
        let arvore = livre.get("/categorias?hierarquia=true").await.com_status(200);
        assert_eq!(arvore.header("x-total-count"), "20000");
        let arvore = arvore.json();
        assert_eq!(arvore.as_array().unwrap().len(), 400);
        let mut atual = &arvore[399];
        for id in &ids[19_950..] {
            assert_eq!(atual["id"], *id);
            atual = &atual["subCategorias"][0];
        }
        let folhas = livre.get("/categorias?apenasUltimoNivel=true&somenteFilhos=true").await;
        assert_eq!(folhas.header("x-total-count"), "400");

        assert_eq!(uma(&b, ids[49]).await["caminhoHierarquia"], lista[49]["caminhoHierarquia"]);
        let sob = |pai: i64| json!({ "nome": "fim", "categoriaPaiId": pai });
        let nova = criar(&b, sob(ids[49])).await;
        feita(b.put(&format!("/categorias/{nova}"), &sob(ids[99])).await);
        let volta = b.put(&format!("/categorias/{}", ids[50]), &sob(nova)).await;
        recusada(volta, 422, "A categoria ficaria abaixo de si mesma.");
        feita(b.delete(&format!("/categorias/{nova}")).await);
    }

    async fn changes_at_the_same_time_leave_a_tree(app: TestApp) {
        let (_, b) = nova_loja(&app, "u");
        for volta in 0..8 {
            let (x, y) = (criar(&b, json!({ "nome": "x" })).await, criar(&b, json!({ "nome": "y" })).await);
            // each below the other: one of them comes too late
            let mover = |id: i64, pai: i64| {
                let b = b.clone();
                rt::spawn(async move {
                    let corpo = json!({ "nome": "z", "categoriaPaiId": pai });
                    b.put(&format!("/categorias/{id}"), &corpo).await.status
                })
            };
            let (primeira, segunda) = (mover(x, y), mover(y, x));
            let mut status = [primeira.await.unwrap(), segunda.await.unwrap()];
            status.sort_unstable();
            assert_eq!(status, [200, 422]);
            // the same identifier for several: one has it
            let novas: Vec<_> = (0..6)
                .map(|_| {
                    let b = b.clone();
                    let corpo = json!({ "nome": "e", "categoriaERPId": format!("E{volta}") });
                    rt::spawn(async move { b.post("/categorias", &corpo).await.status })
                })
                .collect();
            let mut criadas = 0;
            for nova in novas {
                match nova.await.unwrap() {
                    201 => criadas += 1,
                    outro => assert_eq!(outro, 422),
                }
            }
            assert_eq!(criadas, 1);
        }
    }

    async fn both_forms_of_every_choice_agree_with_the_model(app: TestApp) {
        let mut sorteio = TestRunner::deterministic();
        for caso in 0..16 {
            let linhas = arvores().new_tree(&mut sorteio).unwrap().current();
            let (loja, b) = nova_loja(&app, &format!("u{caso}"));
            let ids = inserir(&app, loja, linhas.clone());
            let gravada = |(linha, id): (&CategoriaLoja, &i64)| {
                let acima = linha.categoria_pai_id as usize;
                let categoria_pai_id = acima.checked_sub(1).map_or(0, |lugar| ids[lugar]);
                serde_json::to_value(CategoriaLoja { id: *id, categoria_pai_id, ..linha.clone() }).unwrap()
            };
            let todas: Vec<Value> = linhas.iter().zip(&ids).map(gravada).collect();
            for n in 0..8 {
                let [reseller, ultimo, filhos] = [n & 1 != 0, n & 2 != 0, n & 4 != 0];
                let modelo = Modelo { todas: &todas, reseller, ultimo, filhos };
                let consulta = format!(
                    "/categorias?apenasReseller={reseller}&apenasUltimoNivel={ultimo}&somenteFilhos={filhos}"
                );
                let lista = b.get(&consulta).await.com_status(200);
                assert_eq!(lista.json(), modelo.lista(), "{consulta} {linhas:#?}");
                let total = modelo.lista().as_array().unwrap().len().to_string();
                assert_eq!(lista.header("x-total-count"), total);
                let arvore = b.get(&format!("{consulta}&hierarquia=true")).await.com_status(200);
                assert_eq!(arvore.json(), modelo.abaixo(None), "{consulta} {linhas:#?}");
                assert_eq!(arvore.header("x-total-count"), lista.header("x-total-count"));
            }
            for registro in modelo_livre(&todas).lista().as_array().unwrap() {
                assert_eq!(uma(&b, registro["id"].as_i64().unwrap()).await, *registro);
            }
        }
    }

    async fn every_change_is_in_the_next_list_of_every_server(app: TestApp) {
        let outro = Servidor::iniciar(&config(&app.banco.url));
        let mut sorteio = TestRunner::deterministic();
        for caso in 0..4 {
            let (loja, b) = nova_loja(&app, &format!("u{caso}"));
            let chave = app.chave_de_loja(loja);
            let servidores = [b, Cliente::novo(outro.em("listen_b"), Some(&chave))];
            let mut todas: Vec<Value> = Vec::new();
            for (i, passo) in passos().new_tree(&mut sorteio).unwrap().current().iter().enumerate() {
                passo.dar(&servidores[i / 3 % 2], &mut todas).await;
                for servidor in &servidores {
                    let modelo = modelo_livre(&todas);
                    // the second time it is ready
                    for _ in 0..2 {
                        let lista = servidor.get("/categorias").await.com_status(200);
                        assert_eq!(lista.json(), modelo.lista());
                        assert_eq!(lista.header("x-total-count"), todas.len().to_string());
                        let arvore = servidor.get("/categorias?hierarquia=true").await.json_de(200);
                        assert_eq!(arvore, modelo.abaixo(None));
                    }
                }
            }
        }
        outro.parar();
    }

    async fn a_list_follows_whoever_writes_past_the_server(app: TestApp) {
        let (loja, b) = nova_loja(&app, "u");
        let (_, vizinha) = nova_loja(&app, "v");
        let da_vizinha = criar(&vizinha, json!({ "nome": "Rede" })).await;
        let nomes = |b: Cliente| async move {
            let lista = b.get("/categorias").await.json_de(200);
            let nomes = lista.as_array().unwrap().iter().map(|c| c["nome"].as_str().unwrap().to_owned());
            nomes.collect::<Vec<_>>().join(",")
        };
        assert_eq!(nomes(b.clone()).await, "");
        // as an import does
        inserir(&app, loja, vec![linha(0, "Casa", false), linha(0, "Mesa", false)]);
        assert_eq!(nomes(b.clone()).await, "Casa,Mesa");
        // as somebody at the database's own prompt does; SQLite's half is beside the code: `store::categorias_loja`
        let no_banco: &[(&str, &str)] = &[
            ("UPDATE categorias_loja SET nome = 'Lar' WHERE nome = 'Casa'", "Lar,Mesa"),
            ("UPDATE categorias_loja SET nome = 'Casa' WHERE nome = 'Lar'", "Casa,Mesa"),
            ("DELETE FROM categorias_loja WHERE nome = 'Mesa'", "Casa"),
            ("DELETE FROM categorias_loja WHERE nome = 'Casa'", ""),
        ];
        if app.banco.url.starts_with("postgres") {
            for (sql, esperados) in no_banco {
                postgres::servidor().unwrap().executar(&app.banco.url, sql);
                assert_eq!(nomes(b.clone()).await, *esperados, "{sql}");
            }
        }
        assert_eq!(uma(&vizinha, da_vizinha).await["nome"], "Rede");
        assert_eq!(nomes(vizinha).await, "Rede");
        // a user goes with its categories, whatever their triggers do
        inserir(&app, loja, vec![linha(0, "Casa", false)]);
        app.a.delete("/Usuario/u").await.com_status(204);
    }

    async fn any_row_of_changes_agrees_with_the_model(app: TestApp) {
        let mut sorteio = TestRunner::deterministic();
        for caso in 0..6 {
            let (_, b) = nova_loja(&app, &format!("u{caso}"));
            let mut todas: Vec<Value> = Vec::new();
            for passo in passos().new_tree(&mut sorteio).unwrap().current() {
                passo.dar(&b, &mut todas).await;
            }
            let lista = b.get("/categorias").await.json_de(200);
            assert_eq!(lista, modelo_livre(&todas).lista());
        }
    }
}

/// Trees whose categories hang below an earlier one, or none.
fn arvores() -> impl Strategy<Value = Vec<CategoriaLoja>> {
    let resto = proptest::collection::vec((any::<Index>(), any::<bool>(), "[a-z>\"é ]{0,4}"), 0..14);
    resto.prop_map(|resto| {
        let criar = |(i, (acima, is_reseller, nome)): (usize, &(Index, bool, String))| {
            linha(acima.index(i + 1), nome, *is_reseller)
        };
        resto.iter().enumerate().map(criar).collect()
    })
}

/// A change of a tree. Places are those of the categories that are there by then.
#[derive(Debug, Clone)]
enum Passo {
    Criar { pai: Option<Index>, erp: String },
    Trocar { qual: Index, pai: Option<Index>, erp: String },
    Excluir { qual: Index },
}

fn passos() -> impl Strategy<Value = Vec<Passo>> {
    // few identifiers, so that they meet
    let onde = || (proptest::option::weighted(0.8, any::<Index>()), "[ab]{0,2}");
    let um = prop_oneof![
        4 => onde().prop_map(|(pai, erp)| Passo::Criar { pai, erp }),
        4 => (any::<Index>(), onde()).prop_map(|(qual, (pai, erp))| Passo::Trocar { qual, pai, erp }),
        1 => any::<Index>().prop_map(|qual| Passo::Excluir { qual }),
    ];
    proptest::collection::vec(um, 60)
}

impl Passo {
    /// Makes the change here and there, and holds the answer to what the model says.
    async fn dar(&self, b: &Cliente, todas: &mut Vec<Value>) {
        let lugar = |qual: &Index| (!todas.is_empty()).then(|| qual.index(todas.len()));
        let numero = |lugar: Option<usize>| lugar.map_or(0, |lugar| todas[lugar]["id"].as_i64().unwrap());
        let novo = |pai: &Option<Index>, erp: &String| {
            let pai = numero(pai.as_ref().and_then(lugar));
            json!({
                "nome": format!("n{pai}"), "categoriaPaiId": pai, "categoriaERPId": erp, "ativo": true,
                "isReseller": false, "exibirMatrizAtributos": "Neutro", "quantidadeMaximaCompraUnidade": 0,
                "valorMinimoCompra": 0,
            })
        };
        let modelo = modelo_livre(todas);
        match self {
            Self::Criar { pai, erp } => {
                let mut corpo = novo(pai, erp);
                let livre = erp.is_empty() || todas.iter().all(|c| c["categoriaERPId"] != **erp);
                let resposta = b.post("/categorias", &corpo).await;
                assert_eq!(resposta.status, if livre { 201 } else { 422 }, "{resposta:?}");
                if livre {
                    corpo["id"] = resposta.json();
                    todas.push(corpo);
                }
            }
            Self::Trocar { qual, pai, erp } => {
                let Some(lugar) = lugar(qual) else { return };
                let (id, mut corpo) = (todas[lugar]["id"].clone(), novo(pai, erp));
                let de_outra = |c: &Value| c["id"] != id && c["categoriaERPId"] == **erp;
                let livre = erp.is_empty() || !todas.iter().any(de_outra);
                let pai = todas.iter().find(|c| c["id"] == corpo["categoriaPaiId"]);
                let volta = pai.is_some_and(|pai| modelo.acima(pai).iter().any(|c| c["id"] == id));
                let resposta = b.put(&format!("/categorias/{id}"), &corpo).await;
                assert_eq!(resposta.status, if livre && !volta { 200 } else { 422 }, "{resposta:?}");
                if livre && !volta {
                    corpo["id"] = id;
                    todas[lugar] = corpo;
                }
            }
            Self::Excluir { qual } => {
                let Some(lugar) = lugar(qual) else { return };
                let folha = modelo.folha(&todas[lugar]);
                let resposta = b.delete(&format!("/categorias/{}", todas[lugar]["id"])).await;
                assert_eq!(resposta.status, if folha { 200 } else { 422 }, "{resposta:?}");
                if folha {
                    todas.remove(lugar);
                }
            }
        }
    }
}

/// The lists as one would write them down by hand: quadratic, recursive, and easy to believe.
struct Modelo<'a> {
    /// In ascending order of their numbers, which is how they were created.
    todas: &'a [Value],
    reseller: bool,
    ultimo: bool,
    filhos: bool,
}

fn modelo_livre(todas: &[Value]) -> Modelo<'_> {
    Modelo { todas, reseller: false, ultimo: false, filhos: false }
}

impl<'a> Modelo<'a> {
    fn pai(&self, c: &Value) -> Option<&'a Value> {
        self.todas.iter().find(|outra| outra["id"] == c["categoriaPaiId"])
    }

    fn folha(&self, c: &Value) -> bool {
        !self.todas.iter().any(|outra| outra["categoriaPaiId"] == c["id"])
    }

    /// A category and those above it.
    fn acima(&self, c: &'a Value) -> Vec<&'a Value> {
        std::iter::successors(Some(c), |c| self.pai(c)).collect()
    }

    fn escolhida(&self, c: &Value) -> bool {
        (!self.reseller || c["isReseller"] == true)
            && (!self.ultimo || self.folha(c))
            && (!self.filhos || self.pai(c).is_some())
    }

    fn lista(&self) -> Value {
        let com_caminho = |c: &'a Value| {
            let mut nomes: Vec<&str> = self.acima(c).iter().map(|c| c["nome"].as_str().unwrap()).collect();
            nomes.reverse();
            let mut registro = c.clone();
            registro["caminhoHierarquia"] = json!(nomes.join(" > "));
            registro
        };
        self.todas.iter().filter(|c| self.escolhida(c)).map(com_caminho).collect()
    }

    /// The tree below a category, or from the roots on.
    fn abaixo(&self, de: Option<&Value>) -> Value {
        let filhas = self.todas.iter().filter(|c| self.escolhida(c)).filter(|c| {
            let pai = self.pai(c).filter(|pai| self.escolhida(pai));
            pai.map(|pai| &pai["id"]) == de
        });
        let com_filhas = |c: &Value| {
            let mut registro = c.clone();
            let filhas = self.abaixo(Some(&c["id"]));
            registro["subCategorias"] = if filhas == json!([]) { Value::Null } else { filhas };
            registro
        };
        filhas.map(com_filhas).collect()
    }
}
