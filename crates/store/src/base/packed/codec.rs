//! Packing and unpacking of texts. A frame of zstd says how long the text is and has a checksum.

use std::str::Utf8Error;
use std::sync::{LazyLock, Mutex, PoisonError};

use zstd::zstd_safe::{
    CCtx, CDict, CParameter, DCtx, DDict, compress_bound, get_error_name, get_frame_content_size,
};

/// The first byte of a text that is not compressed.
const PLAIN: u8 = 0;

/// Longest text that is compressed, far above what orders need: a frame that claims to be longer is damaged.
const LONGEST: usize = 8 << 20;

/// Why bytes cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unreadable {
    #[error("there is nothing packed")]
    Empty,
    #[error("dictionary {0} is not known to this version of the program")]
    Dictionary(u8),
    #[error("what is packed does not say how long it is")]
    NoLength,
    #[error("what is packed would be {0} bytes long")]
    TooLong(u64),
    #[error("what is packed is damaged: {0}")]
    Damaged(&'static str),
    #[error("what is packed is no text: {0}")]
    NoText(#[from] Utf8Error),
}

/// Idle contexts: making one takes longer than compressing a text.
struct Pool<T>(Mutex<Vec<T>>);

impl<T> Pool<T> {
    const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn with<R>(&self, make: impl FnOnce() -> Option<T>, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut context = idle.or_else(make)?;
        let done = work(&mut context);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        Some(done)
    }
}

fn packer() -> Option<CCtx<'static>> {
    let mut context = CCtx::try_create()?;
    context.set_parameter(CParameter::ChecksumFlag(true)).ok()?;
    // the first byte says it
    context.set_parameter(CParameter::DictIdFlag(false)).ok()?;
    Some(context)
}

/// Packs a text: compressed, or as it is where that is not longer.
pub(super) fn pack(text: &str) -> Vec<u8> {
    compressed(text).filter(|packed| packed.len() <= text.len()).unwrap_or_else(|| {
        let mut plain = Vec::with_capacity(1 + text.len());
        plain.push(PLAIN);
        plain.extend_from_slice(text.as_bytes());
        plain
    })
}

fn compressed(text: &str) -> Option<Vec<u8>> {
    static IDLE: Pool<CCtx<'static>> = Pool::new();
    if text.len() > LONGEST {
        return None;
    }
    let dictionary = find(CURRENT)?;
    let mut frame = Vec::with_capacity(compress_bound(text.len()));
    IDLE.with(packer, |context| {
        context.ref_cdict(&dictionary.pack).ok()?;
        context.compress2(&mut frame, text.as_bytes()).ok()
    })??;
    let mut packed = Vec::with_capacity(1 + frame.len());
    packed.push(CURRENT);
    packed.extend_from_slice(&frame);
    Some(packed)
}

/// Unpacks a text.
pub(super) fn unpack(packed: &[u8]) -> Result<String, Unreadable> {
    static IDLE: Pool<DCtx<'static>> = Pool::new();
    let (number, rest) = packed.split_first().ok_or(Unreadable::Empty)?;
    if *number == PLAIN {
        return Ok(std::str::from_utf8(rest)?.to_owned());
    }
    let dictionary = find(*number).ok_or(Unreadable::Dictionary(*number))?;
    let length = get_frame_content_size(rest).map_err(|_| Unreadable::NoLength)?;
    let length = length.ok_or(Unreadable::NoLength)?;
    let capacity = usize::try_from(length).ok().filter(|length| *length <= LONGEST);
    let mut text = Vec::with_capacity(capacity.ok_or(Unreadable::TooLong(length))?);
    IDLE.with(DCtx::try_create, |context| {
        context.decompress_using_ddict(&mut text, rest, &dictionary.unpack).map_err(get_error_name)
    })
    .unwrap_or(Err("no memory"))
    .map_err(Unreadable::Damaged)?;
    String::from_utf8(text).map_err(|e| Unreadable::NoText(e.utf8_error()))
}

/// The number of the dictionary that new texts are packed with.
pub(super) const CURRENT: u8 = 1;

/// The zstd level with the best ratio for its time with a dictionary.
const LEVEL: i32 = 3;

/// A dictionary, prepared for both directions.
pub(super) struct Dictionary {
    pub pack: CDict<'static>,
    pub unpack: DDict<'static>,
}

/// The dictionary of a number, if this program has it.
pub(super) fn find(number: u8) -> Option<&'static Dictionary> {
    static FIRST: LazyLock<Option<Dictionary>> =
        LazyLock::new(|| prepare(include_bytes!("../../../dictionaries/1.dict")));
    match number {
        CURRENT => FIRST.as_ref(),
        _ => None,
    }
}

fn prepare(bytes: &'static [u8]) -> Option<Dictionary> {
    Some(Dictionary { pack: CDict::try_create(bytes, LEVEL)?, unpack: DDict::try_create(bytes)? })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use zstd::zstd_safe::{CCtx, CParameter};

    use super::*;

    #[test]
    fn an_unknown_dictionary_is_named() {
        for number in [CURRENT + 1, 255] {
            assert_eq!(unpack(&[number, 1, 2, 3]), Err(Unreadable::Dictionary(number)));
            assert!(Unreadable::Dictionary(number).to_string().contains(&number.to_string()));
        }
        assert_eq!(unpack(&[]), Err(Unreadable::Empty));
    }

    #[test]
    fn a_short_text_is_stored_as_it_is() {
        assert_eq!(pack("{}"), b"\0{}");
        assert_eq!(unpack(b"\0{}").unwrap(), "{}");
        assert!(matches!(unpack(&[0, 0xff]), Err(Unreadable::NoText(_))));
    }

    #[test]
    fn a_text_that_would_be_too_long_is_not_unpacked() {
        // eight gibibytes of nothing in a few kilobytes: as far as the header goes
        let mut bomb = vec![1, 0x28, 0xb5, 0x2f, 0xfd, 0b1110_0000];
        bomb.extend((8_u64 << 30).to_le_bytes());
        bomb.extend([3, 0, 0]);
        assert_eq!(unpack(&bomb), Err(Unreadable::TooLong(8 << 30)));
        for length in [LONGEST, LONGEST + 1] {
            let text = "x".repeat(length);
            let packed = pack(&text);
            assert_eq!(packed[0] == PLAIN, length > LONGEST);
            assert_eq!(unpack(&packed).unwrap(), text);
        }
    }

    #[test]
    fn a_frame_that_holds_more_than_it_says_is_damaged() {
        let mut context = CCtx::create();
        context.set_parameter(CParameter::ContentSizeFlag(false)).unwrap();
        let mut frame = Vec::with_capacity(1000);
        context.compress2(&mut frame, &[b'x'; 5000]).unwrap();
        assert_eq!(unpack(&[&[1], frame.as_slice()].concat()), Err(Unreadable::NoLength));
        let mut small = Vec::new();
        let mut encoder = zstd::Encoder::new(&mut small, 3).unwrap();
        encoder.set_pledged_src_size(Some(5000)).unwrap();
        encoder.include_contentsize(true).unwrap();
        encoder.write_all(&[b'x'; 5000]).unwrap();
        encoder.finish().unwrap();
        // magic number, then how the header is made, then the length in two bytes
        let says = u16::from_le_bytes([small[5], small[6]]) + 256;
        assert_eq!(says, 5000);
        small[5..7].copy_from_slice(&(300_u16 - 256).to_le_bytes());
        assert!(matches!(unpack(&[&[1], small.as_slice()].concat()), Err(Unreadable::Damaged(_))));
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in "(?s).{0,4000}", repeated in 1_usize..40) {
            let text = text.repeat(repeated);
            prop_assert_eq!(unpack(&pack(&text)).unwrap(), text.as_str());
        }

        #[test]
        fn what_is_damaged_is_an_error(
            text in "\\{\"[a-z]{100,300}\":\"([ -~]{1,30}){4}\"\\}",
            place in any::<prop::sample::Index>(),
            flip in 1_u8..,
            cut in any::<prop::sample::Index>(),
        ) {
            let packed = compressed(&text).unwrap();
            let mut damaged = packed.clone();
            damaged[place.index(packed.len() - 1) + 1] ^= flip;
            // some bits of a frame say nothing
            prop_assert!(unpack(&damaged).map_or(true, |read| read == text));
            prop_assert!(unpack(&packed[..cut.index(packed.len())]).is_err());
            prop_assert!(unpack(&[packed.as_slice(), b"x"].concat()).is_err());
        }

        #[test]
        fn anything_is_a_text_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            number in 0_u8..3,
        ) {
            let framed = [&[number, 0x28, 0xb5, 0x2f, 0xfd], bytes.as_slice()].concat();
            for bytes in [framed, bytes] {
                if let Ok(text) = unpack(&bytes) {
                    prop_assert!(text.len() <= LONGEST);
                }
            }
        }
    }
}
