//! Random steps at the shelves: stock is told and varied in one centre or another, centres come and go.

use std::collections::BTreeSet;

use domain::estoque::CentrosCanal;
use domain::sku::{AjusteDatado, AjusteEmCentro, AjusteEstoque};
use domain::values::ids::{CanalId, SkuId};
use store::inventory::{RemoveCentroOutcome, StockOutcome};
use store::{canais, inventory};

use super::goods::MAIN;
use super::world::{CHANNELS, World, code};
use crate::counts::world::Dice;

impl World {
    /// A SKU in one of the centres that there are.
    fn any_account(&self, dice: &mut Dice) -> (String, i32) {
        let centres: Vec<i32> = self.model.centres.keys().copied().collect();
        (self.any_sku(dice), *dice.of(&centres))
    }

    /// In the main centre as in others, or without naming it.
    fn adjust(&self, (name, centre): &(String, i32), ajuste: AjusteDatado, dice: &mut Dice) -> bool {
        let (loja, which) = (self.loja, code(name));
        let centro_id = if *centre == MAIN && dice.until(3) > 0 { None } else { Some(*centre) };
        let ajuste = AjusteEmCentro { ajuste, centro_id };
        let outcome = self.write(move |tx| inventory::change_stock(tx, loja, which.as_str(), ajuste));
        matches!(outcome, StockOutcome::Done(_))
    }

    /// A number and as of when it was counted, with the step of that.
    fn any_number(&self, dice: &mut Dice) -> (AjusteDatado, u64) {
        // an empty shelf comes about as often as any other
        let stock = if dice.until(5) == 0 { 0 } else { dice.until(60) as i32 };
        let (data_referencia, step) = match dice.until(3) {
            0 => (None, self.model.step),
            _ => {
                let (instant, step) = *dice.of(&self.instants);
                (Some(instant), step)
            }
        };
        (AjusteDatado { ajuste: AjusteEstoque::Set(stock), data_referencia }, step)
    }

    fn any_variation(dice: &mut Dice) -> AjusteDatado {
        AjusteEstoque::Vary(*dice.of(&[-30, -3, -1, 1, 2, 10, 1_000_000_000])).into()
    }

    /// What becomes of a change: whether it is made.
    fn expected(&mut self, (name, centre): &(String, i32), ajuste: AjusteDatado, step: u64) -> bool {
        self.note(format!("{name} in {centre}: {ajuste:?}, as of step {step}"));
        match ajuste.ajuste {
            AjusteEstoque::Set(stock) => {
                self.model.told((name, *centre), stock.into(), step, "saldo");
                true
            }
            AjusteEstoque::Vary(by) => self.model.varied(name, *centre, by.into()),
        }
    }

    pub fn tell(&mut self, dice: &mut Dice) {
        let (account, (ajuste, step)) = (self.any_account(dice), self.any_number(dice));
        let done = self.adjust(&account, ajuste, dice);
        let expected = self.expected(&account, ajuste, step);
        self.same("told", &done, &expected);
    }

    pub fn vary(&mut self, dice: &mut Dice) {
        let (account, ajuste) = (self.any_account(dice), Self::any_variation(dice));
        let done = self.adjust(&account, ajuste, dice);
        let expected = self.expected(&account, ajuste, self.model.step);
        self.same("varied", &done, &expected);
    }

    /// Numbers and variations in one batch.
    pub fn adjust_many(&mut self, dice: &mut Dice) {
        let accounts: BTreeSet<(String, i32)> = (0..=dice.until(8)).map(|_| self.any_account(dice)).collect();
        let changes: Vec<_> = accounts
            .into_iter()
            .map(|account| match dice.until(3) {
                0 => (account, (Self::any_variation(dice), self.model.step)),
                _ => (account, self.any_number(dice)),
            })
            .collect();
        let lote: Vec<(SkuId, AjusteEmCentro)> = changes
            .iter()
            .map(|((name, centre), (ajuste, _))| {
                (code(name), AjusteEmCentro { ajuste: *ajuste, centro_id: Some(*centre) })
            })
            .collect();
        let loja = self.loja;
        let outcomes = self.write(move |tx| {
            let lote: Vec<_> = lote.iter().map(|(sku, ajuste)| (sku.as_str(), *ajuste)).collect();
            inventory::change_stocks(tx, loja, &lote)
        });
        self.note(format!("{} at once", changes.len()));
        for ((account, (ajuste, step)), outcome) in changes.iter().zip(outcomes) {
            let expected = self.expected(account, *ajuste, *step);
            self.same("one of many", &matches!(outcome, StockOutcome::Done(_)), &expected);
        }
    }

    /// A centre goes, comes back, or orders take from it sooner or later than before.
    pub fn change_centre(&mut self, dice: &mut Dice) {
        let (loja, centre, order) = (self.loja, *dice.of(&[MAIN, 2, 3, 3]), dice.until(4) as i64);
        if centre == 3 && self.model.centres.contains_key(&centre) && dice.until(2) == 0 {
            self.empty(centre, dice);
            let outcome = self.write(move |tx| inventory::remove_centro(tx, loja, centre));
            self.note(format!("centre {centre} goes: {outcome:?}"));
            let done = self.model.remove_centre(centre);
            self.same("removed", &(outcome == RemoveCentroOutcome::Removed), &done);
        } else {
            self.note(format!("centre {centre} is number {order} in the order"));
            self.set_centre(centre, order);
        }
    }

    /// Mostly what lies in a centre, and what names it, goes first, as far as it does.
    fn empty(&mut self, centre: i32, dice: &mut Dice) {
        for name in self.model.registered.clone() {
            let here = self.model.skus[&name].here().any(|one| one == centre);
            if here && dice.until(12) > 0 {
                let told = AjusteDatado { ajuste: AjusteEstoque::Set(0), data_referencia: None };
                self.adjust(&(name.clone(), centre), told, dice);
                self.model.told((&name, centre), 0, self.model.step, "saldo");
            }
        }
        for id in CHANNELS {
            let rest = self.model.sells_from[id].iter().copied().filter(|one| *one != centre).collect();
            self.sell_from(id, rest);
        }
        self.note(format!("{centre} is emptied"));
    }

    pub fn sell_from(&mut self, id: &'static str, centros: Vec<i32>) {
        let (loja, canal, new) = (self.loja, CanalId::parse(id).unwrap(), CentrosCanal { centros });
        let as_set = new.clone();
        self.write(move |tx| {
            let canal = canais::find(tx, loja, &canal)?.unwrap();
            inventory::set_centros_of_canal(tx, loja, &canal, &as_set)
        });
        self.model.sells_from.insert(id.to_owned(), new.centros);
    }
}
