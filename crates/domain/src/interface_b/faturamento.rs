//! What a store earned in a period, beside another period, as interface B's clients read it.

use serde::{Serialize, Serializer};

/// What the orders of a period came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Period {
    /// How many they are.
    pub pedidos: i64,
    /// Their totals, added up.
    pub receita: Soma,
}

impl Period {
    fn ticket_medio(self) -> Soma {
        Soma(self.receita.0 / i128::from(self.pedidos.max(1))).in_cents()
    }
}

/// A sum of amounts, in ten-thousandths: many orders come to more than an amount may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = f64))]
pub struct Soma(pub i128);

impl Soma {
    /// Ten-thousandths in a whole.
    const UNIT: i128 = 10_000;
    /// Ten-thousandths in a cent.
    const CENT: i128 = 100;

    fn in_cents(self) -> Self {
        let half = self.0.signum() * Self::CENT / 2;
        Self((self.0 + half) / Self::CENT * Self::CENT)
    }
}

impl Serialize for Soma {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0 / Self::UNIT) {
            Ok(whole) if self.0 % Self::UNIT == 0 => s.serialize_i64(whole),
            _ => s.serialize_f64(self.0 as f64 / Self::UNIT as f64),
        }
    }
}

/// A period beside another one, as numbers and as texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Faturamento {
    /// The totals of the period's orders that are paid, added up.
    pub indicador_receita: Soma,
    /// How many they are.
    pub indicador_pedido: i64,
    /// What one of them is worth on average, in cents.
    pub indicador_ticket_medio: Soma,
    /// The same of the other period.
    pub indicador_receita_comparativo: Soma,
    /// The same of the other period.
    pub indicador_pedido_comparativo: i64,
    /// The same of the other period.
    pub indicador_ticket_medio_comparativo: Soma,
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
    /// What it grew by, of the other period, `12,5%`; 100% where that came to nothing.
    pub indicador_receita_porcentagem: String,
    /// The same of the orders.
    pub indicador_pedido_porcentagem: String,
    /// The same of the average.
    pub indicador_ticket_medio_porcentagem: String,
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
            indicador_receita_porcentagem: growth(period.receita.0, other.receita.0),
            indicador_pedido_porcentagem: growth(period.pedidos.into(), other.pedidos.into()),
            indicador_ticket_medio_porcentagem: growth(period.ticket_medio().0, other.ticket_medio().0),
        }
    }
}

/// What a number grew by, in percent of the other, cut off at one decimal.
fn growth(number: i128, other: i128) -> String {
    let thousandths = match (number, other) {
        (0, 0) => 0,
        (_, 0) => 1000,
        _ => (number - other) * 1000 / other,
    };
    let sign = if thousandths < 0 { "-" } else { "" };
    let thousandths = thousandths.unsigned_abs();
    match thousandths % 10 {
        0 => format!("{sign}{}%", thousandths / 10),
        decimal => format!("{sign}{},{decimal}%", thousandths / 10),
    }
}

/// An amount as it is written in Brazil.
pub fn reais(amount: Soma) -> String {
    let cents = amount.in_cents().0 / Soma::CENT;
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}R$ {},{:02}", grouped(cents / 100), cents % 100)
}

/// A whole number with a point between thousands.
fn grouped(number: impl ToString) -> String {
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
        let may = Period { pedidos: 1234, receita: Soma(12_345_678_900) };
        let april = Period { pedidos: 1000, receita: Soma(20_000_000_000) };
        let shown = serde_json::to_value(Faturamento::new(may, Period::default())).unwrap();
        let beside = serde_json::to_value(Faturamento::new(may, april)).unwrap();
        let percentages = ["Receita", "Pedido", "TicketMedio"]
            .map(|name| [&shown, &beside].map(|of| of[format!("indicador{name}Porcentagem")].clone()));
        assert_eq!(percentages, [["100%", "-38,2%"], ["100%", "23,4%"], ["100%", "-49,9%"]]);
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
            assert_eq!(reais(Soma(cents * 100)), text);
        }
        // more than one amount may be
        let great = Period { pedidos: 10_000, receita: Soma(999_999_999_999_999 * 10_000) };
        let shown = serde_json::to_value(Faturamento::new(great, great)).unwrap();
        assert_eq!(shown["indicadorReceita"], 999_999_999_999_999_i64);
        assert_eq!(shown["indicadorReceitaFormatado"], "R$ 999.999.999.999.999,00");
        assert_eq!(shown["indicadorReceitaPorcentagem"], "0%");
    }
}
