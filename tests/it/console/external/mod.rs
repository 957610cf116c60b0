//! Sign-in by a provider: who gets in and who does not, what a token has to be, and what a person without a password does
//! where others show theirs.

mod persons;
mod way;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use domain::console::Role;
use reqwest::Method;
use server::config::Config;
use store::accesses::Scope;
use store::pessoas;

use super::people::between;
use super::visitor::{Visitor, send};
use crate::support::app::run_blocking;
use crate::support::provider::{Account, CLIENT, Provider, SECRET};
use crate::support::{Answer, TestApp, TestClient};

const EXTERNAL: &str = "/console/entrar/externo";

/// A file with the secret.
fn secret_file() -> &'static Path {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let name = format!("oidc-secret.{}", std::process::id());
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, format!("{SECRET}\n")).expect("the secret is written");
        file
    })
}

/// A hub where people may sign in by a provider.
fn hub(app: &TestApp, provider: &Provider) -> TestApp {
    let issuer = Some(provider.issuer.parse().unwrap());
    app.another(|config| Config {
        oidc_issuer: issuer,
        oidc_client_id: CLIENT.to_owned(),
        oidc_client_secret_file: Some(secret_file().to_owned()),
        ..config
    })
}

/// Stores somebody without a password.
fn invited(app: &TestApp, email: &'static str, role: Role, scope: Scope) -> i64 {
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| {
            pessoas::create(tx, ("Bia", email), (role, scope))
                .map(|one| one.expect("nobody has the e-mail").id)
        })
    })
}

/// Somebody's browser, on its way to the provider: the cookie that it keeps, and the address that it is sent to.
struct Trip {
    client: TestClient,
    cookie: String,
    address: String,
}

fn cookies(answer: &Answer) -> Vec<String> {
    answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
}

/// Where a page goes on to by itself.
fn leads(answer: &Answer) -> String {
    between(&answer.text(), "content=\"0; url=", "\"").replace("&amp;", "&")
}

impl Trip {
    async fn begin(client: &TestClient, fields: &[(&str, &str)]) -> Self {
        let answer = send(client, EXTERNAL, &[], fields).await.with_status(200);
        let set = cookies(&answer);
        assert_eq!(set.len(), 1, "{set:?}");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/console/entrar/externo", "Max-Age=600"] {
            assert!(set[0].contains(part) && !set[0].contains("Secure"), "{set:?}");
        }
        let cookie = set[0].split(';').next().unwrap().to_owned();
        Self { client: client.clone(), cookie, address: leads(&answer) }
    }

    async fn back(&self, path: &str) -> Answer {
        self.client.send(Method::GET, path, &[("cookie", self.cookie.as_str())], None::<Vec<u8>>).await
    }
}

/// Signs in by the provider, as it says who it is.
async fn tried(hub: &TestApp, provider: &Provider, who: Account) -> Answer {
    let trip = Trip::begin(&hub.admin, &[]).await;
    let answer = trip.back(&provider.grant(&trip.address, who)).await;
    let text = answer.text();
    assert!(!text.contains("codigo-") && !text.contains("code="), "{text}");
    // the way back is taken once, whatever comes of it
    assert!(cookies(&answer).iter().any(|set| set.starts_with("entreposto_externo=;")), "{answer:?}");
    answer
}

/// The same of somebody who gets in.
async fn entered(hub: &TestApp, provider: &Provider, who: Account) -> Visitor {
    let answer = tried(hub, provider, who).await.with_status(200);
    let session = cookies(&answer).into_iter().find(|set| set.starts_with("entreposto_console="));
    let session = session.unwrap_or_else(|| panic!("no session: {answer:?}"));
    assert!(session.contains("SameSite=Strict"), "{session}");
    Visitor::with(hub, &session)
}

/// The same of somebody who does not: the words of the page, which has the form for a password.
async fn refused(hub: &TestApp, provider: &Provider, status: u16, who: Account) -> String {
    let answer = tried(hub, provider, who).await.with_status(status);
    assert!(!cookies(&answer).iter().any(|set| set.starts_with("entreposto_console")), "{answer:?}");
    let text = answer.text();
    assert!(text.contains("role=\"alert\"") && text.contains("name=\"senha\""), "{text}");
    text
}
