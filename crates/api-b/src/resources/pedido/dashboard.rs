//! What a store earned, and where its orders stand, by period.

use actix_web::{HttpResponse, get};
use domain::interface_b::faturamento::{Faturamento, Period};
use domain::interface_b::situacao_pedido::Situacao;
use domain::reading::problems::Problems;
use domain::values::dates::{DateLimit, Instante, Zone};
use http_kit::{FromQuery, KitError, Mount, QueryReader, Then};
use serde::Serialize;
use store::orders::{ADDED_UP_MAX, FaturamentoOutcome};
use store::paging::Range;
use store::{lojas_config, orders};
use utoipa::{IntoParams, ToSchema};

use super::query::end_inclusive;
use crate::answer::{json, render_list};
use crate::context::Ctx;
use crate::doc::{Errors, RuleError};
use crate::error::ErrorB;
use crate::interface::Filters;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(earned).service(standing);
}

/// Which period is meant.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Wanted {
    /// Its first day, or a date-time, with or without offset.
    #[param(value_type = String, example = "2026-05-01")]
    data_inicial: DateLimit,
    /// Its last day (as a whole), or a date-time (that second included).
    #[param(value_type = String, example = "2026-05-31")]
    data_final: DateLimit,
}

impl FromQuery for Wanted {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let mut date = |name| {
            c.required(name, |_| Ok::<_, &str>(()))?;
            c.date_limit(name)
        };
        let (first, last) = (date("dataInicial"), date("dataFinal"));
        Some(Self { data_inicial: first?, data_final: last? })
    }
}

impl Wanted {
    fn range(self, zone: Zone) -> Result<Range, ErrorB> {
        range(zone, "dataInicial", self.data_inicial, "dataFinal", self.data_final)
    }
}

/// Which period it is compared with.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct OtherPeriod {
    /// Start of the period to compare with; without it and its end, the one of the same length right before.
    #[param(value_type = Option<String>, example = "2026-04-01")]
    data_inicial_comparativo: Option<DateLimit>,
    /// Its end.
    #[param(value_type = Option<String>, example = "2026-04-30")]
    data_final_comparativo: Option<DateLimit>,
}

impl FromQuery for OtherPeriod {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self {
            data_inicial_comparativo: c.date_limit("dataInicialComparativo"),
            data_final_comparativo: c.date_limit("dataFinalComparativo"),
        })
    }
}

impl OtherPeriod {
    fn range(self, zone: Zone, current: Range) -> Result<Range, ErrorB> {
        const FIRST: &str = "dataInicialComparativo";
        const LAST: &str = "dataFinalComparativo";
        let missing = |name| {
            let mut problems = Problems::new();
            problems.push(name, "é obrigatório quando a outra data é informada");
            ErrorB::from(KitError::Query(problems))
        };
        match (self.data_inicial_comparativo, self.data_final_comparativo) {
            (Some(first), Some(last)) => range(zone, FIRST, first, LAST, last),
            (Some(_), None) => Err(missing(LAST)),
            (None, Some(_)) => Err(missing(FIRST)),
            (None, None) => Ok(before(current)),
        }
    }
}

/// The period of the same length right before.
fn before(current: Range) -> Range {
    let micros = |limit: Option<Instante>| limit.map_or(0, Instante::micros);
    let length = micros(current.ate).saturating_sub(micros(current.de));
    let start = Instante::from_micros(micros(current.de).saturating_sub(length));
    Range { de: Some(start), ate: current.de }
}

fn range(
    zone: Zone,
    first_name: &str,
    first: DateLimit,
    last_name: &str,
    last: DateLimit,
) -> Result<Range, ErrorB> {
    let (de, ate) = (first.start(zone), end_inclusive(last, zone));
    if de >= ate {
        let mut problems = Problems::new();
        problems.push(first_name, format_args!("não pode ser posterior a {last_name}"));
        return Err(KitError::Query(problems).into());
    }
    Ok(Range { de: Some(de), ate: Some(ate) })
}

/// What the store's orders of a period came to: those that are paid (1, 9, 11, 18), by the day they were
/// placed, beside another period. A period of more than 100,000 of them is refused with a 422.
#[utoipa::path(tag = "Pedidos", operation_id = "obterFaturamento", params(Wanted, OtherPeriod),
    responses((status = 200, body = Faturamento), Errors, RuleError))]
#[get("/dashboard/faturamento")]
async fn earned(
    Then(ctx, filters): Then<Ctx, Filters<(Wanted, OtherPeriod)>>,
) -> Result<HttpResponse, ErrorB> {
    let ((period, other), defaults) = (filters.into_inner(), ctx.defaults());
    let (current, compared) = ctx
        .read(move |conn, loja| {
            let zone = lojas_config::find(conn, loja)?.zone(defaults);
            let current = period.range(zone)?;
            let compared = other.range(zone, current)?;
            let mut add_up = |range| added_up(orders::faturamento(conn, loja, range)?);
            Ok((add_up(current)?, add_up(compared)?))
        })
        .await?;
    Ok(json(&Faturamento::new(current, compared)))
}

fn added_up(outcome: FaturamentoOutcome) -> Result<Period, ErrorB> {
    match outcome {
        FaturamentoOutcome::Done(period) => Ok(period),
        FaturamentoOutcome::TooMany(count) => Err(ErrorB::rule(format_args!(
            "O período tem {count} pedidos pagos, e são somados no máximo {ADDED_UP_MAX}: informe um menor."
        ))),
    }
}

/// Orders that stand in one status.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PedidosPorSituacao {
    /// Number of the status.
    situacao_pedido_id: i16,
    /// Its name.
    nome: &'static str,
    /// How many orders stand there now.
    quantidade: i64,
}

/// Where the orders of a period stand, by the day they were placed; not paged.
#[utoipa::path(tag = "Pedidos", operation_id = "contarPedidosPorSituacao", params(Wanted), responses(
    (status = 200, body = Vec<PedidosPorSituacao>,
        headers(("x-total-count" = i64, description = "Statuses."))),
    Errors))]
#[get("/dashboard/pedidos")]
async fn standing(Then(ctx, period): Then<Ctx, Filters<Wanted>>) -> Result<HttpResponse, ErrorB> {
    let (period, defaults) = (period.into_inner(), ctx.defaults());
    let counts = ctx
        .read(move |conn, loja| {
            let zone = lojas_config::find(conn, loja)?.zone(defaults);
            Ok(orders::by_status(conn, loja, period.range(zone)?)?)
        })
        .await?;
    let shown = counts.into_iter().map(|(status, quantidade)| PedidosPorSituacao {
        situacao_pedido_id: status.code(),
        nome: Situacao::name_of(status),
        quantidade,
    });
    Ok(render_list(&shown.collect::<Vec<_>>()))
}
