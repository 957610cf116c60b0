//! Products as they are read: by every identifier, in lists, part by part.

use std::collections::BTreeMap;

use domain::loja_config::LojaConfig;
use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::lojas_config;

use super::{by_sku, loja, number, refusal, sku};
use crate::support::app::run_blocking;
use crate::support::{Answer, TestClient};

/// Now, precisely enough to stand between two writes.
fn now() -> String {
    Instante::now().utc().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

on_both_databases! {
    async fn a_product_is_found_by_its_code_its_number_and_its_group(app: TestApp) {
        let codes = [("A/B", "A%2FB"), ("50%", "50%25"), ("A+B c", "A%2BB%20c"), ("Ação", "A%C3%A7%C3%A3o"),
            ("%2F", "%252F"), ("estoques", "estoques"), ("precos", "precos"), ("só", "s%C3%B3")];
        let skus: Vec<(&str, &str)> = codes.iter().map(|(c, _)| (*c, if *c == "só" { "" } else { "G" })).collect();
        let b = loja(&app, "u", &skus).await;
        let first = by_sku(&b, "A%2FB").await;
        for (code, in_path) in codes {
            let produto = by_sku(&b, in_path).await;
            assert_eq!(produto["sku"], code);
            let variante = number(&produto, "produtoVarianteId");
            let again = b.get(&format!("/Produtos/{variante}?TIPO_identificador=produtovarianteid")).await;
            assert_eq!(again.json_of(200), produto);
            let grupo = number(&produto, "produtoId");
            let of_grupo = b.get(&format!("/produtos/{grupo}?tipoIdentificador=ProdutoId")).await.json_of(200);
            if code == "só" {
                assert_eq!((grupo, &of_grupo, &produto["idPaiExterno"]), (variante, &produto, &Value::Null));
            } else {
                assert_ne!(grupo, variante);
                assert_eq!((&of_grupo, &produto["idPaiExterno"]), (&first, &json!("G")));
            }
        }
        for uri in ["/produtos/nada?tipoIdentificador=Sku", "/produtos/0?tipoIdentificador=ProdutoVarianteId",
            "/produtos/A?tipoIdentificador=ProdutoId", "/produtos/99999999999999999999?tipoIdentificador=ProdutoId",
            "/produtos/nada/estoque?tipoIdentificador=Sku", "/produtos/nada/atacarejo?tipoIdentificador=Sku"] {
            refusal(b.get(uri).await, 404, "O produto não foi encontrado.");
        }
        for uri in ["/produtos/precos", "/produtos/precos?tipoIdentificador=", "/produtos/precos/imagens"] {
            refusal(b.get(uri).await, 400, "tipoIdentificador: é obrigatório");
        }
        let options = "tipoIdentificador: deve ser um destes valores: Sku, ProdutoVarianteId, ProdutoId";
        refusal(b.get("/produtos/precos?tipoIdentificador=Ean").await, 400, options);
        refusal(app.b.get("/produtos/precos").await, 401, "");

        let other = loja(&app, "v", &[("X", "")]).await;
        let variante = number(&first, "produtoVarianteId");
        refusal(other.get(&format!("/produtos/{variante}?tipoIdentificador=ProdutoVarianteId")).await, 404, "produto");
        refusal(other.get("/produtos/A%2FB?tipoIdentificador=Sku").await, 404, "produto");
    }
}

in_both_profiles! {
    async fn words_and_identifiers_do_not_hide_each_other(app: TestApp) {
        let b = loja(&app, "u", &[("estoques", ""), ("alteracoes", "")]).await;
        assert_eq!(by_sku(&b, "estoques").await["sku"], "estoques");
        let alteracoes = b.get("/produtos/alteracoes").await.json_of(200);
        assert_eq!(alteracoes.as_array().unwrap().len(), 2);
        let estoque = b.get("/produtos/alteracoes/estoque?tipoIdentificador=Sku").await.json_of(200);
        assert_eq!(estoque["estoqueFisico"], 10);
        let number = number(&alteracoes[1], "produtoVarianteId");
        let produto = b.get(&format!("/produtos/{number}?tipoIdentificador=ProdutoVarianteId")).await.json_of(200);
        assert_eq!(produto["sku"], "alteracoes");
        let body = json!([{"identificador": "estoques", "listaEstoque": [{"estoqueFisico": 3}]}]);
        let done = b.put("/produtos/ESTOQUES?tipoIdentificador=Sku", &body).await.json_of(200);
        assert_eq!(done["produtosAtualizados"][0]["sku"], "estoques");
        refusal(b.put("/produtos/outro?tipoIdentificador=Sku", &body).await, 400, "deve ser um objeto");
    }

}

on_both_databases! {
    async fn additions_are_there_only_when_asked_for(app: TestApp) {
        let b = loja(&app, "u", &[("S", "")]).await;
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({"preco": {"precoDe": 90, "precoPor": 80}})).await;
        let base = by_sku(&b, "S").await;
        let fields = ["Atacado", "Estoque", "Atributo", "Informacao", "TabelaPreco"];
        let members = ["listaAtacado", "estoque", "atributos", "informacoes", "tabelasPreco"];
        for choice in 0..1u32 << fields.len() {
            let chosen: Vec<usize> = (0..fields.len()).filter(|i| choice & (1 << i) != 0).collect();
            let names: Vec<&str> = chosen.iter().map(|i| fields[*i]).collect();
            let formas = [
                names.iter().map(|n| format!("&camposAdicionais={n}")).collect::<String>(),
                names.iter().map(|n| format!("&camposAdicionais%5B%5D={}", n.to_lowercase())).collect(),
                names.iter().enumerate().map(|(i, n)| format!("&camposAdicionais[{i}]={n}")).collect(),
                format!("&camposAdicionais={}", names.join(",")),
                format!("&campos_adicionais=imagem,{}", names.join("%2C+")),
            ];
            let mut answers = Vec::new();
            for forma in &formas {
                answers.push(b.get(&format!("/produtos/S?tipoIdentificador=Sku{forma}")).await.json_of(200));
                let list = b.get(&format!("/produtos?{}", forma.trim_start_matches('&'))).await.json_of(200);
                assert_eq!(list, json!([answers.last()]), "{forma}");
            }
            assert!(answers.iter().all(|r| *r == answers[0]), "{formas:?}");
            let answer = answers[0].as_object().unwrap();
            for (i, member) in members.iter().enumerate() {
                assert_eq!(answer.contains_key(*member), chosen.contains(&i), "{member}: {formas:?}");
            }
            let common: serde_json::Map<_, _> =
                answer.clone().into_iter().filter(|(m, _)| !members.contains(&m.as_str())).collect();
            assert_eq!(Value::Object(common), base);
        }
        let everything = b.get("/produtos/S?tipoIdentificador=Sku&camposAdicionais=Atributo,Informacao,TabelaPreco").await.json();
        assert_eq!(everything["atributos"][0]["nome"], "Cor");
        assert_eq!(everything["informacoes"][0]["texto"], "<p>Descrição</p>");
        // programs take the first list for the store's own
        let tables = everything["tabelasPreco"].as_array().unwrap().iter();
        let tables: Vec<Value> = tables.map(|t| json!([t["nome"], t["precoDe"], t["precoPor"]])).collect();
        assert_eq!(tables, [json!(["Loja", 129.9, 99.9]), json!(["Canal canal", 90, 80])]);
        for uri in ["/produtos/S?tipoIdentificador=Sku&camposAdicionais=Estoque,Cor", "/produtos?camposAdicionais=Cor"] {
            refusal(b.get(uri).await, 400, "camposAdicionais: deve ser um destes valores: Atacado, Estoque");
        }
    }
}

in_both_profiles! {
    async fn lists_hold_what_a_naive_model_says(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        loja(&app, "v", &[("alheio", "")]).await;
        let codes: Vec<String> = (0..13).map(|i| format!("S{i}")).collect();
        // what the model knows of each SKU: active, and the last mark before it changed
        let mut model: BTreeMap<i64, (bool, usize)> = BTreeMap::new();
        let mut marks = vec!["2000-01-01".to_owned(), now()];
        for (i, code) in codes.iter().enumerate() {
            let mut new = sku(code, if i % 3 == 0 { "" } else { "G" });
            new["ativo"] = json!(i % 2 == 0);
            app.a.post("/sku?usuarioId=u", &new).await.with_status(201);
            model.insert(number(&by_sku(&b, code).await, "produtoVarianteId"), (i % 2 == 0, 1));
        }
        for (changed, body) in [
            (2usize, json!({"precoDe": 10, "precoPor": 9})),
            (7, json!({"precoDe": 10, "precoPor": 9})),
        ] {
            marks.push(now());
            app.a.put(&format!("/sku/S{changed}/Preco?usuarioId=u"), &body).await.with_status(200);
            model.values_mut().nth(changed).unwrap().1 = marks.len() - 1;
        }
        marks.push(now());
        let item = json!([{"identificador": "S5", "listaEstoque": [{"estoqueFisico": 1}]}]);
        b.put("/produtos/estoques?tipoIdentificador=Sku", &item).await.with_status(200);
        model.values_mut().nth(5).unwrap().1 = marks.len() - 1;
        marks.push("2999-01-01 00:00:00".to_owned());

        for valid in [None, Some(false), Some(true)] {
            for since in [None].into_iter().chain((0..marks.len()).map(Some)) {
                let expected: Vec<i64> = model
                    .iter()
                    .filter(|(_, (active, _))| valid != Some(true) || *active)
                    .filter(|(_, (_, marca))| since.is_none_or(|d| *marca >= d))
                    .map(|(number, _)| *number)
                    .collect();
                let mut filter = String::new();
                if let Some(valid) = valid {
                    filter += &format!("&somenteValidos={valid}");
                }
                if let Some(since) = since {
                    filter += &format!("&alteradosPartirDe={}", marks[since].replace(' ', "%20"));
                }
                for size in [1, 4, 13, 50] {
                    let filter = format!("quantidadeRegistros={size}{filter}");
                    assert_eq!(per_page(&b, "/produtos", &filter, expected.len()).await, expected, "{filter}");
                    assert_eq!(by_number(&b, &filter, expected.len()).await, expected, "{filter}");
                    assert_eq!(by_link(&b, "/produtos", &filter).await, expected, "{filter}");
                    if valid.is_none() {
                        let alteracoes = per_page(&b, "/produtos/alteracoes", &filter, expected.len()).await;
                        assert_eq!(alteracoes, expected, "{filter}");
                        assert_eq!(by_link(&b, "/produtos/alteracoes", &filter).await, expected, "{filter}");
                    }
                }
            }
        }
        for (query, problem) in [
            ("produtoVarianteIdDe=-1", "produtoVarianteIdDe"),
            ("produtoVarianteIdDe=x", "produtoVarianteIdDe"),
            ("alteradosPartirDe=ontem", "alteradosPartirDe"),
            ("somenteValidos=sim", "somenteValidos"),
            ("quantidadeRegistros=251", "quantidade"),
            ("pagina=0", "pagina"),
        ] {
            refusal(b.get(&format!("/produtos?{query}")).await, 400, problem);
        }
        let empty = b.get("/produtos?pagina=9&alteradosPartirDe=&camposAdicionais=").await;
        assert_eq!((empty.header("x-total-count"), empty.header("x-tem-proxima-pagina")), ("13", "false"));
        assert_eq!((empty.header("x-ultimo-produto-variante-id"), empty.json()), ("", json!([])));
    }

    async fn times_without_an_offset_are_the_store_s(app: TestApp) {
        let b = loja(&app, "u", &[("S", "")]).await;
        let (id, created) = (app.loja("u"), Instante::now());
        for zone in ["America/Sao_Paulo", "Asia/Tokyo", "UTC"] {
            let zone: domain::values::dates::Zone = zone.parse().unwrap();
            let config = LojaConfig { fuso: Some(zone), datas_locais: true, ..LojaConfig::default() };
            run_blocking(&app.store, move |s| s.write_blocking(move |tx| lojas_config::upsert(tx, id, &config)));
            let local = |seconds, forma| {
                created.plus_seconds(seconds).utc().with_timezone(&zone).format(forma).to_string()
            };
            for (since, expected) in [
                (local(0, "%Y-%m-%d"), "1"),
                (local(86_400, "%Y-%m-%d"), "0"),
                (local(-3600, "%Y-%m-%d %H:%M:%S"), "1"),
                (local(3600, "%Y-%m-%dT%H:%M:%S"), "0"),
                (local(-3600, "%Y-%m-%dT%H:%M:%S%:z"), "1"),
                (local(3600, "%Y-%m-%dT%H:%M:%S%:z"), "0"),
            ] {
                let answer = b.get(&format!("/produtos?alteradosPartirDe={}", since.replace(' ', "+"))).await;
                assert_eq!(answer.header("x-total-count"), expected, "{zone}: {since}");
            }
            let creation = by_sku(&b, "S").await["dataCriacao"].as_str().unwrap().to_owned();
            assert!(creation <= local(0, "%Y-%m-%dT%H:%M:%S") && creation > local(-60, "%Y-%m-%dT%H:%M:%S"));
            assert_eq!(b.get("/produtos/alteracoes").await.json()[0]["dataAtualizacao"], creation);
        }
    }

    async fn every_part_by_itself(app: TestApp) {
        let b = loja(&app, "u", &[("S", "G"), ("T", "G"), ("U", "G"), ("V", "")]).await;
        let part = async |name: &str| b.get(&format!("/produtos/S/{name}?tipoIdentificador=Sku")).await.with_status(200);
        let centre = json!({"centroDistribuicaoId": 1, "nome": "Principal", "estoqueFisico": 10, "estoqueReservado": 0});
        assert_eq!(
            part("estoque").await.json(),
            json!({"estoqueFisico": 10, "estoqueReservado": 0, "listProdutoVarianteCentroDistribuicaoEstoque": [centre]})
        );
        let preco = json!({"precoDe": 129.9, "precoPor": 99.9, "fatorMultiplicadorPreco": 1});
        assert_eq!(part("preco").await.json(), preco);
        let precos = part("precos").await.json();
        let own = json!({"produtoVarianteId": precos["produtoVarianteId"], "tabelaPrecoId": 0, "nome": "Loja",
            "precoDe": 129.9, "precoPor": 99.9});
        assert_eq!((&precos["precoPor"], &precos["precosTabelaPreco"]), (&json!(99.9), &json!([own])));
        assert_eq!(part("disponibilidade").await.json(), json!(true));
        let imagens = part("imagens").await;
        assert_eq!((imagens.header("x-total-count"), &imagens.json()[0]["nomeArquivo"]), ("1", &json!("1.jpg")));
        assert_eq!(part("informacoes").await.json()[0]["tipoInformacao"], 1);
        let record = b.get("/produtos/S?tipoIdentificador=Sku&camposAdicionais=Informacao").await.json();
        assert_eq!(record["informacoes"][0]["tipoInformacao"], "Informacoes");
        assert_eq!((part("categorias").await.json(), part("atacarejo").await.json()), (json!([]), json!([])));

        let relacionados = part("relacionados").await.json();
        let codes: Vec<&str> = relacionados.as_array().unwrap().iter().map(|r| r["sku"].as_str().unwrap()).collect();
        let grupo = &by_sku(&b, "S").await["parentId"];
        assert!(grupo.is_i64());
        assert_eq!((codes, &relacionados[0]["parentId"]), (vec!["T", "U"], grupo));
        let path = "/produtos/T/relacionados";
        let siblings = by_link(&b, path, "tipoIdentificador=Sku&quantidadeRegistros=1").await;
        assert_eq!(siblings.len(), 2);
        let alone = b.get("/produtos/V/relacionados?tipoIdentificador=Sku").await;
        assert_eq!((alone.header("x-total-count"), alone.json()), ("0", json!([])));

        // the SKU names `Casa > Cozinha`
        let house = b.post("/categorias", &json!({"nome": "casa", "categoriaPaiId": 0})).await.json_of(201);
        let new = json!({"nome": "Cozinha", "categoriaPaiId": house});
        let kitchen = b.post("/categorias", &new).await.json_of(201);
        b.post("/categorias", &json!({"nome": "Cozinha", "categoriaPaiId": 0})).await.with_status(201);
        let categorias = part("categorias").await;
        assert_eq!(categorias.header("x-total-count"), "1");
        let categoria = &categorias.json()[0];
        assert_eq!((&categoria["id"], &categoria["caminhoHierarquia"]), (&kitchen, &json!("casa > Cozinha")));
    }

    async fn the_store_and_where_it_sends_from(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        assert_eq!(b.get("/loja").await.json_of(200), json!({"nome": "Loja u", "urlSite": "", "urlCarrinho": ""}));
        let id = app.loja("u");
        run_blocking(&app.store, move |s| s.write_blocking(move |tx| {
            let config = LojaConfig {
                url_site: "https://loja.example".into(),
                url_carrinho: "https://loja.example/carrinho".into(),
                cep: "01001000".into(),
                ..LojaConfig::default()
            };
            lojas_config::upsert(tx, id, &config)
        }));
        let centres = b.get("/centrosdistribuicao").await;
        assert_eq!(centres.header("x-total-count"), "1");
        assert_eq!(centres.json_of(200), json!([{"id": 1, "nome": "Principal", "cep": 1_001_000, "padrao": true}]));
        assert_eq!(b.get("/Loja").await.json()["urlCarrinho"], "https://loja.example/carrinho");
    }
}

fn numbers(answer: &Answer) -> Vec<i64> {
    answer.json().as_array().unwrap().iter().map(|p| number(p, "produtoVarianteId")).collect()
}

/// Page after page, until one is empty.
async fn per_page(b: &TestClient, path: &str, filter: &str, total: usize) -> Vec<i64> {
    let mut all = Vec::new();
    for page in 1.. {
        let answer = b.get(&format!("{path}?{filter}&pagina={page}")).await.with_status(200);
        assert_eq!(answer.header("x-total-count"), total.to_string());
        let added = numbers(&answer);
        if added.is_empty() {
            break;
        }
        all.extend(added);
    }
    all
}

/// By the number of the last product, as long as the headers say that there is more.
async fn by_number(b: &TestClient, filter: &str, total: usize) -> Vec<i64> {
    let (mut all, mut from) = (Vec::new(), "0".to_owned());
    loop {
        let answer =
            b.get(&format!("/produtos?{filter}&pagina=7&produtoVarianteIdDe={from}")).await.with_status(200);
        assert_eq!(answer.header("x-total-count"), total.to_string());
        let added = numbers(&answer);
        assert_eq!(
            answer.header("x-ultimo-produto-variante-id"),
            added.last().map(i64::to_string).unwrap_or_default()
        );
        all.extend(added);
        assert_eq!(answer.header("x-tem-proxima-pagina"), (all.len() < total).to_string());
        if answer.header("x-tem-proxima-pagina") == "false" {
            return all;
        }
        from = answer.header("x-ultimo-produto-variante-id").to_owned();
    }
}

/// Along the links.
async fn by_link(b: &TestClient, path: &str, filter: &str) -> Vec<i64> {
    let (mut all, mut next) = (Vec::new(), Some(format!("{path}?{filter}")));
    while let Some(uri) = next {
        let answer = b.get(&uri).await.with_status(200);
        all.extend(numbers(&answer));
        let link = answer.header("link").split('>').next().and_then(|l| l.strip_prefix('<'));
        next = link
            .map(|l| l.strip_prefix('/').map(|path| format!("/{path}")).expect("a link to the same place"));
    }
    all
}
