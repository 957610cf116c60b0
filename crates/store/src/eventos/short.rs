//! Bodies of events in few bytes: what every event of a kind says stands as one control character, which JSON
//! never has. What follows from other columns is left out. A body from before is one without such characters:
//! it says what it is.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
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

/// Finds the longest piece at each place: trying one after the other took a fifth of SQLite's one writer.
/// There is none only if these pieces could not be searched for, and bodies then stand as they are.
static SEARCH: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let kind = Some(AhoCorasickKind::DFA);
    let mut search = AhoCorasick::builder();
    search.match_kind(MatchKind::LeftmostLongest).kind(kind).build(PIECES.map(|(_, piece)| piece)).ok()
});

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
    let (before, after) = body.split_once(&columns).map_or((body, None), |(b, a)| (b, Some(a)));
    push_short(before, &mut short);
    if let Some(after) = after {
        short.push(COLUMNS);
        push_short(after, &mut short);
    }
    Ok(short)
}

fn push_short(text: &str, short: &mut String) {
    let Some(search) = SEARCH.as_ref() else { return short.push_str(text) };
    search.replace_all_with(text, short, |found, piece, short| {
        match PIECES.get(found.pattern().as_usize()) {
            Some((sign, _)) => short.push(*sign),
            None => short.push_str(piece),
        }
        true
    });
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
    for part in corpo.split_inclusive(is_sign) {
        body.push_str(part.trim_end_matches(is_sign));
        let Some(sign) = part.chars().next_back().filter(|last| is_sign(*last)) else { continue };
        match PIECES.iter().find(|(known, _)| *known == sign) {
            Some((_, piece)) => body.push_str(piece),
            None if sign == COLUMNS => body.push_str(&columns(kind, assunto, data)?),
            None => {
                return Err(StoreError::Corrupt(format!("eventos.corpo has the sign {}", u32::from(sign))));
            }
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
