//! What a listener can carry: interface A, interface B, or both at one address.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use anyhow::{Result, bail};
use domain::datas::Fuso;
use domain::tipo_canal::CatalogoTipos;
use http_kit::Limite;
use http_kit::chaves::Chaves;
use http_kit::rotas::Rotas;
use store::Store;
use utoipa::openapi::OpenApi;

/// What the interfaces are made from.
pub struct Parts {
    /// The database.
    pub store: Store,
    /// Checks keys.
    pub chaves: Chaves,
    /// The channel types.
    pub tipos: CatalogoTipos,
    /// Time zone of date-only filters.
    pub fuso: Fuso,
    /// How often a store's key may ask on interface B.
    pub limite: Option<Limite>,
}

/// The routes of one listener and how they are set up in each of its threads.
#[derive(Clone)]
pub struct Routes {
    /// For figures.
    pub name: &'static str,
    /// The documented paths.
    pub rotas: Data<Rotas>,
    setup: Arc<dyn Fn(&mut ServiceConfig) + Send + Sync>,
}

impl Routes {
    /// Sets the routes up in one thread's app.
    pub fn configure(&self, config: &mut ServiceConfig) {
        (self.setup)(config);
    }

    /// Interface A alone.
    pub fn a(parts: &Parts) -> Result<Self> {
        let openapi = api_a::openapi();
        let docs = http_kit::docs::configurar(&openapi)?;
        let rotas = Arc::new(Rotas::de(&openapi));
        let state = state_a(parts, &rotas);
        let setup = move |config: &mut ServiceConfig| {
            config.configure(docs.clone());
            config.configure(api_a::configure(state.clone()));
        };
        Ok(Self { name: "a", rotas: Data::from(rotas), setup: Arc::new(setup) })
    }

    /// Interface B alone.
    pub fn b(parts: &Parts) -> Result<Self> {
        let openapi = api_b::openapi();
        let docs = http_kit::docs::configurar(&openapi)?;
        let rotas = Arc::new(Rotas::de(&openapi));
        let (state, limite) = (state_b(parts, &rotas), parts.limite.clone());
        let setup = move |config: &mut ServiceConfig| {
            config.configure(docs.clone());
            limit(config, limite.as_ref());
            config.configure(api_b::configure(state.clone()));
        };
        Ok(Self { name: "b", rotas: Data::from(rotas), setup: Arc::new(setup) })
    }

    /// Both, with one document. A comes last: its answer to an unknown route is the one that stays.
    pub fn both(parts: &Parts) -> Result<Self> {
        let openapi = merged_openapi()?;
        let docs = http_kit::docs::configurar(&openapi)?;
        let rotas = Arc::new(Rotas::de(&openapi));
        let (a, b) = (state_a(parts, &rotas), state_b(parts, &rotas));
        let limite = parts.limite.clone();
        let setup = move |config: &mut ServiceConfig| {
            config.configure(docs.clone());
            limit(config, limite.as_ref());
            config.configure(api_b::configure(b.clone()));
            config.configure(api_a::configure(a.clone()));
        };
        Ok(Self { name: "ab", rotas: Data::from(rotas), setup: Arc::new(setup) })
    }
}

/// Puts the limit where keys are checked.
fn limit(config: &mut ServiceConfig, limite: Option<&Limite>) {
    if let Some(limite) = limite {
        config.app_data(limite.clone());
    }
}

fn state_a(parts: &Parts, rotas: &Arc<Rotas>) -> api_a::State {
    api_a::State::new(
        parts.store.clone(),
        parts.chaves.clone(),
        parts.tipos.clone(),
        parts.fuso,
        Arc::clone(rotas),
    )
}

fn state_b(parts: &Parts, rotas: &Arc<Rotas>) -> api_b::State {
    api_b::State::new(parts.store.clone(), parts.chaves.clone(), parts.fuso, Arc::clone(rotas))
}

/// Both interfaces in one document; refused when they disagree about a path or a shape.
pub fn merged_openapi() -> Result<OpenApi> {
    let (mut merged, b) = (api_a::openapi(), api_b::openapi());
    if let Some(path) = b.paths.paths.keys().find(|path| is_taken(&merged, path)) {
        bail!("both interfaces have the path {path}: they cannot share a listener");
    }
    let schemas = |doc: &OpenApi| doc.components.as_ref().map(|c| c.schemas.clone()).unwrap_or_default();
    let known = schemas(&merged);
    for (name, schema) in schemas(&b) {
        if known.get(&name).is_some_and(|other| *other != schema) {
            bail!("both interfaces have a shape named {name}, but not the same one");
        }
    }
    merged.merge(b);
    merged.info.title = "Entreposto".to_owned();
    Ok(merged)
}

/// Path words count without regard to case.
fn is_taken(doc: &OpenApi, path: &str) -> bool {
    doc.paths.paths.keys().any(|other| other.eq_ignore_ascii_case(path))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    #[test]
    fn the_interfaces_can_share_a_listener() {
        let merged = super::merged_openapi().unwrap();
        let parts = api_a::openapi().paths.paths.len() + api_b::openapi().paths.paths.len();
        assert_eq!(merged.paths.paths.len(), parts);
    }
}
