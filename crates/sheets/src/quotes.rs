//! Quotes around a cell of a text table: which close it, and which belong to it.

/// Where in a cell the reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Before anything but blanks.
    Start,
    /// In a cell without quotes.
    Plain,
    /// Between quotes; separators and line ends belong to the text.
    Quoted,
    /// Behind a quote that closes the text or is the first of two.
    Quote,
    /// Behind a closing quote and a blank.
    Closed,
    /// Behind a quote that closed nothing, since a text goes on: `"Tubo 2" PVC`.
    Loose,
}

impl Place {
    /// Where the reader is behind a byte that is no separator and no line end, or is between quotes.
    pub fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start, b' ' | b'\t') => Self::Start,
            (Self::Start, b'"') => Self::Quoted,
            (Self::Start | Self::Plain, _) => Self::Plain,
            (Self::Quoted, b'"') => Self::Quote,
            (Self::Quoted, _) => Self::Quoted,
            (Self::Quote, b'"') => Self::Quoted,
            (Self::Quote | Self::Closed, b' ' | b'\t') => Self::Closed,
            (Self::Quote | Self::Closed | Self::Loose, _) => Self::Loose,
        }
    }
}

/// What a cell means that was read up to its end, there and with its quotes; `Some` when that is not its bytes.
pub fn unquoted(cell: &[u8], place: Place) -> Option<Vec<u8>> {
    let cell = cell.trim_ascii();
    let inside = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\""));
    match place {
        Place::Quote | Place::Closed => inside.map(single),
        // `"Tubo 2" PVC"`: the outer two are around the text; `"Tubo 2" PVC`: all of them belong to it
        Place::Loose if cell.iter().filter(|b| **b == b'"').count() % 2 == 1 => inside.map(<[u8]>::to_vec),
        Place::Start | Place::Plain | Place::Quoted | Place::Loose => None,
    }
}

/// Two quotes are one.
fn single(text: &[u8]) -> Vec<u8> {
    let mut single = Vec::with_capacity(text.len());
    let mut second = false;
    for byte in text {
        second = *byte == b'"' && !second;
        if *byte != b'"' || second {
            single.push(*byte);
        }
    }
    single
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn read(cell: &str) -> (String, Place) {
        let place = cell.bytes().fold(Place::Start, Place::after);
        let bytes = unquoted(cell.as_bytes(), place).unwrap_or_else(|| cell.as_bytes().to_vec());
        (String::from_utf8(bytes).unwrap(), place)
    }

    #[test]
    fn quotes_that_close_go_and_those_of_the_text_stay() {
        let cases = [
            (r#"Pano"#, "Pano"),
            (r#""Pano""#, "Pano"),
            (r#" "Pano" "#, "Pano"),
            (r#""""#, ""),
            (r#""""""#, "\""),
            (r#""Tubo 2"" PVC""#, r#"Tubo 2" PVC"#),
            (r#"Tubo 2" PVC"#, r#"Tubo 2" PVC"#),
            (r#""Tubo 2" PVC"#, r#""Tubo 2" PVC"#),
            (r#""Tubo 2" PVC""#, r#"Tubo 2" PVC"#),
        ];
        for (cell, means) in cases {
            assert_eq!(read(cell).0, means, "{cell}");
        }
        assert_eq!(read(r#""Tubo 2" PVC"#).1, Place::Loose);
        assert_eq!(read(r#""Tubo 2"" PVC""#).1, Place::Quote);
        assert_eq!(read(r#""Tubo"#).1, Place::Quoted);
    }
}
