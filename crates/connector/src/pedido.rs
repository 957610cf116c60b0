//! Parts of an order's [`crate::OrderIn::pedido`] that every connector builds.

use serde_json::{Value, json};

use crate::text::cut;

/// A postal address as the channel has it; empty where it does not tell. It has no `Debug`, since it is a buyer's.
#[derive(Clone, Copy, Default)]
#[allow(missing_docs)]
pub struct Address<'a> {
    /// The street, which may end with a comma and the number.
    pub street: &'a str,
    /// The number, where the street does not end with one.
    pub number: &'a str,
    pub complement: &'a str,
    pub district: &'a str,
    pub city: &'a str,
    pub state: &'a str,
    pub country: &'a str,
    pub postal_code: &'a str,
}

impl Address<'_> {
    /// A row of `endereco`, of the type `Entrega` or `Cobranca`; none when neither street nor postal code is known.
    pub fn row(&self, kind: &str) -> Option<Value> {
        let (street, number) = street_and_number(self.street).unwrap_or((self.street, self.number));
        let known = [street, self.postal_code].iter().any(|part| !part.trim().is_empty());
        known.then(|| {
            json!({
                "tipoEndereco": kind,
                "rua": cut(street, 300),
                "numero": cut(number, 50),
                "complemento": cut(self.complement, 300),
                "bairro": cut(self.district, 200),
                "cidade": cut(self.city, 200),
                "estado": cut(self.state, 100),
                "pais": cut(self.country, 100),
                "cep": cut(self.postal_code, 100),
            })
        })
    }
}

/// `Rua A, 10` and `Rua A, s/n` in their two parts.
fn street_and_number(line: &str) -> Option<(&str, &str)> {
    let (street, number) = line.rsplit_once(',')?;
    let number = number.trim();
    let is_number =
        number.starts_with(|c: char| c.is_ascii_digit()) || number.to_lowercase().starts_with("s/n");
    is_number.then_some((street, number))
}

/// Words in the names of payment methods, with their numbers in interface B's list; how it was paid before through whom.
const PAYMENT_METHODS: [(&str, &str); 4] =
    [("pix", "20"), ("boleto", "1"), ("paypal", "2"), ("mercadopago", "15")];

/// The `formaPagamentoId` of a channel's payment method, where its name tells.
pub fn payment_method(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase().replace(['-', '_'], "");
    PAYMENT_METHODS.iter().find(|(word, _)| name.contains(word)).map(|(_, number)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_behind_the_last_comma() {
        for (line, parts) in [
            ("Rua A, casa 2, 10", ["Rua A, casa 2", "10"]),
            ("Rua A, 10-B ", ["Rua A", "10-B"]),
            ("Rua A, S/N", ["Rua A", "S/N"]),
            ("Rua A, fundos", ["Rua A, fundos", "7"]),
            ("Rua 10", ["Rua 10", "7"]),
        ] {
            let row = Address { street: line, number: "7", ..Address::default() }.row("Entrega");
            let row = row.unwrap_or_default();
            assert_eq!(
                ["rua", "numero"].map(|name| row.get(name)),
                parts.map(|part| json!(part)).each_ref().map(Some)
            );
        }
        assert_eq!(Address { city: "São Paulo", ..Address::default() }.row("Entrega"), None);
        assert!(Address { postal_code: "01001000", ..Address::default() }.row("Entrega").is_some());
    }

    #[test]
    fn payment_methods_are_known_by_a_word() {
        for (name, number) in [
            ("pp_pix_x", Some("20")),
            ("Boleto", Some("1")),
            ("paypal", Some("2")),
            ("mercado-pago", Some("15")),
            ("mercadopago-pix", Some("20")),
            ("mercado", None),
            ("", None),
        ] {
            assert_eq!(payment_method(name), number, "{name}");
        }
    }
}
