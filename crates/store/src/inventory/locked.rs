//! Locked stock: the SKUs of a store that a transaction has locked, and what it changes of their stock,
//! reservations and ledgers. The rules are `domain::estoque`'s; every change of a stock goes through here.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

use domain::estoque::{
    CENTRO_PADRAO, CausaMovimento, ControleEstoque, Fase, Line, Number, Reserva, Step, UnitsOfLine, allocate,
    mark,
};
use domain::evento::Change;
use domain::interface_b::registro::Placed;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::{StoreError, StoredEvent, Tx};
use crate::catalogue::skus::changes;
use crate::events;
use crate::inventory::ledger::{Account, LedgerEntry, Reason};
use crate::inventory::level::StockLevel;
use crate::inventory::reservations::{Key, ReservationRow};
use crate::inventory::rows::StockRows;
use crate::inventory::{centros, sql};

/// Locked SKUs of a store, as they are after the changes made so far.
#[derive(Debug)]
pub(crate) struct LockedStock {
    loja: LojaId,
    now: Instante,
    levels: BTreeMap<Account, Tracked>,
    numbers: HashMap<String, i64>,
    reservations: BTreeMap<Key, Reservation>,
    entries: Vec<LedgerEntry>,
    events: Vec<StoredEvent>,
    /// The centres that orders of a channel take from, as far as they have been read.
    centros: HashMap<i32, Vec<i32>>,
    /// By order and SKU: the centres that new orders' units were allocated in, where one is not the main one.
    placed: BTreeMap<(i64, i64), Vec<Placed>>,
    /// SKUs whose reservations were not changed by orders alone: orders' own events do not cover that.
    own_changes: BTreeSet<i64>,
    /// Whether stocks in the main centre have events.
    stock_events: bool,
}

/// A level as it is stored, the figures of its last event, and as it is now.
#[derive(Debug)]
struct Tracked {
    /// Nothing where the SKU is new in the centre.
    stored: Option<StockLevel>,
    emitted: (i32, i64),
    now: StockLevel,
}

/// A reservation as it is stored, if it is, and as it is now.
#[derive(Debug)]
struct Reservation {
    stored: Option<Reserva>,
    now: Reserva,
    /// When its order came in, where that was read.
    came: Option<Instante>,
}

/// Units of a SKU that an order has sold.
#[derive(Debug, Clone)]
pub(crate) struct Sold<'a> {
    pub sku: &'a str,
    /// Line by line.
    pub lines: Vec<UnitsOfLine>,
}

impl Tracked {
    fn of(stored: StockLevel) -> Self {
        Self { emitted: (stored.estoque, stored.reservado), now: stored.clone(), stored: Some(stored) }
    }
}

impl LockedStock {
    /// Of SKUs that this transaction has locked; `elsewhere` are their levels in centres besides the main one.
    pub fn new(
        loja: LojaId,
        now: Instante,
        locked: Vec<StockLevel>,
        elsewhere: Vec<(i32, StockLevel)>,
    ) -> Self {
        let numbers = locked.iter().map(|level| (level.sku.clone(), level.sku_num)).collect();
        let all = locked.into_iter().map(|level| (CENTRO_PADRAO, level)).chain(elsewhere);
        let levels = all.map(|(centro, level)| ((level.sku_num, centro), Tracked::of(level))).collect();
        let (reservations, entries, events, centros, placed, own_changes) = Default::default();
        let stock_events = true;
        Self {
            loja,
            now,
            levels,
            numbers,
            reservations,
            entries,
            events,
            centros,
            placed,
            own_changes,
            stock_events,
        }
    }

    /// The store.
    pub fn loja(&self) -> LojaId {
        self.loja
    }

    /// Adds reservations as they are stored.
    pub fn add_reservations(&mut self, stored: Vec<ReservationRow>) -> Result<(), StoreError> {
        for row in stored {
            let value = row.value()?;
            let stored = Some(value.clone());
            self.reservations.insert(row.key(), Reservation { stored, now: value, came: None });
        }
        Ok(())
    }

    /// The same of orders that came in at these instants.
    pub fn add_waiting(&mut self, stored: Vec<(ReservationRow, Instante)>) -> Result<(), StoreError> {
        for (row, came) in stored {
            let key = row.key();
            self.add_reservations(vec![row])?;
            self.reservations.entry(key).and_modify(|added| added.came = Some(came));
        }
        Ok(())
    }

    /// SKUs with reservations whose stock the owner's own system controls.
    pub fn reserved_at_owner(&self) -> BTreeSet<i64> {
        let erp = ControleEstoque::Erp.code();
        let all = self.levels().map(|(_, level)| level);
        all.filter(|level| level.controle == erp && level.reservado > 0).map(|level| level.sku_num).collect()
    }

    /// The levels with their centres.
    pub fn levels(&self) -> impl Iterator<Item = (i32, &StockLevel)> {
        self.levels.iter().map(|((_, centro), level)| (*centro, &level.now))
    }

    /// The level of a SKU in a centre.
    pub fn level(&self, account: Account) -> Option<&StockLevel> {
        self.levels.get(&account).map(|level| &level.now)
    }

    /// The number of a SKU that is locked.
    pub fn number(&self, sku: &str) -> Option<i64> {
        self.numbers.get(sku).copied()
    }

    /// Whether a SKU is stocked in more than one centre.
    fn in_several_centres(&self) -> bool {
        self.levels.keys().any(|(_, centro)| *centro != CENTRO_PADRAO)
    }

    /// The centres that an order of a channel takes from, the first one first: read once. Nothing where no SKU
    /// is stocked in more than one.
    pub fn centres_of_channel(&mut self, tx: &mut Tx<'_>, canal: i32) -> Result<Vec<i32>, StoreError> {
        if !self.in_several_centres() {
            return Ok(Vec::new());
        }
        if let Some(known) = self.centros.get(&canal) {
            return Ok(known.clone());
        }
        let found = centros::for_order(tx, self.loja, canal)?;
        self.centros.insert(canal, found.clone());
        Ok(found)
    }

    /// Adds a SKU to a centre; its ledger there, if there was one, ends at `last`: number and stock.
    pub fn add_to_centre(&mut self, account: Account, last: Option<(i64, i32)>) {
        let (num, centro) = account;
        let Some(main) = self.levels.get_mut(&(num, CENTRO_PADRAO)) else { return };
        main.now.centros += 1;
        let movimentos = last.map_or(0, |(seq, _)| seq);
        let now = StockLevel { estoque: 0, reservado: 0, movimentos, ..main.now.clone() };
        let controlled = now.controlled();
        self.levels.insert((num, centro), Tracked { stored: None, emitted: (0, 0), now });
        if let Some((_, estoque)) = last.filter(|_| controlled) {
            self.resume_ledger(account, estoque);
        }
    }

    /// Allocates units to an order that has come in, from these centres, the first one first; from the main
    /// one where none of them has ever had the SKU. Returns the units that are missing, by SKU.
    pub fn allocate(
        &mut self,
        pedido: PedidoId,
        (sold, centros): (&[Sold<'_>], &[i32]),
        fase: Fase,
        causa: CausaMovimento,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let mut missing = Vec::new();
        let reason = Reason { causa, pedido: Some(pedido) };
        for Sold { sku, lines } in sold {
            let Some(num) = self.number(sku) else { continue };
            let accounts = self.accounts(num, centros);
            let available = |account: &Account| {
                self.level(*account).map_or(0, |level| i64::from(level.estoque) - level.reservado)
            };
            let available: Vec<i64> = accounts.iter().map(available).collect();
            let mut short = 0;
            for share in allocate(lines, &available) {
                let Some(account) = accounts.get(share.index) else { continue };
                let Some(level) = self.level(*account) else { continue };
                let (control, stock) = (level.control()?, i64::from(level.estoque));
                let (new, rest) = Reserva::of_new(control, &share.lines, fase, self.now, stock);
                if new == Reserva::default() {
                    continue;
                }
                self.post(*account, rest - stock, new.held(), reason);
                short += share.short;
                let key = Key { sku_num: num, centro_num: account.1, pedido_id: pedido.0 };
                let now = Reserva { short: share.short, ..new };
                self.reservations.insert(key, Reservation { stored: None, now, came: None });
                self.note_placement(key, &share.lines);
            }
            if short > 0 {
                missing.push(((*sku).to_owned(), short));
            }
        }
        Ok(missing)
    }

    fn note_placement(&mut self, key: Key, lines: &[UnitsOfLine]) {
        if key.centro_num == CENTRO_PADRAO && !self.in_several_centres() {
            return;
        }
        let part =
            |(line, units): &UnitsOfLine| Placed { line: *line, centro: key.centro_num, units: *units };
        self.placed.entry((key.pedido_id, key.sku_num)).or_default().extend(lines.iter().map(part));
    }

    /// Where a new order's units of a SKU were allocated; nothing: all in the main centre.
    pub fn placement(&self, sku_num: i64, pedido_id: i64) -> Vec<Placed> {
        let all = self.placed.get(&(pedido_id, sku_num)).cloned().unwrap_or_default();
        if all.iter().all(|part| part.centro == CENTRO_PADRAO) { Vec::new() } else { all }
    }

    /// Where a SKU is stocked, of some centres.
    fn accounts(&self, num: i64, centros: &[i32]) -> Vec<Account> {
        let all = centros.iter().map(|centro| (num, *centro));
        let stocked: Vec<Account> = all.filter(|account| self.levels.contains_key(account)).collect();
        if stocked.is_empty() { vec![(num, CENTRO_PADRAO)] } else { stocked }
    }

    /// An order's reservations of a SKU, by centre.
    pub fn reservations_of(&self, sku_num: i64, pedido_id: i64) -> Vec<Key> {
        let of_sku = self.levels.range((sku_num, i32::MIN)..=(sku_num, i32::MAX));
        let keys = of_sku.map(|((_, centro_num), _)| Key { sku_num, centro_num: *centro_num, pedido_id });
        keys.filter(|key| self.reservations.contains_key(key)).collect()
    }

    /// Lines of an order have moved: units are released, taken out of the stock or given back. `lines` are
    /// those of one SKU, `ended` says that none of them can move any more.
    pub fn follow(
        &mut self,
        key: Key,
        lines: &[Line],
        ended: bool,
        step: impl Fn(ControleEstoque) -> Step,
    ) -> Result<(), StoreError> {
        let (Some(level), Some(reservation)) = (self.level(key.account()), self.reservations.get(&key))
        else {
            return Ok(());
        };
        let (held, stock) = (reservation.now.held(), i64::from(level.estoque));
        let (after, rest) = reservation.now.clone().after(lines, ended, &step(level.control()?), stock);
        let reason = Reason { causa: CausaMovimento::Status, pedido: Some(PedidoId(key.pedido_id)) };
        self.post(key.account(), rest - stock, after.held() - held, reason);
        self.set_reservation(key, after);
        Ok(())
    }

    /// Sets the stock of a SKU in a centre. The number contains what its owner had taken over before `as_of`:
    /// those reservations are released. All reservations of the SKU that it says anything of have been added.
    pub fn set_stock(
        &mut self,
        account: Account,
        stock: i32,
        as_of: Instante,
        causa: CausaMovimento,
    ) -> Result<(), StoreError> {
        let Some(level) = self.level(account) else { return Ok(()) };
        let number = Number { before: level.estoque.into(), now: stock.into(), as_of: Some(as_of) };
        let mut released = 0;
        if level.control()? == ControleEstoque::Erp {
            let held = |all: &BTreeMap<Key, Reservation>| -> i64 {
                all.range(of_account(account)).map(|(_, one)| one.now.held()).sum()
            };
            let before = held(&self.reservations);
            let rest = self.tell(account, number);
            released = before - held(&self.reservations);
            // an order's units may have been taken off in another centre than they are held in
            let elsewhere = self.reservations.range_mut(of_sku(account.0));
            let waiting = elsewhere.filter(|(key, one)| {
                key.account() != account
                    && one.now.taken_over.is_none()
                    && one.came.is_some_and(|came| came < as_of.second_end())
            });
            mark(waiting.map(|(_, one)| &mut one.now), rest);
        }
        self.own_changes.insert(account.0);
        self.post(account, number.now - number.before, -released, Reason { causa, pedido: None });
        Ok(())
    }

    /// What becomes of what orders hold of a SKU in a centre; returns what of a fall no order explains.
    fn tell(&mut self, account: Account, number: Number) -> i64 {
        let all = self.reservations.range_mut(of_account(account));
        number.told(all.map(|(_, one)| (one.came, &mut one.now)))
    }

    /// Varies the stock of a SKU in a centre. As of a fall, all reservations of the SKU that it says anything of
    /// have been added.
    pub fn vary_stock(&mut self, account: Account, by: i32) -> Result<(), StoreError> {
        let Some(level) = self.level(account) else { return Ok(()) };
        if by < 0 && level.control()? == ControleEstoque::Erp {
            let before = i64::from(level.estoque);
            self.tell(account, Number { before, now: before + i64::from(by), as_of: None });
        }
        self.own_changes.insert(account.0);
        self.post(account, by.into(), 0, Reason { causa: CausaMovimento::Variacao, pedido: None });
        Ok(())
    }

    /// Changes who controls the stock of a SKU in a centre. `lines` are those of an order that are of the SKU,
    /// as they are now.
    pub fn change_control<'a>(
        &mut self,
        account: Account,
        to: ControleEstoque,
        lines: impl Fn(PedidoId) -> &'a [Line],
    ) {
        let keys: Vec<Key> = self.reservations.range(of_account(account)).map(|(key, _)| *key).collect();
        let before = self.level(account).map_or(0, |level| i64::from(level.estoque));
        let (mut stock, mut held) = (before, 0);
        for key in keys {
            let Some(reservation) = self.reservations.get(&key) else { continue };
            held -= reservation.now.held();
            let of_order = lines(PedidoId(key.pedido_id));
            let (after, rest) = reservation.now.clone().handed_over(to, of_order, stock);
            held += after.held();
            stock = rest;
            self.set_reservation(key, after);
        }
        self.own_changes.insert(account.0);
        self.post(account, stock - before, held, Reason { causa: CausaMovimento::Controle, pedido: None });
        if let Some(level) = self.levels.get_mut(&account) {
            level.now.controle = to.code();
        }
    }

    /// The owner of the stock has taken an order over.
    pub fn mark_taken_over(&mut self, key: Key) {
        if let Some(Reservation { now, .. }) = self.reservations.get_mut(&key) {
            now.taken_over = now.taken_over.or(Some(self.now));
        }
    }

    /// Resumes the ledger of a SKU that nobody controlled for a while: `last` is the stock of its last entry.
    pub fn resume_ledger(&mut self, account: Account, last: i32) {
        let Some(level) = self.levels.get_mut(&account) else { return };
        let missed = i64::from(level.now.estoque) - i64::from(last);
        if missed != 0 {
            let reason = Reason { causa: CausaMovimento::Controle, pedido: None };
            self.entries.push(next_entry(
                self.loja,
                self.now,
                (&mut level.now, account.1),
                (missed, 0),
                reason,
            ));
        }
    }

    fn set_reservation(&mut self, key: Key, value: Reserva) {
        if let Some(reservation) = self.reservations.get_mut(&key) {
            reservation.now = value;
        }
    }

    /// Applies a change of stock (limited to what a stock can be) and of reservations, and enters it into the
    /// ledger.
    fn post(&mut self, account: Account, stock: i64, held: i64, reason: Reason) {
        let Some(Tracked { now: level, .. }) = self.levels.get_mut(&account) else { return };
        let after = (i64::from(level.estoque) + stock).clamp(0, i64::from(i32::MAX));
        let after = i32::try_from(after).unwrap_or(i32::MAX);
        let done = i64::from(after) - i64::from(level.estoque);
        level.estoque = after;
        level.reservado += held;
        if level.controlled() && (done != 0 || held != 0) {
            self.entries.push(next_entry(self.loja, self.now, (level, account.1), (done, held), reason));
        }
    }

    /// Adds the event of what has changed of a level since its last one. Changes of reservations by orders
    /// are in the orders' own events.
    pub fn emit(&mut self, account: Account) -> Result<(), StoreError> {
        let Some(Tracked { emitted, now: level, .. }) = self.levels.get_mut(&account) else { return Ok(()) };
        let before = std::mem::replace(emitted, (level.estoque, level.reservado));
        let held = before.1 != level.reservado && self.own_changes.contains(&account.0);
        let (reserved, stock) = match account.1 {
            CENTRO_PADRAO => (
                held.then(|| Change::SkuAlterado { campos: vec!["estoqueReservado"] }),
                changes::of_estoque(before.0, level.estoque).filter(|_| self.stock_events),
            ),
            _ => {
                let changed = before.0 != level.estoque || held;
                (None, changed.then(|| Change::SkuAlterado { campos: vec!["estoqueCentro"] }))
            }
        };
        for change in reserved.into_iter().chain(stock) {
            self.events.push(events::stored(changes::new((account.0, &level.sku), change))?);
        }
        Ok(())
    }

    /// Leaves out the events of stocks in the main centre: the caller writes them.
    pub fn without_stock_events(self) -> Self {
        Self { stock_events: false, ..self }
    }

    /// What there is to write since the last call, the events included.
    pub fn take_rows(&mut self) -> Result<StockRows, StoreError> {
        let accounts: Vec<Account> = self.levels.keys().copied().collect();
        for account in accounts {
            self.emit(account)?;
        }
        let loja = self.loja;
        let changed = |level: &Tracked| level.stored.as_ref() != Some(&level.now);
        let mut rows = StockRows::default();
        let mut changed_elsewhere = BTreeSet::new();
        for ((num, centro), level) in &mut self.levels {
            if *centro != CENTRO_PADRAO && changed(level) {
                changed_elsewhere.insert(*num);
                level.stored = Some(level.now.clone());
                rows.elsewhere.push((loja, *centro, level.now.clone()));
            }
        }
        // a SKU has changed when its stock in any centre has
        for ((num, centro), level) in &mut self.levels {
            if *centro == CENTRO_PADRAO && (changed(level) || changed_elsewhere.contains(num)) {
                level.stored = Some(level.now.clone());
                rows.levels.push((loja, level.now.clone()));
            }
        }
        for (key, Reservation { stored, now, .. }) in std::mem::take(&mut self.reservations) {
            match stored {
                Some(stored) if stored == now => {}
                Some(_) if now.is_over() => rows.ended.push((loja, key)),
                None if now.is_over() => {}
                _ => rows.reservations.push(ReservationRow::new(loja, key, &now)),
            }
        }
        rows.entries = std::mem::take(&mut self.entries);
        rows.events = std::mem::take(&mut self.events).into_iter().map(|event| (loja, event)).collect();
        Ok(rows)
    }

    /// The entries of ledgers that are still to be written: the account and the number of each.
    pub fn entered(&self) -> Vec<(Account, i64)> {
        self.entries.iter().map(|entry| ((entry.sku_num, entry.centro_num), entry.seq)).collect()
    }

    /// Writes what has changed, with its events.
    pub fn write(&mut self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let rows = self.take_rows()?;
        sql::write(tx, rows)
    }
}

fn of_account((sku_num, centro_num): Account) -> RangeInclusive<Key> {
    let key = |pedido_id| Key { sku_num, centro_num, pedido_id };
    key(i64::MIN)..=key(i64::MAX)
}

fn of_sku(sku_num: i64) -> RangeInclusive<Key> {
    let key = |centro_num, pedido_id| Key { sku_num, centro_num, pedido_id };
    key(i32::MIN, i64::MIN)..=key(i32::MAX, i64::MAX)
}

/// The next entry of the ledger of a level, by what has just changed.
fn next_entry(
    loja: LojaId,
    now: Instante,
    (level, centro): (&mut StockLevel, i32),
    changes: (i64, i64),
    reason: Reason,
) -> LedgerEntry {
    level.movimentos += 1;
    LedgerEntry::new(loja, now, (level, centro), changes, reason)
}
