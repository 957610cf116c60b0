//! Decoded pairs of a query string; names are equal whatever their case and underscores.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// One `name=value` of the query string, decoded.
#[derive(Debug, Clone)]
pub(crate) struct Pair<'a> {
    /// The name without `[]` or `[0]`.
    pub(super) name: Cow<'a, str>,
    /// The name had such a suffix, which lists alone may have.
    pub(super) suffix: bool,
    /// The value, or why its bytes are invalid.
    pub(super) value: Result<Cow<'a, str>, &'static str>,
    /// Whether a getter has read it.
    pub(super) is_read: bool,
}

impl<'a> Pair<'a> {
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        // a name that cannot be decoded is an unknown parameter
        let (name, suffix) = without_suffix(decode(name).ok()?);
        Some(Self { name, suffix, value: decode(value), is_read: false })
    }

    pub(super) fn into_owned(self) -> Pair<'static> {
        Pair {
            name: Cow::Owned(self.name.into_owned()),
            suffix: self.suffix,
            value: self.value.map(|v| Cow::Owned(v.into_owned())),
            is_read: self.is_read,
        }
    }

    /// The name in lower case and without underscores.
    pub(crate) fn comparable_name(&self) -> String {
        letters(&self.name).collect()
    }

    /// The value; empty when its bytes are invalid.
    pub(crate) fn text(&self) -> &str {
        self.value.as_deref().unwrap_or_default()
    }
}

/// Removes the suffix of `name[]` and `name[3]`, as some clients write lists.
fn without_suffix(name: Cow<'_, str>) -> (Cow<'_, str>, bool) {
    let base = name
        .strip_suffix(']')
        .and_then(|n| n.rsplit_once('['))
        .filter(|(_, index)| index.bytes().all(|b| b.is_ascii_digit()))
        .map(|(base, _)| base.len());
    match (base, name) {
        (None, name) => (name, false),
        (Some(n), Cow::Borrowed(name)) => (Cow::Borrowed(name.get(..n).unwrap_or(name)), true),
        (Some(n), Cow::Owned(mut name)) => {
            name.truncate(n);
            (Cow::Owned(name), true)
        }
    }
}

/// Form decoding: `+` is a space, the rest percent-encoded UTF-8.
fn decode(text: &str) -> Result<Cow<'_, str>, &'static str> {
    const INVALID: &str = "não está em UTF-8 válido";
    let decoded = if text.contains('+') {
        let with_spaces = text.replace('+', " ");
        let parsed = percent_decode_str(&with_spaces).decode_utf8().map_err(|_| INVALID)?;
        Cow::Owned(parsed.into_owned())
    } else {
        percent_decode_str(text).decode_utf8().map_err(|_| INVALID)?
    };
    if decoded.contains('\0') {
        return Err("contém um caractere nulo");
    }
    Ok(decoded)
}

/// The letters of a name in lower case, without `_`.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase())
}

pub(crate) fn same_name(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}
