//! The dictionaries that texts are packed with: what they have in common, so that each of them names it and
//! does not hold it. Their numbers stand in databases and archives, so each is kept for ever as it is.

use std::sync::LazyLock;

use zstd::zstd_safe::{CDict, DDict};

/// Of the levels, the one that makes the most of a dictionary for its time.
const LEVEL: i32 = 3;

/// What kind of text is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Interface A's document of an order.
    Documento,
    /// The unchanging part of interface B's record.
    Registro,
    /// What an order's SKUs were.
    Catalogo,
    /// What moves have brought into an order.
    Andamento,
}

impl Form {
    /// The dictionary that texts of this kind are packed with from now on. Who trains a better one adds it
    /// below under a number of its own.
    pub const fn number(self) -> u8 {
        match self {
            Self::Documento => 1,
            Self::Registro => 2,
            Self::Catalogo => 3,
            Self::Andamento => 4,
        }
    }
}

/// Those that this program knows, by their numbers from 1.
const BYTES: [&[u8]; 4] = [
    include_bytes!("../../../dictionaries/1.dict"),
    include_bytes!("../../../dictionaries/2.dict"),
    include_bytes!("../../../dictionaries/3.dict"),
    include_bytes!("../../../dictionaries/4.dict"),
];

/// A dictionary, digested for either way.
pub(super) struct Dictionary {
    pub pack: CDict<'static>,
    pub unpack: DDict<'static>,
}

/// The dictionary of a number, if this program knows it.
pub(super) fn find(number: u8) -> Option<&'static Dictionary> {
    static ALL: [LazyLock<Option<Dictionary>>; BYTES.len()] = [
        LazyLock::new(|| digest(0)),
        LazyLock::new(|| digest(1)),
        LazyLock::new(|| digest(2)),
        LazyLock::new(|| digest(3)),
    ];
    ALL.get(usize::from(number).checked_sub(1)?)?.as_ref()
}

fn digest(place: usize) -> Option<Dictionary> {
    let bytes = BYTES.get(place)?;
    Some(Dictionary { pack: CDict::try_create(bytes, LEVEL)?, unpack: DDict::try_create(bytes)? })
}
