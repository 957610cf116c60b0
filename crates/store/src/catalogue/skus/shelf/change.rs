//! What becomes of locked SKUs, worked out in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::estoque::{
    CENTRO_PADRAO, CausaMovimento, ControleEstoque, Fase, Line, Reserva, Step, UnitsOfLine, allocate,
};
use domain::interface_b::registro::Placed;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::balance::Balance;
use super::reserva::{Key, ReservaRow, Why};
use crate::base::StoreError;
use crate::ledger::{Account, MovimentoRow};

/// Locked SKUs, and what this transaction changes of them.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(super) loja: LojaId,
    pub(super) now: Instante,
    /// As they were and as they are.
    pub(super) balances: BTreeMap<Account, (Balance, Balance)>,
    /// Their numbers, by code.
    by_code: HashMap<String, i64>,
    /// As they were, where they were, and as they are.
    pub(super) reservas: BTreeMap<Key, (Option<Reserva>, Reserva)>,
    pub(super) movimentos: Vec<MovimentoRow>,
    /// The centres that orders of a channel take from, as far as somebody has asked.
    pub(super) centros: HashMap<i32, Vec<i32>>,
    /// Where SKUs lie that did not before.
    pub(super) opened: BTreeSet<Account>,
    /// Where new orders' units of SKUs lie, by order and SKU, where not all are in the centre that every user
    /// has.
    placed: BTreeMap<(i64, i64), Vec<Placed>>,
    /// SKUs of which more than what orders did has changed.
    pub(super) told: BTreeSet<i64>,
    /// Somebody else tells of the changes of stock.
    pub(super) stock_told: bool,
}

/// Units of a SKU that an order has sold.
#[derive(Debug, Clone)]
pub(crate) struct Sold<'a> {
    pub sku: &'a str,
    /// Line by line.
    pub lines: Vec<UnitsOfLine>,
}

impl Shelf {
    /// Around SKUs that this transaction has locked; `others` lie in centres besides the one that every user
    /// has.
    pub fn new(loja: LojaId, now: Instante, locked: Vec<Balance>, others: Vec<(i32, Balance)>) -> Self {
        let by_code = locked.iter().map(|one| (one.sku.clone(), one.sku_num)).collect();
        let locked = locked.into_iter().map(|one| (CENTRO_PADRAO, one)).chain(others);
        let balances = locked.map(|(centro, one)| ((one.sku_num, centro), (one.clone(), one))).collect();
        let (reservas, movimentos, centros, opened, placed, told) = Default::default();
        let stock_told = false;
        Self { loja, now, balances, by_code, reservas, movimentos, centros, opened, placed, told, stock_told }
    }

    /// The store.
    pub fn loja(&self) -> LojaId {
        self.loja
    }

    /// Leaves it to somebody else to tell of the changes of stock.
    pub fn without_telling(self) -> Self {
        Self { stock_told: true, ..self }
    }

    /// Whether somebody else tells of the changes of stock.
    pub fn is_silent(&self) -> bool {
        self.stock_told
    }

    /// Adds reservations as they are stored.
    pub fn with(mut self, stored: Vec<ReservaRow>) -> Result<Self, StoreError> {
        for row in stored {
            let value = row.value()?;
            self.reservas.insert(row.key(), (Some(value.clone()), value));
        }
        Ok(self)
    }

    /// SKUs of which orders hold some, for their owners to tell.
    pub fn holding(&self) -> BTreeSet<i64> {
        let erp = ControleEstoque::Erp.code();
        let held = |balance: &&Balance| balance.controle == erp && balance.reservado > 0;
        self.balances.values().map(|(_, now)| now).filter(held).map(|now| now.sku_num).collect()
    }

    /// The SKUs in their centres, as they are.
    pub fn balances(&self) -> impl Iterator<Item = (i32, &Balance)> {
        self.balances.iter().map(|((_, centro), (_, now))| (*centro, now))
    }

    /// What there is of a SKU in a centre.
    pub fn balance(&self, account: Account) -> Option<&Balance> {
        self.balances.get(&account).map(|(_, now)| now)
    }

    /// The number of a SKU that is here.
    pub fn number(&self, sku: &str) -> Option<i64> {
        self.by_code.get(sku).copied()
    }

    /// Whether a SKU lies in more than one centre.
    pub fn spread(&self) -> bool {
        self.balances.keys().any(|(_, centro)| *centro != CENTRO_PADRAO)
    }

    /// A SKU comes into a centre; its ledger there, if there was one, ends at `last`.
    pub fn open(&mut self, (num, centro): Account, last: i64) {
        let Some((_, main)) = self.balances.get_mut(&(num, CENTRO_PADRAO)) else { return };
        main.centros += 1;
        let new = Balance { estoque: 0, reservado: 0, movimentos: last, ..main.clone() };
        self.balances.insert((num, centro), (new.clone(), new));
        self.opened.insert((num, centro));
    }

    /// An order has come in, which takes from these centres, the first one first; from the one that every
    /// user has where none of them has ever had the SKU. Answers what is missing, by SKU.
    pub fn take_in(
        &mut self,
        pedido: PedidoId,
        (sold, centros): (&[Sold<'_>], &[i32]),
        fase: Fase,
        causa: CausaMovimento,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let mut missing = Vec::new();
        let why = Why { causa, pedido: Some(pedido) };
        for Sold { sku, lines } in sold {
            let Some(num) = self.by_code.get(*sku).copied() else { continue };
            let accounts = self.accounts(num, centros);
            let left = |account: &Account| {
                self.balance(*account).map_or(0, |now| i64::from(now.estoque) - now.reservado)
            };
            let left: Vec<i64> = accounts.iter().map(left).collect();
            let mut short = 0;
            for share in allocate(lines, &left) {
                let Some(account) = accounts.get(share.index) else { continue };
                let Some((_, balance)) = self.balances.get(account) else { continue };
                let (control, stock) = (balance.control()?, i64::from(balance.estoque));
                let (new, rest) = Reserva::of_new(control, &share.lines, fase, self.now, stock);
                if new == Reserva::default() {
                    continue;
                }
                self.post(*account, rest - stock, new.held(), why);
                short += share.short;
                let key = Key { sku_num: num, centro_num: account.1, pedido_id: pedido.0 };
                self.reservas.insert(key, (None, Reserva { short: share.short, ..new }));
                self.note_place(key, &share.lines);
            }
            if short > 0 {
                missing.push(((*sku).to_owned(), short));
            }
        }
        Ok(missing)
    }

    /// A new order's units of some lines lie in a centre.
    fn note_place(&mut self, key: Key, lines: &[UnitsOfLine]) {
        let of_order = (key.pedido_id, key.sku_num);
        if key.centro_num == CENTRO_PADRAO && !self.spread() {
            return;
        }
        let part =
            |(line, units): &UnitsOfLine| Placed { line: *line, centro: key.centro_num, units: *units };
        self.placed.entry(of_order).or_default().extend(lines.iter().map(part));
    }

    /// Where a new order's units of a SKU lie; nothing: all in the centre that every user has.
    pub fn placed(&self, sku_num: i64, pedido_id: i64) -> Vec<Placed> {
        let all = self.placed.get(&(pedido_id, sku_num)).cloned().unwrap_or_default();
        if all.iter().all(|part| part.centro == CENTRO_PADRAO) { Vec::new() } else { all }
    }

    /// Where a SKU lies, of some centres.
    fn accounts(&self, num: i64, centros: &[i32]) -> Vec<Account> {
        let all = centros.iter().map(|centro| (num, *centro));
        let there: Vec<Account> = all.filter(|account| self.balances.contains_key(account)).collect();
        if there.is_empty() { vec![(num, CENTRO_PADRAO)] } else { there }
    }

    /// What an order holds of a SKU, by centre.
    pub fn held_by(&self, sku_num: i64, pedido_id: i64) -> Vec<Key> {
        let of_sku = self.balances.range((sku_num, i32::MIN)..=(sku_num, i32::MAX));
        let keys = of_sku.map(|((_, centro_num), _)| Key { sku_num, centro_num: *centro_num, pedido_id });
        keys.filter(|key| self.reservas.contains_key(key)).collect()
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
            (self.balances.get(&key.account()), self.reservas.get(&key).cloned())
        else {
            return Ok(());
        };
        let (held, stock) = (before.held(), i64::from(balance.estoque));
        let (after, rest) = before.after(lines, ended, &step(balance.control()?), stock);
        let why = Why { causa: CausaMovimento::Status, pedido: Some(PedidoId(key.pedido_id)) };
        self.post(key.account(), rest - stock, after.held() - held, why);
        self.set(key, after);
        Ok(())
    }

    /// The stock of a SKU in a centre has been told; what the owner took over before `as_of` is contained in
    /// it. Of a SKU whose reservations are all here.
    pub fn tell(
        &mut self,
        account: Account,
        stock: i32,
        as_of: Instante,
        causa: CausaMovimento,
    ) -> Result<(), StoreError> {
        let Some((_, balance)) = self.balances.get(&account) else { return Ok(()) };
        let difference = i64::from(stock) - i64::from(balance.estoque);
        let mut released = 0;
        if balance.control()? == ControleEstoque::Erp {
            for (_, (_, reserva)) in self.reservas.range_mut(of_account(account)) {
                let after = reserva.clone().contained(as_of);
                released += reserva.held() - after.held();
                *reserva = after;
            }
        }
        self.told.insert(account.0);
        self.post(account, difference, -released, Why { causa, pedido: None });
        Ok(())
    }

    /// The stock of a SKU in a centre is varied.
    pub fn vary(&mut self, account: Account, by: i32) {
        self.told.insert(account.0);
        self.post(account, by.into(), 0, Why { causa: CausaMovimento::Variacao, pedido: None });
    }

    /// The stock of a SKU comes into other hands, centre by centre. `lines` are those of an order that are of
    /// the SKU, as they stand.
    pub fn hand_over<'a>(
        &mut self,
        account: Account,
        to: ControleEstoque,
        lines: impl Fn(PedidoId) -> &'a [Line],
    ) {
        let keys: Vec<Key> = self.reservas.range(of_account(account)).map(|(key, _)| *key).collect();
        let before = self.balance(account).map_or(0, |now| i64::from(now.estoque));
        let (mut stock, mut held) = (before, 0);
        for key in keys {
            let Some((_, reserva)) = self.reservas.get(&key).cloned() else { continue };
            held -= reserva.held();
            let (after, rest) = reserva.handed_over(to, lines(PedidoId(key.pedido_id)), stock);
            held += after.held();
            stock = rest;
            self.set(key, after);
        }
        self.told.insert(account.0);
        self.post(account, stock - before, held, Why { causa: CausaMovimento::Controle, pedido: None });
        if let Some((_, balance)) = self.balances.get_mut(&account) {
            balance.controle = to.code();
        }
    }

    /// The owner has taken an order over.
    pub fn taken_over(&mut self, key: Key) {
        if let Some((_, reserva)) = self.reservas.get_mut(&key) {
            reserva.taken_over = reserva.taken_over.or(Some(self.now));
        }
    }

    /// The ledger of a SKU goes on that nobody kept for a while: `last` is the stock of its last entry.
    pub fn resume(&mut self, account: Account, last: i32) {
        let Some((_, balance)) = self.balances.get_mut(&account) else { return };
        let missed = i64::from(balance.estoque) - i64::from(last);
        if missed != 0 {
            let why = Why { causa: CausaMovimento::Controle, pedido: None };
            self.movimentos.push(entry(self.loja, self.now, (balance, account.1), (missed, 0), why));
        }
    }

    /// Sets what an order holds.
    fn set(&mut self, key: Key, value: Reserva) {
        if let Some((_, now)) = self.reservas.get_mut(&key) {
            *now = value;
        }
    }

    /// Writes a change of stock (which ends at zero, and at the most that a stock can be) and of what orders
    /// hold into the ledger.
    fn post(&mut self, account: Account, stock: i64, held: i64, why: Why) {
        let Some((_, balance)) = self.balances.get_mut(&account) else { return };
        let after = (i64::from(balance.estoque) + stock).clamp(0, i64::from(i32::MAX));
        let after = i32::try_from(after).unwrap_or(i32::MAX);
        let done = i64::from(after) - i64::from(balance.estoque);
        balance.estoque = after;
        balance.reservado += held;
        if balance.kept() && (done != 0 || held != 0) {
            self.movimentos.push(entry(self.loja, self.now, (balance, account.1), (done, held), why));
        }
    }
}

fn of_account((sku_num, centro_num): Account) -> std::ops::RangeInclusive<Key> {
    let key = |pedido_id| Key { sku_num, centro_num, pedido_id };
    key(i64::MIN)..=key(i64::MAX)
}

/// The next entry of the ledger of a SKU in a centre, by what has just changed.
fn entry(
    loja: LojaId,
    now: Instante,
    (balance, centro): (&mut Balance, i32),
    changes: (i64, i64),
    why: Why,
) -> MovimentoRow {
    balance.movimentos += 1;
    MovimentoRow::new(loja, now, (balance, centro), changes, why)
}
