//! The list of channel types that a server knows, validated when it is built.

use std::collections::HashSet;

use serde::Deserialize;

use super::{Configuracao, TipoCanal};

const SHIPPED: &str = include_str!("shipped.toml");

/// The channel types in the order in which they are shown. Their codes are unique.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypeCatalogue(Vec<TipoCanal>);

/// What is wrong with a catalogue. Read by whoever wrote the file, not by clients.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidCatalogue {
    /// A text that is no list of types.
    #[error("{0}")]
    Toml(String),
    /// A code that no channel could name.
    #[error("channel type code {0:?} must have 1 to 50 characters, none of them a control character")]
    Code(String),
    /// Two types of one code.
    #[error("channel type {0:?} is listed twice")]
    RepeatedKind(String),
    /// A type without a title.
    #[error("channel type {0:?} has no titulo")]
    NoTitle(String),
    /// A negative minimum dimension.
    #[error("channel type {0:?} has a negative minimum dimension")]
    NegativeDimension(String),
    /// A setting's code that no channel could name.
    #[error("channel type {tipo:?}: setting code {codigo:?} must have 1 to 100 characters")]
    SettingCode {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
    },
    /// Two settings of one code.
    #[error("channel type {tipo:?}: setting {codigo:?} is listed twice")]
    RepeatedSetting {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
    },
    /// A setting without any allowed value.
    #[error("channel type {tipo:?}: setting {codigo:?} has an empty list of opcoes")]
    NoOptions {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
    },
    /// An allowed value that is not of the setting's type.
    #[error("channel type {tipo:?}: option {option:?} of setting {codigo:?} does not match its tipo")]
    OptionEntry {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
        /// The allowed value.
        option: String,
    },
}

/// The form of the shipped list and of an operator's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    tipos: Vec<TipoCanal>,
}

impl TypeCatalogue {
    /// The types that come with the project.
    pub fn shipped() -> Self {
        // never empty: a test reads the same text
        Self::default().extended(SHIPPED).unwrap_or_default()
    }

    /// With the types of a TOML text, `[[tipos]]` after `[[tipos]]`: a new code is added, a known one
    /// replaced.
    pub fn extended(self, toml: &str) -> Result<Self, InvalidCatalogue> {
        let file: File = toml::from_str(toml).map_err(|e| InvalidCatalogue::Toml(e.to_string()))?;
        let mut kinds = self.0;
        for mut tipo in file.tipos {
            tipo.conector = false;
            match kinds.iter_mut().find(|known| known.codigo == tipo.codigo) {
                Some(known) => *known = tipo,
                None => kinds.push(tipo),
            }
        }
        Self::new(kinds)
    }

    /// Checks a list of types.
    pub fn new(kinds: Vec<TipoCanal>) -> Result<Self, InvalidCatalogue> {
        let mut codes = HashSet::new();
        for tipo in &kinds {
            check_kind(tipo)?;
            if !codes.insert(tipo.codigo.as_str()) {
                return Err(InvalidCatalogue::RepeatedKind(tipo.codigo.clone()));
            }
        }
        Ok(Self(kinds))
    }

    /// With the types of connectors, which replace others of their codes.
    #[must_use]
    pub fn with_connectors(mut self, kinds: Vec<TipoCanal>) -> Self {
        for tipo in kinds {
            match self.0.iter_mut().find(|known| known.codigo == tipo.codigo) {
                Some(known) => *known = tipo,
                None => self.0.push(tipo),
            }
        }
        self
    }

    /// Every type, in order.
    pub fn kinds(&self) -> &[TipoCanal] {
        &self.0
    }

    /// The type with exactly this code.
    pub fn find(&self, codigo: &str) -> Option<&TipoCanal> {
        self.0.iter().find(|tipo| tipo.codigo == codigo)
    }
}

fn check_kind(tipo: &TipoCanal) -> Result<(), InvalidCatalogue> {
    let codigo = || tipo.codigo.clone();
    if tipo.codigo.trim().is_empty()
        || tipo.codigo.chars().count() > 50
        || tipo.codigo.chars().any(char::is_control)
    {
        return Err(InvalidCatalogue::Code(codigo()));
    }
    if tipo.titulo.trim().is_empty() {
        return Err(InvalidCatalogue::NoTitle(codigo()));
    }
    let min = tipo.dimensoes_minimas;
    if [min.largura, min.altura, min.comprimento, min.peso].iter().any(|n| *n < 0) {
        return Err(InvalidCatalogue::NegativeDimension(codigo()));
    }
    let mut seen = HashSet::new();
    for configuracao in &tipo.configuracoes_adicionais {
        check_configuracao(tipo, configuracao)?;
        if !seen.insert(configuracao.codigo.as_str()) {
            let codigo = configuracao.codigo.clone();
            return Err(InvalidCatalogue::RepeatedSetting { tipo: tipo.codigo.clone(), codigo });
        }
    }
    Ok(())
}

fn check_configuracao(tipo: &TipoCanal, configuracao: &Configuracao) -> Result<(), InvalidCatalogue> {
    let (tipo, codigo) = (tipo.codigo.clone(), configuracao.codigo.clone());
    if codigo.trim().is_empty() || codigo.chars().count() > 100 {
        return Err(InvalidCatalogue::SettingCode { tipo, codigo });
    }
    let Some(options) = &configuracao.opcoes else { return Ok(()) };
    if options.is_empty() {
        return Err(InvalidCatalogue::NoOptions { tipo, codigo });
    }
    match options.iter().find(|option| !configuracao.tipo.accepts(option)) {
        None => Ok(()),
        Some(option) => Err(InvalidCatalogue::OptionEntry { tipo, codigo, option: option.clone() }),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;

    fn kinds() -> Vec<TipoCanal> {
        serde_json::from_str(
            r#"[{"codigo":"Loja","titulo":"Loja"},
                {"codigo":"ML","titulo":"Mercado Livre","dimensoesMinimas":{"largura":10},
                 "configuracoesAdicionais":[{"codigo":"parcelas","nome":"Parcelas","tipo":"Int","opcoes":["1","12"]}]}]"#,
        )
        .unwrap()
    }

    #[test]
    fn the_shipped_types_show_every_kind_of_setting() {
        let shipped = TypeCatalogue::default().extended(SHIPPED).unwrap();
        assert_eq!(TypeCatalogue::shipped(), shipped);
        let of = |tipo| {
            let mut all = shipped.kinds().iter().flat_map(|t| &t.configuracoes_adicionais);
            all.any(|c| c.tipo == tipo)
        };
        use super::super::TipoConfiguracao::{Boolean, Datetime, Decimal, Int, String};
        assert!([Boolean, Datetime, String, Int, Decimal].into_iter().all(of));
        // nothing here would use one: programs outside have their own access
        assert!(shipped.kinds().iter().flat_map(|t| &t.configuracoes_adicionais).all(|c| !c.segredo));
        let loja = shipped.find("Loja").unwrap();
        assert!(loja.configuracoes_adicionais.iter().all(|c| !c.obrigatorio));
        assert_eq!(loja.dimensoes_minimas, Default::default());
    }

    #[test]
    fn a_text_adds_types_and_replaces_those_that_are_known() {
        let text =
            "[[tipos]]\ncodigo = 'ML'\ntitulo = 'Outro'\n[[tipos]]\ncodigo = 'Feira'\ntitulo = 'Feira'\n";
        let extended = TypeCatalogue::new(kinds()).unwrap().extended(text).unwrap();
        let titles: Vec<&str> = extended.kinds().iter().map(|t| t.titulo.as_str()).collect();
        assert_eq!(titles, ["Loja", "Outro", "Feira"]);
        for bad in ["tipo = 1", "[[tipos]]\ncodigo = 1", "[[tipos]]\ncodigo = \"X\"\ntitulo = \"\""] {
            assert!(TypeCatalogue::default().extended(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn keeps_the_order_and_finds_exactly() {
        let catalogue = TypeCatalogue::new(kinds()).unwrap();
        assert_eq!(catalogue.kinds(), kinds());
        assert_eq!(catalogue.find("ML").map(|t| t.titulo.as_str()), Some("Mercado Livre"));
        assert_eq!(catalogue.find("ml"), None);
    }

    #[test]
    fn refuses_what_no_channel_could_satisfy() {
        let with = |change: fn(&mut Vec<TipoCanal>)| {
            let mut list = kinds();
            change(&mut list);
            TypeCatalogue::new(list).unwrap_err()
        };
        let (tipo, codigo) = ("ML".to_owned(), "parcelas".to_owned());
        assert_eq!(with(|l| l[0].codigo = "ML".into()), InvalidCatalogue::RepeatedKind("ML".into()));
        assert_eq!(with(|l| l[0].codigo = " ".into()), InvalidCatalogue::Code(" ".into()));
        assert_eq!(with(|l| l[0].titulo.clear()), InvalidCatalogue::NoTitle("Loja".into()));
        assert_eq!(
            with(|l| l[0].dimensoes_minimas.peso = -1),
            InvalidCatalogue::NegativeDimension("Loja".into())
        );
        assert_eq!(
            with(|l| l[1].configuracoes_adicionais[0].opcoes = Some(vec!["um".into()])),
            InvalidCatalogue::OptionEntry { tipo: tipo.clone(), codigo: codigo.clone(), option: "um".into() }
        );
        assert_eq!(
            with(|l| l[1].configuracoes_adicionais[0].opcoes = Some(vec![])),
            InvalidCatalogue::NoOptions { tipo: tipo.clone(), codigo: codigo.clone() }
        );
        let repeated = with(|l| {
            let other = l[1].configuracoes_adicionais[0].clone();
            l[1].configuracoes_adicionais.push(other);
        });
        assert_eq!(repeated, InvalidCatalogue::RepeatedSetting { tipo, codigo });
    }
}
