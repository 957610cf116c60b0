//! The readers of the queue: where they stand, and how one is forgotten.

use actix_web::{HttpResponse, delete, get};
use domain::values::dates::Instante;
use domain::values::ids::ConsumidorId;
use http_kit::{FromQuery, Mount, QueryReader};
use serde::Serialize;
use store::DeleteOutcome;
use store::queue::{self, Fila};
use utoipa::{IntoParams, ToSchema};

use super::reader::ConsumidorParam;
use crate::answer::Answer;
use crate::context::ForAplicacao;
use crate::doc::Errors;
use crate::error::{ErrorA, Resource};
use crate::query::OptionalUsuarioParam;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(situacao).service(remove);
}

/// Which readers are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct SituacaoFilter {
    /// Only readers of this name.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    consumidor: Option<ConsumidorId>,
}

impl FromQuery for SituacaoFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { consumidor: c.with("consumidor", |text| ConsumidorId::parse(text)) })
    }
}

/// Where a reader of the queue stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Situacao {
    /// Its name.
    consumidor: String,
    /// The user whose queue it reads; absent = that of the whole application.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    usuario_id: Option<String>,
    /// Every order event up to this place of the log has been taken over: handed out, or waiting to be.
    posicao: i64,
    /// The last place of the log.
    ultima_posicao: i64,
    /// Events that wait to be handed out, for the first time or again.
    aguardando: i64,
    /// Events under a running lease.
    arrendados: i64,
    /// Dead events.
    mortos: i64,
    /// Order events of the log that have not been taken over; at most 10000.
    nao_lidos: i64,
    /// True when there may be more unread events than `naoLidos` says; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    nao_lidos_limitado: bool,
    /// When the oldest event was recorded that is neither confirmed nor dead; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    mais_antigo: Option<Instante>,
    /// When the reader first asked.
    criado_em: Instante,
    /// When it last asked, to within ten seconds.
    visto_em: Instante,
}

impl From<queue::Situacao> for Situacao {
    fn from(s: queue::Situacao) -> Self {
        Self {
            consumidor: s.consumidor,
            usuario_id: s.usuario_id,
            posicao: s.posicao,
            ultima_posicao: s.last,
            aguardando: s.aguardando,
            arrendados: s.arrendados,
            mortos: s.mortos,
            nao_lidos: s.nao_lidos,
            nao_lidos_limitado: s.nao_lidos_limitado,
            mais_antigo: s.mais_antigo,
            criado_em: s.criado_em,
            visto_em: s.visto_em,
        }
    }
}

/// Where the readers of the queue stand, in the order of their first requests. Without a `usuarioId`, those
/// of all queues of the application.
#[utoipa::path(tag = "Fila", params(OptionalUsuarioParam, SituacaoFilter),
    responses((status = 200, body = Vec<Situacao>), Errors))]
#[get("/Pedido/Fila/Situacao")]
async fn situacao(req: ForAplicacao<SituacaoFilter>) -> Result<HttpResponse, ErrorA> {
    req.store().place_events().await?;
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let name = req.filter.consumidor.clone();
    let situacoes = req
        .read(move |conn| {
            let fila = Fila { aplicacao, loja: loja(conn)? };
            Ok(queue::situacao(conn, fila, name.as_ref(), Instante::now())?)
        })
        .await?;
    let situacoes: Vec<Situacao> = situacoes.into_iter().map(Situacao::from).collect();
    Ok(Answer::ok(&situacoes)?.into())
}

/// Forgets a reader with all that it has not confirmed. Its receipts are unknown from then on; asked for
/// again, it is a new one.
#[utoipa::path(tag = "Fila", params(OptionalUsuarioParam, ConsumidorParam), responses((status = 204), Errors))]
#[delete("/Pedido/Fila")]
async fn remove(req: ForAplicacao<ConsumidorParam>) -> Result<HttpResponse, ErrorA> {
    let (aplicacao, loja, consumidor) = (req.aplicacao(), req.loja(), req.filter.clone());
    req.write([0; 32], move |tx| {
        let reader = consumidor.reader(aplicacao, loja(tx)?);
        match queue::delete(tx, reader)? {
            DeleteOutcome::Deleted => Ok(Answer::empty()),
            _ => Err(ErrorA::NotFound(Resource::Consumidor)),
        }
    })
    .await
}
