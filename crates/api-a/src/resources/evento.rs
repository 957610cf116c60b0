//! The event log: every change, by position.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get};
use domain::evento::{Evento, KindSet, TipoEvento};
use http_kit::{Fault, FromQuery, Mount, QueryReader};
use serde::Serialize;
use store::events::{self, Filter, Stretch};
use utoipa::{IntoParams, ToSchema};

use crate::answer::Answer;
use crate::context::ForAplicacao;
use crate::doc::Errors;
use crate::error::ErrorA;
use crate::query::OptionalUsuarioParam;

/// Events per answer when the client does not say.
const COUNT_DEFAULT: i64 = 100;
/// Most events per answer.
const COUNT_MAX: i64 = 1000;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// Which events are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct EventoFilter {
    /// From this place of the log on, inclusive: 1 to begin with, `proximaPosicao` from then on.
    #[param(value_type = Option<i64>, minimum = 0, default = 1)]
    posicao: i64,
    /// Of these kinds: names in any case, separated by commas or with the parameter repeated. Absent = all.
    #[param(value_type = Option<Vec<TipoEvento>>, inline, style = Form, explode = false)]
    tipo: Vec<TipoEvento>,
    /// Most events in the answer.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 1000, default = 100)]
    quantidade: i64,
}

impl FromQuery for EventoFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let names: Vec<_> = TipoEvento::ALL.iter().map(|kind| (kind.name(), *kind)).collect();
        Some(Self {
            posicao: c.integer_between("posicao", 0, i64::MAX).unwrap_or(1),
            tipo: c.list_of("tipo", &names),
            quantidade: c.integer_between("quantidade", 1, COUNT_MAX).unwrap_or(COUNT_DEFAULT),
        })
    }
}

/// A stretch of the log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "written as text; here for the document alone")]
struct Eventos {
    /// The events, in the order of their places.
    eventos: Vec<Evento>,
    /// The place to ask for next; the same as asked for at the end of the log.
    proxima_posicao: i64,
    /// The first place that is still kept; 0 while the log is empty.
    primeira_posicao: i64,
    /// The last place of the log; 0 while it is empty.
    ultima_posicao: i64,
}

/// What of it is not text already.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Positions {
    proxima_posicao: i64,
    primeira_posicao: i64,
    ultima_posicao: i64,
}

/// Reads the log of changes by position. Places count from 1 per application and have no gaps; what has been
/// read once never changes and nothing is ever put in before it, so following `proximaPosicao` misses
/// nothing. With `tipo` or `usuarioId` an answer may hold fewer events than asked for, or none, though there
/// are more: go on until `proximaPosicao` equals the `posicao` asked for. Places before `primeiraPosicao` are
/// not kept any more: a reader that asks for one has missed what stood there. A place beyond the one that
/// comes next is a 409: whoever has it has read a log that is gone, as when a backup was put in its place.
#[utoipa::path(tag = "Evento", params(OptionalUsuarioParam, EventoFilter),
    responses((status = 200, body = Eventos), Errors))]
#[get("/Evento")]
async fn list(req: ForAplicacao<EventoFilter>) -> Result<HttpResponse, ErrorA> {
    req.store().place_events().await?;
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let (posicao, quantidade) = (req.filter.posicao, req.filter.quantidade);
    let tipos: KindSet = req.filter.tipo.iter().copied().collect();
    let stretch = req
        .read(move |conn| {
            let filter = Filter { loja: loja(conn)?, tipos };
            let stretch = events::list(conn, aplicacao, filter, posicao, quantidade)?;
            match posicao > stretch.last + 1 {
                true => Err(ErrorA::BeyondLog { asked: posicao, last: stretch.last }),
                false => Ok(stretch),
            }
        })
        .await?;
    Ok(Answer::ready(StatusCode::OK, merge(&stretch)?).into())
}

/// The events are JSON already: they are put side by side as they are.
fn merge(stretch: &Stretch) -> Result<String, ErrorA> {
    let positions = serde_json::to_string(&Positions {
        proxima_posicao: stretch.next,
        primeira_posicao: stretch.first,
        ultima_posicao: stretch.last,
    });
    let positions = positions.map_err(|e| Fault::json("the places of a page", e))?;
    let documents: Vec<&str> = stretch.eventos.iter().map(|evento| evento.documento.as_str()).collect();
    let rest = positions.strip_prefix('{').unwrap_or_default();
    Ok(format!("{{\"eventos\":[{}],{rest}", documents.join(",")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_put_together_is_the_stretch() {
        let stretch = Stretch { eventos: Vec::new(), next: 7, first: 1, last: 6 };
        let integer =
            Eventos { eventos: Vec::new(), proxima_posicao: 7, primeira_posicao: 1, ultima_posicao: 6 };
        assert_eq!(merge(&stretch).unwrap(), serde_json::to_string(&integer).unwrap());
    }
}
