//! Orders of a turn: what changed at the channel comes in, and what changed here is told there.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use connector::{Cause, News, OrderIn, OrderMark, OrderStep, Page, Stop, Told, Trouble, Value};
use domain::conexao::{ModoConexao, SobreErro};
use domain::pedido::{MudancaStatus, Pedido, StatusPedido};
use domain::reading::json::read_json;
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, PedidoId};
use store::channels::{self, CanalKey, NewErro, PedidoDoCanal};
use store::orders::{self, CreatePedidoOutcome, Detalhes, MovePedidoOutcome};
use store::{StoreError, Tx, skus};

use crate::retry;
use crate::turn::{Halt, Turn, error};

/// Orders worked in one step.
const STEP: i64 = 100;
/// Pages of changed orders in one step.
const PAGES_MAX: usize = 2000;
/// Attempts at one of them before the turn ends.
const PAGE_ATTEMPTS: usize = 3;
/// The longest that a channel may ask to wait between two of them, in seconds; a longer wait ends the turn.
const PAGE_WAIT_MAX: u32 = 60;
/// An order that was read within this time is not read again before stock is sent.
const FRESH_SECONDS: i64 = 15;
/// An order that was sent is no longer followed after this time.
const FOLLOWED_DAYS: i64 = 60;
/// Seconds until an order is read again that failed for something which only somebody's change mends.
const AGAIN_SECONDS: i64 = 3600;

const INVOICED: i16 = 1;
const SHIPPED: i16 = 2;
const DELIVERED: i16 = 4;
const CANCELLED: i16 = 8;

/// How steps are stored.
const fn code(step: OrderStep) -> i16 {
    match step {
        OrderStep::Waiting => 0,
        OrderStep::Paid => 1,
        OrderStep::Shipped => 2,
        OrderStep::Delivered => 3,
        OrderStep::Cancelled => 4,
    }
}

impl Turn<'_> {
    /// Asks for changed orders when that is due, reads those that are due, and tells the channel what changed here.
    pub fn orders(&mut self) -> Result<bool, Halt> {
        if self.conexao.settings.modo == ModoConexao::Leitura {
            return Ok(false);
        }
        let mut due = self.due_orders()?;
        // a list that never reaches its end must not keep from those that are known
        if due.is_empty()
            && (self.rise_waits || self.conexao.devida.pedidos <= Instante::now())
            && self.ask_for_changes()?
        {
            due = self.due_orders()?;
        }
        self.orders_wait = i64::try_from(due.len()).is_ok_and(|many| many >= STEP);
        if due.is_empty() {
            return self.sweep();
        }
        self.read_orders(due)?;
        Ok(true)
    }

    /// Reads open orders that were not read for a while, when that is due: some changes move no time at the channel.
    fn sweep(&mut self) -> Result<bool, Halt> {
        let now = Instante::now();
        if self.conexao.devida.varredura > now {
            return Ok(false);
        }
        let every = i64::from(self.connector.manifest().orders.sweep_every);
        // fixed while the sweep goes on: else the first orders are old again before the last is read
        let began = self.conexao.devida.varredura.max(now.plus_seconds(-every));
        let (key, old) = (self.key, began.plus_seconds(-every / 2));
        let unread = self.read(|conn| channels::unread_orders(conn, key, old, STEP))?;
        if !unread.is_empty() {
            self.read_orders(unread)?;
            return Ok(true);
        }
        let mut after = self.conexao.clone();
        after.devida.varredura = now.plus_seconds(every);
        self.save(after, None)?;
        Ok(false)
    }

    fn due_orders(&self) -> Result<Vec<PedidoDoCanal>, Halt> {
        self.read(|conn| channels::due_orders(conn, self.key, Instante::now(), STEP))
    }

    /// Lists what changed since the newest change that is known, with an overlap; false where nothing did. The cursor moves
    /// only when the last page is stored.
    fn ask_for_changes(&mut self) -> Result<bool, Halt> {
        let rules = self.connector.manifest().orders;
        let began = Instante::now();
        let since = match self.conexao.pedidos_ate {
            Some(newest) => newest.plus_seconds(-i64::from(rules.overlap)),
            None => began.plus_seconds(-i64::from(rules.history)),
        };
        let (mut page, mut newest, mut any) = (None::<String>, self.conexao.pedidos_ate, false);
        for _ in 0..PAGES_MAX {
            self.renew()?;
            let listed = self.list_page(since, page.as_deref())?;
            newest = listed.rows.iter().map(|mark| mark.changed).chain(newest).max();
            let marks: Vec<(String, String, Instante)> =
                listed.rows.into_iter().map(|mark| (mark.id, mark.state, mark.changed)).collect();
            if !marks.is_empty() {
                any = true;
                let key = self.key;
                self.write(move |tx| channels::seen(tx, key, &marks))?;
            }
            page = listed.next;
            if page.is_none() {
                let mut after = self.conexao.clone();
                // of a clock that is ahead not beyond this list
                (after.pedidos_ate, after.pedidos_lidos) = (newest.map(|at| at.min(began)), began);
                after.devida.pedidos = Instante::now().plus_seconds(i64::from(rules.every));
                self.save(after, None)?;
                return Ok(any);
            }
        }
        Err(Stop::Unreadable("the list of orders does not end".to_owned()).into())
    }

    /// A page of changed orders. A call that failed in passing is made again at once: of a list of a hundred pages, one
    /// would nearly always fail, and the list begin anew.
    fn list_page(&mut self, since: Instante, page: Option<&str>) -> Result<Page<OrderMark>, Halt> {
        let mut attempts = 0;
        loop {
            let stop = match self.connector.list_orders(&mut self.session, since, page) {
                Ok(listed) => return Ok(listed),
                Err(stop) => stop,
            };
            let wait = match &stop {
                Stop::Unavailable(_) | Stop::Unreadable(_) => Some(1),
                Stop::Limited(seconds) => seconds.filter(|seconds| *seconds <= PAGE_WAIT_MAX),
                Stop::NoAccess(_) | Stop::NotAllowed | Stop::Refused(_) => None,
            };
            attempts += 1;
            let Some(wait) = wait.filter(|_| attempts < PAGE_ATTEMPTS) else { return Err(stop.into()) };
            thread::sleep(Duration::from_secs(u64::from(wait)));
            self.renew()?;
        }
    }

    /// Reads the open orders that hold units of some SKUs; true when any was read.
    pub fn read_holders(&mut self, skus: &[String]) -> Result<bool, Halt> {
        let (key, old) = (self.key, Instante::now().plus_seconds(-FRESH_SECONDS));
        let skus = skus.to_vec();
        let mut holders = self.read(|conn| channels::holders(conn, key, &skus, old))?;
        // one on which the channel always fails waits for its time
        let now = Instante::now();
        holders.retain(|one| {
            one.tentativas < retry::INTERRUPTED_MAX || one.devida_em.is_none_or(|at| at <= now)
        });
        if holders.is_empty() {
            return Ok(false);
        }
        self.read_orders(holders)?;
        Ok(true)
    }

    /// Reads orders, takes them in, and tells the channel about them.
    fn read_orders(&mut self, mut due: Vec<PedidoDoCanal>) -> Result<(), Halt> {
        let most = self.connector.manifest().batches.orders;
        let parts = retry::batches(&mut due, most, |one| one.tentativas);
        parts.into_iter().try_for_each(|part| self.read_part(part))
    }

    /// The same with those of one call.
    fn read_part(&mut self, part: &[PedidoDoCanal]) -> Result<(), Halt> {
        self.renew()?;
        let ids: Vec<&str> = part.iter().map(|one| one.externo.as_str()).collect();
        let read = match self.connector.read_orders(&mut self.session, &ids) {
            // one of them may be in the way of the others
            Err(Stop::Refused(_) | Stop::Unreadable(_)) if part.len() > 1 => {
                return part.chunks(1).try_for_each(|one| self.read_part(one));
            }
            Err(Stop::Refused(troubles)) => {
                return part.iter().try_for_each(|one| self.failed(one, troubles.clone()));
            }
            Err(Stop::Unreadable(text)) => {
                let trouble = Trouble::new(Cause::Unreadable, "", &text);
                return part.iter().try_for_each(|one| self.failed(one, vec![trouble.clone()]));
            }
            Err(Stop::Unavailable(text)) => {
                let has_failed = match part {
                    [one] => one.tentativas >= retry::INTERRUPTED_MAX && self.answers(),
                    _ => false,
                };
                let trouble = has_failed.then(|| Trouble::new(Cause::Unavailable, "", &text));
                self.postpone_reading(part, trouble)?;
                return Err(Stop::Unavailable(text).into());
            }
            other => other?,
        };
        let mut by_id: BTreeMap<String, OrderIn> =
            read.into_iter().map(|one| (one.id.clone(), one)).collect();
        let (mut orders, mut unchanged) = (Vec::with_capacity(part.len()), Vec::new());
        for before in part {
            let Some(order) = by_id.remove(&before.externo) else {
                let gone = Trouble::new(Cause::OrderRefused, "", "o canal não mostra mais este pedido");
                // nor does it hold anything for it
                let before = PedidoDoCanal { unidades: BTreeMap::new(), ..before.clone() };
                self.failed(&before, vec![gone])?;
                continue;
            };
            match self.readable(before, order) {
                Ok(order) if order.is_unchanged() => unchanged.push(before.externo.clone()),
                Ok(order) => orders.push(order),
                Err(text) => self.failed(before, vec![Trouble::new(Cause::OrderRefused, "", &text)])?,
            }
        }
        if !unchanged.is_empty() {
            let (key, now) = (self.key, Instante::now());
            self.write(move |tx| channels::read_again(tx, key, &unchanged, now))?;
        }
        match orders.is_empty() {
            true => Ok(()),
            false => self.take_in(&orders.into()),
        }
    }

    /// An order as it is to be stored; else why it cannot be read.
    fn readable(&self, before: &PedidoDoCanal, order: OrderIn) -> Result<ReadOrder, String> {
        let now = Instante::now();
        let pedido = pedido_of(&order, &self.canal.canal.canal_id)?;
        let ended = matches!(order.step, OrderStep::Delivered | OrderStep::Cancelled);
        let old =
            order.step == OrderStep::Shipped && order.changed < now.plus_seconds(-FOLLOWED_DAYS * 86_400);
        let read = PedidoDoCanal {
            situacao: order.state,
            passo: code(order.step),
            alterado_em: order.changed,
            aberto: !ended && !old,
            lido_em: now,
            ..before.clone()
        };
        Ok(ReadOrder { before: before.clone(), read, pedido, step: order.step, holds: order.holds_stock })
    }

    /// Stores orders as they were read, moves the hub's orders along, then tells the channel what it does not know. An order
    /// stays due until it was told.
    fn take_in(&mut self, orders: &Arc<[ReadOrder]>) -> Result<(), Halt> {
        let (key, these) = (self.key, Arc::clone(orders));
        let all = self
            .write(move |tx| these.iter().map(|one| take_in(tx, key, one)).collect::<Result<Vec<_>, _>>());
        let all = match all {
            Err(Halt::Store(StoreError::Corrupt(text))) => return self.without_damaged(orders, &text),
            all => all?,
        };
        let now = Instante::now();
        let (mut results, mut halted) = (Vec::with_capacity(all.len()), None);
        for taken in all {
            if taken.created {
                self.shared.counters.orders.fetch_add(1, Relaxed);
            }
            let (stored, mut after, mut troubles) = (taken.order.clone(), taken.order, taken.troubles);
            let attempts = stored.tentativas;
            if let Some((status, details)) = taken.stands {
                match self.tell(&mut after, status, &details, taken.step) {
                    Ok(more) => troubles.extend(more),
                    Err(halt) => halted = Some(halt),
                }
            }
            if let Some(Halt::Stop(Stop::Unavailable(text))) = &halted {
                postpone(&mut after, now);
                if attempts >= retry::INTERRUPTED_MAX && self.answers() {
                    troubles.push(Trouble::new(Cause::Unavailable, "", text));
                }
            } else if let Some(seconds) = retry::seconds(&troubles, attempts) {
                after.tentativas = attempts.saturating_add(1);
                after.devida_em = Some(now.plus_seconds(seconds));
            } else if halted.is_none() {
                // one with a trouble that only somebody mends is looked at by each sweep
                (after.devida_em, after.tentativas) = (None, i32::from(!troubles.is_empty()));
            }
            // where telling was cut short, which errors still hold is not known
            let errors = (halted.is_none() || !troubles.is_empty())
                .then(|| troubles.into_iter().map(error).collect::<Vec<NewErro>>());
            results.push((stored, after, taken.units, errors));
            if halted.is_some() {
                break;
            }
        }
        self.write(move |tx| {
            for (stored, after, units, errors) in &results {
                if (after.contado ^ stored.contado) & (SHIPPED | CANCELLED) != 0 {
                    channels::forget_stock(tx, key, units.keys().map(String::as_str))?;
                }
                if after != stored {
                    channels::save_order(tx, key, stored, after)?;
                }
                if let Some(errors) = errors {
                    channels::settle_errors(tx, key, (SobreErro::Pedido, &after.externo), errors)?;
                }
            }
            Ok(())
        })?;
        halted.map_or(Ok(()), Err)
    }

    /// The same where the hub's record of one of these orders cannot be read: it alone stays out.
    fn without_damaged(&mut self, orders: &[ReadOrder], text: &str) -> Result<(), Halt> {
        let [one] = orders else {
            return orders.iter().try_for_each(|one| self.take_in(&vec![one.clone()].into()));
        };
        tracing::error!(order = one.before.externo, text, "the record of a channel's order cannot be read");
        let trouble = Trouble::new(Cause::OrderRefused, "", "o registro deste pedido no hub está danificado");
        self.failed(&one.before, vec![trouble])
    }

    /// Tells the channel what it does not know of an order, step by step; what it refuses.
    fn tell(
        &mut self,
        order: &mut PedidoDoCanal,
        status: StatusPedido,
        details: &Detalhes,
        step: OrderStep,
    ) -> Result<Vec<Trouble>, Halt> {
        let does = self.connector.manifest().does;
        if step == OrderStep::Cancelled {
            return Ok(Vec::new());
        }
        let sent = matches!(status, StatusPedido::Enviado | StatusPedido::Entregue);
        let steps = [
            (INVOICED, does.invoice && details.nota_fiscal.is_some()),
            (SHIPPED, does.shipped && sent && step < OrderStep::Shipped),
            (DELIVERED, does.delivered && status == StatusPedido::Entregue && step < OrderStep::Delivered),
            (CANCELLED, does.cancel && status == StatusPedido::Cancelado),
        ];
        for (bit, due) in steps {
            if !due || order.contado & bit != 0 {
                continue;
            }
            let news = match (bit, &details.nota_fiscal) {
                (INVOICED, Some(nota)) => News::Invoiced(nota),
                (SHIPPED, _) => News::Shipped(details.rastreio.as_ref()),
                (DELIVERED, _) => News::Delivered,
                _ => News::Cancelled(""),
            };
            self.renew()?;
            match self.connector.tell(&mut self.session, &order.externo, news) {
                Ok(Told::Done | Told::Already | Told::Unsupported) => {
                    order.contado |= bit;
                    self.shared.counters.told.fetch_add(1, Relaxed);
                    if bit == SHIPPED || bit == CANCELLED {
                        // the channel has taken the units off its stock, or given them back
                        order.unidades = BTreeMap::new();
                    }
                }
                // later steps wait for this one
                Err(Stop::Refused(troubles)) => return Ok(troubles),
                Err(Stop::Unreadable(text)) => return Ok(vec![Trouble::new(Cause::Unreadable, "", &text)]),
                Err(other) => return Err(other.into()),
            }
        }
        Ok(Vec::new())
    }

    /// Notes that some orders could not be read: they are tried again soon, later each time.
    fn postpone_reading(&self, part: &[PedidoDoCanal], trouble: Option<Trouble>) -> Result<(), Halt> {
        let trouble = trouble.map(error);
        let (key, now, part) = (self.key, Instante::now(), part.to_vec());
        self.write(move |tx| {
            part.iter().try_for_each(|before| {
                let mut after = before.clone();
                postpone(&mut after, now);
                channels::save_order(tx, key, before, &after)?;
                match &trouble {
                    Some(trouble) => {
                        let about = (SobreErro::Pedido, before.externo.as_str());
                        channels::settle_errors(tx, key, about, std::slice::from_ref(trouble))
                    }
                    None => Ok(()),
                }
            })
        })
    }

    /// Notes why an order could not be worked; it is tried again later.
    fn failed(&self, order: &PedidoDoCanal, troubles: Vec<Trouble>) -> Result<(), Halt> {
        let now = Instante::now();
        let seconds = retry::seconds(&troubles, order.tentativas).unwrap_or(AGAIN_SECONDS);
        let after = PedidoDoCanal {
            tentativas: order.tentativas.saturating_add(1),
            devida_em: Some(now.plus_seconds(seconds)),
            lido_em: now,
            ..order.clone()
        };
        let (key, before) = (self.key, order.clone());
        let errors: Vec<NewErro> = troubles.into_iter().map(error).collect();
        self.write(move |tx| {
            channels::save_order(tx, key, &before, &after)?;
            channels::settle_errors(tx, key, (SobreErro::Pedido, &after.externo), &errors)
        })
    }
}

/// Puts an order back that the channel was away for.
fn postpone(order: &mut PedidoDoCanal, now: Instante) {
    order.devida_em = Some(now.plus_seconds(retry::after_interruption(order.tentativas)));
    order.tentativas = order.tentativas.saturating_add(1);
}

fn units_of(pedido: &Pedido) -> BTreeMap<String, i64> {
    let mut units: BTreeMap<String, i64> = BTreeMap::new();
    for item in &pedido.produtos {
        *units.entry(item.sku.clone()).or_default() += i64::from(item.quantidade);
    }
    units
}

/// The order as interface A would read it; else why it cannot, without anything of the buyer.
fn pedido_of(order: &OrderIn, canal: &CanalId) -> Result<Pedido, String> {
    let status = match order.step {
        OrderStep::Waiting => StatusPedido::AguardandoPagamento,
        OrderStep::Paid => StatusPedido::Pago,
        OrderStep::Shipped => StatusPedido::Enviado,
        OrderStep::Delivered => StatusPedido::Entregue,
        OrderStep::Cancelled => StatusPedido::Cancelado,
    };
    let mut body = order.pedido.clone();
    let Some(members) = body.as_object_mut() else { return Err("o pedido não é um objeto".to_owned()) };
    members.insert("canalId".to_owned(), Value::from(canal.as_str()));
    members.insert("status".to_owned(), Value::from(status.name()));
    let text = serde_json::to_vec(&body).map_err(|e| e.to_string())?;
    read_json(&text).map_err(|problems| problems.to_string())
}

/// An order as the channel has it.
#[derive(Clone)]
struct ReadOrder {
    /// As it was stored.
    before: PedidoDoCanal,
    /// As it is to be stored.
    read: PedidoDoCanal,
    pedido: Pedido,
    step: OrderStep,
    /// The channel counts its units as stock on hand.
    holds: bool,
}

impl ReadOrder {
    /// Whether it was read without anything being due, and is as it was: neither side moved, and it has no troubles.
    fn is_unchanged(&self) -> bool {
        let Self { before, read, holds, .. } = self;
        let same = PedidoDoCanal { lido_em: before.lido_em, ..read.clone() } == *before;
        let is_quiet = before.devida_em.is_none() && before.tentativas == 0;
        same && is_quiet && before.pedido.is_some() && *holds != before.unidades.is_empty()
    }
}

struct Taken {
    order: PedidoDoCanal,
    step: OrderStep,
    /// Status and details of the hub's order.
    stands: Option<(StatusPedido, Detalhes)>,
    /// All of its units, by the hub's SKUs.
    units: BTreeMap<String, i64>,
    created: bool,
    troubles: Vec<Trouble>,
}

/// Takes an order in and moves it to where the channel has it, in one transaction with the units that the channel
/// holds for it: an offer and those units are always of the same moment.
fn take_in(tx: &mut Tx<'_>, key: CanalKey, one: &ReadOrder) -> Result<Taken, StoreError> {
    let ReadOrder { before, read, pedido, step, holds } = one;
    let (step, holds) = (*step, *holds);
    let mut troubles = Vec::new();
    let outcome = create(tx, key, pedido)?;
    let created = matches!(outcome, CreatePedidoOutcome::Created { .. });
    let id = match outcome {
        CreatePedidoOutcome::Created { pedido, .. } | CreatePedidoOutcome::Equal { pedido, .. } => {
            Some(pedido.pedido_id)
        }
        CreatePedidoOutcome::Different(id) => {
            // of one that was cancelled, channels show other amounts
            if step != OrderStep::Cancelled {
                troubles.push(Trouble::new(Cause::OrderChanged, "", ""));
            }
            Some(id)
        }
        CreatePedidoOutcome::ChannelMissing => None,
    };
    // due until the channel was told what it does not know
    let devida_em = read.devida_em.or(Some(read.lido_em));
    let mut order = PedidoDoCanal { pedido: id, unidades: BTreeMap::new(), devida_em, ..read.clone() };
    let Some(id) = id else {
        channels::save_order(tx, key, before, &order)?;
        return Ok(Taken { order, step, stands: None, units: BTreeMap::new(), created, troubles });
    };
    troubles.extend(follow(tx, key, id, step)?);
    let (Some(found), Some(details)) = (orders::find(tx, key.loja, id)?, orders::detalhes(tx, key.loja, id)?)
    else {
        return Err(StoreError::Concurrency("an order vanished".to_owned()));
    };
    // by the hub's own codes, which the stored order has
    let stored: Pedido = serde_json::from_str(&found.documento)
        .map_err(|error| StoreError::Corrupt(format!("pedido_documentos.documento: {error}")))?;
    let units = units_of(&stored);
    if read.aberto {
        troubles.extend(unknown_skus(tx, key, &units)?);
    }
    if holds {
        order.unidades.clone_from(&units);
    }
    // a parcel that was sent there took units off the stock on hand, a cancelled order gave some back
    let sent = !before.unidades.is_empty() && order.unidades.is_empty();
    let cancelled = step == OrderStep::Cancelled && before.pedido.is_some() && before.passo != code(step);
    if sent || cancelled {
        channels::forget_stock(tx, key, units.keys().map(String::as_str))?;
    }
    channels::save_order(tx, key, before, &order)?;
    Ok(Taken { order, step, stands: Some((found.status, details)), units, created, troubles })
}

/// Creates the hub's order, or finds it. One that moved since it came in is the same: only a program that posts it again
/// must repeat the status that it had then.
fn create(tx: &mut Tx<'_>, key: CanalKey, pedido: &Pedido) -> Result<CreatePedidoOutcome, StoreError> {
    let outcome = orders::create(tx, key.loja, &pedido.clone().into())?;
    let CreatePedidoOutcome::Different(id) = outcome else { return Ok(outcome) };
    match orders::historico(tx, key.loja, id)?.first() {
        Some(came) => {
            let pedido = Pedido { status: came.status, ..pedido.clone() };
            orders::create(tx, key.loja, &pedido.into())
        }
        None => Ok(outcome),
    }
}

/// Moves the hub's order to where the channel has it; why it cannot.
fn follow(
    tx: &mut Tx<'_>,
    key: CanalKey,
    id: PedidoId,
    step: OrderStep,
) -> Result<Option<Trouble>, StoreError> {
    let status = orders::find(tx, key.loja, id)?.map(|found| found.status);
    let Some(to) = status.and_then(|status| target(status, step)) else { return Ok(None) };
    let motivo = if to == StatusPedido::Cancelado { "cancelado no canal" } else { "" };
    let change = MudancaStatus {
        status: to,
        data: None,
        motivo: motivo.to_owned(),
        nota_fiscal: None,
        rastreio: None,
        // goods that were sent are not back because an order was cancelled
        devolver_estoque: false,
        left_out: Problems::new(),
    };
    Ok(match orders::move_on(tx, key.loja, id, &change)? {
        MovePedidoOutcome::Done(_) | MovePedidoOutcome::Missing => None,
        MovePedidoOutcome::Illegal(illegal) => {
            Some(Trouble::new(Cause::OrderState, "", &illegal.to_string()))
        }
    })
}

/// A trouble for each SKU of an order that the store does not have.
fn unknown_skus(
    tx: &mut Tx<'_>,
    key: CanalKey,
    units: &BTreeMap<String, i64>,
) -> Result<Vec<Trouble>, StoreError> {
    let codes: Vec<&str> = units.keys().map(String::as_str).collect();
    let known: Vec<String> =
        skus::find_numbers(tx, key.loja, &codes)?.into_iter().map(|(code, _)| code).collect();
    let unknown = codes.into_iter().filter(|code| !known.iter().any(|one| one == code));
    Ok(unknown.map(|code| Trouble::new(Cause::UnknownSku, "", "").about(code)).collect())
}

/// Where the hub's order is to go for the channel's step; `None`: it is there, or further.
fn target(status: StatusPedido, step: OrderStep) -> Option<StatusPedido> {
    use StatusPedido::{AguardandoPagamento, Cancelado, Entregue, Enviado, Faturado, Pago};
    match (step, status) {
        (_, Cancelado) | (OrderStep::Waiting, _) => None,
        (OrderStep::Paid, AguardandoPagamento) => Some(Pago),
        (OrderStep::Paid, _) => None,
        (OrderStep::Shipped, AguardandoPagamento | Pago | Faturado) => Some(Enviado),
        (OrderStep::Shipped, _) => None,
        (OrderStep::Delivered, Entregue) => None,
        (OrderStep::Delivered, _) => Some(Entregue),
        (OrderStep::Cancelled, _) => Some(Cancelado),
    }
}
