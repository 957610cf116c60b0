//! The list of channel types that a server knows, validated when it is built.

use std::collections::HashSet;

use serde::Deserialize;

use super::{Configuracao, TipoCanal};

const SHIPPED: &str = include_str!("shipped.toml");

/// The channel types in the order in which they are shown. Their codes are unique.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CatalogoTipos(Vec<TipoCanal>);

/// What is wrong with a catalogue. Read by whoever wrote the file, not by clients.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogoInvalido {
    /// A text that is no list of types.
    #[error("{0}")]
    Toml(String),
    /// A code that no channel could name.
    #[error("channel type code {0:?} must have 1 to 50 characters, none of them a control character")]
    Codigo(String),
    /// Two types of one code.
    #[error("channel type {0:?} is listed twice")]
    TipoRepetido(String),
    /// A type without a title.
    #[error("channel type {0:?} has no titulo")]
    SemTitulo(String),
    /// A negative minimum dimension.
    #[error("channel type {0:?} has a negative minimum dimension")]
    DimensaoNegativa(String),
    /// A setting's code that no channel could name.
    #[error("channel type {tipo:?}: setting code {codigo:?} must have 1 to 100 characters")]
    CodigoConfiguracao {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
    },
    /// Two settings of one code.
    #[error("channel type {tipo:?}: setting {codigo:?} is listed twice")]
    ConfiguracaoRepetida {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
    },
    /// A setting without any allowed value.
    #[error("channel type {tipo:?}: setting {codigo:?} has an empty list of opcoes")]
    SemOpcoes {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
    },
    /// An allowed value that is not of the setting's type.
    #[error("channel type {tipo:?}: option {opcao:?} of setting {codigo:?} does not match its tipo")]
    Opcao {
        /// The type.
        tipo: String,
        /// The setting.
        codigo: String,
        /// The allowed value.
        opcao: String,
    },
}

/// The form of the shipped list and of an operator's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    tipos: Vec<TipoCanal>,
}

impl CatalogoTipos {
    /// The types that come with the project.
    pub fn shipped() -> Self {
        // never empty: a test reads the same text
        Self::default().extended(SHIPPED).unwrap_or_default()
    }

    /// With the types of a TOML text, `[[tipos]]` after `[[tipos]]`: a new code is added, a known one
    /// replaced.
    pub fn extended(self, toml: &str) -> Result<Self, CatalogoInvalido> {
        let file: File = toml::from_str(toml).map_err(|e| CatalogoInvalido::Toml(e.to_string()))?;
        let mut tipos = self.0;
        for tipo in file.tipos {
            match tipos.iter_mut().find(|known| known.codigo == tipo.codigo) {
                Some(known) => *known = tipo,
                None => tipos.push(tipo),
            }
        }
        Self::new(tipos)
    }

    /// Checks a list of types.
    pub fn new(tipos: Vec<TipoCanal>) -> Result<Self, CatalogoInvalido> {
        let mut codigos = HashSet::new();
        for tipo in &tipos {
            conferir_tipo(tipo)?;
            if !codigos.insert(tipo.codigo.as_str()) {
                return Err(CatalogoInvalido::TipoRepetido(tipo.codigo.clone()));
            }
        }
        Ok(Self(tipos))
    }

    /// Every type, in order.
    pub fn tipos(&self) -> &[TipoCanal] {
        &self.0
    }

    /// The type with exactly this code.
    pub fn find(&self, codigo: &str) -> Option<&TipoCanal> {
        self.0.iter().find(|tipo| tipo.codigo == codigo)
    }
}

fn conferir_tipo(tipo: &TipoCanal) -> Result<(), CatalogoInvalido> {
    let codigo = || tipo.codigo.clone();
    if tipo.codigo.trim().is_empty()
        || tipo.codigo.chars().count() > 50
        || tipo.codigo.chars().any(char::is_control)
    {
        return Err(CatalogoInvalido::Codigo(codigo()));
    }
    if tipo.titulo.trim().is_empty() {
        return Err(CatalogoInvalido::SemTitulo(codigo()));
    }
    let minimas = tipo.dimensoes_minimas;
    if [minimas.largura, minimas.altura, minimas.comprimento, minimas.peso].iter().any(|n| *n < 0) {
        return Err(CatalogoInvalido::DimensaoNegativa(codigo()));
    }
    let mut vistas = HashSet::new();
    for configuracao in &tipo.configuracoes_adicionais {
        conferir_configuracao(tipo, configuracao)?;
        if !vistas.insert(configuracao.codigo.as_str()) {
            let codigo = configuracao.codigo.clone();
            return Err(CatalogoInvalido::ConfiguracaoRepetida { tipo: tipo.codigo.clone(), codigo });
        }
    }
    Ok(())
}

fn conferir_configuracao(tipo: &TipoCanal, configuracao: &Configuracao) -> Result<(), CatalogoInvalido> {
    let (tipo, codigo) = (tipo.codigo.clone(), configuracao.codigo.clone());
    if codigo.trim().is_empty() || codigo.chars().count() > 100 {
        return Err(CatalogoInvalido::CodigoConfiguracao { tipo, codigo });
    }
    let Some(opcoes) = &configuracao.opcoes else { return Ok(()) };
    if opcoes.is_empty() {
        return Err(CatalogoInvalido::SemOpcoes { tipo, codigo });
    }
    match opcoes.iter().find(|opcao| !configuracao.tipo.aceita(opcao)) {
        None => Ok(()),
        Some(opcao) => Err(CatalogoInvalido::Opcao { tipo, codigo, opcao: opcao.clone() }),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;

    fn tipos() -> Vec<TipoCanal> {
        serde_json::from_str(
            r#"[{"codigo":"Loja","titulo":"Loja"},
                {"codigo":"ML","titulo":"Mercado Livre","dimensoesMinimas":{"largura":10},
                 "configuracoesAdicionais":[{"codigo":"parcelas","nome":"Parcelas","tipo":"Int","opcoes":["1","12"]}]}]"#,
        )
        .unwrap()
    }

    #[test]
    fn the_shipped_types_show_every_kind_of_setting() {
        let shipped = CatalogoTipos::default().extended(SHIPPED).unwrap();
        assert_eq!(CatalogoTipos::shipped(), shipped);
        let of = |tipo| {
            let mut all = shipped.tipos().iter().flat_map(|t| &t.configuracoes_adicionais);
            all.any(|c| c.tipo == tipo)
        };
        use super::super::TipoConfiguracao::{Boolean, Datetime, Decimal, Int, String};
        assert!([Boolean, Datetime, String, Int, Decimal].into_iter().all(of));
        let loja = shipped.find("Loja").unwrap();
        assert!(loja.configuracoes_adicionais.iter().all(|c| !c.obrigatorio));
        assert_eq!(loja.dimensoes_minimas, Default::default());
    }

    #[test]
    fn a_text_adds_types_and_replaces_those_that_are_known() {
        let text =
            "[[tipos]]\ncodigo = 'ML'\ntitulo = 'Outro'\n[[tipos]]\ncodigo = 'Feira'\ntitulo = 'Feira'\n";
        let extended = CatalogoTipos::new(tipos()).unwrap().extended(text).unwrap();
        let titles: Vec<&str> = extended.tipos().iter().map(|t| t.titulo.as_str()).collect();
        assert_eq!(titles, ["Loja", "Outro", "Feira"]);
        for bad in ["tipo = 1", "[[tipos]]\ncodigo = 1", "[[tipos]]\ncodigo = \"X\"\ntitulo = \"\""] {
            assert!(CatalogoTipos::default().extended(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn keeps_the_order_and_finds_exactly() {
        let catalogo = CatalogoTipos::new(tipos()).unwrap();
        assert_eq!(catalogo.tipos(), tipos());
        assert_eq!(catalogo.find("ML").map(|t| t.titulo.as_str()), Some("Mercado Livre"));
        assert_eq!(catalogo.find("ml"), None);
    }

    #[test]
    fn refuses_what_no_channel_could_satisfy() {
        let com = |mudar: fn(&mut Vec<TipoCanal>)| {
            let mut lista = tipos();
            mudar(&mut lista);
            CatalogoTipos::new(lista).unwrap_err()
        };
        let (tipo, codigo) = ("ML".to_owned(), "parcelas".to_owned());
        assert_eq!(com(|l| l[0].codigo = "ML".into()), CatalogoInvalido::TipoRepetido("ML".into()));
        assert_eq!(com(|l| l[0].codigo = " ".into()), CatalogoInvalido::Codigo(" ".into()));
        assert_eq!(com(|l| l[0].titulo.clear()), CatalogoInvalido::SemTitulo("Loja".into()));
        assert_eq!(
            com(|l| l[0].dimensoes_minimas.peso = -1),
            CatalogoInvalido::DimensaoNegativa("Loja".into())
        );
        assert_eq!(
            com(|l| l[1].configuracoes_adicionais[0].opcoes = Some(vec!["um".into()])),
            CatalogoInvalido::Opcao { tipo: tipo.clone(), codigo: codigo.clone(), opcao: "um".into() }
        );
        assert_eq!(
            com(|l| l[1].configuracoes_adicionais[0].opcoes = Some(vec![])),
            CatalogoInvalido::SemOpcoes { tipo: tipo.clone(), codigo: codigo.clone() }
        );
        let repetida = com(|l| {
            let outra = l[1].configuracoes_adicionais[0].clone();
            l[1].configuracoes_adicionais.push(outra);
        });
        assert_eq!(repetida, CatalogoInvalido::ConfiguracaoRepetida { tipo, codigo });
    }
}
