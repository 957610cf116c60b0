//! Where buckets begin and end: spans of time down to one instant, then spans of numbers within it.

/// A place in a list of orders: a date, then a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lugar {
    pub data: i64,
    pub id: i64,
}

impl Lugar {
    /// The first place of a date.
    pub const fn da_data(data: i64) -> Self {
        Self { data, id: 0 }
    }
}

/// Microseconds: 32 days, a day, an hour, a quarter of a minute, a sixteenth of a second, an instant.
const LARGURAS: [i64; 6] = [2_764_800_000_000, 86_400_000_000, 3_600_000_000, 15_000_000, 62_500, 1];

/// Numbers: about a million, 1,024. Orders that are stored together have numbers close together.
const NUMEROS: [i64; 2] = [1 << 20, 1 << 10];

/// The level whose buckets hold one instant.
pub(super) const DO_INSTANTE: i16 = 5;

/// The level whose buckets are not divided any more.
pub(super) const ULTIMO: i16 = 7;

/// What a bucket of a level spans: time, or numbers within an instant.
enum Largura {
    Tempo(i64),
    Numeros(i64),
}

fn largura(nivel: i16) -> Largura {
    let nivel = usize::try_from(nivel).unwrap_or(0);
    match LARGURAS.get(nivel) {
        Some(micros) => Largura::Tempo(*micros),
        None => Largura::Numeros(NUMEROS.get(nivel - LARGURAS.len()).copied().unwrap_or(1)),
    }
}

/// Where the bucket begins that a place is in.
pub(super) fn inicio(nivel: i16, lugar: Lugar) -> Lugar {
    match largura(nivel) {
        Largura::Tempo(w) => Lugar::da_data(lugar.data.div_euclid(w).saturating_mul(w)),
        Largura::Numeros(w) => Lugar { data: lugar.data, id: lugar.id.div_euclid(w).saturating_mul(w) },
    }
}

/// Where the bucket ends that begins here, exclusive.
pub(super) fn fim(nivel: i16, inicio: Lugar) -> Lugar {
    match largura(nivel) {
        Largura::Tempo(w) => Lugar::da_data(inicio.data.saturating_add(w)),
        Largura::Numeros(w) => Lugar { data: inicio.data, id: inicio.id.saturating_add(w) },
    }
}

/// What sticks out of [de, ate) at its ends when whole buckets of a level are taken out of it: one stretch, two, or
/// none.
pub(super) fn pontas(nivel: i16, de: Lugar, ate: Lugar) -> Vec<(Lugar, Lugar)> {
    let antes = inicio(nivel, de);
    let primeiro = if antes == de || de.data == i64::MIN { de } else { fim(nivel, antes) };
    let ultimo = if ate.data == i64::MAX { ate } else { inicio(nivel, ate) };
    if primeiro >= ultimo {
        return if de < ate { vec![(de, ate)] } else { Vec::new() };
    }
    [(de, primeiro), (ultimo, ate)].into_iter().filter(|(de, ate)| de < ate).collect()
}
