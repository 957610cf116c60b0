//! The generators: the same seed makes the same data, and all of it would pass the interface's own checks.

use std::collections::{HashMap, HashSet};

use domain::pedido::{MudancaStatus, Pedido, StatusPedido};
use domain::reading::json::{FromJson, read_json};
use domain::sku::Sku;
use domain::tipo_canal::{TipoCanal, TypeCatalogue};
use domain::values::dates::{Instante, Zone};
use domain::values::documents::{Cnpj, Cpf, Gtin, NfeKey};
use serde::Serialize;

use crate::catalogue::{self, SampleStore};
use crate::orders::{Orders, Story};
use crate::plan::Plan;

const NOW: Instante = Instante::from_micros(1_780_000_000_000_000);

/// The channel types that come along.
fn shipped() -> Vec<TipoCanal> {
    TypeCatalogue::shipped().kinds().to_vec()
}

fn store(seed: u64, number: u32) -> SampleStore {
    catalogue::store(seed, number, 400, &shipped()).unwrap()
}

fn stories(seed: u64, store: &SampleStore) -> Vec<Story> {
    Orders::new(seed, 0, store, 2_000, 90, NOW).map(Result::unwrap).collect()
}

fn read<T: FromJson>(value: &impl Serialize) -> T {
    let text = serde_json::to_string(value).unwrap();
    read_json(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

#[test]
fn the_same_seed_makes_the_same_data() {
    let (one, same, other) = (store(7, 0), store(7, 0), store(8, 0));
    assert_eq!(one.skus, same.skus);
    assert_eq!(one.canais, same.canais);
    assert_ne!(one.skus, other.skus);
    let text =
        |list: Vec<Story>| list.iter().map(|s| format!("{:?}{:?}", s.pedido, s.moves)).collect::<String>();
    assert_eq!(text(stories(7, &one)), text(stories(7, &same)));
    assert_ne!(text(stories(7, &one)), text(stories(8, &one)));
}

#[test]
fn skus_are_valid_unique_and_grouped() {
    let store = store(1, 0);
    assert_eq!(store.skus.len(), 400);
    let codes: HashSet<_> = store.skus.iter().map(|s| s.sku.clone()).collect();
    assert_eq!(codes.len(), 400);
    let mut groups: HashMap<&str, u32> = HashMap::new();
    for sku in &store.skus {
        assert_eq!(&read::<Sku>(sku), sku);
        assert!(sku.gtin == "SEM GTIN" || Gtin::parse(&sku.gtin).is_ok());
        *groups.entry(&sku.parent_id).or_default() += 1;
    }
    assert!(groups.values().any(|n| *n > 3));
}

#[test]
fn channels_are_of_different_types_and_satisfy_them() {
    let types = shipped();
    let mut used = HashSet::new();
    for number in 0..3 {
        let store = store(1, number);
        let own: HashSet<_> = store.canais.iter().map(|c| c.tipo_canal.clone()).collect();
        assert_eq!(own.len(), catalogue::CHANNELS);
        for canal in &store.canais {
            let kind = types.iter().find(|t| t.codigo == canal.tipo_canal).unwrap();
            let problems = canal.check_configuracoes(kind);
            assert!(problems.is_empty(), "{}: {problems:?}", canal.tipo_canal);
        }
        used.extend(own);
    }
    assert_eq!(used.len(), types.len());
}

#[test]
fn orders_are_valid_and_in_every_status() {
    let store = store(1, 0);
    let mut last = HashMap::new();
    let mut methods = HashSet::new();
    let mut before = Instante::from_micros(0);
    for story in stories(1, &store) {
        let pedido = &story.pedido;
        assert!(pedido.data >= before && pedido.data <= NOW);
        before = pedido.data;
        assert_eq!(read::<Pedido>(pedido), *pedido);
        assert_eq!(pedido.computed_total(), Some(pedido.total));
        let buyer = &pedido.usuario;
        assert!(if buyer.cpf.is_empty() {
            Cnpj::parse(&buyer.cnpj).is_ok()
        } else {
            Cpf::parse(&buyer.cpf).is_ok()
        });
        let mut status = pedido.status;
        for step in &story.moves {
            assert_eq!(read::<MudancaStatus>(step), *step);
            status.move_on(step.status, !step.motivo.is_empty()).unwrap();
            status = step.status;
            if let Some(invoice) = &step.nota_fiscal {
                NfeKey::parse(&invoice.chave).unwrap();
            }
        }
        *last.entry(status).or_insert(0) += 1;
        methods.insert(pedido.forma_pagamento_id());
    }
    assert_eq!(last.len(), StatusPedido::ALL.len(), "{last:?}");
    assert!(methods.len() >= 8, "{methods:?}");
}

#[test]
fn shares_add_up() {
    let plan = Plan::new(NOW).users(3);
    let sum = |total: u32| (0..3).map(|n| plan.share(total, n)).sum::<u32>();
    assert_eq!((sum(10), sum(7)), (10, 7));
}

#[test]
fn the_last_day_is_the_one_that_the_hub_has_now() {
    // 2026-05-29T01:26:40Z
    let plan = Plan::new(Instante::from_micros(NOW.micros() + 5 * 3_600_000_000)).days(1);
    let days = |plan: Plan| [plan.range().0.to_string(), plan.range().1.to_string()];
    assert_eq!(days(plan), ["2026-05-27", "2026-05-28"]);
    assert_eq!(days(plan.zone(Zone::UTC)), ["2026-05-28", "2026-05-29"]);
}
