//! Tests of subscriptions as they are read and of the body of a call.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::evento::{Dados, TipoEvento};
use crate::reading::json::read_json;
use crate::values::ids::PedidoId;

fn evento(tipo: TipoEvento) -> Evento {
    Evento {
        posicao: 1,
        evento_id: "evt_1".to_owned(),
        tipo,
        usuario_id: "loja-1".to_owned(),
        canal_id: None,
        sku: None,
        pedido_id: tipo.of_pedido().then_some(PedidoId(7)),
        data: Instante::from_micros(1_500_000),
        dados: Dados { status: tipo.of_pedido().then_some(StatusPedido::Enviado), ..Dados::default() },
    }
}

#[test]
fn what_is_written_is_read_under_other_names() {
    let text = r#"{"nome":"ERP","appUrl":"https://erp.com.br/aviso","topicos":["Pedido.Novo","pedido.novo"],
        "emailResponsavel":"a@b.com","headers":[{"chave":"X-Chave","valor":" abc "}]}"#;
    let parsed: Inscricao = read_json(text.as_bytes()).unwrap();
    assert_eq!(
        serde_json::to_string(&parsed.parsed(5)).unwrap(),
        concat!(
            r#"{"inscricaoId":5,"nome":"ERP","appUrl":"https://erp.com.br/aviso","ativo":true,"#,
            r#""emailResponsavel":"a@b.com","#,
            r#""topico":["pedido.novo"],"usuario":"","header":[{"headerId":501,"chave":"X-Chave","valor":"abc"}]}"#
        )
    );
    assert!(!format!("{parsed:?} {:?}", parsed.parsed(5)).contains("abc"));
}

#[test]
fn the_body() {
    let pedido = evento(TipoEvento::PedidoStatus);
    let now = Instante::from_micros(9_000_000);
    let body = aviso(&pedido, 7, Topico::PedidoSituacao, DateStyle::Utc, now, 2);
    assert_eq!(
        serde_json::to_string(&body).unwrap(),
        concat!(
            r#"{"topico":"pedido.situacao.alterado","evento":{"loja":"loja-1","pedido":7,"situacao_pedido":9,"#,
            r#""id":"evt_1","data_evento":"1970-01-01T00:00:01Z"},"data_envio":"1970-01-01T00:00:09Z","tentativa":2}"#
        )
    );
    let estoque = evento(TipoEvento::SkuEstoque);
    let local = DateStyle::Local(chrono_tz::America::Sao_Paulo);
    let body = serde_json::to_string(&aviso(&estoque, 9, Topico::Estoque, local, now, 1)).unwrap();
    assert!(
        body.contains(r#""produto_variante":9,"id":"evt_1","data_evento":"1969-12-31T21:00:01""#),
        "{body}"
    );
}

#[test]
fn every_topic_shows_what_its_calls_look_like() {
    for topico in Topico::ALL {
        let text = sample(*topico, DateStyle::Utc).unwrap();
        let body: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(body["topico"], topico.name());
        let of_order = topico.name().starts_with("pedido.");
        let evento = &body["evento"];
        assert_eq!((evento["pedido"].is_i64(), evento["produto_variante"].is_i64()), (of_order, !of_order));
        assert_eq!(body["data_envio"], "2026-05-10T12:00:01Z");
    }
}
