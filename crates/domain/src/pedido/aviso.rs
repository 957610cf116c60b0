//! Warnings about an order that is accepted all the same.

use std::fmt;

use super::checks::RECEIVED;
use super::order::Pedido;
use crate::reading::problems::{Problem, Problems};
use crate::values::money::Dinheiro;

/// Something that a person may want to look at. `Display` is for people; [`Aviso::code`] for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aviso {
    /// An item names a SKU that is not registered: marketplaces sell what the catalogue lost.
    SkuNotRegistered(String),
    /// More of a SKU is sold than is there.
    Short {
        /// The SKU.
        sku: String,
        /// How many units are missing for this order.
        units: i64,
    },
    /// The buyer is not known yet.
    NoBuyer,
    /// A member was left out, and everything else done.
    LeftOut {
        /// The member.
        member: String,
        /// Why.
        why: String,
    },
    /// The buyer has a CPF and a CNPJ: an order of a company that names who placed it.
    CpfAndCnpj,
    /// The payment method is not a number that one may have, or is named more than once; what counts instead.
    PaymentMethod {
        /// What the order counts as paid by.
        counted: i32,
    },
    /// A member came masked, as marketplaces hide their buyers; where it is kept.
    Masked(String),
    /// A member of the buyer is not what it should be; where it is kept.
    Unusable(String),
    /// A part of an address is not what it should be, and is kept as it came.
    Doubtful(String),
    /// The total is not what the parts add up to: marketplaces round.
    TotalDiffers {
        /// As received, and as kept.
        informed: Dinheiro,
        /// As added up.
        computed: Dinheiro,
    },
}

/// What stands where a marketplace hides a character.
pub(super) const MASK: char = '*';

impl Aviso {
    /// A stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SkuNotRegistered(_) => "sku-nao-cadastrado",
            Self::Short { .. } => "estoque-insuficiente",
            Self::NoBuyer => "sem-comprador",
            Self::LeftOut { .. } => "nao-mantido",
            Self::CpfAndCnpj => "cpf-e-cnpj",
            Self::PaymentMethod { .. } => "forma-de-pagamento-desconhecida",
            Self::Masked(_) => "valor-mascarado",
            Self::Unusable(_) | Self::Doubtful(_) => "valor-invalido",
            Self::TotalDiffers { .. } => "total-divergente",
        }
    }

    /// What the notice is about: the SKU, the payment method, the member, or the two totals. Nothing of a
    /// buyer.
    pub fn detail(&self) -> String {
        match self {
            Self::SkuNotRegistered(sku) => sku.clone(),
            Self::Short { sku, units } => format!("{sku} falta={units}"),
            Self::NoBuyer => "usuario.nome".to_owned(),
            Self::LeftOut { member, .. } => member.clone(),
            Self::CpfAndCnpj => "tipoPessoa=Juridica".to_owned(),
            Self::PaymentMethod { counted } => format!("contada={counted}"),
            Self::Masked(member) | Self::Unusable(member) | Self::Doubtful(member) => member.clone(),
            Self::TotalDiffers { informed, computed } => {
                format!("informado={informed} calculado={computed}")
            }
        }
    }
}

impl fmt::Display for Aviso {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SkuNotRegistered(sku) => write!(f, "O SKU {sku} não está cadastrado."),
            Self::Short { sku, units } => {
                write!(f, "O estoque do SKU {sku} não cobre o pedido: faltam {units}.")
            }
            Self::NoBuyer => f.write_str("O comprador ainda não é conhecido."),
            Self::LeftOut { member, why } => write!(f, "O valor de {member} não foi mantido: {why}."),
            Self::CpfAndCnpj => {
                f.write_str("O comprador tem CPF e CNPJ: o pedido conta como de pessoa jurídica.")
            }
            Self::PaymentMethod { counted } => {
                write!(f, "A forma de pagamento informada não pôde ser usada: o pedido conta como {counted}.")
            }
            Self::Masked(member) => {
                write!(f, "O valor de {member} veio mascarado e está em informacaoAdicional.")
            }
            Self::Unusable(member) => {
                write!(f, "O valor de {member} não é válido e está em informacaoAdicional.")
            }
            Self::Doubtful(member) => write!(f, "O valor de {member} não é válido e ficou como veio."),
            Self::TotalDiffers { informed, computed } => {
                write!(f, "O total informado ({informed}) difere do calculado ({computed}).")
            }
        }
    }
}

impl Aviso {
    /// One for each member that was left out.
    pub fn left_out(members: &Problems) -> Vec<Self> {
        let of =
            |problem: &Problem| Self::LeftOut { member: problem.path.clone(), why: problem.mensagem.clone() };
        members.iter().map(of).collect()
    }
}

impl Pedido {
    /// What is odd about the order by itself, whatever the catalogue holds.
    pub fn notices(&self) -> Vec<Aviso> {
        let unknown = self.usuario.is_unknown();
        let both = !self.usuario.cpf.is_empty() && !self.usuario.cnpj.is_empty();
        let received = self.informacao_adicional.iter().filter_map(|info| {
            let member = info.chave.strip_prefix(RECEIVED)?.to_owned();
            Some(if info.valor.contains(MASK) { Aviso::Masked(member) } else { Aviso::Unusable(member) })
        });
        let doubtful = self.endereco.iter().enumerate().flat_map(|(n, address)| {
            address.doubtful().map(move |member| Aviso::Doubtful(format!("endereco[{n}].{member}")))
        });
        let mut notices: Vec<Aviso> = unknown.then_some(Aviso::NoBuyer).into_iter().collect();
        notices.extend(both.then_some(Aviso::CpfAndCnpj));
        notices.extend(self.forma_pagamento_notice());
        notices.extend(received);
        notices.extend(doubtful);
        notices.extend(self.total_notice());
        notices
    }

    /// The notice about a payment method that cannot be one, or about several.
    fn forma_pagamento_notice(&self) -> Option<Aviso> {
        let good = self.formas().all(|info| info.forma_pagamento().is_some());
        let clear = good && self.formas().count() < 2;
        (!clear).then(|| Aviso::PaymentMethod { counted: self.forma_pagamento_id() })
    }

    /// The notice about the total, if it does not add up.
    pub fn total_notice(&self) -> Option<Aviso> {
        // parts that add up to more than can be counted certainly do not add up to the total
        let computed = self.computed_total().unwrap_or(Dinheiro::MAX);
        (computed != self.total).then_some(Aviso::TotalDiffers { informed: self.total, computed })
    }
}
