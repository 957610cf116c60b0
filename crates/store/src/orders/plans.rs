//! Tests of query plans: no list or search of orders reads or sorts more rows than it needs.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use domain::interface_b::registro::VERSION;
use domain::loja_config::RecordStyle;
use domain::pedido::{Standing, StatusPedido};
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, CanalId, LojaId, PedidoId};

use crate::base::Conn;
use crate::base::paging::{Cursor, PageRequest, PageStart, Range};
use crate::base::plans::Plans;
use crate::orders::page_sessions::PageState;
use crate::orders::page_sessions::next_page::next_page;
use crate::orders::{
    BuyerDate, BuyerKey, BuyersFilter, buyer, buyer_filter, buyers, faturamento, latest, latest_orders_of,
    list_registros, not_integrated,
};
use crate::orders::{DateKind, Filter, OfBuyer, RegistrosCache, RegistrosFilter, Rendering};

pub(super) const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

/// Counts of spans in the range, and an order.
const ONE_PEDIDO: &str = "
    INSERT INTO contagens SELECT 1, 1, value, 0, 0, 900, '[[1,1,900]]' FROM json_each('[0,1,2,3,4]');
    INSERT INTO pedidos VALUES (1, 1, 1, 1, 'LOJA-1001', 1, 1, 0, 0, 0, 1, 'a@x', 0, 0, 0, 0, 0, 0, NULL, NULL, NULL);
    INSERT INTO pedido_itens VALUES (1, 1, 'S', 1);
    INSERT INTO compradores VALUES (1, 1, x'00', 1);
    INSERT INTO pedido_nomes VALUES (1, 1, 'maria', 1), (1, 1, 'silva', 1), (1, 1, '1001', 1);
    INSERT INTO pedido_documentos VALUES (1, 1, 1, x'007B7D', x'00');
    INSERT INTO pedido_registros VALUES (1, 1, 1, x'007B7D', VERSION, x'005B5D', NULL);";

/// Its channel.
const ONE_CANAL: &str =
    "INSERT INTO canais VALUES (1, 1, 1, 'c', 'C', 'Loja', 1, 0, 0, 0, 100, 1, '{}', 0, 0, 0, NULL, NULL);";

pub(super) fn plans(f: impl FnOnce(&mut Conn<'_>)) -> Plans {
    plans_with("", f)
}

/// The same, after some SQL.
fn plans_with(before: &str, f: impl FnOnce(&mut Conn<'_>)) -> Plans {
    let one = ONE_PEDIDO.replace("VERSION", &VERSION.to_string());
    Plans::of(&format!("PRAGMA foreign_keys = OFF; {one} {before}"), f)
}

fn list(conn: &mut Conn<'_>, filter: &RegistrosFilter, start: PageStart) {
    let (types, memory) = (TypeCatalogue::default(), RegistrosCache::default());
    let with = Rendering { style: RecordStyle::default(), types: &types, memory: &memory };
    list_registros(conn, LOJA, filter, PageRequest { start, size: 50 }, with).unwrap();
}

fn listed(filter: &RegistrosFilter, start: PageStart) -> Plans {
    plans(|conn| list(conn, filter, start))
}

fn range() -> Range {
    Range { de: Some(Instante::from_micros(0)), ate: Some(Instante::from_micros(2_764_800_000_001)) }
}

fn of_buyer(company: Option<&str>) -> OfBuyer {
    OfBuyer { number: Some(1), company: company.map(str::to_owned) }
}

/// Each kind of date with its column, in both sort orders.
fn ranges() -> impl Iterator<Item = (RegistrosFilter, &'static str)> {
    let kinds = [
        (DateKind::Pedido, "data"),
        (DateKind::Approval, "data_pagamento"),
        (DateKind::StatusChange, "status_em"),
        (DateKind::Alteracao, "alterado_em"),
        (DateKind::CreatedAt, "criado_em"),
    ];
    kinds.into_iter().flat_map(|(tipo, column)| {
        [false, true].map(|ascending| {
            let filter = RegistrosFilter {
                tipo,
                ascending,
                faixa: range(),
                status: Some(Standing::of_statuses(&[StatusPedido::Pago, StatusPedido::Enviado])),
                formas: vec![1, 20],
                valido: Some(true),
                ..RegistrosFilter::default()
            };
            (filter, column)
        })
    })
}

#[test]
fn a_range_is_read_and_counted_by_its_own_index() {
    for (filter, column) in ranges() {
        listed(&filter, PageStart::Page(1)).narrow().unsorted().without("status=?");
        listed(&filter, PageStart::Page(4)).narrow().unsorted().without("status=?");
        // many orders may have the same instant: those before the cursor are not read
        let after = PageStart::After(Cursor { chave: [0, 1], pagina: 2 });
        let whole_range = format!(
            "USING INDEX pedidos_{column} (aplicacao_id=? AND loja_id=? AND {column}>? AND {column}<?)"
        );
        listed(&filter, after).narrow().unsorted().without(&whole_range);
    }
}

#[test]
fn a_far_page_is_found_by_counts() {
    let counts = "DELETE FROM contagens WHERE tipo = 0;
        INSERT INTO contagens SELECT 1, 1, 0, value, 0, 900, '[[1,1,900]]' FROM json_each('[0,1]');
        INSERT INTO contagens VALUES (1, 1, 0, 2, 0, 300, '[[1,1,300]]');
        INSERT INTO contagens VALUES (1, 1, 0, 2, 900000000, 600, '[[1,1,600]]');";
    for ascending in [true, false] {
        let filter = RegistrosFilter { ascending, ..RegistrosFilter::default() };
        plans_with(counts, |conn| list(conn, &filter, PageStart::Page(9))).narrow().unsorted();
    }
}

#[test]
fn orders_after_one_are_read_from_the_cursor_on() {
    let wanted = PageRequest { start: PageStart::After(Cursor { chave: [7, 1], pagina: 2 }), size: 50 };
    let of_channel = Some(CanalId::parse("c").unwrap());
    let filters = [(None, Range::default()), (None, range()), (of_channel, Range::default())];
    for (canal, data) in filters {
        for ascending in [false, true] {
            let filter = Filter { canal: canal.clone(), data, ascending, ..Filter::default() };
            let plans = plans_with(ONE_CANAL, |conn| {
                crate::orders::list(conn, LOJA, &filter, wanted).unwrap();
            });
            let by_date = "pedidos USING INDEX pedidos_data (aplicacao_id=? AND loja_id=?";
            plans
                .unsorted()
                .without(&format!("{by_date} AND data<?)"))
                .without(&format!("{by_date} AND data>?)"))
                .without(&format!("{by_date} AND data>? AND data<?)"));
        }
    }
}

#[test]
fn few_orders_are_not_looked_for_in_a_range() {
    let filter = || RegistrosFilter { faixa: range(), ..RegistrosFilter::default() };
    for filter in [
        RegistrosFilter { ids: vec![PedidoId(1), PedidoId(2)], ..filter() },
        RegistrosFilter { email: Some("a@x".into()), ..filter() },
        RegistrosFilter { sku: Some("S".into()), ..filter() },
        RegistrosFilter { comprador: Some(of_buyer(None)), ..filter() },
        RegistrosFilter { comprador: Some(of_buyer(Some("11222333000181"))), ..filter() },
    ] {
        listed(&filter, PageStart::Page(1)).narrow().without("data>?");
        following(&filter).narrow().without("data>?").without("alterado_em>?");
    }
}

#[test]
fn orders_not_taken_over_have_an_index_of_their_own() {
    let wanted = PageRequest { start: PageStart::After(Cursor { chave: [7, 0], pagina: 2 }), size: 50 };
    let plans = plans(|conn| drop(not_integrated(conn, LOJA, wanted).unwrap()));
    plans.unsorted().without("pedidos USING PRIMARY KEY");
}

#[test]
fn the_latest_orders_are_the_last_of_their_index() {
    plans(|conn| drop(latest(conn, LOJA, 50))).unsorted();
}

#[test]
fn revenue_is_read_by_the_index_of_its_days() {
    let at = |micros| Some(Instante::from_micros(micros));
    let range = Range { de: at(1), ate: at(86_400_000_000) };
    let plans = plans(|conn| {
        faturamento(conn, LOJA, range).unwrap();
    });
    plans.narrow();
}

/// The plans of a resumed page: the orders after its position, and the changed ones before it.
fn following(filter: &RegistrosFilter) -> Plans {
    let state = PageState {
        end: [1, 1],
        begun: 1,
        changed_after: 1,
        shown: Arc::default(),
        redeliver: Arc::default(),
    };
    plans(|conn| {
        next_page(conn, LOJA, filter, &state, 50).unwrap();
    })
}

#[test]
fn what_moved_before_a_cursor_is_found_by_when_it_changed() {
    for (filter, column) in ranges() {
        let whole_range = format!("(aplicacao_id=? AND loja_id=? AND {column}>? AND {column}<?)");
        following(&filter).narrow().without("status=?").without(&whole_range);
    }
}

#[test]
fn a_buyer_leads_to_few_orders() {
    let keys = [
        BuyerKey::Number(1),
        BuyerKey::Cpf("52998224725".into()),
        BuyerKey::Cnpj("11222333000181".into()),
        BuyerKey::Email("a@x".into()),
    ];
    for key in keys {
        let plans = plans(|conn| {
            // fails, once it has found the order, because the document is empty
            buyer(conn, LOJA, &key).ok();
            buyer_filter(conn, LOJA, &key).ok();
            latest_orders_of(conn, LOJA, 1).ok();
        });
        plans.narrow();
    }
}

#[test]
fn buyers_of_a_range_are_read_by_the_index_of_when_their_orders_came_in() {
    for date in [BuyerDate::Creation, BuyerDate::Change] {
        let filter = BuyersFilter { date, faixa: range() };
        // fails, once it has found the order, because the document is empty
        let plans = plans(|conn| drop(buyers(conn, LOJA, &filter, PageRequest::first(50))));
        plans.narrow().without("pedidos_comprador (aplicacao_id=? AND loja_id=? AND comprador_num>?");
    }
}

#[test]
fn what_is_searched_for_leads_to_few_orders() {
    let busca = |text: &str| Filter { busca: Some(text.into()), ..Filter::default() };
    let source_id = Filter { source_id: Some("LOJA-1001".into()), ..Filter::default() };
    let there =
        ["a@x", "LOJA-1001", "maria", "mar", "maria da silva", "1001", "LOJA"].map(|text| (busca(text), 1));
    let others = ["52998224725", "11222333000181"].map(|text| (busca(text), 0));
    for (filter, total) in there.into_iter().chain(others).chain([(source_id, 1)]) {
        let plans = plans(|conn| {
            let page = crate::orders::list(conn, LOJA, &filter, PageRequest::first(50)).unwrap();
            assert_eq!(page.total, total, "{filter:?}");
        });
        plans.narrow();
    }
}
