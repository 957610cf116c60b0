//! The dictionary that texts are packed with: what they have in common, so that they refer to it instead of
//! containing it. Its number is stored in databases and backups, so a dictionary is never changed or removed:
//! a better one gets the next number (`cargo run -p entreposto-sample --example dictionary`).

use std::sync::LazyLock;

use zstd::zstd_safe::{CDict, DDict};

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
