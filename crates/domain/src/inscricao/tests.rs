//! Tests of subscriptions: reading, topics.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::evento::{Dados, Detalhe, Evento, TipoEvento};
use crate::pedido::StatusPedido;
use crate::reading::json::read_json;
use crate::values::dates::Instante;
use crate::values::ids::PedidoId;

fn read(text: &str) -> Result<Inscricao, String> {
    read_json(text.as_bytes()).map_err(|e| e.to_string())
}

fn evento(tipo: TipoEvento, detalhes: Vec<Detalhe>) -> Evento {
    Evento {
        posicao: 1,
        evento_id: "evt_1".to_owned(),
        tipo,
        usuario_id: "loja-1".to_owned(),
        canal_id: None,
        sku: None,
        pedido_id: tipo.of_pedido().then_some(PedidoId(7)),
        data: Instante::from_micros(1_500_000),
        dados: Dados {
            status: tipo.of_pedido().then_some(StatusPedido::Enviado),
            detalhes,
            ..Dados::default()
        },
    }
}

#[test]
fn every_problem_is_named() {
    let error = read(r#"{"topicos":["x"],"emailResponsavel":"x","headers":[{"chave":"a b"}]}"#).unwrap_err();
    for part in ["nome:", "appUrl:", "topicos[0]:", "emailResponsavel:", "headers[0].chave:"] {
        assert!(error.contains(part), "{error}");
    }
    let with = |headers: &str| {
        let body = r#"{"nome":"E","appUrl":"https://e.com","topicos":["pedido.novo"],"headers":"#;
        read(&format!("{body}{headers}}}"))
    };
    for name in ["Host", "content-LENGTH", "Webhook-Id", "webhook-x", "a:b", "é"] {
        assert!(with(&format!(r#"[{{"chave":"{name}","valor":""}}]"#)).is_err(), "{name}");
    }
    assert!(with(r#"[{"chave":"a","valor":"x\r\nHost: y"}]"#).is_err());
    assert!(with(r#"[{"chave":"a"},{"chave":"A"}]"#).unwrap_err().contains("headers[1].chave"));
    assert!(read(r#"{"nome":"E","appUrl":"https://e.com","topicos":[]}"#).unwrap_err().contains("tópico"));
}

#[test]
fn topics_follow_from_events() {
    use Topico as T;
    let from = |tipo, detalhes| Topico::of_evento(&evento(tipo, detalhes));
    assert_eq!(from(TipoEvento::PedidoCriado, vec![]), [T::PedidoNew]);
    assert_eq!(from(TipoEvento::PedidoStatus, vec![Detalhe::NotaFiscal]), [T::PedidoSituacao]);
    let two = [T::PedidoSituacao, T::PedidoRastreamento];
    assert_eq!(from(TipoEvento::PedidoStatus, vec![Detalhe::Rastreio]), two);
    assert_eq!(from(TipoEvento::PedidoDetalhe, vec![Detalhe::Rastreio]), [T::PedidoRastreamento]);
    assert_eq!(from(TipoEvento::PedidoDetalhe, vec![Detalhe::Observacao]), []);
    assert_eq!(from(TipoEvento::SkuCriado, vec![]), [T::Estoque, T::Preco]);
    assert_eq!(from(TipoEvento::CanalAlterado, vec![]), []);
    // a stretch of the log is read by kinds: none that has a topic may be missing among them
    for tipo in TipoEvento::ALL {
        for topico in from(*tipo, vec![Detalhe::Rastreio]) {
            let set: Topicos = [topico].into_iter().collect();
            assert!(set.kinds().accepts(*tipo) && Topico::from_code(topico.code()) == Some(topico));
        }
    }
}
