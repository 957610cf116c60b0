//! Which orders are wanted: the parameters of the lists, and what the store is asked for.

use domain::interface_b::situacao_pedido::Situacao;
use domain::loja_config::{LojaConfig, LojaDefaults, Perfil};
use domain::pedido::Standing;
use domain::reading::json::REQUIRED;
use domain::reading::problems::Problems;
use domain::values::dates::{DateLimit, Instante, Zone};
use domain::values::ids::PedidoId;
use http_kit::{FromQuery, KitError, QueryReader};
use store::orders::{DateKind, RegistrosFilter};
use store::paging::Range;
use utoipa::{IntoParams, ToSchema};

use crate::error::ErrorB;

/// Most numbers in `listaPedidosIds`.
const IDS_MAX: usize = 50;

/// Which date a range applies to.
#[derive(ToSchema)]
#[allow(dead_code, clippy::enum_variant_names, reason = "the field's own words, for the document alone")]
#[schema(default = "DataPedido")]
enum DateFilterKind {
    DataPedido,
    DataAprovacao,
    DataModificacaoStatus,
    DataStatus,
    DataAlteracao,
    DataCriacao,
}

const KINDS: [(&str, DateKind); 6] = [
    ("DataPedido", DateKind::Pedido),
    ("DataAprovacao", DateKind::Approval),
    ("DataModificacaoStatus", DateKind::StatusChange),
    ("DataStatus", DateKind::StatusChange),
    ("DataAlteracao", DateKind::Alteracao),
    ("DataCriacao", DateKind::CreatedAt),
];

/// The direction of the list.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone")]
#[schema(rename_all = "UPPERCASE", default = "DESC")]
enum SortDirection {
    Desc,
    Asc,
}

/// What all lists of orders are asked for.
#[derive(Debug, Clone, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Interval {
    /// Start of the range: `yyyy-MM-dd` (the whole day) or a date-time, with or without offset. Required
    /// unless `listaPedidosIds`, `email` or `sku` is given, or the store has the profile `compativel`, in
    /// which the last days are meant.
    #[param(value_type = Option<String>, example = "2026-05-01")]
    data_inicial: Option<DateLimit>,
    /// End of the range: `yyyy-MM-dd` (the whole day) or a date-time (that second included). Required as
    /// `dataInicial` is.
    #[param(value_type = Option<String>, example = "2026-05-31")]
    data_final: Option<DateLimit>,
    /// Which date the range applies to and by which the list is ordered; in any case. `DataStatus` is
    /// `DataModificacaoStatus`. By `DataAprovacao`, unpaid orders never match.
    #[param(rename = "enumTipoFiltroData", value_type = Option<DateFilterKind>, inline)]
    tipo: DateKind,
    /// Latest first, or earliest first; in any case.
    #[param(rename = "direcaoOrdenacao", value_type = Option<SortDirection>, inline)]
    ascending: bool,
    /// Of the buyer with this e-mail, in any case.
    email: Option<String>,
    /// That hold this SKU.
    sku: Option<String>,
    /// True: not cancelled. False: cancelled.
    valido: Option<bool>,
    /// Only these orders, at most 50, separated by commas or with the parameter repeated. Dates then do not
    /// count.
    #[param(rename = "listaPedidosIds", value_type = Option<Vec<i64>>, inline, max_items = 50, style = Form,
        explode = false)]
    ids: Vec<PedidoId>,
    /// True: only orders of subscriptions. There are none here.
    #[param(rename = "apenasAssinaturas", value_type = Option<bool>, inline)]
    of_subscriptions: bool,
}

impl FromQuery for Interval {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let ids = c.list_of_integers("listaPedidosIds");
        if ids.len() > IDS_MAX {
            return c.problem("listaPedidosIds", format_args!("deve ter no máximo {IDS_MAX} itens"));
        }
        Some(Self {
            data_inicial: c.date_limit("dataInicial"),
            data_final: c.date_limit("dataFinal"),
            tipo: c.one_of("enumTipoFiltroData", &KINDS).unwrap_or_default(),
            ascending: c.one_of("direcaoOrdenacao", &[("DESC", false), ("ASC", true)]).unwrap_or(false),
            // a blank one leaves no few orders to look through
            email: c.text("email").filter(|email| !email.trim().is_empty()),
            sku: c.text("sku").filter(|sku| !sku.trim().is_empty()),
            valido: c.boolean("valido"),
            ids: ids.into_iter().map(PedidoId).collect(),
            of_subscriptions: c.boolean("apenasAssinaturas").unwrap_or(false),
        })
    }
}

/// Order statuses by their numbers.
#[derive(Debug, Clone, Default, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Situacoes {
    /// In one of these statuses: numbers of `GET /situacoesPedido`, separated by commas or with the parameter
    /// repeated. 3 to 7 mean cancelled. An order is found by the number that it is shown with.
    #[param(rename = "situacoesPedido", value_type = Option<Vec<i32>>, inline, style = Form, explode = false)]
    codes: Vec<&'static Situacao>,
}

impl FromQuery for Situacoes {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { codes: c.list_with("situacoesPedido", read_situacao) })
    }
}

/// Payment methods by their numbers.
#[derive(Debug, Clone, Default, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Formas {
    /// Paid by one of these methods: numbers of `GET /formasPagamento`, separated by commas or with the
    /// parameter repeated. Those that no order has match nothing.
    #[param(rename = "formasPagamento", value_type = Option<Vec<i32>>, inline, style = Form, explode = false)]
    codes: Vec<i32>,
}

impl FromQuery for Formas {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { codes: c.list_with("formasPagamento", read_forma) })
    }
}

fn read_situacao(text: &str) -> Result<&'static Situacao, &'static str> {
    let code = text.parse().map_err(|_| "deve ser um número inteiro")?;
    Situacao::from_code(code).ok_or("deve ser um código de situação, de 1 a 23")
}

/// Any number that an order's payment method may have, whether the store lists it or not.
fn read_forma(text: &str) -> Result<i32, &'static str> {
    text.parse().ok().filter(|code| *code >= 1).ok_or("deve ser um número inteiro maior ou igual a 1")
}

impl Situacoes {
    /// Out of a part of the path.
    pub fn from_segment(text: &str) -> Result<Self, ErrorB> {
        Ok(Self { codes: list_of_segment("situacoes", text, read_situacao)? })
    }
}

impl Formas {
    /// Out of a part of the path.
    pub fn from_segment(text: &str) -> Result<Self, ErrorB> {
        Ok(Self { codes: list_of_segment("formas", text, read_forma)? })
    }
}

fn list_of_segment<T>(
    name: &str,
    text: &str,
    read: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<Vec<T>, ErrorB> {
    let mut problems = Problems::new();
    let values = text.split(',').map(str::trim).filter(|value| !value.is_empty());
    let parsed = values.filter_map(|value| read(value).map_err(|e| problems.push(name, e)).ok()).collect();
    Ok(problems.or(Some(parsed)).map_err(KitError::PathParams)?)
}

/// All that a list of orders is asked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Dates and further filters.
    pub interval: Interval,
    /// Statuses; none = any.
    pub situacoes: Situacoes,
    /// Payment methods; none = any.
    pub formas: Formas,
}

impl Wanted {
    /// As the store takes it.
    pub fn filter(self, config: &LojaConfig, defaults: LojaDefaults) -> Result<RegistrosFilter, ErrorB> {
        let mut problems = Problems::new();
        let faixa = self.interval.range(config, defaults, &mut problems);
        let of_subscriptions = self.interval.of_subscriptions;
        let Interval { tipo, ascending, email, sku, valido, ids, .. } = self.interval;
        let filter = RegistrosFilter {
            // orders that are named need no date
            tipo: if ids.is_empty() { tipo } else { DateKind::default() },
            ascending,
            faixa,
            // no order is of a subscription: in none of the states
            status: if of_subscriptions { Some(Vec::new()) } else { self.situacoes.status() },
            formas: self.formas.distinct(),
            ids,
            email,
            comprador: None,
            sku,
            valido,
        };
        Ok(problems.or(Some(filter)).map_err(KitError::Query)?)
    }
}

impl Interval {
    fn range(&self, config: &LojaConfig, defaults: LojaDefaults, p: &mut Problems) -> Range {
        if !self.ids.is_empty() {
            return Range::default();
        }
        let zone = config.zone(defaults);
        let mut de = self.data_inicial.map(|limit| limit.start(zone));
        let ate = self.data_final.map(|limit| end_inclusive(limit, zone));
        match config.profile(defaults) {
            _ if self.selective() => {}
            Perfil::Documento => self.demand_dates(p),
            Perfil::Compativel => {
                de = de.or_else(|| Some(ate.unwrap_or_else(Instante::now).days_before(defaults.days, zone)));
            }
        }
        if de.zip(ate).is_some_and(|(de, ate)| de >= ate) {
            p.push("dataInicial", "não pode ser posterior a dataFinal");
        }
        Range { de, ate }
    }
}

impl Interval {
    /// True when the earliest come first.
    pub fn ascending(&self) -> bool {
        self.ascending
    }

    /// True when something else than dates leaves few orders.
    pub fn selective(&self) -> bool {
        self.email.is_some() || self.sku.is_some()
    }

    fn demand_dates(&self, p: &mut Problems) {
        for (name, date) in [("dataInicial", self.data_inicial), ("dataFinal", self.data_final)] {
            if date.is_none() {
                p.push(name, REQUIRED);
            }
        }
    }
}

/// The end of a range whose last instant counts: a day as a whole, or that very second.
pub fn end_inclusive(limit: DateLimit, zone: Zone) -> Instante {
    match limit {
        DateLimit::Day(_) => limit.end_exclusive(zone),
        DateLimit::Point(_) | DateLimit::Local(_) => limit.last(zone).truncated().plus_seconds(1),
    }
}

impl Situacoes {
    /// `None`: whatever the status.
    fn status(&self) -> Option<Vec<Standing>> {
        if self.codes.is_empty() {
            return None;
        }
        let mut status: Vec<Standing> = self.codes.iter().flat_map(|s| s.standings()).collect();
        status.sort_unstable();
        status.dedup();
        Some(status)
    }
}

impl Formas {
    fn distinct(&self) -> Vec<i32> {
        let mut formas = self.codes.clone();
        formas.sort_unstable();
        formas.dedup();
        formas
    }
}
