//! What goes wrong in the console, and in which words.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use http_kit::api_keys::NoRandomness;
use http_kit::request_id;
use store::StoreError;

use crate::lang::Lang;

/// The address where a fresh hub begins.
pub const FIRST_VISIT: &str = "/console/comecar";

/// The address where a second factor is set up.
pub const FACTOR: &str = "/console/conta/segundo-fator";

/// Why there is no page, or why nothing was done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// No session.
    #[error("nobody has signed in")]
    NoSession,
    /// Nobody has begun the hub.
    #[error("the hub is fresh")]
    FirstVisit,
    /// A session that is over.
    #[error("the session is over")]
    SignedOut,
    /// A link that was followed before, is too old, or never was one.
    #[error("the link opens nothing")]
    DeadLink,
    /// Somebody without the second factor that is required of them.
    #[error("a second factor is wanted first")]
    FactorWanted,
    /// A link, or a session of one, where a second factor is required.
    #[error("a second factor is required, and a link has none")]
    NoLinks,
    /// A form of somebody else's page.
    #[error("the form came from elsewhere")]
    Foreign,
    /// A form that cannot be read.
    #[error("the form cannot be read")]
    Unreadable,
    /// A form that is too long; in the visitor's words.
    #[error("the form is too long")]
    TooLarge(String),
    /// A form that did not arrive in time, or whose place others needed.
    #[error("the form did not arrive")]
    TooSlow,
    /// Somebody who does not decide about people and keys wanted to.
    #[error("the visitor does not decide about people and keys")]
    OnlyOwns,
    /// Too many attempts; why there is none now, in the visitor's words, and for how many seconds.
    #[error("too many attempts")]
    Slowed(String, i64),
    /// Somebody who may only look wanted to act.
    #[error("the visitor only looks")]
    OnlyLooks,
    /// Somebody who sees one store alone wanted to change what its application shares with others.
    #[error("the visitor sees one store alone")]
    OnlyOneStore,
    /// There is no such thing, or it is beyond what the visitor may see.
    #[error("there is no such thing")]
    Missing,
    /// An address that no page has.
    #[error("there is no such page")]
    NoPage,
    /// A parameter of the address stands for nothing: its name, and what it holds.
    #[error("the address asks for {0}={1}")]
    Parameter(&'static str, String),
    /// What was asked for cannot be done; why, in the visitor's words.
    #[error("refused: {0}")]
    Refused(String),
    /// A field of a form holds what it cannot hold (an empty name: the form as a whole), and why.
    #[error("{0}: {1}")]
    Wrong(&'static str, String),
    /// Fields of a form hold what they cannot hold: each by its name (an empty one: the form as a whole), and why.
    #[error("{0:?}")]
    Invalid(Vec<(String, String)>),
    /// Somebody else has changed fields since the form's page was opened; in the visitor's words, and their names.
    #[error("changed meanwhile: {1:?}")]
    Changed(String, Vec<String>),
    /// Nothing was done, since the form's sender has not seen that a stock is this now and would become that.
    #[error("unseen: {0} → {1}")]
    Unseen(i32, i32),
    /// The provider by which people sign in has not said who somebody is; in the visitor's words.
    #[error("the provider fails")]
    Provider(String),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No random numbers.
    #[error(transparent)]
    Random(#[from] NoRandomness),
    /// The program's own.
    #[error("{0}")]
    Fault(&'static str),
}

/// How long a moment is.
const PASSES_SECONDS: i64 = 2;

/// True for what is over in a moment.
fn passes(error: &StoreError) -> bool {
    use StoreError::{Concurrency, Overload, TooSlow, Unavailable, Unknown};
    matches!(error, Overload | Unavailable(_) | Unknown(_) | TooSlow(_) | Concurrency(_))
}

impl Failure {
    /// Seconds until the same may be tried again, where that is known.
    pub(crate) fn wait(&self) -> Option<i64> {
        if let Self::Slowed(_, wait) = self {
            return Some(*wait);
        }
        matches!(self, Self::Store(error) if passes(error)).then_some(PASSES_SECONDS)
    }

    /// A heading, and what to do now.
    pub(crate) fn words(&self, lang: Lang) -> (&str, String) {
        let said = |pt: &'static str, en: &'static str, then_pt: &str, then_en: &str| {
            (lang.say(pt, en), lang.say(then_pt, then_en).to_owned())
        };
        match self {
            Failure::NoSession => said("Entrar no console", "Sign in to the console", "", ""),
            Failure::FirstVisit => said("Primeira visita", "First visit", "", ""),
            Failure::SignedOut => said(
                "A sessão terminou",
                "The session is over",
                "Nada se perdeu. Entre de novo.",
                "Nothing is lost. Sign in again.",
            ),
            Failure::DeadLink => said(
                "Este link não abre mais nada",
                "This link opens nothing any more",
                "Cada link vale uma vez e por pouco tempo. Peça outro.",
                "Each link works once, and not for long. Ask for another one.",
            ),
            Failure::FactorWanted => said("Segundo fator", "Second factor", "", ""),
            Failure::NoLinks => said(
                "Aqui se entra com segundo fator",
                "Here a second factor is needed to sign in",
                "A empresa o exige de todos, e um link não tem nenhum. Entre com e-mail, senha e código.",
                "The company requires it of everybody, and a link has none. Sign in by e-mail, password and code.",
            ),
            Failure::Foreign => said(
                "O pedido não veio desta sessão",
                "The request did not come from this session",
                "Nada foi feito. Volte, recarregue a página e tente de novo.",
                "Nothing was done. Go back, reload the page and try again.",
            ),
            Failure::Unreadable => said(
                "O formulário não pôde ser lido",
                "The form could not be read",
                "Nada foi feito. Volte, recarregue a página e tente de novo.",
                "Nothing was done. Go back, reload the page and try again.",
            ),
            Failure::TooSlow => said(
                "O formulário não chegou a tempo",
                "The form did not arrive in time",
                "Nada foi feito. Volte e tente de novo.",
                "Nothing was done. Go back and try again.",
            ),
            Failure::OnlyLooks => said(
                "Seu acesso é só para ver",
                "Your access is for looking only",
                "Nada foi feito. Um dono pode mudar o seu papel para “opera”.",
                "Nothing was done. An owner can change your role to “opera”.",
            ),
            Failure::OnlyOneStore => said(
                "Isto é da empresa, e seu acesso é a uma loja só",
                "This is the company's, and your access is to one store alone",
                "Nada foi feito. Quem opera a empresa ou o hub cuida disto.",
                "Nothing was done. Whoever operates the company or the hub takes care of this.",
            ),
            Failure::OnlyOwns => said(
                "Só um dono decide sobre pessoas e chaves",
                "Only an owner decides about people and keys",
                "Nada foi feito.",
                "Nothing was done.",
            ),
            Failure::Missing => said(
                "Não encontrado",
                "Not found",
                "Não existe, ou seu acesso não o mostra.",
                "It does not exist, or your access does not show it.",
            ),
            Failure::NoPage => said(
                "Não há página neste endereço",
                "There is no page at this address",
                "Ele pode ter sido digitado ou copiado só em parte.",
                "It may have been mistyped, or copied in part.",
            ),
            Failure::Parameter(name, text) => {
                let before = lang.say("No endereço está", "The address says");
                let then = lang.say("e isso não há aqui.", "and there is no such thing here.");
                (lang.say("Não encontrado", "Not found"), format!("{before} “{name}={text}”, {then}"))
            }
            Failure::Refused(why)
            | Failure::Provider(why)
            | Failure::TooLarge(why)
            | Failure::Wrong(_, why)
            | Failure::Slowed(why, _)
            | Failure::Changed(why, _) => (lang.say("Não foi feito", "Not done"), why.clone()),
            Failure::Invalid(all) => {
                let said = |(name, why): &(String, String)| match name.as_str() {
                    "" => why.clone(),
                    name => format!("{name}: {why}"),
                };
                (lang.say("Não foi feito", "Not done"), all.iter().map(said).collect::<Vec<_>>().join("; "))
            }
            Failure::Unseen(now, then) => (lang.say("Não foi feito", "Not done"), format!("{now} → {then}")),
            Failure::Store(StoreError::Unknown(_)) => said(
                "Não se sabe se foi feito",
                "It is not known whether it was done",
                "A resposta do banco de dados se perdeu. Confira antes de repetir.",
                "The database's answer was lost. Look before you do it again.",
            ),
            Failure::Store(error) if passes(error) => said(
                "O banco de dados não responde agora",
                "The database does not answer now",
                "Tente de novo em alguns segundos.",
                "Try again in a few seconds.",
            ),
            Failure::Store(_) | Failure::Random(_) | Failure::Fault(_) => (
                lang.say("Algo falhou aqui dentro", "Something failed in here"),
                format!(
                    "{} {}",
                    lang.say("Código para quem opera:", "Code for the operator:"),
                    request_id::current()
                ),
            ),
        }
    }
}

impl ResponseError for Failure {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::FirstVisit | Self::FactorWanted => StatusCode::SEE_OTHER,
            Self::NoSession | Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::DeadLink => StatusCode::GONE,
            Self::Foreign | Self::OnlyLooks | Self::OnlyOneStore | Self::OnlyOwns | Self::NoLinks => {
                StatusCode::FORBIDDEN
            }
            Self::Slowed(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unreadable => StatusCode::BAD_REQUEST,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Missing | Self::NoPage | Self::Parameter(..) => StatusCode::NOT_FOUND,
            Self::Refused(_) | Self::Changed(..) | Self::Unseen(..) => StatusCode::CONFLICT,
            Self::Wrong(..) | Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Provider(_) => StatusCode::BAD_GATEWAY,
            Self::Store(error) if passes(error) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Random(_) | Self::Fault(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        if self.status_code().is_server_error() {
            request_id::log_failure(self, self.status_code());
        }
        let mut answer = HttpResponse::new(self.status_code());
        let mut lead = |to| answer.headers_mut().insert(LOCATION, HeaderValue::from_static(to));
        if matches!(self, Self::FirstVisit) {
            lead(FIRST_VISIT);
        } else if matches!(self, Self::FactorWanted) {
            lead(FACTOR);
        }
        if let Some(wait) = self.wait() {
            answer.headers_mut().insert(RETRY_AFTER, wait.into());
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_in_a_moment_says_when() {
        for error in [StoreError::Overload, StoreError::Concurrency("a test".into())] {
            let answer = Failure::Store(error).error_response();
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer.headers().get(RETRY_AFTER), Some(&HeaderValue::from_static("2")));
        }
        assert_eq!(Failure::Missing.error_response().headers().get(RETRY_AFTER), None);
    }
}
