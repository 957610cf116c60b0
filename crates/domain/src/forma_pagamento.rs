//! Payment methods as a store's own system numbers them.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputValue, ReadError, read_list};
use crate::reading::problems::Problems;

/// Most payment methods of one store.
pub const FORMAS_MAX: usize = 200;

/// A payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FormaPagamento {
    /// Its number.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub forma_pagamento_id: i32,
    /// Its name.
    pub nome: String,
    /// Its name as buyers see it.
    pub nome_exibicao: String,
    /// What it is.
    pub descricao: String,
}

/// The methods of a store that has no list of its own.
const DEFAULT: [(i32, &str, &str); 13] = [
    (1, "Boleto", "Boleto bancário"),
    (2, "PayPal", "Carteira PayPal"),
    (3, "Visa", "Cartão de crédito Visa"),
    (4, "MasterCard", "Cartão de crédito MasterCard"),
    (5, "American Express", "Cartão de crédito American Express"),
    (6, "Diners", "Cartão de crédito Diners"),
    (7, "Aura", "Cartão de crédito Aura"),
    (8, "Hipercard", "Cartão de crédito Hipercard"),
    (10, "Elo", "Cartão de crédito Elo"),
    (11, "Depósito", "Depósito em conta"),
    (15, "Mercado Pago", "Carteira Mercado Pago"),
    (20, "Pix", "Pagamento instantâneo Pix"),
    (99, "Pagamento Marketplace", "Pago ao marketplace, que repassa à loja"),
];

/// The list of a store that has none of its own.
pub fn default() -> Vec<FormaPagamento> {
    let forma = |(id, nome, descricao): (i32, &str, &str)| FormaPagamento {
        forma_pagamento_id: id,
        nome: nome.to_owned(),
        nome_exibicao: nome.to_owned(),
        descricao: descricao.to_owned(),
    };
    DEFAULT.into_iter().map(forma).collect()
}

/// A method that orders were paid by and that a store's list does not have.
pub fn unlisted(id: i32) -> FormaPagamento {
    let usual = DEFAULT.iter().find(|(known, ..)| *known == id);
    let (nome, descricao) = match usual {
        Some((_, nome, descricao)) => ((*nome).to_owned(), (*descricao).to_owned()),
        None => (format!("Forma de pagamento {id}"), String::new()),
    };
    FormaPagamento { forma_pagamento_id: id, nome_exibicao: nome.clone(), nome, descricao }
}

/// Reads a store's own list: a JSON array of 1 to 200 methods with distinct numbers.
pub fn read_formas(text: &[u8]) -> Result<Vec<FormaPagamento>, ReadError> {
    let formas: Vec<FormaPagamento> = read_list(text, FORMAS_MAX)?;
    let mut p = Problems::new();
    if formas.is_empty() {
        p.push("", "deve ter pelo menos um item");
    }
    for (i, forma) in formas.iter().enumerate() {
        if formas.iter().take(i).any(|before| before.forma_pagamento_id == forma.forma_pagamento_id) {
            p.push(format_args!("[{i}].formaPagamentoId"), "está repetido");
        }
    }
    Ok(p.or(Some(formas))?)
}

impl FromJson for FormaPagamento {
    /// `nomeExibicao` defaults to the name, `descricao` to nothing.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let id = match obj.required::<i32>("formaPagamentoId", p) {
            Some(id) if id < 1 => obj.problem("formaPagamentoId", p, "deve ser maior ou igual a 1"),
            parsed => parsed,
        };
        let nome = obj.text("nome", 1, 100, p);
        let nome_exibicao = obj.text_or_empty("nomeExibicao", 100, p);
        let descricao = obj.text_or_empty("descricao", 500, p);
        let (nome, nome_exibicao) = (nome?, nome_exibicao?);
        Some(Self {
            forma_pagamento_id: id?,
            nome_exibicao: if nome_exibicao.is_empty() { nome.clone() } else { nome_exibicao },
            nome,
            descricao: descricao?,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pedido::FORMA_PAGAMENTO_MARKETPLACE;

    #[test]
    fn the_usual_list_has_the_method_of_orders_that_name_none() {
        let ids: Vec<i32> = default().iter().map(|f| f.forma_pagamento_id).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15, 20, 99]);
        assert!(ids.contains(&FORMA_PAGAMENTO_MARKETPLACE));
        let text = serde_json::to_vec(&default()).unwrap();
        assert_eq!(read_formas(&text).unwrap(), default());
    }

    #[test]
    fn a_list_of_ones_own() {
        let parsed = read_formas(br#"[{"formaPagamentoId":30,"nome":"Vale"}]"#).unwrap();
        let applies = FormaPagamento {
            forma_pagamento_id: 30,
            nome: "Vale".into(),
            nome_exibicao: "Vale".into(),
            descricao: String::new(),
        };
        assert_eq!(parsed, [applies]);
        let error = |text: &str| read_formas(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            error(r#"[{"formaPagamentoId":0},{"nome":""}]"#),
            "[0].formaPagamentoId: deve ser maior ou igual a 1; [0].nome: é obrigatório; \
             [1].formaPagamentoId: é obrigatório; [1].nome: deve ter de 1 a 100 caracteres"
        );
        assert_eq!(
            error(r#"[{"formaPagamentoId":1,"nome":"A"},{"formaPagamentoId":1,"nome":"B"}]"#),
            "[1].formaPagamentoId: está repetido"
        );
        assert_eq!(error("[]"), "deve ter pelo menos um item");
        assert_eq!(error("{}"), "deve ser uma lista");
    }
}
