//! Writers: threads that change stocks and bring orders, and remember what they were answered.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::Result;
use reqwest::Method;
use serde_json::json;

use super::change::{Change, DIGITS, Entry, Outcome};
use super::tenant::{Tenant, order};
use super::witness::Waits;
use crate::http::Http;
use crate::measure::nonce;

/// How long a change with a key is repeated after the others have stopped.
const SETTLE: Duration = Duration::from_secs(20);
/// How long an answer is waited for.
const LONGEST: Duration = Duration::from_secs(60);

/// Where a server is just now; nowhere while it is down.
#[derive(Debug, Clone, Default)]
pub struct Place(Arc<RwLock<Option<String>>>);

impl Place {
    /// It is there.
    pub fn at(base: &str) -> Self {
        let place = Self::default();
        place.moved(Some(base));
        place
    }

    /// It is somewhere else, or gone.
    pub fn moved(&self, base: Option<&str>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = base.map(str::to_owned);
    }

    fn base(&self) -> Option<String> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What the writers write.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    /// Writers per place.
    pub writers: usize,
    /// SKUs whose stock is varied.
    pub skus: usize,
    /// Every second variation has an `Idempotency-Key` and is repeated until it is acknowledged.
    pub keys: bool,
    /// Values are set and orders brought, too.
    pub others: bool,
}

/// The writers of one round, with a store of their own.
pub struct Fleet {
    tenant: Tenant,
    load: Load,
    pub user: String,
    stop: AtomicBool,
    next: AtomicUsize,
    entries: Mutex<Vec<Entry>>,
    places: usize,
}

/// What a fleet has seen.
pub struct Seen {
    pub entries: Vec<Entry>,
    /// By place.
    pub waits: Vec<Waits>,
}

impl Fleet {
    /// Makes the store and what is in it.
    pub fn new(http: &Http, base: &str, tenant: &Tenant, load: Load, places: usize) -> Result<Self> {
        let user = format!("u{}", nonce());
        tenant.store(http, base, &user, "")?;
        let fleet = Self {
            tenant: tenant.clone(),
            load,
            user,
            stop: AtomicBool::new(false),
            next: AtomicUsize::new(0),
            entries: Mutex::default(),
            places,
        };
        let varied = (0..load.skus).map(varied);
        let set = (0..load.writers * places).map(own);
        tenant.skus(http, base, &fleet.user, &varied.chain(set).collect::<Vec<_>>())?;
        Ok(fleet)
    }

    /// Writes while something else happens; then lets the writers end.
    pub fn during<R>(&self, places: &[Place], event: impl FnOnce() -> Result<R>) -> Result<(R, Seen)> {
        let (result, waits) = thread::scope(|scope| {
            let mut running = Vec::new();
            for (n, place) in places.iter().enumerate().take(self.places) {
                for writer in 0..self.load.writers {
                    let number = n * self.load.writers + writer;
                    running.push((n, scope.spawn(move || self.write(number, place))));
                }
            }
            let result = event();
            self.stop.store(true, Ordering::SeqCst);
            let mut waits: Vec<Waits> = places.iter().map(|_| Waits::default()).collect();
            for (n, thread) in running {
                let seen = thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a writer panicked")));
                if let (Some(waits), Ok(seen)) = (waits.get_mut(n), seen) {
                    waits.add(seen);
                }
            }
            (result, waits)
        });
        let entries = std::mem::take(&mut *self.entries.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((result?, Seen { entries, waits }))
    }

    /// How many changes were refused so far.
    pub fn refused(&self) -> usize {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().filter(|entry| matches!(entry.outcome, Outcome::Refused(_) | Outcome::Unknown)).count()
    }

    /// How many changes were acknowledged so far.
    pub fn acknowledged(&self) -> usize {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().filter(|entry| entry.outcome == Outcome::Acknowledged).count()
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn write(&self, writer: usize, place: &Place) -> Result<Waits> {
        let http = Http::patient(LONGEST)?;
        let mut waits = Waits::default();
        for n in 0.. {
            if self.stopped() {
                break;
            }
            let change = match n % 4 {
                0 if self.load.others => Change::Order { source: format!("{writer}-{n}") },
                1 if self.load.others => Change::Set { sku: own(writer), value: n + 1 },
                _ => match self.variation() {
                    Some(change) => change,
                    // all are used up
                    None if !self.load.others => break,
                    None => continue,
                },
            };
            let key = if self.load.keys && n % 4 == 2 {
                format!("{}-{writer}-{n}", self.user)
            } else {
                String::new()
            };
            let outcome = self.make(&http, place, &change, &key, &mut waits);
            if let Some(outcome) = outcome {
                let entry = Entry { change, outcome };
                self.entries.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
            }
        }
        Ok(waits)
    }

    fn variation(&self) -> Option<Change> {
        let n = self.next.fetch_add(1, Ordering::Relaxed);
        (n < self.load.skus * DIGITS).then(|| Change::Vary { sku: varied(n / DIGITS), digit: n % DIGITS })
    }

    /// Asks for a change; `None` when there was nobody to ask.
    fn make(
        &self,
        http: &Http,
        place: &Place,
        change: &Change,
        key: &str,
        waits: &mut Waits,
    ) -> Option<Outcome> {
        let mut outcome = None;
        let mut since_stop = None;
        loop {
            if self.stopped() {
                let since: &mut Instant = since_stop.get_or_insert_with(Instant::now);
                if outcome.is_none() || since.elapsed() > SETTLE {
                    return outcome;
                }
            }
            let Some(base) = place.base() else {
                sleep(Duration::from_millis(5));
                continue;
            };
            let since = Instant::now();
            let Some(now) = self.ask(http, &base, change, key) else {
                // the next change may have more luck; one with a key has been asked for before, maybe
                sleep(Duration::from_millis(10));
                outcome?;
                continue;
            };
            if !matches!(now, Outcome::Torn) {
                waits.push(since.elapsed());
            }
            outcome = Some(worse(outcome, now));
            if now == Outcome::Acknowledged || key.is_empty() {
                if now != Outcome::Acknowledged {
                    sleep(Duration::from_millis(10));
                }
                return outcome;
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// `None` when nobody listened.
    fn ask(&self, http: &Http, base: &str, change: &Change, key: &str) -> Option<Outcome> {
        let user = &self.user;
        let (method, path, body) = match change {
            Change::Vary { sku, digit } => (
                Method::PUT,
                format!("/sku/{sku}/Estoque?usuarioId={user}"),
                json!({ "variacao": Change::step(*digit) }),
            ),
            Change::Set { sku, value } => {
                (Method::PUT, format!("/sku/{sku}/Estoque?usuarioId={user}"), json!({ "estoque": value }))
            }
            Change::Order { source } => (Method::POST, format!("/Pedido?usuarioId={user}"), order(source)),
        };
        let url = format!("{base}{path}");
        match http.send_once(&method, &url, &self.tenant.key, key, Some(body.to_string())) {
            Ok(answer) if (200..300).contains(&answer.status) => Some(Outcome::Acknowledged),
            Ok(answer) if answer.status == 504 => Some(Outcome::Unknown),
            Ok(answer) => Some(Outcome::Refused(answer.status)),
            Err(error) if error.downcast_ref().is_some_and(reqwest::Error::is_connect) => None,
            Err(_) => Some(Outcome::Torn),
        }
    }
}

/// What is known of a change that was asked for several times under one key.
fn worse(before: Option<Outcome>, now: Outcome) -> Outcome {
    match (before, now) {
        (_, Outcome::Acknowledged) => Outcome::Acknowledged,
        (Some(Outcome::Torn), _) | (_, Outcome::Torn) => Outcome::Torn,
        (Some(Outcome::Unknown), _) => Outcome::Unknown,
        (_, now) => now,
    }
}

/// A SKU whose stock everybody varies.
fn varied(n: usize) -> String {
    format!("V{n}")
}

/// The SKU whose stock one writer sets.
fn own(writer: usize) -> String {
    format!("W{writer}")
}
