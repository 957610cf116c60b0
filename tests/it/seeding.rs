//! Made-up data, once stored: the same on both databases, and there through the interface.

use domain::pedido::Pedido;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, UsuarioId};
use sample::Plan;
use server::made_up;
use store::paging::{PageRequest, PageStart};
use store::{Store, aplicacoes, orders, usuarios};

use crate::support::app::run_blocking;
use crate::support::{Database, TestDatabase};

const PLAN: Plan =
    Plan::new(Instante::from_micros(1_780_000_000_000_000)).users(2).skus(120).orders(300).days(60).seed(5);

fn sow(store: &Store) -> Vec<Pedido> {
    let (name, _) = made_up::fill(store, &PLAN, "seed", TypeCatalogue::shipped().kinds()).unwrap();
    let aplicacao = store.read_blocking(|conn| aplicacoes::find(conn, &name)).unwrap().unwrap().id;
    let id = UsuarioId::parse("loja-1").unwrap();
    let loja = store.read_blocking(|conn| usuarios::resolve(conn, aplicacao, &id)).unwrap().unwrap().id;
    all(store, loja)
}

/// Every order of a store by cursor, their numbers taken away.
fn all(store: &Store, loja: LojaId) -> Vec<Pedido> {
    let mut pedidos = Vec::new();
    let mut page = PageRequest::first(70);
    loop {
        let parsed = store
            .read_blocking(move |conn| orders::list(conn, loja, &orders::Filter::default(), page))
            .unwrap();
        assert_eq!(parsed.total, 150);
        for row in parsed.rows {
            let mut pedido: Pedido = serde_json::from_str(&row.documento).unwrap();
            assert_eq!(pedido.pedido_id, row.pedido_id);
            pedido.pedido_id = domain::values::ids::PedidoId(0);
            pedidos.push(pedido);
        }
        match parsed.next {
            Some(cursor) => page.start = PageStart::After(cursor),
            None => return pedidos,
        }
    }
}

/// What interface B sends of an order is kept ready; whatever wrote or moved the order, it must be what a
/// fresh rendering gives.
#[test]
fn stored_records_equal_fresh_records() {
    for database in [Database::Sqlite, Database::Postgres] {
        let Some(database) = TestDatabase::new(database) else { continue };
        let store =
            Store::open(&store::StoreConfig::new(database.url.as_str()), crate::support::secrets()).unwrap();
        let pedidos = sow(&store);
        let aplicacao = store.read_blocking(|conn| aplicacoes::find(conn, "seed")).unwrap().unwrap().id;
        for usuario in ["loja-1", "loja-2"] {
            let id = UsuarioId::parse(usuario).unwrap();
            let loja =
                store.read_blocking(|conn| usuarios::resolve(conn, aplicacao, &id)).unwrap().unwrap().id;
            let checked = store.read_blocking(|conn| orders::check_registros(conn, loja)).unwrap();
            assert_eq!(checked.divergences, []);
            assert_eq!(checked.compared, pedidos.len());
        }
    }
}

#[test]
fn the_same_seed_stores_the_same_orders_everywhere() {
    let open = |database: &TestDatabase| {
        Store::open(&store::StoreConfig::new(database.url.as_str()), crate::support::secrets()).unwrap()
    };
    let database = TestDatabase::new(Database::Sqlite).unwrap();
    let first = sow(&open(&database));
    assert_eq!(first.len(), 150);
    let other = TestDatabase::new(Database::Sqlite).unwrap();
    assert_eq!(sow(&open(&other)), first);
    if let Some(postgres) = TestDatabase::new(Database::Postgres) {
        assert_eq!(sow(&open(&postgres)), first);
    }
}

on_both_databases! {
    async fn made_up_data_are_there_through_the_interface(app: TestApp) {
        let (_, done) = run_blocking(&app.store, |store| {
            made_up::fill(store, &PLAN, "seed", TypeCatalogue::shipped().kinds())
        });
        let a = app.a.with_key(Some(&done.app_key));
        let total = async |path: &str| {
            a.get(path).await.json_of(200)["metadados"]["total"].as_i64().unwrap()
        };
        assert_eq!(total("/Usuario").await, 2);
        assert_eq!(total("/Canal?usuarioId=loja-1").await, 4);
        assert_eq!(total("/sku?usuarioId=loja-1").await, 60);
        assert_eq!(total("/Pedido?usuarioId=loja-2").await, 150);
        let mut by_status = 0;
        for status in ["AguardandoPagamento", "Pago", "Faturado", "Enviado", "Entregue", "Cancelado"] {
            by_status += total(&format!("/Pedido?usuarioId=loja-1&status={status}")).await;
        }
        assert_eq!(by_status, 150);
        let b = app.b.with_key(Some(&done.stores[0].store_key));
        let tree = b.get("/categorias?hierarquia=true").await.json_of(200);
        assert!(tree[0]["subCategorias"].is_array(), "{tree}");
    }
}
