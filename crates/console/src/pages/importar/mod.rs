//! Bringing a file in: what `server import` does, for whoever has a browser. A file is chosen, its columns are looked
//! over, it is checked, and it is brought in; between the pages it waits here.

mod columns;
mod history;
mod outcome;
mod profiles;
mod words;

use std::io::{Cursor, Write};
use std::sync::Arc;
use std::time::Instant;

use actix_web::HttpResponse;
use actix_web::web::{self, Bytes};
use domain::loja_config::LojaDefaults;
use domain::values::ids::LojaId;
use files::{Kind, Options, Profile, TemplateForm, Way};
use maud::{Markup, html};
use store::{Store, StoreError, importacoes, lojas_config, perfis_arquivo};

use crate::access::{Form, LojaVisit, LongForm, Secret, Sending, Sent, Upload, writable};
use crate::error::Failure;
use crate::kept::{KeptFile, Part};
use crate::view::parts::{Again, nothing, parameter_as};
use crate::view::{download, shell};

pub use words::kind as word;

/// Letters of a file's name that are written down.
const NAME_MAX: usize = 80;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    let columns = LongForm::at("/importar/colunas", LongForm::FIELDS);
    cfg.route("/importar", web::get().to(show))
        .route("/importar", web::post().to(submit))
        .service(columns.route(web::get().to(show)).route(web::post().to(go_on)))
        .route("/importar/desfazer", web::post().to(undo))
        .route("/importar/correcoes", web::get().to(outcome::mended))
        .route("/importar/modelo", web::get().to(template));
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, parameter_as(&visit, "tipo", Kind::from_name)?, None).await
}

/// The page on which a file is chosen: the kind that was chosen before stays so.
async fn page(
    visit: &LojaVisit,
    chosen: Option<Kind>,
    again: Option<&Again>,
) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let latest = history::list(visit).await?;
    let title = lang.say("Importar um arquivo", "Import a file");
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Uma planilha (XLSX, XLS, ODS), uma tabela (CSV), uma NF-e ou JSON, como vem do sistema \
            de onde sai. Antes de gravar, você confere as colunas e o resultado; importar de novo não duplica nada.",
            "A workbook (XLSX, XLS, ODS), a table (CSV), an NF-e or JSON, as the other system writes it. Before \
            anything is written you look over the columns and the result; importing once more doubles nothing.")) }
        section.sheet {
            @if visit.may_act() { (form(visit, chosen, again)) } @else {
                (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only.")))
            }
        }
        (latest)
        section.sheet { h2 { (lang.say("Modelos para preencher", "Templates to fill in")) } (templates(visit)) }
    };
    Ok(Again::answered(again, shell::of_loja(visit, title, &body)))
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
            div.row { button.strong { (lang.say("Ver as colunas", "See the columns")) } }
        }
    }
}

fn templates(visit: &LojaVisit) -> Markup {
    let lang = visit.lang;
    let address =
        |kind: Kind, form: &str| visit.address(&format!("/importar/modelo?tipo={}&como={form}", kind.name()));
    html! {
        p.faint { (lang.say("Uma linha de exemplo, e na planilha uma segunda aba que explica cada coluna.",
            "One row of examples, and in the workbook a second sheet that explains each column.")) }
        dl.pairs { @for kind in Kind::ALL {
            dt { (word(lang, kind)) }
            dd { a href=(address(kind, "xlsx")) { "XLSX" } " · " a href=(address(kind, "csv")) { "CSV" } }
        } }
    }
}

async fn template(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let kind = parameter_as(&visit, "tipo", Kind::from_name)?.ok_or(Failure::Missing)?;
    let form = parameter_as(&visit, "como", |form| match form {
        "csv" => Some((TemplateForm::Csv, "csv")),
        "xlsx" => Some((TemplateForm::Xlsx, "xlsx")),
        _ => None,
    })?;
    let (form, ending) = form.unwrap_or((TemplateForm::Xlsx, "xlsx"));
    let written = web::block(move || {
        let mut out = Cursor::new(Vec::new());
        files::template(kind, form, &mut out)?;
        Part::written(|file| Ok::<_, files::FileError>(file.write_all(out.get_ref())?))
    });
    let written = written.await.map_err(|_| Failure::Fault("a template broke off"))?;
    let (part, ()) = written.map_err(|_| Failure::Fault("a template cannot be written"))?;
    Ok(download::answer(&part, (&format!("modelo-{}", kind.name()), ending)))
}

/// Takes a file in and shows its columns; a file that cannot be read leads back to where it was chosen.
async fn submit(visit: LojaVisit, sending: Sending) -> Result<HttpResponse, Failure> {
    if !visit.may_act() {
        return Err(Failure::OnlyLooks);
    }
    let mut chosen = None;
    match taken_in(&visit, sending, &mut chosen).await {
        Ok(page) => Ok(page),
        Err(failure) => page(&visit, chosen, Some(&Again::of(Form::default(), failure)?)).await,
    }
}

async fn taken_in(
    visit: &LojaVisit,
    sending: Sending,
    chosen: &mut Option<Kind>,
) -> Result<HttpResponse, Failure> {
    let place = visit.state.uploads.clone().try_acquire_owned().map_err(|_| words::busy(visit.lang))?;
    let upload = Upload::read(visit, sending).await?;
    visit.acts_by_mark(upload.field("marca"))?;
    let kind = Kind::from_name(upload.field("tipo")).ok_or(Failure::Unreadable)?;
    *chosen = Some(kind);
    let name = upload.name.chars().filter(|c| writable(*c)).take(NAME_MAX).collect();
    let content = upload.content;
    let file = kept(visit, (kind, name), move || {
        let _held = place;
        content
    });
    let file = file.await?;
    let shown = columns::explained(visit, &file, &Form::default()).await;
    if shown.is_err() {
        visit.state.kept.forget(&visit.session());
    }
    Ok(columns::page(visit, &file, &shown?, (None, None)))
}

/// Keeps a file as the session's.
async fn kept(
    visit: &LojaVisit,
    (kind, name): (Kind, String),
    content: impl FnOnce() -> Bytes + Send + 'static,
) -> Result<Arc<KeptFile>, Failure> {
    let written = web::block(move || Part::written(|file| file.write_all(&content())));
    let written = written.await.map_err(|_| Failure::Fault("a file broke off"))?;
    let (content, ()) = written.map_err(|_| Failure::Fault("a temporary file cannot be written"))?;
    let mark = Secret::draw()?.text().to_owned();
    let since = Instant::now();
    let file = KeptFile { mark, loja: visit.id(), kind, name, content, mended: Default::default(), since };
    Ok(visit.state.kept.keep(visit.session(), file))
}

/// Keeps what was there before an import as the session's file, and says what importing it would do.
async fn undo(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let (loja, id) = (visit.id(), form.text("importacao").parse().map_err(|_| Failure::Missing)?);
    let found = visit.read(move |conn| Ok(importacoes::before(conn, loja, id)?)).await?;
    let (tipo, lines) = found.ok_or(Failure::Missing)?;
    let kind = Kind::from_name(&tipo).ok_or(Failure::Missing)?;
    let name = format!("{}-{id}.jsonl", visit.lang.say("antes", "before"));
    let file = kept(&visit, (kind, name), move || lines.into()).await?;
    let shown = columns::explained(&visit, &file, &Form::default()).await?;
    let told = outcome::brought_in(&visit, &file, &shown, Way::Try).await?;
    Ok(outcome::page(&visit, &file, &shown, &told))
}

/// What is done with a file that waits: its columns once more, a check, or the import.
async fn go_on(LongForm(visit, form, whole): LongForm) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let Some(file) = visit.state.kept.find(&visit.session(), visit.id(), form.text("arquivo")) else {
        let gone = Failure::Refused(words::gone(visit.lang).to_owned());
        let kind = Kind::from_name(form.text("tipo"));
        return page(&visit, kind, Some(&Again::of(form, gone)?)).await;
    };
    let shown = match whole {
        Ok(()) => columns::explained(&visit, &file, &form).await,
        Err(failure) => Err(failure),
    };
    let shown = match shown {
        Ok(shown) => shown,
        // what was said of the columns goes not together, or is not all there
        Err(failure) => {
            let preset = columns::explained(&visit, &file, &Form::default()).await?;
            return Ok(columns::page(&visit, &file, &preset, (None, Some(&Again::of(form, failure)?))));
        }
    };
    match form.text("como") {
        _ if shown.anew => return Ok(columns::page(&visit, &file, &shown, (None, None))),
        "colunas" => return Ok(columns::page(&visit, &file, &shown, (None, None))),
        "guardar" | "esquecer" => return profile(&visit, (&file, &shown), form).await,
        _ => {}
    }
    let way = if form.text("como") == "gravar" { Way::Write } else { Way::Try };
    match outcome::brought_in(&visit, &file, &shown, way).await {
        Ok(told) => Ok(outcome::page(&visit, &file, &shown, &told)),
        Err(failure) => Ok(columns::page(&visit, &file, &shown, (None, Some(&Again::of(form, failure)?)))),
    }
}

/// Keeps what the columns are as a profile, or removes the one that is chosen; answers the columns as they are read then.
async fn profile(
    visit: &LojaVisit,
    (file, shown): (&Arc<KeptFile>, &columns::Shown),
    form: Form,
) -> Result<HttpResponse, Failure> {
    let (lang, options) = (visit.lang, &shown.options);
    let (done, words, read_as) = match form.text("como") == "guardar" {
        true => {
            let name = form.text(profiles::NAME);
            let done = profiles::keep(visit, (file, options), name).await;
            (done, lang.say("O perfil foi guardado.", "The profile was kept."), name)
        }
        false => {
            let done = profiles::remove(visit, profiles::chosen(options)).await;
            (done, lang.say("O perfil foi removido.", "The profile was removed."), "auto")
        }
    };
    if let Err(failure) = done {
        return Ok(columns::page(visit, file, shown, (None, Some(&Again::of(form, failure)?))));
    }
    let anew = Form::default().with(profiles::PROFILE, read_as);
    let anew = columns::explained(visit, file, &anew).await?;
    Ok(columns::page(visit, file, &anew, (Some(words), None)))
}

/// The application's own profiles, and the store's time zone.
fn options(store: &Store, (loja, defaults): (LojaId, LojaDefaults)) -> Result<Options, StoreError> {
    store.read_blocking(move |conn| {
        let kept = perfis_arquivo::list(conn, loja.aplicacao)?;
        let own = kept.iter().filter_map(|(_, text)| Profile::from_json(text).ok()).collect();
        let timezone = lojas_config::find(conn, loja)?.zone(defaults);
        Ok(Options { own, timezone, ..Options::default() })
    })
}
