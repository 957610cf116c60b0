//! The two cookies: the session, and the language.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use super::secret::Secret;
use crate::lang::Lang;

/// How long a session lasts: a working day, so that nobody is signed out over lunch.
pub const SESSION_SECONDS: i64 = 12 * 3600;

const SESSION: &str = "entreposto_console";
const LANGUAGE: &str = "entreposto_idioma";
const PATH: &str = "/console";

/// The session that a request names.
pub fn session_of(req: &HttpRequest) -> Option<Secret> {
    Some(Secret::sent(req.cookie(SESSION)?.value()))
}

/// The language that a request wants; Portuguese unless it says otherwise.
pub fn language_of(req: &HttpRequest) -> Lang {
    let named = req.cookie(LANGUAGE).and_then(|cookie| Lang::named(cookie.value()));
    named.unwrap_or_default()
}

/// Neither scripts nor other sites see it.
pub fn session(secret: &Secret, secure: bool) -> Cookie<'static> {
    Cookie::build(SESSION, secret.text().to_owned())
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure)
        .max_age(Duration::seconds(SESSION_SECONDS))
        .finish()
}

/// Takes the session away.
pub fn no_session() -> Cookie<'static> {
    let mut cookie = Cookie::build(SESSION, "").path(PATH).http_only(true).finish();
    cookie.make_removal();
    cookie
}

/// For a year.
pub fn language(lang: Lang) -> Cookie<'static> {
    Cookie::build(LANGUAGE, lang.name())
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .max_age(Duration::days(365))
        .finish()
}
