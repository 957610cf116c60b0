//! What the pages are made from.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::entrega::Allowed;
use domain::loja_config::LojaDefaults;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::{Instante, Zone};
use http_kit::{Kit, PublicUrl};
use store::orders::RegistrosCache;
use store::{Store, StoreError, pessoas};
use tokio::sync::{Mutex, Semaphore};

use crate::access::{Arriving, Provider, Secret};
use crate::kept::Kept;

/// What is remembered of orders as interface B shows them: one is looked at at a time.
const MEMORY: u64 = 1 << 20;
/// Files that may be on their way here or waiting at once.
const UPLOADS: usize = 4;
/// Passwords that are worked on at once, each in some 20 MiB.
const HASHING: usize = 2;
/// Files that are written for somebody at once.
const EXPORTS: usize = 2;

/// A fact about the running program that the page of the system shows: its name in both languages, and it.
pub type Fact = ([&'static str; 2], String);

/// A setting of the program, as it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// Its value, without passwords; empty = not set.
    pub value: String,
    /// Who has set it.
    pub origin: SettingOrigin,
}

/// Who has set a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingOrigin {
    /// Nobody.
    Default,
    /// A key of this file.
    File(String),
    /// This environment variable.
    Environment(&'static str),
    /// This flag of the command line, without its dashes.
    Flag(&'static str),
    /// The program itself, as the demonstration does.
    Program,
}

/// Where backups are written, and when the newest one there was.
#[derive(Clone)]
pub struct Backups {
    /// The folder.
    pub folder: PathBuf,
    /// When the newest one was written; `None` without one. It may look at the disk.
    pub newest: Arc<dyn Fn() -> Option<Instante> + Send + Sync>,
}

/// Whether the server is told to stop.
type Stopping = Arc<dyn Fn() -> bool + Send + Sync>;

/// What the pages are made from. Cheap to clone.
#[derive(Clone)]
pub struct State {
    pub(crate) store: Store,
    pub(crate) types: Arc<TypeCatalogue>,
    pub(crate) ingress_url: PublicUrl,
    pub(crate) defaults: LojaDefaults,
    /// The addresses that notifications may reach besides public ones.
    pub(crate) allowed: Arc<Allowed>,
    pub(crate) memory: Arc<RegistrosCache>,
    pub(crate) facts: Arc<Vec<Fact>>,
    pub(crate) links: Arc<Vec<(&'static str, String)>>,
    pub(crate) settings: Arc<Vec<Setting>>,
    pub(crate) backups: Option<Backups>,
    /// Forms on their way here.
    pub(crate) arriving: Arc<Arriving>,
    /// From a form's head to its last byte, however it drips in.
    pub(crate) patience: Duration,
    /// Files on their way here or waiting, all of them in memory.
    pub(crate) uploads: Arc<Semaphore>,
    /// Held by whoever brings a file in: one at a time.
    pub(crate) importing: Arc<Mutex<()>>,
    /// Files between a page and the next.
    pub(crate) kept: Arc<Kept>,
    /// Files that are written for somebody.
    pub(crate) exports: Arc<Semaphore>,
    /// Passwords that are worked on.
    pub(crate) hashing: Arc<Semaphore>,
    /// What begins a fresh hub from elsewhere.
    pub(crate) first_code: Option<Secret>,
    /// By whom people may sign in besides.
    pub(crate) provider: Option<Provider>,
    /// Whether the hub is known to be fresh no more.
    begun: Arc<AtomicBool>,
    stopping: Stopping,
}

impl State {
    /// With the channel types that come with the project, the kit's time zone, and its time for a body.
    pub fn new(kit: &Kit) -> Self {
        Self {
            store: kit.store().clone(),
            types: Arc::new(TypeCatalogue::shipped()),
            ingress_url: PublicUrl::default(),
            defaults: LojaDefaults { fuso: kit.zone(), ..LojaDefaults::default() },
            allowed: kit.allowed(),
            memory: Arc::new(RegistrosCache::with_bytes(MEMORY)),
            facts: Arc::default(),
            links: Arc::default(),
            settings: Arc::default(),
            backups: None,
            arriving: Arc::default(),
            patience: kit.limits().deadline,
            uploads: Arc::new(Semaphore::new(UPLOADS)),
            importing: Arc::default(),
            kept: Arc::default(),
            exports: Arc::new(Semaphore::new(EXPORTS)),
            hashing: Arc::new(Semaphore::new(HASHING)),
            first_code: None,
            provider: None,
            begun: Arc::default(),
            stopping: Arc::new(|| false),
        }
    }

    /// With other channel types.
    pub fn with_types(self, types: TypeCatalogue) -> Self {
        Self { types: Arc::new(types), ..self }
    }

    /// With the address under which channels reach the hub.
    pub fn with_ingress_url(self, ingress_url: PublicUrl) -> Self {
        Self { ingress_url, ..self }
    }

    /// With what holds for stores for which nothing else was set.
    pub fn with_loja_defaults(self, defaults: LojaDefaults) -> Self {
        Self { defaults, ..self }
    }

    /// With the code of [`first_code`](crate::first_code) that begins a fresh hub from elsewhere.
    pub fn with_first_code(self, code: &str) -> Self {
        Self { first_code: Some(Secret::sent(code)), ..self }
    }

    /// With a provider by which people may sign in.
    pub fn with_provider(self, provider: Option<Provider>) -> Self {
        Self { provider, ..self }
    }

    /// True while nobody has begun the hub.
    pub(crate) async fn is_fresh(&self) -> Result<bool, StoreError> {
        if self.begun.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let fresh = self.store.read_one(pessoas::is_fresh).await?;
        // applications never go: it will not be fresh again
        self.begun.store(!fresh, Ordering::Relaxed);
        Ok(fresh)
    }

    /// With facts about the program.
    pub fn with_facts(self, facts: Vec<Fact>) -> Self {
        Self { facts: Arc::new(facts), ..self }
    }

    /// With the settings that hold.
    pub fn with_settings(self, settings: Vec<Setting>) -> Self {
        Self { settings: Arc::new(settings), ..self }
    }

    /// With where backups are written.
    pub fn with_backups(self, backups: Option<Backups>) -> Self {
        Self { backups, ..self }
    }

    /// With what says that the server is told to stop: a file is not brought in any further then.
    pub fn with_stopping(self, stopping: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { stopping: Arc::new(stopping), ..self }
    }

    /// Whether to go on with what takes long.
    pub(crate) fn goes_on(&self) -> ControlFlow<()> {
        if (self.stopping)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The time zone in which days begin and dates are shown.
    pub(crate) fn zone(&self) -> Zone {
        self.defaults.fuso
    }

    /// With addresses that the landing page leads to, such as those of the interfaces' documents.
    pub fn with_links(self, links: Vec<(&'static str, String)>) -> Self {
        Self { links: Arc::new(links), ..self }
    }
}
