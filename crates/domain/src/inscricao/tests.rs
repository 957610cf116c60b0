//! Tests of subscriptions: reading, topics.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::evento::{Dados, Detalhe, Evento, TipoEvento};
use crate::pedido::StatusPedido;
use crate::reading::json::ler_json;
use crate::values::dates::Instante;
use crate::values::ids::PedidoId;

fn ler(texto: &str) -> Result<Inscricao, String> {
    ler_json(texto.as_bytes()).map_err(|e| e.to_string())
}

fn evento(tipo: TipoEvento, detalhes: Vec<Detalhe>) -> Evento {
    Evento {
        posicao: 1,
        evento_id: "evt_1".to_owned(),
        tipo,
        usuario_id: "loja-1".to_owned(),
        canal_id: None,
        sku: None,
        pedido_id: tipo.de_pedido().then_some(PedidoId(7)),
        data: Instante::from_micros(1_500_000),
        dados: Dados {
            status: tipo.de_pedido().then_some(StatusPedido::Enviado),
            detalhes,
            ..Dados::default()
        },
    }
}

#[test]
fn every_problem_is_named() {
    let erro = ler(r#"{"topicos":["x"],"emailResponsavel":"x","headers":[{"chave":"a b"}]}"#).unwrap_err();
    for parte in ["nome:", "appUrl:", "topicos[0]:", "emailResponsavel:", "headers[0].chave:"] {
        assert!(erro.contains(parte), "{erro}");
    }
    let com = |headers: &str| {
        let corpo = r#"{"nome":"E","appUrl":"https://e.com","topicos":["pedido.novo"],"headers":"#;
        ler(&format!("{corpo}{headers}}}"))
    };
    for nome in ["Host", "content-LENGTH", "Webhook-Id", "webhook-x", "a:b", "é"] {
        assert!(com(&format!(r#"[{{"chave":"{nome}","valor":""}}]"#)).is_err(), "{nome}");
    }
    assert!(com(r#"[{"chave":"a","valor":"x\r\nHost: y"}]"#).is_err());
    assert!(com(r#"[{"chave":"a"},{"chave":"A"}]"#).unwrap_err().contains("headers[1].chave"));
    assert!(ler(r#"{"nome":"E","appUrl":"https://e.com","topicos":[]}"#).unwrap_err().contains("tópico"));
}

#[test]
fn topics_follow_from_events() {
    use Topico as T;
    let de = |tipo, detalhes| Topico::de_evento(&evento(tipo, detalhes));
    assert_eq!(de(TipoEvento::PedidoCriado, vec![]), [T::PedidoNovo]);
    assert_eq!(de(TipoEvento::PedidoStatus, vec![Detalhe::NotaFiscal]), [T::PedidoSituacao]);
    let dois = [T::PedidoSituacao, T::PedidoRastreamento];
    assert_eq!(de(TipoEvento::PedidoStatus, vec![Detalhe::Rastreio]), dois);
    assert_eq!(de(TipoEvento::PedidoDetalhe, vec![Detalhe::Rastreio]), [T::PedidoRastreamento]);
    assert_eq!(de(TipoEvento::PedidoDetalhe, vec![Detalhe::Observacao]), []);
    assert_eq!(de(TipoEvento::SkuCriado, vec![]), [T::Estoque, T::Preco]);
    assert_eq!(de(TipoEvento::CanalAlterado, vec![]), []);
    // a stretch of the log is read by kinds: none that has a topic may be missing among them
    for tipo in TipoEvento::TODOS {
        for topico in de(*tipo, vec![Detalhe::Rastreio]) {
            let conjunto: Topicos = [topico].into_iter().collect();
            assert!(conjunto.tipos().aceita(*tipo) && Topico::from_codigo(topico.codigo()) == Some(topico));
        }
    }
}
