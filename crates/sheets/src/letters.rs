//! Letters: which encoding a text is in, and which it was in before somebody spoiled it.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::cell::Cell;
use crate::warning::Warning;

/// How the letters of a text are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// UTF-8, with or without a mark in front.
    Utf8,
    /// UTF-16, low byte first: Excel's "Unicode text".
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// What Windows writes in Brazil (ANSI, close to Latin-1).
    Windows1252,
}

impl Letters {
    /// What a text's first bytes are encoded in, and how long the mark in front of them is. Whatever is not UTF-8
    /// in a later cell is read as Windows-1252 there.
    pub fn of(head: &[u8], whole: bool) -> (Self, usize) {
        match head {
            [0xEF, 0xBB, 0xBF, ..] => return (Self::Utf8, 3),
            [0xFF, 0xFE, ..] => return (Self::Utf16Le, 2),
            [0xFE, 0xFF, ..] => return (Self::Utf16Be, 2),
            _ => {}
        }
        // texts in Latin letters have a zero in nearly every pair of bytes
        let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|b| **b == 0).count();
        let (high, low) = (zeros(0), zeros(1));
        let most = head.len() / 5;
        if low > most && high * 8 < low {
            return (Self::Utf16Le, 0);
        }
        if high > most && low * 8 < high {
            return (Self::Utf16Be, 0);
        }
        let utf8 = match std::str::from_utf8(head) {
            Ok(_) => true,
            // cut in a letter
            Err(error) => !whole && error.error_len().is_none(),
        };
        (if utf8 { Self::Utf8 } else { Self::Windows1252 }, 0)
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Utf16Le => UTF_16LE,
            Self::Utf16Be => UTF_16BE,
            Self::Windows1252 => WINDOWS_1252,
        }
    }

    /// Bytes as text; a letter that is cut at the end is left out or replaced.
    pub fn decode(self, bytes: &[u8]) -> String {
        self.encoding().decode_without_bom_handling(bytes).0.into_owned()
    }
}

/// UTF-8, or else what Windows writes in Brazil.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// What a cell's letters look like that were read as others.
pub fn spoiled(cell: &Cell, line: u64) -> Option<Warning> {
    let Cell::Text(text) = cell else { return None };
    if text.is_ascii() {
        return None;
    }
    let sample = || Warning::sample(text);
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let doubled = match letter {
            'Ã' => ('\u{80}'..='\u{BF}').contains(&next) || "ƒ‚„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸ€".contains(next),
            'Â' => "ºª°®²³¹\u{A0}´§".contains(next),
            _ => false,
        };
        if doubled {
            return Some(Warning::DoubleEncoded { line, sample: sample() });
        }
        let inside =
            before.is_alphabetic() && (next.is_alphabetic() || DOS.contains(next) || MAC.contains(next));
        let other = match letter {
            _ if !inside => None,
            _ if MAC.contains(letter) => Some("Mac Roman"),
            _ if DOS.contains(letter) => Some("CP850"),
            _ => None,
        };
        if let Some(letters) = other {
            return Some(Warning::OtherLetters { letters, line, sample: sample() });
        }
        before = letter;
    }
    None
}

/// What Portuguese letters of CP850 are in Windows-1252, as far as nobody writes that inside a word: ã ç á é í ó ú ê.
const DOS: &str = "Æ‡\u{A0}‚¡¢£ˆ";
/// The same of Mac Roman: ã ç õ é ú â.
const MAC: &str = "‹\u{8D}›Žœ‰";

/// A file's letters: as they are where a separator is one byte, else as UTF-8.
pub enum LetterReader<R> {
    Bytes(BufReader<R>),
    Recoded(Recoded<BufReader<R>>),
}

/// Bytes that are read at once.
const BUFFER: usize = 1 << 16;

impl<R: Read> LetterReader<R> {
    /// For tables: cells are decoded one by one.
    pub fn of_text(file: R, letters: Letters) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(BUFFER, file);
        match letters {
            Letters::Utf16Le | Letters::Utf16Be => Ok(Self::Recoded(Recoded::new(file, letters))),
            Letters::Utf8 | Letters::Windows1252 => {
                if file.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
                    file.consume(3);
                }
                Ok(Self::Bytes(file))
            }
        }
    }

    /// For XML, which is read in UTF-8.
    pub fn of_xml(file: R, letters: Letters) -> io::Result<Self> {
        match letters {
            Letters::Windows1252 => {
                Ok(Self::Recoded(Recoded::new(BufReader::with_capacity(BUFFER, file), letters)))
            }
            Letters::Utf8 | Letters::Utf16Le | Letters::Utf16Be => Self::of_text(file, letters),
        }
    }
}

impl<R: Read> BufRead for LetterReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Self::Bytes(input) => input.fill_buf(),
            Self::Recoded(input) => input.fill_buf(),
        }
    }

    fn consume(&mut self, count: usize) {
        match self {
            Self::Bytes(input) => input.consume(count),
            Self::Recoded(input) => input.consume(count),
        }
    }
}

impl<R: Read> Read for LetterReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Bytes(input) => input.read(buffer),
            Self::Recoded(input) => input.read(buffer),
        }
    }
}

/// Another encoding, read as UTF-8.
pub struct Recoded<R> {
    inner: R,
    decoder: Decoder,
    ready: Vec<u8>,
    read: usize,
    ended: bool,
}

/// Bytes of UTF-8 that are made at once.
const PIECE: usize = 16 * 1024;

impl<R: BufRead> Recoded<R> {
    pub fn new(inner: R, letters: Letters) -> Self {
        let decoder = letters.encoding().new_decoder_with_bom_removal();
        Self { inner, decoder, ready: Vec::new(), read: 0, ended: false }
    }
}

impl<R: BufRead> BufRead for Recoded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read >= self.ready.len() && !self.ended {
            let bytes = self.inner.fill_buf()?;
            self.ready.resize(PIECE, 0);
            self.ended = bytes.is_empty();
            let (result, taken, made, _) = self.decoder.decode_to_utf8(bytes, &mut self.ready, self.ended);
            self.inner.consume(taken);
            self.ready.truncate(made);
            self.read = 0;
            // the rest of the input's last letters comes in the next round
            self.ended &= result == encoding_rs::CoderResult::InputEmpty;
        }
        Ok(self.ready.get(self.read..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.read = (self.read + count).min(self.ready.len());
    }
}

impl<R: BufRead> Read for Recoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let count = ready.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), ready.get(..count)) {
            to.copy_from_slice(from);
        }
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_both_kinds_are_read() {
        assert_eq!(decode("camisão".as_bytes()), "camisão");
        assert_eq!(decode(b"camis\xE3o"), "camisão");
    }

    #[test]
    fn utf_16_is_noticed_without_a_mark() {
        let low: Vec<u8> = "sku;nome\r\n1;Pão".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let high: Vec<u8> = "sku;nome\r\n1;Pão".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(Letters::of(&low, true), (Letters::Utf16Le, 0));
        assert_eq!(Letters::of(&high, true), (Letters::Utf16Be, 0));
    }

    #[test]
    fn spoiled_letters_are_noticed_and_right_ones_are_not() {
        let seen = |text: &str| spoiled(&Cell::Text(text.to_owned()), 1);
        assert!(matches!(seen("CamisÃ£o"), Some(Warning::DoubleEncoded { .. })));
        assert!(matches!(seen("promoÃ§Ã£o"), Some(Warning::DoubleEncoded { .. })));
        assert!(matches!(seen("nÂº 5"), Some(Warning::DoubleEncoded { .. })));
        assert!(matches!(seen("CamisÆo"), Some(Warning::OtherLetters { letters: "CP850", .. })));
        assert!(matches!(seen("promo‡Æo"), Some(Warning::OtherLetters { letters: "CP850", .. })));
        assert!(matches!(seen("Camis‹o"), Some(Warning::OtherLetters { letters: "Mac Roman", .. })));
        for right in
            ["Camisão", "AÇÃO", "CAMISÃO", "Ângela", "R$\u{A0}10", "“aspas”", "Tubo 2” – 3º", "1‹2", "œuvre"]
        {
            assert_eq!(seen(right), None, "{right}");
        }
    }
}
