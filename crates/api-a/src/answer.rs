//! An answer before it is HTTP: it can be kept under an idempotency key and sent again.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ETag, EntityTag, HeaderName, HeaderValue};
use domain::pedido::aviso::Aviso;
use domain::reading::problems::Notice;
use http_kit::{Conditions, Fault, etag_of};
use serde::Serialize;
use store::StoreError;
use store::idempotencia::{KeptAnswer, SHORT};

use crate::error::ErrorA;
use crate::subject::Subject;

/// Notices are headers, and headers must stay small.
const AVISOS_MAX: usize = 10;

/// Bodies above this size are worth a copy, bytes.
const LARGE: usize = 64 * 1024;

/// Status, headers and body.
#[derive(Debug, Clone)]
pub struct Answer {
    status: StatusCode,
    cabecalhos: Vec<(&'static str, String)>,
    corpo: Vec<u8>,
    short: Option<Short>,
}

/// What is kept of an answer that is too long.
#[derive(Debug, Clone)]
enum Short {
    /// What it is about.
    About(Subject),
    /// Another body.
    Body(Vec<u8>),
}

/// The notice that an answer is not the one of then.
const PRESENT: &str = "resposta-atual; Idempotency-Key";

/// The notice that the answer of then said more.
const SHORTENED: &str = "resposta-resumida; Idempotency-Key";

/// The headers that an answer may have; others are made anew for each sending.
const HEADERS: [&str; 4] = ["location", "etag", "link", "x-aviso"];

impl Answer {
    /// A JSON body.
    pub fn json<T: Serialize>(status: StatusCode, corpo: &T) -> Result<Self, ErrorA> {
        let corpo = serde_json::to_vec(corpo).map_err(|e| Fault::json("an answer", e))?;
        Ok(Self::ready(status, fitted(corpo)))
    }

    /// A body that is JSON already.
    pub fn ready(status: StatusCode, corpo: impl Into<Vec<u8>>) -> Self {
        Self { status, cabecalhos: Vec::new(), corpo: corpo.into(), short: None }
    }

    /// 200 with a JSON body.
    pub fn ok<T: Serialize>(corpo: &T) -> Result<Self, ErrorA> {
        Self::json(StatusCode::OK, corpo)
    }

    /// 204.
    pub fn empty() -> Self {
        Self::ready(StatusCode::NO_CONTENT, Vec::new())
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// With another status.
    pub fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// With the address of what was created.
    pub fn location(mut self, path: String) -> Self {
        self.cabecalhos.push(("location", path));
        self
    }

    /// With the tag of its body.
    pub fn with_etag(mut self) -> Self {
        self.cabecalhos.push(("etag", etag_of(&self.corpo).to_string()));
        self
    }

    /// With the tag of a part of its body: the rest changes by nobody's hand, or is shown once.
    pub fn with_etag_of<T: Serialize>(mut self, part: &T) -> Result<Self, ErrorA> {
        self.cabecalhos.push(("etag", tag_of_part(part)?.to_string()));
        Ok(self)
    }

    /// With a link to the next page.
    pub fn with_link(mut self, link: Option<HeaderValue>) -> Self {
        if let Some(link) = link.as_ref().and_then(|l| l.to_str().ok()) {
            self.cabecalhos.push(("link", link.to_owned()));
        }
        self
    }

    /// With one `X-Aviso` header per notice: `codigo; detalhe`, percent-encoded beyond ASCII.
    pub fn with_avisos(mut self, avisos: &[Aviso]) -> Self {
        for aviso in avisos.iter().take(AVISOS_MAX) {
            let detail = http_kit::path::escape(&aviso.detail());
            self.cabecalhos.push(("x-aviso", format!("{}; {detail}", aviso.code())));
        }
        if avisos.len() > AVISOS_MAX {
            let rest = avisos.len() - AVISOS_MAX;
            self.cabecalhos.push(("x-aviso", format!("mais-avisos; {rest}")));
        }
        self
    }

    /// With what of the body was taken otherwise than it was said.
    pub fn with_notices(mut self, notices: &[Notice]) -> Self {
        self.cabecalhos
            .extend(http_kit::notices_of_body(notices).into_iter().map(|notice| ("x-aviso", notice)));
        self
    }

    /// 304 instead, when the client has this very body.
    pub fn or_not_modified(self, conditions: &Conditions) -> Result<HttpResponse, ErrorA> {
        let etag = etag_of(&self.corpo);
        self.under(etag, conditions)
    }

    /// 304 instead, when the client has a body with this very part ([`Answer::with_etag_of`]).
    pub fn or_not_modified_of<T: Serialize>(
        self,
        part: &T,
        conditions: &Conditions,
    ) -> Result<HttpResponse, ErrorA> {
        self.under(tag_of_part(part)?, conditions)
    }

    fn under(mut self, etag: EntityTag, conditions: &Conditions) -> Result<HttpResponse, ErrorA> {
        if conditions.precondition_failed(Some(&etag)) {
            return Err(ErrorA::Precondition);
        }
        if conditions.not_modified(&etag) {
            return Ok(HttpResponse::NotModified().insert_header(ETag(etag)).finish());
        }
        self.cabecalhos.push(("etag", etag.to_string()));
        Ok(self.into())
    }

    /// With what it is about, which is read again for a repeated request where the answer is too long to keep.
    pub fn about(self, subject: Subject) -> Self {
        Self { short: Some(Short::About(subject)), ..self }
    }

    /// With what is kept where the answer is too long.
    pub fn or_short<T: Serialize>(self, corpo: impl FnOnce() -> T) -> Result<Self, ErrorA> {
        if self.corpo.len() <= SHORT {
            return Ok(self);
        }
        let corpo = serde_json::to_vec(&corpo()).map_err(|e| Fault::json("a shorter answer", e))?;
        Ok(Self { short: Some(Short::Body(corpo)), ..self })
    }

    /// As it is kept.
    pub fn keep(&self, impressao: [u8; 32]) -> Result<KeptAnswer, ErrorA> {
        self.kept_as(impressao, self.cabecalhos.clone(), &self.corpo, None)
    }

    /// As it is kept where it is too long.
    pub fn keep_short(&self, impressao: [u8; 32]) -> Result<Option<KeptAnswer>, ErrorA> {
        let Some(short) = self.short.as_ref().filter(|_| self.corpo.len() > SHORT) else { return Ok(None) };
        let (notice, corpo, about) = match short {
            Short::About(subject) => (PRESENT, &[][..], Some(subject)),
            Short::Body(corpo) => (SHORTENED, corpo.as_slice(), None),
        };
        let mut cabecalhos = self.cabecalhos.clone();
        cabecalhos.push(("x-aviso", notice.to_owned()));
        self.kept_as(impressao, cabecalhos, corpo, about).map(Some)
    }

    fn kept_as(
        &self,
        impressao: [u8; 32],
        cabecalhos: Vec<(&'static str, String)>,
        corpo: &[u8],
        about: Option<&Subject>,
    ) -> Result<KeptAnswer, ErrorA> {
        let cabecalhos =
            serde_json::to_string(&cabecalhos).map_err(|e| Fault::json("the headers of an answer", e))?;
        let assunto = about.map(serde_json::to_string).transpose();
        let assunto = assunto.map_err(|e| Fault::json("what an answer is about", e))?;
        let status = self.status.as_u16() as i16;
        let corpo = String::from_utf8_lossy(corpo).into_owned();
        Ok(KeptAnswer { impressao, status, cabecalhos, corpo, assunto })
    }

    /// With the body of another answer, and its tag.
    pub fn with_present(mut self, present: Self) -> Self {
        self.cabecalhos.retain(|(name, _)| *name != "etag");
        self.cabecalhos.extend(present.cabecalhos);
        Self { corpo: present.corpo, ..self }
    }

    /// As it was kept.
    pub fn kept(kept: KeptAnswer) -> Result<Self, ErrorA> {
        let corrupt = |e: &dyn std::fmt::Display| StoreError::Corrupt(format!("idempotencia: {e}"));
        let status = StatusCode::from_u16(kept.status.unsigned_abs()).map_err(|e| corrupt(&e))?;
        let parsed: Vec<(String, String)> =
            serde_json::from_str(&kept.cabecalhos).map_err(|e| corrupt(&e))?;
        let cabecalhos = parsed
            .into_iter()
            .filter_map(|(name, value)| Some((*HEADERS.iter().find(|c| **c == name)?, value)))
            .collect();
        Ok(Self { status, cabecalhos, corpo: kept.corpo.into_bytes(), short: None })
    }
}

/// A large body without the room that it grew into: it may wait long for its client. Shrinking in place
/// would keep that room in most allocators.
fn fitted(body: Vec<u8>) -> Vec<u8> {
    if body.len() > LARGE && body.capacity() - body.len() > LARGE { body.as_slice().to_vec() } else { body }
}

fn tag_of_part<T: Serialize>(part: &T) -> Result<EntityTag, ErrorA> {
    let text = serde_json::to_vec(part).map_err(|e| Fault::json("a part of an answer", e))?;
    Ok(etag_of(&text))
}

impl From<Answer> for HttpResponse {
    fn from(answer: Answer) -> Self {
        let mut http = HttpResponse::build(answer.status);
        for (name, value) in answer.cabecalhos {
            if let Ok(value) = HeaderValue::from_str(&value) {
                http.append_header((HeaderName::from_static(name), value));
            }
        }
        if answer.status == StatusCode::NO_CONTENT {
            return http.finish();
        }
        http.insert_header((header::CONTENT_TYPE, "application/json")).body(answer.corpo)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::error::Error;

    use serde::{Serializer, ser};

    use super::*;

    struct Unwritable;

    impl Serialize for Unwritable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(ser::Error::custom("on purpose"))
        }
    }

    #[test]
    fn a_failure_of_json_is_not_blamed_on_the_database() {
        let error = Answer::ok(&Unwritable).unwrap_err();
        assert_eq!(error.to_string(), "Ocorreu um erro interno.");
        let causes = std::iter::successors(error.source(), |cause| (*cause).source());
        let log = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        assert_eq!(log, "an answer cannot be written as JSON: on purpose");
    }
}
