//! Orders that move together end up as those that move one by one.

use domain::pedido::{MudancaStatus, Pedido};
use domain::reading::json::ler_json;
use domain::values::ids::PedidoId;
use serde_json::json;
use store::eventos;
use store::pedidos::{self, CriacaoPedido, MudancaPedido};

use super::mundo::{Dado, Mundo, escrever, mudanca, pedido};

/// What is left of an order: everything but its numbers and the moments.
fn rastro(mundo: &Mundo, id: PedidoId) -> String {
    let loja = mundo.loja;
    mundo
        .store
        .read_blocking(|conn| {
            let row = pedidos::find(conn, loja, id)?.unwrap();
            let historico: Vec<_> = pedidos::historico(conn, loja, id)?
                .into_iter()
                .map(|r| (r.status, r.motivo, r.pulados, r.nota_fiscal, r.rastreio))
                .collect();
            let detalhes = pedidos::detalhes(conn, loja, id)?;
            let mut documento: serde_json::Value = serde_json::from_str(&row.documento).unwrap();
            documento["pedidoId"] = json!(0);
            documento["sourceId"] = json!("");
            Ok::<_, store::StoreError>(format!("{:?} {documento} {historico:?} {detalhes:?}", row.status))
        })
        .unwrap()
}

fn passos(dado: &mut Dado) -> Vec<MudancaStatus> {
    let faturado = json!({"status": "Faturado", "notaFiscal": {"numero": "7", "serie": "1"}});
    let enviado = json!({"status": "Enviado", "rastreio": {"codigo": "BR1", "transportadora": "T"}});
    let mut passos: Vec<MudancaStatus> = [faturado, enviado]
        .iter()
        .map(|passo| ler_json(passo.to_string().as_bytes()).unwrap())
        .filter(|_| dado.ate(2) == 0)
        .collect();
    passos.extend((0..dado.ate(3)).map(|_| mudanca(dado)));
    passos
}

#[test]
fn moves_made_together_are_those_made_one_by_one() {
    for mundo in Mundo::nos_dois(4) {
        let loja = mundo.loja;
        let mut dado = Dado(77);
        let modelos: Vec<Pedido> = (0..25).map(|_| pedido(&mut dado)).collect();
        let historias: Vec<Vec<MudancaStatus>> = modelos.iter().map(|_| passos(&mut dado)).collect();
        let [juntos, um_a_um] = ["J", "U"].map(|lado| {
            let lote: Vec<pedidos::Entrada> = (0..)
                .zip(&modelos)
                .map(|(n, pedido): (u32, _)| {
                    Pedido { source_id: format!("{lado}{n}"), ..pedido.clone() }.into()
                })
                .collect();
            let feitos = escrever(&mundo.store, move |tx| pedidos::create_lote(tx, loja, &lote)).unwrap();
            let ids: Vec<PedidoId> = feitos
                .into_iter()
                .map(|feito| match feito {
                    CriacaoPedido::Criado { pedido, .. } => pedido.pedido_id,
                    outro => panic!("{outro:?}"),
                })
                .collect();
            ids
        });
        let (ids, lote) = (juntos.clone(), historias.clone());
        let de_juntos = escrever(&mundo.store, move |tx| {
            let mut lote: Vec<_> = ids.iter().copied().zip(lote.iter().map(Vec::as_slice)).collect();
            lote.push((PedidoId(0), &[]));
            pedidos::mover_lote(tx, loja, &lote)
        })
        .unwrap();
        assert_eq!(de_juntos.last(), Some(&MudancaPedido::Ausente));
        for (((junto, sozinho), passos), de_junto) in
            juntos.iter().zip(&um_a_um).zip(&historias).zip(&de_juntos)
        {
            let mut ilegal = false;
            for passo in passos {
                let (id, passo) = (*sozinho, passo.clone());
                let feita = escrever(&mundo.store, move |tx| pedidos::mover(tx, loja, id, &passo)).unwrap();
                ilegal = matches!(feita, MudancaPedido::Ilegal(_));
                if ilegal {
                    break;
                }
            }
            assert_eq!(matches!(de_junto, MudancaPedido::Ilegal(_)), ilegal, "{passos:?}");
            assert_eq!(rastro(&mundo, *junto), rastro(&mundo, *sozinho), "{passos:?}");
        }
        mundo.conferir();
        mundo.dobrar();
        mundo.conferir();
        eventos_iguais(&mundo, &juntos, &um_a_um);
    }
}

/// Both ways tell of the same things.
fn eventos_iguais(mundo: &Mundo, juntos: &[PedidoId], um_a_um: &[PedidoId]) {
    let (store, aplicacao) = (mundo.store.clone(), mundo.loja.aplicacao);
    actix_web::rt::System::new().block_on(async move { store.place_events().await.unwrap() });
    let filtro = eventos::Filtro { loja: None, tipos: domain::evento::Tipos::default() };
    let trecho = mundo.store.read_blocking(|conn| eventos::list(conn, aplicacao, filtro, 0, 10_000)).unwrap();
    let tipos = |id: &PedidoId| -> Vec<_> {
        trecho.eventos.iter().filter(|e| e.tipo.de_pedido() && e.assunto == id.0).map(|e| e.tipo).collect()
    };
    for (junto, sozinho) in juntos.iter().zip(um_a_um) {
        assert_eq!(tipos(junto), tipos(sozinho));
    }
}
