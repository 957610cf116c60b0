//! Random sessions over random changes, held against what was in the list all the time.

use std::collections::BTreeSet;

use domain::loja_config::RecordStyle;
use domain::pedido::{Standing, StatusPedido};
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::PedidoId;
use serde_json::Value;
use store::orders::{
    self, DateKind, PageQuery, PageSessions, RegistrosCache, RegistrosFilter, Rendering, ResumePoint,
};
use store::paging::{Cursor, PageRequest, PageStart};

use super::orders::ids;
use crate::counts::world::{Dice, World, change, pedido, write};

const KINDS: [DateKind; 5] =
    [DateKind::Pedido, DateKind::Approval, DateKind::StatusChange, DateKind::Alteracao, DateKind::CreatedAt];

fn read(
    world: &World,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    from: &ResumePoint,
) -> ((Vec<i64>, Option<Cursor>), Option<orders::PageResult>) {
    let (loja, types, memory) = (world.loja, TypeCatalogue::default(), RegistrosCache::with_bytes(0));
    let with = Rendering { style: RecordStyle::default(), types: &types, memory: &memory };
    let (page, seen) = world
        .store
        .read_blocking(|conn| orders::list_registros_from(conn, loja, filter, wanted, from, with))
        .unwrap();
    let body: Value = serde_json::from_slice(&page.corpo.concat()).unwrap();
    ((ids(&body), page.next), seen)
}

/// Moves an order, or lets a new one come in.
fn touch(world: &World, dice: &mut Dice, known: &mut Vec<i64>) {
    let loja = world.loja;
    if known.len() < 40 || (known.len() < 80 && dice.until(4) == 0) {
        let new = orders::PedidoInput::from(pedido(dice));
        let done = write(&world.store, move |tx| orders::create(tx, loja, &new)).unwrap();
        if let orders::CreatePedidoOutcome::Created { pedido, .. } = done {
            known.push(pedido.pedido_id.0);
        }
        return;
    }
    let (id, step) = (PedidoId(*dice.of(known)), change(dice));
    write(&world.store, move |tx| orders::move_on(tx, loja, id, &step).map(|_| ())).unwrap();
}

/// Everything that is in the list right now.
fn present(world: &World, filter: &RegistrosFilter) -> BTreeSet<i64> {
    let (mut all, mut number) = (BTreeSet::new(), 1);
    loop {
        let wanted = PageRequest { start: PageStart::Page(number), size: 250 };
        let ((ids, _), _) = read(world, filter, wanted, &ResumePoint::COUNTED);
        if ids.is_empty() {
            return all;
        }
        all.extend(ids);
        number += 1;
    }
}

/// A program on its way through a list.
#[derive(Default)]
struct Program {
    page: u64,
    seen: Vec<i64>,
    /// What was in the list in every moment since it began.
    owed: Option<BTreeSet<i64>>,
    done: bool,
    /// It goes by cursors, and this is the last that it got.
    by_cursor: bool,
    next: Option<Cursor>,
}

struct Scene<'a> {
    world: &'a World,
    sessions: PageSessions,
    filter: RegistrosFilter,
    query: PageQuery,
    size: u32,
}

impl Scene<'_> {
    fn ask(&self, number: u64) -> Vec<i64> {
        let wanted = PageRequest { start: PageStart::Page(number), size: self.size };
        self.ask_for(wanted).0
    }

    /// A page, and what leads to the next.
    fn ask_for(&self, wanted: PageRequest) -> (Vec<i64>, Option<Cursor>) {
        let (from, pending) = self.sessions.resume_point(self.query, wanted, self.filter.ascending);
        let (page, result) = read(self.world, &self.filter, wanted, &from);
        if let Some((pending, result)) = pending.zip(result) {
            self.sessions.record(pending, result);
        }
        page
    }

    fn step(&self, program: &mut Program, ask_twice: bool) {
        if program.owed.is_none() {
            program.owed = Some(present(self.world, &self.filter));
        }
        program.page += 1;
        let start = match program.next.filter(|_| program.by_cursor) {
            Some(cursor) => PageStart::After(cursor),
            None => PageStart::Page(program.page),
        };
        let wanted = PageRequest { start, size: self.size };
        if ask_twice {
            self.ask_for(wanted);
        }
        let (ids, next) = self.ask_for(wanted);
        program.done = next.is_none();
        // what leads to a next page stands on every one but the last, and no page before that is short
        assert!(program.done || ids.len() == self.size as usize, "{ids:?} and more");
        program.next = next;
        program.seen.extend(ids);
    }

    fn watch(&self, programs: &mut [Program]) {
        let now = present(self.world, &self.filter);
        for program in programs.iter_mut().filter(|program| !program.done) {
            if let Some(owed) = &mut program.owed {
                owed.retain(|id| now.contains(id));
            }
        }
    }
}

fn filter(dice: &mut Dice) -> RegistrosFilter {
    RegistrosFilter {
        tipo: *dice.of(&KINDS),
        ascending: dice.until(2) == 0,
        status: match dice.until(3) {
            0 => Some(Standing::of_statuses(&[*dice.of(&StatusPedido::ALL), *dice.of(&StatusPedido::ALL)])),
            _ => None,
        },
        sku: (dice.until(4) == 0).then(|| "S".to_owned()),
        ..RegistrosFilter::default()
    }
}

fn play(world: &World, dice: &mut Dice, known: &mut Vec<i64>, programs: usize) -> usize {
    let scene = Scene {
        world,
        sessions: PageSessions::default(),
        filter: filter(dice),
        query: PageQuery { key: 1, parameters: [0; 16] },
        size: 3 + dice.until(9) as u32,
    };
    let about = format!("{:?} by {}", scene.filter, scene.size);
    let by_cursor = dice.until(2) == 0;
    let one = |_| Program { by_cursor, ..Program::default() };
    let mut programs: Vec<Program> = (0..programs).map(one).collect();
    let alone = programs.len() == 1;
    let left_off = dice.until(3);
    for _ in 0..left_off {
        for number in 1..=dice.until(4) {
            scene.ask(number);
        }
        touch(world, dice, known);
    }
    // a page that is asked again while orders leave the list is filled up from the next one
    // a scan that was left off may seem to be another program
    let exact = alone && scene.filter.status.is_none() && left_off == 0;
    while programs.iter().any(|program| !program.done) {
        let which = dice.until(programs.len() as u64) as usize;
        if !programs[which].done {
            let ask_twice = alone && programs[which].page > 0 && dice.until(5) == 0;
            scene.step(&mut programs[which], ask_twice);
        }
        for _ in 0..dice.until(4) {
            touch(world, dice, known);
        }
        scene.watch(&mut programs);
    }
    let mut shown = 0;
    for program in programs {
        let distinct: BTreeSet<i64> = program.seen.iter().copied().collect();
        let lost: Vec<i64> = program.owed.unwrap().difference(&distinct).copied().collect();
        assert_eq!(lost, [0; 0], "lost of {about}, alone: {alone}");
        assert!(!exact || distinct.len() == program.seen.len(), "twice: {:?} of {about}", program.seen);
        shown += program.seen.len();
    }
    shown
}

#[test]
fn whatever_changes_meanwhile_no_order_of_a_list_is_lost_and_none_comes_twice() {
    for world in World::on_both() {
        let (mut dice, mut known) = (Dice(4711), Vec::new());
        while known.len() < 40 {
            touch(&world, &mut dice, &mut known);
        }
        let mut shown = 0;
        for round in 0..24 {
            shown += play(&world, &mut dice, &mut known, 1 + round % 4);
        }
        assert!(shown > 300, "only {shown} orders were shown");
    }
}
