//! Images in base64: kept, and served to whoever has their address.

use reqwest::Method;
use serde_json::json;

use super::{loja, refusal};
use crate::support::app::with_public_url;

const PNG: &str = "iVBORw0KGgo=";

on_both_databases! {
    async fn an_image_is_served_while_a_sku_names_it(app: TestApp) {
        let app = app.another(with_public_url);
        let b = loja(&app, "u", &[("S", ""), ("T", "")]).await;
        let uri = "/produtos/S/imagens?tipoIdentificador=Sku";
        // the same again is the same image
        for _ in 0..2 {
            b.post(uri, &json!([{"base64": PNG, "formato": "SVG", "ordem": 1}])).await.with_status(201);
        }
        let listed = b.get(uri).await.json_of(200);
        let (url, name) = (&listed[0]["url"], listed[0]["nomeArquivo"].as_str().unwrap());
        assert_eq!((listed.as_array().unwrap().len(), url), (2, &json!(format!("https://hub.example/imagens/{name}"))));
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json_of(200)["imagens"][0], *url);

        let (stranger, path) = (app.b.with_key(None), format!("/imagens/{name}"));
        let file = stranger.get(&path).await.with_status(200);
        let header = |name| file.header(name);
        assert_eq!((&file.corpo[..], header("content-type")), (&b"\x89PNG\r\n\x1a\n"[..], "image/png"));
        assert_eq!((header("x-content-type-options"), header("cache-control")),
            ("nosniff", "public, max-age=31536000, immutable"));
        let ask = async |method, headers: &[_]| stranger.send(method, &path, headers, None::<Vec<u8>>).await.status;
        for alike in [format!("/{path}"), format!("{path}/"), path.replace("/i", "/I"), format!("/imagens//{name}")] {
            stranger.get(&alike).await.with_status(200);
        }
        assert_eq!(ask(Method::GET, &[("if-none-match", header("etag"))]).await, 304);
        assert_eq!((ask(Method::HEAD, &[]).await, ask(Method::POST, &[]).await), (200, 404));
        for other in ["/imagens/1.png".to_owned(), path.replace(".png", ".svg"), path.replace(".png", ".gif")] {
            refusal(stranger.get(&other).await, 404, "imagem");
        }

        // until the last of them is gone, however it goes
        app.a.patch("/sku/T?usuarioId=u", &json!({"imagens": [url]})).await.with_status(200);
        let id = &listed[0]["idImagem"];
        b.delete(&format!("/produtos/S/imagens/{id}?tipoIdentificador=Sku")).await.with_status(200);
        assert_eq!(ask(Method::GET, &[]).await, 200);
        app.a.delete("/sku/T?usuarioId=u").await.with_status(204);
        assert_eq!(ask(Method::GET, &[]).await, 404);
        b.post(uri, &json!({"base64": PNG})).await.with_status(201);
        assert_eq!(ask(Method::GET, &[]).await, 200);
        app.a.delete("/Usuario/u").await.with_status(204);
        assert_eq!(ask(Method::GET, &[]).await, 404);
    }

    async fn images_are_bounded_one_by_one_and_together(app: TestApp) {
        let app = app.another(with_public_url);
        let b = loja(&app, "u", &[("S", "")]).await;
        let uri = "/produtos/S/imagens?tipoIdentificador=Sku";
        // as many zeros behind what a PNG begins with as make 2 MiB
        let largest = |more: usize| json!([{"base64": format!("iVBORw0KGgo{}", "A".repeat(2_796_192 + more))}]);
        b.post(uri, &largest(0)).await.with_status(201);
        refusal(b.post(uri, &largest(1)).await, 400, "[0].base64: a imagem passa de 2 MiB");
        for (text, said) in [("PHN2Zz4=", "não é uma imagem PNG"), ("?", "deve ser um texto em base64")] {
            refusal(b.post(uri, &json!([{"base64": text}])).await, 400, said);
        }
        app.database.execute("INSERT INTO imagens SELECT aplicacao_id, loja_id, 'x', 209715200 - tamanho, conteudo \
            FROM imagens");
        b.post(uri, &largest(0)).await.with_status(201);
        refusal(b.post(uri, &json!([{"base64": PNG}])).await, 422, "200 MiB");
        assert_eq!(b.get(uri).await.header("x-total-count"), "2");
    }
}
