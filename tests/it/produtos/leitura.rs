//! Products as they are read: by every identifier, in lists, part by part.

use std::collections::BTreeMap;

use domain::loja_config::LojaConfig;
use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::lojas_config;

use super::{loja, numero, por_sku, recusa, sku};
use crate::suporte::app::em_bloco;
use crate::suporte::{Cliente, Resposta};

/// Now, precisely enough to stand between two writes.
fn agora() -> String {
    Instante::agora().utc().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

nos_dois_bancos! {
    async fn a_product_is_found_by_its_code_its_number_and_its_group(app: TestApp) {
        let codigos = [("A/B", "A%2FB"), ("50%", "50%25"), ("A+B c", "A%2BB%20c"), ("Ação", "A%C3%A7%C3%A3o"),
            ("%2F", "%252F"), ("estoques", "estoques"), ("precos", "precos"), ("só", "s%C3%B3")];
        let skus: Vec<(&str, &str)> = codigos.iter().map(|(c, _)| (*c, if *c == "só" { "" } else { "G" })).collect();
        let b = loja(&app, "u", &skus).await;
        let primeira = por_sku(&b, "A%2FB").await;
        for (codigo, no_caminho) in codigos {
            let produto = por_sku(&b, no_caminho).await;
            assert_eq!(produto["sku"], codigo);
            let variante = numero(&produto, "produtoVarianteId");
            let de_novo = b.get(&format!("/Produtos/{variante}?TIPO_identificador=produtovarianteid")).await;
            assert_eq!(de_novo.json_de(200), produto);
            let grupo = numero(&produto, "produtoId");
            let do_grupo = b.get(&format!("/produtos/{grupo}?tipoIdentificador=ProdutoId")).await.json_de(200);
            if codigo == "só" {
                assert_eq!((grupo, &do_grupo, &produto["idPaiExterno"]), (variante, &produto, &Value::Null));
            } else {
                assert_ne!(grupo, variante);
                assert_eq!((&do_grupo, &produto["idPaiExterno"]), (&primeira, &json!("G")));
            }
        }
        for uri in ["/produtos/nada?tipoIdentificador=Sku", "/produtos/0?tipoIdentificador=ProdutoVarianteId",
            "/produtos/A?tipoIdentificador=ProdutoId", "/produtos/99999999999999999999?tipoIdentificador=ProdutoId",
            "/produtos/nada/estoque?tipoIdentificador=Sku", "/produtos/nada/atacarejo?tipoIdentificador=Sku"] {
            recusa(b.get(uri).await, 404, "O produto não foi encontrado.");
        }
        for uri in ["/produtos/precos", "/produtos/precos?tipoIdentificador=", "/produtos/precos/imagens"] {
            recusa(b.get(uri).await, 400, "tipoIdentificador: é obrigatório");
        }
        let opcoes = "tipoIdentificador: deve ser um destes valores: Sku, ProdutoVarianteId, ProdutoId";
        recusa(b.get("/produtos/precos?tipoIdentificador=Ean").await, 400, opcoes);
        recusa(app.b.get("/produtos/precos").await, 401, "");

        let outra = loja(&app, "v", &[("X", "")]).await;
        let variante = numero(&primeira, "produtoVarianteId");
        recusa(outra.get(&format!("/produtos/{variante}?tipoIdentificador=ProdutoVarianteId")).await, 404, "produto");
        recusa(outra.get("/produtos/A%2FB?tipoIdentificador=Sku").await, 404, "produto");
    }

    async fn words_and_identifiers_do_not_hide_each_other(app: TestApp) {
        let b = loja(&app, "u", &[("estoques", ""), ("alteracoes", "")]).await;
        assert_eq!(por_sku(&b, "estoques").await["sku"], "estoques");
        let alteracoes = b.get("/produtos/alteracoes").await.json_de(200);
        assert_eq!(alteracoes.as_array().unwrap().len(), 2);
        let estoque = b.get("/produtos/alteracoes/estoque?tipoIdentificador=Sku").await.json_de(200);
        assert_eq!(estoque["estoqueFisico"], 10);
        let numero = numero(&alteracoes[1], "produtoVarianteId");
        let produto = b.get(&format!("/produtos/{numero}?tipoIdentificador=ProdutoVarianteId")).await.json_de(200);
        assert_eq!(produto["sku"], "alteracoes");
        let corpo = json!([{"identificador": "estoques", "listaEstoque": [{"estoqueFisico": 3}]}]);
        let feito = b.put("/produtos/ESTOQUES?tipoIdentificador=Sku", &corpo).await.json_de(200);
        assert_eq!(feito["produtosAtualizados"][0]["sku"], "estoques");
        b.put("/produtos/outro?tipoIdentificador=Sku", &corpo).await.com_status(405);
    }

    async fn additions_are_there_only_when_asked_for(app: TestApp) {
        let b = loja(&app, "u", &[("S", "")]).await;
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({"preco": {"precoDe": 90, "precoPor": 80}})).await;
        let base = por_sku(&b, "S").await;
        let campos = ["Atacado", "Estoque", "Atributo", "Informacao", "TabelaPreco"];
        let membros = ["listaAtacado", "estoque", "atributos", "informacoes", "tabelasPreco"];
        for escolha in 0..1u32 << campos.len() {
            let escolhidos: Vec<usize> = (0..campos.len()).filter(|i| escolha & (1 << i) != 0).collect();
            let nomes: Vec<&str> = escolhidos.iter().map(|i| campos[*i]).collect();
            let formas = [
                nomes.iter().map(|n| format!("&camposAdicionais={n}")).collect::<String>(),
                nomes.iter().map(|n| format!("&camposAdicionais%5B%5D={}", n.to_lowercase())).collect(),
                nomes.iter().enumerate().map(|(i, n)| format!("&camposAdicionais[{i}]={n}")).collect(),
                format!("&camposAdicionais={}", nomes.join(",")),
                format!("&campos_adicionais=imagem,{}", nomes.join("%2C+")),
            ];
            let mut respostas = Vec::new();
            for forma in &formas {
                respostas.push(b.get(&format!("/produtos/S?tipoIdentificador=Sku{forma}")).await.json_de(200));
                let lista = b.get(&format!("/produtos?{}", forma.trim_start_matches('&'))).await.json_de(200);
                assert_eq!(lista, json!([respostas.last()]), "{forma}");
            }
            assert!(respostas.iter().all(|r| *r == respostas[0]), "{formas:?}");
            let resposta = respostas[0].as_object().unwrap();
            for (i, membro) in membros.iter().enumerate() {
                assert_eq!(resposta.contains_key(*membro), escolhidos.contains(&i), "{membro}: {formas:?}");
            }
            let comum: serde_json::Map<_, _> =
                resposta.clone().into_iter().filter(|(m, _)| !membros.contains(&m.as_str())).collect();
            assert_eq!(Value::Object(comum), base);
        }
        let tudo = b.get("/produtos/S?tipoIdentificador=Sku&camposAdicionais=Atributo,Informacao,TabelaPreco").await.json();
        assert_eq!(tudo["atributos"][0]["nome"], "Cor");
        assert_eq!(tudo["informacoes"][0]["texto"], "<p>Descrição</p>");
        let tabela = &tudo["tabelasPreco"][0];
        assert_eq!((&tabela["nome"], &tabela["precoDe"], &tabela["precoPor"]), (&json!("Canal canal"), &json!(90), &json!(80)));
        for uri in ["/produtos/S?tipoIdentificador=Sku&camposAdicionais=Estoque,Cor", "/produtos?camposAdicionais=Cor"] {
            recusa(b.get(uri).await, 400, "camposAdicionais: deve ser um destes valores: Atacado, Estoque");
        }
        // both are told at once
        recusa(b.get("/produtos/S?camposAdicionais=Cor").await, 400, "tipoIdentificador: é obrigatório; camposAdicionais");
    }

    async fn lists_hold_what_a_naive_model_says(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        loja(&app, "v", &[("alheio", "")]).await;
        let codigos: Vec<String> = (0..13).map(|i| format!("S{i}")).collect();
        // what the model knows of each SKU: active, and the last mark before it changed
        let mut modelo: BTreeMap<i64, (bool, usize)> = BTreeMap::new();
        let mut marcas = vec!["2000-01-01".to_owned(), agora()];
        for (i, codigo) in codigos.iter().enumerate() {
            let mut novo = sku(codigo, if i % 3 == 0 { "" } else { "G" });
            novo["ativo"] = json!(i % 2 == 0);
            app.a.post("/sku?usuarioId=u", &novo).await.com_status(201);
            modelo.insert(numero(&por_sku(&b, codigo).await, "produtoVarianteId"), (i % 2 == 0, 1));
        }
        for (mudado, corpo) in [
            (2usize, json!({"precoDe": 10, "precoPor": 9})),
            (7, json!({"precoDe": 10, "precoPor": 9})),
        ] {
            marcas.push(agora());
            app.a.put(&format!("/sku/S{mudado}/Preco?usuarioId=u"), &corpo).await.com_status(200);
            modelo.values_mut().nth(mudado).unwrap().1 = marcas.len() - 1;
        }
        marcas.push(agora());
        let item = json!([{"identificador": "S5", "listaEstoque": [{"estoqueFisico": 1}]}]);
        b.put("/produtos/estoques?tipoIdentificador=Sku", &item).await.com_status(200);
        modelo.values_mut().nth(5).unwrap().1 = marcas.len() - 1;
        marcas.push("2999-01-01 00:00:00".to_owned());

        for validos in [None, Some(false), Some(true)] {
            for desde in [None].into_iter().chain((0..marcas.len()).map(Some)) {
                let esperados: Vec<i64> = modelo
                    .iter()
                    .filter(|(_, (ativo, _))| validos != Some(true) || *ativo)
                    .filter(|(_, (_, marca))| desde.is_none_or(|d| *marca >= d))
                    .map(|(numero, _)| *numero)
                    .collect();
                let mut filtro = String::new();
                if let Some(validos) = validos {
                    filtro += &format!("&somenteValidos={validos}");
                }
                if let Some(desde) = desde {
                    filtro += &format!("&alteradosPartirDe={}", marcas[desde].replace(' ', "%20"));
                }
                for tamanho in [1, 4, 13, 50] {
                    let filtro = format!("quantidadeRegistros={tamanho}{filtro}");
                    assert_eq!(por_pagina(&b, "/produtos", &filtro, esperados.len()).await, esperados, "{filtro}");
                    assert_eq!(por_numero(&b, &filtro, esperados.len()).await, esperados, "{filtro}");
                    assert_eq!(por_link(&b, "/produtos", &filtro).await, esperados, "{filtro}");
                    if validos.is_none() {
                        let alteracoes = por_pagina(&b, "/produtos/alteracoes", &filtro, esperados.len()).await;
                        assert_eq!(alteracoes, esperados, "{filtro}");
                        assert_eq!(por_link(&b, "/produtos/alteracoes", &filtro).await, esperados, "{filtro}");
                    }
                }
            }
        }
        for (consulta, problema) in [
            ("produtoVarianteIdDe=-1", "produtoVarianteIdDe"),
            ("produtoVarianteIdDe=x", "produtoVarianteIdDe"),
            ("alteradosPartirDe=ontem", "alteradosPartirDe"),
            ("somenteValidos=sim", "somenteValidos"),
            ("quantidadeRegistros=251", "quantidade"),
            ("pagina=0", "pagina"),
        ] {
            recusa(b.get(&format!("/produtos?{consulta}")).await, 400, problema);
        }
        let vazia = b.get("/produtos?pagina=9&alteradosPartirDe=&camposAdicionais=").await;
        assert_eq!((vazia.header("x-total-count"), vazia.header("x-tem-proxima-pagina")), ("13", "false"));
        assert_eq!((vazia.header("x-ultimo-produto-variante-id"), vazia.json()), ("", json!([])));
    }

    async fn times_without_an_offset_are_the_store_s(app: TestApp) {
        let b = loja(&app, "u", &[("S", "")]).await;
        let (id, criado) = (app.loja("u"), Instante::agora());
        for fuso in ["America/Sao_Paulo", "Asia/Tokyo", "UTC"] {
            let fuso: domain::values::dates::Fuso = fuso.parse().unwrap();
            let config = LojaConfig { fuso: Some(fuso), datas_locais: true, ..LojaConfig::default() };
            em_bloco(&app.store, move |s| s.write_blocking(move |tx| lojas_config::upsert(tx, id, &config)));
            let local = |segundos, forma| {
                criado.mais_segundos(segundos).utc().with_timezone(&fuso).format(forma).to_string()
            };
            for (desde, esperado) in [
                (local(0, "%Y-%m-%d"), "1"),
                (local(86_400, "%Y-%m-%d"), "0"),
                (local(-3600, "%Y-%m-%d %H:%M:%S"), "1"),
                (local(3600, "%Y-%m-%dT%H:%M:%S"), "0"),
                (local(-3600, "%Y-%m-%dT%H:%M:%S%:z"), "1"),
                (local(3600, "%Y-%m-%dT%H:%M:%S%:z"), "0"),
            ] {
                let resposta = b.get(&format!("/produtos?alteradosPartirDe={}", desde.replace(' ', "+"))).await;
                assert_eq!(resposta.header("x-total-count"), esperado, "{fuso}: {desde}");
            }
            let criacao = por_sku(&b, "S").await["dataCriacao"].as_str().unwrap().to_owned();
            assert!(criacao <= local(0, "%Y-%m-%dT%H:%M:%S") && criacao > local(-60, "%Y-%m-%dT%H:%M:%S"));
            assert_eq!(b.get("/produtos/alteracoes").await.json()[0]["dataAtualizacao"], criacao);
        }
    }

    async fn every_part_by_itself(app: TestApp) {
        let b = loja(&app, "u", &[("S", "G"), ("T", "G"), ("U", "G"), ("V", "")]).await;
        let parte = async |nome: &str| b.get(&format!("/produtos/S/{nome}?tipoIdentificador=Sku")).await.com_status(200);
        let centro = json!({"centroDistribuicaoId": 1, "nome": "Principal", "estoqueFisico": 10, "estoqueReservado": 0});
        assert_eq!(
            parte("estoque").await.json(),
            json!({"estoqueFisico": 10, "estoqueReservado": 0, "listProdutoVarianteCentroDistribuicaoEstoque": [centro]})
        );
        let preco = json!({"precoDe": 129.9, "precoPor": 99.9, "fatorMultiplicadorPreco": 1});
        assert_eq!(parte("preco").await.json(), preco);
        let precos = parte("precos").await.json();
        assert_eq!((&precos["precoPor"], &precos["tabelasPreco"]), (&json!(99.9), &json!([])));
        assert_eq!(parte("disponibilidade").await.json(), json!(true));
        let imagens = parte("imagens").await;
        assert_eq!((imagens.header("x-total-count"), &imagens.json()[0]["nomeArquivo"]), ("1", &json!("1.jpg")));
        assert_eq!(parte("informacoes").await.json()[0]["tipoInformacao"], "Descricao");
        assert_eq!((parte("categorias").await.json(), parte("atacarejo").await.json()), (json!([]), json!([])));

        let relacionados = parte("relacionados").await.json();
        let codigos: Vec<&str> = relacionados.as_array().unwrap().iter().map(|r| r["sku"].as_str().unwrap()).collect();
        assert_eq!((codigos, &relacionados[0]["parentId"]), (vec!["T", "U"], &json!("G")));
        let caminho = "/produtos/T/relacionados";
        let irmaos = por_link(&b, caminho, "tipoIdentificador=Sku&quantidadeRegistros=1").await;
        assert_eq!(irmaos.len(), 2);
        let sozinho = b.get("/produtos/V/relacionados?tipoIdentificador=Sku").await;
        assert_eq!((sozinho.header("x-total-count"), sozinho.json()), ("0", json!([])));

        // the SKU names `Casa > Cozinha`
        let casa = b.post("/categorias", &json!({"nome": "casa", "categoriaPaiId": 0})).await.json_de(201);
        let nova = json!({"nome": "Cozinha", "categoriaPaiId": casa});
        let cozinha = b.post("/categorias", &nova).await.json_de(201);
        b.post("/categorias", &json!({"nome": "Cozinha", "categoriaPaiId": 0})).await.com_status(201);
        let categorias = parte("categorias").await;
        assert_eq!(categorias.header("x-total-count"), "1");
        let categoria = &categorias.json()[0];
        assert_eq!((&categoria["id"], &categoria["caminhoHierarquia"]), (&cozinha, &json!("casa > Cozinha")));
    }

    async fn the_store_and_where_it_sends_from(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        assert_eq!(b.get("/loja").await.json_de(200), json!({"nome": "Loja u", "urlSite": "", "urlCarrinho": ""}));
        let id = app.loja("u");
        em_bloco(&app.store, move |s| s.write_blocking(move |tx| {
            let config = LojaConfig {
                url_site: "https://loja.example".into(),
                url_carrinho: "https://loja.example/carrinho".into(),
                cep: "01001000".into(),
                ..LojaConfig::default()
            };
            lojas_config::upsert(tx, id, &config)
        }));
        let centros = b.get("/centrosdistribuicao").await;
        assert_eq!(centros.header("x-total-count"), "1");
        assert_eq!(centros.json_de(200), json!([{"id": 1, "nome": "Principal", "cep": "01001000", "padrao": true}]));
        assert_eq!(b.get("/Loja").await.json()["urlCarrinho"], "https://loja.example/carrinho");
    }
}

fn numeros(resposta: &Resposta) -> Vec<i64> {
    resposta.json().as_array().unwrap().iter().map(|p| numero(p, "produtoVarianteId")).collect()
}

/// Page after page, until one is empty.
async fn por_pagina(b: &Cliente, caminho: &str, filtro: &str, total: usize) -> Vec<i64> {
    let mut todos = Vec::new();
    for pagina in 1.. {
        let resposta = b.get(&format!("{caminho}?{filtro}&pagina={pagina}")).await.com_status(200);
        assert_eq!(resposta.header("x-total-count"), total.to_string());
        let novos = numeros(&resposta);
        if novos.is_empty() {
            break;
        }
        todos.extend(novos);
    }
    todos
}

/// By the number of the last product, as long as the headers say that there is more.
async fn por_numero(b: &Cliente, filtro: &str, total: usize) -> Vec<i64> {
    let (mut todos, mut de) = (Vec::new(), "0".to_owned());
    loop {
        let resposta =
            b.get(&format!("/produtos?{filtro}&pagina=7&produtoVarianteIdDe={de}")).await.com_status(200);
        assert_eq!(resposta.header("x-total-count"), total.to_string());
        let novos = numeros(&resposta);
        assert_eq!(
            resposta.header("x-ultimo-produto-variante-id"),
            novos.last().map(i64::to_string).unwrap_or_default()
        );
        todos.extend(novos);
        assert_eq!(resposta.header("x-tem-proxima-pagina"), (todos.len() < total).to_string());
        if resposta.header("x-tem-proxima-pagina") == "false" {
            return todos;
        }
        de = resposta.header("x-ultimo-produto-variante-id").to_owned();
    }
}

/// Along the links.
async fn por_link(b: &Cliente, caminho: &str, filtro: &str) -> Vec<i64> {
    let (mut todos, mut proximo) = (Vec::new(), Some(format!("{caminho}?{filtro}")));
    while let Some(uri) = proximo {
        let resposta = b.get(&uri).await.com_status(200);
        todos.extend(numeros(&resposta));
        let link = resposta.header("link").split('>').next().and_then(|l| l.strip_prefix('<'));
        proximo = link.map(|l| l.strip_prefix(&b.base).expect("a link to the same place").to_owned());
    }
    todos
}
