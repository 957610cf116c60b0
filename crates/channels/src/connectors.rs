//! The connectors of a program, by the code of their channel type.

use std::collections::BTreeMap;
use std::sync::Arc;

use connector::oauth::Application;
use connector::{Connector, Manifest, Setting, SettingKind};
use domain::tipo_canal::{Configuracao, Consentimento, Dimensoes, TipoCanal, TipoConfiguracao};

/// Connectors, by the code of their channel type, and the operator's applications at their vendors.
#[derive(Clone, Default)]
pub struct Connectors {
    all: BTreeMap<&'static str, Arc<dyn Connector>>,
    applications: BTreeMap<String, Application>,
    back: String,
}

impl Connectors {
    /// With one more. It replaces another of the same code.
    #[must_use]
    pub fn with(mut self, connector: impl Connector + 'static) -> Self {
        self.all.insert(connector.manifest().code, Arc::new(connector));
        self
    }

    /// With the operator's applications, by the code of their channel type, and the address that consents return to.
    #[must_use]
    pub fn with_applications(self, applications: BTreeMap<String, Application>, back: String) -> Self {
        Self { applications, back, ..self }
    }

    /// The operator's application for a channel type.
    pub fn application(&self, code: &str) -> Option<&Application> {
        self.applications.get(code)
    }

    /// The address that consents return to.
    pub(crate) fn back(&self) -> &str {
        &self.back
    }

    /// The connector of a channel type.
    pub fn get(&self, code: &str) -> Option<&dyn Connector> {
        self.all.get(code).map(AsRef::as_ref)
    }

    /// What all of them say of themselves, by code.
    pub fn manifests(&self) -> impl Iterator<Item = &'static Manifest> {
        self.all.values().map(|one| one.manifest())
    }

    /// Their channel types.
    pub fn kinds(&self) -> Vec<TipoCanal> {
        self.manifests().map(|one| self.kind(one)).collect()
    }

    fn kind(&self, manifest: &Manifest) -> TipoCanal {
        TipoCanal {
            codigo: manifest.code.to_owned(),
            titulo: manifest.title.to_owned(),
            configuracoes_adicionais: manifest.settings.iter().map(setting).collect(),
            dimensoes_minimas: Dimensoes::default(),
            conector: true,
            consentimento: match (manifest.access, self.application(manifest.code)) {
                (None, _) => Consentimento::NotNeeded,
                (Some(_), None) => Consentimento::NoApplication,
                (Some(oauth), Some(own)) => Consentimento::At(oauth.consent(own, &self.back)),
            },
        }
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
