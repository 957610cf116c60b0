//! Random orders, random questions: totals and pages by number against a walk by cursor, which uses no counters.

use domain::pedido::StatusPedido;
use domain::values::dates::EstiloData;
use domain::values::dates::Instante;
use serde_json::Value;
use store::paging::{Faixa, PageRequest, PageStart};
use store::pedidos::{self, Filtro, FiltroRegistros, TipoData};

use super::mundo::{Dado, FORMAS, Mundo};

const TIPOS: [TipoData; 5] = [
    TipoData::Pedido,
    TipoData::Aprovacao,
    TipoData::ModificacaoStatus,
    TipoData::Alteracao,
    TipoData::Criacao,
];

/// All that a walk sees, in its order.
fn percorrer(tamanho: u32, mut pagina: impl FnMut(PageRequest) -> (Vec<i64>, Option<PageStart>)) -> Vec<i64> {
    let (mut todos, mut start) = (Vec::new(), Some(PageStart::Page(1)));
    while let Some(desta) = start {
        let (ids, seguinte) = pagina(PageRequest { start: desta, size: tamanho });
        todos.extend(ids);
        start = seguinte;
    }
    todos
}

/// Every page by number, and some beyond the end, against the walk.
fn comparar(
    dado: &mut Dado,
    esperados: &[i64],
    pagina: impl Fn(PageRequest) -> (Vec<i64>, i64),
    sobre: &str,
) {
    let tamanho = 30 + dado.ate(60) as u32;
    let paginas = esperados.len() as u64 / u64::from(tamanho);
    for n in (1..=paginas + 2).chain([paginas + 1000, u64::MAX]) {
        let (ids, total) = pagina(PageRequest { start: PageStart::Page(n), size: tamanho });
        let de = usize::try_from((n - 1).saturating_mul(u64::from(tamanho)))
            .unwrap_or(usize::MAX)
            .min(esperados.len());
        let ate = de.saturating_add(tamanho as usize).min(esperados.len());
        assert_eq!(
            (total, ids.as_slice()),
            (esperados.len() as i64, &esperados[de..ate]),
            "page {n} of {sobre}"
        );
    }
}

fn registros(
    mundo: &Mundo,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
) -> (Vec<i64>, i64, Option<PageStart>) {
    let loja = mundo.loja;
    let memoria = pedidos::MemoriaRegistros::default();
    let lidos = mundo
        .store
        .read_blocking(|conn| pedidos::list_registros(conn, loja, filtro, pedida, EstiloData::Utc, &memoria))
        .unwrap();
    let corpo: Value = serde_json::from_slice(&lidos.corpo.concat()).unwrap();
    let ids = corpo.as_array().unwrap().iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect();
    (ids, lidos.total, lidos.next.map(PageStart::After))
}

fn alguns_status(dado: &mut Dado) -> Vec<StatusPedido> {
    (0..1 + dado.ate(3)).map(|_| *dado.de(StatusPedido::TODOS)).collect()
}

/// A range whose ends are dates of orders, or half a day away from them.
fn faixa(dado: &mut Dado, datas: &[i64]) -> Faixa {
    let mut ponta = || {
        let desvio = *dado.de(&[0, 0, 1, -1, 43_200_000_000, -10_800_000_000]);
        (dado.ate(4) > 0 && !datas.is_empty()).then(|| dado.de(datas) + desvio)
    };
    let (a, b) = (ponta(), ponta());
    let (de, ate) = if b.is_some() && a > b { (b, a) } else { (a, b) };
    Faixa { de: de.map(Instante::from_micros), ate: ate.map(Instante::from_micros) }
}

/// The dates of a store's orders, of each kind: as interface B shows them, and thus to the second.
fn datas(mundo: &Mundo, dado: &mut Dado) -> Vec<i64> {
    let (todos, ..) = registros(mundo, &FiltroRegistros::default(), PageRequest::first(250));
    let loja = mundo.loja;
    let mut datas = Vec::new();
    for id in todos {
        let id = domain::values::ids::PedidoId(id);
        let achado = mundo.store.read_blocking(|conn| pedidos::acompanhar(conn, loja, id)).unwrap().unwrap();
        datas.push(achado.pedido.data.micros());
        if dado.ate(4) == 0 {
            datas.push(achado.status_em.micros());
            datas.push(achado.alterado_em.micros());
        }
    }
    datas
}

fn da_interface_b(mundo: &Mundo, dado: &mut Dado, datas: &[i64]) {
    let filtro = FiltroRegistros {
        tipo: *dado.de(&TIPOS),
        crescente: dado.ate(2) == 0,
        faixa: faixa(dado, datas),
        status: (dado.ate(2) == 0).then(|| alguns_status(dado)),
        formas: (0..dado.ate(3)).map(|_| *dado.de(&FORMAS)).collect(),
        valido: *dado.de(&[None, None, Some(true), Some(false)]),
        ..FiltroRegistros::default()
    };
    let esperados = percorrer(200, |pedida| {
        let (ids, _, seguinte) = registros(mundo, &filtro, pedida);
        (ids, seguinte)
    });
    let pagina = |pedida| {
        let (ids, total, _) = registros(mundo, &filtro, pedida);
        (ids, total)
    };
    comparar(dado, &esperados, pagina, &format!("{filtro:?}"));
}

fn da_interface_a(mundo: &Mundo, dado: &mut Dado, datas: &[i64]) {
    let filtro = Filtro {
        status: if dado.ate(2) == 0 { alguns_status(dado) } else { Vec::new() },
        data: if dado.ate(3) > 0 { faixa(dado, datas) } else { Faixa::default() },
        alterado: if dado.ate(3) == 0 { faixa(dado, datas) } else { Faixa::default() },
        ..Filtro::default()
    };
    let loja = mundo.loja;
    let ler = |pedida| {
        let page = mundo.store.read_blocking(|conn| pedidos::list(conn, loja, &filtro, pedida)).unwrap();
        (page.rows.iter().map(|r| r.pedido_id.0).collect(), page.total, page.next.map(PageStart::After))
    };
    let esperados = percorrer(200, |pedida| {
        let (ids, _, seguinte) = ler(pedida);
        (ids, seguinte)
    });
    let pagina = |pedida| {
        let (ids, total, _) = ler(pedida);
        (ids, total)
    };
    comparar(dado, &esperados, pagina, &format!("{filtro:?}"));
}

fn dos_nao_integrados(mundo: &Mundo, dado: &mut Dado) {
    let loja = mundo.loja;
    let ler = |pedida| {
        let page = mundo.store.read_blocking(|conn| pedidos::nao_integrados(conn, loja, pedida)).unwrap();
        (page.rows.iter().map(|id| id.0).collect(), page.total, page.next.map(PageStart::After))
    };
    let esperados = percorrer(200, |pedida| {
        let (ids, _, seguinte) = ler(pedida);
        (ids, seguinte)
    });
    let pagina = |pedida| {
        let (ids, total, _) = ler(pedida);
        (ids, total)
    };
    comparar(dado, &esperados, pagina, "the orders not taken over");
}

fn perguntar(mundo: &Mundo, semente: u64) {
    let mut dado = Dado(semente);
    let mut conhecidos = Vec::new();
    let mut mais_fundo = 0;
    for rodada in 0..3 {
        for _ in 0..60 {
            mundo.mexer(&mut dado, &mut conhecidos);
        }
        mais_fundo = mais_fundo.max(mundo.conferir().nivel_mais_fundo);
        let datas = datas(mundo, &mut dado);
        for _ in 0..6 {
            da_interface_b(mundo, &mut dado, &datas);
            da_interface_a(mundo, &mut dado, &datas);
        }
        dos_nao_integrados(mundo, &mut dado);
        if rodada == 1 {
            mundo.dobrar();
        }
    }
    assert!(conhecidos.len() > 400, "only {} orders", conhecidos.len());
    mundo.dobrar();
    mais_fundo = mais_fundo.max(mundo.conferir().nivel_mais_fundo);
    assert_eq!(mais_fundo, 7);
}

#[test]
fn every_page_by_number_is_the_one_that_a_walk_sees() {
    for (por_balde, semente) in [(4, 1), (40, 2), (100_000, 3)] {
        for mundo in Mundo::nos_dois(por_balde) {
            if por_balde < 1000 {
                perguntar(&mundo, semente);
            } else {
                // never divided: everything that sticks out of a range is counted
                let mut dado = Dado(semente);
                let mut conhecidos = Vec::new();
                (0..60).for_each(|_| mundo.mexer(&mut dado, &mut conhecidos));
                let datas = datas(&mundo, &mut dado);
                (0..4).for_each(|_| da_interface_b(&mundo, &mut dado, &datas));
            }
        }
    }
}
