//! How SQLite finds orders: from which index it starts, without statistics to guide it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::sync::Arc;

use domain::interface_b::registro::VERSION;
use domain::loja_config::RecordStyle;
use domain::pedido::{Standing, StatusPedido};
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use super::scans::Standing as Scanned;
use super::{BuyerKey, buyer, faturamento, further, list_registros, not_integrated, orders_by, orders_of};
use super::{DateKind, Filter, OfBuyer, RegistrosCache, RegistrosFilter, Rendering};
use crate::base::Conn;
use crate::base::paging::{Cursor, PageRequest, PageStart, Range};

pub(super) const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

/// A bucket within the range that is asked for and one that sticks out of it, whose orders are counted; and
/// an order, without which nobody would look for any.
const ONE_PEDIDO: &str = "
    INSERT INTO contagens SELECT 1, 1, value, 0, 0, 0, 900, 0, '1:1:900' FROM json_each('[0,1,2,3,4]');
    INSERT INTO contagens SELECT 1, 1, value, 0, 2764800000000, 0, 900, 0, '1:1:900'
        FROM json_each('[0,1,2,3,4]');
    INSERT INTO pedidos VALUES (1, 1, 1, 1, 's', 1, 1, 0, 0, 0, 1, 'a@x', 0, 0, 0, 0, 0, 0, NULL, NULL, NULL);
    INSERT INTO pedido_itens VALUES (1, 1, 'S', 1);
    INSERT INTO compradores VALUES (1, 1, x'00', 1);
    INSERT INTO pedido_nomes VALUES (1, 1, 'maria', 1), (1, 1, 'silva', 1);
    INSERT INTO pedido_documentos VALUES (1, 1, 1, '{}', NULL, NULL, NULL, NULL, '', NULL);
    INSERT INTO pedido_registros VALUES (1, 1, 1, '{}', VERSION, '[]', NULL, NULL, NULL);";

/// The plans of all statements on orders and their counters that `f` runs, one line each.
pub(super) fn plans(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    plans_with("", f)
}

/// The same after some SQL.
fn plans_with(before: &str, f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    let one = ONE_PEDIDO.replace("VERSION", &VERSION.to_string());
    let before = format!("PRAGMA foreign_keys = OFF; {one} {before}");
    crate::base::plans::plans(&["pedidos", "pedido_nomes", "contagens"], &before, f)
}

fn ask(filter: &RegistrosFilter, start: PageStart) -> Vec<String> {
    plans(|conn| {
        list(conn, filter, PageRequest { start, size: 50 });
    })
}

fn of_buyer(company: Option<&str>) -> OfBuyer {
    OfBuyer { number: Some(1), company: company.map(str::to_owned) }
}

fn list(conn: &mut Conn<'_>, filter: &RegistrosFilter, wanted: PageRequest) {
    let (types, memory) = (TypeCatalogue::default(), RegistrosCache::default());
    let with = Rendering { style: RecordStyle::default(), types: &types, memory: &memory };
    list_registros(conn, LOJA, filter, wanted, with).unwrap();
}

/// Nothing but such searches, one for each stretch that is read ahead.
fn of_buckets(plan: &str, search: &str) {
    let steps: Vec<&str> = plan.split("; ").filter(|step| step.contains("contagens")).collect();
    assert!(steps.iter().all(|step| *step == search) && !steps.is_empty(), "{plan}");
}

fn range() -> Range {
    Range { de: Some(Instante::from_micros(0)), ate: Some(Instante::from_micros(2_764_800_000_001)) }
}

#[test]
fn a_range_is_read_and_counted_from_its_own_index() {
    for (tipo, column) in [
        (DateKind::Pedido, "data"),
        (DateKind::Approval, "data_pagamento"),
        (DateKind::StatusChange, "status_em"),
        (DateKind::Alteracao, "alterado_em"),
        (DateKind::CreatedAt, "criado_em"),
    ] {
        for ascending in [false, true] {
            let filter = RegistrosFilter {
                tipo,
                ascending,
                faixa: range(),
                status: Some(Standing::of_statuses(&[StatusPedido::Pago, StatusPedido::Enviado])),
                formas: vec![1, 20],
                valido: Some(true),
                ..RegistrosFilter::default()
            };
            let keys = |range: &str| format!("pedidos_{column} (aplicacao_id=? AND loja_id=? AND {range})");
            let in_range = keys(&format!("{column}>? AND {column}<?"));
            let covered = format!("SEARCH pedidos USING COVERING INDEX {in_range}");
            let buckets = "SEARCH contagens USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND tipo=? AND nivel=? \
                 AND inicio>? AND inicio<?)";
            // of an instant that holds many orders those before the place are not gone through
            let beyond = match ascending {
                true => keys(&format!("({column},pedido_id)>(?,?) AND {column}<?")),
                false => keys(&format!("{column}>? AND ({column},pedido_id)<(?,?)")),
            };
            let after = PageStart::After(Cursor { chave: [0, 1], pagina: 2 });
            for (start, rows, records) in [(PageStart::Page(1), &in_range, 1), (after, &beyond, 0)] {
                let plans = ask(&filter, start);
                assert_eq!(plans.len(), 3 + records, "{plans:?}");
                of_buckets(&plans[0], buckets);
                assert_eq!(plans[1], covered);
                // of a row nothing is read but the instant of its last change, which that date's index holds
                let index = if column == "alterado_em" { "COVERING INDEX" } else { "INDEX" };
                assert_eq!(plans[2], format!("SEARCH pedidos USING {index} {rows}"));
                let by_key = |plan: &String| plan.contains("SEARCH pedidos USING PRIMARY KEY (");
                assert!(plans[3..].iter().all(by_key), "{plans:?}");
            }
            // what is skipped is not looked at
            let plans = ask(&filter, PageStart::Page(4));
            of_buckets(&plans[0], buckets);
            assert_eq!(plans[1..], [covered.clone(), covered.clone()]);
        }
    }
}

#[test]
fn a_page_within_an_instant_starts_at_its_number() {
    let buckets = "DELETE FROM contagens WHERE tipo = 0;
        INSERT INTO contagens SELECT 1, 1, 0, value, 0, 0, 900, 1, '1:1:900' FROM json_each('[0,1,2,3,4,5,6]');
        INSERT INTO contagens VALUES (1, 1, 0, 7, 0, 0, 300, 0, '1:1:300');
        INSERT INTO contagens VALUES (1, 1, 0, 7, 0, 1024, 600, 0, '1:1:600');";
    for ascending in [true, false] {
        let filter = RegistrosFilter { ascending, ..RegistrosFilter::default() };
        let wanted = PageRequest { start: PageStart::Page(9), size: 50 };
        let plans = plans_with(buckets, |conn| {
            list(conn, &filter, wanted);
        });
        let of_number = "SEARCH pedidos USING COVERING INDEX pedidos_data (aplicacao_id=? AND loja_id=? AND \
            data=? AND pedido_id>? AND pedido_id<?)";
        assert!(plans.iter().any(|plan| plan == of_number), "{plans:?}");
        assert!(!plans.iter().any(|plan| plan.contains("TEMP B-TREE")), "{plans:?}");
    }
}

#[test]
fn orders_after_one_are_read_from_its_place_on() {
    let wanted = PageRequest { start: PageStart::After(Cursor { chave: [7, 1], pagina: 2 }), size: 50 };
    for (data, ends) in [(Range::default(), ""), (range(), "data>? AND ")] {
        let plans = plans(|conn| {
            super::list(conn, LOJA, &Filter { data, ..Filter::default() }, wanted).unwrap();
        });
        let search = format!(
            "SEARCH pedidos USING INDEX pedidos_data (aplicacao_id=? AND loja_id=? AND \
             {ends}(data,pedido_id)<(?,?))"
        );
        assert!(plans.iter().any(|plan| plan.starts_with(&search)), "{plans:?}");
        assert!(!plans.iter().any(|plan| plan.contains("TEMP B-TREE")), "{plans:?}");
    }
}

#[test]
fn few_orders_are_not_looked_for_in_a_range() {
    let by_key = "SEARCH pedidos USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND pedido_id=?)";
    let filter = || RegistrosFilter { faixa: range(), ..RegistrosFilter::default() };
    let ids = RegistrosFilter { ids: vec![PedidoId(1), PedidoId(2)], ..filter() };
    let email = RegistrosFilter { email: Some("a@x".into()), ..filter() };
    let sku = RegistrosFilter { sku: Some("S".into()), ..filter() };
    let comprador = RegistrosFilter { comprador: Some(of_buyer(None)), ..filter() };
    let company = RegistrosFilter { comprador: Some(of_buyer(Some("11222333000181"))), ..filter() };
    for (filter, index) in [
        (ids, ""),
        (
            email,
            "SEARCH bought USING COVERING INDEX pedidos_email (aplicacao_id=? AND loja_id=? AND email=?)",
        ),
        (sku, "SEARCH pedido_itens USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND sku=?)"),
        (
            comprador,
            "SEARCH bought USING COVERING INDEX pedidos_comprador (aplicacao_id=? AND loja_id=? AND \
            comprador_num=?)",
        ),
        (
            company,
            "SEARCH bought USING COVERING INDEX pedidos_empresa (aplicacao_id=? AND loja_id=? AND empresa=?)",
        ),
    ] {
        let plans = ask(&filter, PageStart::Page(1));
        // counted, found, and then read by its number
        assert_eq!(plans.len(), 3, "{plans:?}");
        for plan in &plans[..2] {
            assert!(plan.starts_with(by_key) && plan.contains(index), "{plan}");
        }
    }
}

#[test]
fn orders_not_taken_over_have_an_index_of_their_own() {
    let wanted = PageRequest { start: PageStart::After(Cursor { chave: [7, 0], pagina: 2 }), size: 50 };
    let plans = plans(|conn| drop(not_integrated(conn, LOJA, wanted).unwrap()));
    let index = "SEARCH pedidos USING COVERING INDEX pedidos_nao_integrados (";
    assert!(plans[0].starts_with("SEARCH contagens USING PRIMARY KEY ("), "{plans:?}");
    assert!(plans[1].starts_with(index) && !plans[1].contains(';') && plans.len() == 2, "{plans:?}");
}

#[test]
fn what_a_period_came_to_is_read_from_the_index_of_its_days() {
    let at = |micros| Some(Instante::from_micros(micros));
    let range = Range { de: at(1), ate: at(86_400_000_000) };
    let plans = plans(|conn| {
        faturamento(conn, LOJA, range).unwrap();
    });
    let of_totals =
        "SEARCH pedidos USING INDEX pedidos_data (aplicacao_id=? AND loja_id=? AND data>? AND data<?)";
    assert!(plans.iter().any(|plan| plan == of_totals), "{plans:?}");
}

/// The plans of the statements by which a scan goes on: what lies behind its place, and twice what has
/// changed before it.
fn plans_of_scan(filter: &RegistrosFilter) -> Vec<String> {
    let standing = Scanned { end: [1, 1], begun: 1, since: 1, shown: Arc::default(), owed: Arc::default() };
    plans(|conn| {
        further::further(conn, LOJA, filter, &standing, 50).unwrap();
    })
}

#[test]
fn what_has_got_past_a_scan_is_found_by_when_it_changed() {
    let of_dates = [
        (DateKind::Pedido, "data"),
        (DateKind::Approval, "data_pagamento"),
        (DateKind::StatusChange, "status_em"),
        (DateKind::Alteracao, "alterado_em"),
        (DateKind::CreatedAt, "criado_em"),
    ];
    for (tipo, column) in of_dates {
        for ascending in [false, true] {
            let filter = RegistrosFilter {
                tipo,
                ascending,
                faixa: range(),
                status: Some(Standing::of_statuses(&[StatusPedido::Pago])),
                formas: vec![1],
                ..RegistrosFilter::default()
            };
            let plans = plans_of_scan(&filter);
            assert_eq!(plans.len(), 3, "{plans:?}");
            let index = format!("INDEX pedidos_{column} (aplicacao_id=? AND loja_id=? AND ");
            let behind = plans[0].contains(&index) && plans[0].contains(&format!("({column},pedido_id)"));
            assert!(behind && !plans[0].contains(';'), "{plans:?}");
            for plan in &plans[1..] {
                let changes = "SEARCH pedidos USING INDEX pedidos_alterado_em \
                    (aplicacao_id=? AND loja_id=? AND alterado_em>?)";
                assert_eq!(plan, changes, "{column}, ascending: {ascending}");
            }
        }
    }
}

#[test]
fn of_few_orders_a_scan_looks_for_changes_among_these() {
    let by_key = "SEARCH pedidos USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND pedido_id=?)";
    let filter = || RegistrosFilter { faixa: range(), ..RegistrosFilter::default() };
    for filter in [
        RegistrosFilter { email: Some("a@x".into()), ..filter() },
        RegistrosFilter { sku: Some("S".into()), ..filter() },
        RegistrosFilter { comprador: Some(of_buyer(None)), ..filter() },
    ] {
        let plans = plans_of_scan(&filter);
        assert!(plans.len() == 3 && plans.iter().all(|plan| plan.starts_with(by_key)), "{plans:?}");
    }
}

#[test]
fn what_a_buyer_is_found_by_leads_to_few_orders() {
    let keys = [
        BuyerKey::Number(1),
        BuyerKey::Cpf("52998224725".into()),
        BuyerKey::Cnpj("11222333000181".into()),
        BuyerKey::Email("a@x".into()),
    ];
    for key in keys {
        let plans = plans(|conn| {
            // the one order's document is none, which is seen once it has been found
            buyer(conn, LOJA, &key).ok();
            orders_by(conn, LOJA, &key).ok();
            orders_of(conn, LOJA, 1).ok();
        });
        of_few(&plans);
    }
    for busca in ["a@x", "52998224725", "11222333000181", "s"] {
        let filter = Filter { busca: Some(busca.into()), ..Filter::default() };
        let wanted = PageRequest { start: PageStart::Page(1), size: 50 };
        let plans = plans(|conn| {
            super::list(conn, LOJA, &filter, wanted).unwrap();
        });
        of_few(&plans);
    }
}

/// Nothing reads all orders of a store.
fn of_few(plans: &[String]) {
    assert!(!plans.is_empty());
    for step in plans.iter().flat_map(|plan| plan.split("; ")) {
        assert!(!step.contains("SCAN ") && !step.ends_with("(aplicacao_id=? AND loja_id=?)"), "{plans:?}");
    }
}

#[test]
fn a_name_is_looked_for_among_its_words() {
    let words = |table| {
        format!("SEARCH {table} USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND palavra>? AND palavra<?)")
    };
    let wanted = PageRequest { start: PageStart::Page(1), size: 50 };
    for (busca, ways) in [("maria", 1), ("maria da silva", 2)] {
        let filter = Filter { busca: Some(busca.into()), ..Filter::default() };
        let plans = plans(|conn| {
            let page = super::list(conn, LOJA, &filter, wanted).unwrap();
            assert_eq!(page.total, 1);
        });
        let of_names: Vec<&String> = plans.iter().filter(|plan| plan.contains("palavra")).collect();
        assert_eq!(of_names.len(), 1, "{plans:?}");
        let searches: Vec<&str> = of_names[0].split("; ").filter(|step| step.contains("SEARCH")).collect();
        let expected = [words("pedido_nomes"), words("others")];
        assert_eq!(searches, expected[..ways]);
        assert!(plans.iter().all(|plan| !plan.contains("SCAN")), "{plans:?}");
    }
}

#[test]
fn the_number_of_the_marketplace_leads_to_few_orders() {
    let filter = Filter { source_id: Some("s".into()), ..Filter::default() };
    let plans = plans(|conn| {
        assert_eq!(super::list(conn, LOJA, &filter, PageRequest::first(10)).unwrap().total, 1);
    });
    let index = "pedidos_source_id (aplicacao_id=? AND loja_id=? AND source_id=?";
    let of_it: Vec<&String> = plans.iter().filter(|plan| plan.contains("pedidos")).collect();
    assert!(of_it.len() >= 2 && of_it.iter().all(|plan| plan.contains(index)), "{plans:?}");
}
