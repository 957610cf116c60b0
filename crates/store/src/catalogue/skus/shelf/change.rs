//! What becomes of locked SKUs, worked out in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

use domain::estoque::{CausaMovimento, ControleEstoque, Fase, Line, Reserva, Step};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::balance::Balance;
use super::reserva::{Key, MovimentoRow, ReservaRow, Why};
use crate::base::StoreError;

/// Locked SKUs, and what this transaction changes of them.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(super) loja: LojaId,
    pub(super) now: Instante,
    /// As they were and as they are, by number.
    pub(super) balances: BTreeMap<i64, (Balance, Balance)>,
    /// Their numbers, by code.
    by_code: HashMap<String, i64>,
    /// As they were, where they were, and as they are.
    pub(super) reservas: BTreeMap<Key, (Option<Reserva>, Reserva)>,
    pub(super) movimentos: Vec<MovimentoRow>,
    /// SKUs of which more than what orders did has changed.
    pub(super) told: BTreeSet<i64>,
    /// Somebody else tells of the changes of stock.
    pub(super) stock_told: bool,
}

/// Units of a SKU that an order has sold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sold<'a> {
    pub sku: &'a str,
    pub units: i64,
}

impl Shelf {
    /// Around SKUs that this transaction has locked.
    pub fn new(loja: LojaId, now: Instante, locked: Vec<Balance>) -> Self {
        let by_code = locked.iter().map(|one| (one.sku.clone(), one.sku_num)).collect();
        let balances = locked.into_iter().map(|one| (one.sku_num, (one.clone(), one))).collect();
        let (reservas, movimentos, told) = Default::default();
        Self { loja, now, balances, by_code, reservas, movimentos, told, stock_told: false }
    }

    /// Leaves it to somebody else to tell of the changes of stock.
    pub fn without_telling(self) -> Self {
        Self { stock_told: true, ..self }
    }

    /// Adds reservations as they are stored.
    pub fn with(mut self, stored: Vec<ReservaRow>) -> Self {
        self.reservas.extend(stored.into_iter().map(|row| (row.key(), (Some(row.value()), row.value()))));
        self
    }

    /// SKUs of which orders hold some, for their owners to tell.
    pub fn holding(&self) -> Vec<i64> {
        let erp = ControleEstoque::Erp.code();
        let held = |balance: &&Balance| balance.controle == erp && balance.reservado > 0;
        self.balances.values().map(|(_, now)| now).filter(held).map(|now| now.sku_num).collect()
    }

    /// The SKUs, as they are.
    pub fn balances(&self) -> impl Iterator<Item = &Balance> {
        self.balances.values().map(|(_, now)| now)
    }

    /// The number of a SKU that is here.
    pub fn number(&self, sku: &str) -> Option<i64> {
        self.by_code.get(sku).copied()
    }

    /// An order has come in. Answers what is missing, by SKU.
    pub fn take_in(
        &mut self,
        pedido: PedidoId,
        sold: &[Sold<'_>],
        fase: Fase,
        causa: CausaMovimento,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let mut missing = Vec::new();
        for Sold { sku, units } in sold {
            let Some(num) = self.by_code.get(*sku).copied() else { continue };
            let Some((_, balance)) = self.balances.get(&num) else { continue };
            let (mut reserva, stock) = Reserva::of_new(balance.control()?, *units, fase, self.now);
            if reserva == Reserva::default() {
                continue;
            }
            let free = i64::from(balance.estoque) - balance.reservado;
            reserva.short = (units - free).clamp(0, *units);
            let why = Why { causa, pedido: Some(pedido) };
            let done = self.post(num, stock, reserva.held, why);
            reserva = reserva.lacking(done - stock);
            if reserva.short > 0 {
                missing.push(((*sku).to_owned(), reserva.short));
            }
            self.reservas.insert(Key { sku_num: num, pedido_id: pedido.0 }, (None, reserva));
        }
        Ok(missing)
    }

    /// Lines of an order have moved; `lines` are those of one SKU, `ended` says that none of them can move
    /// any more.
    pub fn moved(
        &mut self,
        key: Key,
        lines: &[Line],
        ended: bool,
        step: impl Fn(ControleEstoque) -> Step,
    ) -> Result<(), StoreError> {
        let (Some((_, balance)), Some((_, before))) =
            (self.balances.get(&key.sku_num), self.reservas.get(&key).copied())
        else {
            return Ok(());
        };
        let (after, stock) = before.after(lines, ended, &step(balance.control()?));
        let why = Why { causa: CausaMovimento::Status, pedido: Some(PedidoId(key.pedido_id)) };
        let done = self.post(key.sku_num, stock, after.held - before.held, why);
        self.set(key, after.lacking((done - stock).max(0)));
        Ok(())
    }

    /// The stock of a SKU has been told; what the owner took over before `as_of` is contained in it. Of a
    /// SKU whose reservations are all here.
    pub fn tell(
        &mut self,
        num: i64,
        stock: i32,
        as_of: Instante,
        causa: CausaMovimento,
    ) -> Result<(), StoreError> {
        let Some((_, balance)) = self.balances.get(&num) else { return Ok(()) };
        let difference = i64::from(stock) - i64::from(balance.estoque);
        let mut released = 0;
        if balance.control()? == ControleEstoque::Erp {
            for (_, (_, reserva)) in self.reservas.range_mut(of_sku(num)) {
                let after = reserva.contained(as_of);
                released += reserva.held - after.held;
                *reserva = after;
            }
        }
        self.told.insert(num);
        self.post(num, difference, -released, Why { causa, pedido: None });
        Ok(())
    }

    /// The stock of a SKU comes into other hands. `open` says how many units of an order are still open.
    pub fn hand_over(
        &mut self,
        num: i64,
        to: ControleEstoque,
        open: impl Fn(PedidoId) -> i64,
    ) -> Result<(), StoreError> {
        let keys: Vec<Key> = self.reservas.range(of_sku(num)).map(|(key, _)| *key).collect();
        let mut left = self.balances.get(&num).map_or(0, |(_, now)| i64::from(now.estoque));
        let (mut stock, mut held) = (0, 0);
        for key in keys {
            let Some((_, before)) = self.reservas.get(&key).copied() else { continue };
            let (after, change) = before.handed_over(to, open(PedidoId(key.pedido_id)));
            let lacking = (-(left + change)).max(0);
            left = (left + change).max(0);
            stock += change + lacking;
            held += after.held - before.held;
            self.set(key, after.lacking(lacking));
        }
        self.told.insert(num);
        self.post(num, stock, held, Why { causa: CausaMovimento::Controle, pedido: None });
        if let Some((_, balance)) = self.balances.get_mut(&num) {
            balance.controle = to.code();
        }
        Ok(())
    }

    /// The owner has taken an order over.
    pub fn taken_over(&mut self, key: Key) {
        if let Some((_, reserva)) = self.reservas.get_mut(&key) {
            reserva.taken_over = reserva.taken_over.or(Some(self.now));
        }
    }

    /// The ledger of a SKU goes on that nobody kept for a while: `last` is the stock of its last entry.
    pub fn resume(&mut self, num: i64, last: i32) {
        let Some((_, balance)) = self.balances.get_mut(&num) else { return };
        let missed = i64::from(balance.estoque) - i64::from(last);
        if missed != 0 {
            let why = Why { causa: CausaMovimento::Controle, pedido: None };
            self.movimentos.push(entry(self.loja, self.now, balance, (missed, 0), why));
        }
    }

    /// Sets what an order holds.
    fn set(&mut self, key: Key, value: Reserva) {
        if let Some((_, now)) = self.reservas.get_mut(&key) {
            *now = value;
        }
    }

    /// Writes a change of stock (which ends at zero, and at the most that a stock can be) and of what orders
    /// hold into the ledger; answers by how much the stock did change.
    fn post(&mut self, num: i64, stock: i64, held: i64, why: Why) -> i64 {
        let Some((_, balance)) = self.balances.get_mut(&num) else { return 0 };
        let after = (i64::from(balance.estoque) + stock).clamp(0, i64::from(i32::MAX));
        let after = i32::try_from(after).unwrap_or(i32::MAX);
        let done = i64::from(after) - i64::from(balance.estoque);
        balance.estoque = after;
        balance.reservado += held;
        if balance.kept() && (done != 0 || held != 0) {
            self.movimentos.push(entry(self.loja, self.now, balance, (done, held), why));
        }
        done
    }
}

fn of_sku(num: i64) -> RangeInclusive<Key> {
    Key { sku_num: num, pedido_id: i64::MIN }..=Key { sku_num: num, pedido_id: i64::MAX }
}

/// The next entry of a SKU's ledger, by what has just changed.
fn entry(loja: LojaId, now: Instante, balance: &mut Balance, changes: (i64, i64), why: Why) -> MovimentoRow {
    balance.movimentos += 1;
    MovimentoRow::new(loja, now, balance, changes, why)
}
