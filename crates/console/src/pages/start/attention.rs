//! What of a store needs somebody.

use std::collections::BTreeMap;

use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use maud::{Markup, html};
use store::canais::CanalRow;
use store::offers::Impediments;
use store::{Conn, channels, inventory, notificacoes};

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::pages::canais::channel_address;
use crate::pages::fila::readers;
use crate::pages::notificacoes::rows::of_loja;
use crate::pages::ofertas::summary;
use crate::view::format;
use crate::view::parts::nothing;

/// Seconds after which whoever has not taken an event lags behind.
const LAG: i64 = 3600;

/// What needs somebody.
pub struct Attention {
    /// Units that orders wait for.
    short: i64,
    failing: Vec<Failing>,
    late: Late,
    lagging: Vec<Lagging>,
    /// Open errors of connected channels, by number.
    refused: BTreeMap<i32, i64>,
}

/// A notification that fails.
struct Failing {
    id: i64,
    /// It is not sent to until its pause ends, or somebody switches it on.
    stopped: bool,
    error: String,
}

/// What readers of the queue have left: dead events, and those that wait, `more` where they were not all counted.
#[derive(Default)]
struct Late {
    dead: i64,
    waiting: i64,
    more: bool,
    shared: bool,
}

/// Somebody who has not taken an event for long.
struct Lagging {
    who: Who,
    since: Instante,
}

/// Whoever is told of events.
enum Who {
    /// A reader of the queue, with the events that it has left.
    Reader { nome: String, waiting: i64, more: bool },
    /// A notification.
    Notification(i64),
}

/// What a store has nothing of yet.
pub struct Bare {
    /// Channels.
    pub canais: bool,
    /// SKUs.
    pub skus: bool,
}

impl Attention {
    /// Reads it.
    pub fn read(conn: &mut Conn<'_>, loja: LojaId, sees_one: bool, now: Instante) -> Result<Self, Failure> {
        let mut lagging = Vec::new();
        let failing = failing(conn, loja, now, &mut lagging)?;
        Ok(Self {
            short: inventory::count_faltas(conn, loja, format::MANY)?,
            failing,
            refused: channels::open_errors(conn, loja)?,
            late: late(conn, loja, sees_one, now, &mut lagging)?,
            lagging,
        })
    }

    /// As a list of what leads to where it is mended.
    pub fn told(&self, visit: &LojaVisit, canais: &[CanalRow], offers: &Impediments, bare: &Bare) -> Markup {
        let lang = visit.lang;
        let impeded = offers.all - offers.publishable;
        let count = |n: i64| format::count(lang, n);
        let calm = self.short == 0
            && impeded == 0
            && self.failing.is_empty()
            && self.lagging.is_empty()
            && self.refused.is_empty()
            && self.late.dead == 0
            && self.late.waiting == 0
            && !bare.canais
            && !bare.skus;
        html! {
            @if calm { (nothing(lang.say("Nada agora. ✓", "Nothing now. ✓"))) }
            ul.attention {
                @for Failing { id, stopped, error } in &self.failing { (notice(!stopped,
                    &visit.address(&format!("/notificacoes/{id}")), "1",
                    if *stopped { lang.say("notificação em pausa", "paused notification") }
                    else { lang.say("notificação falhando", "failing notification") }, error)) }
                @for one in &self.lagging { (lags(visit, one)) }
                @if self.short > 0 { (notice(false, &visit.address("/skus?faltas=sim"),
                    &format::count_to_many(lang, self.short), lang.count(self.short,
                    ["venda acima do estoque", "vendas acima do estoque"], ["sale beyond the stock",
                        "sales beyond the stock"]),
                    lang.say("pedidos que esperam unidades", "orders that wait for units"))) }
                @for row in canais { @if let Some(errors) = self.refused.get(&row.num) {
                    (notice(false, &channel_address(visit, "erros", &row.canal.canal_id), &count(*errors),
                        lang.count(*errors, ["erro de canal", "erros de canal"], ["channel error", "channel errors"]),
                        &row.canal.nome))
                } }
                @if impeded > 0 { (notice(false, &visit.address("/ofertas"), &count(impeded), lang.count(impeded,
                    ["oferta impedida", "ofertas impedidas"], ["impeded offer", "impeded offers"]),
                    &summary(lang, offers))) }
                @if bare.canais { (notice(true, &visit.address("/canais/novo"), "0",
                    lang.say("canais", "channels"),
                    lang.say("crie o primeiro: é onde os SKUs aparecem",
                        "make the first one: it is where SKUs are shown"))) }
                @if bare.skus { (notice(true, &visit.address("/skus/novo"), "0", "SKUs",
                    lang.say("crie o primeiro, ou importe um arquivo",
                        "make the first one, or import a file"))) }
                (self.late.told(visit))
            }
        }
    }
}

impl Late {
    fn told(&self, visit: &LojaVisit) -> Markup {
        let (lang, Self { dead, waiting, more, shared }) = (visit.lang, self);
        let queue = if *shared {
            lang.say("nas filas da loja e da aplicação", "in the store's and the application's queue")
        } else {
            lang.say("na fila da loja", "in the store's queue")
        };
        let count = |n: i64| format::count(lang, n);
        html! {
            @if *dead > 0 { (notice(false, &visit.address("/fila"), &count(*dead), lang.count(*dead,
                ["evento morto na fila", "eventos mortos na fila"], ["dead event in the queue",
                    "dead events in the queue"]),
                lang.say("entregues dez vezes sem confirmação",
                    "handed out ten times, never confirmed"))) }
            @if *waiting > 0 { (notice(true, &visit.address("/fila"),
                &format!("{}{}", count(*waiting), if *more { "+" } else { "" }), lang.count(*waiting,
                ["evento aguarda leitura", "eventos aguardam leitura"], ["event waits to be read",
                    "events wait to be read"]),
                queue)) }
        }
    }
}

fn lags(visit: &LojaVisit, one: &Lagging) -> Markup {
    let lang = visit.lang;
    let since = format::distance(lang, one.since, Instante::now());
    match &one.who {
        Who::Reader { nome, waiting, more } => {
            let figure = format!("{}{}", format::count(lang, *waiting), if *more { "+" } else { "" });
            let words =
                format!("{} {nome} {}", lang.say("leitor", "reader"), lang.say("atrasado", "lags behind"));
            let below = format!(
                "{} {since}",
                lang.say("o evento mais antigo sem leitura é de", "the oldest unread event is from")
            );
            notice(false, &visit.address("/fila"), &figure, &words, &below)
        }
        Who::Notification(id) => {
            let words = format!(
                "{} {id} {}",
                lang.say("notificação", "notification"),
                lang.say("atrasada", "lags behind")
            );
            let below = format!(
                "{} {since}",
                lang.say("o evento mais antigo a enviar é de", "the oldest event to be sent is from")
            );
            notice(false, &visit.address(&format!("/notificacoes/{id}")), "1", &words, &below)
        }
    }
}

fn notice(mild: bool, address: &str, figure: &str, what: &str, below: &str) -> Markup {
    html! { li { a.mild[mild] href=(address) {
        b { (figure) }
        span { (what) @if !below.is_empty() { small { (below) } } }
    } } }
}

/// True for an event that somebody should have taken long ago.
fn is_long_ago(since: Instante, now: Instante) -> bool {
    since < now.plus_seconds(-LAG)
}

/// Notifications that concern the store and fail; those that do not fail and yet have sent nothing for long lag.
fn failing(
    conn: &mut Conn<'_>,
    loja: LojaId,
    now: Instante,
    lagging: &mut Vec<Lagging>,
) -> Result<Vec<Failing>, Failure> {
    let all = of_loja(conn, loja)?;
    let saudes = notificacoes::saudes(conn, loja.aplicacao, &all)?;
    let behind = notificacoes::behind(conn, &all)?;
    let mut failing = Vec::new();
    for one in &all {
        let Some(saude) = saudes.get(&one.id) else { continue };
        let stopped = saude.pausada_ate.is_some() || saude.encerrada_em.is_some();
        if stopped || (one.ativo && saude.falhas_seguidas > 0) {
            let error = saude.ultimo_erro.as_ref().map(|error| error.texto.clone()).unwrap_or_default();
            failing.push(Failing { id: one.id, stopped, error });
        } else if let Some(since) = behind.get(&one.id).filter(|since| is_long_ago(**since, now)) {
            lagging.push(Lagging { who: Who::Notification(one.id), since: *since });
        }
    }
    Ok(failing)
}

/// What the readers of the store's queue have left, and those of its application's for whoever sees them; those that
/// have left something for long lag.
fn late(
    conn: &mut Conn<'_>,
    loja: LojaId,
    sees_one: bool,
    now: Instante,
    lagging: &mut Vec<Lagging>,
) -> Result<Late, Failure> {
    let mut late = Late::default();
    for (own, one) in readers(conn, loja, sees_one, now)? {
        late.dead += one.mortos;
        let (waiting, more) = (one.nao_lidos + one.aguardando, one.nao_lidos_limitado);
        match one.mais_antigo.filter(|since| is_long_ago(*since, now)) {
            Some(since) => {
                let waiting = waiting + one.arrendados;
                lagging.push(Lagging { who: Who::Reader { nome: one.consumidor, waiting, more }, since });
            }
            None => {
                late.waiting += waiting;
                late.more |= more;
                late.shared |= !own && waiting > 0;
            }
        }
    }
    Ok(late)
}
