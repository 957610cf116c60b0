//! How SQLite finds orders: from which index it starts, without statistics to guide it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::sync::{Arc, Mutex};

use diesel::connection::{Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::prelude::*;
use diesel::sql_types::Text;
use domain::pedido::StatusPedido;
use domain::values::dates::EstiloData;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use super::{FiltroRegistros, MemoriaRegistros, TipoData, list_registros, nao_integrados};
use crate::base::paging::{Cursor, Faixa, PageRequest, PageStart};
use crate::base::{Backend, Conn};

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

/// A bucket within the range that is asked for and one that sticks out of it, whose orders are counted; and an order,
/// without which nobody would look for any.
const UM_PEDIDO: &str = "
    INSERT INTO contagens SELECT 1, 1, value, 0, 0, 0, 900, 0, '1:1:900' FROM json_each('[0,1,2,3,4]');
    INSERT INTO contagens SELECT 1, 1, value, 0, 2764800000000, 0, 900, 0, '1:1:900'
        FROM json_each('[0,1,2,3,4]');
    INSERT INTO pedidos VALUES (1, 1, 1, 1, 's', 1, 1, 0, 0, 0, 1, 'a@x', 0, 0, 0, 0, 0);
    INSERT INTO pedido_itens VALUES (1, 1, 'S', 1);
    INSERT INTO pedido_documentos VALUES (1, 1, 1, '{}', NULL, NULL);
    INSERT INTO pedido_registros VALUES (1, 1, 1, '{}', 1, '[]', NULL);";

#[derive(Clone, Default)]
struct Ouvinte(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Ouvinte {
    fn on_connection_event(&mut self, evento: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = evento {
            self.0.lock().unwrap().push(query.to_string());
        }
    }
}

#[derive(QueryableByName)]
struct Passo {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// The plans of all statements on orders and their counters that `f` runs, one line each.
fn planos(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    planos_com("", f)
}

/// The same after some SQL.
fn planos_com(antes: &str, f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000001_base/up.sql")).unwrap();
    c.batch_execute(include_str!("../../../../../migrations/sqlite/00000000000005_contagens/up.sql"))
        .unwrap();
    c.batch_execute(&format!("PRAGMA foreign_keys = OFF; {UM_PEDIDO}")).unwrap();
    c.batch_execute(antes).unwrap();
    let ouvinte = Ouvinte::default();
    c.set_instrumentation(ouvinte.clone());
    f(&mut Conn::new(Backend::Sqlite(&mut c)));
    let comandos: Vec<String> = ouvinte.0.lock().unwrap().drain(..).collect();
    let lidas = ["`pedidos`", "`contagens`"];
    comandos
        .iter()
        .filter(|sql| sql.contains("FROM ") && lidas.iter().any(|tabela| sql.contains(tabela)))
        .map(|sql| {
            // the values that were bound follow in a comment
            let passos: Vec<Passo> =
                diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut c).unwrap();
            passos.into_iter().map(|passo| passo.detail).collect::<Vec<_>>().join("; ")
        })
        .collect()
}

fn pedir(filtro: &FiltroRegistros, start: PageStart) -> Vec<String> {
    planos(|conn| {
        let (pedida, memoria) = (PageRequest { start, size: 50 }, MemoriaRegistros::default());
        list_registros(conn, LOJA, filtro, pedida, EstiloData::Utc, &memoria).unwrap();
    })
}

/// Nothing but such searches, one for each stretch that is read ahead.
fn dos_baldes(plano: &str, busca: &str) {
    let passos: Vec<&str> = plano.split("; ").filter(|passo| passo.contains("contagens")).collect();
    assert!(passos.iter().all(|passo| *passo == busca) && !passos.is_empty(), "{plano}");
}

fn faixa() -> Faixa {
    Faixa { de: Some(Instante::from_micros(0)), ate: Some(Instante::from_micros(2_764_800_000_001)) }
}

#[test]
fn a_range_is_read_and_counted_from_its_own_index() {
    for (tipo, coluna) in [
        (TipoData::Pedido, "data"),
        (TipoData::Aprovacao, "data_pagamento"),
        (TipoData::ModificacaoStatus, "status_em"),
        (TipoData::Alteracao, "alterado_em"),
        (TipoData::Criacao, "criado_em"),
    ] {
        for crescente in [false, true] {
            let filtro = FiltroRegistros {
                tipo,
                crescente,
                faixa: faixa(),
                status: Some(vec![StatusPedido::Pago, StatusPedido::Enviado]),
                formas: vec![1, 20],
                valido: Some(true),
                ..FiltroRegistros::default()
            };
            let chaves =
                format!("pedidos_{coluna} (aplicacao_id=? AND loja_id=? AND {coluna}>? AND {coluna}<?)");
            let cobertos = format!("SEARCH pedidos USING COVERING INDEX {chaves}");
            let baldes = "SEARCH contagens USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND tipo=? AND nivel=? \
                 AND inicio>? AND inicio<?)";
            let inicios = [PageStart::Page(1), PageStart::After(Cursor { chave: [0, 1], pagina: 2 })];
            for inicio in inicios {
                let planos = pedir(&filtro, inicio);
                assert_eq!(planos.len(), 3, "{planos:?}");
                dos_baldes(&planos[0], baldes);
                assert_eq!(planos[1], cobertos);
                assert_eq!(planos[2], format!("SEARCH pedidos USING INDEX {chaves}"));
            }
            // what is skipped is not looked at
            let planos = pedir(&filtro, PageStart::Page(4));
            dos_baldes(&planos[0], baldes);
            assert_eq!(planos[1..], [cobertos.clone(), cobertos.clone()]);
        }
    }
}

#[test]
fn a_page_within_an_instant_starts_at_its_number() {
    let baldes = "DELETE FROM contagens WHERE tipo = 0;
        INSERT INTO contagens SELECT 1, 1, 0, value, 0, 0, 900, 1, '1:1:900' FROM json_each('[0,1,2,3,4,5,6]');
        INSERT INTO contagens VALUES (1, 1, 0, 7, 0, 0, 300, 0, '1:1:300');
        INSERT INTO contagens VALUES (1, 1, 0, 7, 0, 1024, 600, 0, '1:1:600');";
    for crescente in [true, false] {
        let filtro = FiltroRegistros { crescente, ..FiltroRegistros::default() };
        let pedida = PageRequest { start: PageStart::Page(9), size: 50 };
        let planos = planos_com(baldes, |conn| {
            list_registros(conn, LOJA, &filtro, pedida, EstiloData::Utc, &MemoriaRegistros::default())
                .unwrap();
        });
        let do_numero = "SEARCH pedidos USING COVERING INDEX pedidos_data (aplicacao_id=? AND loja_id=? AND \
            data=? AND pedido_id>? AND pedido_id<?)";
        assert!(planos.iter().any(|plano| plano == do_numero), "{planos:?}");
        assert!(!planos.iter().any(|plano| plano.contains("TEMP B-TREE")), "{planos:?}");
    }
}

#[test]
fn few_orders_are_not_looked_for_in_a_range() {
    let por_chave = "SEARCH pedidos USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND pedido_id=?)";
    let filtro = || FiltroRegistros { faixa: faixa(), ..FiltroRegistros::default() };
    let ids = FiltroRegistros { ids: vec![PedidoId(1), PedidoId(2)], ..filtro() };
    let email = FiltroRegistros { email: Some("a@x".into()), ..filtro() };
    let sku = FiltroRegistros { sku: Some("S".into()), ..filtro() };
    for (filtro, indice) in [
        (ids, ""),
        (
            email,
            "SEARCH comprados USING COVERING INDEX pedidos_email (aplicacao_id=? AND loja_id=? AND email=?)",
        ),
        (sku, "SEARCH pedido_itens USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND sku=?)"),
    ] {
        let planos = pedir(&filtro, PageStart::Page(1));
        // counted, found, and then read by its number
        assert_eq!(planos.len(), 3, "{planos:?}");
        for plano in &planos[..2] {
            assert!(plano.starts_with(por_chave) && plano.contains(indice), "{plano}");
        }
    }
}

#[test]
fn orders_not_taken_over_have_an_index_of_their_own() {
    let pedida = PageRequest { start: PageStart::After(Cursor { chave: [7, 0], pagina: 2 }), size: 50 };
    let planos = planos(|conn| drop(nao_integrados(conn, LOJA, pedida).unwrap()));
    let indice = "SEARCH pedidos USING COVERING INDEX pedidos_nao_integrados (";
    assert!(planos[0].starts_with("SEARCH contagens USING PRIMARY KEY ("), "{planos:?}");
    assert!(planos[1].starts_with(indice) && !planos[1].contains(';') && planos.len() == 2, "{planos:?}");
}
