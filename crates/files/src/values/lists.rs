//! Lists in a cell: ours, with backslashes before what separates, and those of other systems.

use serde_json::{Value, json};

use crate::refusal::Refusal;

/// What a path of categories is written with, in a profile that has one column for each level.
pub const LEVELS: &str = "nivel";

/// The parts of a list. Without a separator it is ours, or addresses of images with whatever between.
pub fn list(text: &str, separator: Option<&str>) -> Value {
    match separator {
        Some(separator) if separator != LEVELS => {
            let parts = text.split(separator).map(str::trim).filter(|part| !part.is_empty());
            parts.map(|part| json!(path(part))).collect()
        }
        Some(_) => json!([text]),
        None => {
            let parts = split(text, '|').map(|part| unescaped(trimmed(part)));
            parts.flat_map(addresses).map(|part| json!(path(&part))).collect()
        }
    }
}

/// `Cozinha>>Panelas` as the hub writes paths. Whatever has no double mark stays.
fn path(text: &str) -> String {
    if !text.contains(">>") {
        return text.to_owned();
    }
    let levels: Vec<&str> = text.split('>').map(str::trim).filter(|level| !level.is_empty()).collect();
    levels.join(" > ")
}

/// Addresses with commas, semicolons or spaces between; anything else is one part.
fn addresses(part: String) -> Vec<String> {
    let is_address = |text: &str| text.starts_with("http://") || text.starts_with("https://");
    let pieces: Vec<&str> = part
        .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .filter(|piece| !piece.is_empty())
        .collect();
    if pieces.len() > 1 && pieces.iter().all(|piece| is_address(piece)) {
        return pieces.into_iter().map(str::to_owned).collect();
    }
    vec![part]
}

/// Names and values. Without a separator they are ours, or `Cor:Azul||Tamanho:M`.
pub fn pairs(text: &str, (name, value): (&str, &str), separator: Option<&str>) -> Result<Value, Refusal> {
    let of_others = separator.or_else(|| text.contains("||").then_some("||"));
    let parts: Vec<(String, String)> = match of_others {
        Some(separator) => {
            let parts = text.split(separator).map(str::trim).filter(|part| !part.is_empty());
            parts.map(|part| foreign(part).ok_or_else(no_value)).collect::<Result<_, _>>()?
        }
        None => split(text, '|').map(own).collect::<Result<_, _>>()?,
    };
    Ok(parts.into_iter().map(|(first, second)| json!({ name: first, value: second })).collect())
}

fn no_value() -> Refusal {
    Refusal::new("tem um atributo sem valor", "escreva nome=valor, separados por |")
}

fn foreign(part: &str) -> Option<(String, String)> {
    let (name, value) = part.split_once(['=', ':'])?;
    Some((name.trim().to_owned(), value.trim().to_owned()))
}

fn own(part: &str) -> Result<(String, String), Refusal> {
    let mut pair = split(part, '=');
    let first = pair.next().unwrap_or_default();
    let Some(rest) = part.get(first.len() + 1..) else {
        // one pair as other systems write it
        let colons = part.matches(':').count();
        return foreign(part).filter(|_| colons == 1 && !part.contains(',')).ok_or_else(no_value);
    };
    if split(rest, '=').nth(1).is_some() && rest.contains([',', ';']) {
        return Err(Refusal::new("tem vários atributos juntos", "escreva nome=valor, separados por |"));
    }
    Ok((unescaped(trimmed(first)), unescaped(trimmed(rest))))
}

/// The parts between separators that no backslash stands before.
fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut escaped = false;
    text.split(move |c| {
        let here = c == separator && !escaped;
        escaped = c == '\\' && !escaped;
        here
    })
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        escaped = c == '\\' && !escaped;
        if !escaped {
            plain.push(c);
        }
    }
    plain
}

/// Without the space around it, but for what stands behind a backslash.
fn trimmed(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.trim_end();
    let backslashes = end.bytes().rev().take_while(|b| *b == b'\\').count();
    let kept = text.get(end.len()..).and_then(|space| space.chars().next()).filter(|_| backslashes % 2 == 1);
    text.get(..end.len() + kept.map_or(0, char::len_utf8)).unwrap_or(end)
}
