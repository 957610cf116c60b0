//! What the operator sets for one store.

use std::borrow::Cow;

use crate::forma_pagamento::{self, FormaPagamento};
use crate::values::dates::{EstiloData, Fuso};

/// The settings of a store; the default is that of a store for which nothing was set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LojaConfig {
    /// The time zone of its days; the program's when not set.
    pub fuso: Option<Fuso>,
    /// Dates are written in its time zone, without `Z`, for old clients.
    pub datas_locais: bool,
    /// Address of its site; empty when not set.
    pub url_site: String,
    /// Address of its cart; empty when not set.
    pub url_carrinho: String,
    /// Postal code that it sends from; empty when not set.
    pub cep: String,
    /// Its payment methods; the usual ones when not set.
    pub formas_pagamento: Option<Vec<FormaPagamento>>,
}

impl LojaConfig {
    /// Its time zone; `padrao` is the program's.
    pub fn fuso(&self, padrao: Fuso) -> Fuso {
        self.fuso.unwrap_or(padrao)
    }

    /// How dates are written for it; `padrao` is the program's time zone.
    pub fn estilo(&self, padrao: Fuso) -> EstiloData {
        if self.datas_locais { EstiloData::Local(self.fuso(padrao)) } else { EstiloData::Utc }
    }

    /// Its payment methods.
    pub fn formas(&self) -> Cow<'_, [FormaPagamento]> {
        match &self.formas_pagamento {
            Some(formas) => Cow::Borrowed(formas),
            None => Cow::Owned(forma_pagamento::padrao()),
        }
    }

    /// True when it has a payment method of this number.
    pub fn tem_forma(&self, id: i64) -> bool {
        self.formas().iter().any(|forma| i64::from(forma.forma_pagamento_id) == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_the_programs() {
        let sao_paulo = chrono_tz::America::Sao_Paulo;
        let nada = LojaConfig::default();
        assert_eq!((nada.fuso(sao_paulo), nada.estilo(sao_paulo)), (sao_paulo, EstiloData::Utc));
        assert!(nada.tem_forma(99) && !nada.tem_forma(30));
        let locais = LojaConfig { datas_locais: true, ..LojaConfig::default() };
        assert_eq!(locais.estilo(sao_paulo), EstiloData::Local(sao_paulo));
        let propria = LojaConfig { fuso: Some(Fuso::UTC), formas_pagamento: Some(Vec::new()), ..locais };
        assert_eq!(propria.estilo(sao_paulo), EstiloData::Local(Fuso::UTC));
        assert!(!propria.tem_forma(99));
    }
}
