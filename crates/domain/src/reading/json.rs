//! Reading an entity from JSON text so that every problem is found at once and numbers keep their digits.
//!
//! serde stops at the first error and turns decimals into binary floats. Here each member is looked at as
//! raw text, read on its own, and its problem noted under its path.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::reading::problems::{JsonPath, Notice, Problems, Taken};

/// A type that can be read from a JSON value. `None` means that at least one problem was noted.
pub trait FromJson: Sized {
    /// Reads the value, noting each problem in `p`.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self>;

    /// Whether a JSON text says, as `null` does, that there is no such value.
    fn is_absent(_json: &str) -> bool {
        false
    }

    /// Reads a whole document, with what was taken otherwise than it was said.
    fn document(text: &[u8]) -> Result<(Self, Vec<Notice>), ReadError> {
        Ok(read_noting(json(text)?, Self::read)?)
    }
}

/// Why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is not JSON.
    #[error("O corpo não é um JSON válido (linha {row}, coluna {column}).")]
    Syntax {
        /// 1-based line.
        row: usize,
        /// 1-based column.
        column: usize,
    },
    /// The JSON does not describe a valid value.
    #[error("{0}")]
    Problems(#[from] Problems),
}

/// Reads a whole document.
pub fn read_json<T: FromJson>(text: &[u8]) -> Result<T, ReadError> {
    T::document(text).map(|(read, _)| read)
}

/// The text, if it is JSON.
fn json(text: &[u8]) -> Result<&RawValue, ReadError> {
    serde_json::from_slice(text).map_err(|e| ReadError::Syntax { row: e.line(), column: e.column() })
}

/// Reads a document that is a list of at most `max` items.
pub fn read_list<T: FromJson>(text: &[u8], max: usize) -> Result<Vec<T>, ReadError> {
    // a batch is long: it is parsed once, without a pass for syntax errors first
    let Ok(items) = Items::of(text, max) else {
        return Ok(read_with(json(text)?, |value, p| value.list(max, p))?);
    };
    let mut p = Problems::new();
    let read_values = items.read(&JsonPath::Root, max, &mut p);
    Ok(p.or(read_values)?)
}

/// Reads a value whose syntax is already known to be good.
pub fn read_raw<T: FromJson>(raw: &RawValue) -> Result<T, Problems> {
    read_with(raw, T::read)
}

/// Reads a value with a function, for what has no [`FromJson`] of its own.
pub fn read_with<T>(
    raw: &RawValue,
    f: impl FnOnce(&InputValue<'_>, &mut Problems) -> Option<T>,
) -> Result<T, Problems> {
    read_noting(raw, f).map(|(read, _)| read)
}

/// The same, with what was taken otherwise than it was said.
pub fn read_noting<T>(
    raw: &RawValue,
    f: impl FnOnce(&InputValue<'_>, &mut Problems) -> Option<T>,
) -> Result<(T, Vec<Notice>), Problems> {
    let mut p = Problems::new();
    let parsed = f(&InputValue { raw, path: JsonPath::Root, members: None }, &mut p);
    p.or_noting(parsed)
}

/// A JSON value with its place in the document.
#[derive(Debug, Clone, Copy)]
pub struct InputValue<'a> {
    raw: &'a RawValue,
    path: JsonPath<'a>,
    /// Its members, if it is an object that was taken apart before.
    members: Option<&'a [Member<'a>]>,
}

/// Name and value.
type Member<'a> = (Cow<'a, str>, &'a RawValue);

impl<'a> InputValue<'a> {
    /// The value as a document of its own; `object` are its members, if it has any.
    pub fn as_document<'b>(&'b self, object: Option<&'b InputObject<'a>>) -> InputValue<'b> {
        let members = object.map(|object| &*object.members);
        InputValue { raw: self.raw, path: JsonPath::Root, members }
    }

    /// The value's own JSON text.
    pub fn raw(&self) -> &'a RawValue {
        self.raw
    }

    /// Where it stands.
    pub fn path(&self) -> &JsonPath<'a> {
        &self.path
    }

    /// True for the literal `null`.
    pub fn null(&self) -> bool {
        self.raw.get() == "null"
    }

    /// Notes a problem at this place; always `None`, so that `return input.problem(…)` reads well.
    pub fn problem<T>(&self, p: &mut Problems, message: impl fmt::Display) -> Option<T> {
        p.push(self.path, message);
        None
    }

    /// The text of a number, or of a string that holds one (callers send both).
    pub fn number(&self, p: &mut Problems) -> Option<Cow<'a, str>> {
        let text = self.raw.get();
        match text.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Some(Cow::Borrowed(text)),
            Some(b'"') => self.string(p).map(|s| Cow::Owned(s.trim().to_owned())),
            _ => self.problem(p, "deve ser um número"),
        }
    }

    /// True for a number that is not written as a text.
    pub fn is_number(&self) -> bool {
        self.raw.get().starts_with(|c: char| c == '-' || c.is_ascii_digit())
    }

    /// A string without NUL characters (PostgreSQL cannot store them); or a number, as it stands there:
    /// programs write codes and the numbers of houses so.
    pub fn string(&self, p: &mut Problems) -> Option<Cow<'a, str>> {
        if self.is_number() {
            return Some(Cow::Borrowed(self.raw.get()));
        }
        if !self.raw.get().starts_with('"') {
            return self.problem(p, "deve ser um texto");
        }
        // a lone surrogate (`"\ud800"`) passes as raw JSON and fails here
        let Ok(Text(text)) = serde_json::from_str::<Text<'a>>(self.raw.get()) else {
            return self.problem(p, "contém um caractere inválido");
        };
        if text.contains('\0') {
            return self.problem(p, "contém um caractere nulo");
        }
        Some(text)
    }

    /// A string of `min` to `max` characters.
    pub fn text(&self, min: usize, max: usize, p: &mut Problems) -> Option<String> {
        let text = self.string(p)?;
        let size = text.chars().take(max + 1).count();
        if size < min || size > max {
            return self.problem(p, format_args!("deve ter de {min} a {max} caracteres"));
        }
        Some(text.into_owned())
    }

    /// The members of an object.
    pub fn object(&self, p: &mut Problems) -> Option<InputObject<'a>> {
        if let Some(members) = self.members {
            return Some(InputObject { members: Cow::Borrowed(members), path: self.path });
        }
        match serde_json::from_str::<Members<'a>>(self.raw.get()) {
            Ok(Members(members)) => Some(InputObject { members: members.into(), path: self.path }),
            Err(_) => self.problem(p, "deve ser um objeto"),
        }
    }

    /// The items of an array, each read as a `T`; at most `max` of them.
    pub fn list<T: FromJson>(&self, max: usize, p: &mut Problems) -> Option<Vec<T>> {
        match Items::of(self.raw.get().as_bytes(), max) {
            Ok(items) => items.read(&self.path, max, p),
            Err(_) => self.problem(p, "deve ser uma lista"),
        }
    }
}

/// An object whose members are read one by one. A member given twice counts as its last value.
#[derive(Debug)]
pub struct InputObject<'a> {
    members: Cow<'a, [Member<'a>]>,
    path: JsonPath<'a>,
}

impl<'a> InputObject<'a> {
    /// The raw text of a member; `null` counts as absent.
    pub fn raw(&self, name: &str) -> Option<&'a RawValue> {
        self.member(name).filter(|raw| raw.get() != "null")
    }

    /// True for a member that is there, be it `null`.
    pub fn has(&self, name: &str) -> bool {
        self.member(name).is_some()
    }

    /// True for a member that is there and `null`.
    pub fn null(&self, name: &str) -> bool {
        self.member(name).is_some_and(|raw| raw.get() == "null")
    }

    fn member(&self, name: &str) -> Option<&'a RawValue> {
        self.members.iter().rev().find(|(n, _)| n == name).map(|(_, raw)| *raw)
    }

    /// Where the object stands.
    pub fn path(&self) -> &JsonPath<'a> {
        &self.path
    }

    /// Notes a problem at one of the members.
    pub fn problem<T>(&self, name: &str, p: &mut Problems, message: impl fmt::Display) -> Option<T> {
        p.push(JsonPath::Member(&self.path, name), message);
        None
    }

    /// Reads a member with `f`; the outer `None` is a problem, the inner one an absent (or null) member.
    pub fn with<T>(
        &self,
        name: &str,
        p: &mut Problems,
        f: impl FnOnce(&InputValue<'_>, &mut Problems) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.raw(name) {
            None => Some(None),
            Some(raw) => {
                let path = JsonPath::Member(&self.path, name);
                f(&InputValue { raw, path, members: None }, p).map(Some)
            }
        }
    }

    /// [`InputObject::with`] for what is no text: an empty text in its place counts as absent.
    pub fn filled<T>(
        &self,
        name: &str,
        p: &mut Problems,
        f: impl FnOnce(&InputValue<'_>, &mut Problems) -> Option<T>,
    ) -> Option<Option<T>> {
        if self.blank(name) { Some(None) } else { self.with(name, p, f) }
    }

    /// True for a member that is an empty text, or one of blanks.
    pub fn blank(&self, name: &str) -> bool {
        self.member(name).is_some_and(is_blank)
    }

    /// A member that is no text and may be absent, null or empty.
    pub fn optional<T: FromJson>(&self, name: &str, p: &mut Problems) -> Option<Option<T>> {
        match self.raw(name) {
            Some(raw) if T::is_absent(raw.get()) => Some(None),
            _ => self.filled(name, p, T::read),
        }
    }

    /// A stock. One below zero counts as none, and an empty text is told where it is not to be taken for none.
    pub fn stock(&self, name: &str, p: &mut Problems) -> Option<Option<i32>> {
        if self.blank(name) {
            p.notice(JsonPath::Member(&self.path, name), Taken::Unsaid);
        }
        let units = self.optional::<i32>(name, p)?;
        if units.is_some_and(|n| n < 0) {
            p.notice(JsonPath::Member(&self.path, name), Taken::NegativeStock);
        }
        Some(units.map(|n| n.max(0)))
    }

    /// A member that must be there.
    pub fn required<T: FromJson>(&self, name: &str, p: &mut Problems) -> Option<T> {
        match self.optional(name, p)? {
            Some(parsed) => Some(parsed),
            None => self.problem(name, p, REQUIRED),
        }
    }

    /// A member with a default.
    pub fn default<T: FromJson>(&self, name: &str, p: &mut Problems, default: T) -> Option<T> {
        Some(self.optional(name, p)?.unwrap_or(default))
    }

    /// A required text of `min` to `max` characters.
    pub fn text(&self, name: &str, min: usize, max: usize, p: &mut Problems) -> Option<String> {
        match self.with(name, p, |v, p| v.text(min, max, p))? {
            Some(text) => Some(text),
            None => self.problem(name, p, REQUIRED),
        }
    }

    /// A text of at most `max` characters, empty when absent.
    pub fn text_or_empty(&self, name: &str, max: usize, p: &mut Problems) -> Option<String> {
        Some(self.with(name, p, |v, p| v.text(0, max, p))?.unwrap_or_default())
    }

    /// An integer of `min` to `max`, `default` when absent.
    pub fn integer(&self, name: &str, min: i32, max: i32, default: i32, p: &mut Problems) -> Option<i32> {
        match self.optional::<i32>(name, p)?.unwrap_or(default) {
            n if n < min || n > max => {
                self.problem(name, p, format_args!("deve ser um inteiro de {min} a {max}"))
            }
            n => Some(n),
        }
    }

    /// A whole number of zero or more, zero when absent.
    pub fn natural(&self, name: &str, p: &mut Problems) -> Option<i32> {
        match self.optional::<i32>(name, p)?.unwrap_or(0) {
            n if n < 0 => self.problem(name, p, "deve ser maior ou igual a zero"),
            n => Some(n),
        }
    }

    /// A list of at most `max` items, empty when absent.
    pub fn list<T: FromJson>(&self, name: &str, max: usize, p: &mut Problems) -> Option<Vec<T>> {
        Some(self.filled(name, p, |v, p| v.list(max, p))?.unwrap_or_default())
    }
}

/// The message of a missing required member.
pub const REQUIRED: &str = "é obrigatório";

impl FromJson for bool {
    /// `true`, `false`, 0 or 1.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        match value.raw().get() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => value.problem(p, "deve ser true ou false"),
        }
    }
}

/// From so many equal digits behind the point on, the others are a float's noise.
const NOISE: usize = 9;

impl FromJson for i64 {
    /// A whole number; `5.0` counts, and what a sum of floats makes of it (`5.0000000000000004`), `5.5` does not.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let text = value.number(p)?;
        let whole = match text.split_once('.') {
            Some((before, rest)) if !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()) => {
                let begins = |digit| rest.len() >= NOISE && rest.bytes().take(NOISE).all(|b| b == digit);
                let away = if before.starts_with('-') { -1 } else { 1 };
                match before.parse::<Self>() {
                    Ok(n) if begins(b'0') || rest.bytes().all(|b| b == b'0') => Some(n),
                    Ok(n) if begins(b'9') => n.checked_add(away),
                    Ok(_) | Err(_) => None,
                }
            }
            _ => text.parse().ok(),
        };
        whole.or_else(|| value.problem(p, "deve ser um número inteiro"))
    }
}

impl FromJson for i32 {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        match i32::try_from(i64::read(value, p)?) {
            Ok(n) => Some(n),
            Err(_) => value.problem(p, "está fora do intervalo de um inteiro de 32 bits"),
        }
    }
}

/// True for an empty text, and one of blanks: many programs write it for a number or a date that they do not have.
pub(crate) fn is_blank(raw: &RawValue) -> bool {
    let text = raw.get().as_bytes();
    text.first() == Some(&b'"')
        && !text.get(1).is_some_and(u8::is_ascii_alphanumeric)
        && serde_json::from_slice::<Text<'_>>(text).is_ok_and(|Text(text)| text.trim().is_empty())
}

struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(v)))
            }
            fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(v.to_owned())))
            }
        }
        d.deserialize_str(V)
    }
}

struct Members<'a>(Vec<Member<'a>>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(24);
                while let Some((Text(name), raw)) = map.next_entry()? {
                    members.push((name, raw));
                }
                Ok(Members(members))
            }
        }
        d.deserialize_map(V)
    }
}

/// The items of a list; of a longer one than it may be, one more than that.
struct Items<'a>(Vec<&'a RawValue>);

impl<'a> Items<'a> {
    /// Takes a list apart.
    fn of(text: &'a [u8], max: usize) -> serde_json::Result<Self> {
        let mut d = serde_json::Deserializer::from_slice(text);
        let items = AtMost(max).deserialize(&mut d)?;
        d.end()?;
        Ok(items)
    }

    /// Reads each as a `T`; at most `max` of them.
    fn read<T: FromJson>(self, path: &JsonPath<'_>, max: usize, p: &mut Problems) -> Option<Vec<T>> {
        let Self(items) = self;
        if items.len() > max {
            p.push(*path, format_args!("deve ter no máximo {max} itens"));
            return None;
        }
        let item = |(i, raw)| T::read(&InputValue { raw, path: JsonPath::Item(path, i), members: None }, p);
        let read_values: Vec<Option<T>> = items.into_iter().enumerate().map(item).collect();
        read_values.into_iter().collect()
    }
}

/// How many items a list may have.
struct AtMost(usize);

impl<'de> DeserializeSeed<'de> for AtMost {
    type Value = Items<'de>;

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for AtMost {
    type Value = Items<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut read_values = Vec::new();
        while let Some(raw) = items.next_element()? {
            // millions of them in a few megabytes would take many times as much
            if read_values.len() <= self.0 {
                read_values.push(raw);
            }
        }
        Ok(Items(read_values))
    }
}

/// Makes a value out of members that are read one by one: every problem is noted before the first member that
/// could not be read makes it `None`. A later member may use an earlier one, as an `Option`.
macro_rules! read_members {
    ($type:ident { $($member:ident: $read:expr,)+ }) => {{
        $(let $member = $read;)+
        match ($($member,)+) {
            ($(Some($member),)+) => Some($type { $($member,)+ }),
            _ => None,
        }
    }};
}
pub(crate) use read_members;

#[cfg(test)]
mod tests;
