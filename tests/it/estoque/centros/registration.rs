//! Centres are registered, named anew, put in order, and removed.

use reqwest::Method;
use serde_json::{Value, json};

use super::super::steps::{events, move_on, sold};
use super::steps::{centre, put_in, sell_from, sound, with_centres};

const ALL: &str = "/Centro?usuarioId=u";
const TWO: &str = "/Centro/2?usuarioId=u";

on_both_databases! {
    async fn every_user_has_one_and_may_have_more(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let main = json!({ "centroId": 1, "nome": "Principal", "prioridade": 1 });
        assert_eq!(app.a.get(ALL).await.json_of(200), json!([main]));
        let created = app.a.put(TWO, &json!({ "nome": "Recife" })).await;
        assert!(created.header("location").ends_with("/Centro/2?usuarioId=u"), "{created:?}");
        let two = json!({ "centroId": 2, "nome": "Recife", "prioridade": 1 });
        assert_eq!(created.json_of(201), two);
        assert_eq!(app.a.get(ALL).await.json_of(200), json!([main, two]));
        // in the order in which orders take from them
        centre(&app, 3, "Manaus", 0).await.with_status(201);
        centre(&app, 1, "Matriz", 7).await.with_status(200);
        let all = app.a.get(ALL).await.json_of(200);
        let order: Vec<&Value> = all.as_array().unwrap().iter().map(|one| &one["centroId"]).collect();
        assert_eq!(order, [3, 2, 1]);
        assert_eq!(all[2], json!({ "centroId": 1, "nome": "Matriz", "prioridade": 7 }));
        sound(&app);
    }

    async fn what_is_so_already_changes_nothing(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        centre(&app, 2, "Recife", 2).await.with_status(201);
        let before = events(&app, "usuario.alterado").await;
        assert_eq!(before.last().unwrap()["dados"]["campos"], json!(["centros"]));
        centre(&app, 2, "Recife", 2).await.with_status(200);
        centre(&app, 1, "Principal", 1).await.with_status(200);
        assert_eq!(events(&app, "usuario.alterado").await, before);
        centre(&app, 2, "Olinda", 2).await.with_status(200);
        assert_eq!(events(&app, "usuario.alterado").await.len(), before.len() + 1);
    }

    async fn what_is_no_centre_is_refused(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for id in ["0", "-1", "1000000", "99999999999", "x"] {
            let uri = format!("/Centro/{id}?usuarioId=u");
            app.a.put(&uri, &json!({ "nome": "Recife" })).await.with_status(400);
        }
        for (body, problem) in [
            (json!({}), "nome"),
            (json!({ "nome": "" }), "nome"),
            (json!({ "nome": "x".repeat(101) }), "nome"),
            (json!({ "nome": "x", "prioridade": -1 }), "prioridade"),
            (json!({ "nome": "x", "prioridade": "um" }), "prioridade"),
            (json!({ "nome": "x", "prioridade": 2_147_483_648_i64 }), "prioridade"),
        ] {
            let problems = app.a.put(TWO, &body).await.with_status(400).problems();
            assert!(problems[0].starts_with(problem), "{body}: {problems:?}");
        }
        centre(&app, 999_999, &"é".repeat(100), i32::MAX).await.with_status(201);
        app.a.get("/Centro?usuarioId=v").await.with_status(404);
        app.a.put("/Centro/2?usuarioId=v", &json!({ "nome": "Recife" })).await.with_status(404);
    }

    async fn a_user_has_a_hundred_at_most(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        for id in 2..=100 {
            centre(&app, id, "Galpão", 1).await.with_status(201);
        }
        let refused = centre(&app, 101, "Galpão", 1).await.with_status(409);
        assert!(refused.json()["message"].as_str().unwrap().contains("100 centros"), "{refused:?}");
        // each of them may change, and the main one too
        centre(&app, 100, "Galpão", 3).await.with_status(200);
        centre(&app, 1, "Matriz", 3).await.with_status(200);
        app.a.delete("/Centro/50?usuarioId=u").await.with_status(204);
        centre(&app, 101, "Galpão", 1).await.with_status(201);
    }

    async fn a_centre_that_is_of_use_stays(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        app.a.delete("/Centro/4?usuarioId=u").await.with_status(404);
        app.a.delete("/Centro/1?usuarioId=u").await.with_status(409);
        // something lies there
        put_in(&app, "S", 2, 1).await;
        app.a.delete(TWO).await.with_status(409);
        put_in(&app, "S", 2, 0).await;
        // a channel sells from it
        sell_from(&app, "canal", json!([2, 1])).await.with_status(200);
        app.a.delete(TWO).await.with_status(409);
        sell_from(&app, "canal", json!([])).await.with_status(200);
        // an order takes from it what is not there
        centre(&app, 2, "Recife", 0).await.with_status(200);
        let id = sold(&app, "1", "S", 12).await;
        app.a.delete(TWO).await.with_status(409);
        move_on(&app, id, "Cancelado").await;
        app.a.delete(TWO).await.with_status(204);
        app.a.delete(TWO).await.with_status(404);
        app.a.get(ALL).await.json_of(200).as_array().unwrap().iter().for_each(|one| {
            assert_ne!(one["centroId"], 2);
        });
        sound(&app);
    }

    async fn a_write_for_another_state_is_refused(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let set = async |condition: &str, nome: &str| {
            app.a.json_with(Method::PUT, TWO, &[("if-match", condition)], &json!({ "nome": nome })).await
        };
        let remove = async |condition: &str| {
            app.a.send(Method::DELETE, TWO, &[("if-match", condition)], None::<&str>).await
        };
        set("*", "Recife").await.with_status(412);
        let created = app.a.put(TWO, &json!({ "nome": "Recife" })).await.with_status(201);
        let old = created.header("etag").to_owned();
        let replaced = set(&old, "Olinda").await.with_status(200);
        set(&old, "Recife").await.with_status(412);
        remove(&old).await.with_status(412);
        remove(replaced.header("etag")).await.with_status(204);
    }

    async fn others_see_nothing_of_them(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        let other = app.other_aplicacao("outra");
        other.get(ALL).await.with_status(404);
        other.put(TWO, &json!({ "nome": "Meu" })).await.with_status(404);
        other.delete(TWO).await.with_status(404);
        other.put("/sku/S/Centro/2?usuarioId=u", &json!({ "estoque": 1 })).await.with_status(404);
        other.post("/Usuario", &crate::support::models::usuario("u")).await.with_status(201);
        assert_eq!(other.get(ALL).await.json_of(200).as_array().unwrap().len(), 1);
        assert_eq!(app.a.get(ALL).await.json_of(200)[1]["nome"], "Recife");
    }

    async fn a_channel_sells_from_centres_that_are_there(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        let uri = "/Canal/canal/Centro?usuarioId=u";
        assert_eq!(app.a.get(uri).await.json_of(200), json!({ "centros": [] }));
        let set = sell_from(&app, "canal", json!([3, 1, 3])).await.json_of(200);
        assert_eq!(set, json!({ "centros": [1, 3] }));
        assert_eq!(app.a.get(uri).await.json_of(200), set);
        let problems = sell_from(&app, "canal", json!([1, 4])).await.with_status(400).problems();
        assert!(problems[0].contains("4 não existe"), "{problems:?}");
        for body in [json!({}), json!({ "centros": 1 }), json!({ "centros": ["a"] })] {
            app.a.put(uri, &body).await.with_status(400);
        }
        sell_from(&app, "nenhum", json!([1])).await.with_status(404);
        assert_eq!(app.a.get(uri).await.json_of(200), set);
        // who replaces the channel says nothing of it
        app.a.put("/Canal/canal?usuarioId=u", &crate::support::models::canal("canal")).await.with_status(200);
        assert_eq!(app.a.get(uri).await.json_of(200), set);
    }
}
