//! What a store earned, and where its orders stand, by period.

use actix_web::{HttpResponse, get};
use domain::interface_b::faturamento::{Faturamento, Period, Soma, reais};
use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::StatusPedido;
use domain::reading::json::REQUIRED;
use domain::reading::problems::Problems;
use domain::values::dates::{Data, DateLimit, DateStyle, Instante, Zone};
use http_kit::{FromQuery, KitError, Mount, QueryReader, Then};
use serde::Serialize;
use store::orders::{ADDED_UP_MAX, FaturamentoOutcome, LatestOrder};
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

/// One of the orders that were placed last.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UltimoPedido {
    /// Its number.
    pedido_id: i64,
    /// Number of the status that it is shown with.
    situacao_pedido_id: i16,
    /// The status's name.
    situacao_nome: &'static str,
    /// When it was placed.
    #[schema(value_type = String)]
    data: Data,
    /// The day in the store's time zone, `dd/MM/yyyy`.
    data_formatado: String,
    /// The time in the store's time zone, `HH:mm`.
    hora: String,
    /// Its total as text, `R$ 1.234,56`.
    valor_total: String,
}

/// What the dashboard shows of orders.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum PedidoNoPainel {
    /// Without dates.
    Latest(UltimoPedido),
    /// With both dates.
    Count(PedidosPorSituacao),
}

/// A period that need not be given.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct MaybeWanted {
    /// The period's first day, or a date-time, with or without offset; with `dataFinal`, or neither.
    #[param(value_type = Option<String>, example = "2026-05-01")]
    data_inicial: Option<DateLimit>,
    /// Its last day (as a whole), or a date-time (that second included).
    #[param(value_type = Option<String>, example = "2026-05-31")]
    data_final: Option<DateLimit>,
}

impl FromQuery for MaybeWanted {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let (data_inicial, data_final) = (c.date_limit("dataInicial"), c.date_limit("dataFinal"));
        match (data_inicial, data_final) {
            (Some(_), None) => c.problem("dataFinal", REQUIRED),
            (None, Some(_)) => c.problem("dataInicial", REQUIRED),
            _ => Some(Self { data_inicial, data_final }),
        }
    }
}

/// Orders that are shown of those that were placed last.
const LATEST: i64 = 50;

/// The orders that were placed last, at most 50. With dates: how many orders of the period stand where, by the day
/// they were placed. Not paged.
#[utoipa::path(tag = "Pedidos", operation_id = "obterPainelDePedidos", params(MaybeWanted), responses(
    (status = 200, body = Vec<PedidoNoPainel>,
        headers(("x-total-count" = i64, description = "Orders, or statuses."))),
    Errors))]
#[get("/dashboard/pedidos")]
async fn standing(Then(ctx, period): Then<Ctx, Filters<MaybeWanted>>) -> Result<HttpResponse, ErrorB> {
    let (period, defaults) = (period.into_inner(), ctx.defaults());
    let shown = ctx
        .read(move |conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            let (zone, style) = (config.zone(defaults), config.style(defaults));
            let MaybeWanted { data_inicial, data_final } = period;
            if let (Some(data_inicial), Some(data_final)) = (data_inicial, data_final) {
                let range = Wanted { data_inicial, data_final }.range(zone)?;
                let counts = orders::by_status(conn, loja, range)?;
                return Ok(counts.into_iter().map(count).collect());
            }
            let latest = orders::latest(conn, loja, LATEST)?;
            Ok(latest.into_iter().map(|order| shown(order, zone, style)).collect::<Vec<_>>())
        })
        .await?;
    Ok(render_list(&shown))
}

fn count((status, quantidade): (StatusPedido, i64)) -> PedidoNoPainel {
    PedidoNoPainel::Count(PedidosPorSituacao {
        situacao_pedido_id: status.code(),
        nome: Situacao::name_of(status),
        quantidade,
    })
}

fn shown(order: LatestOrder, zone: Zone, style: DateStyle) -> PedidoNoPainel {
    let code = order.standing.code();
    let local = order.data.utc().with_timezone(&zone);
    PedidoNoPainel::Latest(UltimoPedido {
        pedido_id: order.pedido_id.0,
        situacao_pedido_id: code,
        situacao_nome: Situacao::from_code(code.into()).map_or("", |situacao| situacao.nome),
        data: style.date(order.data),
        data_formatado: local.format("%d/%m/%Y").to_string(),
        hora: local.format("%H:%M").to_string(),
        valor_total: reais(Soma(order.total.ten_thousandths().into())),
    })
}
