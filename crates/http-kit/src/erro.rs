//! Everything that the kit can refuse, and how a handler crate turns it into its own answer.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use domain::reading::json::ErroLeitura;
use domain::reading::problems::Problemas;
use store::StoreError;
use store::tokens::TipoToken;

use crate::fault::Fault;

/// What tells one handler crate from another: the kind of key that it takes and the shape of its errors.
///
/// Each handler crate has one zero-sized type that implements it; every extractor of the kit is generic
/// over it, so that a refusal always has the shape of the interface that was called.
pub trait Api: 'static {
    /// The kind of key that opens this interface.
    const TIPO: TipoToken;

    /// The interface's own error for a refusal of the kit.
    fn erro(erro: KitError) -> actix_web::Error;
}

/// A request that the kit refused. `Display` is a whole sentence that a client may read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KitError {
    /// No valid key of the right kind.
    #[error("{0}")]
    NaoAutorizado(MotivoNaoAutorizado),
    /// Too many requests, or too many failed attempts from one address.
    #[error("O limite de tentativas foi excedido. Tente novamente em {espera_s} segundo(s).")]
    MuitasTentativas {
        /// Whole seconds until the next attempt counts.
        espera_s: u64,
    },
    /// Problems of the query string.
    #[error("A consulta tem parâmetros inválidos.")]
    Consulta(Problemas),
    /// Problems of an identifier in the path. Reads may prefer to answer that it does not exist.
    #[error("O caminho tem um identificador inválido.")]
    Caminho(Problemas),
    /// Problems of the body.
    #[error("O corpo da requisição tem dados inválidos.")]
    Corpo(Problemas),
    /// The body is not JSON.
    #[error("O corpo não é um JSON válido (linha {linha}, coluna {coluna}).")]
    JsonInvalido {
        /// 1-based line.
        linha: usize,
        /// 1-based column.
        coluna: usize,
    },
    /// Neither JSON nor UTF-8, or compressed.
    #[error("O corpo deve ser enviado como application/json em UTF-8, sem compressão.")]
    TipoMidia,
    /// The body is larger than it may be.
    #[error("O corpo excede o limite de {limite} bytes.")]
    CorpoGrande {
        /// The limit, in bytes.
        limite: usize,
    },
    /// The body did not arrive within its deadline.
    #[error("O corpo não chegou por inteiro dentro do prazo.")]
    CorpoLento,
    /// The connection ended, or its framing broke, inside the body.
    #[error("O corpo chegou incompleto.")]
    CorpoIncompleto,
    /// No route has this path.
    #[error("A rota solicitada não existe.")]
    RotaDesconhecida,
    /// The path exists with other methods.
    #[error("O método não é permitido nesta rota.")]
    MetodoNaoPermitido {
        /// The methods that the path has.
        permitidos: Vec<Method>,
    },
    /// The database could not serve the request. The cause is for the log, never for the client.
    #[error("{}", mensagem_store(.0))]
    Store(#[from] StoreError),
    /// The program did something wrong itself. What, is for the log, never for the client.
    #[error("Ocorreu um erro interno.")]
    Interno(#[from] Fault),
}

/// Why a key was refused. `Display` is a whole sentence that a client may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MotivoNaoAutorizado {
    /// No `Authorization` header.
    #[error("Informe a chave no cabeçalho Authorization, na forma: Basic <chave>.")]
    Ausente,
    /// Not a key: wrong prefix, length, characters or checksum.
    #[error("A chave do cabeçalho Authorization está malformada.")]
    Malformado,
    /// The client encoded the key as HTTP Basic does with user and password.
    #[error(
        "A chave vai como está no cabeçalho Authorization (Basic <chave>), sem usuário, senha nem base64."
    )]
    Base64,
    /// Another scheme, such as Bearer.
    #[error("O esquema do cabeçalho Authorization deve ser Basic, seguido da chave.")]
    Esquema,
    /// Well formed, but nobody's key.
    #[error("A chave informada não é válida.")]
    Desconhecido,
    /// Past its end.
    #[error("A chave informada expirou.")]
    Expirado,
    /// Revoked.
    #[error("A chave informada foi revogada.")]
    Revogado,
    /// A key of the other kind.
    #[error("A chave informada pertence a outra interface.")]
    OutraInterface,
}

fn mensagem_store(erro: &StoreError) -> &'static str {
    match espera_store(erro) {
        Some(_) => "O serviço está temporariamente indisponível. Tente novamente em instantes.",
        None => "Ocorreu um erro interno.",
    }
}

/// Seconds after which a retry makes sense; `None` when it makes none.
fn espera_store(erro: &StoreError) -> Option<u64> {
    match erro {
        StoreError::Sobrecarga | StoreError::Concorrencia(_) => Some(1),
        StoreError::Indisponivel(_) => Some(2),
        _ => None,
    }
}

impl KitError {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NaoAutorizado(_) => StatusCode::UNAUTHORIZED,
            Self::MuitasTentativas { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Consulta(_)
            | Self::Caminho(_)
            | Self::Corpo(_)
            | Self::JsonInvalido { .. }
            | Self::CorpoIncompleto => StatusCode::BAD_REQUEST,
            Self::TipoMidia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::CorpoGrande { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::CorpoLento => StatusCode::REQUEST_TIMEOUT,
            Self::RotaDesconhecida => StatusCode::NOT_FOUND,
            Self::MetodoNaoPermitido { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::Store(erro) if espera_store(erro).is_some() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Interno(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The headers that the status demands: `WWW-Authenticate`, `Allow` or `Retry-After`.
    pub fn cabecalhos(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::NaoAutorizado(_) => {
                vec![(header::WWW_AUTHENTICATE, HeaderValue::from_static(r#"Basic realm="entreposto""#))]
            }
            Self::MetodoNaoPermitido { permitidos } => {
                let nomes: Vec<&str> = permitidos.iter().map(Method::as_str).collect();
                // method names are tokens, always fit for a header
                HeaderValue::from_str(&nomes.join(", ")).into_iter().map(|v| (header::ALLOW, v)).collect()
            }
            Self::MuitasTentativas { espera_s } => vec![(header::RETRY_AFTER, HeaderValue::from(*espera_s))],
            Self::Store(erro) => {
                espera_store(erro).into_iter().map(|s| (header::RETRY_AFTER, HeaderValue::from(s))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The single problems behind the refusal, when it has any.
    pub fn problemas(&self) -> Option<&Problemas> {
        match self {
            Self::Consulta(p) | Self::Caminho(p) | Self::Corpo(p) => Some(p),
            _ => None,
        }
    }
}

impl From<MotivoNaoAutorizado> for KitError {
    fn from(motivo: MotivoNaoAutorizado) -> Self {
        Self::NaoAutorizado(motivo)
    }
}

impl From<ErroLeitura> for KitError {
    fn from(erro: ErroLeitura) -> Self {
        match erro {
            ErroLeitura::Sintaxe { linha, coluna } => Self::JsonInvalido { linha, coluna },
            ErroLeitura::Problemas(problemas) => Self::Corpo(problemas),
        }
    }
}

#[cfg(test)]
pub(crate) mod teste {
    //! A small interface for the kit's own tests: its error body is `status|message|problems`.

    use std::fmt;

    use actix_web::{HttpResponse, ResponseError};

    use super::*;

    /// An interface opened by application keys.
    pub struct Ia;

    #[derive(Debug)]
    struct Resposta(KitError);

    impl fmt::Display for Resposta {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl ResponseError for Resposta {
        fn status_code(&self) -> StatusCode {
            self.0.status()
        }

        fn error_response(&self) -> HttpResponse {
            let mut resposta = HttpResponse::build(self.0.status());
            for cabecalho in self.0.cabecalhos() {
                resposta.insert_header(cabecalho);
            }
            let problemas = self.0.problemas().map(ToString::to_string).unwrap_or_default();
            resposta.body(format!("{}|{problemas}", self.0))
        }
    }

    impl Api for Ia {
        const TIPO: TipoToken = TipoToken::Aplicacao;

        fn erro(erro: KitError) -> actix_web::Error {
            Resposta(erro).into()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn cabecalho(erro: &KitError) -> String {
        erro.cabecalhos().iter().map(|(n, v)| format!("{n}: {}", v.to_str().unwrap())).collect()
    }

    #[test]
    fn statuses_carry_the_headers_that_they_demand() {
        let nao_autorizado = KitError::from(MotivoNaoAutorizado::Ausente);
        assert_eq!(nao_autorizado.status(), 401);
        assert_eq!(cabecalho(&nao_autorizado), r#"www-authenticate: Basic realm="entreposto""#);

        let metodo = KitError::MetodoNaoPermitido { permitidos: vec![Method::GET, Method::POST] };
        assert_eq!(metodo.status(), 405);
        assert_eq!(cabecalho(&metodo), "allow: GET, POST");

        let muitas = KitError::MuitasTentativas { espera_s: 7 };
        assert_eq!((muitas.status().as_u16(), cabecalho(&muitas)), (429, "retry-after: 7".into()));

        let sobrecarga = KitError::from(StoreError::Sobrecarga);
        assert_eq!((sobrecarga.status().as_u16(), cabecalho(&sobrecarga)), (503, "retry-after: 1".into()));
    }
}
