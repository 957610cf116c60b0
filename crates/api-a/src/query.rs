//! Parameters that several lists take.

use domain::values::dates::{DateLimit, Instante, Zone};
use http_kit::{FromQuery, QueryReader};
use store::paging::Range;
use utoipa::IntoParams;

/// Nothing besides the store.
impl FromQuery for Nothing {
    fn of(_: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self)
    }
}

/// No parameters.
pub struct Nothing;

/// Which store is meant.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by ForLoja; here for the document alone")]
pub struct UsuarioParam {
    /// The caller's identifier of the user (`usuario_id` is read too).
    #[param(rename = "usuarioId", min_length = 1, max_length = 100)]
    usuario_id: String,
}

/// Which store is meant, where that may be left open.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by ForAplicacao; here for the document alone")]
pub struct OptionalUsuarioParam {
    /// The caller's identifier of a user; absent = all of the application.
    #[param(rename = "usuarioId", min_length = 1, max_length = 100)]
    usuario_id: Option<String>,
}

/// Which page is wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by PageRequest; here for the document alone")]
pub struct PageParams {
    /// Page, from 1.
    #[param(minimum = 1, maximum = 1_000_000_000_000_isize, default = 1)]
    pagina: Option<i64>,
    /// Records per page (`quantidadeRegistros` is read too).
    #[param(minimum = 1, maximum = 250, default = 50)]
    quantidade_registros: Option<i32>,
    /// Where the next page starts, as the `Link` header of the page before it says. Wins over `pagina`.
    cursor: Option<String>,
}

/// When something was last changed.
#[derive(IntoParams, Default)]
#[into_params(parameter_in = Query)]
pub struct Delta {
    /// Changed at or after: ISO 8601, or a day as a whole.
    #[param(rename = "dataAlteracaoInicial", value_type = Option<String>)]
    initial: Option<DateLimit>,
    /// Changed before: ISO 8601 (exclusive), or a day as a whole (included).
    #[param(rename = "dataAlteracaoFinal", value_type = Option<String>)]
    final_: Option<DateLimit>,
}

impl FromQuery for Delta {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self {
            initial: c.date_limit("dataAlteracaoInicial"),
            final_: c.date_limit("dataAlteracaoFinal"),
        })
    }
}

impl Delta {
    /// As the store takes it. `fuso` is that of days without a time.
    pub fn range(&self, zone: Zone) -> Range {
        Range {
            de: self.initial.map(|l| utc(l).start(zone)),
            ate: self.final_.map(|l| utc(l).end_exclusive(zone)),
        }
    }
}

/// A date-time without offset means UTC in this interface, whatever the time zone of days is.
pub fn utc(limit: DateLimit) -> DateLimit {
    match limit {
        DateLimit::Local(_) => DateLimit::Point(limit.start(Zone::UTC)),
        other => other,
    }
}

/// The end of a range whose last instant counts: a day as a whole, or that very second.
pub fn end_inclusive(limit: DateLimit, zone: Zone) -> Instante {
    match utc(limit) {
        DateLimit::Point(instant) => instant.truncated().plus_seconds(1),
        day => day.end_exclusive(zone),
    }
}
