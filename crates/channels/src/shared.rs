//! State that all turns of an engine share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use connector::Secret;
use domain::canal::{Canal, ValorConfiguracao};
use domain::tipo_canal::TypeCatalogue;
use store::Store;
use store::channels::CanalKey;

use crate::caller::Caller;
use crate::connectors::Connectors;
use crate::counters::Counters;

/// What a login gave, by channel, with the settings that it was made with. In memory alone: after a restart the engine
/// logs in again.
#[derive(Default)]
pub(crate) struct Accesses(Mutex<HashMap<CanalKey, (Vec<ValorConfiguracao>, Secret)>>);

/// Is told the channel type of an acceptance, and the time since the change of the offer.
pub(crate) type Accepted = Box<dyn Fn(&str, Duration) + Send + Sync>;

/// What all turns share.
pub(crate) struct Shared {
    pub store: Store,
    pub connectors: Connectors,
    pub kinds: Arc<TypeCatalogue>,
    pub caller: Box<dyn Caller>,
    pub counters: Arc<Counters>,
    pub accesses: Accesses,
    /// Told of each acceptance, when somebody measures them.
    pub accepted: OnceLock<Accepted>,
    /// A random number that tells this engine from others.
    pub servidor: i64,
}

impl Accesses {
    /// What a login of this server gave, while the settings are the same.
    pub fn get(&self, key: CanalKey, canal: &Canal) -> Option<Secret> {
        let known = self.0.lock().ok()?;
        known
            .get(&key)
            .filter(|(of, _)| *of == canal.configuracoes_adicionais)
            .map(|(_, access)| access.clone())
    }

    pub fn keep(&self, key: CanalKey, canal: &Canal, access: Option<Secret>) {
        let (Ok(mut known), Some(access)) = (self.0.lock(), access) else { return };
        known.insert(key, (canal.configuracoes_adicionais.clone(), access));
    }

    pub fn forget(&self, key: CanalKey) {
        if let Ok(mut known) = self.0.lock() {
            known.remove(&key);
        }
    }
}
