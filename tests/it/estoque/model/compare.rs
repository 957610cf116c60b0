//! What the program shows, and what the model has.

use std::collections::BTreeMap;

use domain::estoque::{CausaMovimento, ControleEstoque, Movimento};
use domain::evento::TipoEvento;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::CanalId;
use serde_json::Value;
use store::offers::{self, Showcase};
use store::paging::PageRequest;
use store::{Conn, StoreError, canais, events, inventory, skus, usuarios};

use super::super::announcing::announce_all;
use super::goods::{Entry, Hold, Keeper};
use super::world::{CHANNELS, World, code};

impl World {
    pub fn compare(&mut self) {
        self.compare_ledgers();
        self.compare_numbers();
        self.compare_shortfalls();
        let offers = self.compare_offers();
        // of SKUs that are changing hands it is told at the end
        if self.model.changing.is_empty() {
            self.announce();
            self.same("what was told", &self.told, &offers);
        }
        let loja = self.loja;
        let checks = self.read(|conn| inventory::check(conn, loja, 0, 1000));
        self.same("the check", &checks.problems, &Vec::new());
    }

    fn read<T>(&self, f: impl FnOnce(&mut Conn<'_>) -> Result<T, StoreError>) -> T {
        self.store.read_blocking(f).unwrap_or_else(|error| panic!("{error:?}\n{}", self.so_far()))
    }

    fn compare_numbers(&self) {
        for (sku, expected) in &self.model.skus {
            let saldo = self.read(|conn| inventory::saldo(conn, self.loja, &code(sku))).unwrap();
            let keeper = match saldo.controle {
                ControleEstoque::Nenhum => Keeper::Nobody,
                ControleEstoque::Erp => Keeper::Owner,
                ControleEstoque::Hub => Keeper::Hub,
            };
            self.same(sku, &keeper, &expected.keeper);
            let found = saldo.centros.iter();
            let found: Vec<_> =
                found.map(|one| (one.centro_id, (i64::from(one.estoque), one.reservado))).collect();
            let centres = expected.here().map(|centre| (centre, self.model.numbers(sku, centre)));
            self.same(sku, &found, &centres.collect());
        }
    }

    fn compare_ledgers(&self) {
        for (sku, of_sku) in &self.model.skus {
            let num = self.read(|conn| skus::number(conn, self.loja, &code(sku))).unwrap();
            for (centre, expected) in &of_sku.shelves {
                self.compare_ledger(&format!("{sku} in {centre}"), (num, *centre), &expected.ledger);
            }
        }
    }

    fn compare_ledger(&self, what: &str, account: (i64, i32), expected: &[Entry]) {
        let page = PageRequest::first(10_000);
        let mut page = self.read(|conn| inventory::movimentos(conn, self.loja, account, page)).rows;
        page.reverse();
        let numbers: Vec<i64> = page.iter().map(|one| one.numero).collect();
        self.same(what, &numbers, &(1..=page.len() as i64).collect());
        for (earlier, later) in page.iter().zip(page.iter().skip(1)) {
            let before = (later.estoque_anterior, later.reservado_anterior);
            self.same(what, &before, &(earlier.estoque, earlier.reservado));
        }
        let found: Vec<Entry> = page.iter().map(line).collect();
        let same = found.iter().zip(expected).take_while(|(one, other)| one == other).count();
        // what comes before the first difference says nothing
        self.same(what, &found[same..].to_vec(), &expected[same..].to_vec());
    }

    fn compare_shortfalls(&self) {
        let loja = self.loja;
        let page = self.read(|conn| inventory::faltas(conn, loja, PageRequest::first(10_000)));
        let found = page.rows.iter();
        let mut found: Vec<_> = found
            .map(|one| (one.pedido_id.0, one.sku.clone(), one.centro_id, one.reservada, one.falta))
            .collect();
        found.sort();
        let mut expected = Vec::new();
        for (id, order) in &self.model.orders {
            let short = order.holds.iter().filter(|(_, hold)| hold.held() > 0 && hold.short > 0);
            let line = |((sku, centre), hold): (&(String, i32), &Hold)| {
                (*id, sku.clone(), *centre, hold.held(), hold.short)
            };
            expected.extend(short.map(line));
        }
        self.same("shortfalls", &found, &expected);
    }

    /// The offers of all channels, which are the model's.
    fn compare_offers(&self) -> BTreeMap<(String, String), i64> {
        let (loja, kinds) = (self.loja, TypeCatalogue::shipped());
        let mut all = BTreeMap::new();
        for id in CHANNELS {
            let shown = self.read(|conn| {
                let canal = canais::find(conn, loja, &CanalId::parse(id).unwrap())?.unwrap();
                let tipo = kinds.find(&canal.canal.tipo_canal).unwrap();
                let showcase =
                    Showcase { loja: usuarios::uncached(conn, loja)?.unwrap(), canal: &canal, tipo };
                offers::list(conn, &showcase, offers::Filter::default(), PageRequest::first(100))
            });
            for oferta in shown.rows {
                let sku = oferta.sku.to_string();
                let (keeper, there) = (self.model.skus[&sku].keeper, self.model.for_sale(&sku, id));
                let expected = self.channels[id].shows(&sku, keeper, there);
                self.same(&format!("offer of {sku} in {id}"), &i64::from(oferta.estoque), &expected);
                all.insert((id.to_owned(), sku), expected);
            }
        }
        all
    }

    /// Tells what there is to tell, and notes it.
    fn announce(&mut self) {
        announce_all(&self.store).unwrap();
        let aplicacao = self.aplicacao;
        let told = [TipoEvento::OfertaAlterada].into_iter().collect();
        let filter = events::Filter { loja: Some(self.loja), tipos: told };
        loop {
            let stretch = self.read(|conn| events::list(conn, aplicacao, filter, self.place, 500));
            for event in &stretch.eventos {
                let event: Value = serde_json::from_str(&event.documento).unwrap();
                let text = |name: &str| event[name].as_str().unwrap().to_owned();
                let (key, dados) = ((text("canalId"), text("sku")), &event["dados"]);
                self.same("told before", &dados["estoqueAnterior"].as_i64(), &self.told.get(&key).copied());
                let now = dados["estoque"].as_i64().unwrap();
                self.told.insert(key, now);
            }
            if stretch.next == self.place {
                return;
            }
            self.place = stretch.next;
        }
    }
}

fn line(entry: &Movimento) -> Entry {
    let cause = match entry.causa {
        CausaMovimento::Pedido => "pedido",
        CausaMovimento::Status => "status",
        CausaMovimento::Saldo => "saldo",
        CausaMovimento::Variacao => "variacao",
        CausaMovimento::Cadastro => "cadastro",
        CausaMovimento::Controle => "controle",
        other => panic!("{other:?}"),
    };
    (cause, entry.estoque, entry.reservado)
}
