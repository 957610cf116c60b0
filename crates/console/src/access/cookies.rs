//! The two cookies: the session, and the language.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use super::secret::Secret;
use crate::lang::Lang;

/// How long a link's session lasts: a working day, so that nobody is signed out over lunch.
pub const SESSION_SECONDS: i64 = 12 * 3600;

const SESSION: &str = "entreposto_console";
/// The session of who came by TLS: browsers take and send a cookie of this name by TLS alone.
const SECURE: &str = "__Secure-entreposto_console";
const LANGUAGE: &str = "entreposto_idioma";
const PATH: &str = "/console";

/// The session that a request names, and whether it began by TLS.
pub fn session_of(req: &HttpRequest) -> Option<(Secret, bool)> {
    let named = |name| Some(Secret::sent(req.cookie(name)?.value()));
    named(SECURE).map(|secret| (secret, true)).or_else(|| Some((named(SESSION)?, false)))
}

/// The language that a request wants; Portuguese unless it says otherwise.
pub fn language_of(req: &HttpRequest) -> Lang {
    let named = req.cookie(LANGUAGE).and_then(|cookie| Lang::named(cookie.value()));
    named.unwrap_or_default()
}

/// Neither scripts nor other sites see it.
pub fn session(secret: &Secret, secure: bool, seconds: i64) -> Cookie<'static> {
    Cookie::build(if secure { SECURE } else { SESSION }, secret.text().to_owned())
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure)
        .max_age(Duration::seconds(seconds))
        .finish()
}

/// Takes the session away.
pub fn no_session(secure: bool) -> Cookie<'static> {
    let mut cookie = session(&Secret::sent(""), secure, 0);
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
