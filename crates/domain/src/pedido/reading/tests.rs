#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::reading::json::{ReadError, read_json};
use crate::values::money::Dinheiro;
use proptest::prelude::*;

fn read(text: &str) -> Result<Pedido, String> {
    read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
}

const COMPLETE: &str = r#"{"pedidoId":0,"canalId":"ml","sourceId":"2000001","sourceSiteId":"MLB","desconto":5.5,"data":"2026-05-10T12:30:00Z","juros":0,"quantidadeParcelas":3,"total":104.5,"status":"Pago","usuario":{"nome":"Maria","cpf":"52998224725","cnpj":"","inscricaoEstadual":"","email":"maria@exemplo.com","sexo":"Feminino","nascimento":"1990-02-28T00:00:00Z"},"frete":[{"valorNominal":12.9,"valorCobrado":10,"prazoEntrega":5,"prazoPreparacao":1,"dataAgendamento":null,"dataPrevistaEntrega":"2026-05-16T00:00:00Z","freteSourceId":"F1"}],"endereco":[{"tipoEndereco":"Entrega","rua":"Av. Paulista","numero":"1000","complemento":"","bairro":"Bela Vista","referencia":"","cidade":"São Paulo","estado":"SP","pais":"Brasil","cep":"01310100"}],"informacaoAdicional":[{"chave":"formaPagamentoId","valor":"20"}],"produtos":[{"sku":"A-1","quantidade":2,"preco":50,"desconto":0,"frete":10}]}"#;

const MIN: &str = r#"{"canalId":"ml","sourceId":"1","data":"2026-05-10","total":0,"status":"Pago","usuario":{"nome":"M"},"produtos":[{"sku":"A","quantidade":1,"preco":0}]}"#;

#[test]
fn a_full_order_is_written_as_it_was_read() {
    assert_eq!(serde_json::to_string(&read(COMPLETE).unwrap()).unwrap(), COMPLETE);
}

#[test]
fn a_small_order_gets_the_defaults() {
    let parsed = read(MIN).unwrap();
    assert_eq!(
        (parsed.quantidade_parcelas, parsed.desconto, parsed.pedido_id),
        (1, Dinheiro::ZERO, PedidoId(0))
    );
    assert_eq!(parsed.data.to_string(), "2026-05-10T00:00:00Z");
    for absent in
        ["", r#","usuario":null"#, r#","usuario":{}"#, r#","usuario":{"nome":null},"quantidadeParcelas":0"#]
    {
        let nobody = read(&MIN.replace(r#","usuario":{"nome":"M"}"#, absent)).unwrap();
        assert_eq!(nobody, Pedido { usuario: Comprador::default(), ..parsed.clone() });
        assert_eq!(nobody.notices(), [crate::pedido::aviso::Aviso::NoBuyer]);
    }
    assert_eq!(read(&MIN.replacen('{', r#"{"pedidoId":"x","#, 1)), Ok(parsed));
}

#[test]
fn the_identifier_in_the_marketplace_is_plain_text() {
    let bad = MIN.replacen(r#""sourceId":"1""#, r#""sourceId":"a\nb""#, 1);
    assert_eq!(read(&bad).unwrap_err(), "sourceId: contém um caractere de controle");
}

#[test]
fn tolerant_where_callers_differ() {
    let text = COMPLETE
        .replace("12.9", "\"12.90\"")
        .replace(r#""prazoEntrega":5"#, r#""prazoEntrega":"5""#)
        .replace("01310100", "01310-100")
        .replace(r#""SP""#, r#""sp""#)
        .replace("52998224725", "529.982.247-25")
        .replace("2026-05-10T12:30:00Z", "2026-05-10T09:30:00.123-03:00")
        .replace(r#""cpf":"529.982.247-25""#, r#""cpf":52998224725"#)
        .replace(r#""cep":"01310-100""#, r#""cep":1310100"#)
        .replace(r#""numero":"1000""#, r#""numero":1000"#)
        .replace(r#""juros":0"#, r#""juros":"""#)
        .replace(r#""desconto":0"#, r#""desconto":" ""#)
        .replace(r#""dataAgendamento":null"#, r#""dataAgendamento":"""#);
    assert_eq!(serde_json::to_string(&read(&text).unwrap()).unwrap(), COMPLETE);
}

#[test]
fn what_is_required() {
    assert_eq!(
        read("{}").unwrap_err(),
        "canalId: é obrigatório; sourceId: é obrigatório; data: é obrigatório; total: é obrigatório; \
         status: é obrigatório; produtos: é obrigatório"
    );
    let without_items = MIN.replace(r#"{"sku":"A","quantidade":1,"preco":0}"#, "");
    assert_eq!(read(&without_items).unwrap_err(), "produtos: deve ter pelo menos um item");
}

#[test]
fn an_empty_list_in_the_place_of_the_buyer_is_none() {
    let with = |usuario: &str| read(&MIN.replace(r#"{"nome":"M"}"#, usuario));
    assert_eq!(with("[ ]").unwrap(), with("null").unwrap());
    assert_eq!(with("[1]").unwrap_err(), with("7").unwrap_err());
}

#[test]
fn a_date_that_nobody_has_set_is_none() {
    for unset in [
        "0001-01-01T00:00:00",
        "0001-01-01T23:59:59.9-03:00",
        "0001-01-01T00:00:00+03:00",
        "01/01/0001 00:00:00",
        "0000-00-00",
        "0000-00-00 00:00:00",
    ] {
        let text = COMPLETE.replace("1990-02-28T00:00:00Z", unset).replace("2026-05-16T00:00:00Z", unset);
        let parsed = read(&text).unwrap();
        assert_eq!(
            (parsed.usuario.nascimento, parsed.frete[0].data_prevista_entrega),
            (None, None),
            "{unset}"
        );
        assert_eq!(parsed.informacao_adicional.len(), 1);
        assert_eq!(read(&MIN.replace("2026-05-10", unset)).unwrap_err(), "data: é obrigatório");
    }
}

#[test]
fn problems_are_named_by_their_place() {
    let cases = [
        (r#""quantidade":2"#, r#""quantidade":0"#, "produtos[0].quantidade: deve ser maior ou igual a 1"),
        (r#""preco":50"#, r#""preco":-50"#, "produtos[0].preco: deve ser maior ou igual a zero"),
        (r#""preco":50,"#, "", "produtos[0].preco: é obrigatório"),
        (r#""total":104.5"#, r#""total":104.50001"#, "total: deve ter no máximo 4 casas decimais"),
        (r#""cpf":"52998224725""#, r#""cpf":true"#, "usuario.cpf: deve ser um texto"),
        (r#""Feminino""#, "[]", "usuario.sexo: deve ser um texto"),
        (
            r#":"Entrega""#,
            r#":"Casa""#,
            "endereco[0].tipoEndereco: deve ser um destes valores: Cobranca, Entrega",
        ),
        (r#""01310100""#, "{}", "endereco[0].cep: deve ser um texto"),
        ("01310100", "0131\\u00000100", "endereco[0].cep: contém um caractere nulo"),
        (
            r#""Pago""#,
            r#""PAGO""#,
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
        ),
        (
            r#""quantidadeParcelas":3"#,
            r#""quantidadeParcelas":-1"#,
            "quantidadeParcelas: deve ser um inteiro de 0 a 2147483647",
        ),
        (r#""2026-05-10T12:30:00Z""#, "1", "data: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)"),
        (
            r#""prazoEntrega":5"#,
            r#""prazoEntrega":"cinco""#,
            "frete[0].prazoEntrega: deve ser um número inteiro",
        ),
        ("Maria\"", "Mar\\u0000ia\"", "usuario.nome: contém um caractere nulo"),
        ("Maria\"", "\\ud800\"", "usuario.nome: contém um caractere inválido"),
    ];
    for (from, to, expected) in cases {
        assert!(COMPLETE.contains(from), "{from}");
        assert_eq!(read(&COMPLETE.replacen(from, to, 1)).unwrap_err(), expected);
    }
}

#[test]
fn what_a_marketplace_has_sold_is_taken_and_noticed() {
    let codes = |text: &str| -> Vec<&str> {
        read(text).unwrap().notices().iter().map(crate::pedido::aviso::Aviso::code).collect()
    };
    assert_eq!(codes(COMPLETE), [""; 0]);
    let company = COMPLETE.replace(r#""cnpj":"""#, r#""cnpj":"12.ABC.345/01DE-35""#);
    assert_eq!(codes(&company), ["cpf-e-cnpj"]);
    let comprador = read(&company).unwrap().usuario;
    assert_eq!((comprador.cpf.as_str(), comprador.cnpj.as_str()), ("52998224725", "12ABC34501DE35"));

    let forma = |values: &[&str]| {
        let formas: Vec<String> =
            values.iter().map(|v| format!(r#"{{"chave":"formaPagamentoId","valor":"{v}"}}"#)).collect();
        COMPLETE.replace(r#"{"chave":"formaPagamentoId","valor":"20"}"#, &formas.join(","))
    };
    for (values, counted, noticed) in [
        (&["200"][..], 200, false),
        (&["abc"], 99, true),
        (&["0"], 99, true),
        (&["abc", "20"], 20, true),
        (&["20", "3"], 20, true),
    ] {
        let text = forma(values);
        let parsed = read(&text).unwrap();
        assert_eq!((parsed.forma_pagamento_id(), codes(&text).len()), (counted, usize::from(noticed)));
        assert_eq!(parsed.informacao_adicional.len(), values.len());
    }

    let hidden = read(&COMPLETE.replace("52998224725", "***.982.247-**")).unwrap();
    assert_eq!(hidden.usuario.cpf, "");
    let kept = hidden.informacao_adicional.last().unwrap();
    assert_eq!((kept.chave.as_str(), kept.valor.as_str()), ("recebido.usuario.cpf", "***.982.247-**"));
    assert_eq!(
        hidden.notices().first().map(crate::pedido::aviso::Aviso::detail).as_deref(),
        Some("usuario.cpf")
    );

    for (member, value) in
        [("cpf", "52998224726"), ("cnpj", "1"), ("sexo", "F"), ("nascimento", "31/02/1990")]
    {
        let good: serde_json::Value = serde_json::from_str(COMPLETE).unwrap();
        let mut bad = good.clone();
        bad["usuario"][member] = value.into();
        let bad = bad.to_string();
        assert_eq!(codes(&bad), ["valor-invalido"], "{member}");
        let parsed = read(&bad).unwrap();
        let kept = parsed.informacao_adicional.last().unwrap();
        assert_eq!(
            (kept.chave.as_str(), kept.valor.as_str()),
            (&*format!("recebido.usuario.{member}"), value)
        );
        let left = serde_json::to_value(&parsed.usuario).unwrap();
        assert!(left[member] == "" || left[member].is_null(), "{left}");
        // blank is not there, and nothing to look at
        let mut blank = good;
        blank["usuario"][member] = " ".into();
        assert_eq!(codes(&blank.to_string()), [""; 0], "{member}");
    }
    assert_eq!(read(&COMPLETE.replace("Feminino", "MASCULINO")).unwrap().usuario.sexo, Some(Sexo::Masculino));

    let name = "é".repeat(250);
    let long = read(&COMPLETE.replace("Maria", &name)).unwrap();
    assert_eq!(long.usuario.nome, "é".repeat(200));
    assert_eq!(long.informacao_adicional.last().unwrap().valor, name);
    assert_eq!(
        long.notices().first().map(crate::pedido::aviso::Aviso::detail).as_deref(),
        Some("usuario.nome")
    );

    for (from, to, member) in [
        (r#""01310100""#, r#""0131010""#, "endereco[0].cep"),
        (r#""01310100""#, r#""*****-000""#, "endereco[0].cep"),
        (r#""SP""#, r#""Sao Polo""#, "endereco[0].estado"),
    ] {
        let text = COMPLETE.replace(from, to);
        let notices = read(&text).unwrap().notices();
        assert_eq!(notices, [crate::pedido::aviso::Aviso::Doubtful(member.to_owned())]);
        assert_eq!(serde_json::to_string(&read(&text).unwrap()).unwrap(), text);
    }

    let state = |name: &str| read(&COMPLETE.replace(r#""SP""#, &format!("\"{name}\""))).unwrap();
    assert_eq!(
        ["São Paulo", "SAO PAULO", " sp "].map(|name| state(name).endereco[0].estado.clone()),
        ["SP"; 3]
    );
}

#[test]
fn addresses_abroad_have_their_own_codes() {
    let outside = COMPLETE
        .replace("Brasil", "Portugal")
        .replace("01310100", "1000-001")
        .replace(r#""SP""#, r#""Lisboa""#);
    let parsed = read(&outside).unwrap();
    assert_eq!((parsed.endereco[0].cep.as_str(), parsed.endereco[0].estado.as_str()), ("1000-001", "Lisboa"));
    for pais in ["", "br", "BRA", "brazil", "BRASIL"] {
        assert_eq!(read(&outside.replace("Portugal", pais)).unwrap().notices().len(), 2, "{pais}");
    }
}

#[test]
fn problems_are_found_in_all_parts_at_once() {
    let text = COMPLETE.replace(r#""quantidade":2"#, r#""quantidade":"x""#).replace("\"ml\"", "[]");
    assert_eq!(
        read(&text).unwrap_err(),
        "canalId: deve ser um texto; produtos[0].quantidade: deve ser um número inteiro"
    );
}

proptest! {
    /// No text makes the reader panic, and what it accepts is written and read as the same order.
    #[test]
    fn mangled_orders_do_no_harm(place in 0usize..COMPLETE.len(), size in 0usize..12, new in "[\\PC]{0,6}") {
        let end = (place + size).min(COMPLETE.len());
        prop_assume!(COMPLETE.is_char_boundary(place) && COMPLETE.is_char_boundary(end));
        let text = format!("{}{new}{}", &COMPLETE[..place], &COMPLETE[end..]);
        if let Ok(parsed) = read(&text) {
            prop_assert_eq!(read(&serde_json::to_string(&parsed).unwrap()), Ok(parsed));
        }
    }
}
