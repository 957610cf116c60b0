//! Bringing a file in: what `server import` does, for whoever has a browser.

use std::io::Cursor;
use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::loja_config::LojaDefaults;
use files::{FileError, ImportError, Kind, Options, Profile, Report, SheetError, Target, Way, Wrong};
use maud::{Markup, html};
use store::{Store, StoreError, lojas_config, perfis_arquivo};

use crate::access::{Form, LojaVisit, Sending, Upload, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, nothing, pairs};
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
    Ok(page(&visit, &html! {}, None, None))
}

/// The page, with what came of a file: the kind that was chosen stays so.
fn page(visit: &LojaVisit, above: &Markup, chosen: Option<Kind>, again: Option<&Again>) -> HttpResponse {
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
            @if visit.may_act() { (form(visit, chosen, again)) } @else {
                (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only.")))
            }
        }
        section.sheet { h2 { (lang.say("Colunas", "Columns")) } (columns(lang)) }
    };
    Again::answered(again, shell::of_loja(visit, title, &body))
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

fn form(visit: &LojaVisit, chosen: Option<Kind>, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    html! {
        form.import method="post" action=(visit.address("/importar")) enctype="multipart/form-data" {
            input type="hidden" name="marca" value=(visit.form_mark());
            label { span { (lang.say("O que o arquivo traz", "What the file holds")) }
                select name="tipo" { @for kind in Kind::ALL {
                    option value=(kind.name()) selected[chosen == Some(kind)] { (word(lang, kind)) } } } }
            label { span { (lang.say("Arquivo, até 32 MiB: escolha ou solte aqui",
                "File, up to 32 MiB: choose it or drop it here")) }
                input.drop type="file" name="arquivo" required accept=".xlsx,.xls,.ods,.csv,.tsv,.txt,.xml,.jsonl,.json"; }
            (Again::alert(again, &[]))
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
    if !visit.may_act() {
        return Err(Failure::OnlyLooks);
    }
    let mut chosen = None;
    match brought_in(&visit, sending, &mut chosen).await {
        Ok(told) => Ok(page(&visit, &told, chosen, None)),
        Err(failure) => {
            let again = Again::of(Form::default(), failure)?;
            Ok(page(&visit, &html! {}, chosen, Some(&again)))
        }
    }
}

/// Brings a file in; answers what came of it. `chosen` is what it was said to hold, as far as it has come.
async fn brought_in(
    visit: &LojaVisit,
    sending: Sending,
    chosen: &mut Option<Kind>,
) -> Result<Markup, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let place = visit.state.uploads.clone().try_acquire_owned().map_err(|_| busy(lang))?;
    let upload = Upload::read(visit, sending).await?;
    visit.acts_by_mark(upload.field("marca"))?;
    let kind = Kind::from_name(upload.field("tipo")).ok_or(Failure::Unreadable)?;
    *chosen = Some(kind);
    // only now: whoever sends slowly holds up nobody
    let turn = timeout(TURN, visit.state.importing.clone().lock_owned()).await.map_err(|_| busy(lang))?;
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
    let defaults = visit.state.defaults;
    let done = web::block(move || {
        let _held = (place, turn);
        let (mut report, content) = (Report::default(), Cursor::new(upload.content));
        let done = options(&state.store, target, defaults).map_err(ImportError::Store).and_then(|options| {
            files::import(&state.store, (target, way), content, &options, &mut report, |_| state.goes_on())
        });
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
    let (report, done) = done.await.map_err(|_| Failure::Fault("an import broke off"))?;
    let ended = match done {
        Ok(()) => None,
        Err(ImportError::File(error)) if !report.reached() => {
            return Err(Failure::Wrong("arquivo", unreadable(lang, &error)));
        }
        Err(ImportError::File(error)) => Some(unreadable(lang, &error)),
        Err(ImportError::TooMany(most)) => Some(too_many(lang, most)),
        Err(ImportError::Stopped) => {
            Some(lang.say("O servidor está sendo desligado.", "The server is being stopped.").to_owned())
        }
        Err(ImportError::Store(error)) if !report.reached() => return Err(error.into()),
        Err(ImportError::Store(error)) => {
            tracing::error!(%error, "an import did not come to its end");
            Some(lang.say("O banco de dados falhou.", "The database failed.").to_owned())
        }
    };
    Ok(told(lang, &report, way, ended.as_deref()))
}

/// The application's own profiles, and the store's time zone.
fn options(store: &Store, target: Target, defaults: LojaDefaults) -> Result<Options, StoreError> {
    store.read_blocking(move |conn| {
        let kept = perfis_arquivo::list(conn, target.loja.aplicacao)?;
        let own = kept.iter().filter_map(|(_, text)| Profile::from_json(text).ok()).collect();
        let timezone = lojas_config::find(conn, target.loja)?.zone(defaults);
        Ok(Options { own, timezone, ..Options::default() })
    })
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
    let say = |pt: &'static str, en: &'static str| lang.say(pt, en).to_owned();
    match error {
        FileError::Missing { line, missing, headings, kind: _ } => {
            let (missing, headings) = (missing.join(", "), ignored(headings));
            match lang {
                Lang::Pt => format!(
                    "A linha {line} parece dar nome às colunas, e falta nela: {missing}. O arquivo tem: {headings}."
                ),
                Lang::En => {
                    format!(
                        "Line {line} seems to name the columns, and lacks: {missing}. The file has: {headings}."
                    )
                }
            }
        }
        FileError::Twice(column, line) => match lang {
            Lang::Pt => format!("Linha {line}: esta coluna aparece duas vezes: {column}."),
            Lang::En => format!("Line {line}: this column is there twice: {column}."),
        },
        FileError::Refused(why) => why.clone(),
        FileError::NoChannel(of_type) => match lang {
            Lang::Pt => format!(
                "Os pedidos são de um canal do tipo {of_type}, e a loja não tem exatamente um canal ativo desse tipo. \
                 Acrescente ao arquivo a coluna canalId."
            ),
            Lang::En => format!(
                "The orders are of a channel of type {of_type}, and the store has not exactly one active one. \
                 Add the column canalId to the file."
            ),
        },
        FileError::NoProfile(name)
        | FileError::NoMember(name)
        | FileError::NoColumn { heading: name, .. } => {
            format!("{} {name}", lang.say("Não existe aqui:", "There is none here:"))
        }
        FileError::NoRows(line) => match lang {
            Lang::Pt => format!("A linha {line} dá nome às colunas, e não há linhas abaixo dela."),
            Lang::En => format!("Line {line} names the columns, and there is no row below it."),
        },
        FileError::Large => say(
            "O arquivo tem mais de dois milhões de pedidos: divida-o.",
            "The file has more than two million orders: divide it.",
        ),
        FileError::Endless(line) => endless(lang, *line),
        FileError::Empty => say(
            "O arquivo está vazio. A primeira linha dá nome às colunas.",
            "The file is empty. Its first line names the columns.",
        ),
        FileError::Sheet(error) => no_table(lang, error),
        FileError::Io(_) | FileError::Csv(_) | FileError::Json(_) | FileError::Workbook(_) => say(
            "O arquivo não pode ser lido como tabela nem como JSON.",
            "The file can be read neither as a table nor as JSON.",
        ),
    }
}

fn endless(lang: Lang, line: u64) -> String {
    match lang {
        Lang::Pt => format!("Linha {line}: tem mais de 8 MiB. Faltam aspas ali?"),
        Lang::En => format!("Line {line}: it has more than 8 MiB. Is a quote open there?"),
    }
}

/// What is no table that can be read.
fn no_table(lang: Lang, error: &SheetError) -> String {
    match (error, lang) {
        (SheetError::OpenQuote(line), Lang::Pt) => {
            format!("Linha {line}: as aspas que abrem um texto ali não fecham.")
        }
        (SheetError::Endless(line), lang) => endless(lang, *line),
        (SheetError::Wide { line, columns }, Lang::Pt) => {
            format!("A linha {line} tem colunas demais para dar nome a elas: {columns}.")
        }
        (SheetError::Password, Lang::Pt) => "A planilha tem senha: grave-a sem senha.".to_owned(),
        (SheetError::NoRows, Lang::Pt) => "A planilha não tem linhas numa aba visível.".to_owned(),
        (SheetError::Large { .. } | SheetError::Rows(_) | SheetError::Cells(_), Lang::Pt) => {
            "O arquivo é grande demais: grave só a tabela, ou em partes.".to_owned()
        }
        (SheetError::Tables(count), Lang::Pt) => {
            format!("O arquivo compactado tem {count} tabelas: envie uma só.")
        }
        (_, Lang::Pt) => {
            "O arquivo não é uma tabela que se possa ler. Grave-o como planilha (XLSX) ou CSV.".to_owned()
        }
        (error, Lang::En) => format!("The file cannot be read: {error}."),
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
        @if let Some(why) = ended { p role="alert" { (why) " " (match way {
                Way::Write => lang.say("O que entrou ficou; corrija e envie o arquivo de novo.",
                    "What is in stays in; mend it and send the file again."),
                Way::Try => lang.say("Corrija e envie o arquivo de novo.", "Mend it and send the file again."),
            })
            @if let Some(line) = report.written_to_line { " (" (lang.say("até a linha",
                "up to line")) " " (line) ")" } } }
        @if !report.ignored.is_empty() { p.faint {
            (lang.say("Colunas sem significado aqui: ",
                "Columns that mean nothing here: ")) (ignored(&report.ignored)) } }
        @for one in &report.told { p.faint { (one) } }
        @if !report.wrong.is_empty() { section.sheet { h2 { (lang.say("Recusados", "Refused")) }
            (refusals(lang, &report.wrong, report.wrong_things)) } }
        @if !report.noticed.is_empty() { section.sheet {
            h2 { (lang.say("Importados de outro modo", "Imported otherwise")) }
            (refusals(lang, &report.noticed, report.noticed.len() as u64)) } }
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
                th scope="col" { (lang.say("Valor", "Value")) }
                th scope="col" { (lang.say("Por quê", "Why")) }
            } }
            tbody { @for one in wrong.iter().take(SHOWN) { tr {
                td.num { (one.line) } td.code { (one.column) }
                td { (one.value.as_deref().unwrap_or_default()) } td { (one.what) }
            } } }
        } }
        @if all > shown { p.faint { (lang.say("E mais ", "And ")) (all - shown) (lang.say(".", " more.")) } }
    }
}
