//! A store with orders that crowd: few instants, some of them shared by many orders.

use domain::canal::Canal;
use domain::interface_b::registro::Observacao;
use domain::pedido::{MudancaStatus, Pedido, StatusPedido};
use domain::reading::json::ler_json;
use domain::usuario::Usuario;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId, UsuarioId};
use serde_json::json;
use store::pedidos::{self, ConferenciaContagens, CriacaoPedido};
use store::{Store, StoreConfig, StoreError, Tx, aplicacoes, canais, usuarios};

use crate::suporte::{Banco, BancoDeTeste, modelos};

pub const FORMAS: [i32; 4] = [1, 3, 20, 99];
const SEGUNDO: i64 = 1_000_000;
const DIA: i64 = 86_400 * SEGUNDO;
/// Around which dates lie: before 1970 as well, and where 32 days begin.
const CENTROS: [i64; 4] = [-3 * DIA, 0, 20_000 * DIA, 20_448 * DIA];

/// A small repeatable source of chance.
#[derive(Clone)]
pub struct Dado(pub u64);

impl Dado {
    pub fn ate(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub fn de<'a, T>(&mut self, opcoes: &'a [T]) -> &'a T {
        &opcoes[self.ate(opcoes.len() as u64) as usize]
    }
}

/// A database with one store in it.
pub struct Mundo {
    pub store: Store,
    pub loja: LojaId,
    pub banco: BancoDeTeste,
}

impl Mundo {
    /// With buckets that hold so many orders.
    pub fn novo(banco: Banco, por_balde: u32) -> Option<Self> {
        let banco = BancoDeTeste::novo(banco)?;
        let store = abrir(&banco.url, por_balde);
        let loja = store.write_blocking(criar_loja).unwrap();
        Some(Self { store, loja, banco })
    }

    /// On both databases, those that are to be had here.
    pub fn nos_dois(por_balde: u32) -> impl Iterator<Item = Self> {
        [Banco::Sqlite, Banco::Postgres].into_iter().filter_map(move |banco| Self::novo(banco, por_balde))
    }

    /// Runs one random change.
    pub fn mexer(&self, dado: &mut Dado, conhecidos: &mut Vec<i64>) {
        let loja = self.loja;
        let sorteado = (!conhecidos.is_empty()).then(|| PedidoId(*dado.de(conhecidos)));
        match (dado.ate(7), sorteado) {
            (0..=1, Some(id)) => {
                let passo = mudanca(dado);
                escrever(&self.store, move |tx| pedidos::mover(tx, loja, id, &passo).map(|_| ())).unwrap();
            }
            (2, Some(id)) => {
                escrever(&self.store, move |tx| pedidos::observar(tx, loja, id, nota()).map(|_| ())).unwrap();
            }
            (3, Some(id)) => {
                escrever(&self.store, move |tx| pedidos::marcar_integrado(tx, loja, id).map(|_| ())).unwrap();
            }
            (6, Some(_)) => {
                let historias = historias(dado, conhecidos);
                escrever(&self.store, move |tx| {
                    let lote: Vec<_> =
                        historias.iter().map(|(id, passos)| (*id, passos.as_slice())).collect();
                    pedidos::mover_lote(tx, loja, &lote).map(|_| ())
                })
                .unwrap();
            }
            (4, _) => {
                let lote: Vec<pedidos::Entrada> =
                    (0..1 + dado.ate(40)).map(|_| pedido(dado).into()).collect();
                let feitos = escrever(&self.store, move |tx| pedidos::create_lote(tx, loja, &lote)).unwrap();
                conhecidos.extend(feitos.iter().filter_map(criado));
            }
            _ => {
                let novo = pedidos::Entrada::from(pedido(dado));
                let feito = escrever(&self.store, move |tx| pedidos::create(tx, loja, &novo)).unwrap();
                conhecidos.extend(criado(&feito));
            }
        }
    }

    /// Compares every counter with a count, and fails if one differs.
    #[track_caller]
    pub fn conferir(&self) -> ConferenciaContagens {
        conferir(&self.store, self.loja)
    }

    /// Waits for folds that others may be at, and folds the rest.
    pub fn dobrar(&self) {
        let store = self.store.clone();
        actix_web::rt::System::new()
            .block_on(async move { while store.dobrar_contagens().await.unwrap() > 0 {} });
    }
}

pub fn abrir(url: &str, por_balde: u32) -> Store {
    let config = StoreConfig {
        durability: store::Durability::Normal,
        espera: std::time::Duration::from_secs(60),
        ..StoreConfig::new(url)
    };
    Store::open_with_buckets(&config, por_balde).unwrap()
}

#[track_caller]
pub fn conferir(store: &Store, loja: LojaId) -> ConferenciaContagens {
    let conferencia = store.read_blocking(|conn| pedidos::conferir_contagens(conn, loja)).unwrap();
    assert_eq!(conferencia.divergencias, [], "of {} counters", conferencia.baldes);
    conferencia
}

/// A write whose error is the store's.
pub fn escrever<T: Send + 'static>(
    store: &Store,
    f: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    store.write_blocking(f)
}

fn criar_loja(tx: &mut Tx<'_>) -> Result<LojaId, StoreError> {
    let aplicacao = aplicacoes::create(tx, "contagens")?.unwrap().id;
    let usuario: Usuario = serde_json::from_value(modelos::usuario("u")).unwrap();
    usuarios::create(tx, aplicacao, &usuario)?;
    let loja = usuarios::resolver(tx, aplicacao, &UsuarioId::parse("u").unwrap())?.unwrap().id;
    let canal: Canal = ler_json(modelos::canal("canal").to_string().as_bytes()).unwrap();
    canais::create(tx, loja, &canal)?;
    Ok(loja)
}

/// An order, perhaps of an instant that many share, perhaps one that came before.
pub fn pedido(dado: &mut Dado) -> Pedido {
    let centro = *dado.de(&CENTROS);
    let data = match dado.ate(5) {
        0..=1 => centro,
        2 => centro + dado.ate(3) as i64 * SEGUNDO,
        3 => centro + dado.ate(200) as i64 * 3600 * SEGUNDO,
        _ => centro + dado.ate(400) as i64 * DIA,
    };
    let status = *dado.de(StatusPedido::TODOS);
    let mut corpo = modelos::pedido("canal", &format!("P{}", dado.ate(100_000)), "S");
    corpo["data"] = json!(Instante::from_micros(data).to_string());
    corpo["status"] = json!(status);
    corpo["informacaoAdicional"] =
        json!([{"chave": "formaPagamentoId", "valor": dado.de(&FORMAS).to_string()}]);
    ler_json(corpo.to_string().as_bytes()).unwrap()
}

/// Some orders, each with up to three moves.
fn historias(dado: &mut Dado, conhecidos: &[i64]) -> Vec<(PedidoId, Vec<MudancaStatus>)> {
    let mut ids: Vec<i64> = (0..1 + dado.ate(8)).map(|_| *dado.de(conhecidos)).collect();
    ids.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
    ids.dedup();
    ids.into_iter().map(|id| (PedidoId(id), (0..dado.ate(4)).map(|_| mudanca(dado)).collect())).collect()
}

pub fn mudanca(dado: &mut Dado) -> MudancaStatus {
    let passo = json!({"status": dado.de(StatusPedido::TODOS), "motivo": "porque sim"});
    ler_json(passo.to_string().as_bytes()).unwrap()
}

fn nota() -> Observacao {
    Observacao { observacao: "x".to_owned(), usuario: String::new(), data: Instante::agora(), publica: false }
}

fn criado(feito: &CriacaoPedido) -> Option<i64> {
    match feito {
        CriacaoPedido::Criado { pedido, .. } => Some(pedido.pedido_id.0),
        _ => None,
    }
}
