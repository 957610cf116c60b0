//! Reader of a query string, and the extractors that use it.

use std::borrow::Cow;
use std::fmt;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use domain::reading::json::REQUIRED;
use domain::reading::problems::Problems;
use domain::values::dates::DateLimit;

use super::pair::{Pair, same_name};
use crate::error::{Api, KitError};

/// Maximum length of a search text, in characters: a search compares the text with every row.
const SEARCH_MAX: usize = 200;

const REPEATED: &str = "foi informado mais de uma vez";

/// Reads parameters one by one and collects their problems.
///
/// A getter returns `None` both for an absent parameter (an empty value counts as absent) and for an invalid
/// one. The problem of the latter is collected; [`QueryReader::end`] or the extractor refuses the request.
#[derive(Debug)]
pub struct QueryReader<'a> {
    path: Cow<'a, str>,
    pairs: Vec<Pair<'a>>,
    problems: Problems,
}

impl<'a> QueryReader<'a> {
    /// For the query string of a request.
    pub fn of_request(req: &'a HttpRequest) -> Self {
        Self::new(req.uri().path(), req.query_string())
    }

    /// For a path, on which cursors depend, and its query string.
    pub fn new(path: &'a str, query: &'a str) -> Self {
        Self {
            path: Cow::Borrowed(path),
            pairs: query.split('&').filter_map(Pair::parse).collect(),
            problems: Problems::new(),
        }
    }

    fn into_owned(self) -> QueryReader<'static> {
        QueryReader {
            path: Cow::Owned(self.path.into_owned()),
            pairs: self.pairs.into_iter().map(Pair::into_owned).collect(),
            problems: self.problems,
        }
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn pairs(&self) -> &[Pair<'a>] {
        &self.pairs
    }

    /// Adds a problem of a parameter. Returns `None`, for `return reader.problem(…)`.
    pub fn problem<T>(&mut self, name: &str, message: impl fmt::Display) -> Option<T> {
        self.problems.push(name, message);
        None
    }

    /// Marks a parameter as known, without reading its value.
    pub fn known(&mut self, name: &str) {
        for pair in self.pairs.iter_mut().filter(|pair| same_name(&pair.name, name)) {
            pair.is_read = true;
        }
    }

    /// The names of the parameters that no getter has read, without duplicates.
    pub(crate) fn unread(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for pair in self.pairs.iter().filter(|pair| !pair.is_read) {
            if !names.iter().any(|name| name == &pair.name) {
                names.push(pair.name.clone().into_owned());
            }
        }
        names
    }

    /// The unchanged value of a parameter that may be given once.
    pub fn text(&mut self, name: &str) -> Option<String> {
        self.with(name, |text| Ok::<_, &str>(text.to_owned()))
    }

    /// A text to search for, at most 200 characters.
    pub fn search(&mut self, name: &str) -> Option<String> {
        self.with(name, |text| match text.chars().count() > SEARCH_MAX {
            true => Err(format!("deve ter no máximo {SEARCH_MAX} caracteres")),
            false => Ok(text.to_owned()),
        })
    }

    /// Parses a parameter with `read`, whose error becomes the problem.
    pub fn with<T, E: fmt::Display>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        self.known(name);
        let mut equal = self.pairs.iter().filter(|p| !p.suffix && same_name(&p.name, name));
        let pair = equal.next()?;
        let parsed = match &pair.value {
            _ if equal.next().is_some() => Err(Cow::Borrowed(REPEATED)),
            Err(problem) => Err(Cow::Borrowed(*problem)),
            Ok(value) if value.is_empty() => return None,
            Ok(value) => read(value).map_err(|e| Cow::Owned(e.to_string())),
        };
        match parsed {
            Ok(parsed) => Some(parsed),
            Err(message) => {
                // with the name as the client spelled it
                let written = pair.name.clone();
                self.problem(&written, message)
            }
        }
    }

    /// Parses a parameter with [`FromStr`], whose error is a message in Portuguese.
    pub fn optional<T: FromStr<Err: fmt::Display>>(&mut self, name: &str) -> Option<T> {
        self.with(name, |text| text.trim().parse())
    }

    /// [`QueryReader::with`] for a required parameter.
    pub fn required<T, E: fmt::Display>(
        &mut self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let before = self.problems.len();
        let parsed = self.with(name, read);
        if parsed.is_none() && self.problems.len() == before {
            return self.problem(name, REQUIRED);
        }
        parsed
    }

    /// `true`, `false`, `1` or `0`.
    pub fn boolean(&mut self, name: &str) -> Option<bool> {
        self.with(name, |text| match text.trim() {
            "1" => Ok(true),
            "0" => Ok(false),
            t if t.eq_ignore_ascii_case("true") => Ok(true),
            t if t.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err("deve ser true ou false"),
        })
    }

    /// An integer from `min` to `max`.
    pub fn integer_between(&mut self, name: &str, min: i64, max: i64) -> Option<i64> {
        self.with(name, |text| match text.trim().parse() {
            Ok(n) if (min..=max).contains(&n) => Ok(n),
            _ => Err(format!("deve ser um inteiro de {min} a {max}")),
        })
    }

    /// An integer.
    pub fn integer(&mut self, name: &str) -> Option<i64> {
        self.with(name, read_integer)
    }

    /// One of some words, in any case.
    pub fn one_of<T: Copy>(&mut self, name: &str, options: &[(&str, T)]) -> Option<T> {
        self.with(name, |text| option(text, options))
    }

    /// The lower or upper limit of a date filter.
    pub fn date_limit(&mut self, name: &str) -> Option<DateLimit> {
        self.with(name, |text| repair_date(text.trim()).parse())
    }

    /// A list: the parameter repeated, or values separated by commas; empty ones are dropped.
    pub fn list(&mut self, name: &str) -> Vec<String> {
        self.list_with(name, |text| Ok::<_, &str>(text.to_owned()))
    }

    /// A list whose values are parsed with `read`, whose errors become problems.
    pub fn list_with<T, E: fmt::Display>(
        &mut self,
        name: &str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Vec<T> {
        self.known(name);
        let mut read_values = Vec::new();
        for pair in self.pairs.iter().filter(|p| same_name(&p.name, name)) {
            match &pair.value {
                Err(problem) => self.problems.push(name, problem),
                Ok(values) => {
                    for value in values.split(',').map(str::trim).filter(|v| !v.is_empty()) {
                        match read(value) {
                            Ok(parsed) => read_values.push(parsed),
                            Err(e) => self.problems.push(name, e),
                        }
                    }
                }
            }
        }
        read_values
    }

    /// The values of a parameter that may be repeated, each as it is; empty ones are dropped.
    pub fn texts(&mut self, name: &str) -> Vec<String> {
        self.known(name);
        let mut all = Vec::new();
        for pair in self.pairs.iter().filter(|p| same_name(&p.name, name)) {
            match &pair.value {
                Err(problem) => self.problems.push(name, problem),
                Ok(value) if value.is_empty() => {}
                Ok(value) => all.push(value.clone().into_owned()),
            }
        }
        all
    }

    /// A list of integers.
    pub fn list_of_integers(&mut self, name: &str) -> Vec<i64> {
        self.list_with(name, read_integer)
    }

    /// A list of some words, in any case.
    pub fn list_of<T: Copy>(&mut self, name: &str, options: &[(&str, T)]) -> Vec<T> {
        self.list_with(name, |text| option(text, options))
    }

    /// Returns the collected problems as an error.
    pub fn end(self) -> Result<(), KitError> {
        self.problems.or(Some(())).map_err(KitError::Query)
    }
}

fn read_integer(text: &str) -> Result<i64, &'static str> {
    text.trim().parse().map_err(|_| "deve ser um número inteiro")
}

fn option<T: Copy>(text: &str, options: &[(&str, T)]) -> Result<T, String> {
    match options.iter().find(|(name, _)| name.eq_ignore_ascii_case(text.trim())) {
        Some((_, value)) => Ok(*value),
        None => {
            let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
            Err(format!("deve ser um destes valores: {}", names.join(", ")))
        }
    }
}

/// Repairs a date after form decoding: the `+` of an offset has become a space, and the space between date and
/// time is replaced by `T`.
fn repair_date(text: &str) -> String {
    let mut date = text.to_owned();
    if let Some(start) = date.rfind(' ')
        && date.get(..start).is_some_and(|before| before.contains(':'))
        && date.get(start + 1..).is_some_and(is_offset)
    {
        date.replace_range(start..=start, "+");
    }
    if date.as_bytes().get(10) == Some(&b' ') {
        date.replace_range(10..11, "T");
    }
    date
}

/// `03:00` or `0300`.
fn is_offset(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    match text.len() {
        4 => digits == 4,
        5 => digits == 4 && text.as_bytes().get(2) == Some(&b':'),
        _ => false,
    }
}

/// The names of a request's parameters that were not read.
pub(crate) struct UnknownParameters(pub(crate) Vec<String>);

/// A set of query parameters.
pub trait FromQuery: Sized {
    /// Reads the parameters. Problems go to the reader; the value is used only when there are none.
    fn of(reader: &mut QueryReader<'_>) -> Option<Self>;
}

impl<A: FromQuery, B: FromQuery> FromQuery for (A, B) {
    fn of(reader: &mut QueryReader<'_>) -> Option<Self> {
        let (a, b) = (A::of(reader), B::of(reader));
        Some((a?, b?))
    }
}

impl<A: FromQuery, B: FromQuery, C: FromQuery> FromQuery for (A, B, C) {
    fn of(reader: &mut QueryReader<'_>) -> Option<Self> {
        let (a, b, c) = (A::of(reader), B::of(reader), C::of(reader));
        Some((a?, b?, c?))
    }
}

/// Extractor: the valid parameters of `T`. Tuples read several sets and report their problems together.
pub struct Filters<T, I>(pub T, PhantomData<fn() -> I>);

impl<T, I> Filters<T, I> {
    /// The parameters.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, I> Deref for Filters<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromQuery, I: Api> FromRequest for Filters<T, I> {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut reader = QueryReader::of_request(req);
        let parsed = T::of(&mut reader);
        req.extensions_mut().insert(UnknownParameters(reader.unread()));
        ready(match reader.problems.or(parsed) {
            Ok(parsed) => Ok(Self(parsed, PhantomData)),
            Err(problems) => Err(I::error(KitError::Query(problems))),
        })
    }
}

/// Extractor: the query string, for handlers that read their few parameters themselves.
pub struct Query<I>(QueryReader<'static>, PhantomData<fn() -> I>);

impl<I> Query<I> {
    /// Returns the problems of the parameters as an error.
    pub fn end(self) -> Result<(), KitError> {
        self.0.end()
    }
}

impl<I> Deref for Query<I> {
    type Target = QueryReader<'static>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<I> DerefMut for Query<I> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<I: Api> FromRequest for Query<I> {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        // the handler reads its parameters later: none can be reported as unknown here
        req.extensions_mut().insert(UnknownParameters(Vec::new()));
        ready(Ok(Self(QueryReader::of_request(req).into_owned(), PhantomData)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::error::test::TestInterface;
    use actix_web::test::TestRequest;

    fn reader(query: &str) -> QueryReader<'_> {
        QueryReader::new("/x", query)
    }

    fn problems(reader: QueryReader<'_>) -> String {
        reader.problems.to_string()
    }

    #[test]
    fn names_match_in_any_spelling_and_unknown_ones_are_ignored() {
        for name in
            ["quantidade_registros", "quantidadeRegistros", "QUANTIDADEREGISTROS", "quantidade%5Fregistros"]
        {
            let query = format!("%FF=1&outro=%00&{name}=7");
            let mut c = reader(&query);
            assert_eq!(c.integer_between("quantidade_registros", 1, 250), Some(7), "{name}");
            assert!(c.end().is_ok());
        }
    }

    #[test]
    fn values_are_form_decoded() {
        let mut c = reader("busca=caf%C3%A9+com+leite%2B&vazio=&so_nome");
        assert_eq!(c.text("busca").unwrap(), "café com leite+");
        assert_eq!(c.text("vazio"), None);
        assert_eq!(c.text("soNome"), None);
        assert!(c.end().is_ok());
    }

    #[test]
    fn every_problem_is_reported_under_its_name() {
        let mut c = reader("a=1&A=2&b=%FF&c=%00&d=talvez&e=0&f=1.5&g=x");
        assert_eq!(c.text("a"), None);
        c.text("b");
        c.text("c");
        c.boolean("d");
        c.integer_between("e", 1, 250);
        c.integer("f");
        c.one_of("g", &[("ASC", 1), ("DESC", 2)]);
        c.required("h", |t| Ok::<_, &str>(t.to_owned()));
        assert_eq!(
            problems(c),
            "a: foi informado mais de uma vez; b: não está em UTF-8 válido; c: contém um caractere nulo; \
             d: deve ser true ou false; e: deve ser um inteiro de 1 a 250; f: deve ser um número inteiro; \
             g: deve ser um destes valores: ASC, DESC; h: é obrigatório"
        );
    }

    #[test]
    fn booleans_and_words_take_any_case() {
        let mut c = reader("a=TRUE&b=0&c=desc");
        assert_eq!((c.boolean("a"), c.boolean("b"), c.boolean("z")), (Some(true), Some(false), None));
        assert_eq!(c.one_of("c", &[("ASC", 1), ("DESC", 2)]), Some(2));
    }

    #[test]
    fn lists_come_in_every_form_that_clients_write() {
        for query in [
            "s=1&s=2&s=3",
            "s=1,2,3",
            "s=1%2C2,%203",
            "s[]=1&s[]=2,3",
            "s%5B0%5D=1&s[1]=2&S=+3",
            "s=,1,,2&s=&s=3,",
        ] {
            let mut c = reader(query);
            assert_eq!(c.list_of_integers("s"), [1, 2, 3], "{query}");
            assert!(c.end().is_ok());
        }
        let mut c = reader("s=1,x&s=y");
        assert_eq!(c.list_of_integers("s"), [1]);
        assert_eq!(problems(c), "s: deve ser um número inteiro; s: deve ser um número inteiro");
        assert!(reader("s=").list("s").is_empty());
    }

    #[test]
    fn a_raw_plus_in_a_date_is_repaired() {
        let expected: DateLimit = "2026-05-10T00:00:00+03:00".parse().unwrap();
        for text in [
            "2026-05-10T00:00:00+03:00",
            "2026-05-10T00:00:00%2B03:00",
            "2026-05-10T00:00:00%2B0300",
            "2026-05-10+00:00:00+03:00",
            "2026-05-10%2000:00:00+03%3A00",
        ] {
            let query = format!("d={text}");
            let mut c = reader(&query);
            assert_eq!(c.date_limit("d"), Some(expected), "{text}");
        }
        let local: DateLimit = "2026-05-10 03:00:00".parse().unwrap();
        assert_eq!(reader("d=2026-05-10+03:00:00").date_limit("d"), Some(local));
        assert_eq!(reader("d=2026-05-10+03:00").date_limit("d"), Some(local));
        assert!(matches!(reader("d=2026-05-10").date_limit("d"), Some(DateLimit::Day(_))));
        let mut c = reader("d=%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 ontem: 03:00");
        assert_eq!(c.date_limit("d"), None);
        assert!(c.end().is_err());
    }

    #[derive(Debug)]
    struct Active(Option<bool>);

    impl FromQuery for Active {
        fn of(c: &mut QueryReader<'_>) -> Option<Self> {
            Some(Self(c.boolean("ativo")))
        }
    }

    #[actix_web::test]
    async fn extractors_refuse_in_the_shape_of_the_interface() {
        let req = TestRequest::with_uri("/x?ativo=1").to_http_request();
        let filters = Filters::<Active, TestInterface>::extract(&req).await.unwrap();
        assert_eq!(filters.0.0, Some(true));

        let req = TestRequest::with_uri("/x?ativo=2").to_http_request();
        let Err(error) = Filters::<(Active, Active), TestInterface>::extract(&req).await else { panic!() };
        assert_eq!(error.as_response_error().status_code(), 400);

        let mut query = Query::<TestInterface>::extract(&req).await.unwrap();
        assert_eq!(query.integer("ativo"), Some(2));
        assert!(query.end().is_ok());
    }
}
