//! Forms about something stored: what they show of it, whether somebody else has changed that meanwhile, and what was
//! typed over.

use std::collections::HashMap;
use std::fmt::Write;

use domain::reading::json::{FromJson, ReadError, read_json};
use domain::reading::problems::Problems;
use files::Sign;
use maud::{Markup, html};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::access::{Form, Visit};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::format::hex;
use crate::view::parts::{Again, Input, escaped, parameter};

/// What a form shows of something stored: values by the names of its fields. Its hidden field `visto` says so, by a
/// short hash of each.
#[derive(Debug, Clone, Default)]
pub struct Seen(Vec<(String, String)>);

impl Seen {
    /// One more field.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        let value = value.to_string().replace("\r\n", "\n").trim().to_owned();
        self.0.push((name.into(), value));
        self
    }

    /// One more field that is ticked or not.
    #[must_use]
    pub fn ticked(self, name: impl Into<String>, on: bool) -> Self {
        self.with(name, if on { "sim" } else { "" })
    }

    /// One more field that can be left empty.
    #[must_use]
    pub fn given(self, name: impl Into<String>, value: Option<impl ToString>) -> Self {
        self.with(name, value.map_or_else(String::new, |value| value.to_string()))
    }

    /// What a field shows.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str())
    }

    fn mark(&self) -> String {
        let mut mark = String::new();
        for (name, value) in &self.0 {
            let _ = write!(mark, "{}:{} ", escaped(name), short(value));
        }
        mark
    }

    /// Refuses a form whose sender has seen something else than this.
    pub fn unchanged(&self, lang: Lang, form: &Form) -> Result<(), Failure> {
        let seen = seen(form);
        let other = |(name, value): &(String, String)| seen.get(&escaped(name)) != Some(&short(value));
        let others: Vec<String> =
            self.0.iter().filter(|one| other(one)).map(|(name, _)| name.clone()).collect();
        if others.is_empty() {
            return Ok(());
        }
        let words = lang.say(
            "Outra pessoa mudou isto depois que esta página foi aberta, e nada foi gravado. O que mudou está abaixo, \
             com o que você digitou: confira e grave de novo.",
            "Somebody else has changed this since the page was opened, and nothing was saved. What changed stands below, \
             with what you typed: look, and save again.",
        );
        Err(Failure::Changed(words.to_owned(), others))
    }

    /// The fields that were typed over, with what they hold now. What was not touched is not read anew.
    pub fn touched(&self, form: &Form) -> Touched {
        let typed = |(name, value): &(String, String)| {
            Some((name.clone(), form.value(name).filter(|typed| typed != value)?))
        };
        Touched(self.0.iter().filter_map(typed).collect())
    }
}

impl Seen {
    /// All fields of a form about something new.
    pub fn sent(&self, form: &Form) -> Touched {
        Touched(self.0.iter().filter_map(|(name, _)| Some((name.clone(), form.value(name)?))).collect())
    }
}

fn short(value: &str) -> String {
    let mut hash = hex(&Sha256::digest(value.as_bytes()));
    hash.truncate(16);
    hash
}

/// What the sender of a form has seen, by the names of its fields.
fn seen(form: &Form) -> HashMap<String, String> {
    let pairs = form.text("visto").split(' ').filter_map(|pair| pair.rsplit_once(':'));
    pairs.map(|(name, hash)| (name.to_owned(), hash.to_owned())).collect()
}

/// Fields that were typed over, and what they hold now.
#[derive(Debug, Clone, Default)]
pub struct Touched(Vec<(String, String)>);

impl Touched {
    /// What a field holds now, if it was touched.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// True when any of these was.
    pub fn any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.get(name).is_some())
    }

    /// The names of all of them, for the record.
    pub fn names(&self) -> String {
        self.0.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Those among `names`, as the members of a merge patch: each read by `kind`.
    pub fn members(&self, lang: Lang, names: &[(&str, Member)]) -> Result<Map<String, Value>, Failure> {
        let mut patch = Map::new();
        let mut wrong = Vec::new();
        for (name, kind) in names {
            let Some(text) = self.get(name) else { continue };
            match kind.read(lang, text) {
                Ok(value) => {
                    patch.insert((*name).to_owned(), value);
                }
                Err(why) => wrong.push(((*name).to_owned(), why)),
            }
        }
        if wrong.is_empty() { Ok(patch) } else { Err(Failure::Invalid(wrong)) }
    }
}

/// How a field becomes a member of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Member {
    /// As it is.
    Text,
    /// A whole number; empty: null.
    Whole,
    /// An amount as people write it; empty: null.
    Money,
    /// Ticked or not.
    Tick,
    /// One of a list in each line.
    Lines,
}

impl Member {
    fn read(self, lang: Lang, text: &str) -> Result<Value, String> {
        Ok(match self {
            Self::Text => text.into(),
            Self::Whole => whole(text),
            Self::Money if text.is_empty() => Value::Null,
            Self::Money => decimal(lang, text)?.into(),
            Self::Tick => (text == "sim").into(),
            Self::Lines => text.lines().map(str::trim).filter(|line| !line.is_empty()).collect(),
        })
    }
}

/// A whole number, or what is none for the reader to refuse.
fn whole(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { text.parse::<i64>().map_or_else(|_| text.into(), Value::from) }
}

/// A number with decimals as people write it, with a point before them; or why that is not known.
pub fn decimal(lang: Lang, text: &str) -> Result<String, String> {
    let sign = match lang {
        Lang::Pt => Sign::LikelyComma,
        Lang::En => Sign::Point,
    };
    files::number(text, sign).map_err(|refusal| refusal.to_string())
}

/// The problems of a body, each with the field that `field` names for the path of a member.
pub fn refused(problems: &Problems, field: impl Fn(&str) -> String) -> Failure {
    Failure::Invalid(problems.iter().map(|one| (field(&one.path), one.mensagem.clone())).collect())
}

/// Reads a body as interface A does; `field` names the field of a member's path.
pub fn read<T: FromJson>(body: &Value, field: impl Fn(&str) -> String) -> Result<T, Failure> {
    read_json(body.to_string().as_bytes()).map_err(|error| match error {
        ReadError::Problems(problems) => refused(&problems, field),
        ReadError::Syntax { .. } => Failure::Unreadable,
    })
}

/// The first name of a path: `imagens` of `imagens[2]`.
pub fn member(path: &str) -> String {
    path.split(['[', '.']).next().unwrap_or_default().to_owned()
}

/// A form that is shown: what is stored, what was typed, and which field the page was opened for.
pub struct Filling<'a> {
    lang: Lang,
    seen: &'a Seen,
    again: Option<&'a Again>,
    before: HashMap<String, String>,
    asked: Option<String>,
}

impl<'a> Filling<'a> {
    /// Of a visit.
    pub fn of(visit: &Visit, seen: &'a Seen, again: Option<&'a Again>) -> Self {
        let before = again.map(|again| self::seen(&again.form)).unwrap_or_default();
        Self { lang: visit.lang, seen, again, before, asked: parameter(visit, "campo") }
    }

    /// What stands before the fields: what is wrong with the form as a whole, and what it has seen.
    pub fn head(&self) -> Markup {
        let names: Vec<&str> = self.seen.0.iter().map(|(name, _)| name.as_str()).collect();
        html! {
            (Again::alert(self.again, &names))
            input type="hidden" name="visto" value=(self.seen.mark());
        }
    }

    /// What a field holds: what was typed, or what is stored where it was not touched.
    pub fn value(&self, name: &str) -> String {
        let stored = self.seen.get(name);
        let typed = self.again.and_then(|again| again.form.value(name));
        let touched = typed.filter(|typed| self.before.get(&escaped(name)) != Some(&short(typed)));
        touched.unwrap_or_else(|| stored.to_owned())
    }

    /// What somebody else has made of a field.
    pub fn others(&self, name: &str) -> Markup {
        let changed = self.again.is_some_and(|again| again.others.iter().any(|one| one == name));
        let now = match self.seen.get(name) {
            "" => self.lang.say("(vazio)", "(empty)"),
            "sim" => self.lang.say("sim", "yes"),
            value => value,
        };
        html! { @if changed { p.wrong {
        (self.lang.say("Agora está gravado:", "What is stored now:")) " " b { (now) } } } }
    }

    /// An input.
    pub fn field(&self, input: &Input<'_>) -> Markup {
        let secret = input.kind == Some("password");
        let value = if secret { self.seen.get(input.name).to_owned() } else { self.value(input.name) };
        let input = Input { focus: self.asked.as_deref() == Some(input.name), ..*input };
        html! { (input.holding(&value, self.again)) (self.others(input.name)) }
    }

    /// A tick.
    pub fn tick(&self, name: &str, words: &str) -> Markup {
        self.field(&Input { name, words, kind: Some("checkbox"), ..Input::default() })
    }

    /// A whole number.
    pub fn whole(&self, name: &str, words: &str, help: &str) -> Markup {
        let pattern = Some("[0-9]{1,9}");
        self.field(&Input { name, words, help, pattern, ..Input::default() })
    }

    /// An amount.
    pub fn money(&self, name: &str, words: &str, help: &str) -> Markup {
        self.field(&Input { name, words, help, decimal: true, most: Some(20), ..Input::default() })
    }
}
