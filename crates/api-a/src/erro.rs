//! The interface's errors: one type, one place where it becomes a status and a body.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use domain::pedido::{MovimentoIlegal, StatusPedido};
use domain::reading::problems::Problemas;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::{Fault, KitError, request_id};
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

/// The body of every error (source document).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Erro)]
pub struct CorpoErro {
    /// What went wrong, a whole sentence in Portuguese.
    pub message: String,
    /// One entry per problem of the input, each starting with its JSON path or parameter name.
    pub validation_errors: Vec<String>,
    /// Only on 500.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub exception: Option<Excecao>,
}

/// What can be said of an internal error.
#[derive(Debug, Serialize, ToSchema)]
pub struct Excecao {
    /// What kind of error it is.
    pub tipo: &'static str,
    /// The request id, to look it up by in the server's log.
    pub id: String,
}

/// What a 404 did not find. Another application's is as missing as one that never was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recurso {
    Usuario,
    TipoCanal,
    Canal,
    Sku,
    SkuCanal,
    Categoria,
    Pedido,
    NotaFiscal,
    Rastreio,
    Consumidor,
    Recibo,
    ItemDaFila,
    Notificacao,
}

impl Recurso {
    fn mensagem(self) -> &'static str {
        match self {
            Self::Usuario => "O usuário não foi encontrado.",
            Self::TipoCanal => "O tipo de canal não foi encontrado.",
            Self::Canal => "O canal não foi encontrado.",
            Self::Sku => "O SKU não foi encontrado.",
            Self::SkuCanal => "O SKU não tem configuração neste canal.",
            Self::Categoria => "A categoria não foi encontrada.",
            Self::Pedido => "O pedido não foi encontrado.",
            Self::NotaFiscal => "O pedido não tem nota fiscal.",
            Self::Rastreio => "O pedido não tem rastreio.",
            Self::Consumidor => "O consumidor não foi encontrado.",
            Self::Recibo => "O recibo não foi encontrado.",
            Self::ItemDaFila => "O consumidor não tem evento por confirmar nesta posição.",
            Self::Notificacao => "A notificação não foi encontrada.",
        }
    }
}

/// Everything that a request can fail with.
#[derive(Debug, thiserror::Error)]
pub enum ErroA {
    #[error(transparent)]
    Kit(#[from] KitError),
    #[error("{}", .0.mensagem())]
    NaoEncontrado(Recurso),
    #[error("A requisição tem dados inválidos.")]
    Invalido(Problemas),
    #[error("Já existe um registro com a mesma chave e outro conteúdo.")]
    JaExiste,
    #[error("Já existe o pedido {0}, com o mesmo canal e sourceId e outro conteúdo.")]
    PedidoJaExiste(PedidoId),
    #[error("Há pedidos que se referem a este registro. Para retirá-lo de uso, altere ativo para false.")]
    EmUso,
    #[error("A categoria tem subcategorias e não pode ser excluída.")]
    TemSubcategorias,
    #[error("O usuário está inativo: seus dados podem ser lidos, mas não alterados.")]
    UsuarioInativo,
    #[error("O tipo do canal não pode ser alterado.")]
    TipoCanalImutavel,
    #[error("A variação deixaria o estoque fora dos limites; o estoque atual é {0}.")]
    EstoqueRecusado(i32),
    #[error("{0}")]
    Movimento(#[from] MovimentoIlegal),
    #[error("O evento foi entregue de novo depois deste recibo: confirme com o recibo mais recente.")]
    ReciboVencido,
    #[error("A fila já tem {0} consumidores, o máximo. Exclua um deles para criar outro.")]
    LeitoresDemais(i64),
    #[error("O segredo já foi trocado: até {0} o anterior também vale. Troque-o de novo depois disso.")]
    RotacaoEmCurso(Instante),
    #[error("A aplicação já tem {0} notificações, o máximo. Exclua uma delas para criar outra.")]
    NotificacoesDemais(i64),
    #[error("A notificação já tem {0} reenvios em andamento. Aguarde que um deles termine.")]
    ReenviosDemais(i64),
    #[error("A notificação já tem {0} testes em andamento. Aguarde que um deles termine.")]
    TestesDemais(i64),
    #[error("O registro foi alterado desde que foi lido (If-Match).")]
    PreCondicao,
    #[error("A mesma Idempotency-Key já foi usada em outra requisição.")]
    ChaveReutilizada,
    #[error("A requisição com a mesma Idempotency-Key ainda está em andamento.")]
    ChaveEmCurso,
}

impl From<StoreError> for ErroA {
    fn from(erro: StoreError) -> Self {
        Self::Kit(erro.into())
    }
}

impl From<Fault> for ErroA {
    fn from(fault: Fault) -> Self {
        Self::Kit(fault.into())
    }
}

impl ErroA {
    /// A single problem.
    pub fn invalido(caminho: &str, mensagem: impl std::fmt::Display) -> Self {
        let mut problemas = Problemas::new();
        problemas.push(caminho, mensagem);
        Self::Invalido(problemas)
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Kit(erro) => erro.status(),
            Self::NaoEncontrado(_) => StatusCode::NOT_FOUND,
            Self::Invalido(_) => StatusCode::BAD_REQUEST,
            Self::JaExiste
            | Self::PedidoJaExiste(_)
            | Self::EmUso
            | Self::TemSubcategorias
            | Self::UsuarioInativo
            | Self::TipoCanalImutavel
            | Self::EstoqueRecusado(_)
            | Self::Movimento(_)
            | Self::ReciboVencido
            | Self::LeitoresDemais(_)
            | Self::RotacaoEmCurso(_)
            | Self::NotificacoesDemais(_)
            | Self::ReenviosDemais(_)
            | Self::TestesDemais(_)
            | Self::ChaveReutilizada
            | Self::ChaveEmCurso => StatusCode::CONFLICT,
            Self::PreCondicao => StatusCode::PRECONDITION_FAILED,
        }
    }

    fn problemas(&self) -> Vec<String> {
        match self {
            Self::Kit(erro) => erro.problemas().map(textos).unwrap_or_default(),
            Self::Invalido(problemas) => textos(problemas),
            Self::Movimento(MovimentoIlegal::Proibido { permitidos, .. }) => vec![legais(permitidos)],
            Self::Movimento(MovimentoIlegal::MotivoObrigatorio { .. }) => {
                vec!["motivo: é obrigatório".to_owned()]
            }
            Self::NaoEncontrado(_)
            | Self::JaExiste
            | Self::PedidoJaExiste(_)
            | Self::EmUso
            | Self::TemSubcategorias
            | Self::UsuarioInativo
            | Self::TipoCanalImutavel
            | Self::EstoqueRecusado(_)
            | Self::ReciboVencido
            | Self::LeitoresDemais(_)
            | Self::RotacaoEmCurso(_)
            | Self::NotificacoesDemais(_)
            | Self::ReenviosDemais(_)
            | Self::TestesDemais(_)
            | Self::PreCondicao
            | Self::ChaveReutilizada
            | Self::ChaveEmCurso => Vec::new(),
        }
    }

    fn cabecalhos(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Kit(erro) => erro.cabecalhos(),
            Self::ChaveEmCurso => vec![(header::RETRY_AFTER, HeaderValue::from_static("1"))],
            _ => Vec::new(),
        }
    }

    /// True when it is the service that failed, not the request.
    pub fn is_failure(&self) -> bool {
        self.status().is_server_error()
    }

    /// The status and body of this error, as a batch shows it for one of its items.
    pub fn para_item(&self) -> (u16, CorpoErro) {
        (self.status().as_u16(), self.corpo())
    }

    fn corpo(&self) -> CorpoErro {
        let exception = (self.status() == StatusCode::INTERNAL_SERVER_ERROR)
            .then(|| Excecao { tipo: "ErroInterno", id: request_id::atual() });
        CorpoErro { message: self.to_string(), validation_errors: self.problemas(), exception }
    }
}

fn textos(problemas: &Problemas) -> Vec<String> {
    problemas.iter().map(ToString::to_string).collect()
}

fn legais(permitidos: &[StatusPedido]) -> String {
    if permitidos.is_empty() {
        return "status: o pedido está em um estado final".to_owned();
    }
    let nomes: Vec<&str> = permitidos.iter().map(|s| s.nome()).collect();
    format!("status: pode passar para {}", nomes.join(", "))
}

impl ResponseError for ErroA {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status();
        if status.is_server_error() {
            request_id::registrar_falha(self);
        }
        let mut resposta = HttpResponse::build(status);
        for cabecalho in self.cabecalhos() {
            resposta.append_header(cabecalho);
        }
        resposta.json(self.corpo())
    }
}
