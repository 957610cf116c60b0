//! The columns of a file that waits: what each is taken for, to be changed before anything is read.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use files::{Explained, ExplainedColumn, FileError, Kind, Options};
use maud::{Markup, html};
use store::StoreError;

use super::profiles::{self, PRESET_BY, PROFILE};
use super::words;
use crate::access::{Form, LojaVisit};
use crate::error::Failure;
use crate::kept::KeptFile;
use crate::lang::Lang;
use crate::view::parts::Again;
use crate::view::shell;

/// Units of measures.
const UNITS: [&str; 8] = ["g", "kg", "lb", "oz", "cm", "mm", "m", "in"];

/// What a file is read as, with what was chosen.
pub struct Shown {
    /// What it is read as.
    pub explained: Explained,
    /// How that is said.
    pub options: Options,
    /// Another profile was chosen: what was said before was said of other columns.
    pub anew: bool,
    /// The fields that the form of its pages carries on.
    fields: Vec<(String, String)>,
}

/// Reads the columns of a file, with what a form says of them.
pub async fn explained(visit: &LojaVisit, file: &Arc<KeptFile>, form: &Form) -> Result<Shown, Failure> {
    let (store, of, file) = (visit.store().clone(), (visit.id(), visit.state.defaults), Arc::clone(file));
    let (lang, form) = (visit.lang, form.clone());
    let read = web::block(move || -> Result<Shown, Why> {
        let mut base = super::options(&store, of)?;
        base.profile = Options::choice(form.text(PROFILE));
        let anew = form.text(PROFILE) != form.text(PRESET_BY);
        let preset = files::explain(file.content.reader(), file.kind, &base)?;
        let options = if anew { base } else { chosen(&preset, file.kind, &form, base) };
        let explained = files::explain(file.content.reader(), file.kind, &options)?;
        let fields = fields(&explained, &options);
        Ok(Shown { explained, options, anew, fields })
    });
    match read.await.map_err(|_| Failure::Fault("a file broke off"))? {
        Ok(shown) => Ok(shown),
        Err(Why::File(error)) => Err(Failure::Wrong("arquivo", words::unreadable(lang, &error))),
        Err(Why::Store(error)) => Err(error.into()),
    }
}

enum Why {
    File(FileError),
    Store(StoreError),
}

impl From<FileError> for Why {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<StoreError> for Why {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The options that a form says. What it leaves as it was preset goes on with what a profile knows of it.
fn chosen(preset: &Explained, kind: Kind, form: &Form, mut options: Options) -> Options {
    // the page before was the one on which the file was chosen
    if form.text("arquivo").is_empty() {
        return options;
    }
    for (place, column) in preset.columns.iter().enumerate().filter(|(_, column)| !column.heading.is_empty())
    {
        let (member, unit) = (form.text(&format!("c{place}")), form.text(&format!("u{place}")));
        let measure = kind.column(member).is_some_and(files::Column::is_measure);
        let unit = Some(unit).filter(|unit| measure && !unit.is_empty());
        let same_unit = !measure || unit.is_none() || unit == column.unit.as_deref();
        // a profile that is kept has its unused columns marked as ignored
        let passed_over = member.is_empty() && column.because == "unknown" && form.text("como") == "guardar";
        if member == column.member.as_deref().unwrap_or_default() && same_unit && !passed_over {
            continue;
        }
        match (member, unit) {
            ("", _) => options.ignore.push(column.heading.clone()),
            (member, None) => options.map.push((column.heading.clone(), member.to_owned())),
            (member, Some(unit)) => options.map.push((column.heading.clone(), format!("{member}:{unit}"))),
        }
    }
    for column in kind.columns() {
        let value = form.text(&format!("k-{}", column.name));
        if !value.is_empty() {
            options.set.push((column.name.to_owned(), value.to_owned()));
        }
    }
    options
}

/// The same as fields of a form.
fn fields(explained: &Explained, options: &Options) -> Vec<(String, String)> {
    let profile = profiles::chosen(options).to_owned();
    let mut all = vec![(PROFILE.to_owned(), profile.clone()), (PRESET_BY.to_owned(), profile)];
    for (place, column) in explained.columns.iter().enumerate() {
        all.push((format!("c{place}"), column.member.clone().unwrap_or_default()));
        all.extend(column.unit.clone().map(|unit| (format!("u{place}"), unit)));
    }
    all.extend(options.set.iter().map(|(member, value)| (format!("k-{member}"), value.clone())));
    all
}

/// A form that goes on with a file as it is shown; `content` is its buttons.
pub fn form_on(visit: &LojaVisit, file: &KeptFile, shown: &Shown, content: &Markup) -> Markup {
    html! {
        form method="post" action=(visit.address("/importar/colunas")) {
            (carried(visit, file))
            @for (name, value) in &shown.fields { input type="hidden" name=(name) value=(value); }
            (content)
        }
    }
}

fn carried(visit: &LojaVisit, file: &KeptFile) -> Markup {
    html! {
        input type="hidden" name="marca" value=(visit.form_mark());
        input type="hidden" name="arquivo" value=(file.mark);
        input type="hidden" name="tipo" value=(file.kind.name());
    }
}

/// The page with one row for each column; `done` is what was just done.
pub fn page(
    visit: &LojaVisit,
    file: &KeptFile,
    shown: &Shown,
    (done, again): (Option<&str>, Option<&Again>),
) -> HttpResponse {
    let (lang, explained) = (visit.lang, &shown.explained);
    let title = lang.say("As colunas do arquivo", "The columns of the file");
    let body = html! {
        h1 { (title) }
        p.sub { (file.name) " · " (words::kind(lang, file.kind))
            @if let Some(profile) = &explained.profile_title { " · " (lang.say("reconhecido: ",
                "recognised: ")) (profile) }
            @if explained.heading_line > 1 { " · " (lang.say("títulos na linha ",
                "headings in line ")) (explained.heading_line) } }
        form method="post" action=(visit.address("/importar/colunas")) {
            (carried(visit, file))
            (Again::alert(again, &[profiles::NAME]))
            @if let Some(done) = done { p.told role="status" { (done) } }
            @for warning in &explained.warnings { p.faint { (warning) } }
            section.sheet { @if explained.columns.is_empty() { p { (lang.say(
                "JSON: valem os nomes dos membros da interface A.",
                "JSON: the names of interface A's members hold.")) } } @else { (table(lang, file.kind, explained)) } }
            @if !explained.columns.is_empty() { (profiles::section(visit, file.kind, &shown.options, again)) }
            (constants(lang, shown))
            div.actions {
                button.strong name="como" value="conferir" { (lang.say("Conferir", "Check")) }
                button name="como" value="gravar" { (lang.say("Importar sem conferir",
                    "Import without a check")) }
                a.button href=(visit.address(&format!("/importar?tipo={}", file.kind.name()))) {
                    (lang.say("Outro arquivo", "Another file")) }
            }
        }
    };
    Again::answered(again, shell::of_loja(visit, title, &body))
}

fn table(lang: Lang, kind: Kind, explained: &Explained) -> Markup {
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Coluna do arquivo", "Column of the file")) }
            th scope="col" { (lang.say("Primeiros valores", "First values")) }
            th scope="col" { (lang.say("É", "Is")) }
            th scope="col" { (lang.say("Unidade", "Unit")) }
        } }
        tbody { @for (place, column) in explained.columns.iter().enumerate() { tr {
            td { b { (column.heading) } }
            td.faint { (column.samples.join(" · ")) }
            @if column.heading.is_empty() { td {} td {} } @else {
                td { (members(lang, kind, place, column)) }
                td { (units(lang, kind, place, column)) }
            }
        } } }
    } } }
}

fn members(lang: Lang, kind: Kind, place: usize, column: &ExplainedColumn) -> Markup {
    let helper = column.because == "helper";
    html! {
        select name={ "c" (place) } aria-label={ (lang.say("O que é", "What is")) " " (column.heading) } {
            option value="" selected[column.member.is_none()] {
                @if helper { (lang.say("(usada com outra coluna)", "(used with another column)")) }
                @else { (lang.say("(não usar)", "(not used)")) } }
            @for one in kind.columns() {
                option value=(one.name) selected[column.member.as_deref() == Some(one.name)] {
                    (one.name) @if one.required { " *" } }
            }
        }
    }
}

/// The unit of a column that is a measure, or may be made one.
fn units(lang: Lang, kind: Kind, place: usize, column: &ExplainedColumn) -> Markup {
    let any = kind.columns().iter().any(files::Column::is_measure);
    let taken = column.member.as_deref().and_then(|member| kind.column(member));
    html! { @if any && taken.is_none_or(files::Column::is_measure) {
        select name={ "u" (place) } aria-label={ (lang.say("Unidade de", "Unit of")) " " (column.heading) } {
            option value="" selected[column.unit.is_none()] { "–" }
            @for unit in UNITS {
                option value=(unit) selected[column.unit.as_deref() == Some(unit)] { (unit) } }
        }
    } }
}

/// One value for all rows of what no column has.
fn constants(lang: Lang, shown: &Shown) -> Markup {
    let set = &shown.options.set;
    let missing =
        shown.explained.missing.iter().filter(|member| !set.iter().any(|(known, _)| known == *member));
    let all: Vec<(&str, &str)> = missing
        .map(|member| (member.as_str(), ""))
        .chain(set.iter().map(|(member, value)| (member.as_str(), value.as_str())))
        .collect();
    let of_profile =
        shown.explained.constants.iter().filter(|(member, _)| !set.iter().any(|(known, _)| known == member));
    html! { @for (member, value) in of_profile { p.faint { (member) " = " (value)
        (lang.say(" em todas as linhas, pelo perfil", " in all rows, by the profile")) } }
    @if !all.is_empty() { section.sheet {
        h2 { (lang.say("O que falta no arquivo", "What the file lacks")) }
        p.faint { (lang.say("Escolha acima a coluna que o traz, ou escreva aqui o que vale em todas as linhas.",
            "Choose the column above that holds it, or write here what holds for all rows.")) }
        @for (member, value) in all { label { span { (member) }
            input name={ "k-" (member) } value=(value) autocomplete="off"; } }
    } } }
}
