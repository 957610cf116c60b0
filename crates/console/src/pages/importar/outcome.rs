//! What comes of a file: of a check, or of the import.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::ids::LojaId;
use files::{Cause, ImportError, Kind, MendForm, Preview, Report, Target, Way};
use maud::{Markup, html};
use store::importacoes::{self, NewImportacao};

use super::columns::{Shown, form_on};
use super::{history, words};
use crate::access::{LojaVisit, must_be_active};
use crate::error::Failure;
use crate::kept::{KeptFile, Part};
use crate::lang::Lang;
use crate::view::parts::parameter;
use crate::view::{download, format, shell};

/// Causes that are shown.
const SHOWN: usize = 100;
/// Rows that are shown before they are written.
const ROWS: usize = 10;
/// The longest that a file waits for the one before it.
const TURN: Duration = Duration::from_secs(30);

/// What came of a file.
pub struct Told {
    report: Report,
    way: Way,
    ended: Option<String>,
    preview: Preview,
    mended: bool,
}

/// Checks a file, or brings it in.
pub async fn brought_in(
    visit: &LojaVisit,
    file: &Arc<KeptFile>,
    shown: &Shown,
    way: Way,
) -> Result<Told, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let turn = timeout(TURN, visit.state.importing.clone().lock_owned()).await;
    let turn = turn.map_err(|_| words::busy(lang))?;
    let begun = match way {
        Way::Write => Some(begin(visit, file, shown).await?),
        Way::Try => None,
    };
    let (state, target) = (visit.state.clone(), Target { loja, kind: file.kind });
    let (file, options) = (Arc::clone(file), shown.options.clone());
    let done = web::block(move || {
        let _held = turn;
        let mut report = Report::default();
        let preview = match way {
            Way::Try => files::preview(file.content.reader(), file.kind, &options, ROWS).unwrap_or_default(),
            Way::Write => Preview::default(),
        };
        let content = file.content.reader();
        let done =
            files::import(&state.store, (target, way), content, &options, &mut report, |_| state.goes_on());
        if matches!(done, Err(ImportError::Stopped)) {
            told_to_operator(loja, file.kind, &report);
        }
        let mended = if report.refused > 0 { written(&file, &options, &report) } else { None };
        let there = mended.is_some();
        *file.mended.lock().unwrap_or_else(PoisonError::into_inner) = mended;
        let ended = begun.map_or(Ok(()), |id| history::finish(&state.store, (loja, id), &report));
        (report, preview, there, done.and(ended.map_err(ImportError::Store)))
    });
    let (report, preview, mended, done) = done.await.map_err(|_| Failure::Fault("an import broke off"))?;
    let ended = ended(lang, &report, done)?;
    Ok(Told { report, way, ended, preview, mended })
}

/// Writes down who began it, and what was there before: what comes of it is many transactions.
async fn begin(visit: &LojaVisit, file: &Arc<KeptFile>, shown: &Shown) -> Result<i64, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let antes = history::before(visit, file, shown).await?;
    let (nome, tipo, arquivo) = (visit.access.nome.clone(), file.kind.name().to_owned(), file.name.clone());
    visit
        .act_here((Act::FileImported, tipo.clone()), move |tx| {
            must_be_active(tx, loja, lang)?;
            let new = NewImportacao { nome: &nome, tipo: &tipo, arquivo: &arquivo, antes: antes.as_deref() };
            Ok((importacoes::begin(tx, loja, &new)?, Some(arquivo.clone())))
        })
        .await
}

fn told_to_operator(loja: LojaId, kind: Kind, report: &Report) {
    // the browser may have gone already
    tracing::warn!(
        loja = loja.loja,
        kind = kind.name(),
        line = report.written_to_line,
        "the server's end cut an import on the console off: importing the file again is safe"
    );
}

/// The refused rows as a file.
fn written(file: &KeptFile, options: &files::Options, report: &Report) -> Option<(Part, MendForm)> {
    let written = Part::written(|out| files::mend(file.content.reader(), (file.kind, options), report, out));
    written.map_err(|error| tracing::warn!(%error, "refused rows cannot be written")).ok()
}

/// Why a file did not come to its end; a failure when nothing of it was come to.
fn ended(lang: Lang, report: &Report, done: Result<(), ImportError>) -> Result<Option<String>, Failure> {
    Ok(match done {
        Ok(()) => None,
        Err(ImportError::File(error)) if !report.reached() => {
            return Err(Failure::Wrong("arquivo", words::unreadable(lang, &error)));
        }
        Err(ImportError::File(error)) => Some(words::unreadable(lang, &error)),
        Err(ImportError::TooMany(most)) => Some(words::too_many(lang, most)),
        Err(ImportError::Stopped) => {
            Some(lang.say("O servidor está sendo desligado.", "The server is being stopped.").to_owned())
        }
        Err(ImportError::Store(error)) if !report.reached() => return Err(error.into()),
        Err(ImportError::Store(error)) => {
            tracing::error!(%error, "an import did not come to its end");
            Some(lang.say("O banco de dados falhou.", "The database failed.").to_owned())
        }
    })
}

/// The refused rows of the session's file.
pub async fn mended(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let mark = parameter(&visit, "arquivo").unwrap_or_default();
    let file = visit.state.kept.find(&visit.session(), visit.id(), &mark).ok_or(Failure::Missing)?;
    let mended = file.mended.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (part, form) = mended.ok_or(Failure::Missing)?;
    Ok(download::answer(&part, ("correcoes", form.ending())))
}

/// The page that says what came of a file.
pub fn page(visit: &LojaVisit, file: &KeptFile, shown: &Shown, told: &Told) -> HttpResponse {
    let lang = visit.lang;
    let title = match told.way {
        Way::Write => lang.say("O arquivo foi importado", "The file was imported"),
        Way::Try => lang.say("O que aconteceria", "What would come of it"),
    };
    let body = html! {
        h1 { (title) }
        p.sub { (file.name) " · " (words::kind(lang, file.kind)) }
        (counts(lang, told))
        div.actions { (further(visit, file, shown, told)) }
        (causes(lang, lang.say("Recusados", "Refused"), &told.report.causes))
        (causes(lang, lang.say("Importados de outro modo", "Imported otherwise"), &told.report.notices))
        (rows(lang, &told.preview))
    };
    shell::of_loja(visit, title, &body)
}

fn counts(lang: Lang, Told { report, way, ended, .. }: &Told) -> Markup {
    let count = |n: u64| format::count(lang, i64::try_from(n).unwrap_or(i64::MAX));
    let heading = match way {
        Way::Write => lang.say("Importado", "Imported"),
        Way::Try => lang.say("Conferido: nada foi gravado", "Checked: nothing was written"),
    };
    let good = ended.is_none() && report.refused == 0;
    html! {
        p.told.bad[!good] role="status" {
            (heading) ". "
            (lang.say("Novos: ", "New: ")) (count(report.created)) " · "
            (lang.say("como o arquivo diz: ", "as the file says: ")) (count(report.stored)) " · "
            (lang.say("recusados: ", "refused: ")) (count(report.refused))
        }
        @if let Some(why) = ended { p role="alert" { (why) " " (match way {
                Way::Write => lang.say("O que entrou ficou; corrija e envie o arquivo de novo.",
                    "What is in stays in; mend it and send the file again."),
                Way::Try => lang.say("Corrija e envie o arquivo de novo.", "Mend it and send the file again."),
            })
            @if let Some(line) = report.written_to_line { " (" (lang.say("até a linha",
                "up to line")) " " (line) ")" } } }
        @if !report.ignored.is_empty() { p.faint {
            (lang.say("Colunas sem significado aqui: ", "Columns that mean nothing here: "))
            (files::listed(&report.ignored)) } }
        @for one in &report.told { p.faint { (one) } }
    }
}

/// What to do next.
fn further(visit: &LojaVisit, file: &KeptFile, shown: &Shown, told: &Told) -> Markup {
    let lang = visit.lang;
    let mended = visit.address(&format!("/importar/correcoes?arquivo={}", file.mark));
    let buttons = html! { div.row {
        @if told.way == Way::Try {
            button.strong name="como" value="gravar" { (lang.say("Importar", "Import")) } }
        button name="como" value="colunas" { (lang.say("Voltar às colunas", "Back to the columns")) }
    } };
    html! {
        (form_on(visit, file, shown, &buttons))
        @if told.mended { a.button href=(mended) { (lang.say("Baixar as linhas recusadas",
            "Download the refused rows")) } }
        a.button href=(visit.address(&format!("/importar?tipo={}", file.kind.name()))) {
            (lang.say("Outro arquivo", "Another file")) }
    }
}

fn causes(lang: Lang, title: &str, all: &[Cause]) -> Markup {
    html! { @if !all.is_empty() { section.sheet { h2 { (title) }
        div.scroll tabindex="0" { table {
            thead { tr {
                th.num scope="col" { (lang.say("Quantas", "How many")) }
                th scope="col" { (lang.say("Coluna", "Column")) }
                th scope="col" { (lang.say("Por quê", "Why")) }
                th.num scope="col" { (lang.say("Linha", "Line")) }
                th scope="col" { (lang.say("Valor", "Value")) }
            } }
            tbody { @for one in all.iter().take(SHOWN) { tr {
                td.num { (one.count) } td.code { (one.column) } td { (one.example) }
                td.num { (one.line) } td { (one.value.as_deref().unwrap_or_default()) }
            } } }
        } }
        @if all.len() > SHOWN { p.faint { (lang.say("E mais ",
            "And ")) (all.len() - SHOWN) (lang.say(" causas.", " more causes.")) } }
    } } }
}

fn rows(lang: Lang, preview: &Preview) -> Markup {
    html! { @if !preview.rows.is_empty() { section.sheet {
        h2 { (lang.say("As primeiras linhas, como seriam gravadas", "The first rows, as they would be written")) }
        div.scroll tabindex="0" { table {
            thead { tr {
                th.num scope="col" { (lang.say("Linha", "Line")) }
                @for member in &preview.members { th scope="col" { (member) } }
            } }
            tbody { @for row in &preview.rows { tr {
                td.num { (row.line) }
                @for value in &row.values { td { (value) } }
            }
            @for wrong in &row.wrong { tr { td {} td.bad colspan=(preview.members.len()) {
                b.bad { (wrong.column) ": " (wrong.what) } } } } } }
        } }
    } } }
}
