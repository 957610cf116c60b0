//! The connectors of a program, by the code of their channel type.

use std::collections::BTreeMap;
use std::sync::Arc;

use connector::{Connector, Manifest, Setting, SettingKind};
use domain::tipo_canal::{Configuracao, Dimensoes, TipoCanal, TipoConfiguracao};

/// Connectors, by the code of their channel type.
#[derive(Clone, Default)]
pub struct Connectors(BTreeMap<&'static str, Arc<dyn Connector>>);

impl Connectors {
    /// With one more. It replaces another of the same code.
    #[must_use]
    pub fn with(mut self, connector: impl Connector + 'static) -> Self {
        self.0.insert(connector.manifest().code, Arc::new(connector));
        self
    }

    /// The connector of a channel type.
    pub fn get(&self, code: &str) -> Option<&dyn Connector> {
        self.0.get(code).map(AsRef::as_ref)
    }

    /// What all of them say of themselves, by code.
    pub fn manifests(&self) -> impl Iterator<Item = &'static Manifest> {
        self.0.values().map(|one| one.manifest())
    }

    /// Their channel types.
    pub fn kinds(&self) -> Vec<TipoCanal> {
        self.manifests().map(kind).collect()
    }
}

fn kind(manifest: &Manifest) -> TipoCanal {
    TipoCanal {
        codigo: manifest.code.to_owned(),
        titulo: manifest.title.to_owned(),
        configuracoes_adicionais: manifest.settings.iter().map(setting).collect(),
        dimensoes_minimas: Dimensoes::default(),
        conector: true,
    }
}

fn setting(setting: &Setting) -> Configuracao {
    Configuracao {
        codigo: setting.code.to_owned(),
        obrigatorio: setting.required,
        nome: setting.title.to_owned(),
        descricao: setting.help.to_owned(),
        tipo: match setting.kind {
            SettingKind::Text | SettingKind::Address => TipoConfiguracao::String,
            SettingKind::Whole => TipoConfiguracao::Int,
            SettingKind::YesNo => TipoConfiguracao::Boolean,
        },
        opcoes: None,
        segredo: setting.secret,
    }
}
