//! Bodies of events in few bytes: what every event of a kind says stands as one control character, which JSON
//! never has. What follows from other columns is left out. A body from before is one without such characters:
//! it says what it is.

use std::borrow::Cow;

use domain::evento::TipoEvento;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;

use crate::base::{StoreError, to_json};

/// Stands for the order's number, the instant, and all between them and what the event tells.
const COLUMNS: char = '\u{1}';

/// What stands for what. Databases hold these, so none is ever given another meaning; tabs and ends of lines
/// are left out, for whoever has to look at some rows.
const PIECES: [(char, &str); 27] = [
    ('\u{2}', r#"{"canalId":""#),
    ('\u{3}', r#"{"sku":""#),
    ('\u{4}', r#"","sku":""#),
    ('\u{5}', r#""statusAnterior":""#),
    ('\u{6}', r#"","status":""#),
    ('\u{7}', r#""status":""#),
    ('\u{8}', "AguardandoPagamento"),
    ('\u{b}', "Pago"),
    ('\u{c}', "Faturado"),
    ('\u{e}', "Enviado"),
    ('\u{f}', "Entregue"),
    ('\u{10}', "Cancelado"),
    ('\u{11}', r#"","pulados":[""#),
    ('\u{12}', r#""],"detalhes":[""#),
    ('\u{13}', r#"","detalhes":[""#),
    ('\u{14}', "notaFiscal"),
    ('\u{15}', "rastreio"),
    ('\u{16}', r#"",""#),
    ('\u{17}', r#""]}}"#),
    ('\u{18}', r#""}}"#),
    ('\u{19}', r#"","sourceId":""#),
    ('\u{1a}', r#"","faltas":[{"sku":""#),
    ('\u{1b}', r#"","falta":"#),
    ('\u{1c}', "}]}}"),
    ('\u{1d}', r#""estoqueAnterior":"#),
    ('\u{1e}', r#","estoque":"#),
    ('\u{1f}', r#","preco"#),
];

/// Whether a piece begins with a character of one byte: most characters of a body begin none.
#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it")]
const BEGINS: [bool; 128] = {
    let mut begins = [false; 128];
    // the columns begin so
    begins[b'"' as usize] = true;
    let mut n = 0;
    while n < PIECES.len() {
        begins[PIECES[n].1.as_bytes()[0] as usize] = true;
        n += 1;
    }
    begins
};

/// Whether it is no character of any JSON.
fn is_sign(c: char) -> bool {
    c < ' '
}

/// What follows from an event's other columns: behind a channel or a SKU, before what it tells.
fn columns(kind: TipoEvento, assunto: i64, data: Instante) -> Result<String, StoreError> {
    let order = match kind.of_pedido() {
        true => format!(r#""pedidoId":{},"#, to_json(&PedidoId(assunto))?),
        false => String::new(),
    };
    Ok(format!(r#"",{order}"data":{},"dados":{{"#, to_json(&data)?))
}

/// A body on its way into its row.
pub(super) fn shorten(
    body: &str,
    kind: TipoEvento,
    assunto: i64,
    data: Instante,
) -> Result<String, StoreError> {
    let columns = columns(kind, assunto, data)?;
    let mut short = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        if !BEGINS.get(first as usize).is_some_and(|begins| *begins) {
            short.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        }
        let static_ones = PIECES.iter().copied();
        let longest = static_ones
            .chain([(COLUMNS, columns.as_str())])
            .filter(|(_, piece)| rest.starts_with(piece))
            .max_by_key(|(_, piece)| piece.len());
        let (written, read) = longest.map_or((first, first.len_utf8()), |(sign, piece)| (sign, piece.len()));
        short.push(written);
        rest = rest.get(read..).unwrap_or_default();
    }
    Ok(short)
}

/// The body that a row holds.
pub(super) fn whole(
    corpo: &str,
    kind: TipoEvento,
    assunto: i64,
    data: Instante,
) -> Result<Cow<'_, str>, StoreError> {
    if !corpo.contains(is_sign) {
        return Ok(Cow::Borrowed(corpo));
    }
    let mut body = String::with_capacity(4 * corpo.len());
    for sign in corpo.chars() {
        match PIECES.iter().find(|(known, _)| *known == sign) {
            Some((_, piece)) => body.push_str(piece),
            None if sign == COLUMNS => body.push_str(&columns(kind, assunto, data)?),
            None if is_sign(sign) => {
                return Err(StoreError::Corrupt(format!("eventos.corpo has the sign {}", u32::from(sign))));
            }
            None => body.push(sign),
        }
    }
    Ok(Cow::Owned(body))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: Instante = Instante::from_micros(1_795_537_618_390_134);

    fn there_and_back(body: &str, kind: TipoEvento) -> String {
        let short = shorten(body, kind, 20_000, NOW).unwrap();
        assert_eq!(whole(&short, kind, 20_000, NOW).unwrap(), body);
        short
    }

    #[test]
    fn an_events_body_takes_a_quarter() {
        let data = to_json(&NOW).unwrap();
        let body = [
            r#"{"canalId":"amazon","pedidoId":20000,"data":"#,
            data.as_str(),
            r#","dados":{"statusAnterior":"Pago","status":"Enviado","pulados":["Faturado"],"#,
            r#""detalhes":["notaFiscal","rastreio"]}}"#,
        ]
        .concat();
        let short = there_and_back(&body, TipoEvento::PedidoStatus);
        assert_eq!(short, "\u{2}amazon\u{1}\u{5}\u{b}\u{6}\u{e}\u{11}\u{c}\u{12}\u{14}\u{16}\u{15}\u{17}");
        // of another order, or of another instant, it says so
        let other = body.replace("20000", "20001");
        assert!(there_and_back(&other, TipoEvento::PedidoStatus).contains("20001"));
        assert!(there_and_back(&body, TipoEvento::SkuEstoque).contains("20000"));
    }

    #[test]
    fn every_sign_is_one_and_known() {
        for (n, (sign, piece)) in PIECES.iter().enumerate() {
            assert!(is_sign(*sign) && *sign != COLUMNS && !piece.is_empty());
            assert!(PIECES[n + 1..].iter().all(|(other, text)| other != sign && text != piece));
        }
        let unknown = whole("\u{2}ml\n", TipoEvento::CanalAlterado, 1, NOW).unwrap_err();
        assert!(unknown.to_string().contains("10"), "{unknown}");
    }

    #[test]
    fn a_body_from_before_is_itself() {
        let before =
            r#"{"canalId":"ml","pedidoId":1,"data":"2026-11-24T16:26:58Z","dados":{"status":"Pago"}}"#;
        assert!(matches!(whole(before, TipoEvento::PedidoCriado, 1, NOW), Ok(Cow::Borrowed(_))));
    }

    proptest! {
        #[test]
        fn any_body_comes_back(
            texts in prop::collection::vec("(?s).{0,40}", 1..4),
            pieces in prop::collection::vec(0..PIECES.len(), 0..8),
            kind in prop::sample::select(TipoEvento::ALL.to_vec()),
        ) {
            let named: String = pieces.iter().map(|n| PIECES[*n].1).collect();
            let columns = columns(kind, 20_000, NOW).unwrap();
            let body = serde_json::to_string(&[texts.concat(), named.clone(), columns.clone()]).unwrap();
            there_and_back(&body, kind);
            there_and_back(&format!("{named}{columns}{body}{named}"), kind);
        }
    }
}
