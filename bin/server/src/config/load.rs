//! Loading of the configuration: read, checked, and shown by `server config`.

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::Result;
use domain::loja_config::LojaDefaults;
use validator::Validate;

use super::model::Config;
use super::reader::{self, problem};
use super::sources::{self, Collected, Flags, Origin, Value};
use crate::usage::usage;

impl Config {
    /// Reads flags, environment and file. Nothing else reads the environment.
    pub fn load(flags: &Flags) -> Result<Config> {
        Config::from_values(&Config::values(flags))
    }

    /// Every setting's text and origin.
    #[allow(
        clippy::disallowed_methods,
        reason = "reads each setting, and all names: a misspelt one is an error"
    )]
    pub fn values(flags: &Flags) -> Collected {
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        sources::collect(flags, names, |name| std::env::var_os(name))
    }

    /// Types and checks the values; all that is wrong is reported together.
    pub fn from_values(found: &Collected) -> Result<Config> {
        let values = found.values.as_slice();
        let mut problems = found.problems.clone();
        let config = reader::read(values, &mut problems);
        let Some(config) = config else { return Err(usage(problems.join("\n"))) };
        check_ranges(&config, values, &mut problems);
        // a default that replaces a bad value says nothing about combinations
        if problems.is_empty() {
            check_pairs(&config, values, &mut problems);
        }
        if problems.is_empty() { Ok(config) } else { Err(usage(problems.join("\n"))) }
    }

    /// The default of every setting, for tests and for the demonstration.
    pub fn defaults() -> Result<Config> {
        Config::from_values(&sources::collect(&Flags::default(), [], |_| None))
    }

    /// Notes that the program has made a setting what it needs.
    pub fn note(&mut self, key: &str, text: &str) {
        for value in self.read.iter_mut().filter(|value| value.setting.key == key) {
            *value = Value { setting: value.setting, text: text.to_owned(), origin: Origin::Program };
        }
    }

    /// What holds for stores for which nothing else was set.
    pub fn loja_defaults(&self) -> LojaDefaults {
        LojaDefaults { fuso: self.timezone, perfil: self.store_profile, days: self.store_days }
    }

    /// Time for a whole body.
    pub fn body_deadline(&self) -> Duration {
        Duration::from_secs(self.body_timeout)
    }
}

/// The effective values as a TOML file, with where each came from; secrets masked.
pub fn render(values: &[Value]) -> String {
    let mut out = String::new();
    for v in values {
        let shown = toml::Value::String(v.setting.shown(&v.text));
        let comment = if v.text.is_empty() { "# " } else { "" };
        // writing to a String cannot fail
        let _ = writeln!(out, "{comment}{} = {shown}  # {}", v.setting.key, v.origin);
    }
    out
}

fn check_ranges(config: &Config, values: &[Value], problems: &mut Vec<String>) {
    let Err(errors) = config.validate() else { return };
    for value in values {
        for error in errors.field_errors().get(value.setting.key).into_iter().flat_map(|list| list.iter()) {
            problems.push(problem(value, error.message.as_deref().unwrap_or("is out of range")));
        }
    }
}

fn check_pairs(config: &Config, values: &[Value], problems: &mut Vec<String>) {
    let lonely = match (&config.tls_cert, &config.tls_key) {
        (Some(_), None) => Some(("tls_cert", "needs a tls_key beside it")),
        (None, Some(_)) => Some(("tls_key", "needs a tls_cert beside it")),
        _ => None,
    };
    let (by_provider, named) = (config.oidc_issuer.is_some(), !config.oidc_client_id.is_empty());
    let half = match (by_provider, named, config.oidc_client_secret_file.is_some()) {
        (true, false, _) => Some(("oidc_issuer", "needs an oidc_client_id beside it")),
        (false, true, _) => Some(("oidc_client_id", "needs an oidc_issuer beside it")),
        (false, false, true) => {
            Some(("oidc_client_secret_file", "needs an oidc_issuer and an oidc_client_id beside it"))
        }
        (true, true, _) | (false, false, false) => None,
    };
    let admin = config.listen_admin;
    let taken = admin.port() != 0 && config.listen.iter().any(|(_, address)| address == admin);
    let shared = taken.then_some(("listen_admin", "is already the address of an interface: choose another"));
    let ingress = config.listen_ingress.filter(|address| address.port() != 0);
    let known = |address| address == admin || config.listen.iter().any(|(_, other)| other == address);
    let crossed = ingress
        .filter(|address| known(*address))
        .map(|_| ("listen_ingress", "is already the address of another listener: choose another"));
    let unreachable = match config.ingress_url.as_str() {
        Some(_) => None,
        None if config.listen_ingress.is_some() => {
            Some(("listen_ingress", "needs an ingress_url beside it: where channels reach it"))
        }
        None => config.connector_apps.as_ref().map(|_| {
            (
                "connector_apps",
                "needs an ingress_url and, on one server, a listen_ingress: people who consent at a \
              channel are sent back there",
            )
        }),
    };
    for (key, reason) in lonely.into_iter().chain(half).chain(shared).chain(crossed).chain(unreachable) {
        problems.extend(values.iter().find(|v| v.setting.key == key).map(|v| problem(v, reason)));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;
