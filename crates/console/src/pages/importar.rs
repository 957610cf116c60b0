//! Bringing a file in: what `server import` does, for whoever has a browser.

use std::io::Cursor;
use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use files::{FileError, ImportError, Kind, Report, Target, Way, Wrong};
use maud::{Markup, html};

use crate::access::{LojaVisit, Sending, Upload, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{nothing, pairs};
use crate::view::{format, shell};

/// Refusals that are shown.
const SHOWN: usize = 100;
/// Columns without a meaning that are named.
const IGNORED: usize = 20;
/// The longest that a file waits for the one before it.
const TURN: Duration = Duration::from_secs(30);
/// Letters of a file's name that are written down.
const NAME_MAX: usize = 80;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/importar", web::get().to(show)).route("/importar", web::post().to(submit));
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    Ok(page(&visit, &html! {}))
}

fn page(visit: &LojaVisit, above: &Markup) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Importar um arquivo", "Import a file");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Uma tabela (CSV, como o Excel grava) ou JSON, uma linha por objeto. \
            Vale o que vale na interface A; importar de novo não duplica nada.",
            "A table (CSV, as Excel writes it) or JSON, one object per line. \
            Interface A's rules hold; importing once more doubles nothing.")) }
        (above)
        section.sheet {
            @if visit.may_act() { (form(visit)) } @else {
                (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only.")))
            }
        }
        section.sheet { h2 { (lang.say("Colunas", "Columns")) } (columns(lang)) }
    };
    shell::of_loja(visit, title, &body)
}

fn word(lang: Lang, kind: Kind) -> &'static str {
    match kind {
        Kind::Skus => "SKUs",
        Kind::Estoque => lang.say("Estoque", "Stock"),
        Kind::Precos => lang.say("Preços", "Prices"),
        Kind::Pedidos => lang.say("Pedidos", "Orders"),
        Kind::Categorias => lang.say("Categorias de canais", "Categories of channels"),
    }
}

fn form(visit: &LojaVisit) -> Markup {
    let lang = visit.lang;
    html! {
        form.import method="post" action=(visit.address("/importar")) enctype="multipart/form-data" {
            input type="hidden" name="marca" value=(visit.form_mark());
            label { span { (lang.say("O que o arquivo traz", "What the file holds")) }
                select name="tipo" { @for kind in Kind::ALL {
                    option value=(kind.name()) { (word(lang, kind)) } } } }
            label { span { (lang.say("Arquivo, até 32 MiB: escolha ou solte aqui",
                "File, up to 32 MiB: choose it or drop it here")) }
                input.drop type="file" name="arquivo" required accept=".csv,.txt,.jsonl,.json"; }
            div.row {
                button name="como" value="conferir" { (lang.say("Só conferir", "Only check")) }
                button.strong name="como" value="gravar" { (lang.say("Importar", "Import")) }
            }
        }
    }
}

fn columns(lang: Lang) -> Markup {
    let all = Kind::ALL.map(|kind| {
        let names = html! { @for column in kind.columns() {
            @if column.required { b.code { (column.name) } } @else { span.code { (column.name) } } " "
        } };
        (word(lang, kind), names)
    });
    html! {
        p.faint { (lang.say("Em negrito as que não podem faltar.", "In bold those that cannot be missing.")) }
        (pairs(&all))
    }
}

async fn submit(visit: LojaVisit, sending: Sending) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    if !visit.may_act() {
        return Err(Failure::OnlyLooks);
    }
    let place = visit.state.uploads.clone().try_acquire_owned().map_err(|_| busy(lang))?;
    let upload = Upload::read(&visit, sending).await?;
    visit.acts(upload.field("marca"))?;
    // only now: whoever sends slowly holds up nobody
    let turn = timeout(TURN, visit.state.importing.clone().lock_owned()).await.map_err(|_| busy(lang))?;
    let kind = Kind::from_name(upload.field("tipo")).ok_or(Failure::Unreadable)?;
    let way = if upload.field("como") == "gravar" { Way::Write } else { Way::Try };
    let name = written(&upload.name);
    if way == Way::Write {
        // what comes of it is many transactions: who began it stands in the record before the first
        visit
            .act_here((Act::FileImported, kind.name().to_owned()), move |tx| {
                must_be_active(tx, loja, lang)?;
                Ok(((), Some(name.clone())))
            })
            .await?;
    }
    let (state, target) = (visit.state.clone(), Target { loja, kind });
    let brought_in = web::block(move || {
        let _held = (place, turn);
        let (mut report, content) = (Report::default(), Cursor::new(upload.content));
        let done = files::import(&state.store, (target, way), content, &mut report, |_| state.goes_on());
        if matches!(done, Err(ImportError::Stopped)) {
            // the browser may have gone already
            tracing::warn!(
                loja = loja.loja,
                kind = kind.name(),
                line = report.written_to_line,
                "the server's end cut an import on the console off: importing the file again is safe"
            );
        }
        (report, done)
    });
    let (report, done) = brought_in.await.map_err(|_| Failure::Fault("an import broke off"))?;
    let ended = match done {
        Ok(()) => None,
        Err(ImportError::File(error)) if report.written_to_line.is_none() => {
            return Err(Failure::Refused(unreadable(lang, &error)));
        }
        Err(ImportError::File(error)) => Some(unreadable(lang, &error)),
        Err(ImportError::TooMany(most)) => Some(too_many(lang, most)),
        Err(ImportError::Stopped) => {
            Some(lang.say("O servidor está sendo desligado.", "The server is being stopped.").to_owned())
        }
        Err(ImportError::Store(error)) if report.written_to_line.is_none() => return Err(error.into()),
        Err(ImportError::Store(error)) => {
            tracing::error!(%error, "an import did not come to its end");
            Some(lang.say("O banco de dados falhou.", "The database failed.").to_owned())
        }
    };
    Ok(page(&visit, &told(lang, &report, way, ended.as_deref())))
}

fn busy(lang: Lang) -> Failure {
    let words = lang.say(
        "Outro arquivo está sendo importado agora. Espere um pouco e envie este de novo.",
        "Another file is being imported now. Wait a little and send this one again.",
    );
    Failure::Refused(words.to_owned())
}

/// A file's name as the record holds it.
fn written(name: &str) -> String {
    name.chars().filter(|c| writable(*c)).take(NAME_MAX).collect()
}

fn unreadable(lang: Lang, error: &FileError) -> String {
    match error {
        FileError::Missing(missing, _) => format!(
            "{} {}",
            lang.say(
                "A primeira linha do arquivo dá nome às colunas, e faltam nela:",
                "The file's first line names the columns, and lacks:"
            ),
            missing.join(", ")
        ),
        FileError::Twice(column) => {
            format!("{} {column}", lang.say("Esta coluna aparece duas vezes:", "This column is there twice:"))
        }
        FileError::Wide(count) => format!(
            "{} {count}.",
            lang.say(
                "A primeira linha tem de dar nome às colunas. Colunas demais:",
                "The first line has to name the columns. Too many columns:"
            )
        ),
        FileError::OpenQuote(line) => match lang {
            Lang::Pt => format!("Linha {line}: as aspas que abrem um texto ali não fecham."),
            Lang::En => format!("Line {line}: the quote that opens a text there is not closed."),
        },
        FileError::Endless(line) => match lang {
            Lang::Pt => format!("Linha {line}: tem mais de 8 MiB. Faltam aspas ali?"),
            Lang::En => format!("Line {line}: it has more than 8 MiB. Is a quote open there?"),
        },
        FileError::Empty => lang
            .say(
                "O arquivo está vazio. Grave-o como CSV, com os nomes das colunas na primeira linha.",
                "The file is empty. Save it as CSV, with the names of the columns in its first line.",
            )
            .to_owned(),
        FileError::NoText => lang
            .say(
                "O arquivo não é texto, e portanto não é tabela. Grave-o como CSV UTF-8.",
                "The file is no text, and so no table. Save it as CSV UTF-8.",
            )
            .to_owned(),
        FileError::List => lang
            .say(
                "É uma lista JSON: ponha um objeto por linha, sem colchetes nem vírgulas em volta.",
                "It is a JSON list: write one object per line, without brackets and commas around them.",
            )
            .to_owned(),
        FileError::Io(_) | FileError::Csv(_) | FileError::Json(_) => lang
            .say(
                "O arquivo não pode ser lido como tabela nem como JSON.",
                "The file can be read neither as a table nor as JSON.",
            )
            .to_owned(),
    }
}

fn too_many(lang: Lang, most: i64) -> String {
    let most = format::count(lang, most);
    match lang {
        Lang::Pt => format!("A aplicação pode ter {most} SKUs e passaria disso."),
        Lang::En => format!("The application may have {most} SKUs and would have more."),
    }
}

/// What came of a file.
fn told(lang: Lang, report: &Report, way: Way, ended: Option<&str>) -> Markup {
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
        @if let Some(why) = ended { p role="alert" { (why) " " (lang.say(
            "O que entrou ficou; corrija e envie o arquivo de novo.",
            "What is in stays in; mend it and send the file again."))
            @if let Some(line) = report.written_to_line { " (" (lang.say("até a linha",
                "up to line")) " " (line) ")" } } }
        @if !report.ignored.is_empty() { p.faint {
            (lang.say("Colunas sem significado aqui: ",
                "Columns that mean nothing here: ")) (ignored(&report.ignored)) } }
        @if report.rounded > 0 { p.faint {
            (lang.say("SKUs com medidas arredondadas para cima: ",
                "SKUs with measures rounded up: ")) (count(report.rounded)) } }
        @if !report.wrong.is_empty() { section.sheet { h2 { (lang.say("Recusados", "Refused")) }
            (refusals(lang, &report.wrong, report.wrong_things)) } }
    }
}

fn ignored(all: &[String]) -> String {
    let mut named: Vec<&str> = all.iter().take(IGNORED).map(String::as_str).collect();
    if all.len() > IGNORED {
        named.push("…");
    }
    named.join(", ")
}

fn refusals(lang: Lang, wrong: &[Wrong], all: u64) -> Markup {
    let shown = wrong.len().min(SHOWN) as u64;
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th.num scope="col" { (lang.say("Linha", "Line")) }
                th scope="col" { (lang.say("Coluna", "Column")) }
                th scope="col" { (lang.say("Por quê", "Why")) }
            } }
            tbody { @for one in wrong.iter().take(SHOWN) { tr {
                td.num { (one.line) } td.code { (one.column) } td { (one.what) }
            } } }
        } }
        @if all > shown { p.faint { (lang.say("E mais ", "And ")) (all - shown) (lang.say(".", " more.")) } }
    }
}
