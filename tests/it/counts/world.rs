//! A store with orders that crowd: few instants, some of them shared by many orders.

use domain::canal::Canal;
use domain::interface_b::registro::Observacao;
use domain::interface_b::situacao_pedido::SITUACOES;
use domain::pedido::{MudancaStatus, Pedido, StatusPedido, Transition};
use domain::reading::json::read_json;
use domain::usuario::Usuario;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId, UsuarioId};
use serde_json::json;
use store::orders::{self, CountsCheck, CreatePedidoOutcome};
use store::{Store, StoreConfig, StoreError, Tx, aplicacoes, canais, usuarios};

use crate::support::{Database, TestDatabase, models};

pub const FORMAS: [i32; 4] = [1, 3, 20, 99];
const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;
/// Around which dates lie: before 1970 as well, and where 32 days begin.
const CENTRES: [i64; 4] = [-3 * DAY, 0, 20_000 * DAY, 20_448 * DAY];

/// A small repeatable source of chance.
#[derive(Clone)]
pub struct Dice(pub u64);

impl Dice {
    pub fn until(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn of<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        &options[self.until(options.len() as u64) as usize]
    }

    pub fn maybe(&mut self, one_in: u64) -> bool {
        self.until(one_in) == 0
    }
}

/// A database with one store in it.
pub struct World {
    pub store: Store,
    pub loja: LojaId,
    pub database: TestDatabase,
}

impl World {
    pub fn new(database: Database) -> Option<Self> {
        let database = TestDatabase::new(database)?;
        let store = open(&database.url);
        let loja = store.write_blocking(create_loja).unwrap();
        Some(Self { store, loja, database })
    }

    /// On both databases, those that are to be had here.
    pub fn on_both() -> impl Iterator<Item = Self> {
        [Database::Sqlite, Database::Postgres].into_iter().filter_map(Self::new)
    }

    /// Runs one random change.
    pub fn touch(&self, dice: &mut Dice, known: &mut Vec<i64>) {
        let loja = self.loja;
        let drawn = (!known.is_empty()).then(|| PedidoId(*dice.of(known)));
        match (dice.until(8), drawn) {
            (7, Some(id)) => {
                let step = store_step(dice);
                write(&self.store, move |tx| orders::transition(tx, loja, id, step.clone()).map(|_| ()))
                    .unwrap();
            }
            (0..=1, Some(id)) => {
                let step = change(dice);
                write(&self.store, move |tx| orders::move_on(tx, loja, id, &step).map(|_| ())).unwrap();
            }
            (2, Some(id)) => {
                write(&self.store, move |tx| orders::observe(tx, loja, id, nota()).map(|_| ())).unwrap();
            }
            (3, Some(id)) => {
                write(&self.store, move |tx| orders::mark_integrado(tx, loja, id).map(|_| ())).unwrap();
            }
            (6, Some(_)) => {
                let stories = stories(dice, known);
                write(&self.store, move |tx| {
                    let lote: Vec<_> = stories.iter().map(|(id, steps)| (*id, steps.as_slice())).collect();
                    orders::move_lote(tx, loja, &lote).map(|_| ())
                })
                .unwrap();
            }
            (4, _) => {
                let lote: Vec<orders::PedidoInput> =
                    (0..1 + dice.until(40)).map(|_| pedido(dice).into()).collect();
                let outcomes = write(&self.store, move |tx| orders::create_lote(tx, loja, &lote)).unwrap();
                known.extend(outcomes.iter().filter_map(created));
            }
            _ => {
                let new = orders::PedidoInput::from(pedido(dice));
                let done = write(&self.store, move |tx| orders::create(tx, loja, &new)).unwrap();
                known.extend(created(&done));
            }
        }
    }

    /// Compares every count with the orders, and fails if one differs.
    #[track_caller]
    pub fn check(&self) -> CountsCheck {
        check(&self.store, self.loja)
    }

    /// Waits for folds that others may be at, and folds the rest.
    pub fn fold(&self) {
        let store = self.store.clone();
        actix_web::rt::System::new().block_on(async move { while store.fold_counts().await.unwrap() > 0 {} });
    }
}

pub fn open(url: &str) -> Store {
    let config = StoreConfig {
        durability: store::Durability::Normal,
        wait: std::time::Duration::from_secs(60),
        ..StoreConfig::new(url)
    };
    Store::open(&config, crate::support::secrets()).unwrap()
}

#[track_caller]
pub fn check(store: &Store, loja: LojaId) -> CountsCheck {
    let checks = store.read_blocking(|conn| orders::check_counts(conn, loja)).unwrap();
    assert!(checks.divergences.is_empty(), "{checks:#?}");
    checks
}

/// A write whose error is the store's.
pub fn write<T: Send + 'static>(
    store: &Store,
    f: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    store.write_blocking(f)
}

fn create_loja(tx: &mut Tx<'_>) -> Result<LojaId, StoreError> {
    let aplicacao = aplicacoes::create(tx, "contagens")?.unwrap().id;
    let usuario: Usuario = serde_json::from_value(models::usuario("u")).unwrap();
    usuarios::create(tx, aplicacao, &usuario)?;
    let loja = usuarios::resolve(tx, aplicacao, &UsuarioId::parse("u").unwrap())?.unwrap().id;
    let canal: Canal = read_json(models::canal("canal").to_string().as_bytes()).unwrap();
    canais::create(tx, loja, &canal)?;
    Ok(loja)
}

/// An order, perhaps of an instant that many share, perhaps one that came before.
pub fn pedido(dice: &mut Dice) -> Pedido {
    let centre = *dice.of(&CENTRES);
    let date = match dice.until(5) {
        0..=1 => centre,
        2 => centre + dice.until(3) as i64 * SECOND,
        3 => centre + dice.until(200) as i64 * 3600 * SECOND,
        _ => centre + dice.until(400) as i64 * DAY,
    };
    let status = *dice.of(&StatusPedido::ALL);
    let mut body = models::pedido("canal", &format!("P{}", dice.until(100_000)), "S");
    body["data"] = json!(Instante::from_micros(date).to_string());
    body["status"] = json!(status);
    body["informacaoAdicional"] =
        json!([{"chave": "formaPagamentoId", "valor": dice.of(&FORMAS).to_string()}]);
    read_json(body.to_string().as_bytes()).unwrap()
}

/// Some orders, each with up to three moves.
fn stories(dice: &mut Dice, known: &[i64]) -> Vec<(PedidoId, Vec<MudancaStatus>)> {
    let mut ids: Vec<i64> = (0..1 + dice.until(8)).map(|_| *dice.of(known)).collect();
    ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
    ids.dedup();
    ids.into_iter().map(|id| (PedidoId(id), (0..dice.until(4)).map(|_| change(dice)).collect())).collect()
}

pub fn change(dice: &mut Dice) -> MudancaStatus {
    let step = json!({"status": dice.of(&StatusPedido::ALL), "motivo": "porque sim"});
    read_json(step.to_string().as_bytes()).unwrap()
}

/// A step of the store's own: of the order, or of its first item.
pub fn store_step(dice: &mut Dice) -> Transition {
    let situacao = dice.of(&SITUACOES);
    Transition {
        to: situacao.target(),
        lines: (dice.until(3) == 0).then(|| vec![0]),
        by_store: dice.until(2) == 0,
        motivo: situacao.motivo_or(String::new()),
        ..change(dice).into()
    }
}

fn nota() -> Observacao {
    Observacao { observacao: "x".to_owned(), usuario: String::new(), data: Instante::now(), publica: false }
}

fn created(done: &CreatePedidoOutcome) -> Option<i64> {
    match done {
        CreatePedidoOutcome::Created { pedido, .. } => Some(pedido.pedido_id.0),
        _ => None,
    }
}
