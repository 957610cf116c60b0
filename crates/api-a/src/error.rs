//! The interface's errors: one type, one place where it becomes a status and a body.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use domain::pedido::{IllegalMovement, StatusPedido};
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::{PedidoId, SkuId};
use http_kit::{Fault, KitError, request_id};
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

/// The body of every error (source document).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Erro)]
pub struct ErrorBody {
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
pub enum Resource {
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
    FilaItem,
    Notificacao,
    Centro,
    Conexao,
    Anuncio,
    ErroDoCanal,
    PedidoNoCanal,
}

impl Resource {
    fn message(self) -> &'static str {
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
            Self::FilaItem => "O consumidor não tem evento por confirmar nesta posição.",
            Self::Notificacao => "A notificação não foi encontrada.",
            Self::Centro => "O centro de distribuição não foi encontrado.",
            Self::Conexao => "O canal não está conectado.",
            Self::Anuncio => "O SKU não tem anúncio neste canal.",
            Self::ErroDoCanal => "O erro não foi encontrado: pode ter sido resolvido.",
            Self::PedidoNoCanal => "O pedido não veio de um canal conectado.",
        }
    }
}

/// Everything that a request can fail with.
#[derive(Debug, thiserror::Error)]
pub enum ErrorA {
    #[error(transparent)]
    Kit(#[from] KitError),
    #[error("{}", .0.message())]
    NotFound(Resource),
    #[error("A requisição tem dados inválidos.")]
    Invalid(Problems),
    #[error("Já existe um registro com a mesma chave e outro conteúdo.")]
    AlreadyExists,
    #[error("Já existe o pedido {0}, com o mesmo canal e sourceId e outro conteúdo.")]
    OrderExists(PedidoId),
    #[error("Há pedidos que se referem a este registro. Para retirá-lo de uso, altere ativo para false.")]
    InUse,
    #[error(
        "O centro de distribuição é o 1, tem estoque ou pedidos, ou um canal vende dele: não pode ser \
         excluído."
    )]
    CentreInUse,
    #[error("O usuário já tem {0} centros de distribuição, o máximo. Exclua um deles para criar outro.")]
    TooManyCentres(usize),
    #[error("O usuário já tem {0} canais, o máximo. Exclua um deles para criar outro.")]
    TooManyChannels(i64),
    #[error("A categoria tem subcategorias e não pode ser excluída.")]
    HasChildren,
    #[error("O usuário está inativo: seus dados podem ser lidos, mas não alterados.")]
    InactiveUser,
    #[error("O tipo do canal não pode ser alterado.")]
    ChannelTypeImmutable,
    #[error(
        "O tipo deste canal não tem conector: um programa de fora leva as ofertas ao marketplace e traz os pedidos."
    )]
    NoConnector,
    #[error("O anúncio já é do SKU {0}. Desvincule-o dele antes.")]
    ListingTaken(SkuId),
    #[error("A variação deixaria o estoque fora dos limites; o estoque atual é {0}.")]
    StockRefused(i32),
    #[error("{0}")]
    Movement(#[from] IllegalMovement),
    #[error("O evento foi entregue de novo depois deste recibo: confirme com o recibo mais recente.")]
    ReceiptExpired,
    #[error(
        "O registro de eventos termina na posição {last}: a posição {asked} é de um registro que não existe \
         mais. Releia o estado atual (por exemplo com dataAlteracaoInicial) e continue da posição {}.",
        last + 1
    )]
    BeyondLog { asked: i64, last: i64 },
    #[error("A fila já tem {0} consumidores, o máximo. Exclua um deles para criar outro.")]
    TooManyReaders(i64),
    #[error(
        "A aplicação já tem {0} usuários, o máximo que lhe é permitido. Exclua um deles para criar outro."
    )]
    TooManyUsers(i64),
    #[error("A aplicação passaria de {0} SKUs, o máximo que lhe é permitido. Exclua SKUs para criar outros.")]
    TooManySkus(i64),
    #[error("O segredo já foi trocado: até {0} o anterior também vale. Troque-o de novo depois disso.")]
    RotationInProgress(Instante),
    #[error("A aplicação já tem {0} notificações, o máximo. Exclua uma delas para criar outra.")]
    TooManyNotifications(i64),
    #[error("A notificação já tem {0} reenvios em andamento. Aguarde que um deles termine.")]
    TooManyResendings(i64),
    #[error("A notificação já tem {0} testes em andamento. Aguarde que um deles termine.")]
    TooManyTests(i64),
    #[error(
        "Outro arquivo da aplicação está sendo importado. Envie este quando a resposta do outro tiver chegado."
    )]
    ImportInProgress,
    #[error("O registro foi alterado desde que foi lido (If-Match).")]
    Precondition,
    #[error("A mesma Idempotency-Key já foi usada em outra requisição.")]
    KeyReused,
    #[error("A requisição com a mesma Idempotency-Key ainda está em andamento.")]
    KeyInUse,
}

impl From<StoreError> for ErrorA {
    fn from(error: StoreError) -> Self {
        Self::Kit(error.into())
    }
}

impl From<Fault> for ErrorA {
    fn from(fault: Fault) -> Self {
        Self::Kit(fault.into())
    }
}

impl ErrorA {
    /// A single problem.
    pub fn invalid(path: &str, message: impl std::fmt::Display) -> Self {
        let mut problems = Problems::new();
        problems.push(path, message);
        Self::Invalid(problems)
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Kit(error) => error.status(),
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::AlreadyExists
            | Self::OrderExists(_)
            | Self::InUse
            | Self::CentreInUse
            | Self::TooManyCentres(_)
            | Self::TooManyChannels(_)
            | Self::HasChildren
            | Self::InactiveUser
            | Self::ChannelTypeImmutable
            | Self::NoConnector
            | Self::ListingTaken(_)
            | Self::StockRefused(_)
            | Self::Movement(_)
            | Self::ReceiptExpired
            | Self::BeyondLog { .. }
            | Self::TooManyReaders(_)
            | Self::TooManyUsers(_)
            | Self::TooManySkus(_)
            | Self::RotationInProgress(_)
            | Self::TooManyNotifications(_)
            | Self::TooManyResendings(_)
            | Self::TooManyTests(_)
            | Self::ImportInProgress
            | Self::KeyReused
            | Self::KeyInUse => StatusCode::CONFLICT,
            Self::Precondition => StatusCode::PRECONDITION_FAILED,
        }
    }

    fn problems(&self) -> Vec<String> {
        match self {
            Self::Kit(error) => error.problems().map(texts).unwrap_or_default(),
            Self::Invalid(problems) => texts(problems),
            Self::Movement(IllegalMovement::Forbidden { allowed, .. }) => vec![legal(allowed)],
            Self::Movement(IllegalMovement::ReasonRequired { .. }) => {
                vec!["motivo: é obrigatório".to_owned()]
            }
            // interface A asks for no sub-status
            Self::Movement(IllegalMovement::OutOfPlace { .. } | IllegalMovement::HistoryFull(_)) => {
                Vec::new()
            }
            Self::BeyondLog { last, .. } => vec![format!("posicao: deve ser no máximo {}", last + 1)],
            Self::NotFound(_)
            | Self::AlreadyExists
            | Self::OrderExists(_)
            | Self::InUse
            | Self::CentreInUse
            | Self::TooManyCentres(_)
            | Self::TooManyChannels(_)
            | Self::HasChildren
            | Self::InactiveUser
            | Self::ChannelTypeImmutable
            | Self::NoConnector
            | Self::ListingTaken(_)
            | Self::StockRefused(_)
            | Self::ReceiptExpired
            | Self::TooManyReaders(_)
            | Self::TooManyUsers(_)
            | Self::TooManySkus(_)
            | Self::RotationInProgress(_)
            | Self::TooManyNotifications(_)
            | Self::TooManyResendings(_)
            | Self::TooManyTests(_)
            | Self::ImportInProgress
            | Self::Precondition
            | Self::KeyReused
            | Self::KeyInUse => Vec::new(),
        }
    }

    fn headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        match self {
            Self::Kit(error) => error.headers(),
            Self::KeyInUse | Self::ImportInProgress => {
                vec![(header::RETRY_AFTER, HeaderValue::from_static("1"))]
            }
            _ => Vec::new(),
        }
    }

    /// True when it is the service that failed, not the request.
    pub fn is_failure(&self) -> bool {
        self.status().is_server_error()
    }

    /// The status and body of this error, as a batch shows it for one of its items.
    pub fn for_item(&self) -> (u16, ErrorBody) {
        (self.status().as_u16(), self.body())
    }

    fn body(&self) -> ErrorBody {
        let exception = (self.status() == StatusCode::INTERNAL_SERVER_ERROR)
            .then(|| Excecao { tipo: "ErroInterno", id: request_id::current() });
        ErrorBody { message: self.to_string(), validation_errors: self.problems(), exception }
    }
}

fn texts(problems: &Problems) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

fn legal(allowed: &[StatusPedido]) -> String {
    if allowed.is_empty() {
        return "status: o pedido está em um estado final".to_owned();
    }
    let names: Vec<&str> = allowed.iter().map(|s| s.name()).collect();
    format!("status: pode passar para {}", names.join(", "))
}

impl ResponseError for ErrorA {
    fn status_code(&self) -> StatusCode {
        self.status()
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status();
        if status.is_server_error() {
            request_id::log_failure(self, status);
        }
        let mut answer = HttpResponse::build(status);
        for header in self.headers() {
            answer.append_header(header);
        }
        answer.json(self.body())
    }
}
