//! Random orders, random questions: totals and pages by number against a walk by cursor, which uses no
//! counts.

use domain::interface_b::situacao_pedido::SITUACOES;
use domain::loja_config::RecordStyle;
use domain::pedido::{Standing, StatusPedido};
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use serde_json::Value;
use store::orders::{self, DateKind, Filter, RegistrosFilter};
use store::paging::{PageRequest, PageStart, Range};

use super::world::{Dice, FORMAS, World};

const KINDS: [DateKind; 5] =
    [DateKind::Pedido, DateKind::Approval, DateKind::StatusChange, DateKind::Alteracao, DateKind::CreatedAt];

/// All that a walk sees, in its order.
fn traverse(
    size: u32,
    mut page_number: impl FnMut(PageRequest) -> (Vec<i64>, Option<PageStart>),
) -> Vec<i64> {
    let (mut all, mut start) = (Vec::new(), Some(PageStart::Page(1)));
    while let Some(of_this) = start {
        let (ids, following) = page_number(PageRequest { start: of_this, size });
        all.extend(ids);
        start = following;
    }
    all
}

/// Every page by number, and some beyond the end, against the walk.
fn compare(
    dice: &mut Dice,
    expected: &[i64],
    page_number: impl Fn(PageRequest) -> (Vec<i64>, i64),
    about: &str,
) {
    let size = 30 + dice.until(60) as u32;
    let pages = expected.len() as u64 / u64::from(size);
    for n in (1..=pages + 2).chain([pages + 1000, u64::MAX]) {
        let (ids, total) = page_number(PageRequest { start: PageStart::Page(n), size });
        let from = usize::try_from((n - 1).saturating_mul(u64::from(size)))
            .unwrap_or(usize::MAX)
            .min(expected.len());
        let until = from.saturating_add(size as usize).min(expected.len());
        assert_eq!(
            (total, ids.as_slice()),
            (expected.len() as i64, &expected[from..until]),
            "page {n} of {about}"
        );
    }
}

/// A page of records: orders, total and the next page.
fn registros(
    world: &World,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> (Vec<i64>, i64, Option<PageStart>) {
    let loja = world.loja;
    let (types, memory) = (TypeCatalogue::default(), orders::RegistrosCache::default());
    let with = orders::Rendering { style: RecordStyle::default(), types: &types, memory: &memory };
    let parsed =
        world.store.read_blocking(|conn| orders::list_registros(conn, loja, filter, wanted, with)).unwrap();
    let body: Value = serde_json::from_slice(&parsed.corpo.concat()).unwrap();
    let ids = body.as_array().unwrap().iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect();
    (ids, parsed.total, parsed.next.map(PageStart::After))
}

fn some_statuses(dice: &mut Dice) -> Vec<StatusPedido> {
    (0..1 + dice.until(3)).map(|_| *dice.of(&StatusPedido::ALL)).collect()
}

/// As interface B's numbers are asked for.
fn some_numbers(dice: &mut Dice) -> Vec<Standing> {
    (0..1 + dice.until(3)).flat_map(|_| dice.of(&SITUACOES).standings()).collect()
}

/// A range whose ends are dates of orders, or half a day away from them.
fn range(dice: &mut Dice, dates: &[i64]) -> Range {
    let mut end = || {
        let redirect = *dice.of(&[0, 0, 1, -1, 420_000_000, 43_200_000_000, -10_800_000_000]);
        (dice.until(4) > 0 && !dates.is_empty()).then(|| dice.of(dates) + redirect)
    };
    let (a, b) = (end(), end());
    let (from, until) = if b.is_some() && a > b { (b, a) } else { (a, b) };
    Range { de: from.map(Instante::from_micros), ate: until.map(Instante::from_micros) }
}

/// The dates of a store's orders, of each kind: as interface B shows them, and thus to the second.
fn dates(world: &World, dice: &mut Dice) -> Vec<i64> {
    let (all, ..) = registros(world, &RegistrosFilter::default(), PageRequest::first(250));
    let loja = world.loja;
    let mut dates = Vec::new();
    for id in all {
        let id = domain::values::ids::PedidoId(id);
        let found = world.store.read_blocking(|conn| orders::follow_up(conn, loja, id)).unwrap().unwrap();
        dates.push(found.pedido.data.micros());
        if dice.until(4) == 0 {
            dates.push(found.status_em.micros());
            dates.push(found.alterado_em.micros());
        }
    }
    dates
}

fn of_interface_b(world: &World, dice: &mut Dice, dates: &[i64]) {
    let filter = RegistrosFilter {
        tipo: *dice.of(&KINDS),
        ascending: dice.until(2) == 0,
        faixa: range(dice, dates),
        status: (dice.until(2) == 0).then(|| some_numbers(dice)),
        formas: (0..dice.until(3)).map(|_| *dice.of(&FORMAS)).collect(),
        valido: *dice.of(&[None, None, Some(true), Some(false)]),
        ..RegistrosFilter::default()
    };
    let expected = traverse(60, |wanted| {
        let (ids, _, following) = registros(world, &filter, wanted);
        (ids, following)
    });
    let page_number = |wanted| {
        let (ids, total, ..) = registros(world, &filter, wanted);
        (ids, total)
    };
    compare(dice, &expected, page_number, &format!("{filter:?}"));
}

fn of_interface_a(world: &World, dice: &mut Dice, dates: &[i64]) {
    let filter = Filter {
        status: if dice.until(2) == 0 { some_statuses(dice) } else { Vec::new() },
        data: if dice.until(3) > 0 { range(dice, dates) } else { Range::default() },
        changed: if dice.until(3) == 0 { range(dice, dates) } else { Range::default() },
        ..Filter::default()
    };
    let loja = world.loja;
    let read = |wanted| {
        let page = world.store.read_blocking(|conn| orders::list(conn, loja, &filter, wanted)).unwrap();
        (page.rows.iter().map(|r| r.pedido_id.0).collect(), page.total, page.next.map(PageStart::After))
    };
    let expected = traverse(200, |wanted| {
        let (ids, _, following) = read(wanted);
        (ids, following)
    });
    let page_number = |wanted| {
        let (ids, total, _) = read(wanted);
        (ids, total)
    };
    compare(dice, &expected, page_number, &format!("{filter:?}"));
}

fn of_not_integrated(world: &World, dice: &mut Dice) {
    let loja = world.loja;
    let read = |wanted| {
        let page = world.store.read_blocking(|conn| orders::not_integrated(conn, loja, wanted)).unwrap();
        (page.rows.iter().map(|id| id.0).collect(), page.total, page.next.map(PageStart::After))
    };
    let expected = traverse(200, |wanted| {
        let (ids, _, following) = read(wanted);
        (ids, following)
    });
    let page_number = |wanted| {
        let (ids, total, _) = read(wanted);
        (ids, total)
    };
    compare(dice, &expected, page_number, "the orders not taken over");
}

fn ask(world: &World, seed: u64) {
    let mut dice = Dice(seed);
    let mut known = Vec::new();
    for round in 0..3 {
        for _ in 0..80 {
            world.touch(&mut dice, &mut known);
        }
        world.check();
        let dates = dates(world, &mut dice);
        for _ in 0..6 {
            of_interface_b(world, &mut dice, &dates);
            of_interface_a(world, &mut dice, &dates);
        }
        of_not_integrated(world, &mut dice);
        if round == 1 {
            world.fold();
        }
    }
    assert!(known.len() > 400, "only {} orders", known.len());
    world.fold();
    world.check();
}

#[test]
fn every_page_by_number_is_the_one_that_a_walk_sees() {
    for world in World::on_both() {
        ask(&world, 1);
    }
}
