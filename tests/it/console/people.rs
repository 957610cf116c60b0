//! Persons of the console: how they get in and stay, what each role does in each scope, and how a fresh hub begins.

use domain::console::Role;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};
use ring::hmac;
use store::accesses::{self, Scope};
use store::{StoreError, archive, pessoas};

use super::channels::seen;
use super::forms::{change as change_form, send as send_form};
use super::visitor::{Visitor, enter, link, send};
use crate::support::app::{Server, config, run_blocking};
use crate::support::{Answer, Database, TestApp, TestClient, TestDatabase, models};

pub(super) const PASSWORD: &str = "cavalo bateria grampo";
/// Of it, made by the console.
const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$OUa/JhSUzxiInZpXmkvbdg\
                    $tQmXgpUdrKXvDkjQlZKPCNdMqOYiVgYjXBqjJYcWI2s";
pub(super) const NEW: &str = "tijolo azul quente";

/// Stores a person with [`PASSWORD`]; answers their number.
pub(super) fn person(app: &TestApp, email: &'static str, role: Role, scope: Scope) -> i64 {
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| {
            let one = pessoas::create(tx, ("Ana", email), (role, scope))?.expect("nobody has the e-mail");
            pessoas::set_password(tx, one.id, HASH)?;
            Ok::<_, StoreError>(one.id)
        })
    })
}

pub(super) async fn sign_in(
    client: &TestClient,
    headers: &[(&str, &str)],
    email: &str,
    password: &str,
) -> Answer {
    send(client, "/console/entrar", headers, &[("email", email), ("senha", password)]).await
}

pub(super) async fn signed_in(app: &TestApp, email: &str, password: &str) -> Visitor {
    let answer = sign_in(&app.admin, &[], email, password).await.with_status(303);
    Visitor::with(app, answer.header("set-cookie"))
}

/// The value of an input, or what stands between two texts.
pub(super) fn between(text: &str, before: &str, after: &str) -> String {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("{before}: {text}")).1;
    rest.split(after).next().unwrap().to_owned()
}

/// The code of a phone in some half minutes.
pub(super) fn code(secret: &str, later: i64) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = secret.chars().map(|c| format!("{:05b}", letters.find(c).unwrap())).collect();
    let bytes: Vec<u8> =
        (0..bits.len() / 8).map(|n| u8::from_str_radix(&bits[n * 8..n * 8 + 8], 2).unwrap()).collect();
    let step = Instante::now().micros() / 30_000_000 + later;
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &bytes);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let at = usize::from(tag.as_ref()[19] & 15);
    let four: [u8; 4] = tag.as_ref()[at..at + 4].try_into().unwrap();
    format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000)
}

fn code_of(scope: Scope) -> String {
    match scope {
        Scope::All => "tudo".to_owned(),
        Scope::Aplicacao(id) => id.0.to_string(),
        Scope::Loja(id) => format!("{}-{}", id.aplicacao.0, id.loja),
    }
}

/// Pages of a store.
const OF_STORE: [&str; 31] = [
    "",
    "/pedidos",
    "/pedidos?q=a",
    "/pedidos/novo",
    "/pedidos/1",
    "/pedidos/1/mover",
    "/expedicao",
    "/ofertas",
    "/buscar?q=S0",
    "/skus",
    "/skus/novo",
    "/skus/ver?codigo=S0",
    "/skus/editar?codigo=S0",
    "/skus/canal?codigo=S0&canal=canal",
    "/skus/massa",
    "/exportar?tipo=skus",
    "/notificacoes",
    "/notificacoes/nova",
    "/notificacoes/1",
    "/fila",
    "/eventos",
    "/canais",
    "/canais/novo",
    "/canais/configurar?canal=canal",
    "/canais/conexao?canal=canal",
    "/canais/erros?canal=canal",
    "/importar",
    "/importar/correcoes",
    "/centros/editar",
    "/loja",
    "/atos",
];

on_both_databases! {
    async fn each_role_does_in_its_scope_what_it_may_and_nothing_else(app: TestApp) {
        for loja in ["loja-1", "loja-2"] {
            app.loja_with_skus(loja, &["S1"]).await;
        }
        app.other_aplicacao("outra").post("/Usuario", &models::usuario("loja-3")).await.with_status(201);
        let (first, second) = (Scope::Loja(app.loja("loja-1")), Scope::Loja(app.loja("loja-2")));
        let (own, other) = (Scope::Aplicacao(app.aplicacao), AplicacaoId(app.aplicacao.0 + 1));
        let third = Scope::Loja(LojaId { aplicacao: other, loja: 3 });
        let places = [Scope::All, own, first, second, Scope::Aplicacao(other), third];
        let emails = ["a@x.example", "b@x.example", "c@x.example", "d@x.example", "e@x.example", "f@x.example"];
        // whom the acts are about, one in each place
        let about: Vec<i64> = (0..6).map(|n| person(&app, emails[n], Role::Look, places[n])).collect();
        let visitors = ["ve", "opera", "dono"].map(|role| Role::from_name(role).unwrap());
        let mut tried = 0;
        let everybody = visitors.iter().flat_map(|role| [Scope::All, own, first].map(|scope| (*role, scope)));
        for (role, scope) in everybody {
            let ana = Visitor::of(&app, role, scope).await;
            let mark = ana.mark().await;
            for (place, about) in places.iter().zip(&about) {
                let (covered, code) = (scope.covers(*place), code_of(*place));
                let fits = |yes: u16, no: u16| match (role == Role::Own, covered) {
                    (false, _) => 403,
                    (true, true) => yes,
                    (true, false) => no,
                };
                let marked = ("marca", mark.as_str());
                let page = ana.get(&format!("/console/pessoas/{about}")).await;
                let visto = if page.status == 200 { seen(&page.text()) } else { String::new() };
                let same = [("nome", "Ana"), ("papel", "ve"), ("alcance", &code), ("ativo", "sim"), ("visto", &visto), marked];
                let who = [("nome", "Ana"), ("email", "a@x.example")];
                let wider = [&who[..], &[("papel", "dono"), ("alcance", code.as_str()), marked]].concat();
                let person = format!("/console/pessoas/{about}");
                let post = async |path: String, form: &[(&str, &str)]| ana.post(&path, &[], form).await.status;
                let mut seen = vec![
                    (ana.get(&person).await.status, fits(200, 404)),
                    (post(person.clone(), &same).await, fits(303, 404)),
                    (post(format!("{person}/link"), &[marked]).await, fits(200, 404)),
                    (post(format!("{person}/segundo-fator"), &[marked]).await, fits(303, 404)),
                    // where they may, it is refused all the same: the e-mail is taken
                    (post("/console/pessoas".to_owned(), &wider).await, fits(422, 422)),
                ];
                if let Scope::Loja(_) = place {
                    let what = [("codigo", "S0"), ("como", "estoque"), ("unidades", "1")];
                    let form = [&what[..], &[("motivo", "x"), ("visto", "1"), marked]].concat();
                    let adjust = post(format!("/console/{code}/skus/ajustar"), &form).await;
                    let may = if covered && role < Role::Operate { 403 } else { 404 };
                    seen.push((ana.get(&format!("/console/{code}")).await.status, if covered { 200 } else { 404 }));
                    seen.push((adjust, may));
                    if !covered {
                        // an address that takes no such request tells nothing either
                        let nothing = |status: u16| if status == 405 { 404 } else { status };
                        for page in OF_STORE {
                            let path = page.split('?').next().unwrap();
                            let sent = post(format!("/console/{code}{path}"), &[marked]).await;
                            seen.push((nothing(sent), 404));
                            let shown = ana.get(&format!("/console/{code}{page}")).await.status;
                            seen.push((nothing(shown), 404));
                        }
                    }
                }
                for (nth, (seen, expected)) in seen.into_iter().enumerate() {
                    assert_eq!(seen, expected, "{role:?} of {scope:?}, act {nth} in {place:?}");
                    tried += 1;
                }
            }
            let keys = ana.post("/console/chaves/revogar", &[], &[("numero", "99"), ("marca", &mark)]).await.status;
            let hub = scope == Scope::All;
            assert_eq!(keys, if hub && role < Role::Own { 403 } else { 404 }, "{role:?} of {scope:?}");
            assert_eq!(ana.get("/console/pessoas").await.status, if role == Role::Own { 200 } else { 403 });
            if role == Role::Own && !hub {
                let page = ana.page("/console/pessoas").await;
                let seen = emails.map(|email| page.contains(email));
                assert_eq!(seen, places.map(|place| scope.covers(place)), "{page}");
                assert!(!page.contains("loja-3") && !page.contains("outra"), "{page}");
                // a wider scope than the own one is not given away
                let wide = [("nome", "X"), ("email", "x@x.example"), ("papel", "ve"), ("alcance", "tudo")];
                assert!(ana.act("/console/pessoas", &wide).await.with_status(422).text().contains("não há isso aqui"));
            }
        }
        assert!(tried > 800, "{tried}");
    }

    async fn guesses_wait_and_tell_nothing(app: TestApp) {
        person(&app, "ana@x.example", Role::Look, Scope::All);
        let off = person(&app, "off@x.example", Role::Look, Scope::All);
        app.database.execute(&format!("UPDATE console_pessoas SET ativo = NOT ativo WHERE pessoa_id = {off}"));
        let mut told = Vec::new();
        for email in ["ana@x.example", "ninguem@x.example"] {
            let mut answers = Vec::new();
            for _ in 0..5 {
                let answer = sign_in(&app.admin, &[], email, "errada").await.with_status(422);
                assert_eq!(answer.header("set-cookie"), "");
                answers.push(answer.text().replace(email, ""));
            }
            told.push(answers);
            // also with the right password
            let slowed = sign_in(&app.admin, &[], email, PASSWORD).await.with_status(429);
            let wait: i64 = slowed.header("retry-after").parse().unwrap();
            assert!((1..=60).contains(&wait), "{wait}");
        }
        assert_eq!(told[0], told[1]);
        sign_in(&app.admin, &[], "off@x.example", PASSWORD).await.with_status(422);
        if app.database.kind() == Database::Postgres {
            // another server knows
            let other = Server::start(&config(&app.database.url));
            let client = TestClient::new(other.admin, None);
            app.database.execute("UPDATE console_tentativas SET falhas = 30");
            sign_in(&client, &[], "ana@x.example", PASSWORD).await.with_status(429);
            app.database.execute("UPDATE console_tentativas SET falhas = 6");
            other.stop();
        }
        app.database.execute("UPDATE console_tentativas SET ultima_em = ultima_em - 120000000");
        sign_in(&app.admin, &[], " ANA@x.example", PASSWORD).await.with_status(303);
        sign_in(&app.admin, &[], "ana@x.example", "errada").await.with_status(422);
        // by address, whatever the e-mail; a proxy of this machine says which
        let from = [("x-forwarded-for", "198.51.100.1, 203.0.113.9")];
        for n in 0..20 {
            sign_in(&app.admin, &from, &format!("{n}@x.example"), "errada").await.with_status(422);
        }
        sign_in(&app.admin, &from, "ana@x.example", PASSWORD).await.with_status(429);
        let elsewhere = [("x-forwarded-for", "203.0.113.10")];
        sign_in(&app.admin, &elsewhere, "ana@x.example", PASSWORD).await.with_status(303);
        let from_elsewhere = [("origin", "https://mau.example")];
        sign_in(&app.admin, &from_elsewhere, "ana@x.example", PASSWORD).await.with_status(403);
    }

    async fn a_session_is_new_and_lasts_while_it_is_used(app: TestApp) {
        let id = person(&app, "ana@x.example", Role::Operate, Scope::All);
        let chosen = [("cookie", "entreposto_console=escolhida")];
        let entered = sign_in(&app.admin, &chosen, "ana@x.example", PASSWORD).await.with_status(303);
        assert!(!entered.header("set-cookie").contains("escolhida"));
        let first = Visitor::with(&app, entered.header("set-cookie"));
        // signing in once more in the same browser ends what was there
        let before = entered.header("set-cookie").split(';').next().unwrap().to_owned();
        let cookie = [("cookie", before.as_str())];
        let entered = sign_in(&app.admin, &cookie, "ana@x.example", PASSWORD).await.with_status(303);
        first.get("/console/conta").await.with_status(401);
        let ana = Visitor::with(&app, entered.header("set-cookie"));
        let phone = signed_in(&app, "ana@x.example", PASSWORD).await;
        let until = || {
            let found = app.store.read_blocking(|conn| accesses::of_person(conn, id, Instante::now()));
            let found = found.unwrap();
            let hour = |one: &accesses::Access| one.sessao_expira_em.unwrap().micros() / 3_600_000_000;
            found.iter().map(hour).collect::<Vec<_>>()
        };
        let now = Instante::now().micros() / 3_600_000_000;
        let hours = |n: i64| {
            let at = (now + n) * 3_600_000_000;
            format!("UPDATE console_acessos SET sessao_expira_em = {at} WHERE sessao_expira_em IS NOT NULL")
        };
        app.database.execute(&hours(5));
        ana.page("/console/conta").await;
        assert!(until().contains(&(now + 5)) && until().iter().any(|one| *one >= now + 71), "{:?}", until());
        app.database.execute(&hours(2));
        let begun = (now - 30 * 24 + 10) * 3_600_000_000;
        app.database.execute(&format!("UPDATE console_acessos SET criado_em = {begun}"));
        ana.page("/console/conta").await;
        assert!(until().iter().all(|one| *one <= now + 10), "{:?}", until());
        // own ones alone are ended
        let rui = Visitor::operator(&app).await;
        let list = ana.page("/console/conta").await;
        let other = between(&list, "name=\"numero\" value=\"", "\"");
        let proved = |id| [("numero", id), ("atual", PASSWORD)];
        rui.act("/console/conta/sessoes", &proved(other.as_str())).await.with_status(404);
        ana.act("/console/conta/sessoes", &proved("999")).await.with_status(404);
        ana.act("/console/conta/sessoes", &proved(other.as_str())).await.with_status(303);
        phone.get("/console/conta").await.with_status(401);
        // another password ends the others
        let phone = signed_in(&app, "ana@x.example", PASSWORD).await;
        let form = |old, new| [("atual", old), ("senha", new), ("repetida", new)];
        for (old, new, field) in
            [("errada", NEW, "atual"), (PASSWORD, "curta", "senha"), (PASSWORD, "ana-example-1", "senha")]
        {
            let text = ana.act("/console/conta/senha", &form(old, new)).await.with_status(422).text();
            assert!(text.contains(&format!("id=\"erro-{field}\"")) && !text.contains(NEW), "{text}");
        }
        ana.act("/console/conta/senha", &form(PASSWORD, NEW)).await.with_status(303);
        phone.get("/console/conta").await.with_status(401);
        ana.page("/console/conta").await;
        sign_in(&app.admin, &[], "ana@x.example", PASSWORD).await.with_status(422);
        signed_in(&app, "ana@x.example", NEW).await;
        app.database.execute(&hours(-1));
        ana.get("/console/conta").await.with_status(401);
    }

    async fn an_invitation_sets_a_password_once(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let form = [("nome", "Rui"), ("email", "Rui@X.example"), ("papel", "opera"), ("alcance", "1-1")];
        let invite = async |path: &str, form: &[(&str, &str)]| {
            let page = ana.act(path, form).await.with_status(200).text();
            let link = between(&page, "<code>", "</code>");
            assert!(link.starts_with(&app.admin.base), "{link}");
            link[app.admin.base.len()..].to_owned()
        };
        let (admin, set) = (app.admin.clone(), |link: &str, password: &'static str| {
            let (admin, code) = (app.admin.clone(), link.split_once("codigo=").unwrap().1.to_owned());
            async move {
                let form = [("codigo", code.as_str()), ("senha", password), ("repetida", password)];
                send(&admin, "/console/convite", &[], &form).await
            }
        });
        let link = invite("/console/pessoas", &form).await;
        let text = ana.act("/console/pessoas", &form).await.with_status(422).text();
        assert!(text.contains("id=\"erro-email\"") && text.contains("value=\"Rui\""), "{text}");
        // nobody is in before, and looking at a link changes nothing
        sign_in(&app.admin, &[], "rui@x.example", "").await.with_status(422);
        for _ in 0..2 {
            assert!(admin.get(&link).await.with_status(200).text().contains("rui@x.example"));
        }
        set(&link, "Senha1234567").await.with_status(422);
        let (one, two) = tokio::join!(set(&link, PASSWORD), set(&link, PASSWORD));
        let mut seen = [one.status, two.status];
        seen.sort_unstable();
        assert_eq!(seen, [303, 410], "two at once");
        admin.get(&link).await.with_status(410);
        let rui = signed_in(&app, "rui@x.example", PASSWORD).await;
        assert_eq!(rui.get("/console/").await.header("location"), "/console/1-1");
        // forgotten: the last link of two works, until it is too old or the person is switched off
        let path = "/console/pessoas/1/link";
        let (dead, link) = (invite(path, &[]).await, invite(path, &[]).await);
        set(&dead, NEW).await.with_status(410);
        rui.page("/console/conta").await;
        set(&link, NEW).await.with_status(303);
        rui.get("/console/conta").await.with_status(401);
        let link = invite(path, &[]).await;
        app.database.execute("UPDATE console_pessoas SET convite_expira_em = 1");
        set(&link, PASSWORD).await.with_status(410);
        let (link, rui) = (invite(path, &[]).await, signed_in(&app, "rui@x.example", NEW).await);
        // what a role is counts at once
        let adjust = [("codigo", "S1"), ("como", "estoque"), ("unidades", "1"), ("motivo", "x"), ("visto", "10")];
        let change = [("nome", "Rui"), ("papel", "ve"), ("alcance", "1-1")];
        let (path, before) = ("/console/pessoas/1", ana.page("/console/pessoas/1").await);
        send_form(&ana, path, &before, &[&change[..], &[("ativo", "sim")]].concat()).await.with_status(303);
        // another owner, who has opened the page before
        let text = send_form(&ana, path, &before, &[("nome", "Rui Sá"), ("papel", "opera"), ("alcance", "1-1")]).await;
        let text = text.with_status(409).text();
        for words in ["Outra pessoa mudou", "value=\"Rui Sá\"", "<b>ve</b>"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        rui.act("/console/1-1/skus/ajustar", &adjust).await.with_status(403);
        send_form(&ana, path, &text, &change).await.with_status(303);
        rui.get("/console/conta").await.with_status(401);
        set(&link, PASSWORD).await.with_status(410);
        sign_in(&app.admin, &[], "rui@x.example", NEW).await.with_status(422);
        let dump = run_blocking(&app.store, |store| store.read_blocking(|conn| {
            let mut out = Vec::new();
            archive::write(conn, &mut out, &mut |_| {}).unwrap();
            Ok::<_, StoreError>(String::from_utf8(out).unwrap())
        }));
        assert!(dump.contains("rui@x.example") && dump.contains("$argon2id$") && !dump.contains(NEW));
        let acts = ana.page("/console/atos").await;
        for told in ["convidou", "deu um novo link a", "definiu a sua senha", "ve, 1-1, desligada"] {
            assert!(acts.contains(told), "{told}: {acts}");
        }
    }

    async fn the_hub_keeps_an_owner(app: TestApp) {
        person(&app, "ana@x.example", Role::Own, Scope::All);
        let ana = signed_in(&app, "ana@x.example", PASSWORD).await;
        let change = |role, scope| vec![("nome", "Ana"), ("papel", role), ("alcance", scope)];
        let active = ("ativo", "sim");
        for form in [
            change("dono", "tudo"),
            [change("opera", "tudo"), vec![active]].concat(),
            [change("dono", "1"), vec![active]].concat(),
        ] {
            let text = change_form(&ana, "/console/pessoas/1", &form).await.with_status(409).text();
            assert!(text.contains("último dono"), "{text}");
        }
        person(&app, "bia@x.example", Role::Own, Scope::All);
        let bia = signed_in(&app, "bia@x.example", PASSWORD).await;
        let off = change("dono", "tudo");
        let (first, second) = (ana.mark().await, bia.mark().await);
        let pages = (ana.page("/console/pessoas/2").await, ana.page("/console/pessoas/1").await);
        let seen = (seen(&pages.0), seen(&pages.1));
        let marked = |mark, seen| [&off[..], &[("marca", mark), ("visto", seen)]].concat();
        let (first, second) = (marked(first.as_str(), seen.0.as_str()), marked(second.as_str(), seen.1.as_str()));
        let (one, two) = tokio::join!(
            ana.post("/console/pessoas/2", &[], &first),
            bia.post("/console/pessoas/1", &[], &second)
        );
        let done = [one.status, two.status].iter().filter(|status| **status == 303).count();
        assert_eq!(done, 1, "{} and {}", one.status, two.status);
    }

    async fn a_second_factor_is_asked_for_and_taken_once(app: TestApp) {
        person(&app, "ana@x.example", Role::Look, Scope::All);
        let ana = signed_in(&app, "ana@x.example", PASSWORD).await;
        let page = ana.page("/console/conta/segundo-fator").await;
        assert!(page.contains("<svg class=\"qr\""), "{page}");
        let secret = between(&page, "name=\"segredo\" value=\"", "\"");
        let on = |code: String, password: &'static str| {
            let (ana, secret) = (&ana, &secret);
            async move {
                let form = [("segredo", secret.as_str()), ("codigo", &code), ("atual", password)];
                ana.act("/console/conta/segundo-fator", &form).await
            }
        };
        on("000000".to_owned(), PASSWORD).await.with_status(422);
        on(code(&secret, 0), "errada").await.with_status(422);
        let used = code(&secret, 0);
        let reserves = on(used.clone(), PASSWORD).await.with_status(200).text();
        let reserves: Vec<String> = between(&reserves, "<code>", "</code>").lines().map(str::to_owned).collect();
        assert_eq!(reserves.len(), 10);
        // one that is on is not replaced, and goes with its code alone
        on(code(&secret, 1), PASSWORD).await.with_status(303);
        let off = async |code: &str| {
            ana.act("/console/conta/segundo-fator/desligar", &[("codigo", code), ("atual", PASSWORD)]).await
        };
        assert!(off("000000").await.with_status(422).text().contains("O código não confere"));
        off(&used).await.with_status(422);
        let half = async || {
            let page = sign_in(&app.admin, &[], "ana@x.example", PASSWORD).await.with_status(200);
            assert_eq!(page.header("set-cookie"), "");
            between(&page.text(), "name=\"passo\" value=\"", "\"")
        };
        let with = async |link: &str, code: &str| {
            send(&app.admin, "/console/entrar/codigo", &[], &[("passo", link), ("codigo", code)]).await
        };
        let (first, second) = (half().await, half().await);
        // it is no link, and what was taken is taken
        send(&app.admin, "/console/entrar", &[], &[("codigo", &first)]).await.with_status(410);
        with(&first, &used).await.with_status(422);
        let now = code(&secret, 1);
        let (one, two) = tokio::join!(with(&first, &now), with(&second, &now));
        let mut seen = [one.status, two.status];
        seen.sort_unstable();
        assert_eq!(seen, [303, 422], "one code, two at once");
        let left = if one.status == 303 { second } else { first };
        with(&left, &reserves[0].to_lowercase()).await.with_status(303);
        with(&left, &reserves[1]).await.with_status(401);
        let link = half().await;
        with(&link, &reserves[0]).await.with_status(422);
        for _ in 0..4 {
            with(&link, "000000").await.with_status(422);
        }
        with(&link, &reserves[1]).await.with_status(429);
        // a new password by a link does not go round it; an owner switches it off
        let owner = Visitor::operator(&app).await;
        let page = owner.act("/console/pessoas/1/link", &[]).await.with_status(200).text();
        let invitation = between(&page, "codigo=", "<");
        let form = [("codigo", invitation.as_str()), ("senha", NEW), ("repetida", NEW)];
        let set = send(&app.admin, "/console/convite", &[], &form).await.with_status(200);
        assert!(set.header("set-cookie").is_empty() && set.text().contains("name=\"passo\""));
        owner.act("/console/pessoas/1/segundo-fator", &[]).await.with_status(303);
        signed_in(&app, "ana@x.example", NEW).await;
    }

    async fn an_owner_goes_round_the_own_password_nowhere(app: TestApp) {
        person(&app, "ana@x.example", Role::Own, Scope::All);
        let ana = signed_in(&app, "ana@x.example", PASSWORD).await;
        for act in ["link", "segundo-fator"] {
            let page = ana.act(&format!("/console/pessoas/1/{act}"), &[]).await.with_status(409).text();
            assert!(page.contains("Sua conta"), "{page}");
        }
        let page = ana.page("/console/pessoas/1").await;
        assert!(!page.contains("/console/pessoas/1/link") && page.contains(r#"href="/console/conta""#), "{page}");
    }

    async fn a_link_opens_a_short_session_without_an_account(app: TestApp) {
        let link = link(&app, Role::Look, Scope::All);
        let entered = enter(&app, &link).await.with_status(303);
        let ana = Visitor::with(&app, entered.header("set-cookie"));
        assert!(ana.page("/console/conta").await.contains("por um link"));
        ana.act("/console/conta/senha", &[("atual", ""), ("senha", NEW), ("repetida", NEW)]).await.with_status(404);
        // with an application there is no first visit
        app.admin.get("/console/comecar").await.with_status(404);
    }
}

fn begin(database: Database) {
    let Some(database) = TestDatabase::new(database) else { return };
    let server = Server::start(&config(&database.url));
    let client = TestClient::new(server.admin, None);
    actix_web::rt::System::new().block_on(async {
        for path in ["/console/", "/console/entrar", "/console/1-1/pedidos"] {
            assert_eq!(client.get(path).await.with_status(303).header("location"), "/console/comecar");
        }
        let code = server.first_code.as_str();
        let form = |code| {
            let who =
                [("nome", "Ana"), ("email", "ana@x.example"), ("senha", PASSWORD), ("repetida", PASSWORD)];
            [&who[..], &[("empresa", "Papelaria"), ("loja", "Centro"), ("codigo", code)]].concat()
        };
        // whoever comes through a proxy, or by another name, is not at this machine
        for far in
            [("x-forwarded-for", "127.0.0.1"), ("forwarded", "for=127.0.0.1"), ("host", "hub.example.com")]
        {
            let asked = async |path: &str| {
                client.send(reqwest::Method::GET, path, &[far], None::<Vec<u8>>).await.with_status(200).text()
            };
            assert!(!asked("/console/comecar").await.contains("name=\"senha\""), "{far:?}");
            assert!(
                !asked("/console/comecar?codigo=AAAAAAAAAAAAAAAA").await.contains("name=\"senha\""),
                "{far:?}"
            );
            assert!(
                asked(&format!("/console/comecar?codigo={}", code.to_lowercase()))
                    .await
                    .contains("name=\"senha\"")
            );
            send(&client, "/console/comecar", &[far], &form("")).await.with_status(403);
        }
        send(&client, "/console/comecar", &[("origin", "https://mau.example")], &form(""))
            .await
            .with_status(403);
        let mut wrong = form("");
        wrong[3].1 = "outra";
        let text = send(&client, "/console/comecar", &[], &wrong).await.with_status(422).text();
        assert!(text.contains("id=\"erro-repetida\"") && text.contains("value=\"Papelaria\""), "{text}");
        let (here, there) = (form(""), form(code));
        let far = [("x-forwarded-for", "203.0.113.9")];
        let (one, two) = tokio::join!(
            send(&client, "/console/comecar", &[], &here),
            send(&client, "/console/comecar", &far, &there)
        );
        let mut seen = [one.status, two.status];
        seen.sort_unstable();
        assert_eq!(seen, [303, 404], "two at once");
        let entered = if one.status == 303 { one } else { two };
        let ana = Visitor::at(&client, entered.header("set-cookie"));
        assert_eq!(ana.get("/console/").await.header("location"), "/console/1-1");
        assert!(ana.page("/console/1-1").await.contains("Centro"));
        assert!(ana.page("/console/pessoas").await.contains("ana@x.example"));
        for path in ["/console/comecar", &format!("/console/comecar?codigo={code}")] {
            client.get(path).await.with_status(404);
        }
        send(&client, "/console/comecar", &[], &form(code)).await.with_status(404);
        client.get("/console/entrar").await.with_status(200);
    });
    server.stop();
}

#[test]
fn a_fresh_hub_begins_once_sqlite() {
    begin(Database::Sqlite);
}

#[test]
fn a_fresh_hub_begins_once_postgres() {
    begin(Database::Postgres);
}
