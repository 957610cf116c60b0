//! Entity tags and the conditions that requests put on them (RFC 9110).

use std::convert::Infallible;
use std::fmt;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue, TryIntoHeaderPair};
use actix_web::{FromRequest, HttpRequest};
use sha2::{Digest, Sha256};

/// A strong entity tag, quotes included. Inserts itself into an answer as its `ETag` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ETag(String);

impl ETag {
    /// The tag of a body: half of its SHA-256, in hexadecimal.
    pub fn de(corpo: &[u8]) -> Self {
        use fmt::Write;
        let mut texto = String::with_capacity(34);
        texto.push('"');
        for byte in Sha256::digest(corpo).iter().take(16) {
            let _ = write!(texto, "{byte:02x}");
        }
        texto.push('"');
        Self(texto)
    }
}

impl fmt::Display for ETag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryIntoHeaderPair for &ETag {
    type Error = header::InvalidHeaderValue;

    fn try_into_pair(self) -> Result<(HeaderName, HeaderValue), Self::Error> {
        Ok((header::ETAG, HeaderValue::from_str(&self.0)?))
    }
}

/// Extractor: `If-Match` and `If-None-Match`. Never fails; a header that cannot be read matches nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Condicoes {
    leitura: bool,
    se_igual: Option<Marcas>,
    se_diferente: Option<Marcas>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Marcas {
    Qualquer,
    Lista(Vec<Marca>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Marca {
    fraca: bool,
    texto: String,
}

impl Condicoes {
    /// True when the request has no condition: nothing needs to be compared.
    pub fn vazias(&self) -> bool {
        self.se_igual.is_none() && self.se_diferente.is_none()
    }

    /// A read whose answer the client already has: 304.
    pub fn nao_modificado(&self, etag: &ETag) -> bool {
        self.leitura && self.se_diferente.as_ref().is_some_and(|marcas| marcas.contem(Some(etag), true))
    }

    /// A request that was made for another state than the present one (`None`: it does not exist): 412.
    pub fn pre_condicao_falha(&self, etag: Option<&ETag>) -> bool {
        let mudou = self.se_igual.as_ref().is_some_and(|marcas| !marcas.contem(etag, false));
        let existe = self.se_diferente.as_ref().is_some_and(|marcas| marcas.contem(etag, true));
        mudou || (existe && !self.leitura)
    }
}

impl Marcas {
    fn contem(&self, etag: Option<&ETag>, com_fracas: bool) -> bool {
        match (self, etag) {
            (_, None) => false,
            (Self::Qualquer, Some(_)) => true,
            (Self::Lista(marcas), Some(etag)) => {
                marcas.iter().any(|m| m.texto == etag.0 && (com_fracas || !m.fraca))
            }
        }
    }

    fn ler(req: &HttpRequest, nome: HeaderName) -> Option<Self> {
        let mut valores = req.headers().get_all(nome).peekable();
        valores.peek()?;
        let mut marcas = Vec::new();
        for valor in valores.filter_map(|v| v.to_str().ok()) {
            if valor.trim() == "*" {
                return Some(Self::Qualquer);
            }
            ler_lista(valor, &mut marcas);
        }
        Some(Self::Lista(marcas))
    }
}

/// `"a", W/"b"`; a tag may hold commas. Reading stops at the first thing that is no tag.
fn ler_lista(mut resto: &str, marcas: &mut Vec<Marca>) {
    loop {
        resto = resto.trim_start_matches([' ', '\t', ',']);
        let (fraca, sem_prefixo) = match resto.strip_prefix("W/") {
            Some(sem_prefixo) => (true, sem_prefixo),
            None => (false, resto),
        };
        let Some((conteudo, depois)) = sem_prefixo.strip_prefix('"').and_then(|r| r.split_once('"')) else {
            return;
        };
        marcas.push(Marca { fraca, texto: format!("\"{conteudo}\"") });
        resto = depois;
    }
}

impl FromRequest for Condicoes {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self {
            leitura: matches!(*req.method(), Method::GET | Method::HEAD),
            se_igual: Marcas::ler(req, header::IF_MATCH),
            se_diferente: Marcas::ler(req, header::IF_NONE_MATCH),
        }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn condicoes(metodo: Method, nome: &str, valor: &str) -> Condicoes {
        let req = TestRequest::default().method(metodo).insert_header((nome, valor)).to_http_request();
        Condicoes::from_request(&req, &mut Payload::None).into_inner().unwrap()
    }

    #[test]
    fn a_known_body_is_not_sent_again() {
        let etag = ETag::de(b"x");
        assert_eq!(etag.to_string(), "\"2d711642b726b04401627ca9fbac32f5\"");
        let lista = format!("\"a,b\" , W/{etag}");
        for valor in [etag.to_string(), format!("W/{etag}"), lista, "*".into()] {
            assert!(condicoes(Method::GET, "If-None-Match", &valor).nao_modificado(&etag), "{valor}");
            assert!(!condicoes(Method::PUT, "If-None-Match", &valor).nao_modificado(&etag));
            assert!(condicoes(Method::PUT, "If-None-Match", &valor).pre_condicao_falha(Some(&etag)));
            assert!(!condicoes(Method::GET, "If-None-Match", &valor).pre_condicao_falha(Some(&etag)));
        }
        for valor in ["\"y\"", "2d711642b726b04401627ca9fbac32f5", "\"", "W/", ""] {
            assert!(!condicoes(Method::GET, "If-None-Match", valor).nao_modificado(&etag), "{valor}");
        }
        assert!(!condicoes(Method::PUT, "If-None-Match", "*").pre_condicao_falha(None));
    }

    #[test]
    fn a_write_meant_for_another_state_is_refused() {
        let etag = ETag::de(b"x");
        let falha = |valor: &str, atual| condicoes(Method::PUT, "If-Match", valor).pre_condicao_falha(atual);
        assert!(!falha(&format!("\"a\",{etag}"), Some(&etag)));
        assert!(!falha("*", Some(&etag)));
        assert!(falha("*", None));
        assert!(falha(&etag.to_string(), None));
        assert!(falha(&format!("W/{etag}"), Some(&etag)));
        assert!(falha("\"y\"", Some(&etag)));
        assert!(falha("sem aspas", Some(&etag)));
        let sem = Condicoes::default();
        assert!(sem.vazias() && !sem.pre_condicao_falha(Some(&etag)) && !sem.pre_condicao_falha(None));
    }
}
