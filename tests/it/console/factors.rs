//! The second factor that a company requires of everybody, and what is asked for again before somebody's way in
//! changes.

use domain::console::Role;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;
use store::accesses::{self, Scope};

use super::people::{PASSWORD, between, code, person, signed_in};
use super::visitor::{Visitor, enter, link, send};
use crate::support::app::run_blocking;
use crate::support::program::Program;
use crate::support::{Database, TestDatabase};

/// Switches the second factor on; answers its secret and the reserve codes.
async fn with_factor(ana: &Visitor) -> (String, Vec<String>) {
    let page = ana.page("/console/conta/segundo-fator").await;
    let secret = between(&page, "name=\"segredo\" value=\"", "\"");
    let mark = between(&page, "name=\"marca\" value=\"", "\"");
    let now = code(&secret, 0);
    let form = [("segredo", secret.as_str()), ("codigo", &now), ("atual", PASSWORD), ("marca", &mark)];
    let codes = ana.post("/console/conta/segundo-fator", &[], &form).await.with_status(200).text();
    (secret, between(&codes, "<code>", "</code>").lines().map(str::to_owned).collect())
}

const RULE: &str = "/console/pessoas/segundo-fator";

on_both_databases! {
    async fn a_company_requires_the_second_factor_of_everybody(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.other_aplicacao("outra");
        let (own, store) = (Scope::Aplicacao(app.aplicacao), Scope::Loja(app.loja("loja-1")));
        let other = Scope::Aplicacao(AplicacaoId(2));
        person(&app, "ana@x.example", Role::Own, own);
        person(&app, "bia@x.example", Role::Own, store);
        person(&app, "rui@x.example", Role::Operate, store);
        person(&app, "hub@x.example", Role::Own, Scope::All);
        person(&app, "fora@x.example", Role::Own, other);
        person(&app, "caio@x.example", Role::Look, store);
        let in_by_link = Visitor::operator(&app).await;
        let unused = link(&app, Role::Own, Scope::All);
        let [ana, bia, rui, hub, fora] = ["ana", "bia", "rui", "hub", "fora"].map(|name| format!("{name}@x.example"));
        let ana = signed_in(&app, &ana, PASSWORD).await;
        let bia = signed_in(&app, &bia, PASSWORD).await;
        let rui = signed_in(&app, &rui, PASSWORD).await;
        let fora = signed_in(&app, &fora, PASSWORD).await;
        let asked = |code: &str, wanted: &'static str| {
            [("aplicacao", "1".to_owned()), ("exigir", wanted.to_owned()), ("atual", PASSWORD.to_owned()), ("codigo", code.to_owned())]
        };
        let rule = async |who: &Visitor, code: &str, wanted| {
            let form = asked(code, wanted);
            let form: Vec<(&str, &str)> = form.iter().map(|(name, text)| (*name, text.as_str())).collect();
            who.act(RULE, &form).await
        };
        // by owners of the company alone, who have their own
        assert!(rule(&ana, "", "sim").await.with_status(409).text().contains("ligue-o antes em Sua conta"));
        rule(&in_by_link, "", "sim").await.with_status(409);
        rule(&bia, "", "sim").await.with_status(404);
        rule(&fora, "", "sim").await.with_status(404);
        rule(&rui, "", "sim").await.with_status(403);
        assert!(!bia.page("/console/pessoas").await.contains(RULE));
        let (_, mut codes) = with_factor(&ana).await;
        assert!(rule(&ana, "000000", "sim").await.with_status(422).text().contains("id=\"erro-codigo\""));
        let wrong = [("aplicacao", "1"), ("exigir", "sim"), ("atual", "errada"), ("codigo", codes[0].as_str())];
        ana.act(RULE, &wrong).await.with_status(422);
        rui.page("/console/1-1").await;
        rule(&ana, &codes.pop().unwrap(), "sim").await.with_status(303);
        let page = ana.page("/console/pessoas").await;
        assert!(page.contains("Deixar de exigir") && !page.contains("Exigir de todos"), "{page}");

        // whoever has none is led there, whatever they ask for, and their stores are not shown on the way
        for path in ["/console/", "/console/1-1", "/console/1-1/pedidos", "/console/conta", "/console/lojas"] {
            assert_eq!(rui.get(path).await.with_status(303).header("location"), "/console/conta/segundo-fator");
        }
        let form = [("codigo", "S1"), ("como", "estoque"), ("unidades", "1"), ("motivo", "x"), ("visto", "10")];
        rui.post("/console/1-1/skus/ajustar", &[], &form).await.with_status(303);
        assert_eq!(app.a.get("/sku/S1?usuarioId=loja-1").await.json_of(200)["estoque"], 10);
        let page = rui.page("/console/conta/segundo-fator").await;
        assert!(page.contains("A empresa exige de todos") && !page.contains("loja-1"), "{page}");
        let (_, others) = with_factor(&rui).await;
        rui.page("/console/1-1").await;
        // and keeps it
        assert!(!rui.page("/console/conta").await.contains("segundo-fator/desligar"));
        let off = [("codigo", others[0].as_str()), ("atual", PASSWORD)];
        let text = rui.act("/console/conta/segundo-fator/desligar", &off).await.with_status(409).text();
        assert!(text.contains("não pode ser desligado"), "{text}");

        // so is whoever sees the whole hub, and who is asked at the sign-in; another company is not concerned
        let hub = signed_in(&app, &hub, PASSWORD).await;
        hub.get("/console/lojas").await.with_status(303);
        with_factor(&hub).await;
        assert!(hub.page("/console/atos").await.contains("exigido"));
        let caio = signed_in(&app, "caio@x.example", PASSWORD).await;
        let mark = between(&caio.page("/console/conta/segundo-fator").await, "name=\"marca\" value=\"", "\"");
        caio.post("/console/sair", &[], &[("marca", &mark)]).await.with_status(303);
        fora.page("/console/lojas").await;
        // a link does not go round it, and is left as it was
        in_by_link.get("/console/lojas").await.with_status(403);
        for scope in [Scope::All, own, store] {
            let answer = enter(&app, &link(&app, Role::Look, scope)).await.with_status(403);
            assert!(answer.text().contains("segundo fator"));
        }
        enter(&app, &unused).await.with_status(403);
        enter(&app, &link(&app, Role::Look, other)).await.with_status(303);

        rule(&ana, &codes.pop().unwrap(), "nao").await.with_status(303);
        enter(&app, &unused).await.with_status(303);
        in_by_link.page("/console/lojas").await;
        rui.act("/console/conta/segundo-fator/desligar", &off).await.with_status(303);
    }

    async fn names_of_company_and_stores_are_no_passwords(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.database.execute("UPDATE usuarios SET nome = 'Papelaria Girassol'");
        app.database.execute("UPDATE aplicacoes SET nome = 'Carambola'");
        person(&app, "ana@x.example", Role::Look, Scope::Loja(app.loja("loja-1")));
        person(&app, "hub@x.example", Role::Look, Scope::All);
        for who in ["ana@x.example", "hub@x.example"] {
            let ana = signed_in(&app, who, PASSWORD).await;
            for wanted in ["girassol-papelaria", "Carambola-2026", "q1w2e3r4t5y6", "leavemealone"] {
                let form = [("atual", PASSWORD), ("senha", wanted), ("repetida", wanted)];
                let text = ana.act("/console/conta/senha", &form).await.with_status(422).text();
                assert!(text.contains("id=\"erro-senha\""), "{wanted}: {text}");
            }
        }
        let owner = Visitor::operator(&app).await;
        let page = owner.act("/console/pessoas/1/link", &[]).await.with_status(200).text();
        let code = between(&page, "codigo=", "<");
        for (wanted, status) in [("girassol-papelaria", 422), ("girassol roxo quente", 303)] {
            let form = [("codigo", code.as_str()), ("senha", wanted), ("repetida", wanted)];
            send(&app.admin, "/console/convite", &[], &form).await.with_status(status);
        }
    }

    async fn a_session_is_another_one_once_the_password_was_asked_for(app: TestApp) {
        person(&app, "ana@x.example", Role::Look, Scope::All);
        let ana = signed_in(&app, "ana@x.example", PASSWORD).await;
        let phone = signed_in(&app, "ana@x.example", PASSWORD).await;
        let renewed = async |before: &str| {
            assert_ne!(ana.cookie(), before);
            Visitor::at(&app.admin, before).get("/console/conta").await.with_status(401);
            ana.page("/console/conta").await
        };
        let page = ana.page("/console/conta").await;
        let other = between(&page, "name=\"numero\" value=\"", "\"");
        // nothing is ended, and nothing renewed, without the password or a session that is there
        let before = ana.cookie();
        let sessions = "/console/conta/sessoes";
        let wrong = [("numero", other.as_str()), ("atual", "errada")];
        let text = ana.act(sessions, &wrong).await.with_status(422).text();
        assert!(text.contains("id=\"erro-atual\"") && text.contains(&format!("value=\"{other}\" checked")), "{text}");
        ana.act(sessions, &[("atual", PASSWORD)]).await.with_status(409);
        ana.act(sessions, &[("numero", "1"), ("atual", PASSWORD)]).await.with_status(404);
        phone.page("/console/conta").await;
        assert_eq!(ana.cookie(), before);
        ana.act(sessions, &[("numero", &other), ("atual", PASSWORD)]).await.with_status(303);
        phone.get("/console/conta").await.with_status(401);
        renewed(&before).await;
        let before = ana.cookie();
        let same = [("atual", PASSWORD), ("senha", PASSWORD), ("repetida", PASSWORD)];
        ana.act("/console/conta/senha", &same).await.with_status(303);
        renewed(&before).await;
        let before = ana.cookie();
        let (_, codes) = with_factor(&ana).await;
        renewed(&before).await;
        let before = ana.cookie();
        let off = [("atual", PASSWORD), ("codigo", codes[0].as_str())];
        ana.act("/console/conta/segundo-fator/desligar", &off).await.with_status(303);
        renewed(&before).await;
    }

    async fn an_owner_shows_who_they_are_before_somebodys_way_in_changes(app: TestApp) {
        person(&app, "ana@x.example", Role::Own, Scope::All);
        person(&app, "rui@x.example", Role::Look, Scope::All);
        let ana = signed_in(&app, "ana@x.example", PASSWORD).await;
        with_factor(&signed_in(&app, "rui@x.example", PASSWORD).await).await;
        let (link, off) = ("/console/pessoas/2/link", "/console/pessoas/2/segundo-fator");
        let page = ana.page("/console/pessoas/2").await;
        assert!(page.matches("Tenha certeza de quem pede").count() == 2 && !page.contains("name=\"codigo\""), "{page}");
        for act in [link, off] {
            for form in [&[][..], &[("atual", "errada")]] {
                let text = ana.act(act, form).await.with_status(422).text();
                assert!(text.contains("id=\"erro-atual\"") && text.matches("<details class=\"action\" open").count() == 1, "{text}");
            }
        }
        let before = ana.cookie();
        ana.act(link, &[("atual", PASSWORD)]).await.with_status(200);
        assert_ne!(ana.cookie(), before);
        // with a factor of their own, by its code, too
        let (_, codes) = with_factor(&ana).await;
        let with = async |act: &str, code: &str| ana.act(act, &[("atual", PASSWORD), ("codigo", code)]).await;
        for act in [link, off] {
            assert!(with(act, "000000").await.with_status(422).text().contains("id=\"erro-codigo\""));
        }
        with(link, &codes[0]).await.with_status(200);
        with(off, &codes[0]).await.with_status(422);
        with(off, &codes[1]).await.with_status(303);
        signed_in(&app, "rui@x.example", PASSWORD).await;
        // own sessions end on the own account alone
        let id = between(&ana.page("/console/conta").await, "<main", "</main");
        assert!(!id.contains("name=\"numero\""), "{id}");
        let own = run_blocking(&app.store, |store| {
            store.read_blocking(|conn| accesses::of_person(conn, 1, Instante::now()))
        });
        let own = own[0].id.to_string();
        assert!(ana.act("/console/acessos/encerrar", &[("numero", &own)]).await.with_status(409).text().contains("Sua conta"));
        // by a link there is no password, and half an hour
        let bia = Visitor::operator(&app).await;
        assert!(!bia.page("/console/pessoas/2").await.contains("name=\"atual\""));
        bia.act(link, &[]).await.with_status(200);
        app.database.execute("UPDATE console_acessos SET sessao_expira_em = sessao_expira_em - 1801000000");
        bia.act(link, &[]).await.with_status(409);
    }
}

#[test]
fn a_command_makes_links_work_again() {
    let Some(database) = TestDatabase::new(Database::Sqlite) else { return };
    let p = Program::new().env("DATABASE_URL", &database.url);
    p.ok(&["app", "create", "erp"]);
    assert_eq!(p.ok(&["console", "factor-optional", "erp"]), "it was not required");
    let link = ["console", "link", "--role", "dono"];
    p.ok(&link);
    database.execute("UPDATE aplicacoes SET exige_segundo_fator = NOT exige_segundo_fator");
    assert!(p.failure(1, &link).contains("server console factor-optional"));
    assert_eq!(p.ok(&["console", "factor-optional", "erp"]), "no longer required");
    p.ok(&link);
}
