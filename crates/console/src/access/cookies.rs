//! The cookies: the session, the way to a provider and back, and the language.

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
/// The way to a provider and back.
const TRIP: &str = "entreposto_externo";
/// The same by TLS: browsers take a cookie of this name from this very host alone, for all of its paths.
const SECURE_TRIP: &str = "__Host-entreposto_externo";
/// How long somebody may be at the provider.
const TRIP_SECONDS: i64 = 600;
const LANGUAGE: &str = "entreposto_idioma";
const PATH: &str = "/console";
/// Where the provider sends people back, and where they set out from.
pub const EXTERNAL: &str = "/console/entrar/externo";

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
    let (name, value) = (if secure { SECURE } else { SESSION }, secret.text().to_owned());
    hidden((name, value), PATH, SameSite::Strict, secure, seconds)
}

/// Takes the session away.
pub fn no_session(secure: bool) -> Cookie<'static> {
    let mut cookie = session(&Secret::sent(""), secure, 0);
    cookie.make_removal();
    cookie
}

/// What a browser brings back from the provider, and whether it left by TLS.
pub fn trip_of(req: &HttpRequest) -> Option<(String, bool)> {
    let named = |name| Some(req.cookie(name)?.value().to_owned());
    named(SECURE_TRIP).map(|value| (value, true)).or_else(|| Some((named(TRIP)?, false)))
}

/// For the way to a provider. It comes back with an address of another site, so it cannot be a strict one.
pub fn trip(value: String, secure: bool) -> Cookie<'static> {
    let (name, path) = if secure { (SECURE_TRIP, "/") } else { (TRIP, EXTERNAL) };
    hidden((name, value), path, SameSite::Lax, secure, TRIP_SECONDS)
}

/// A cookie that no script sees.
fn hidden(
    (name, value): (&'static str, String),
    path: &'static str,
    same_site: SameSite,
    secure: bool,
    seconds: i64,
) -> Cookie<'static> {
    Cookie::build(name, value)
        .path(path)
        .http_only(true)
        .same_site(same_site)
        .secure(secure)
        .max_age(Duration::seconds(seconds))
        .finish()
}

/// Takes it away.
pub fn no_trip(secure: bool) -> Cookie<'static> {
    let mut cookie = trip(String::new(), secure);
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
