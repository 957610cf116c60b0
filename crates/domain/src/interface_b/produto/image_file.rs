//! Images that come as their bytes, in base64: which are kept, and what they are called in their addresses.

use std::fmt::Write;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use sha2::{Digest, Sha256};

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::values::ids::LojaId;

/// Most bytes of one image.
pub const IMAGE_MAX: usize = 2 << 20;

/// With or without the signs that fill it up.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What the path of an image's address begins with, below the interface's own address.
const FOLDER: &str = "/imagens/";
/// Digits of the digest in a name.
const DIGITS: usize = 64;

/// A format of images that is kept. None of them can hold what a browser would run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// Graphics Interchange Format.
    Gif,
    /// WebP.
    Webp,
}

impl ImageFormat {
    const ALL: [Self; 4] = [Self::Png, Self::Jpeg, Self::Gif, Self::Webp];

    /// By the first bytes: what a sender says of them proves nothing.
    fn of(bytes: &[u8]) -> Option<Self> {
        let begins = |format: &Self| match format {
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Jpeg => bytes.starts_with(b"\xff\xd8\xff"),
            Self::Gif => bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a"),
            Self::Webp => bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
        };
        Self::ALL.into_iter().find(begins)
    }

    /// The format of a file that is kept, by its name; `None` for what is no such name.
    pub fn of_name(name: &str) -> Option<Self> {
        let (digest, ending) = name.split_once('.')?;
        let digits = digest.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        let format = Self::ALL.into_iter().find(|format| format.ending() == ending);
        format.filter(|_| digits && digest.len() == DIGITS)
    }

    fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Gif => "gif",
            Self::Webp => "webp",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }
}

/// An image as its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageFile {
    format: ImageFormat,
    bytes: Vec<u8>,
}

impl ImageFile {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What it is called as a store's: always the same, and not to be guessed by who does not have it.
    pub fn name(&self, loja: LojaId) -> String {
        let mut digest = Sha256::new();
        digest.update(format!("{}:{}:", loja.aplicacao.0, loja.loja));
        digest.update(&self.bytes);
        let mut name = String::with_capacity(DIGITS + 5);
        for byte in digest.finalize() {
            let _ = write!(name, "{byte:02x}");
        }
        name + "." + self.format.ending()
    }

    /// Its address as a store's, below the one of the interface.
    pub fn address(&self, interface: &str, loja: LojaId) -> String {
        format!("{interface}{FOLDER}{}", self.name(loja))
    }
}

/// The name of the file that an address leads to, if it can be one that is kept. Which host it names does not
/// matter: the interface may have had another address.
pub fn kept_name(url: &str) -> Option<&str> {
    let (_, name) = url.rsplit_once(FOLDER)?;
    ImageFormat::of_name(name).map(|_| name)
}

impl FromJson for ImageFile {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let text = value.string(p)?;
        // programs also send what browsers make of a file, and lines of 76 characters
        let data = text.split_once(";base64,").filter(|(before, _)| before.starts_with("data:"));
        let coded = data.map_or(&*text, |(_, coded)| coded);
        let coded: Vec<u8> = coded.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
        let Ok(bytes) = BASE64.decode(coded) else { return value.problem(p, "deve ser um texto em base64") };
        if bytes.len() > IMAGE_MAX {
            return value.problem(p, format_args!("a imagem passa de {} MiB", IMAGE_MAX >> 20));
        }
        match ImageFormat::of(&bytes) {
            Some(format) => Some(Self { format, bytes }),
            None => value.problem(p, "não é uma imagem PNG, JPEG, GIF ou WebP"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::reading::json::read_json;
    use crate::values::ids::AplicacaoId;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 2 };

    fn read(text: &str) -> Result<ImageFile, String> {
        read_json(format!("\"{text}\"").as_bytes()).map_err(|e| e.to_string())
    }

    #[test]
    fn formats_are_told_by_their_bytes() {
        let refused = "não é uma imagem PNG, JPEG, GIF ou WebP";
        for (text, expected) in [
            ("iVBORw0KGgo=", Ok("image/png")),
            ("iVBORw0KGgo", Ok("image/png")),
            ("iVBO\\r\\nRw0KGgo=", Ok("image/png")),
            ("data:text/html;base64,iVBORw0KGgo=", Ok("image/png")),
            ("/9j/", Ok("image/jpeg")),
            ("\\/9j\\/", Ok("image/jpeg")),
            ("R0lGODlh", Ok("image/gif")),
            ("UklGRgAAAABXRUJQ", Ok("image/webp")),
            ("", Err(refused)),
            // <svg>, <html>, RIFF of sound
            ("PHN2Zz4=", Err(refused)),
            ("PGh0bWw+", Err(refused)),
            ("UklGRgAAAABXQVZF", Err(refused)),
            ("_9j_", Err("deve ser um texto em base64")),
            ("https://i.example/1.png", Err("deve ser um texto em base64")),
        ] {
            let format = read(text).map(|file| file.format.media_type());
            assert_eq!(
                format.as_ref().map_err(|e| e.contains(expected.err().unwrap_or("?"))).copied(),
                expected.map_err(|_| true),
                "{text}"
            );
        }
    }

    #[test]
    fn a_name_is_that_of_a_store_and_a_content() {
        let file = read("iVBORw0KGgo=").unwrap();
        let address = file.address("https://hub.example/b", LOJA);
        assert_eq!(address, format!("https://hub.example/b/imagens/{}", file.name(LOJA)));
        assert_eq!(kept_name(&address), Some(&*file.name(LOJA)));
        assert_eq!(ImageFormat::of_name(&file.name(LOJA)), Some(ImageFormat::Png));
        assert_ne!(file.name(LOJA), file.name(LojaId { loja: 3, ..LOJA }));
        let other = |change: &dyn Fn(&str) -> String| kept_name(&change(&address)).is_some();
        assert!(other(&|url| url.replace("hub.example", "other.example")));
        assert!(!other(&|url| url.replace(".png", ".svg")) && !other(&|url| format!("{url}?x")));
        assert!(!other(&|url| url.replace("imagens", "fotos")) && !other(&str::to_uppercase));
    }
}
