//! An order without the person who bought: what is left is what was sold, for how much, and when.
//!
//! `docs/decisions/0026-buyers-lookup-and-anonymisation.md` says why each member goes or stays.

use std::collections::BTreeSet;

use super::historico::RegistroHistorico;
use super::movement::{NotaFiscal, Rastreio};
use super::order::{Comprador, Endereco, Pedido};
use crate::values::name_words;

/// What stands where a name or a free text was.
pub const ANONYMISED: &str = "[anonimizado]";

/// What the history of an anonymised order says of it.
pub const ANONYMISED_AVISO: &str = "Os dados pessoais do comprador foram anonimizados.";

/// Digits of a postal code that name a district, and no street.
const CEP_DISTRICT: usize = 5;

impl Pedido {
    /// The order without its buyer. Its number, channel, items, amounts, payment, dates and status stay.
    pub fn anonymised(self) -> Self {
        Self {
            usuario: Comprador { nome: ANONYMISED.to_owned(), ..Comprador::default() },
            endereco: self.endereco.into_iter().map(Endereco::anonymised).collect(),
            informacao_adicional: self
                .informacao_adicional
                .into_iter()
                .filter(|info| info.forma_pagamento().is_some())
                .collect(),
            ..self
        }
    }
}

impl Comprador {
    /// The words by which orders are found by the buyer's name; none once that is taken out.
    pub fn name_words(&self) -> BTreeSet<String> {
        if self.nome == ANONYMISED { BTreeSet::new() } else { name_words::of_name(&self.nome) }
    }
}

impl Endereco {
    /// Where in the country, and no nearer.
    fn anonymised(self) -> Self {
        let district: String = self.cep.chars().take(CEP_DISTRICT).collect();
        let brazilian = self.cep.len() == 8 && self.cep.bytes().all(|b| b.is_ascii_digit());
        // whatever came in the place of a state may say more
        let known = self.doubtful().all(|member| member != "estado");
        Self {
            estado: if known { self.estado } else { String::new() },
            rua: String::new(),
            numero: String::new(),
            complemento: String::new(),
            bairro: String::new(),
            referencia: String::new(),
            cep: if brazilian { district + "000" } else { String::new() },
            ..self
        }
    }
}

impl Rastreio {
    /// Who carried it and when it should arrive; what leads to the recipient at the carrier goes.
    pub fn anonymised(self) -> Self {
        Self { codigo: String::new(), url: String::new(), ..self }
    }
}

impl RegistroHistorico {
    /// Without what somebody wrote into it, and without what leads to the recipient.
    pub fn anonymised(self) -> Self {
        Self {
            motivo: if self.motivo.is_empty() { String::new() } else { ANONYMISED.to_owned() },
            nota_fiscal: self.nota_fiscal.map(NotaFiscal::anonymised),
            rastreio: self.rastreio.map(Rastreio::anonymised),
            ..self
        }
    }
}

impl NotaFiscal {
    /// The numbers that the law asks for; the address of the document, which names the buyer, goes.
    pub fn anonymised(self) -> Self {
        Self { url: String::new(), ..self }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::reading::json::read_json;

    #[test]
    fn what_was_sold_stays_and_the_buyer_goes() {
        let pedido: Pedido = read_json(
            br#"{"canalId":"c","sourceId":"S1","data":"2026-05-10T23:30:00Z","status":"Pago","total":30,
                "usuario":{"nome":"Ana Souza","cpf":"52998224725","email":"ana@a.example","sexo":"Feminino",
                    "nascimento":"1990-02-28","inscricaoEstadual":"123"},
                "endereco":[{"tipoEndereco":"Entrega","rua":"Rua das Acacias","numero":"71","bairro":"Centro",
                    "complemento":"ap 9","referencia":"ao lado","cidade":"Campinas","estado":"SP",
                    "cep":"13015-904"},
                    {"tipoEndereco":"Cobranca","pais":"Portugal","cep":"1100-053","cidade":"Lisboa"},
                    {"tipoEndereco":"Cobranca","estado":"SP, fundos","cep":"1-1, fundos"}],
                "informacaoAdicional":[{"chave":"formaPagamentoId","valor":"20"},
                    {"chave":"telefone","valor":"19 99999-0000"},
                    {"chave":"formaPagamentoId","valor":"cartao de Ana"}],
                "produtos":[{"sku":"A","quantidade":2,"preco":15}]}"#,
        )
        .unwrap();
        let anonymous = pedido.clone().anonymised();
        let text = serde_json::to_string(&anonymous).unwrap();
        for personal in [
            "Ana",
            "52998224725",
            "ana@",
            "Feminino",
            "1990",
            "123\"",
            "Acacias",
            "71",
            "Centro",
            "ap 9",
            "ao lado",
            "fundos",
            "13015904",
            "1100-053",
            "99999",
            "telefone",
        ] {
            assert!(!text.contains(personal), "{personal}: {text}");
        }
        for kept in ["Campinas", "\"SP\"", "13015000", "Lisboa", "Portugal", "S1"] {
            assert!(text.contains(kept), "{kept}: {text}");
        }
        assert_eq!(anonymous.forma_pagamento_id(), 20);
        assert_eq!((&anonymous.produtos, anonymous.total), (&pedido.produtos, pedido.total));
        // once more changes nothing, and it can be read like any other
        assert_eq!(anonymous.clone().anonymised(), anonymous);
        assert_eq!(read_json::<Pedido>(text.as_bytes()).unwrap(), anonymous);
    }
}
