//! An answer before it is HTTP: it can be kept under an idempotency key and sent again.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use domain::pedido::aviso::Aviso;
use http_kit::{Condicoes, ETag, Fault};
use serde::Serialize;
use store::StoreError;
use store::idempotencia::RespostaGuardada;

use crate::erro::ErroA;

/// Notices are headers, and headers must stay small.
const AVISOS_MAX: usize = 10;

/// Status, headers and body.
#[derive(Debug, Clone)]
pub struct Resposta {
    status: StatusCode,
    cabecalhos: Vec<(&'static str, String)>,
    corpo: Vec<u8>,
}

/// The headers that an answer may have; others are made anew for each sending.
const CABECALHOS: [&str; 4] = ["location", "etag", "link", "x-aviso"];

impl Resposta {
    /// A JSON body.
    pub fn json<T: Serialize>(status: StatusCode, corpo: &T) -> Result<Self, ErroA> {
        let corpo = serde_json::to_vec(corpo).map_err(|e| Fault::json("an answer", e))?;
        Ok(Self { status, cabecalhos: Vec::new(), corpo })
    }

    /// A body that is JSON already.
    pub fn pronta(status: StatusCode, corpo: impl Into<Vec<u8>>) -> Self {
        Self { status, cabecalhos: Vec::new(), corpo: corpo.into() }
    }

    /// 200 with a JSON body.
    pub fn ok<T: Serialize>(corpo: &T) -> Result<Self, ErroA> {
        Self::json(StatusCode::OK, corpo)
    }

    /// 204.
    pub fn vazia() -> Self {
        Self::pronta(StatusCode::NO_CONTENT, Vec::new())
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// With the address of what was created.
    pub fn location(mut self, caminho: String) -> Self {
        self.cabecalhos.push(("location", caminho));
        self
    }

    /// With the tag of its body.
    pub fn com_etag(mut self) -> Self {
        self.cabecalhos.push(("etag", ETag::de(&self.corpo).to_string()));
        self
    }

    /// With the tag of a part of its body: the rest changes by nobody's hand, or is shown once.
    pub fn com_etag_de<T: Serialize>(mut self, parte: &T) -> Result<Self, ErroA> {
        self.cabecalhos.push(("etag", etag_de(parte)?.to_string()));
        Ok(self)
    }

    /// With a link to the next page.
    pub fn com_link(mut self, link: Option<HeaderValue>) -> Self {
        if let Some(link) = link.as_ref().and_then(|l| l.to_str().ok()) {
            self.cabecalhos.push(("link", link.to_owned()));
        }
        self
    }

    /// With one `X-Aviso` header per notice: `codigo; detalhe`, percent-encoded beyond ASCII.
    pub fn com_avisos(mut self, avisos: &[Aviso]) -> Self {
        for aviso in avisos.iter().take(AVISOS_MAX) {
            let detalhe = http_kit::caminho::escapar(&aviso.detalhe());
            self.cabecalhos.push(("x-aviso", format!("{}; {detalhe}", aviso.codigo())));
        }
        if avisos.len() > AVISOS_MAX {
            let resto = avisos.len() - AVISOS_MAX;
            self.cabecalhos.push(("x-aviso", format!("mais-avisos; {resto}")));
        }
        self
    }

    /// 304 instead, when the client has this very body.
    pub fn ou_nao_modificada(self, condicoes: &Condicoes) -> Result<HttpResponse, ErroA> {
        let etag = ETag::de(&self.corpo);
        self.sob(etag, condicoes)
    }

    /// 304 instead, when the client has a body with this very part ([`Resposta::com_etag_de`]).
    pub fn ou_nao_modificada_de<T: Serialize>(
        self,
        parte: &T,
        condicoes: &Condicoes,
    ) -> Result<HttpResponse, ErroA> {
        self.sob(etag_de(parte)?, condicoes)
    }

    fn sob(mut self, etag: ETag, condicoes: &Condicoes) -> Result<HttpResponse, ErroA> {
        if condicoes.pre_condicao_falha(Some(&etag)) {
            return Err(ErroA::PreCondicao);
        }
        if condicoes.nao_modificado(&etag) {
            return Ok(HttpResponse::NotModified().insert_header(&etag).finish());
        }
        self.cabecalhos.push(("etag", etag.to_string()));
        Ok(self.into())
    }

    /// As it is kept.
    pub fn guardar(&self, impressao: [u8; 32]) -> Result<RespostaGuardada, ErroA> {
        let cabecalhos = serde_json::to_string(&self.cabecalhos)
            .map_err(|e| Fault::json("the headers of an answer", e))?;
        Ok(RespostaGuardada {
            impressao,
            status: self.status.as_u16() as i16,
            cabecalhos,
            corpo: self.corpo.clone(),
        })
    }

    /// As it was kept.
    pub fn guardada(guardada: RespostaGuardada) -> Result<Self, ErroA> {
        let corrompida = |e: &dyn std::fmt::Display| StoreError::Corrompido(format!("idempotencia: {e}"));
        let status = StatusCode::from_u16(guardada.status.unsigned_abs()).map_err(|e| corrompida(&e))?;
        let lidos: Vec<(String, String)> =
            serde_json::from_str(&guardada.cabecalhos).map_err(|e| corrompida(&e))?;
        let cabecalhos = lidos
            .into_iter()
            .filter_map(|(nome, valor)| Some((*CABECALHOS.iter().find(|c| **c == nome)?, valor)))
            .collect();
        Ok(Self { status, cabecalhos, corpo: guardada.corpo })
    }
}

fn etag_de<T: Serialize>(parte: &T) -> Result<ETag, ErroA> {
    let texto = serde_json::to_vec(parte).map_err(|e| Fault::json("a part of an answer", e))?;
    Ok(ETag::de(&texto))
}

impl From<Resposta> for HttpResponse {
    fn from(resposta: Resposta) -> Self {
        let mut http = HttpResponse::build(resposta.status);
        for (nome, valor) in resposta.cabecalhos {
            if let Ok(valor) = HeaderValue::from_str(&valor) {
                http.append_header((HeaderName::from_static(nome), valor));
            }
        }
        if resposta.status == StatusCode::NO_CONTENT {
            return http.finish();
        }
        http.insert_header((header::CONTENT_TYPE, "application/json")).body(resposta.corpo)
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
        let error = Resposta::ok(&Unwritable).unwrap_err();
        assert_eq!(error.to_string(), "Ocorreu um erro interno.");
        let causes = std::iter::successors(error.source(), |cause| (*cause).source());
        let log = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
        assert_eq!(log, "an answer cannot be written as JSON: on purpose");
    }
}
