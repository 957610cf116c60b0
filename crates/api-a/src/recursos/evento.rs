//! The event log: every change, by position.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, get};
use domain::evento::{Evento, TipoEvento, Tipos};
use http_kit::{Fault, FromConsulta, Leitor};
use serde::Serialize;
use store::eventos::{self, Filtro, Trecho};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::ParamUsuarioOpcional;
use crate::contexto::DaAplicacao;
use crate::doc::Erros;
use crate::erro::ErroA;
use crate::resposta::Resposta;

/// Events per answer when the client does not say.
const QUANTIDADE_PADRAO: i64 = 100;
/// Most events per answer.
const QUANTIDADE_MAX: i64 = 1000;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list);
}

/// Which events are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroEvento {
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

impl FromConsulta for FiltroEvento {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let nomes: Vec<_> = TipoEvento::TODOS.iter().map(|tipo| (tipo.nome(), *tipo)).collect();
        Some(Self {
            posicao: c.inteiro_entre("posicao", 0, i64::MAX).unwrap_or(1),
            tipo: c.lista_de("tipo", &nomes),
            quantidade: c.inteiro_entre("quantidade", 1, QUANTIDADE_MAX).unwrap_or(QUANTIDADE_PADRAO),
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
struct Lugares {
    proxima_posicao: i64,
    primeira_posicao: i64,
    ultima_posicao: i64,
}

/// Reads the log of changes by position. Places count from 1 per application and have no gaps; what has been read
/// once never changes and nothing is ever put in before it, so following `proximaPosicao` misses nothing. With
/// `tipo` or `usuarioId` an answer may hold fewer events than asked for, or none, though there are more: go on until
/// `proximaPosicao` equals the `posicao` asked for. Places before `primeiraPosicao` are not kept any more: a reader
/// that asks for one has missed what stood there.
#[utoipa::path(tag = "Evento", params(ParamUsuarioOpcional, FiltroEvento),
    responses((status = 200, body = Eventos), Erros))]
#[get("/Evento")]
async fn list(req: DaAplicacao<FiltroEvento>) -> Result<HttpResponse, ErroA> {
    req.store().place_events().await?;
    let (aplicacao, loja) = (req.aplicacao(), req.loja());
    let (posicao, quantidade) = (req.filtro.posicao, req.filtro.quantidade);
    let tipos: Tipos = req.filtro.tipo.iter().copied().collect();
    let trecho = req
        .ler(move |conn| {
            let filtro = Filtro { loja: loja(conn)?, tipos };
            Ok(eventos::list(conn, aplicacao, filtro, posicao, quantidade)?)
        })
        .await?;
    Ok(Resposta::pronta(StatusCode::OK, juntar(&trecho)?).into())
}

/// The events are JSON already: they are put side by side as they are.
fn juntar(trecho: &Trecho) -> Result<String, ErroA> {
    let lugares = serde_json::to_string(&Lugares {
        proxima_posicao: trecho.proxima,
        primeira_posicao: trecho.primeira,
        ultima_posicao: trecho.ultima,
    });
    let lugares = lugares.map_err(|e| Fault::json("the places of a page", e))?;
    let documentos: Vec<&str> = trecho.eventos.iter().map(|evento| evento.documento.as_str()).collect();
    let resto = lugares.strip_prefix('{').unwrap_or_default();
    Ok(format!("{{\"eventos\":[{}],{resto}", documentos.join(",")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_put_together_is_the_stretch() {
        let trecho = Trecho { eventos: Vec::new(), proxima: 7, primeira: 1, ultima: 6 };
        let inteiro =
            Eventos { eventos: Vec::new(), proxima_posicao: 7, primeira_posicao: 1, ultima_posicao: 6 };
        assert_eq!(juntar(&trecho).unwrap(), serde_json::to_string(&inteiro).unwrap());
    }
}
