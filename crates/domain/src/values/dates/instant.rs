//! Points in time, and the limits of a period.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz as Fuso;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::reading::json::{Leitura, Valor};
use crate::reading::problems::Problemas;

/// A point in time, kept in microseconds since 1970 (UTC), written `yyyy-MM-ddTHH:mm:ssZ`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
pub struct Instante(i64);

/// Why a text is not a date-time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataInvalida {
    /// Not ISO 8601.
    #[error("deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)")]
    Forma,
    /// A year outside 1..=9999.
    #[error("deve ter um ano de 1 a 9999")]
    Ano,
}

const MICROS: i64 = 1_000_000;

impl Instante {
    /// Now.
    pub fn agora() -> Self {
        Self(Utc::now().timestamp_micros())
    }

    /// From microseconds since 1970, as stored.
    pub const fn from_micros(n: i64) -> Self {
        Self(n)
    }

    /// Microseconds since 1970, for storage.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Without the fraction of a second. Business dates are kept this way: what is stored is what is shown.
    pub const fn truncado(self) -> Self {
        Self(self.0 - self.0.rem_euclid(MICROS))
    }

    /// Later (or, negative, earlier) by a number of seconds.
    pub const fn mais_segundos(self, n: i64) -> Self {
        Self(self.0.saturating_add(n.saturating_mul(MICROS)))
    }

    /// As chrono sees it.
    pub fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or_default()
    }

    fn de_chrono(data: DateTime<Utc>) -> Result<Self, DataInvalida> {
        use chrono::Datelike;
        if (1..=9999).contains(&data.year()) {
            Ok(Self(data.timestamp_micros()))
        } else {
            Err(DataInvalida::Ano)
        }
    }
}

impl FromStr for Instante {
    type Err = DataInvalida;

    /// ISO 8601 with `T` or a space, with or without fraction, any offset; no offset means UTC.
    fn from_str(texto: &str) -> Result<Self, DataInvalida> {
        if let Ok(data) = DateTime::parse_from_rfc3339(texto) {
            return Self::de_chrono(data.to_utc());
        }
        let com_fuso = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%d %H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];
        if let Some(data) = com_fuso.iter().find_map(|forma| DateTime::parse_from_str(texto, forma).ok()) {
            return Self::de_chrono(data.to_utc());
        }
        match data_sem_fuso(texto) {
            Some(data) => Self::de_chrono(data.and_utc()),
            None => Err(DataInvalida::Forma),
        }
    }
}

/// `yyyy-MM-dd[T ]HH:mm[:ss[.f]]`, no offset.
fn data_sem_fuso(texto: &str) -> Option<NaiveDateTime> {
    ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
        .iter()
        .find_map(|forma| NaiveDateTime::parse_from_str(texto, forma).ok())
}

impl Instante {
    /// Now, or right after `anterior` where a clock has gone back: what changes twice has two instants.
    pub fn agora_depois_de(anterior: Self) -> Self {
        Self::agora().max(Self(anterior.0.saturating_add(1)))
    }
}

impl fmt::Display for Instante {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.texto()).map_err(|_| fmt::Error)?)
    }
}

impl Instante {
    /// `yyyy-MM-ddTHH:mm:ssZ`. Every order that is rendered holds a dozen of these, and chrono interprets a
    /// pattern anew for each.
    pub fn texto(self) -> [u8; 20] {
        use chrono::{Datelike, Timelike};
        let data = self.utc().naive_utc();
        let ano = data.year().clamp(0, 9999).unsigned_abs();
        let pares =
            [ano / 100, ano % 100, data.month(), data.day(), data.hour(), data.minute(), data.second()];
        let mut texto = *b"0000-00-00T00:00:00Z";
        for (par, lugar) in pares.into_iter().zip([0, 2, 5, 8, 11, 14, 17]) {
            if let Some([dezena, unidade]) = texto.get_mut(lugar..lugar + 2) {
                (*dezena, *unidade) = (b'0' + (par / 10) as u8, b'0' + (par % 10) as u8);
            }
        }
        texto
    }
}

impl Serialize for Instante {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instante {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let texto = String::deserialize(d)?;
        texto.parse().map_err(serde::de::Error::custom)
    }
}

impl Leitura for Instante {
    /// A date-time or a date alone (its midnight, UTC); the fraction is dropped.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let texto = valor.string(p)?;
        let lido = match texto.parse::<NaiveDate>() {
            Ok(dia) => Instante::de_chrono(dia.and_time(chrono::NaiveTime::MIN).and_utc()),
            Err(_) => texto.parse(),
        };
        match lido {
            Ok(instante) => Some(instante.truncado()),
            Err(e) => valor.problema(p, e),
        }
    }
}

/// One end of a date filter: a whole day in some time zone, or a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimiteData {
    /// `yyyy-MM-dd`: the day as a whole.
    Dia(NaiveDate),
    /// A point in time.
    Ponto(Instante),
    /// A date-time without offset: its meaning depends on the time zone.
    Local(NaiveDateTime),
}

impl FromStr for LimiteData {
    type Err = DataInvalida;

    fn from_str(texto: &str) -> Result<Self, DataInvalida> {
        if let Ok(dia) = NaiveDate::parse_from_str(texto, "%Y-%m-%d") {
            return Instante::de_chrono(dia.and_time(chrono::NaiveTime::MIN).and_utc())
                .map(|_| Self::Dia(dia));
        }
        if let Some(local) = data_sem_fuso(texto) {
            return Instante::de_chrono(local.and_utc()).map(|_| Self::Local(local));
        }
        texto.parse().map(Self::Ponto)
    }
}

impl LimiteData {
    /// The first instant that this limit stands for: a day's first instant in `fuso`.
    pub fn inicio(self, fuso: Fuso) -> Instante {
        match self {
            Self::Dia(dia) => inicio_do_dia(dia, fuso),
            Self::Ponto(instante) => instante,
            Self::Local(local) => em_fuso(local, fuso),
        }
    }

    /// The instant right after a day in `fuso` (a day's end, exclusive); a point stands for itself.
    pub fn fim_exclusivo(self, fuso: Fuso) -> Instante {
        match self {
            Self::Dia(dia) => match dia.checked_add_days(Days::new(1)) {
                Some(seguinte) => inicio_do_dia(seguinte, fuso),
                None => inicio_do_dia(dia, fuso).mais_segundos(86_400),
            },
            Self::Ponto(instante) => instante,
            Self::Local(local) => em_fuso(local, fuso),
        }
    }
}

fn inicio_do_dia(dia: NaiveDate, fuso: Fuso) -> Instante {
    em_fuso(dia.and_time(chrono::NaiveTime::MIN), fuso)
}

/// A local time that a clock change skips stands for the first instant after the gap; one that happens
/// twice stands for the earlier.
fn em_fuso(local: NaiveDateTime, fuso: Fuso) -> Instante {
    let resolver = |segundos: i64| {
        let local = local.checked_add_signed(TimeDelta::seconds(segundos))?;
        fuso.from_local_datetime(&local).earliest().map(|data| Instante(data.timestamp_micros()))
    };
    if let Some(instante) = resolver(0) {
        return instante;
    }
    // no gap in the history of time zones is wider than a day; binary search for its end
    let (mut dentro, mut fora) = (0, 2 * 86_400);
    while fora - dentro > 1 {
        let meio = dentro + (fora - dentro) / 2;
        if resolver(meio).is_some() {
            fora = meio;
        } else {
            dentro = meio;
        }
    }
    resolver(fora).unwrap_or(Instante(local.and_utc().timestamp_micros())).truncado()
}
