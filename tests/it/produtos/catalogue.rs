//! The catalogue as a store's own system writes it: the one that interface A and the offers see.

use domain::loja_config::Perfil;
use reqwest::Method;
use serde_json::{Value, json};

use super::{by_sku, loja, number, refusal};
use crate::support::contract::Contract;
use crate::support::{TestApp, TestClient};

/// A product with every member that its body has.
fn whole(sku: &str) -> Value {
    let mut produto: Value = serde_json::from_str(
        r#"{
        "nome": "Camiseta azul", "nomeProdutoPai": "Camiseta", "idPaiExterno": 77,
        "idVinculoExterno": "erp-1", "exibirMatrizAtributos": "Sim", "contraProposta": true,
        "fabricante": "Casa", "autor": "Ana", "editora": null, "colecao": "Verão", "genero": "",
        "precoCusto": 5.5, "precoDe": 30, "precoPor": 19.9, "fatorMultiplicadorPreco": 1.0,
            "prazoEntrega": 2.0,
        "valido": true, "exibirSite": false, "freteGratis": "Nunca", "trocaGratis": true, "peso": 300,
        "altura": 10, "comprimento": 20, "largura": 30, "garantia": 12, "isTelevendas": true,
        "ean": "7891000315507", "localizacaoEstoque": "A-1", "quantidadeMaximaCompraUnidade": 9,
        "quantidadeMinimaCompraUnidade": 2, "condicao": "Usado", "urlVideo": "https://v.example/1",
        "spot": false, "paginaProduto": false, "marketplace": true, "somenteParceiros": true, "buyBox": true,
        "prazoValidade": 40, "consumo": {"quantidadeDias": 5, "enviarEmail": true},
        "listaAtacado": [{"precoPor": 15, "quantidade": 10}],
        "estoque": [{"estoqueFisico": 8, "estoqueReservado": 1, "centroDistribuicaoId": 0,
            "alertaEstoque": 2}],
        "listaAtributos": [{"nome": "Cor", "valor": "Azul", "exibir": true}], "codigoErp": "x"
    }"#,
    )
    .unwrap();
    produto["sku"] = json!(sku);
    produto
}

/// The kinds and data of the events of a SKU since a place.
async fn told(app: &TestApp, since: i64) -> Vec<Value> {
    app.store.place_events().await.unwrap();
    let log = app.a.get(&format!("/Evento?posicao={since}")).await.json_of(200);
    log["eventos"].as_array().unwrap().iter().map(|e| json!([e["tipo"], e["dados"]])).collect()
}

async fn next_place(app: &TestApp) -> i64 {
    app.store.place_events().await.unwrap();
    app.a.get("/Evento").await.json_of(200)["ultimaPosicao"].as_i64().unwrap() + 1
}

async fn in_a(app: &TestApp, sku: &str) -> Value {
    app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)
}

async fn with_extras(b: &TestClient, sku: &str) -> Value {
    let fields = "camposAdicionais=Atacado,Estoque,Atributo,Informacao";
    b.get(&format!("/produtos/{sku}?tipoIdentificador=Sku&{fields}")).await.json_of(200)
}

in_both_profiles! {
    async fn a_product_is_registered_as_a_whole_and_seen_by_all(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        app.a.put("/Usuario/u/Estoque", &json!({"controleEstoque": "nenhum"})).await.with_status(200);
        let since = next_place(&app).await;
        let answer = b.post("/produtos", &whole("S")).await;
        assert!(answer.headers.get("x-aviso").is_none(), "{answer:?}");
        let created = answer.json_of(201);
        assert_eq!(told(&app, since).await[0], json!(["sku.criado", {"estoque": 8, "precoDe": 30,
            "precoPor": 19.9}]));

        let shown = with_extras(&b, "S").await;
        assert_eq!(shown["produtoVarianteId"], created);
        let sent = whole("S");
        for (member, value) in sent.as_object().unwrap() {
            match member.as_str() {
                "idPaiExterno" => assert_eq!(shown[member], "77"),
                "genero" => assert_eq!(shown[member], Value::Null),
                "listaAtacado" | "estoque" | "listaAtributos" | "codigoErp" => {}
                _ => assert_eq!(shown[member].to_string().trim_end_matches(".0"),
                    value.to_string().trim_end_matches(".0"), "{member}"),
            }
        }
        assert_eq!(shown["listaAtacado"], json!([{"precoPor": 15, "quantidade": 10}]));
        assert_eq!(shown["estoque"][0], json!({"estoqueFisico": 8, "estoqueReservado": 1,
            "centroDistribuicaoId": 1, "alertaEstoque": 2}));
        let sku = in_a(&app, "S").await;
        assert_eq!((&sku["parentId"], &sku["marca"], &sku["gtin"]), (&json!("77"), &json!("Casa"),
            &json!("7891000315507")));
        assert_eq!(sku["atributos"][0], json!({"nome": "Cor", "valor": "Azul"}));
        let offer = app.a.get("/sku/S/Canal/canal/Oferta?usuarioId=u").await.json_of(200);
        assert_eq!((&offer["preco"]["precoPor"], &offer["publicavel"]), (&json!(19.9), &json!(true)));

        // a repeated request creates nothing, whatever it says
        refusal(b.post("/produtos", &whole("S")).await, 422, &format!("de produtoVarianteId {created}"));
        assert_eq!(b.get("/produtos").await.header("x-total-count"), "1");
        let flag = b.post("/produtos?tipoRetorno=booleano", &json!({"sku": "T", "nome": "T"})).await;
        assert_eq!(flag.json_of(201), json!(true));
        // interface A's replacement leaves what it knows nothing of
        app.a.put("/sku/S?usuarioId=u", &crate::support::models::sku("S")).await.with_status(200);
        assert_eq!((&by_sku(&b, "S").await["garantia"], &by_sku(&b, "S").await["precoCusto"]), (&json!(12),
            &json!(5.5)));
    }

    async fn what_is_promised_is_for_orders_to_say_where_somebody_keeps_the_stock(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        let answer = b.post("/produtos", &whole("S")).await;
        assert_eq!(answer.header("x-aviso"), "nao-mantido; estoqueReservado");
        answer.with_status(201);
        let promised = json!({"estoque": [{"estoqueFisico": 8, "estoqueReservado": 3}]});
        let answer = b.put("/produtos/S?tipoIdentificador=Sku", &promised).await;
        assert_eq!(answer.header("x-aviso"), "nao-mantido; estoqueReservado");
        assert_eq!(answer.json_of(200), json!(true));
        assert_eq!(with_extras(&b, "S").await["estoque"], json!([{"estoqueFisico": 8, "estoqueReservado": 0,
            "centroDistribuicaoId": 1, "alertaEstoque": 2}]));
        // who says nothing of it is told nothing
        let silent = json!({"estoque": [{"estoqueFisico": 7}]});
        let answer = b.put("/produtos/S?tipoIdentificador=Sku", &silent).await;
        assert!(answer.headers.get("x-aviso").is_none(), "{answer:?}");
        answer.with_status(200);
        assert_eq!(in_a(&app, "S").await["estoque"], 7);
    }

    async fn a_change_says_what_changes_and_is_told_as_interface_a_is(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        b.post("/produtos", &whole("S")).await.with_status(201);
        let uri = "/produtos/S?tipoIdentificador=Sku";
        let (before, since) = (with_extras(&b, "S").await, next_place(&app).await);
        // what is not said, what is empty, and what is there already changes nothing
        for body in [json!({}), json!({"listaAtributos": [], "listaAtacado": [], "estoque": []}),
            whole("S")] {
            assert_eq!(b.put(uri, &body).await.json_of(200), json!(true));
        }
        assert_eq!((told(&app, since).await, with_extras(&b, "S").await), (Vec::new(), before));

        let change = json!({"nome": "Camiseta verde", "garantia": 6, "estoque": [{"estoqueFisico": 5}],
            "listaAtacado": [{"precoPor": 14, "quantidade": 20}], "fatorMultiplicadorPreco": 12,
                "marketplace": false});
        let answer = b.put(uri, &change).await;
        let notices = answer.headers.get_all("x-aviso").iter();
        let notices: Vec<&str> = notices.map(|v| v.to_str().unwrap()).collect();
        assert_eq!(notices, ["nao-mantido; fatorMultiplicadorPreco", "nao-mantido; marketplace"]);
        answer.with_status(200);
        let mut events = told(&app, since).await;
        events.retain(|event| *event != json!(["sku.alterado", {"campos": ["atacado"]}]));
        assert_eq!(events, [
            json!(["sku.alterado", {"campos": ["nome", "garantia", "marketplace"]}]),
            json!(["sku.estoque", {"estoqueAnterior": 8, "estoque": 5}]),
        ]);
        assert_eq!(with_extras(&b, "S").await["listaAtacado"], json!([{"precoPor": 14, "quantidade": 20}]));
        // the selling price is what counts
        let raised = b.put(uri, &json!({"precoPor": 40})).await;
        assert_eq!(raised.header("x-aviso"), "preco-de-removido; precoDe");
        assert_eq!(in_a(&app, "S").await["precoDe"], 0);

        b.put("/produtos/S/situacao?tipoIdentificador=Sku", &json!({"status": false})).await.with_status(200);
        assert_eq!(in_a(&app, "S").await["ativo"], false);
    }

}

on_both_databases! {
    async fn what_is_wrong_is_said_and_changes_nothing(app: TestApp) {
        let b = loja(&app, "u", &[("G1", "G"), ("G2", "G")]).await;
        let grupo = number(&by_sku(&b, "G1").await, "produtoId");
        let wrong = json!({"nome": "x", "ean": "123", "peso": -1, "precoDe": 1, "precoPor": 2,
            "condicao": "Velho"});
        let answer = b.post("/produtos", &wrong).await;
        for stretch in ["sku: é obrigatório", "ean: ", "peso: ", "precoDe: ", "condicao: "] {
            assert!(answer.text().contains(stretch), "{stretch}: {answer:?}");
        }
        refusal(answer, 400, "");
        refusal(b.put("/produtos/G1?tipoIdentificador=Sku", &json!({"sku": "G3"})).await, 400,
            "sku: não pode ser alterado");
        refusal(b.put("/produtos/nada?tipoIdentificador=Sku", &json!({})).await, 404, "produto");
        refusal(b.put(&format!("/produtos/{grupo}?tipoIdentificador=ProdutoId"), &json!({})).await, 422,
            "vários SKUs");
        refusal(b.put("/produtos/G1", &json!({})).await, 400, "tipoIdentificador: é obrigatório");
        let other = loja(&app, "v", &[]).await;
        refusal(other.put("/produtos/G1?tipoIdentificador=Sku", &json!({"nome": "y"})).await, 404, "produto");
        app.a.patch("/Usuario/u", &json!({"ativo": false})).await.with_status(200);
        refusal(b.post("/produtos", &whole("S")).await, 422, "inativa");
    }
}

in_both_profiles! {
    async fn one_code_is_one_product_however_many_ask_at_once(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        let tasks: Vec<_> = (0..12).map(|n| {
            let b = b.clone();
            actix_web::rt::spawn(async move {
                let mut new = whole("S");
                new["fabricante"] = json!(format!("Marca {}", n % 3));
                b.post("/produtos", &new).await.status
            })
        }).collect();
        let mut created = 0;
        for task in tasks {
            match task.await.unwrap() {
                201 => created += 1,
                status => assert_eq!(status, 422),
            }
        }
        assert_eq!((created, b.get("/produtos").await.header("x-total-count")), (1, "1"));
        // two that change different members both win
        let uri = "/produtos/S?tipoIdentificador=Sku";
        let changes = [json!({"garantia": 3}), json!({"prazoEntrega": 4}), json!({"nome": "N"}),
            json!({"spot": true})];
        let tasks: Vec<_> = changes.into_iter().map(|change| {
            let b = b.clone();
            actix_web::rt::spawn(async move { b.put(uri, &change).await.status })
        }).collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), 200);
        }
        let shown = by_sku(&b, "S").await;
        assert_eq!(["garantia", "prazoEntrega", "nome", "spot"].map(|m| shown[m].clone()), [json!(3),
            json!(4), json!("N"), json!(true)]);
    }

    async fn texts_images_and_categories_come_one_by_one(app: TestApp) {
        let b = loja(&app, "u", &[("S", "G"), ("T", "G")]).await;
        let uri = |part: &str| format!("/produtos/S/{part}?tipoIdentificador=Sku");
        app.a.patch("/sku/S?usuarioId=u", &json!({"descricao": "", "imagens": [],
            "categorias": ["Casa"]})).await.with_status(200);

        let text = json!({"titulo": "Descrição", "texto": "<p>1</p>", "tipoInformacao": "Informacoes",
            "exibirSite": true});
        let id = b.post(&(uri("informacoes") + "&tipoRetorno=Id"), &text).await.json_of(201);
        assert_eq!(b.post(&uri("informacoes"), &text).await.json_of(201), json!(true));
        refusal(b.post(&uri("informacoes"), &json!({"texto": "2"})).await, 422, "já tem um texto");
        b.put(&uri(&format!("informacoes/{id}")), &json!({"texto": "2"})).await.with_status(200);
        assert_eq!(in_a(&app, "S").await["descricao"], "2");
        refusal(b.put(&uri("informacoes/99"), &json!({"texto": "3"})).await, 404, "texto");

        let images = json!([{"url": "https://i.example/a", "ordem": 1}, {"url": "https://i.example/b"},
            {"url": "https://i.example/c"}]);
        let ids = b.post(&(uri("imagens") + "&tipoRetorno=ListaIds"), &images).await.json_of(201);
        assert_eq!(b.post(&uri("imagens"), &images).await.json_of(201), json!(true));
        let listed = b.get(&uri("imagens")).await.json_of(200);
        let shown: Vec<&Value> = listed.as_array().unwrap().iter().map(|image| &image["idImagem"]).collect();
        assert_eq!(json!(shown), ids);
        // one after the other, by the numbers that were listed before
        for id in &ids.as_array().unwrap()[..2] {
            b.delete(&uri(&format!("imagens/{id}"))).await.with_status(200);
        }
        assert_eq!(in_a(&app, "S").await["imagens"], json!(["https://i.example/c"]));
        refusal(b.delete(&uri(&format!("imagens/{}", ids[0]))).await, 404, "imagem");
        refusal(b.post(&uri("imagens"), &json!([{"base64": "/9j/", "formato": "JPG"}])).await, 422,
            "public_url_b");
        // of the group, each address once
        let own = b.get(&uri("imagens")).await.json_of(200).as_array().unwrap().len();
        let all = b.get(&(uri("imagens") + "&produtosIrmaos=true")).await;
        assert_eq!((own, all.header("x-total-count")), (1, "2"));
        assert_eq!(all.json()[1]["url"], "https://imagens.example/1.jpg");

        let house = b.post("/categorias", &json!({"nome": "Casa"})).await.json_of(201);
        let mesa = b.post("/categorias", &json!({"nome": "Mesa",
            "categoriaPaiId": house})).await.json_of(201);
        let link = json!({"categoriaPrincipalId": mesa, "listaCategoriaId": [house, mesa]});
        for _ in 0..2 {
            assert_eq!(b.post(&uri("categorias"), &link).await.json_of(200), json!(true));
            assert_eq!(in_a(&app, "S").await["categorias"], json!(["Casa > Mesa", "Casa"]));
        }
        b.put(&uri("categoriaPrincipal"), &json!({"categoriaId": house})).await.with_status(200);
        assert_eq!(in_a(&app, "S").await["categorias"], json!(["Casa", "Casa > Mesa"]));
        b.delete(&uri(&format!("categorias/{mesa}"))).await.with_status(200);
        refusal(b.delete(&uri(&format!("categorias/{mesa}"))).await, 404, "categoria");
        refusal(b.post(&uri("categorias"), &json!({"listaCategoriaId": [999]})).await, 422, "999 não existe");
        refusal(b.post(&uri("categorias"), &json!({})).await, 400, "listaCategoriaId");
        assert_eq!(in_a(&app, "S").await["categorias"], json!(["Casa"]));
        // and of many products at once
        let inactive = json!({"nome": "Mesa", "categoriaPaiId": house, "ativo": false});
        b.put(&format!("/categorias/{mesa}"), &inactive).await.with_status(200);
        b.post(&uri("categorias"), &link).await.with_status(200);
        for (query, expected) in [("", json!([house, mesa])), ("ativo=true", json!([house])),
            ("ativo=false", json!([mesa]))] {
            let list = b.get(&format!("/produtos/categorias?{query}")).await.json_of(200);
            let shown: Vec<_> = list[0]["categorias"].as_array().unwrap().iter().map(|c| &c["id"]).collect();
            assert_eq!((json!(shown), &list[0]["variantes"][0]["sku"]), (expected, &json!("S")), "{query}");
            assert_eq!(list[1]["categorias"], json!([]));
        }
        let of_one = b.get(&format!("/produtos/categorias?categorias={mesa}")).await;
        assert_eq!((of_one.header("x-total-count"), &of_one.json()[0]["categorias"][1]["categoriaPrincipal"]),
            ("1", &json!(true)));
    }

    async fn measures_are_rounded_up_and_the_answer_says_so(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        let body = json!({"sku": "F", "nome": "x", "precoPor": 10, "peso": 0.35, "altura": 2.5, "largura": 2.0});
        let made = b.post("/produtos", &body).await.with_status(201);
        let changed = b.put("/produtos/F?tipoIdentificador=Sku", &body).await.with_status(200);
        for answer in [made, changed] {
            let told: Vec<_> = answer.headers.get_all("x-aviso").iter().collect();
            assert_eq!(told, ["medida-arredondada; altura", "medida-arredondada; peso"]);
        }
        let shown = by_sku(&b, "F").await;
        assert_eq!(["peso", "altura", "largura"].map(|name| shown[name].clone()), [1, 3, 2]);
    }

    async fn what_search_engines_read_is_kept_per_product(app: TestApp) {
        let b = loja(&app, "u", &[("S", ""), ("T", "")]).await;
        let (seo, tags) = ("/produtos/S/seo?tipoIdentificador=Sku", "/produtos/S/seo/metaTag?tipoIdentificador=Sku");
        let nothing = json!({"tagCanonical": null, "title": null, "metatags": []});
        assert_eq!(b.get(seo).await.json_of(200), nothing);
        refusal(b.delete(seo).await, 404, "SEO");
        let tag = |id: i64, name: &str, content: &str| json!({"metatagId": id, "content": content,
            "httpEquiv": null, "name": name, "scheme": null});
        b.post(seo, &json!({"title": "Um", "metaTags": [{"name": "a", "content": "1"}]})).await.with_status(200);
        b.post(tags, &json!({"metas": [{"name": "b", "content": "2"}]})).await.with_status(200);
        assert_eq!(b.get(tags).await.json_of(200), json!([tag(1, "a", "1"), tag(2, "b", "2")]));
        // what is absent stays; a tag in the place of others keeps the number of its name, or the one it says
        b.put(seo, &json!({"tagCanonical": "https://l.example/s", "metaTags": []})).await.with_status(200);
        let list = json!([{"name": "b", "content": "3"}, {"name": "c", "content": "4"},
            {"metatagId": 1, "name": "d", "content": "5"}]);
        b.put(seo, &json!({"metatags": list})).await.with_status(200);
        let all = json!([tag(2, "b", "3"), tag(3, "c", "4"), tag(1, "d", "5")]);
        assert_eq!(b.get(seo).await.json_of(200), json!({"tagCanonical": "https://l.example/s", "title": "Um",
            "metatags": all}));
        // other writers leave it alone
        app.a.patch("/sku/S?usuarioId=u", &json!({"nome": "Outro"})).await.with_status(200);
        b.put("/produtos/S?tipoIdentificador=Sku", &json!({"garantia": 3})).await.with_status(200);
        let gone = |ids: &[i64]| json!({"metatags": ids.iter().map(|id| json!({"metatagId": id}))
            .collect::<Vec<_>>()});
        refusal(b.json(Method::DELETE, tags, &gone(&[1, 9])).await, 404, "metatag");
        b.json(Method::DELETE, tags, &gone(&[1, 2])).await.with_status(200);
        assert_eq!(b.get(tags).await.json_of(200), json!([tag(3, "c", "4")]));
        let many = json!({"metas": vec![json!({"name": "x"}); 20]});
        refusal(b.post(tags, &many).await, 422, "no máximo 20");
        b.delete(seo).await.with_status(200);
        assert_eq!(b.get(seo).await.json_of(200), nothing);
        refusal(b.post(tags, &json!({})).await, 400, "metas: é obrigatório");
    }

}

on_both_databases! {
    async fn a_number_is_meant_where_programs_in_the_field_do_not_say(app: TestApp) {
        let b = loja(&app, "u", &[("S", "")]).await;
        let n = number(&by_sku(&b, "S").await, "produtoVarianteId");
        let house = b.post("/categorias", &json!({"nome": "Casa"})).await.json_of(201);
        refusal(b.get(&format!("/produtos/{n}")).await, 400, "tipoIdentificador: é obrigatório");
        let b = app.b_in(app.loja("u"), Perfil::Compativel).with_contract(Contract::b());
        assert_eq!(b.get(&format!("/produtos/{n}")).await.json_of(200)["sku"], "S");
        for part in ["estoque", "preco", "precos", "categorias", "imagens", "informacoes", "relacionados",
            "disponibilidade", "atacarejo"] {
            b.get(&format!("/produtos/{n}/{part}")).await.with_status(200);
        }
        // who creates a text where there is none asks by the status
        app.a.patch("/sku/S?usuarioId=u", &json!({"descricao": ""})).await.with_status(200);
        refusal(b.get(&format!("/produtos/{n}/informacoes")).await, 404, "O texto não foi encontrado.");
        let of_document = app.b_in(app.loja("u"), Perfil::Documento).get(&format!(
            "/produtos/{n}/informacoes?tipoIdentificador=ProdutoVarianteId")).await;
        assert_eq!(of_document.json_of(200), json!([]));
        let b = app.b_in(app.loja("u"), Perfil::Compativel).with_contract(Contract::b());
        b.post(&format!("/produtos/{n}/categorias"),
            &json!({"listaCategoriaId": [house]})).await.with_status(200);
        let item = json!([{"identificador": n, "precoPor": 7}]);
        assert_eq!(b.put("/produtos/precos", &item).await.json_of(200)["produtosAtualizados"][0]["sku"], "S");
        // a word that is none is refused all the same
        refusal(b.get(&format!("/produtos/{n}?tipoIdentificador=Ean")).await, 400,
            "tipoIdentificador: deve ser");
        refusal(b.get("/produtos/S").await, 404, "produto");
    }
}
