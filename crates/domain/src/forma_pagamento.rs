//! Payment methods as a store's own system numbers them.

use serde::{Deserialize, Serialize};

use crate::reading::json::{ErroLeitura, Leitura, Valor, ler_lista};
use crate::reading::problems::Problemas;

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
const PADRAO: [(i32, &str, &str); 13] = [
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
pub fn padrao() -> Vec<FormaPagamento> {
    let forma = |(id, nome, descricao): (i32, &str, &str)| FormaPagamento {
        forma_pagamento_id: id,
        nome: nome.to_owned(),
        nome_exibicao: nome.to_owned(),
        descricao: descricao.to_owned(),
    };
    PADRAO.into_iter().map(forma).collect()
}

/// Reads a store's own list: a JSON array of 1 to 200 methods with distinct numbers.
pub fn ler_formas(texto: &[u8]) -> Result<Vec<FormaPagamento>, ErroLeitura> {
    let formas: Vec<FormaPagamento> = ler_lista(texto, FORMAS_MAX)?;
    let mut p = Problemas::new();
    if formas.is_empty() {
        p.push("", "deve ter pelo menos um item");
    }
    for (i, forma) in formas.iter().enumerate() {
        if formas.iter().take(i).any(|antes| antes.forma_pagamento_id == forma.forma_pagamento_id) {
            p.push(format_args!("[{i}].formaPagamentoId"), "está repetido");
        }
    }
    Ok(p.or(Some(formas))?)
}

impl Leitura for FormaPagamento {
    /// `nomeExibicao` defaults to the name, `descricao` to nothing.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let id = match obj.obrigatorio::<i32>("formaPagamentoId", p) {
            Some(id) if id < 1 => obj.problema("formaPagamentoId", p, "deve ser maior ou igual a 1"),
            lido => lido,
        };
        let nome = obj.texto("nome", 1, 100, p);
        let nome_exibicao = obj.texto_ou_vazio("nomeExibicao", 100, p);
        let descricao = obj.texto_ou_vazio("descricao", 500, p);
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
        let ids: Vec<i32> = padrao().iter().map(|f| f.forma_pagamento_id).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15, 20, 99]);
        assert!(ids.contains(&FORMA_PAGAMENTO_MARKETPLACE));
        let texto = serde_json::to_vec(&padrao()).unwrap();
        assert_eq!(ler_formas(&texto).unwrap(), padrao());
    }

    #[test]
    fn a_list_of_ones_own() {
        let lida = ler_formas(br#"[{"formaPagamentoId":30,"nome":"Vale"}]"#).unwrap();
        let vale = FormaPagamento {
            forma_pagamento_id: 30,
            nome: "Vale".into(),
            nome_exibicao: "Vale".into(),
            descricao: String::new(),
        };
        assert_eq!(lida, [vale]);
        let erro = |texto: &str| ler_formas(texto.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            erro(r#"[{"formaPagamentoId":0},{"nome":""}]"#),
            "[0].formaPagamentoId: deve ser maior ou igual a 1; [0].nome: é obrigatório; \
             [1].formaPagamentoId: é obrigatório; [1].nome: deve ter de 1 a 100 caracteres"
        );
        assert_eq!(
            erro(r#"[{"formaPagamentoId":1,"nome":"A"},{"formaPagamentoId":1,"nome":"B"}]"#),
            "[1].formaPagamentoId: está repetido"
        );
        assert_eq!(erro("[]"), "deve ter pelo menos um item");
        assert_eq!(erro("{}"), "deve ser uma lista");
    }
}
