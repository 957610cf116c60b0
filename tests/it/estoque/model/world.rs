//! A store of the program's beside a model of it.

use std::collections::BTreeMap;
use std::fmt::Debug;

use domain::canal::Canal;
use domain::estoque::{Centro, DadosCentro};
use domain::interface_b::produto::NewProduto;
use domain::reading::json::{FromJson, read_json};
use domain::sku::Sku;
use domain::usuario::Usuario;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, CanalId, LojaId, SkuId, UsuarioId};
use serde_json::{Value, json};
use store::produtos::{self, CreateProdutoOutcome};
use store::{Store, StoreError, Tx, aplicacoes, canais, centros, skus, usuarios};

use super::centres::{Channel, Limits};
use super::rules::Model;
use crate::counts::world::{Dice, open};
use crate::support::{Database, TestDatabase, models};

/// SKUs that orders name. Some are registered from the beginning.
pub const SKUS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
/// Centres besides the one that every user has.
pub const CENTRES: [i32; 2] = [2, 3];
pub const CHANNELS: [&str; 5] = ["c1", "c2", "c3", "c4", "c5"];

/// A database, and the store that lives now.
pub struct World {
    /// The server that does what comes next.
    pub store: Store,
    /// All of them: two on PostgreSQL.
    servers: Vec<Store>,
    pub aplicacao: AplicacaoId,
    pub loja: LojaId,
    pub seed: u64,
    pub model: Model,
    pub channels: BTreeMap<&'static str, Channel>,
    /// What was told last of each offer, by channel and SKU.
    pub told: BTreeMap<(String, String), i64>,
    /// The place of the log to go on reading from.
    pub place: i64,
    /// Instants, with the first step that came after them.
    pub instants: Vec<(Instante, u64)>,
    /// Bodies of orders that came in.
    pub sent: Vec<Value>,
    pub history: Vec<String>,
    /// Last: it goes when nobody uses it any more.
    database: TestDatabase,
}

/// A value out of a body, as the interfaces read it.
pub fn read<T: FromJson>(body: &Value) -> T {
    read_json(body.to_string().as_bytes()).unwrap()
}

pub fn code(sku: &str) -> SkuId {
    SkuId::parse(sku).unwrap()
}

/// A SKU's body with this stock.
pub fn sku(code: &str, stock: i64) -> Sku {
    let mut body = models::sku(code);
    body["estoque"] = json!(stock);
    read(&body)
}

pub fn channel(id: &str, percent: i64) -> Canal {
    let mut body = models::canal(id);
    body["percentualEstoque"] = json!(percent);
    read(&body)
}

impl World {
    pub fn new(database: Database) -> Option<Self> {
        let count = match database {
            Database::Sqlite => 1,
            Database::Postgres => 2,
        };
        let database = TestDatabase::new(database)?;
        let servers: Vec<Store> = (0..count).map(|_| open(&database.url)).collect();
        let store = servers[0].clone();
        let aplicacao =
            store.write_blocking(|tx| Ok::<_, StoreError>(aplicacoes::create(tx, "modelo")?.unwrap().id));
        let aplicacao = aplicacao.unwrap();
        let (channels, told, instants, sent, history) = Default::default();
        Some(Self {
            store,
            servers,
            aplicacao,
            loja: LojaId { aplicacao, loja: 0 },
            seed: 0,
            model: Model::new(),
            channels,
            told,
            place: 1,
            instants,
            sent,
            history,
            database,
        })
    }

    /// Begins anew, with a new user.
    pub fn new_store(&mut self, seed: u64) {
        let (aplicacao, name) = (self.aplicacao, format!("u{seed}"));
        self.seed = seed;
        (self.model, self.history, self.sent) = (Model::new(), Vec::new(), Vec::new());
        self.instants.clear();
        self.told.clear();
        self.loja = self.write(move |tx| {
            let usuario: Usuario = read(&models::usuario(&name));
            usuarios::create(tx, aplicacao, &usuario)?;
            Ok(usuarios::resolve(tx, aplicacao, &UsuarioId::parse(&name).unwrap())?.unwrap().id)
        });
        let percents = [100, 50, 33, 100, 10];
        for (id, percent) in CHANNELS.into_iter().zip(percents) {
            let (loja, canal) = (self.loja, channel(id, percent));
            self.write(move |tx| canais::create(tx, loja, &canal).map(|_| ()));
            let (own_limits, own) = Default::default();
            self.channels.insert(id, Channel { percent, limits: Limits::default(), own_limits, own });
            self.model.sells_from.insert(id.to_owned(), Vec::new());
        }
        for centre in CENTRES {
            self.set_centre(centre, i64::from(centre));
        }
        for (code, stock) in SKUS.into_iter().zip([10, 0, 3, 100, 25]) {
            self.register(code, stock);
        }
    }

    /// Another server goes on; now and then one that has just been started in its place.
    pub fn change_server(&mut self, dice: &mut Dice) {
        let next = dice.until(self.servers.len() as u64) as usize;
        if dice.until(80) == 0 {
            self.servers[next] = open(&self.database.url);
        }
        self.store = self.servers[next].clone();
    }

    /// A centre is registered, or gets another number of order.
    pub fn set_centre(&mut self, centro_id: i32, order: i64) {
        let (loja, dados) = (self.loja, DadosCentro { nome: "Galpão".to_owned(), prioridade: order as i32 });
        self.write(move |tx| centros::set(tx, loja, &Centro { centro_id, dados: dados.clone() }));
        self.model.centres.insert(centro_id, order);
    }

    pub fn register(&mut self, code: &'static str, stock: i64) {
        let (loja, new) = (self.loja, sku(code, stock));
        self.write(move |tx| skus::upsert(tx, loja, &new).map(|_| ()));
        self.model.register(code, stock, &[]);
    }

    /// A product is registered by its store's own system, with what lies of it in other centres.
    pub fn register_in(&mut self, code: &'static str, stock: i64, elsewhere: &[(i32, i64)]) {
        let in_centre =
            |(centre, stock): &(i32, i64)| json!({ "estoqueFisico": stock, "centroDistribuicaoId": centre });
        let all: Vec<Value> = [(1, stock)].iter().chain(elsewhere).map(in_centre).collect();
        let body = json!({ "sku": code, "nome": code, "precoPor": 10, "estoque": all });
        let (loja, new) = (self.loja, read::<NewProduto>(&body));
        let outcome = self.write(move |tx| {
            let source = new.source().unwrap().0;
            produtos::create(tx, loja, source, (&[], &new.0.saldos))
        });
        assert!(matches!(outcome, CreateProdutoOutcome::Created(_)), "{outcome:?}");
        self.model.register(code, stock, elsewhere);
    }

    /// One transaction, which succeeds.
    #[track_caller]
    pub fn write<T: Send + 'static>(
        &self,
        f: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        self.store.write_blocking(f).unwrap_or_else(|error| panic!("{error:?}\n{}", self.so_far()))
    }

    /// The number of a channel.
    pub fn channel_number(&self, id: &str) -> i32 {
        let (loja, id) = (self.loja, CanalId::parse(id).unwrap());
        self.store.read_blocking(|conn| canais::find(conn, loja, &id)).unwrap().unwrap().num
    }

    /// What was done, for whoever has to look into a difference.
    pub fn so_far(&self) -> String {
        let last = self.history.len().saturating_sub(400);
        format!("seed {}, the last steps:\n{}", self.seed, self.history[last..].join("\n"))
    }

    #[track_caller]
    pub fn same<T: PartialEq + Debug>(&self, what: &str, found: &T, expected: &T) {
        assert!(
            found == expected,
            "{what}: found {found:?}, and the model has {expected:?}\n{}",
            self.so_far()
        );
    }
}
