//! Parts of the console: what its pages tell of this program.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use console::{Backups, Provider, Setting, SettingOrigin, State};
use domain::values::dates::Instante;

use crate::config::{Config, Origin, Value};
use crate::interfaces::{Addresses, Parts};
use crate::usage::usage;
use crate::{advice, archive_file};

/// What the pages are made from.
pub fn state(config: &Config, parts: &Parts, addresses: &Addresses) -> State {
    let scheme = if config.tls_cert.is_some() { "https" } else { "http" };
    let page = |(setting, name): (&str, &'static str)| {
        let public =
            config.public_urls.iter().find(|(key, _)| *key == setting.replace("listen", "public_url"));
        let public = public.map(|(_, url)| url.to_string()).filter(|url| !url.is_empty());
        let own = || addresses.get(setting).map(|address| format!("{scheme}://{address}"));
        Some((name, format!("{}/docs/", public.or_else(own)?)))
    };
    let links = [("listen_a", "Interface A: /docs"), ("listen_b", "Interface B: /docs")];
    let durability = format!("{:?}", config.durability).to_lowercase();
    State::new(&parts.kit)
        .with_types(parts.types.clone())
        .with_ingress_url(parts.ingress_url.clone())
        .with_loja_defaults(parts.lojas)
        .with_links(if config.docs { links.into_iter().filter_map(page).collect() } else { Vec::new() })
        .with_facts(vec![
            (["Versão", "Version"], env!("CARGO_PKG_VERSION").to_owned()),
            (["Escuta em", "Listens at"], addresses.to_string()),
            (["Durabilidade", "Durability"], durability),
            (["Fuso horário", "Time zone"], config.timezone.to_string()),
        ])
        .with_settings(config.read.iter().map(setting).collect())
        .with_backups(backups(config))
}

/// The provider by which people may sign in, where there is one. It is not asked for anything yet.
pub fn provider(config: &Config) -> Result<Option<Provider>> {
    let Some(issuer) = config.oidc_issuer.clone() else { return Ok(None) };
    let secret = config.oidc_client_secret_file.as_deref().map(client_secret).transpose()?;
    let own = config.listen.iter().map(|(_, address)| address);
    let own = own.chain([config.listen_admin]).chain(config.listen_ingress).collect();
    Ok(Some(Provider::new(issuer, config.oidc_client_id.clone(), secret, own)?))
}

/// What a file holds, without the line's end that editors write.
fn client_secret(path: &Path) -> Result<String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| {
        let advice = advice::to_read(&e);
        usage(format!("cannot read the client secret of {shown} (oidc_client_secret_file): {e}; {advice}"))
    })?;
    let secret = text.trim();
    if secret.is_empty() || secret.contains(char::is_control) {
        let reason = "holds no client secret: write the secret alone into it, in one line";
        return Err(usage(format!("{shown} (oidc_client_secret_file) {reason}")));
    }
    Ok(secret.to_owned())
}

fn setting(value: &Value) -> Setting {
    let origin = match &value.origin {
        Origin::Flag(name) => SettingOrigin::Flag(name),
        Origin::Environment(name) => SettingOrigin::Environment(name),
        Origin::File(path, _) => SettingOrigin::File(path.display().to_string()),
        Origin::Default => SettingOrigin::Default,
        Origin::Program => SettingOrigin::Program,
    };
    Setting { name: value.setting.key, value: value.setting.shown(&value.text), origin }
}

fn backups(config: &Config) -> Option<Backups> {
    let folder = config.backup_folder.clone()?;
    let looked_at = folder.clone();
    let newest = move || {
        let seconds = archive_file::newest(&looked_at);
        (seconds > 0).then(|| Instante::from_micros(seconds.saturating_mul(1_000_000)))
    };
    Some(Backups { folder, newest: Arc::new(newest) })
}
