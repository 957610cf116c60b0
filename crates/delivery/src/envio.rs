//! One call, and what came of it.

use domain::entrega::Falha;
use futures_util::future::BoxFuture;

/// A call to be made. It has no `Debug`: address, headers and body are nobody's but the receiver's.
#[derive(Clone, PartialEq, Eq)]
pub struct Envio {
    /// Where to.
    pub url: String,
    /// `webhook-id`: the same in every attempt.
    pub id: String,
    /// `webhook-timestamp`, seconds since 1970.
    pub timestamp: i64,
    /// `webhook-signature`.
    pub assinatura: String,
    /// Further headers.
    pub cabecalhos: Vec<(String, String)>,
    /// The body, JSON.
    pub corpo: String,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saida {
    /// The status of the answer, when there was one.
    pub status: Option<u16>,
    /// Why it failed; `None` = it was taken.
    pub falha: Option<Falha>,
    /// The beginning of the answer, when it was text.
    pub resposta: String,
}

impl Saida {
    /// A call that got no answer.
    pub fn sem_resposta(falha: Falha) -> Self {
        Self { status: None, falha: Some(falha), resposta: String::new() }
    }

    /// What an answer's status says: any 2xx is a success.
    pub fn com_status(status: u16, resposta: String) -> Self {
        let falha = match status {
            200..=299 => None,
            410 => Some(Falha::Encerrado),
            300..=399 => Some(Falha::Redirecionamento),
            _ => Some(Falha::Status),
        };
        Self { status: Some(status), falha, resposta }
    }
}

/// Makes calls. The engine's is [`crate::HttpSender`]; tests have their own.
pub trait Sender: Send + Sync + 'static {
    /// Makes one call. Never panics, and ends in time.
    fn enviar(&self, envio: Envio) -> BoxFuture<'static, Saida>;
}
