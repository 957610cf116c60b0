//! JSON read thing by thing: an object per line, or the objects of one list.

use std::io::{BufRead, Read};

use serde_json::value::RawValue;

use crate::bounded::RECORD_MAX;
use crate::entry::{Entry, Wrong};
use crate::error::FileError;

/// An entry of its JSON alone.
fn entry(line: u64, bytes: &[u8], what: &str) -> Entry {
    let (json, wrong) = match serde_json::from_str::<Box<RawValue>>(&text(bytes)) {
        Ok(json) => (Some(json), Vec::new()),
        Err(e) => {
            let what =
                format!("não é um JSON válido: {what}, e este tem um erro no caractere {}", e.column());
            (None, vec![Wrong::of_line(line, what)])
        }
    };
    Entry { line, lines: vec![line], json, wrong, noticed: Vec::new(), places: Vec::new(), plan: None }
}

/// UTF-8, or else what Windows writes in Brazil.
fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => std::borrow::Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0,
    }
}

/// The next object of a file with one per line.
pub fn next_line(input: &mut impl BufRead, line: &mut u64) -> Result<Option<Entry>, FileError> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        *line += 1;
        let read = input.by_ref().take(RECORD_MAX as u64).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if read == RECORD_MAX && !bytes.ends_with(b"\n") {
            return Err(FileError::Endless(*line));
        }
        let trimmed = bytes.trim_ascii();
        if !trimmed.is_empty() {
            return Ok(Some(entry(*line, trimmed, "uma linha tem um objeto")));
        }
    }
}

/// The next object of a list; the line is where it begins. Between two there may be whatever a list has.
pub fn next_item(input: &mut impl BufRead, line: &mut u64) -> Result<Option<Entry>, FileError> {
    let (mut bytes, mut depth, mut in_text, mut escaped) = (Vec::new(), 0usize, false, false);
    let mut begin = *line;
    loop {
        let ready = input.fill_buf()?;
        if ready.is_empty() {
            return if bytes.is_empty() { Ok(None) } else { Err(FileError::Endless(begin)) };
        }
        let mut taken = 0;
        let mut whole = false;
        for b in ready {
            taken += 1;
            *line += u64::from(*b == b'\n');
            if bytes.is_empty() {
                if b.is_ascii_whitespace() || matches!(b, b',' | b'[' | b']') {
                    continue;
                }
                begin = *line;
            }
            bytes.push(*b);
            match b {
                _ if in_text && escaped => escaped = false,
                b'\\' if in_text => escaped = true,
                b'"' => in_text = !in_text,
                b'{' | b'[' if !in_text => depth += 1,
                b'}' | b']' if !in_text => depth = depth.saturating_sub(1),
                _ => {}
            }
            // what is no object ends at the next comma, and is refused
            whole = !in_text && depth == 0 && matches!(b, b'}' | b',' | b']' | b'\n');
            if whole || bytes.len() >= RECORD_MAX {
                break;
            }
        }
        input.consume(taken);
        if whole {
            let object = bytes.strip_suffix(b",").unwrap_or(&bytes);
            return Ok(Some(entry(begin, object.trim_ascii(), "a lista tem objetos")));
        }
        if bytes.len() >= RECORD_MAX {
            return Err(FileError::Endless(begin));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn items(text: &str) -> Vec<(u64, Option<String>)> {
        let (mut input, mut line, mut all) = (text.as_bytes(), 1, Vec::new());
        while let Ok(Some(entry)) = next_item(&mut input, &mut line) {
            all.push((entry.line, entry.json.map(|json| json.get().to_owned())));
        }
        all
    }

    #[test]
    fn the_objects_of_a_list_come_one_by_one() {
        let found = items("[\n  {\"a\": \"]}\\\"{\"},\n\n  {\"b\": [1, {\"c\": 2}]}\n]\n");
        assert_eq!(
            found,
            [(2, Some("{\"a\": \"]}\\\"{\"}".to_owned())), (4, Some("{\"b\": [1, {\"c\": 2}]}".to_owned())),]
        );
        assert_eq!(items("[]"), []);
        assert_eq!(items("[{\"a\":1},x,{\"b\":2}]").len(), 3);
        assert!(next_item(&mut &b"[{\"a\":"[..], &mut 1).is_err());
    }

    proptest! {
        #[test]
        fn any_text_does_no_harm(text in "[\\[\\]{}\",:\\\\a1 \n]{0,60}") {
            let (mut input, mut line, mut count) = (text.as_bytes(), 1, 0);
            while let Ok(Some(_)) = next_item(&mut input, &mut line) {
                count += 1;
                prop_assert!(count <= 61);
            }
        }
    }
}
