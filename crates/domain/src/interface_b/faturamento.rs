//! What a store earned in a period, beside another period, as interface B's clients read it.

use serde::Serialize;

use crate::values::money::Dinheiro;

/// What the orders of a period came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Period {
    /// How many they are.
    pub pedidos: i64,
    /// Their totals, added up.
    pub receita: Dinheiro,
}

impl Period {
    fn ticket_medio(self) -> Dinheiro {
        let pedidos = i32::try_from(self.pedidos).unwrap_or(i32::MAX);
        self.receita.divided(pedidos).in_cents()
    }
}

/// A period beside another one, as numbers and as texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Faturamento {
    /// The totals of the period's orders that are paid, added up.
    pub indicador_receita: Dinheiro,
    /// How many they are.
    pub indicador_pedido: i64,
    /// What one of them is worth on average, in cents.
    pub indicador_ticket_medio: Dinheiro,
    /// The same of the other period.
    pub indicador_receita_comparativo: Dinheiro,
    /// The same of the other period.
    pub indicador_pedido_comparativo: i64,
    /// The same of the other period.
    pub indicador_ticket_medio_comparativo: Dinheiro,
    /// As text, `R$ 1.234,56`.
    pub indicador_receita_formatado: String,
    /// As text, `1.234`.
    pub indicador_pedido_formatado: String,
    /// As text.
    pub indicador_ticket_medio_formatado: String,
    /// As text.
    pub indicador_receita_comparativo_formatado: String,
    /// As text.
    pub indicador_pedido_comparativo_formatado: String,
    /// As text.
    pub indicador_ticket_medio_comparativo_formatado: String,
}

impl Faturamento {
    /// A period and the one that it is compared with.
    pub fn new(period: Period, other: Period) -> Self {
        Self {
            indicador_receita: period.receita,
            indicador_pedido: period.pedidos,
            indicador_ticket_medio: period.ticket_medio(),
            indicador_receita_comparativo: other.receita,
            indicador_pedido_comparativo: other.pedidos,
            indicador_ticket_medio_comparativo: other.ticket_medio(),
            indicador_receita_formatado: reais(period.receita),
            indicador_pedido_formatado: grouped(period.pedidos),
            indicador_ticket_medio_formatado: reais(period.ticket_medio()),
            indicador_receita_comparativo_formatado: reais(other.receita),
            indicador_pedido_comparativo_formatado: grouped(other.pedidos),
            indicador_ticket_medio_comparativo_formatado: reais(other.ticket_medio()),
        }
    }
}

/// An amount as it is written in Brazil.
fn reais(amount: Dinheiro) -> String {
    /// Ten-thousandths in a cent.
    const CENT: i64 = 100;
    let cents = amount.in_cents().ten_thousandths() / CENT;
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}R$ {},{:02}", grouped(cents.abs() / 100), cents.abs() % 100)
}

/// A whole number with a point between thousands.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_of_both_periods() {
        let may = Period { pedidos: 1234, receita: Dinheiro::from_cents(123_456_789) };
        let shown = serde_json::to_value(Faturamento::new(may, Period::default())).unwrap();
        for (name, value) in [
            ("indicadorReceita", serde_json::json!(1_234_567.89)),
            ("indicadorPedido", 1234.into()),
            ("indicadorTicketMedio", serde_json::json!(1000.46)),
            ("indicadorReceitaFormatado", "R$ 1.234.567,89".into()),
            ("indicadorPedidoFormatado", "1.234".into()),
            ("indicadorTicketMedioFormatado", "R$ 1.000,46".into()),
            ("indicadorReceitaComparativo", 0.into()),
            ("indicadorPedidoComparativo", 0.into()),
            ("indicadorTicketMedioComparativo", 0.into()),
            ("indicadorReceitaComparativoFormatado", "R$ 0,00".into()),
            ("indicadorPedidoComparativoFormatado", "0".into()),
        ] {
            assert_eq!(shown[name], value, "{name}");
        }
        let texts = [(5, "R$ 0,05"), (100, "R$ 1,00"), (99_999, "R$ 999,99"), (100_000, "R$ 1.000,00")];
        for (cents, text) in texts {
            assert_eq!(reais(Dinheiro::from_cents(cents)), text);
        }
    }
}
