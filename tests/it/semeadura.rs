//! Made-up data, once stored: the same on both databases, and there through the interface.

use domain::pedido::Pedido;
use domain::tipo_canal::CatalogoTipos;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, UsuarioId};
use sample::Plan;
use server::made_up;
use store::paging::{PageRequest, PageStart};
use store::{Store, aplicacoes, pedidos, usuarios};

use crate::suporte::app::em_bloco;
use crate::suporte::{Banco, BancoDeTeste};

const PLANO: Plan =
    Plan::new(Instante::from_micros(1_780_000_000_000_000)).users(2).skus(120).orders(300).days(60).seed(5);

fn semear(store: &Store) -> Vec<Pedido> {
    let (nome, _) = made_up::fill(store, &PLANO, "seed", CatalogoTipos::shipped().tipos()).unwrap();
    let aplicacao = store.read_blocking(|conn| aplicacoes::find(conn, &nome)).unwrap().unwrap().id;
    let id = UsuarioId::parse("loja-1").unwrap();
    let loja = store.read_blocking(|conn| usuarios::resolver(conn, aplicacao, &id)).unwrap().unwrap().id;
    todos(store, loja)
}

/// Every order of a store by cursor, their numbers taken away.
fn todos(store: &Store, loja: LojaId) -> Vec<Pedido> {
    let mut pedidos = Vec::new();
    let mut pagina = PageRequest::first(70);
    loop {
        let lida = store
            .read_blocking(move |conn| pedidos::list(conn, loja, &pedidos::Filtro::default(), pagina))
            .unwrap();
        assert_eq!(lida.total, 150);
        for row in lida.rows {
            let mut pedido: Pedido = serde_json::from_str(&row.documento).unwrap();
            assert_eq!(pedido.pedido_id, row.pedido_id);
            pedido.pedido_id = domain::values::ids::PedidoId(0);
            pedidos.push(pedido);
        }
        match lida.next {
            Some(cursor) => pagina.start = PageStart::After(cursor),
            None => return pedidos,
        }
    }
}

/// What interface B sends of an order is kept ready; whatever wrote or moved the order, it must be what a fresh
/// rendering gives.
#[test]
fn stored_records_equal_fresh_ones() {
    for banco in [Banco::Sqlite, Banco::Postgres] {
        let Some(banco) = BancoDeTeste::novo(banco) else { continue };
        let store = Store::open(&store::StoreConfig::new(banco.url.as_str())).unwrap();
        let pedidos = semear(&store);
        let aplicacao = store.read_blocking(|conn| aplicacoes::find(conn, "seed")).unwrap().unwrap().id;
        for usuario in ["loja-1", "loja-2"] {
            let id = UsuarioId::parse(usuario).unwrap();
            let loja =
                store.read_blocking(|conn| usuarios::resolver(conn, aplicacao, &id)).unwrap().unwrap().id;
            let conferidos = store.read_blocking(|conn| pedidos::conferir_registros(conn, loja)).unwrap();
            assert_eq!(conferidos.divergencias, []);
            assert_eq!(conferidos.comparados, pedidos.len());
        }
    }
}

#[test]
fn the_same_seed_stores_the_same_orders_everywhere() {
    let abrir = |banco: &BancoDeTeste| Store::open(&store::StoreConfig::new(banco.url.as_str())).unwrap();
    let banco = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    let primeiros = semear(&abrir(&banco));
    assert_eq!(primeiros.len(), 150);
    let outro = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    assert_eq!(semear(&abrir(&outro)), primeiros);
    if let Some(postgres) = BancoDeTeste::novo(Banco::Postgres) {
        assert_eq!(semear(&abrir(&postgres)), primeiros);
    }
}

nos_dois_bancos! {
    async fn made_up_data_are_there_through_the_interface(app: TestApp) {
        let (_, feito) = em_bloco(&app.store, |store| {
            made_up::fill(store, &PLANO, "seed", CatalogoTipos::shipped().tipos())
        });
        let a = app.a.com_chave(Some(&feito.app_key));
        let total = async |caminho: &str| {
            a.get(caminho).await.json_de(200)["metadados"]["total"].as_i64().unwrap()
        };
        assert_eq!(total("/Usuario").await, 2);
        assert_eq!(total("/Canal?usuarioId=loja-1").await, 4);
        assert_eq!(total("/sku?usuarioId=loja-1").await, 60);
        assert_eq!(total("/Pedido?usuarioId=loja-2").await, 150);
        let mut por_status = 0;
        for status in ["AguardandoPagamento", "Pago", "Faturado", "Enviado", "Entregue", "Cancelado"] {
            por_status += total(&format!("/Pedido?usuarioId=loja-1&status={status}")).await;
        }
        assert_eq!(por_status, 150);
        let b = app.b.com_chave(Some(&feito.stores[0].store_key));
        let arvore = b.get("/categorias?hierarquia=true").await.json_de(200);
        assert!(arvore[0]["subCategorias"].is_array(), "{arvore}");
    }
}
