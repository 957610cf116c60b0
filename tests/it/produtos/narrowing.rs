//! Lists of products narrowed by what they belong to, brands and attributes.

use serde_json::{Value, json};

use super::{loja, refusal, sku};
use crate::support::models;

fn codes(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|produto| produto["sku"].as_str().unwrap()).collect()
}

in_both_profiles! {
    async fn every_filter_is_obeyed_with_totals_and_pages(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        loja(&app, "v", &[("alheio", "")]).await;
        let house = b.post("/categorias", &json!({"nome": "Casa",
            "categoriaERPId": "E1"})).await.json_of(201);
        let mesa = b.post("/categorias", &json!({"nome": "Mesa",
            "categoriaPaiId": house})).await.json_of(201);
        for (i, (marca, categorias)) in [
            ("X", json!(["casa"])), ("Y", json!(["Casa > Mesa"])), ("X", json!(["E1", "Mesa"])), ("",
                json!([])),
            ("Y", json!(["CASA"])), ("X", json!(["Outra"])),
        ].into_iter().enumerate() {
            let mut new = sku(&format!("S{i}"), "");
            (new["marca"], new["categorias"], new["ativo"]) = (json!(marca), categorias, json!(i != 4));
            app.a.post("/sku?usuarioId=u", &new).await.with_status(201);
        }
        let brands = b.get("/fabricantes").await.json_of(200);
        let names: Vec<&str> =
            brands.as_array().unwrap().iter().map(|f| f["nome"].as_str().unwrap()).collect();
        assert_eq!(names, ["X", "Y"]);
        let (x, y) = (&brands[0]["fabricanteId"], &brands[1]["fabricanteId"]);
        for (filter, expected) in [
            (format!("fabricantes={x}"), vec!["S0", "S2", "S5"]),
            (format!("fabricantes={x},{y}"), vec!["S0", "S1", "S2", "S4", "S5"]),
            (format!("categorias={house}"), vec!["S0", "S2", "S4"]),
            (format!("categorias={mesa}"), vec!["S1", "S2"]),
            (format!("categorias={house}%2C{mesa}"), vec!["S0", "S1", "S2", "S4"]),
            (format!("categorias={house}&fabricantes={x}"), vec!["S0", "S2"]),
            (format!("categorias={house}&somenteValidos=true"), vec!["S0", "S2"]),
            ("fabricantes=999999".to_owned(), vec![]),
            ("categorias=999999".to_owned(), vec![]),
            ("centrosDistribuicao=1".to_owned(), vec!["S0", "S1", "S2", "S3", "S4", "S5"]),
            ("centrosDistribuicao=2".to_owned(), vec![]),
            ("categorias=&fabricantes=&centrosDistribuicao=".to_owned(), vec!["S0", "S1", "S2", "S3", "S4",
                "S5"]),
        ] {
            let all = b.get(&format!("/produtos?{filter}")).await;
            assert_eq!((codes(&all.json()), all.header("x-total-count")), (expected.clone(),
                expected.len().to_string().as_str()), "{filter}");
            let (mut by_page, mut by_number, mut last) = (Vec::new(), Vec::new(), 0);
            for pagina in 1..=expected.len() + 1 {
                let page = b.get(&format!("/produtos?{filter}&quantidadeRegistros=1&pagina={pagina}"))
                    .await.json_of(200);
                by_page.extend(codes(&page).into_iter().map(str::to_owned));
                let after = format!("{filter}&quantidadeRegistros=1&produtoVarianteIdDe={last}");
                let page = b.get(&format!("/produtos?{after}")).await;
                assert_eq!(page.header("x-tem-proxima-pagina"), (pagina < expected.len()).to_string());
                let page = page.json_of(200);
                last = page[0]["produtoVarianteId"].as_i64().unwrap_or(last);
                by_number.extend(codes(&page).into_iter().map(str::to_owned));
            }
            assert_eq!((&by_page, &by_number), (&expected.iter().map(|c| (*c).to_owned()).collect(),
                &by_page), "{filter}");
        }
        for filter in ["categorias=x", "fabricantes=1.5", "centrosDistribuicao=a"] {
            refusal(b.get(&format!("/produtos?{filter}")).await, 400, filter.split('=').next().unwrap());
        }
        // the categories of one product, page by page
        let of_two = "/produtos/S2/categorias?tipoIdentificador=Sku&quantidadeRegistros=1";
        for (pagina, expected) in [(1, json!([house])), (2, json!([mesa])), (3, json!([]))] {
            let page = b.get(&format!("{of_two}&pagina={pagina}")).await;
            assert_eq!(page.header("x-total-count"), "2");
            let ids: Vec<Value> = page.json().as_array().unwrap().iter().map(|c| c["id"].clone()).collect();
            assert_eq!(json!(ids), expected, "{pagina}");
        }
        assert_eq!(b.get("/produtos/S2/categorias?tipoIdentificador=Sku&pagina=2").await.json_of(200),
            json!([]));
    }

    async fn brands_and_attributes_are_those_of_the_products(app: TestApp) {
        let b = loja(&app, "u", &[("A", ""), ("B", "")]).await;
        let other = loja(&app, "v", &[]).await;
        let brands = b.get("/fabricantes").await;
        assert_eq!(brands.header("x-total-count"), "1");
        let id = brands.json()[0]["fabricanteId"].clone();
        let one = format!("/fabricantes/{id}");
        assert_eq!(b.get("/fabricantes/Marca").await.json_of(200), b.get(&one).await.json_of(200));
        b.put(&one, &json!({"nome": "Marca", "urlLogoTipo": "https://l.example/1",
            "ativo": false})).await.with_status(200);
        let expected = json!({"fabricanteId": id, "ativo": false, "nome": "Marca",
            "urlLogoTipo": "https://l.example/1",
            "urlLink": null, "urlCarrossel": null});
        assert_eq!(b.get(&one).await.json_of(200), expected);
        refusal(b.put(&one, &json!({"nome": "Outra"})).await, 422, "altere-o neles");
        refusal(b.post("/fabricantes", &json!({"nome": "Marca"})).await, 422,
            &format!("de fabricanteId {id}"));
        refusal(b.post("/fabricantes", &json!({})).await, 400, "nome: é obrigatório");
        refusal(other.get(&one).await, 404, "fabricante");
        refusal(other.put(&one, &json!({})).await, 404, "fabricante");
        let new = b.post("/fabricantes", &json!({"nome": "Nova"})).await.json_of(201);
        let renamed = format!("/fabricantes/{new}");
        b.put(&renamed, &json!({"nome": "Novíssima"})).await.with_status(200);
        refusal(b.put(&renamed, &json!({"nome": "Marca"})).await, 422, "Já existe");
        assert_eq!(b.get("/fabricantes/Nov%C3%ADssima").await.json_of(200)["fabricanteId"], new);

        app.a.patch("/sku/B?usuarioId=u", &json!({"atributos": [{"nome": "Tamanho", "valor": "G"},
            {"nome": "Cor", "valor": ""}]})).await.with_status(200);
        let names =
            |list: &Value| list.as_array().unwrap().iter().map(|a| a["nome"].clone()).collect::<Vec<_>>();
        assert_eq!(names(&b.get("/atributos").await.json_of(200)), [json!("Cor"), json!("Tamanho")]);
        let second = b.get("/atributos?quantidadeRegistros=1&pagina=2").await;
        assert_eq!((names(&second.json()), second.header("x-total-count")), (vec![json!("Tamanho")], "2"));
        assert_eq!(b.get("/atributos/Tamanho").await.json_of(200)["tipo"], "Selecao");
        refusal(b.get("/atributos/nada").await, 404, "atributo");
        // one may be registered before any product has it, and keeps its number
        let new = b.post("/atributos", &json!({"nome": "Voltagem", "tipo": "Comparacao", "prioridade": 0})).await;
        assert_eq!(new.headers.get_all("x-aviso").iter().collect::<Vec<_>>(), ["nao-mantido; tipo"]);
        let id = new.json_of(201);
        assert_eq!(b.post("/atributos", &json!({"nome": "Voltagem"})).await.json_of(201), id);
        assert_eq!(b.get("/atributos/Voltagem").await.json_of(200)["id"], id);
        let mut ids: Vec<i64> = b.get("/atributos").await.json_of(200).as_array().unwrap().iter()
            .map(|one| one["id"].as_i64().unwrap()).collect();
        ids.dedup();
        assert_eq!(ids.len(), 3);
        refusal(b.post("/atributos", &json!({})).await, 400, "nome: é obrigatório");
        assert_eq!(other.get("/atributos").await.json_of(200), json!([]));
    }

    async fn products_follow_a_category_that_changes(app: TestApp) {
        let b = loja(&app, "u", &[]).await;
        let body = |name: &str, above: i64| json!({"nome": name, "categoriaPaiId": above, "ativo": true});
        let new = async |name: &str, above| {
            b.post("/categorias", &body(name, above)).await.json_of(201).as_i64().unwrap()
        };
        let (top, other) = (new("Masculino", 0).await, new("Feminino", 0).await);
        let (leaf, twin) = (new("Camisas", top).await, new("Camisas", other).await);
        // more than are rewritten at once, named by path; one put there by number, one by the name of two
        let mut lote: Vec<_> = (0..501).map(|n| models::sku(&format!("S{n}"))).collect();
        lote.iter_mut().for_each(|sku| sku["categorias"] = json!(["masculino >camisas", "X"]));
        lote[1]["categorias"] = json!(["Camisas"]);
        lote[2]["categorias"] = json!([]);
        for part in lote.chunks(500) {
            app.a.post("/sku/Lote?usuarioId=u", &json!(part)).await.with_status(200);
        }
        let link = json!({"listaCategoriaId": [leaf]});
        b.post("/produtos/S2/categorias?tipoIdentificador=Sku", &link).await.with_status(200);
        let names = async |sku: &str| {
            app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["categorias"].clone()
        };
        let inside = async |id: i64| {
            let listed = b.get(&format!("/produtos?categorias={id}&quantidadeRegistros=1")).await;
            listed.header("x-total-count").parse::<i64>().unwrap()
        };
        for (id, name, above, s0, s1) in [
            (leaf, "Blusas", top, json!(["Masculino > Blusas", "X"]), json!(["Masculino > Blusas", "Camisas"])),
            (leaf, "Blusas", other, json!(["Feminino > Blusas", "X"]), json!(["Feminino > Blusas", "Camisas"])),
            (other, "Ela", 0, json!(["Ela > Blusas", "X"]), json!(["Ela > Blusas", "Camisas"])),
        ] {
            b.put(&format!("/categorias/{id}"), &body(name, above)).await.with_status(200);
            assert_eq!((names("S0").await, names("S1").await, names("S500").await), (s0.clone(), s1, s0));
            assert_eq!((inside(leaf).await, inside(twin).await), (501, 1), "{name} {above}");
        }
        assert_eq!(names("S2").await, json!(["Ela > Blusas"]));
        app.store.place_events().await.unwrap();
        let last = app.a.get("/Evento").await.json_of(200)["ultimaPosicao"].clone();
        let told = app.a.get(&format!("/Evento?posicao={last}")).await.json_of(200);
        assert_eq!(told["eventos"][0]["dados"], json!({"campos": ["categorias"]}));
        // what was cut off is gone on with, and nothing else of the tree changes before it
        app.database.execute(&format!(
            "UPDATE categorias_loja SET caminho_anterior = 'Ela', nome = 'Dela' WHERE categoria_num = {other}"
        ));
        b.put(&format!("/categorias/{leaf}"), &body("Blusas", top)).await.with_status(200);
        assert_eq!(names("S0").await, json!(["Masculino > Blusas", "X"]));
    }
}
