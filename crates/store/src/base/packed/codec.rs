//! A text in few bytes and back. The first byte is the number of the dictionary, what follows a frame of
//! zstd's that says how long the text is and has a checksum.

use std::str::Utf8Error;
use std::sync::{Mutex, PoisonError};

use zstd::zstd_safe::{CCtx, CParameter, DCtx, compress_bound, get_error_name, get_frame_content_size};

use super::dictionaries;

/// A text that is longer is not packed, and what says that it is longer was not written here. The longest
/// that orders make are well below.
const LONGEST: usize = 8 << 20;

/// Why some bytes are no text that was packed.
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

/// Contexts that nobody is using: making one takes longer than a text does.
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

/// A text with a dictionary; `None` when it cannot be packed.
pub(super) fn pack(dictionary: u8, text: &str) -> Option<Vec<u8>> {
    static IDLE: Pool<CCtx<'static>> = Pool::new();
    if text.len() > LONGEST {
        return None;
    }
    let known = dictionaries::find(dictionary)?;
    let mut frame = Vec::with_capacity(compress_bound(text.len()));
    IDLE.with(packer, |context| {
        context.ref_cdict(&known.pack).ok()?;
        context.compress2(&mut frame, text.as_bytes()).ok()
    })??;
    let mut packed = Vec::with_capacity(1 + frame.len());
    packed.push(dictionary);
    packed.extend_from_slice(&frame);
    Some(packed)
}

/// The text that was packed.
pub(super) fn unpack(packed: &[u8]) -> Result<String, Unreadable> {
    static IDLE: Pool<DCtx<'static>> = Pool::new();
    let (dictionary, frame) = packed.split_first().ok_or(Unreadable::Empty)?;
    let known = dictionaries::find(*dictionary).ok_or(Unreadable::Dictionary(*dictionary))?;
    let length = get_frame_content_size(frame).map_err(|_| Unreadable::NoLength)?;
    let length = length.ok_or(Unreadable::NoLength)?;
    let room = usize::try_from(length).ok().filter(|length| *length <= LONGEST);
    let mut text = Vec::with_capacity(room.ok_or(Unreadable::TooLong(length))?);
    IDLE.with(DCtx::try_create, |context| {
        context.decompress_using_ddict(&mut text, frame, &known.unpack).map_err(get_error_name)
    })
    .unwrap_or(Err("no memory"))
    .map_err(Unreadable::Damaged)?;
    String::from_utf8(text).map_err(|e| Unreadable::NoText(e.utf8_error()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use zstd::zstd_safe::{CCtx, CParameter};

    use super::*;

    /// All of them.
    fn dictionaries() -> Vec<u8> {
        (1..=u8::MAX).take_while(|number| dictionaries::find(*number).is_some()).collect()
    }

    #[test]
    fn a_dictionary_that_is_not_known_is_named() {
        let first_unknown = u8::try_from(dictionaries().len() + 1).unwrap();
        assert!(first_unknown > 3);
        for number in [0, first_unknown, 255] {
            assert_eq!(unpack(&[number, 1, 2, 3]), Err(Unreadable::Dictionary(number)));
            assert!(Unreadable::Dictionary(number).to_string().contains(&number.to_string()));
            assert_eq!(pack(number, "{}"), None);
        }
    }

    #[test]
    fn what_would_be_too_long_is_not_begun() {
        // eight gibibytes of nothing in a few kilobytes: as far as the header goes
        let mut bomb = vec![1, 0x28, 0xb5, 0x2f, 0xfd, 0b1110_0000];
        bomb.extend((8_u64 << 30).to_le_bytes());
        bomb.extend([3, 0, 0]);
        assert_eq!(unpack(&bomb), Err(Unreadable::TooLong(8 << 30)));
        let longest = "x".repeat(LONGEST);
        assert_eq!(unpack(&pack(1, &longest).unwrap()).unwrap(), longest);
        assert_eq!(pack(1, &"x".repeat(LONGEST + 1)), None);
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
            for number in dictionaries() {
                let packed = pack(number, &text).unwrap();
                prop_assert_eq!(packed[0], number);
                prop_assert_eq!(unpack(&packed).unwrap(), text.as_str());
            }
        }

        #[test]
        fn what_is_damaged_is_an_error(
            text in "\\{\"[a-z]{1,300}\":\"[ -~]{1,300}\"\\}",
            place in any::<prop::sample::Index>(),
            flip in 1_u8..,
            cut in any::<prop::sample::Index>(),
        ) {
            for number in dictionaries() {
                let packed = pack(number, &text).unwrap();
                let mut damaged = packed.clone();
                damaged[place.index(packed.len())] ^= flip;
                // some bits of a frame say nothing
                prop_assert!(unpack(&damaged).map_or(true, |read| read == text));
                prop_assert!(unpack(&packed[..cut.index(packed.len())]).is_err());
                prop_assert!(unpack(&[packed.as_slice(), b"x"].concat()).is_err());
            }
        }

        #[test]
        fn anything_is_a_text_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            number in 0_u8..6,
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
