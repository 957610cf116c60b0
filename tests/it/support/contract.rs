//! An interface's OpenAPI document as a contract: every answer that a test sees must be one that it promises.

use std::sync::OnceLock;

use serde_json::Value;

use super::answer::Answer;
use super::schema::{self, resolve};

/// A document and its operations.
pub struct Contract {
    /// The document as it is served.
    pub documento: Value,
    /// Shape of an error that belongs to no operation.
    erro: &'static str,
}

/// A documented operation.
pub struct Operation<'a> {
    /// In capitals.
    pub method: String,
    /// The path with its parameters in braces.
    pub model: &'a str,
    /// What the document says of it.
    pub said: &'a Value,
    documento: &'a Value,
}

impl Contract {
    /// Interface A's.
    pub fn a() -> &'static Self {
        static A: OnceLock<Contract> = OnceLock::new();
        A.get_or_init(|| Self::of(api_a::openapi().expect("a document"), "#/components/schemas/Erro"))
    }

    /// Interface B's.
    pub fn b() -> &'static Self {
        static B: OnceLock<Contract> = OnceLock::new();
        B.get_or_init(|| {
            Self::of(api_b::openapi().expect("a document"), "#/components/schemas/ResultadoOperacao")
        })
    }

    fn of(documento: Value, erro: &'static str) -> Self {
        Self { documento, erro }
    }

    /// Every documented operation, in the order of the paths.
    pub fn operations(&self) -> Vec<Operation<'_>> {
        const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
        let paths = self.documento["paths"].as_object().expect("paths");
        let of_one = |(model, item): (&'_ String, &'_ Value)| {
            for name in item.as_object().expect("a path item").keys() {
                assert!(METHODS.contains(&name.as_str()), "{model}: the tests do not know {name}");
            }
        };
        paths.iter().for_each(of_one);
        let all = paths.iter().flat_map(|(model, item)| {
            METHODS.iter().filter_map(|method| {
                let said = item.get(*method)?;
                Some(Operation { method: method.to_uppercase(), model, said, documento: &self.documento })
            })
        });
        all.collect()
    }

    /// The operation that a request is for. A word of the path wins over an identifier.
    pub fn find(&self, method: &str, path: &str) -> Option<Operation<'_>> {
        let path = path.split('?').next().unwrap_or_default();
        let house = |model: &str| {
            let (m, c) = (model.split('/'), path.split('/'));
            m.clone().count() == c.clone().count()
                && m.zip(c).all(|(m, c)| (m.starts_with('{') && !c.is_empty()) || m.eq_ignore_ascii_case(c))
        };
        let mut found: Vec<_> =
            self.operations().into_iter().filter(|o| o.method == method && house(o.model)).collect();
        // where the one has a word the other has a brace, which sorts after every letter
        found.sort_by_key(|o| o.model.to_lowercase());
        found.into_iter().next()
    }

    /// Fails unless the document promises this answer.
    pub fn check(&self, method: &str, path: &str, answer: &Answer) {
        let Some(operation) = self.find(method, path) else {
            if answer.status >= 400 && method != "HEAD" {
                let problems = schema::check(&self.documento, &self.error_schema(), &answer.json());
                assert!(problems.is_empty(), "{method} {path}: {problems:#?}\n{answer:?}");
            }
            return;
        };
        let problems = operation.problems(answer);
        assert!(
            problems.is_empty(),
            "{method} {path}: the document does not promise this: {problems:#?}\n{answer:?}"
        );
    }

    fn error_schema(&self) -> Value {
        serde_json::json!({ "$ref": self.erro })
    }
}

impl<'a> Operation<'a> {
    /// Method and path.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.model)
    }

    /// The parameters of a place (`path`, `query`).
    pub fn parameters(&self, position: &str) -> Vec<&'a str> {
        let all = self.said["parameters"].as_array().into_iter().flatten();
        all.filter(|p| p["in"] == position).map(|p| p["name"].as_str().expect("a name")).collect()
    }

    /// The schema of the body that it takes, if it takes one.
    pub fn body(&self) -> Option<&Value> {
        let kinds = self.said["requestBody"]["content"].as_object()?;
        kinds.values().next().map(|kind| &kind["schema"])
    }

    /// True when an answer of this status is documented.
    pub fn promises(&self, status: u16) -> bool {
        self.said["responses"].get(status.to_string()).is_some()
    }

    /// What an answer has that the document does not promise.
    pub fn problems(&self, answer: &Answer) -> Vec<String> {
        let Some(told) = self.said["responses"].get(answer.status.to_string()) else {
            return vec![format!("status {}", answer.status)];
        };
        let Some(kinds) = resolve(self.documento, told)["content"].as_object() else {
            let empty = answer.corpo.is_empty();
            return if empty { Vec::new() } else { vec!["a body".to_owned()] };
        };
        let kind = answer.header("content-type").split(';').next().unwrap_or_default();
        match kinds.get(kind) {
            Some(said) => schema::check(self.documento, &said["schema"], &answer.json()),
            None => vec![format!("content type {kind:?}")],
        }
    }
}
