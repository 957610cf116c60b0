//! Profiles of files on the console: one is chosen by its name, and what was said of the columns is kept as the
//! application's own.

use domain::console::Role;
use reqwest::Method;
use serde_json::json;
use store::accesses::Scope;

use super::importing::{columns, go_on};
use super::visitor::Visitor;

const SHEET: &[u8] = "Ref;Coisa;Massa;Valor final;Custo;Saldo loja\nN1;Mesa;2,5;10,00;3;4\n".as_bytes();
const SAID: [(&str, &str); 7] = [
    ("c0", "sku"),
    ("c1", "nome"),
    ("c2", "peso"),
    ("u2", "kg"),
    ("c3", "precoPor"),
    ("c5", ""),
    ("nome-perfil", "Fornecedor São João"),
];

on_both_databases! {
    async fn what_was_said_of_the_columns_is_kept_for_the_next_file(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.loja_with_skus("loja-2", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let page = columns(&ana, "skus", "um.csv", SHEET).await;
        assert!(page.contains("value=\"auto\" selected") && !page.contains("esquecer"), "{page}");
        let kept = go_on(&ana, &page, "guardar", &SAID).await.with_status(200).text();
        for part in ["O perfil foi guardado", "value=\"Fornecedor São João\" selected", "value=\"kg\" selected", "esquecer"] {
            assert!(kept.contains(part), "{part}: {kept}");
        }
        assert!(ana.page("/console/1-1/atos").await.contains("gravou o perfil de arquivo"));
        // any store of the application: recognised by its headings, and found by its name
        let next = "Ref;Coisa;Massa;Valor final\nN2;Vaso;0,5;20,00\n".as_bytes();
        let of_two = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-2"))).await;
        let page = of_two.send_file("/console/1-2/importar", &[("tipo", "skus")], "dois.csv", next).await;
        let page = page.with_status(200).text();
        assert!(page.contains("reconhecido: Fornecedor São João"), "{page}");
        // what it passes over is told where nobody looks over the columns, too
        let body = "Ref;Coisa;Massa;Valor final;Custo;Saldo loja\nN8;Vaso;0,5;20,00;3;4\n";
        let path = "/Importacao?usuarioId=loja-1&tipo=skus";
        let done = app.a.send(Method::POST, path, &[("content-type", "text/csv")], Some(body)).await.json_of(200);
        assert_eq!((&done["perfil"], &done["criados"]), (&json!("Fornecedor São João"), &json!(1)), "{done}");
        assert!(done["colunasNaoUsadas"].as_array().unwrap().contains(&json!("Saldo loja")), "{done}");
        // and with one more column it is another sheet
        let body = "Ref;Coisa;Massa;Valor final;Estoque\nN9;Vaso;0,5;20,00;3\n";
        let other = app.a.send(Method::POST, path, &[("content-type", "text/csv")], Some(body)).await;
        assert!(!other.text().contains("Fornecedor"));
        // an access to one store alone does not change what all stores read
        let of_one = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-1"))).await;
        let page = columns(&of_one, "skus", "um.csv", SHEET).await;
        assert!(!page.contains("value=\"guardar\"") && !page.contains("nome-perfil"), "{page}");
        for act in ["guardar", "esquecer"] {
            let said = [("nome-perfil", "Outro"), ("perfil", "Fornecedor São João"), ("perfil-antes", "Fornecedor São João")];
            let refused = go_on(&of_one, &page, act, &said).await.with_status(403).text();
            assert!(refused.contains("seu acesso é a uma loja só"), "{act}: {refused}");
        }
        let page = columns(&ana, "skus", "dois.csv", next).await;
        let done = go_on(&ana, &page, "gravar", &[]).await.with_status(200).text();
        assert!(done.contains("Novos: 1"), "{done}");
        let sku = app.a.get("/sku/N2?usuarioId=loja-1").await.json_of(200);
        assert_eq!((&sku["nome"], &sku["peso"], &sku["precoPor"]), (&json!("Vaso"), &json!(500), &json!(20)));
        // what it takes is changed where it was chosen, and nowhere else
        let taken = go_on(&ana, &page, "guardar", &[("nome-perfil", "Fornecedor São João")]).await;
        assert!(taken.with_status(422).text().contains("Já existe um perfil com este nome"));
        let page = go_on(&ana, &page, "colunas", &[("perfil", "Fornecedor São João")]).await.with_status(200).text();
        let changed = [("c1", "marca"), ("c0", "nome"), ("nome-perfil", "Fornecedor São João")];
        let missing = go_on(&ana, &page, "guardar", &changed).await.with_status(422).text();
        assert!(missing.contains("falta nela: sku") && missing.contains("value=\"Fornecedor São João\""), "{missing}");
        let changed = [("c1", "marca"), ("nome-perfil", "Fornecedor São João")];
        let kept = go_on(&ana, &page, "guardar", &changed).await.with_status(200).text();
        assert!(kept.contains("value=\"marca\" selected"), "{kept}");
        // and it is removed
        let gone = go_on(&ana, &kept, "esquecer", &[]).await.with_status(200).text();
        assert!(gone.contains("O perfil foi removido") && !gone.contains("value=\"Fornecedor"), "{gone}");
        assert!(ana.page("/console/1-1/atos").await.contains("removeu o perfil de arquivo"));
        go_on(&ana, &kept, "esquecer", &[]).await.with_status(422);
    }

    async fn a_profile_is_chosen_by_its_name(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let sheet = "Código;Descrição;Preço\nN1;Mesa;10,00\n".as_bytes();
        let page = columns(&ana, "skus", "parte.csv", sheet).await;
        assert!(page.contains("Bling: produtos") && !page.contains("Shopee"), "{page}");
        let as_is = go_on(&ana, &page, "conferir", &[]).await.with_status(200).text();
        assert!(as_is.contains("recusados: 1"), "{as_is}");
        // a change of the profile is looked at before anything is done, whatever was pressed
        for how in ["colunas", "conferir", "gravar", "guardar"] {
            let bling = go_on(&ana, &page, how, &[("perfil", "bling"), ("nome-perfil", "x")]).await.with_status(200).text();
            for part in ["As colunas do arquivo", "value=\"bling\" selected", "value=\"nome\" selected"] {
                assert!(bling.contains(part), "{how}: {part}: {bling}");
            }
        }
        let bling = go_on(&ana, &page, "colunas", &[("perfil", "bling")]).await.with_status(200).text();
        let checked = go_on(&ana, &bling, "conferir", &[]).await.with_status(200).text();
        assert!(checked.contains("Novos: 1"), "{checked}");
        // the choice goes on to the import, and back to the columns
        let again = go_on(&ana, &checked, "colunas", &[]).await.with_status(200).text();
        assert!(again.contains("value=\"bling\" selected"), "{again}");
        let done = go_on(&ana, &checked, "gravar", &[]).await.with_status(200).text();
        assert!(done.contains("Novos: 1"), "{done}");
        assert_eq!(app.a.get("/sku/N1?usuarioId=loja-1").await.json_of(200)["nome"], "Mesa");
        go_on(&ana, &page, "colunas", &[("perfil", "nada")]).await.with_status(422);
    }

    async fn who_only_looks_keeps_no_profile_and_a_name_is_one(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let (ana, bia) = (Visitor::operator(&app).await, Visitor::of(&app, Role::Look, Scope::All).await);
        let page = columns(&ana, "skus", "um.csv", SHEET).await;
        let foreign = page.replace(&ana.mark().await, &bia.mark().await);
        for how in ["guardar", "esquecer"] {
            go_on(&bia, &foreign, how, &SAID).await.with_status(403);
        }
        for name in ["", "auto", "a\u{200b}b", "a\u{202e}b", &"x".repeat(61)] {
            let mut said = SAID.to_vec();
            said[6].1 = name;
            let wrong = go_on(&ana, &page, "guardar", &said).await.with_status(422).text();
            assert!(wrong.contains("Um nome tem de 1 a 60 letras"), "{name}: {wrong}");
        }
        let owner = Visitor::of(&app, Role::Own, Scope::All).await;
        let page = columns(&owner, "skus", "um.csv", SHEET).await;
        go_on(&owner, &page, "guardar", &SAID).await.with_status(200);
    }
}
