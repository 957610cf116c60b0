//! Content codings: `Accept-Encoding`, gzip and zstd.

use actix_web::http::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use libdeflater::{CompressionLvl, Compressor};

/// A coding that answers may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Coding {
    /// Known to nearly every client.
    Gzip,
    /// Smaller than gzip, at a third of its work.
    Zstd,
}

/// Compression level of both. The next one takes 50 % longer and saves 10 % of the size.
const LEVEL: i32 = 1;

impl Coding {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Gzip, Self::Zstd];

    /// Its registered name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    /// The coding that a request prefers: the one of the highest weight, gzip among equals. `None` without the
    /// header, or where `identity` has a higher weight. Invalid parts are ignored.
    pub fn wanted(headers: &HeaderMap) -> Option<Self> {
        let mut weights = Weights::default();
        for value in headers.get_all(ACCEPT_ENCODING).filter_map(|value| value.to_str().ok()) {
            value.split(',').filter_map(weight).for_each(|(name, weight)| weights.note(name, weight));
        }
        weights.best()
    }

    /// The bytes in this coding; `None` when they would not be fewer.
    pub fn encode(self, bytes: &[u8]) -> Option<Vec<u8>> {
        let coded = match self {
            Self::Gzip => gzip(bytes),
            Self::Zstd => zstd::bulk::compress(bytes, LEVEL).ok(),
        };
        coded.filter(|coded| coded.len() < bytes.len())
    }

    /// Its name as a part of a header.
    pub fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut compressor = Compressor::new(CompressionLvl::new(LEVEL).ok()?);
    let mut coded = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let length = compressor.gzip_compress(bytes, &mut coded).ok()?;
    coded.truncate(length);
    // a slow client should not hold a buffer of the size of the plain bytes
    coded.shrink_to_fit();
    Some(coded)
}

/// Weights of an `Accept-Encoding`, in thousandths.
#[derive(Debug, Default)]
struct Weights {
    gzip: Option<u16>,
    zstd: Option<u16>,
    identity: Option<u16>,
    others: Option<u16>,
}

impl Weights {
    fn note(&mut self, name: &str, weight: u16) {
        let noted = match name.to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => &mut self.gzip,
            "zstd" => &mut self.zstd,
            "identity" => &mut self.identity,
            "*" => &mut self.others,
            _ => return,
        };
        *noted = Some(noted.map_or(weight, |before| before.max(weight)));
    }

    fn best(&self) -> Option<Coding> {
        let weight = |named: Option<u16>| named.or(self.others).unwrap_or(0);
        let (gzip, zstd) = (weight(self.gzip), weight(self.zstd));
        let best = if zstd > gzip { (Coding::Zstd, zstd) } else { (Coding::Gzip, gzip) };
        (best.1 > 0 && best.1 >= self.identity.unwrap_or(0)).then_some(best.0)
    }
}

/// Parses a name and its weight: `gzip;q=0.5`.
fn weight(part: &str) -> Option<(&str, u16)> {
    let (name, parameter) = part.split_once(';').map_or((part, None), |(name, rest)| (name, Some(rest)));
    let weight = match parameter {
        None => 1000,
        Some(parameter) => {
            let (q, number) = parameter.split_once('=')?;
            let weight: f32 = number.trim().parse().ok().filter(|n| (0.0..=1.0).contains(n))?;
            q.trim().eq_ignore_ascii_case("q").then_some((weight * 1000.0) as u16)?
        }
    };
    Some((name.trim(), weight))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use libdeflater::Decompressor;
    use proptest::prelude::*;

    use super::*;

    fn wanted(values: &[&str]) -> Option<Coding> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT_ENCODING, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        Coding::wanted(&headers)
    }

    #[test]
    fn the_best_weight_wins_and_gzip_among_equals() {
        let (none, gzip, zstd) = (None, Some(Coding::Gzip), Some(Coding::Zstd));
        for (value, expected) in [
            ("gzip", gzip),
            ("GZip", gzip),
            ("x-gzip", gzip),
            ("gzip, deflate, br, zstd", gzip),
            ("zstd, gzip", gzip),
            ("zstd", zstd),
            ("gzip;q=0.5, zstd;q=0.8", zstd),
            ("gzip;q=0.5 , zstd ; q = 0.501", zstd),
            ("gzip;q=0, zstd", zstd),
            ("gzip;q=0", none),
            ("gzip;q=0.000", none),
            ("*", gzip),
            ("*;q=0", none),
            ("gzip, *;q=0", gzip),
            ("*, gzip;q=0", zstd),
            ("br", none),
            ("identity", none),
            ("identity;q=0", none),
            ("identity;q=0, gzip;q=0.1", gzip),
            ("identity, gzip;q=0.5", none),
            ("identity;q=0.5, gzip", gzip),
            ("identity, gzip", gzip),
            ("", none),
            ("gzip;q=2", none),
            ("gzip;q=x, zstd;q=0.1", zstd),
            ("gzip;level=9", none),
            (",,;,gzip", gzip),
        ] {
            assert_eq!(wanted(&[value]), expected, "{value}");
        }
        assert_eq!(wanted(&[]), None);
        assert_eq!(wanted(&["br", "zstd;q=0.1"]), zstd);
    }

    #[test]
    fn a_body_that_does_not_shrink_is_not_coded() {
        assert!(Coding::ALL.iter().all(|coding| coding.encode(b"a").is_none()));
    }

    fn decoded(coding: Coding, coded: &[u8], size: usize) -> Vec<u8> {
        match coding {
            Coding::Zstd => zstd::bulk::decompress(coded, size).unwrap(),
            Coding::Gzip => {
                let mut plain = vec![0; size];
                let length = Decompressor::new().gzip_decompress(coded, &mut plain).unwrap();
                plain.truncate(length);
                plain
            }
        }
    }

    proptest! {
        #[test]
        fn no_header_is_an_error(value in "[ -~]{0,40}") {
            wanted(&[&value]);
        }

        #[test]
        fn decoding_restores_the_bytes(
            part in prop::collection::vec(any::<u8>(), 1..300),
            times in 1..400_usize,
        ) {
            let plain = part.repeat(times);
            for coding in Coding::ALL {
                if let Some(coded) = coding.encode(&plain) {
                    prop_assert_eq!(&decoded(coding, &coded, plain.len()), &plain);
                }
            }
        }
    }
}
