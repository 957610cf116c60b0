//! What the operator sets for one store.

use std::borrow::Cow;

use crate::forma_pagamento::{self, FormaPagamento};
use crate::reading::words::enumeration;
use crate::values::dates::{DateStyle, Zone};

/// How interface B answers where the document and programs in the field differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Perfil {
    /// As the document says.
    #[default]
    Documento,
    /// As programs in the field expect it.
    Compativel,
}

enumeration!(Perfil { Documento, Compativel });

/// What holds for stores for which nothing else was set: what the operator sets for the whole program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LojaDefaults {
    /// The time zone of their days.
    pub fuso: Zone,
    /// How interface B answers.
    pub perfil: Perfil,
    /// How many days a list of orders without dates reaches back, in the profile that allows it.
    pub days: u32,
}

/// How interface B writes a store's orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RecordStyle {
    /// Dates.
    pub dates: DateStyle,
    /// What programs in the field expect otherwise.
    pub perfil: Perfil,
}

/// The time zone of most stores.
pub const BRASILIA: Zone = Zone::America__Sao_Paulo;

impl Default for LojaDefaults {
    fn default() -> Self {
        Self { fuso: BRASILIA, perfil: Perfil::Documento, days: 30 }
    }
}

/// The settings of a store; the default is that of a store for which nothing was set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LojaConfig {
    /// How interface B answers; as for the program when not set.
    pub perfil: Option<Perfil>,
    /// The time zone of its days; see [`LojaConfig::zone`] when not set.
    pub fuso: Option<Zone>,
    /// Dates are written in its time zone, without `Z`, for old clients, in every profile.
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
    /// How interface B answers it.
    pub fn profile(&self, defaults: LojaDefaults) -> Perfil {
        self.perfil.unwrap_or(defaults.perfil)
    }

    /// Its time zone. Where it has none and the program's is UTC, programs in the field mean Brasília's.
    pub fn zone(&self, defaults: LojaDefaults) -> Zone {
        match (self.fuso, self.profile(defaults)) {
            (Some(own), _) => own,
            (None, Perfil::Compativel) if defaults.fuso == Zone::UTC => BRASILIA,
            (None, Perfil::Documento | Perfil::Compativel) => defaults.fuso,
        }
    }

    /// How interface B writes dates for it.
    pub fn style(&self, defaults: LojaDefaults) -> DateStyle {
        match self.profile(defaults) {
            Perfil::Documento if !self.datas_locais => DateStyle::Utc,
            Perfil::Documento | Perfil::Compativel => DateStyle::Local(self.zone(defaults)),
        }
    }

    /// How interface B writes its orders.
    pub fn record_style(&self, defaults: LojaDefaults) -> RecordStyle {
        RecordStyle { dates: self.style(defaults), perfil: self.profile(defaults) }
    }

    /// Its payment methods.
    pub fn formas(&self) -> Cow<'_, [FormaPagamento]> {
        match &self.formas_pagamento {
            Some(formas) => Cow::Borrowed(formas),
            None => Cow::Owned(forma_pagamento::default()),
        }
    }

    /// Its payment methods, and after them those that its orders were paid by and that its list lacks.
    pub fn formas_with(&self, of_orders: impl IntoIterator<Item = i32>) -> Vec<FormaPagamento> {
        let mut formas = self.formas().into_owned();
        for id in of_orders {
            if !formas.iter().any(|forma| forma.forma_pagamento_id == id) {
                formas.push(forma_pagamento::unlisted(id));
            }
        }
        formas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANAUS: LojaDefaults =
        LojaDefaults { fuso: Zone::America__Manaus, perfil: Perfil::Documento, days: 30 };

    fn numbers(config: &LojaConfig, of_orders: &[i32]) -> Vec<i32> {
        let formas = config.formas_with(of_orders.iter().copied());
        formas.into_iter().map(|forma| forma.forma_pagamento_id).collect()
    }

    #[test]
    fn what_orders_were_paid_by_is_listed_after_the_stores_own() {
        let own = vec![forma_pagamento::unlisted(30)];
        let own = LojaConfig { formas_pagamento: Some(own), ..LojaConfig::default() };
        assert_eq!(numbers(&own, &[20, 30, 200]), [30, 20, 200]);
        let names: Vec<String> = own.formas_with([20, 200]).into_iter().map(|forma| forma.nome).collect();
        assert_eq!(names, ["Forma de pagamento 30", "Pix", "Forma de pagamento 200"]);
    }

    #[test]
    fn what_is_not_set_is_the_programs() {
        let nothing = LojaConfig::default();
        assert_eq!((nothing.zone(MANAUS), nothing.style(MANAUS)), (MANAUS.fuso, DateStyle::Utc));
        assert_eq!(numbers(&nothing, &[]).last(), Some(&99));
        let local = LojaConfig { datas_locais: true, ..LojaConfig::default() };
        assert_eq!(local.style(MANAUS), DateStyle::Local(MANAUS.fuso));
        let own = LojaConfig { fuso: Some(Zone::UTC), formas_pagamento: Some(Vec::new()), ..local };
        assert_eq!(own.style(MANAUS), DateStyle::Local(Zone::UTC));
        assert_eq!(numbers(&own, &[]), [0; 0]);
    }

    #[test]
    fn the_compatible_profile_writes_local_dates_of_brasilia_unless_another_zone_is_named() {
        let compativel = LojaConfig { perfil: Some(Perfil::Compativel), ..LojaConfig::default() };
        let style = |config: &LojaConfig, defaults| config.style(defaults);
        assert_eq!(style(&compativel, LojaDefaults::default()), DateStyle::Local(BRASILIA));
        let utc = LojaDefaults { fuso: Zone::UTC, ..LojaDefaults::default() };
        assert_eq!(style(&compativel, utc), DateStyle::Local(BRASILIA));
        assert_eq!(style(&compativel, MANAUS), DateStyle::Local(MANAUS.fuso));
        let own = LojaConfig { fuso: Some(Zone::UTC), ..compativel };
        assert_eq!(style(&own, MANAUS), DateStyle::Local(Zone::UTC));
        let all = LojaDefaults { perfil: Perfil::Compativel, ..LojaDefaults::default() };
        assert_eq!(style(&LojaConfig::default(), all), DateStyle::Local(BRASILIA));
        let back = LojaConfig { perfil: Some(Perfil::Documento), ..LojaConfig::default() };
        assert_eq!((back.zone(all), back.style(all)), (BRASILIA, DateStyle::Utc));
    }
}
