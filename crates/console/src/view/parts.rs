//! Parts that several pages have.

use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::{HttpResponse, ResponseError};
use domain::values::dates::Instante;
use http_kit::query::QueryReader;
use http_kit::{FromQuery, next_address};
use maud::{Markup, html};
use store::paging::{Cursor, Page, PageRequest};

use crate::access::{Form, Visit};
use crate::error::Failure;
use crate::view::format;
use crate::view::words::Mood;

/// Rows of a page: a screen and a half.
const ROWS: u32 = 40;

/// The page of a list that a visit asks for. A cursor of another list starts anew.
pub fn page_of(visit: &Visit) -> PageRequest {
    let mut reader = QueryReader::of_request(&visit.req);
    let wanted = PageRequest::of(&mut reader).unwrap_or(PageRequest::first(ROWS));
    PageRequest { size: ROWS, ..wanted }
}

/// A parameter of the address.
pub fn parameter(visit: &Visit, name: &'static str) -> Option<String> {
    parameter_as(visit, name, |text| Some(text.to_owned())).ok().flatten()
}

/// What a parameter of the address stands for; refused where it stands for nothing, as a list of something else than
/// was asked for would be taken for the one that was.
pub fn parameter_as<T>(
    visit: &Visit,
    name: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, Failure> {
    let mut reader = QueryReader::of_request(&visit.req);
    let text = reader.text(name);
    // twice, or of bytes that are no text
    reader.end().map_err(|_| Failure::Parameter(name, "…".to_owned()))?;
    let text: String = text.unwrap_or_default().trim().chars().take(200).collect();
    if text.is_empty() {
        return Ok(None);
    }
    read(&text).map(Some).ok_or(Failure::Parameter(name, text))
}

/// Whether a parameter of the address says its only word.
pub fn says(visit: &Visit, name: &'static str, word: &str) -> Result<bool, Failure> {
    Ok(parameter_as(visit, name, |text| (text == word).then_some(()))?.is_some())
}

/// A word in a colour.
pub fn badge((word, mood): (&str, Mood)) -> Markup {
    html! { span.badge.(mood.class()) { (word) } }
}

/// An instant, with its distance from now behind it.
pub fn when(visit: &Visit, at: Instante) -> Markup {
    let zone = visit.state.zone();
    html! {
        time datetime=(at.to_string()) title=(format::moment(visit.lang, at, zone)) {
            (format::short_moment(visit.lang, at, zone))
        }
    }
}

/// How many rows there are, and the way to the next ones.
pub fn pager<T>(visit: &Visit, page: &Page<T>) -> Markup {
    pager_saying(visit, page, &format::count(visit.lang, page.total))
}

/// The same for a list whose total is said otherwise.
pub fn pager_saying<T>(visit: &Visit, page: &Page<T>, total: &str) -> Markup {
    let lang = visit.lang;
    html! {
        nav.pages aria-label=(lang.say("Páginas", "Pages")) {
            span.faint { (total) " " (lang.count(page.total, ["registro", "registros"], ["row", "rows"]))
                @if page.pagina > 1 { " · " (lang.say("página", "page")) " " (page.pagina) } }
            @if page.pagina > 1 { a.button href=(first_address(visit)) { (lang.say("Do início",
                "From the start")) } }
            @if let Some(next) = &page.next {
                a.button rel="next" href=(further(visit, next)) { (lang.say("Próxima", "Next")) }
            }
        }
    }
}

fn further(visit: &Visit, next: &Cursor) -> String {
    next_address(&visit.req, next)
}

/// The address of the first page of the same list.
fn first_address(visit: &Visit) -> String {
    let kept = visit.req.query_string().split('&').filter(|pair| !pair.starts_with("cursor="));
    let kept: Vec<&str> = kept.filter(|pair| !pair.is_empty()).collect();
    format!("{}?{}", visit.req.path(), kept.join("&"))
}

/// What stands where a list has no rows.
pub fn nothing(words: &str) -> Markup {
    html! { p.empty { (words) } }
}

/// A choice: its address, its words, a count, whether it is the one that is taken.
pub type Choice<'a> = (String, &'a str, Option<String>, bool);

/// A list of choices, one of them taken.
pub fn choices(label: &str, all: &[Choice<'_>]) -> Markup {
    html! {
        nav.choices aria-label=(label) {
            @for (address, word, count, taken) in all {
                a href=(address) aria-current=[taken.then_some("true")] {
                    (word) @if let Some(count) = count { " · " (count) }
                }
            }
        }
    }
}

/// Pairs of names and values.
pub fn pairs(all: &[(&str, Markup)]) -> Markup {
    html! { dl.pairs { @for (name, value) in all { dt { (name) } dd { (value) } } } }
}

/// A form that acts; shown to those alone who may.
pub fn act(visit: &Visit, address: &str, content: &Markup) -> Markup {
    html! { @if visit.may_act() { (own_form(visit, address, content)) } }
}

/// A form about people or keys; shown to those alone who decide about them.
pub fn owned(visit: &Visit, address: &str, content: &Markup) -> Markup {
    html! { @if visit.may_own() { (own_form(visit, address, content)) } }
}

/// A form about the visitor's own account, which is everybody's.
pub fn own_form(visit: &Visit, address: &str, content: &Markup) -> Markup {
    html! {
        form method="post" action=(address) {
            input type="hidden" name="marca" value=(visit.form_mark());
            (content)
        }
    }
}

/// What the page before has done: the address says it, so that a reload does not do it again.
pub fn done(visit: &Visit, words: &[(&str, &str)]) -> Markup {
    let said = parameter(visit, "feito");
    let found = words.iter().find(|(code, _)| said.as_deref() == Some(code));
    html! { @if let Some((_, words)) = found { p.told role="status" { (words) } } }
}

/// JSON as people read it; as it is where it is none.
pub fn pretty(json: &str) -> String {
    let read: Result<serde_json::Value, _> = serde_json::from_str(json);
    read.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_else(|_| json.to_owned())
}

/// Makes a text part of an address.
pub fn escaped(text: &str) -> String {
    http_kit::path::escape(text).to_string()
}

/// A form that was refused, to be shown once more as it was filled in.
pub struct Again {
    /// What was sent.
    pub form: Form,
    /// Names of fields (an empty one: the form as a whole), and what is wrong there.
    wrong: Vec<(String, String)>,
    /// Fields that somebody else has changed meanwhile.
    pub others: Vec<String>,
    status: StatusCode,
    /// Seconds until it may be tried again.
    wait: Option<i64>,
}

impl Again {
    /// Of what was refused; other failures stay what they are.
    pub fn of(form: Form, failure: Failure) -> Result<Self, Failure> {
        let (status, wait) = (failure.status_code(), failure.wait());
        let (wrong, others) = match failure {
            Failure::Wrong(field, why) => (vec![(field.to_owned(), why)], Vec::new()),
            Failure::Refused(why)
            | Failure::Provider(why)
            | Failure::TooLarge(why)
            | Failure::Slowed(why, _) => (vec![(String::new(), why)], Vec::new()),
            Failure::Invalid(all) => (all, Vec::new()),
            Failure::Changed(why, others) => (vec![(String::new(), why)], others),
            other => return Err(other),
        };
        Ok(Self { form, wrong, others, status, wait })
    }

    /// Of what was not refused, and is shown once more all the same.
    pub fn unrefused(form: Form) -> Self {
        Self { form, wrong: Vec::new(), others: Vec::new(), status: StatusCode::OK, wait: None }
    }

    /// What is wrong in a field.
    fn why(&self, name: &str) -> Option<&str> {
        self.wrong.iter().find(|(field, _)| field == name).map(|(_, why)| why.as_str())
    }

    /// Why, where it is about no field that the form shows.
    pub fn alert(again: Option<&Self>, fields: &[&str]) -> Markup {
        let whole = again.into_iter().flat_map(|again| &again.wrong);
        html! { @for (_, why) in whole.filter(|(field, _)| !fields.contains(&field.as_str())) {
            p.wrong role="alert" { (why) }
        } }
    }

    /// The page that shows it, with the status of the refusal.
    pub fn answered(again: Option<&Self>, mut page: HttpResponse) -> HttpResponse {
        if let Some(again) = again {
            *page.status_mut() = again.status;
            if let Some(wait) = again.wait {
                page.headers_mut().insert(RETRY_AFTER, wait.into());
            }
        }
        page
    }
}

/// An input of a form.
#[derive(Clone, Copy, Default)]
pub struct Input<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is called.
    pub words: &'a str,
    /// The browser's kind; `text` when it is not given.
    pub kind: Option<&'a str>,
    /// It cannot be left empty.
    pub required: bool,
    /// Characters at most.
    pub most: Option<usize>,
    /// What it has to look like; of digits, so that phones show those.
    pub pattern: Option<&'a str>,
    /// What the browser may fill in.
    pub fills: Option<&'a str>,
    /// What it holds before anything is typed.
    pub value: &'a str,
    /// A line of help.
    pub help: &'a str,
    /// What there is to choose from instead of typing: values, and their words.
    pub options: &'a [(String, String)],
    /// Lines; none = an input of one.
    pub lines: u8,
    /// An amount or a number with decimals.
    pub decimal: bool,
    /// It is what the page was opened for.
    pub focus: bool,
}

impl Input<'_> {
    /// As it stands in a form: as it was filled in where the form was refused, with the reason beside it. What was
    /// typed as a password is asked for anew.
    pub fn of(&self, again: Option<&Again>) -> Markup {
        let typed = again.filter(|_| !self.is_secret()).and_then(|again| again.form.value(self.name));
        self.holding(typed.as_deref().unwrap_or(self.value), again)
    }

    fn is_secret(&self) -> bool {
        self.kind == Some("password")
    }

    /// The same with whatever it holds.
    pub fn holding(&self, value: &str, again: Option<&Again>) -> Markup {
        let wrong = again.and_then(|again| again.why(self.name));
        let (error, note) = (format!("erro-{}", self.name), format!("nota-{}", self.name));
        let described: Vec<&str> = [(wrong.is_some(), &error), (!self.help.is_empty(), &note)]
            .into_iter()
            .filter_map(|(there, id)| there.then_some(id.as_str()))
            .collect();
        let described = (!described.is_empty()).then(|| described.join(" "));
        let invalid = wrong.map(|_| "true");
        let first = again.and_then(|again| again.wrong.first()).is_some_and(|(field, _)| field == self.name);
        let focus = first || (self.focus && again.is_none());
        let mode = match (self.decimal, self.pattern) {
            (true, _) => Some("decimal"),
            (false, pattern) => pattern.map(|_| "numeric"),
        };
        let name = html! { span { (self.words) @if self.required { " *" } } };
        html! {
            @if self.kind == Some("checkbox") {
                input type="hidden" name=(self.name);
                label.check { input type="checkbox" name=(self.name) value="sim" checked[value == "sim"]
                    aria-invalid=[invalid] aria-describedby=[described.as_deref()] autofocus[focus];
                    span { (self.words) } }
            } @else { label { (name)
                @if !self.options.is_empty() {
                    select name=(self.name) required[self.required] autofocus[focus]
                        aria-invalid=[invalid] aria-describedby=[described.as_deref()] {
                        @if !self.required || value.is_empty() { option value="" { "–" } }
                        @for (option, words) in self.options {
                            option value=(option) selected[option == value] { (words) } }
                    }
                } @else if self.lines > 0 {
                    // the first line break belongs to the tag
                    textarea name=(self.name) rows=(self.lines) maxlength=[self.most]
                        aria-invalid=[invalid] aria-describedby=[described.as_deref()] autofocus[focus] {
                        "\n" (value) }
                } @else {
                    input name=(self.name) type=(self.kind.unwrap_or("text")) value=(value)
                        required[self.required] maxlength=[self.most] pattern=[self.pattern] inputmode=[mode]
                        autocomplete=(self.fills.unwrap_or(if self.is_secret() { "new-password" } else { "off" }))
                        aria-invalid=[invalid] aria-describedby=[described.as_deref()] autofocus[focus];
                }
            } }
            @if !self.help.is_empty() { p.note.faint id=(note) { (self.help) } }
            @if let Some(why) = wrong { p.wrong id=(error) role="alert" { (why) } }
        }
    }
}
