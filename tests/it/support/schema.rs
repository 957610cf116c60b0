//! A judge of JSON by the schemas of an OpenAPI 3.1 document. It knows the keywords that the documents use;
//! one that it does not know is a failure, so that nothing goes unjudged.

use std::collections::BTreeSet;

use serde_json::Value;

/// Keywords that say nothing about a value.
const SILENT: [&str; 6] = ["description", "default", "readOnly", "example", "title", "contentEncoding"];

/// What is wrong with a value, each with its JSON path; `documento` is where references lead.
pub fn check(documento: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut judge = Judge { documento, problems: Vec::new() };
    judge.judge(schema, value, "$", true);
    judge.problems
}

/// The schema itself, where it is only a reference to one.
pub fn resolve<'a>(documento: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        None => schema,
        Some(destino) => {
            let pointer = destino.strip_prefix('#').unwrap_or_else(|| panic!("{destino}: another document"));
            let found = documento.pointer(pointer).unwrap_or_else(|| panic!("{destino} leads nowhere"));
            resolve(documento, found)
        }
    }
}

struct Judge<'a> {
    documento: &'a Value,
    problems: Vec<String>,
}

impl<'a> Judge<'a> {
    fn problem(&mut self, path: &str, text: impl std::fmt::Display) {
        self.problems.push(format!("{path}: {text}"));
    }

    /// `closed`: a member that the schema does not name is a problem. Not so for a part of an `allOf`, which
    /// is judged as a whole.
    fn judge(&mut self, schema: &'a Value, value: &Value, path: &str, closed: bool) {
        let schema = resolve(self.documento, schema);
        for (word, said) in schema.as_object().expect("a schema is an object") {
            match word.as_str() {
                "type" => self.kind(said, value, path),
                "format" => self.forma(said.as_str().unwrap(), value, path),
                "enum" if !said.as_array().unwrap().contains(value) => {
                    self.problem(path, format_args!("{value} is none of {said}"));
                }
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minimum" | "maximum"
                | "exclusiveMaximum" => {
                    self.limit(word, said, value, path);
                }
                "pattern" => self.pattern(said.as_str().unwrap(), value, path),
                "items" => {
                    for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.judge(said, item, &format!("{path}[{i}]"), true);
                    }
                }
                "required" => {
                    for name in said.as_array().unwrap().iter().map(|n| n.as_str().unwrap()) {
                        if value.as_object().is_some_and(|members| !members.contains_key(name)) {
                            self.problem(path, format_args!("{name} is missing"));
                        }
                    }
                }
                "properties" => {
                    for (name, schema) in said.as_object().unwrap() {
                        if let Some(member) = value.get(name) {
                            self.judge(schema, member, &format!("{path}.{name}"), true);
                        }
                    }
                }
                "allOf" => {
                    for part in said.as_array().unwrap() {
                        self.judge(part, value, path, false);
                    }
                }
                "oneOf" | "anyOf" => self.one(word, said, value, path),
                "enum" | "propertyNames" => {}
                silent if SILENT.contains(&silent) => {}
                other => panic!("{path}: this judge does not know the keyword {other}"),
            }
        }
        if let (true, Some(members), Some(names)) = (closed, value.as_object(), self.names(schema)) {
            for name in members.keys().filter(|name| !names.contains(name.as_str())) {
                self.problem(path, format_args!("{name} is not in the document"));
            }
        }
    }

    fn kind(&mut self, said: &Value, value: &Value, path: &str) {
        let is_from = |kind: &Value| match kind.as_str().expect("a type is a word") {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("{path}: unknown type {other}"),
        };
        if !said.as_array().map_or_else(|| is_from(said), |kinds| kinds.iter().any(is_from)) {
            self.problem(path, format_args!("{value} is not of type {said}"));
        }
    }

    fn forma(&mut self, forma: &str, value: &Value, path: &str) {
        let good = match forma {
            "int32" => value.as_i64().is_none_or(|n| i32::try_from(n).is_ok()),
            "int64" | "double" => true,
            // narrower than the format: what these interfaces write
            "date-time" => value.as_str().is_none_or(instant),
            "date" => value.as_str().is_none_or(|text| text.len() == 10),
            "uri" => {
                value.as_str().is_none_or(|text| text.starts_with("http") && url::Url::parse(text).is_ok())
            }
            other => panic!("{path}: unknown format {other}"),
        };
        if !good {
            self.problem(path, format_args!("{value} is not in the form {forma}"));
        }
    }

    fn pattern(&mut self, pattern: &str, value: &Value, path: &str) {
        let form = regex::Regex::new(pattern).expect("a pattern");
        if value.as_str().is_some_and(|text| !form.is_match(text)) {
            self.problem(path, format_args!("{value} is not of the form {pattern}"));
        }
    }

    fn limit(&mut self, word: &str, said: &Value, value: &Value, path: &str) {
        let measure = match value {
            Value::String(text) if word.ends_with("Length") => text.chars().count() as f64,
            Value::Array(items) if word.ends_with("Items") => items.len() as f64,
            Value::Number(number) if word.ends_with("imum") => number.as_f64().unwrap(),
            _ => return,
        };
        let limit = said.as_f64().unwrap();
        let broken = match word {
            "exclusiveMaximum" => measure >= limit,
            _ if word.starts_with("min") => measure < limit,
            _ => measure > limit,
        };
        if broken {
            self.problem(path, format_args!("{measure} breaks {word} {limit}"));
        }
    }

    fn one(&mut self, word: &str, said: &'a Value, value: &Value, path: &str) {
        let options = said.as_array().unwrap();
        let judged: Vec<_> = options.iter().map(|option| check(self.documento, option, value)).collect();
        let fit = judged.iter().filter(|problems| problems.is_empty()).count();
        if fit == 0 || (word == "oneOf" && fit > 1) {
            self.problem(path, format_args!("{fit} of {word} fit: {judged:?}"));
        }
    }

    /// The members that an object of a schema may have; `None` where it may have any, or is not one object.
    fn names(&self, schema: &'a Value) -> Option<BTreeSet<&'a str>> {
        let schema = resolve(self.documento, schema);
        if let Some(parts) = schema["allOf"].as_array() {
            let names: Option<Vec<_>> = parts.iter().map(|part| self.names(part)).collect();
            return names.map(|names| names.into_iter().flatten().collect());
        }
        Some(schema["properties"].as_object()?.keys().map(String::as_str).collect())
    }
}

/// True for `yyyy-MM-ddTHH:mm:ssZ`.
pub fn instant(text: &str) -> bool {
    let forma: String = text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    forma == "9999-99-99T99:99:99Z"
}
