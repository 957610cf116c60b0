//! Reading of the details of moves: why, invoices and parcels. A parcel that has left cannot be unsent, so what can be mended is
//! mended, and what cannot be kept is left out and named.

use std::fmt::Display;

use crate::reading::json::{InputObject, InputValue};
use crate::reading::problems::Problems;
use crate::values::documents::NfeKey;
use crate::values::web::UrlHttp;

/// The longest reason that is kept, in characters.
const REASON_MAX: usize = 500;

/// A text of at most `max` characters.
pub fn text(obj: &InputObject<'_>, name: &str, max: usize, left_out: &mut Problems) -> String {
    obj.text_or_empty(name, max, left_out).unwrap_or_default()
}

/// An access key, with or without the `NFe` of its XML.
pub fn key(obj: &InputObject<'_>, name: &str, left_out: &mut Problems) -> String {
    parsed(obj, name, left_out, NfeKey::parse).map(String::from).unwrap_or_default()
}

/// A web address, as people enter it.
pub fn url(obj: &InputObject<'_>, name: &str, left_out: &mut Problems) -> String {
    parsed(obj, name, left_out, UrlHttp::mended).map(String::from).unwrap_or_default()
}

/// The code of an operation, with or without its point: `5.102`.
pub fn cfop(obj: &InputObject<'_>, name: &str, left_out: &mut Problems) -> Option<i32> {
    parsed(obj, name, left_out, |text| {
        let whole = match text.split_once('.') {
            Some((group, rest)) if group.len() == 1 && rest.len() == 3 => format!("{group}{rest}"),
            Some((whole, "0" | "00")) => whole.to_owned(),
            _ => text.to_owned(),
        };
        let number = whole.parse().ok().filter(|n| (0..=9999).contains(n));
        number.ok_or("deve ser um inteiro de 0 a 9999")
    })
}

/// Why an order moves, in at most 500 characters: a longer text is cut, which is named.
pub fn reason(obj: &InputObject<'_>, left_out: &mut Problems) -> String {
    let read = |value: &InputValue<'_>, left_out: &mut Problems| {
        let text = value.string(left_out)?;
        let Some((end, _)) = text.char_indices().nth(REASON_MAX) else { return Some(text.into_owned()) };
        value.problem::<()>(left_out, format_args!("passa de {REASON_MAX} caracteres, e só estes ficaram"));
        text.get(..end).map(str::to_owned)
    };
    obj.with("motivo", left_out, read).flatten().unwrap_or_default()
}

/// A member that is made out of a text or a number; blank is absent.
pub fn parsed<T, E: Display>(
    obj: &InputObject<'_>,
    name: &str,
    left_out: &mut Problems,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Option<T> {
    let read = |value: &InputValue<'_>, left_out: &mut Problems| match parse(value.string(left_out)?.trim()) {
        Ok(parsed) => Some(parsed),
        Err(e) => value.problem(left_out, e),
    };
    obj.filled(name, left_out, read).flatten()
}
