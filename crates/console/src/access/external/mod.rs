//! Sign-in by an OpenID Connect provider: out by a form, back by an address with a code. Codes and tokens are in no page and
//! no log line.

mod issuer;
mod provider;
mod token;
mod trip;
mod whose;

use actix_web::http::header::{HeaderValue, REFERRER_POLICY};
use actix_web::{HttpRequest, HttpResponse, web};
use http_kit::QueryReader;
use store::accesses::PERSON_SECONDS;
use store::{pessoas, tentativas};

use self::provider::{Trouble, known_error};
use self::token::Fault;
use self::trip::Trip;
use self::whose::{Told, person};
use super::cookies::{self, EXTERNAL, language_of};
use super::entrance::{Beginning, leading, page_at, refused};
use super::form::Sent;
use super::person::{BY_ADDRESS, code_form, entered};
use super::proof::{counted, counted_by};
use super::secret::Secret;
use super::visit::host;
use super::{SIGN_IN, caller};
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;

pub use issuer::{InvalidIssuer, Issuer};
pub use provider::Provider;
pub use whose::provider_of;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/entrar/externo", web::post().to(set_out)).route("/entrar/externo", web::get().to(come_back));
}

/// The address that the provider sends people back to, as the browser reaches it.
fn address(req: &HttpRequest, by_tls: bool) -> String {
    format!("{}://{}{EXTERNAL}", if by_tls { "https" } else { "http" }, host(req))
}

async fn set_out(
    req: HttpRequest,
    state: web::Data<State>,
    Sent(form): Sent,
) -> Result<HttpResponse, Failure> {
    let (lang, provider) = (language_of(&req), state.provider.as_ref().ok_or(Failure::NoPage)?);
    let trip = Trip::begin(&req, &form)?;
    if state.is_fresh().await? {
        return Err(Failure::FirstVisit);
    }
    let way = match provider.way_in(&trip, &address(&req, trip.by_tls)).await {
        Ok(way) => way,
        Err(trouble) => return refused(&req, &trip.back, told(lang, provider, trouble)),
    };
    // no redirect: the policy of the page with the form lets forms lead nowhere else
    let title = match lang {
        Lang::Pt => format!("Entrar com {}", provider.host()),
        Lang::En => format!("Sign in with {}", provider.host()),
    };
    let words = lang.say("Ir para a página de entrada", "Go to the page of the sign-in");
    let mut answer = leading(&req, &title, way.as_str(), words);
    answer.add_cookie(&trip.cookie()).map_err(|_| Failure::Fault("a cookie could not be set"))?;
    Ok(answer)
}

async fn come_back(req: HttpRequest, state: web::Data<State>) -> Result<HttpResponse, Failure> {
    let provider = state.provider.as_ref().ok_or(Failure::NoPage)?;
    let trip = Trip::of(&req);
    let back = trip.as_ref().map_or_else(String::new, |trip| trip.back.clone());
    let state_back = Secret::sent(&QueryReader::of_request(&req).text("state").unwrap_or_default());
    // a return that belongs to no way out of this browser leaves the cookie: the right one may still come
    let trip = trip.filter(|trip| trip.state().is(&state_back));
    let by_tls = trip.as_ref().map(|trip| trip.by_tls);
    let mut answer = match returned(&req, &state, provider, trip).await {
        Ok(answer) => answer,
        Err(failure) => refused(&req, &back, failure)?,
    };
    // the address holds the code and the state: what this page loads is not told it
    let policy = HeaderValue::from_static("strict-origin");
    answer.headers_mut().insert(REFERRER_POLICY, policy);
    if let Some(by_tls) = by_tls {
        let gone = cookies::no_trip(by_tls);
        answer.add_cookie(&gone).map_err(|_| Failure::Fault("a cookie could not be taken away"))?;
    }
    Ok(answer)
}

async fn returned(
    req: &HttpRequest,
    state: &State,
    provider: &Provider,
    trip: Option<Trip>,
) -> Result<HttpResponse, Failure> {
    let lang = language_of(req);
    // before anything is counted: any page on the web can send a browser here
    let trip = trip.ok_or_else(|| not_begun(lang))?;
    let by_address = counted_by("endereco", &caller::address(req));
    counted(state, lang, vec![(by_address, BY_ADDRESS)]).await?;
    let mut reader = QueryReader::of_request(req);
    let mut said = |name| reader.text(name).unwrap_or_default();
    let (code, error, issuer) = (said("code"), said("error"), said("iss"));
    if !error.is_empty() || code.is_empty() {
        tracing::warn!(why = %known_error(&error), "a sign-in by the provider has failed");
        return Err(Failure::Refused(cancelled(lang, provider)));
    }
    // of several providers one could hand on another's code (RFC 9207)
    if !issuer.is_empty() && issuer != provider.issuer() {
        return Err(told(lang, provider, Trouble::OtherIssuer));
    }
    let known = provider.known(&trip, &code, &address(req, trip.by_tls)).await;
    let known = known.map_err(|trouble| told(lang, provider, trouble))?;
    let identity = format!("{} {}", provider.issuer(), known.subject());
    let (bound, invited) = (identity.clone(), trip.invitation.as_ref().map(Secret::hash));
    let bound = state.store.read_one(move |conn| pessoas::of_identity(conn, &bound)).await?;
    let email = match bound {
        Some(_) => None,
        None => match provider.email(&known).await {
            Ok(email) => email,
            // a link needs no e-mail
            Err(_) if trip.invitation.is_some() => None,
            Err(trouble) => return Err(told(lang, provider, trouble)),
        },
    };
    let told = Told { identity, email, host: provider.host() };
    let beginning = Beginning::returned(req, trip.by_tls, trip.before)?;
    let (awaiting, begun) = (Secret::draw()?, beginning.clone());
    let link = awaiting.hash();
    let done = state.store.write(move |tx| {
        let one = person(tx, lang, &told, invited.as_ref())?;
        tentativas::give_back(tx, &by_address)?;
        entered(tx, &one, &begun, &link)
    });
    let in_now = done.await.inspect_err(|failure| {
        if matches!(failure, Failure::Refused(_)) {
            tracing::info!("somebody could not sign in to the console by the provider");
        }
    })?;
    if in_now {
        // no redirect: on one that began at another site browsers leave the strict cookie of the session out
        let mut answer = leading(
            req,
            lang.say("Você entrou", "You are signed in"),
            &trip.back,
            lang.say("Continuar", "Go on"),
        );
        let cookie = beginning.cookie(PERSON_SECONDS);
        answer.add_cookie(&cookie).map_err(|_| Failure::Fault("a cookie could not be set"))?;
        return Ok(answer);
    }
    let body = code_form(lang, &awaiting, &trip.back, None);
    Ok(page_at(req, SIGN_IN, lang.say("Código", "Code"), &body))
}

fn not_begun(lang: Lang) -> Failure {
    let words = lang.say(
        "Esta entrada não começou neste navegador, já foi usada ou passou de dez minutos. Comece de novo.",
        "This sign-in was not begun in this browser, was used before, or took more than ten minutes. Begin anew.",
    );
    Failure::Refused(words.to_owned())
}

fn cancelled(lang: Lang, provider: &Provider) -> String {
    let host = provider.host();
    match lang {
        Lang::Pt => format!(
            "A entrada por {host} foi cancelada ou recusada lá. Tente de novo, ou entre com e-mail e senha."
        ),
        Lang::En => format!(
            "The sign-in by {host} was cancelled or refused there. Try again, or sign in by e-mail and password."
        ),
    }
}

/// Writes down what is wrong with the provider, and says so to the visitor.
fn told(lang: Lang, provider: &Provider, trouble: Trouble) -> Failure {
    tracing::warn!(why = %trouble, "a sign-in by the provider has failed");
    let host = provider.host();
    if matches!(trouble, Trouble::Token(Fault::Stale)) {
        return Failure::Provider(match lang {
            Lang::Pt => {
                format!("Você entrou em {host} há mais de meia hora. Saia de lá, e entre por aqui de novo.")
            }
            Lang::En => {
                format!(
                    "You signed in at {host} more than half an hour ago. Sign out there, and sign in here again."
                )
            }
        });
    }
    Failure::Provider(match lang {
        Lang::Pt => format!(
            "{host} não respondeu como devia, e ninguém entrou. Tente de novo em instantes, ou entre com e-mail e senha."
        ),
        Lang::En => format!(
            "{host} has not answered as it should, and nobody is in. Try again soon, or sign in by e-mail and password."
        ),
    })
}
