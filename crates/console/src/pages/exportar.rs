//! Taking out what a list shows, as a workbook or a table.

use std::io::{BufWriter, Write};

use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::dates::Instante;
use files::{ExportError, Exported, Form, Kind, Target, Which};
use store::lojas_config;

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::kept::Part;
use crate::pages::{pedidos, skus};
use crate::view::download;
use crate::view::parts::parameter_as;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/exportar", web::get().to(export));
}

async fn export(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let kind = parameter_as(&visit, "tipo", Kind::from_name)?.ok_or(Failure::Missing)?;
    let form = parameter_as(&visit, "como", |form| match form {
        "csv" => Some((Form::CsvBr, "csv")),
        "xlsx" => Some((Form::Xlsx, "xlsx")),
        _ => None,
    })?;
    let (form, ending) = form.unwrap_or((Form::Xlsx, "xlsx"));
    let which = Which { skus: skus::filter_of(&visit)?, orders: pedidos::list::filter_of(&visit)? };
    let busy = lang.say(
        "Outros arquivos estão sendo escritos agora. Espere um pouco e tente de novo.",
        "Other files are being written now. Wait a little and try again.",
    );
    let place = visit.state.exports.clone().try_acquire_owned();
    let place = place.map_err(|_| Failure::Refused(busy.to_owned()))?;
    let asked = visit.req.query_string().chars().take(200).collect::<String>();
    visit
        .act_here((Act::FileExported, kind.name().to_owned()), move |_| Ok(((), Some(asked.clone()))))
        .await?;
    let (state, target) = (visit.state.clone(), Target { loja: visit.id(), kind });
    let written = web::block(move || {
        let _held = place;
        let config = state.store.read_blocking(|conn| lojas_config::find(conn, target.loja))?;
        let zone = config.zone(state.defaults);
        Part::written(|file| {
            let mut out = BufWriter::new(file);
            let goes_on = || state.goes_on();
            let done = files::export(&state.store, target, (form, zone), &which, &mut out, goes_on)?;
            out.flush()?;
            Ok::<Exported, ExportError>(done)
        })
    });
    match written.await.map_err(|_| Failure::Fault("an export broke off"))? {
        Ok((part, _)) => {
            let day = Instante::now().to_string().chars().take(10).collect::<String>();
            Ok(download::answer(&part, (&format!("{}-{day}", kind.name()), ending)))
        }
        Err(ExportError::Store(error)) => Err(error.into()),
        Err(error) => {
            tracing::error!(%error, "an export did not come to its end");
            Err(Failure::Fault("an export broke off"))
        }
    }
}
