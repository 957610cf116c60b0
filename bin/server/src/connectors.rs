//! The connectors that this program has, one line each, and the operator's applications at their vendors.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use channels::Connectors;
use connector::Secret;
use connector::oauth::Application;
use serde::Deserialize;

use crate::advice;
use crate::config::Config;
use crate::usage::usage;

/// All of them.
pub fn all() -> Connectors {
    Connectors::default().with(connector_medusa::CONNECTOR).with(connector_vendure::CONNECTOR)
}

/// All of them, with the operator's applications.
pub fn configured(config: &Config) -> Result<Connectors> {
    let back = format!("{}/conexao/retorno", config.ingress_url);
    let applications = match &config.connector_apps {
        None => BTreeMap::new(),
        Some(path) => applications(path, &all())?,
    };
    Ok(all().with_applications(applications, back))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    client_id: String,
    client_secret: String,
}

/// Reads the applications of a file, a table for each channel type.
fn applications(path: &Path, known: &Connectors) -> Result<BTreeMap<String, Application>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| {
        usage(format!("cannot read the applications of {shown}: {e}; {}", advice::to_read(&e)))
    })?;
    read(&text, known).map_err(|reason| usage(format!("the applications of {shown} are not valid: {reason}")))
}

fn read(text: &str, known: &Connectors) -> Result<BTreeMap<String, Application>, String> {
    // an error would show the line, and with it a secret
    let rows: BTreeMap<String, Row> = toml::from_str(text).map_err(|_| {
        "write [TYPE], and below it client_id = \"…\" and client_secret = \"…\", for each connector"
            .to_owned()
    })?;
    let by_consent = |code: &str| known.get(code).is_some_and(|one| one.manifest().access.is_some());
    if let Some(code) = rows.keys().find(|code| !by_consent(code)) {
        return Err(format!("no connector {code} has access by consent; `server connectors` lists them"));
    }
    let application = |row: Row| Application { id: row.client_id, secret: Secret::new(row.client_secret) };
    Ok(rows.into_iter().map(|(code, row)| (code, application(row))).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn applications_are_read_and_what_is_wrong_is_said_without_the_secret() {
        let known = all().with(connector_kit::oauth::CONNECTOR);
        let good = read("[LojaOAuth]\nclient_id = '1'\nclient_secret = 's'", &known).unwrap();
        assert_eq!((good["LojaOAuth"].id.as_str(), good["LojaOAuth"].secret.expose()), ("1", "s"));
        for (bad, said) in [
            ("[LojaOAuth]\nclient_id = '1'\nclient_secret = segredo", "client_secret = "),
            ("[LojaOAuth]\nclient_id = '1'", "client_secret = "),
            ("[Medusa]\nclient_id = '1'\nclient_secret = 's'", "no connector Medusa"),
        ] {
            let error = read(bad, &known).unwrap_err();
            assert!(error.contains(said) && !error.contains("segredo"), "{error}");
        }
    }
}
