//! Who gets in by a provider, and as whom.

use domain::console::Role;
use domain::values::ids::AplicacaoId;
use serde_json::{Value, json};
use store::accesses::Scope;

use super::super::people::{NEW, PASSWORD, between, code, person, sign_in, signed_in};
use super::super::visitor::{Visitor, send};
use super::{Trip, cookies, entered, hub, invited, leads, refused, tried};
use crate::support::provider::{Account, Provider, account};

on_both_databases! {
    async fn an_invited_person_gets_in_and_one_with_a_password_by_a_link(app: TestApp) {
        let provider = Provider::start();
        let hub = hub(&app, &provider);
        assert_eq!(provider.calls("/.well-known/openid-configuration"), 0, "nothing is asked for at the start");
        let host = provider.issuer.strip_prefix("http://").unwrap();
        invited(&hub, "bia@x.example", Role::Operate, Scope::All);
        person(&hub, "ana@x.example", Role::Look, Scope::All);
        let owner = Visitor::operator(&hub).await;
        let page = owner.page("/console/pessoas/1").await;
        assert!(page.contains("convidada"), "{page}");
        let link = owner.act("/console/pessoas/1/link", &[]).await.with_status(200).text();
        let link = format!("/console/convite?codigo={}", between(&link, "codigo=", "<"));
        hub.admin.get(&link).await.with_status(200);
        let page = hub.admin.get("/console/entrar?volta=/console/conta").await.with_status(200).text();
        assert!(page.contains(&format!("Entrar com {host}")), "{page}");
        // by a page that goes on by itself, to where somebody wanted to be and nowhere else
        for (wanted, leads_to) in [("/console/conta", "/console/conta"), ("https://mau.example/", "/console/")] {
            let trip = Trip::begin(&hub.admin, &[("volta", wanted)]).await;
            let answer = trip.back(&provider.grant(&trip.address, account("b1", "BIA@x.example"))).await.with_status(200);
            assert_eq!(leads(&answer), leads_to);
        }
        hub.admin.get(&link).await.with_status(410);
        let bia = entered(&hub, &provider, account("b1", "BIA@x.example")).await;
        let conta = bia.page("/console/conta").await;
        assert!(conta.contains("Bia") && conta.contains(host) && !conta.contains("type=\"password\""), "{conta}");
        let page = owner.page("/console/pessoas/1").await;
        assert!(page.contains(&format!("entra com conta em {host}")) && !page.contains("convidada"), "{page}");
        // an e-mail takes nobody's password away, a link does
        let text = refused(&hub, &provider, 409, account("a1", "ana@x.example")).await;
        assert!(text.contains("ana@x.example entra aqui com senha"), "{text}");
        signed_in(&hub, "ana@x.example", PASSWORD).await;
        assert!(owner.page("/console/pessoas/2").await.contains("entra com senha"));
        let link = owner.act("/console/pessoas/2/link", &[]).await.with_status(200).text();
        let trip = Trip::begin(&hub.admin, &[("convite", &between(&link, "codigo=", "<"))]).await;
        trip.back(&provider.grant(&trip.address, account("a1", "ana@x.example"))).await.with_status(200);
        let ana = entered(&hub, &provider, account("a1", "ana@x.example")).await;
        assert!(!ana.page("/console/conta").await.contains("name=\"atual\""));
        sign_in(&hub.admin, &[], "ana@x.example", PASSWORD).await.with_status(422);
        assert!(owner.page("/console/pessoas/2").await.contains(&format!("entra com conta em {host}")));
        let acts = owner.page("/console/atos").await;
        assert_eq!(acts.matches("passou a entrar pelo provedor").count(), 2, "{acts}");
        // once bound it is the name that counts, and the e-mail is not asked for any more
        let asked = provider.calls("/me");
        entered(&hub, &provider, account("a1", "outra@x.example")).await;
        assert_eq!((provider.calls("/me"), asked), (asked, 3));
        assert_eq!((provider.calls("/.well-known/openid-configuration"), provider.calls("/jwks")), (1, 1), "kept");
    }

    async fn who_is_not_meant_does_not_get_in_and_reads_why(app: TestApp) {
        let provider = Provider::start();
        let hub = hub(&app, &provider);
        invited(&hub, "bia@x.example", Role::Operate, Scope::All);
        let ana = person(&hub, "ana@x.example", Role::Own, Scope::All);
        invited(&hub, "fora@x.example", Role::Look, Scope::All);
        hub.database.execute("UPDATE console_pessoas SET ativo = NOT ativo WHERE email = 'fora@x.example'");
        let of = async |who: Account| refused(&hub, &provider, 409, who).await;
        let unverified = |value: Value| Account { verified: value, ..account("b1", "bia@x.example") };
        for said in [json!(false), Value::Null, json!("false"), json!(1)] {
            let text = of(unverified(said)).await;
            assert!(text.contains("não garante que bia@x.example é seu"), "{text}");
        }
        let text = of(account("x1", "<b>ninguem</b>@x.example")).await;
        assert!(text.contains("não disse qual é o seu e-mail") && !text.contains("<b>ninguem"), "{text}");
        let text = of(account("x1", "ninguem@x.example")).await;
        assert!(text.contains("seu e-mail é ninguem@x.example") && text.contains("Peça o convite"), "{text}");
        of(Account { email: Value::Null, ..account("x1", "") }).await;
        assert!(of(account("f1", "fora@x.example")).await.contains("O acesso de fora@x.example está desligado"));
        // a name is bound once, and an e-mail that is somebody else's now opens nothing
        entered(&hub, &provider, Account { verified: json!("true"), ..account("b1", "bia@x.example") }).await;
        let text = of(account("b2", "bia@x.example")).await;
        assert!(text.contains("já entra aqui por outra conta") && text.contains("novo link de senha"), "{text}");
        let owner = Visitor::operator(&hub).await;
        let link = async |id: i64| {
            let page = owner.act(&format!("/console/pessoas/{id}/link"), &[]).await.with_status(200).text();
            between(&page, "codigo=", "<")
        };
        let by_link = async |code: &str, who: Account| {
            let trip = Trip::begin(&hub.admin, &[("convite", code)]).await;
            trip.back(&provider.grant(&trip.address, who)).await
        };
        // the last owner with a password keeps it: the provider may be away
        let text = by_link(&link(ana).await, account("A1", "ana@x.example")).await.with_status(409).text();
        assert!(text.contains("último dono do hub com senha"), "{text}");
        // a password that a link sets undoes what was bound
        let code = link(1).await;
        let form = [("codigo", code.as_str()), ("senha", NEW), ("repetida", NEW)];
        send(&hub.admin, "/console/convite", &[], &form).await.with_status(303);
        for sub in ["b1", "b2"] {
            assert!(of(account(sub, "bia@x.example")).await.contains("bia@x.example entra aqui com senha"));
        }
        by_link(&link(1).await, account("b2", "bia@x.example")).await.with_status(200);
        of(account("b1", "bia@x.example")).await;
        assert!(owner.page("/console/atos").await.contains("desvinculada do provedor"));
        // who is switched off is out, also by a name that is bound
        hub.database.execute("UPDATE console_pessoas SET ativo = NOT ativo WHERE email = 'bia@x.example'");
        assert!(of(account("b2", "bia@x.example")).await.contains("está desligado"));
        // the same name of another provider is another one
        let other = Provider::start();
        let elsewhere = format!("UPDATE console_pessoas SET identidade = '{} A1' WHERE email = 'ana@x.example'", other.issuer);
        hub.database.execute(&elsewhere);
        of(account("A1", "ana@x.example")).await;
        // nobody was made
        assert!(!owner.page("/console/pessoas").await.contains("ninguem@x.example"));
    }

    async fn a_link_of_an_invitation_binds_who_has_it(app: TestApp) {
        let provider = Provider::start();
        let hub = hub(&app, &provider);
        let (bia, rui) = (
            invited(&hub, "bia@x.example", Role::Look, Scope::All),
            invited(&hub, "rui@x.example", Role::Look, Scope::All),
        );
        let owner = Visitor::operator(&hub).await;
        let link = async |id: i64| {
            let page = owner.act(&format!("/console/pessoas/{id}/link"), &[]).await.with_status(200).text();
            between(&page, "codigo=", "<")
        };
        // a provider that vouches for no e-mail, or names another one
        let unsaid = |sub| Account { verified: Value::Null, ..account(sub, "bia@conta.example") };
        let code = link(bia).await;
        let page = hub.admin.get(&format!("/console/convite?codigo={code}")).await.with_status(200).text();
        assert!(page.contains(&format!("name=\"convite\" value=\"{code}\"")), "{page}");
        let by = async |code: &str, who: Account| {
            let trip = Trip::begin(&hub.admin, &[("convite", code)]).await;
            trip.back(&provider.grant(&trip.address, who)).await
        };
        by(&code, unsaid("b1")).await.with_status(200);
        // once
        by(&code, unsaid("b3")).await.with_status(409);
        let first = entered(&hub, &provider, unsaid("b1")).await;
        // not for an account that is somebody else's
        let code = link(rui).await;
        let text = by(&code, unsaid("b1")).await.with_status(409).text();
        assert!(text.contains("já é de outra pessoa"), "{text}");
        by(&code, unsaid("r1")).await.with_status(200);
        // a new account in the place of the old one, whose sessions end
        by(&link(bia).await, unsaid("b2")).await.with_status(200);
        first.get("/console/conta").await.with_status(401);
        refused(&hub, &provider, 409, unsaid("b1")).await;
        entered(&hub, &provider, unsaid("b2")).await;
        // also of somebody with a password, which goes
        let ana = person(&hub, "ana@x.example", Role::Look, Scope::All);
        by(&link(ana).await, unsaid("a1")).await.with_status(200);
        sign_in(&hub.admin, &[], "ana@x.example", PASSWORD).await.with_status(422);
    }

    async fn the_second_factor_is_the_hubs_own_and_a_young_session_stands_for_a_password(app: TestApp) {
        let provider = Provider::start();
        let hub = hub(&app, &provider);
        hub.loja_with_skus("loja-1", &["S1"]).await;
        let own = Scope::Aplicacao(AplicacaoId(1));
        invited(&hub, "bia@x.example", Role::Own, own);
        let bia = account("b1", "bia@x.example");
        let visitor = entered(&hub, &provider, bia.clone()).await;
        let stale = |seconds: i64| {
            format!("UPDATE console_acessos SET criado_em = criado_em - {seconds}000000")
        };
        // what others show their password for
        let other = entered(&hub, &provider, bia.clone()).await;
        let page = visitor.page("/console/conta").await;
        assert!(page.contains("name=\"numero\"") && !page.contains("name=\"atual\""), "{page}");
        let number = between(&page, "name=\"numero\" value=\"", "\"");
        hub.database.execute(&stale(1801));
        let ended = async || visitor.act("/console/conta/sessoes", &[("numero", &number)]).await;
        let text = ended().await.with_status(409).text();
        assert!(text.contains("Saia, entre de novo"), "{text}");
        other.page("/console/conta").await;
        hub.database.execute(&stale(-60));
        let before = visitor.cookie();
        ended().await.with_status(303);
        other.get("/console/conta").await.with_status(401);
        assert_ne!(visitor.cookie(), before);
        // there is no password to be changed
        let form = [("atual", ""), ("senha", NEW), ("repetida", NEW)];
        let text = visitor.act("/console/conta/senha", &form).await.with_status(409).text();
        assert!(text.contains("peça a um dono um link de senha"), "{text}");
        sign_in(&hub.admin, &[], "bia@x.example", NEW).await.with_status(422);
        let page = visitor.page("/console/conta/segundo-fator").await;
        assert!(!page.contains("type=\"password\""), "{page}");
        let secret = between(&page, "name=\"segredo\" value=\"", "\"");
        let now = code(&secret, 0);
        let form = [("segredo", secret.as_str()), ("codigo", now.as_str())];
        let on = async || visitor.act("/console/conta/segundo-fator", &form).await;
        hub.database.execute(&stale(120));
        assert!(on().await.with_status(409).text().contains("Saia, entre de novo"));
        hub.database.execute(&stale(-120));
        let codes = between(&on().await.with_status(200).text(), "<code>", "</code>");
        let mut codes = codes.lines();
        // it is asked for after the provider, too
        let half = tried(&hub, &provider, bia.clone()).await.with_status(200);
        assert!(cookies(&half).iter().all(|set| set.starts_with("entreposto_externo=;")), "{half:?}");
        let step = between(&half.text(), "name=\"passo\" value=\"", "\"");
        let coded = async |code: &str| {
            let form = [("passo", step.as_str()), ("codigo", code), ("volta", "/console/conta")];
            send(&hub.admin, "/console/entrar/codigo", &[], &form).await
        };
        coded("000000").await.with_status(422);
        let answer = coded(codes.next().unwrap()).await.with_status(303);
        assert_eq!(answer.header("location"), "/console/conta");
        let visitor = Visitor::with(&hub, answer.header("set-cookie"));
        // an owner without a password, too, shows the code before somebody's way in changes, and not for ever
        invited(&hub, "rui@x.example", Role::Look, own);
        let link = async |code: &str| visitor.act("/console/pessoas/2/link", &[("codigo", code)]).await;
        assert!(link("000000").await.with_status(422).text().contains("id=\"erro-codigo\""));
        let rule = [("aplicacao", "1"), ("exigir", "sim"), ("codigo", codes.next().unwrap())];
        visitor.act("/console/pessoas/segundo-fator", &rule).await.with_status(303);
        hub.database.execute(&stale(1801));
        link(codes.next().unwrap()).await.with_status(409);
        // whoever has none sets it up before anything else
        let rui = entered(&hub, &provider, account("r1", "rui@x.example")).await;
        assert_eq!(rui.get("/console/").await.with_status(303).header("location"), "/console/conta/segundo-fator");
        let page = rui.page("/console/conta/segundo-fator").await;
        let (secret, mark) = (between(&page, "name=\"segredo\" value=\"", "\""), between(&page, "name=\"marca\" value=\"", "\""));
        let now = code(&secret, 0);
        let form = [("segredo", secret.as_str()), ("codigo", now.as_str()), ("marca", mark.as_str())];
        rui.post("/console/conta/segundo-fator", &[], &form).await.with_status(200);
        rui.page("/console/conta").await;
    }
}
