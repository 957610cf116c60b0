//! What the operator sets for one store.

use std::borrow::Cow;

use crate::forma_pagamento::{self, FormaPagamento};
use crate::values::dates::{DateStyle, Zone};

/// The settings of a store; the default is that of a store for which nothing was set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LojaConfig {
    /// The time zone of its days; the program's when not set.
    pub fuso: Option<Zone>,
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
    pub fn zone(&self, default: Zone) -> Zone {
        self.fuso.unwrap_or(default)
    }

    /// How dates are written for it; `padrao` is the program's time zone.
    pub fn style(&self, default: Zone) -> DateStyle {
        if self.datas_locais { DateStyle::Local(self.zone(default)) } else { DateStyle::Utc }
    }

    /// Its payment methods.
    pub fn formas(&self) -> Cow<'_, [FormaPagamento]> {
        match &self.formas_pagamento {
            Some(formas) => Cow::Borrowed(formas),
            None => Cow::Owned(forma_pagamento::default()),
        }
    }

    /// True when it has a payment method of this number.
    pub fn has_forma(&self, id: i64) -> bool {
        self.formas().iter().any(|forma| i64::from(forma.forma_pagamento_id) == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_the_programs() {
        let sao_paulo = chrono_tz::America::Sao_Paulo;
        let nothing = LojaConfig::default();
        assert_eq!((nothing.zone(sao_paulo), nothing.style(sao_paulo)), (sao_paulo, DateStyle::Utc));
        assert!(nothing.has_forma(99) && !nothing.has_forma(30));
        let local = LojaConfig { datas_locais: true, ..LojaConfig::default() };
        assert_eq!(local.style(sao_paulo), DateStyle::Local(sao_paulo));
        let own = LojaConfig { fuso: Some(Zone::UTC), formas_pagamento: Some(Vec::new()), ..local };
        assert_eq!(own.style(sao_paulo), DateStyle::Local(Zone::UTC));
        assert!(!own.has_forma(99));
    }
}
