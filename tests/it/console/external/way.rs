//! The way to a provider and back: tokens, cookies, what a provider may answer, and what nobody may read of it.

use std::net::TcpListener;
use std::process::Stdio;

use domain::console::Role;
use reqwest::Method;
use serde_json::{Value, json};
use server::config::Config;
use store::accesses::Scope;

use super::super::people::{PASSWORD, between, person, sign_in, signed_in};
use super::super::visitor::{Visitor, send};
use super::{EXTERNAL, Trip, cookies, entered, hub, invited, leads, refused, secret_file};
use crate::support::TestClient;
use crate::support::process::{admin_of, demonstrate_with};
use crate::support::program::Program;
use crate::support::provider::{Account, CLIENT, Provider, SECRET, account};

on_both_databases! {
    async fn a_token_that_does_not_fit_opens_nothing(app: TestApp) {
        let provider = Provider::start();
        let hub = hub(&app, &provider);
        invited(&hub, "bia@x.example", Role::Operate, Scope::All);
        let good = account("b1", "bia@x.example");
        let says = |claims: Value| Account { claims, ..good.clone() };
        let head = |header: Value| Account { header, ..good.clone() };
        let changed = |token: String| {
            let (message, signature) = token.rsplit_once('.').unwrap();
            let other = if signature.starts_with('A') { "B" } else { "A" };
            format!("{message}.{other}{}", &signature[1..])
        };
        for bad in [
            says(json!({ "iss": "https://outra.example" })),
            says(json!({ "aud": "outro" })),
            says(json!({ "aud": ["hub", "outro"] })),
            says(json!({ "exp": 1_700_000_000 })),
            says(json!({ "nonce": "outro" })),
            says(json!({ "nonce": null })),
            says(json!({ "sub": "" })),
            head(json!({ "alg": "none" })),
            head(json!({ "alg": "HS256" })),
            Account { spoilt: |token| format!("{}.", token.rsplit_once('.').unwrap().0), ..head(json!({ "alg": "none" })) },
            Account { spoilt: changed, ..good.clone() },
            Account { spoilt: |_| "nada".to_owned(), ..good.clone() },
            Account { userinfo: Some("outra"), ..good.clone() },
        ] {
            // each of them counts as an attempt
            hub.database.execute("UPDATE console_tentativas SET falhas = 0");
            let text = refused(&hub, &provider, 502, bad.clone()).await;
            assert!(text.contains("não respondeu como devia"), "{} {}: {text}", bad.claims, bad.header);
        }
        // somebody whom the provider has not asked for long reads what to do
        let text = refused(&hub, &provider, 502, says(json!({ "auth_time": 1_700_000_000 }))).await;
        assert!(text.contains("há mais de meia hora. Saia de lá"), "{text}");
        // an e-mail of the token itself will do
        let own = json!({ "email": "bia@x.example", "email_verified": true });
        entered(&hub, &provider, Account { email: Value::Null, ..says(own) }).await;
        // a key that is new is asked for at once, and not once more within a minute
        let asked = provider.calls("/jwks");
        provider.new_key();
        refused(&hub, &provider, 502, good.clone()).await;
        assert_eq!(provider.calls("/jwks"), asked + 1);
        provider.show_keys();
        refused(&hub, &provider, 502, good.clone()).await;
        assert_eq!(provider.calls("/jwks"), asked + 1);
        let (other, provider) = (hub, Provider::start());
        drop(other);
        let hub = super::hub(&app, &provider);
        invited(&hub, "bia@x.example", Role::Operate, Scope::All);
        entered(&hub, &provider, good.clone()).await;
        provider.new_key();
        provider.show_keys();
        entered(&hub, &provider, good.clone()).await;
        assert_eq!(provider.calls("/jwks"), 2);
    }

    async fn a_way_back_belongs_to_its_browser_and_is_taken_once(app: TestApp) {
        let provider = Provider::start();
        let hub = hub(&app, &provider);
        invited(&hub, "bia@x.example", Role::Operate, Scope::All);
        let bia = account("b1", "bia@x.example");
        let (one, other) = (Trip::begin(&hub.admin, &[]).await, Trip::begin(&hub.admin, &[]).await);
        let path = provider.grant(&one.address, bia.clone());
        for strange in [other.back(&path).await, hub.admin.get(&path).await, one.back(EXTERNAL).await] {
            let text = strange.with_status(409).text();
            assert!(text.contains("não começou neste navegador") && !text.contains("codigo-"), "{text}");
        }
        assert_eq!(provider.calls("/token"), 0, "no code is sent to the provider");
        // by another issuer, and cancelled
        let state = between(&path, "state=", "&");
        let mixed = path.replace("iss=http", "iss=https");
        one.back(&mixed).await.with_status(502);
        let text = one.back(&format!("{EXTERNAL}?error=access_denied&state={state}")).await.with_status(409).text();
        assert!(text.contains("cancelada ou recusada"), "{text}");
        one.back(&path).await.with_status(200);
        one.back(&path).await.with_status(502);
        // each return counts where the address has no luck, and no more where it has
        hub.database.execute("UPDATE console_tentativas SET falhas = 19");
        for _ in 0..3 {
            entered(&hub, &provider, bia.clone()).await;
        }
        let mut free = 0;
        let slowed = loop {
            // what was not begun here does not count: any page can send a browser here
            hub.admin.get(EXTERNAL).await.with_status(409);
            let trip = Trip::begin(&hub.admin, &[]).await;
            let state = between(&provider.grant(&trip.address, bia.clone()), "state=", "&");
            let answer = trip.back(&format!("{EXTERNAL}?error=access_denied&state={state}")).await;
            match answer.status {
                409 => free += 1,
                _ => break answer.with_status(429),
            }
            assert!(free < 100);
        };
        assert!(!slowed.header("retry-after").is_empty(), "{slowed:?}");
        hub.database.execute("UPDATE console_tentativas SET falhas = 30");
        sign_in(&hub.admin, &[], "bia@x.example", PASSWORD).await.with_status(429);
        hub.database.execute("UPDATE console_tentativas SET falhas = 0");
        // no form of another site sets out
        send(&hub.admin, EXTERNAL, &[("origin", "https://mau.example")], &[]).await.with_status(403);
        // by TLS the cookie is for it alone, and so is the address that is led back to
        let own = hub.admin.base.replace("http:", "https:");
        let answer = send(&hub.admin, EXTERNAL, &[("origin", &own)], &[]).await.with_status(200);
        let set = cookies(&answer).remove(0);
        assert!(set.starts_with("__Host-entreposto_externo=") && set.contains("; Secure") && set.contains("; Path=/;"), "{set}");
        assert!(leads(&answer).contains("redirect_uri=https%3A%2F%2F127.0.0.1"), "{answer:?}");
        let back = provider.grant(&leads(&answer), bia.clone());
        let cookie = set.split(';').next().unwrap();
        let answer = hub.admin.send(Method::GET, &back, &[("cookie", cookie)], None::<Vec<u8>>).await.with_status(200);
        assert!(cookies(&answer).iter().any(|set| set.starts_with("__Secure-entreposto_console=")), "{answer:?}");
        // what the browser had before ends, though its cookie does not come back from elsewhere
        let before = entered(&hub, &provider, bia.clone()).await;
        let answer = send(&hub.admin, EXTERNAL, &[("cookie", &before.cookie())], &[]).await.with_status(200);
        let cookie = cookies(&answer).remove(0).split(';').next().unwrap().to_owned();
        before.page("/console/conta").await;
        let trip = Trip { client: hub.admin.clone(), cookie, address: leads(&answer) };
        trip.back(&provider.grant(&trip.address, bia)).await.with_status(200);
        before.get("/console/conta").await.with_status(401);
    }

    async fn a_provider_that_is_away_or_answers_nonsense_keeps_nobody_with_a_password_out(app: TestApp) {
        let gone = Provider::start();
        let hub = hub(&app, &gone);
        person(&hub, "ana@x.example", Role::Own, Scope::All);
        gone.set_document(json!({ "issuer": "https://outra.example" }));
        let answer = send(&hub.admin, EXTERNAL, &[], &[("volta", "/console/conta")]).await.with_status(502);
        let text = answer.text();
        assert!(text.contains("não respondeu como devia") && text.contains("value=\"/console/conta\""), "{text}");
        assert_eq!(cookies(&answer), Vec::<String>::new());
        // it is left in peace for some seconds
        send(&hub.admin, EXTERNAL, &[], &[]).await.with_status(502);
        assert_eq!(gone.calls("/.well-known/openid-configuration"), 1);
        signed_in(&hub, "ana@x.example", PASSWORD).await;
        for (name, odd) in [
            ("token_endpoint", json!("http://127.0.0.1:1/token")),
            ("authorization_endpoint", json!("javascript:alert(1)")),
            ("jwks_uri", json!("nada")),
            ("userinfo_endpoint", json!("http://conta.example/me")),
            ("issuer", json!(7)),
        ] {
            let provider = Provider::start();
            provider.set_document(json!({ name: odd }));
            let hub = super::hub(&app, &provider);
            person(&hub, "ana@x.example", Role::Own, Scope::All);
            send(&hub.admin, EXTERNAL, &[], &[]).await.with_status(502);
        }
        // addresses of a private network that its document alone names are not called
        let provider = Provider::start();
        let quiet = TcpListener::bind("127.0.0.1:0").unwrap();
        quiet.set_nonblocking(true).unwrap();
        let near = format!("https://{}/token", quiet.local_addr().unwrap());
        provider.set_document(json!({ "token_endpoint": near }));
        let hub = super::hub(&app, &provider);
        person(&hub, "ana@x.example", Role::Own, Scope::All);
        refused(&hub, &provider, 502, account("a1", "ana@x.example")).await;
        assert!(quiet.accept().is_err());
        // a secret in the body, where the provider takes none otherwise
        let provider = Provider::start();
        provider.set_document(json!({ "token_endpoint_auth_methods_supported": ["client_secret_post"] }));
        let hub = super::hub(&app, &provider);
        invited(&hub, "ana@x.example", Role::Own, Scope::All);
        entered(&hub, &provider, account("a1", "ana@x.example")).await;
        // nobody is there
        let issuer = provider.issuer.clone();
        drop(provider);
        let hub = app.another(|config| Config {
            oidc_issuer: Some(format!("{issuer}/x").parse().unwrap()),
            oidc_client_id: CLIENT.to_owned(),
            ..config
        });
        person(&hub, "ana@x.example", Role::Own, Scope::All);
        send(&hub.admin, EXTERNAL, &[], &[]).await.with_status(502);
        // without the setting there is neither a button nor a way
        person(&app, "ana@x.example", Role::Own, Scope::All);
        assert!(!app.admin.get("/console/entrar").await.with_status(200).text().contains(EXTERNAL));
        for answer in [send(&app.admin, EXTERNAL, &[], &[]).await, app.admin.get(EXTERNAL).await] {
            answer.with_status(404);
        }
    }
}

#[test]
fn neither_codes_nor_secrets_are_in_the_log_or_on_a_page() {
    let provider = Provider::start();
    let p = Program::new()
        .free_ports()
        .env("ENTREPOSTO_LOG", "debug")
        .env("ENTREPOSTO_OIDC_ISSUER", &provider.issuer)
        .env("ENTREPOSTO_OIDC_CLIENT_ID", CLIENT)
        .env("ENTREPOSTO_OIDC_CLIENT_SECRET_FILE", &secret_file().to_string_lossy());
    let shown = p.ok(&["config"]);
    assert!(
        shown.contains(&format!("oidc_issuer = \"{}\"", provider.issuer)) && !shown.contains(SECRET),
        "{shown}"
    );
    let log = p.folder.path().join("log");
    let (mut process, rows, _output) =
        demonstrate_with(&p, Stdio::from(std::fs::File::create(&log).unwrap()));
    let client = TestClient::new(admin_of(&rows), None);
    let database = format!("sqlite://{}/data/demo/entreposto.db", p.folder.path().display());
    let link = p.ok(&["console", "link", "--role", "dono", "--database-url", &database]);
    actix_web::rt::System::new().block_on(async {
        let token = link.split_once("codigo=").unwrap().1.trim();
        let answer = send(&client, "/console/entrar", &[], &[("codigo", token)]).await.with_status(303);
        let owner = Visitor::at(&client, answer.header("set-cookie"));
        let form = [("nome", "Bia"), ("email", "bia@x.example"), ("papel", "ve"), ("alcance", "tudo")];
        owner.act("/console/pessoas", &form).await.with_status(200);
        let system = owner.page("/console/sistema").await;
        assert!(system.contains("oidc_client_secret_file") && !system.contains("segredo:do"), "{system}");
        let mut kept = Vec::new();
        let bia = account("b1", "bia@x.example");
        let expired = Account { claims: json!({ "exp": 1 }), ..bia.clone() };
        for (who, status) in [(bia, 200), (expired, 502)] {
            let trip = Trip::begin(&client, &[]).await;
            kept.push(trip.cookie.split_once('=').unwrap().1.split('.').next().unwrap().to_owned());
            let path = provider.grant(&trip.address, who);
            trip.back(&path).await.with_status(status);
            trip.back(&format!("{EXTERNAL}?error=estranho-demais&{}", path.split_once('?').unwrap().1)).await;
        }
        process.sign("TERM");
        process.end();
        let text = std::fs::read_to_string(&log).unwrap();
        let warnings = text.lines().filter(|line| line.contains("a sign-in by the provider has failed"));
        let warnings: Vec<&str> = warnings.collect();
        assert!(warnings.len() == 3 && warnings.iter().all(|line| line.contains("WARN")), "{text}");
        assert!(text.contains("it has expired") && text.contains("an error of its own"), "{text}");
        assert!(text.contains("route=\"/console/entrar/externo\""), "{text}");
        let given = provider.given();
        assert!(given.len() > 10);
        let never = [SECRET, "estranho-demais", "segredo", "bia@x.example"].map(str::to_owned);
        for secret in given.iter().chain(&kept).chain(&never) {
            assert!(!text.contains(secret.as_str()), "{secret} is in the log");
        }
    });
}
