//! Files brought in whole: sheets of other systems, in batches of many transactions. Sending one once more does
//! nothing twice.

mod answered;
mod asked;

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, post, web};
use domain::loja_config::LojaDefaults;
use files::{ImportError, Options, Profile, Report, Target, Way};
use http_kit::{Fault, Mount, Then};
use store::{Tenant, lojas_config, perfis_arquivo};

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::{Errors, FileErrors};
use crate::error::ErrorA;
use crate::interface::FileBody;
use crate::query::UsuarioParam;
use answered::Importacao;
use asked::{Asked, AskedParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(bring);
}

/// Brings a file in, or says what would come of it.
#[utoipa::path(tag = "Importacao", params(UsuarioParam, AskedParams),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = Importacao), Errors, FileErrors))]
#[post("/Importacao")]
async fn bring(Then(req, body): Then<ForLoja<Asked>, FileBody>) -> Result<HttpResponse, ErrorA> {
    let asked = &req.filter;
    let (way, kind, zone) = (asked.way(), asked.kind, asked.zone);
    let defaults = LojaDefaults { fuso: req.zone(), ..LojaDefaults::default() };
    let (loja, own, of_store) = req
        .read(move |conn, loja| {
            let kept = perfis_arquivo::list(conn, loja.id.aplicacao)?;
            Ok((loja, kept, lojas_config::find(conn, loja.id)?.zone(defaults)))
        })
        .await?;
    if way == Way::Write && !loja.ativo {
        return Err(ErrorA::InactiveUser);
    }
    let mut turn = req.imports().empty_permit(Tenant(req.aplicacao().0));
    if !turn.extend(1) {
        return Err(ErrorA::ImportInProgress);
    }
    let options = Options {
        own: own.iter().filter_map(|(_, text)| Profile::from_json(text).ok()).collect(),
        timezone: zone.unwrap_or(of_store),
        ..asked.options()
    };
    let (store, target) = (req.store().clone(), Target { loja: loja.id, kind });
    let here = StillHere::default();
    let asked_on = Arc::clone(&here.0);
    let done = web::block(move || {
        let (bytes, _counted) = body.into_inner();
        let _held = turn;
        let mut report = Report::default();
        let goes_on = |_| match asked_on.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let content = Cursor::new(bytes);
        let done = files::import(&store, (target, way), content.clone(), &options, &mut report, goes_on);
        let ended = ended(done, &report)?;
        Importacao::of((way, ended), &report, content, (kind, &options))
    });
    let done = done.await.map_err(|_| Fault::new("an import broke off"))??;
    Ok(Answer::json(StatusCode::OK, &done)?.into())
}

/// Whoever asked; an import whose asker is gone, or whose server stops, ends with the batch that it is at.
#[derive(Default)]
struct StillHere(Arc<AtomicBool>);

impl Drop for StillHere {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Why an import did not come to its end; an error when nothing of the file was come to.
fn ended(done: Result<(), ImportError>, report: &Report) -> Result<Option<String>, ErrorA> {
    let words = match done {
        Ok(()) => return Ok(None),
        Err(ImportError::File(error)) if !report.reached() => {
            return Err(ErrorA::invalid("arquivo", error.in_portuguese()));
        }
        Err(ImportError::Store(error)) if !report.reached() => return Err(error.into()),
        Err(ImportError::TooMany(most)) if !report.reached() => return Err(ErrorA::TooManySkus(most)),
        Err(ImportError::File(error)) => error.in_portuguese(),
        Err(ImportError::TooMany(most)) => ErrorA::TooManySkus(most).to_string(),
        Err(ImportError::Stopped) => "A importação foi interrompida.".to_owned(),
        Err(ImportError::Store(error)) => {
            tracing::error!(%error, "an import did not come to its end");
            "O banco de dados falhou.".to_owned()
        }
    };
    Ok(Some(words))
}
