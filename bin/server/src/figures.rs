//! Metrics of the database and the process. Those of the database are read at most every few seconds, and a
//! scrape never waits long for them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::rt;
use anyhow::Result;
use domain::values::dates::Instante;
use prometheus::{Encoder, IntCounter, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder};
use store::{Sizes, Store, StoreError, channels, entregas, queue};

use crate::{archive_file, log};

/// Minimum time between two readings of the database.
const EVERY: Duration = Duration::from_secs(5);
/// The same as a multiple of the last reading's duration: monitoring must be a small part of the load.
const SHARE: u32 = 20;
/// How long a scrape waits for a reading that is under way.
const PATIENCE: Duration = Duration::from_millis(800);

/// Sources of the metrics that come neither from the database nor from the log.
#[derive(Clone)]
pub struct Sources {
    /// Number of failed housekeeping rounds.
    pub failed_chores: Arc<AtomicU64>,
    /// When the certificate ends, in seconds since 1970; nothing without one.
    pub certificate_end: Arc<dyn Fn() -> Option<i64> + Send + Sync>,
    /// Where backups are written, when that is known.
    pub backup_folder: Option<PathBuf>,
}

/// The figures of one process.
#[derive(Clone)]
pub struct Figures(Arc<Inner>);

struct Inner {
    registry: Registry,
    process: Registry,
    sources: Sources,
    look: Mutex<Look>,
    looked: IntGauge,
    queue_dead: IntGauge,
    queue_oldest: IntGauge,
    paused: IntGauge,
    pending: IntGauge,
    oldest: IntGauge,
    channel_due: IntGauge,
    channel_oldest: IntGauge,
    channel_units: IntGauge,
    database: IntGaugeVec,
    log: IntGaugeVec,
    free: IntGaugeVec,
    commits_failed: IntCounter,
    last_failed: IntGauge,
    failing: IntGauge,
    chores: IntCounter,
    dropped: IntCounter,
    certificate: IntGaugeVec,
    backup: IntGaugeVec,
}

/// The look at the database that is under way, or the next.
#[derive(Default)]
struct Look {
    under_way: bool,
    not_before: Option<Instant>,
}

impl Figures {
    /// Registers the figures.
    pub fn new(sources: Sources) -> Result<Self> {
        let registry = Registry::new_custom(Some("entreposto".into()), None)?;
        let gauge = |name: &str, help: &str| -> Result<IntGauge> {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok(gauge)
        };
        // left out as long as there is nothing to say
        let optional = |name: &str, help: &str| -> Result<IntGaugeVec> {
            let gauge = IntGaugeVec::new(Opts::new(name, help), &[])?;
            registry.register(Box::new(gauge.clone()))?;
            Ok(gauge)
        };
        let counter = |name: &str, help: &str| -> Result<IntCounter> {
            let counter = IntCounter::new(name, help)?;
            registry.register(Box::new(counter.clone()))?;
            Ok(counter)
        };
        let inner = Inner {
            looked: gauge("database_figures_timestamp_seconds", "When the database was last looked at")?,
            queue_dead: gauge("queue_dead_events", "Events of order queues that were given up")?,
            queue_oldest: gauge(
                "queue_oldest_seconds",
                "Age of the oldest event that a queue's reader owes",
            )?,
            paused: gauge("delivery_paused_addresses", "Addresses that are not sent to for now")?,
            pending: gauge("delivery_pending", "Deliveries that are not finished")?,
            oldest: gauge("delivery_oldest_seconds", "Age of the oldest delivery that is not finished")?,
            channel_due: gauge("channel_due_listings", "Listings that a connected channel is to be told")?,
            channel_oldest: gauge("channel_oldest_seconds", "How long the oldest of them waits")?,
            channel_units: gauge(
                "channel_units_at_risk",
                "Units that connected channels still offer though they are gone",
            )?,
            database: optional("database_bytes", "Size of the database")?,
            log: optional("database_log_bytes", "Size of SQLite's log")?,
            free: optional("database_disk_free_bytes", "Free space of the disk of SQLite's file")?,
            commits_failed: counter("commits_failed_total", "Commits that the database refused")?,
            last_failed: gauge("commit_last_failed_timestamp_seconds", "When one last did; 0 = never")?,
            failing: gauge("commits_failing", "1 while none has succeeded since")?,
            chores: counter("housekeeping_failures_total", "Rounds of housekeeping that failed")?,
            dropped: counter("log_lines_dropped_total", "Lines of the log that nobody read in time")?,
            certificate: optional("tls_certificate_seconds_left", "Until the certificate ends")?,
            backup: optional(
                "backup_last_timestamp_seconds",
                "When the newest backup was written; 0 = never",
            )?,
            process: process()?,
            look: Mutex::default(),
            sources,
            registry,
        };
        Ok(Self(Arc::new(inner)))
    }

    /// All of them as text.
    pub async fn render(&self, store: &Store) -> Result<String> {
        self.look(store).await;
        self.take_over(store);
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.0.registry.gather(), &mut text)?;
        TextEncoder::new().encode(&self.0.process.gather(), &mut text)?;
        Ok(String::from_utf8(text)?)
    }

    /// Reads the database if a reading is due; a slow one goes on without the caller.
    async fn look(&self, store: &Store) {
        let begin = {
            let mut look = self.lock();
            let due = look.not_before.is_none_or(|not_before| not_before <= Instant::now());
            let begin = due && !look.under_way;
            look.under_way |= begin;
            begin
        };
        if !begin {
            return;
        }
        let end = UnderWay { figures: self.clone(), since: Instant::now() };
        let store = store.clone();
        let work = rt::spawn(async move {
            if let Err(error) = end.figures.ask(&store).await {
                tracing::debug!(%error, "the database was not looked at");
            }
            drop(end);
        });
        let _ = rt::time::timeout(PATIENCE, work).await;
    }

    async fn ask(&self, store: &Store) -> Result<(), StoreError> {
        let (f, now) = (&self.0, Instante::now());
        let sizes = store.sizes().await?;
        let read = store.read(move |conn| {
            let waiting = (queue::backlog(conn, now)?, entregas::backlog(conn)?, channels::backlog(conn)?);
            Ok::<_, StoreError>(waiting)
        });
        let (queues, deliveries, listings) = read.await?;
        let age = |at: Option<Instante>| at.map_or(0, |at| (now.micros() - at.micros()).max(0) / 1_000_000);
        f.queue_dead.set(queues.mortos);
        f.queue_oldest.set(age(queues.mais_antigo));
        f.paused.set(deliveries.paused);
        f.pending.set(deliveries.pending);
        f.oldest.set(age(deliveries.oldest));
        f.channel_due.set(listings.devidos);
        f.channel_oldest.set(age(listings.mais_antigo));
        f.channel_units.set(listings.unidades);
        let Sizes { database, log, free } = sizes;
        for (gauge, bytes) in [(&f.database, database), (&f.log, log), (&f.free, free)] {
            set(gauge, bytes.and_then(|bytes| i64::try_from(bytes).ok()));
        }
        f.looked.set(now.micros() / 1_000_000);
        Ok(())
    }

    /// Updates the metrics that need no query.
    fn take_over(&self, store: &Store) {
        let f = &self.0;
        let now = Instante::now().micros() / 1_000_000;
        let commits = store.commits();
        raise(&f.commits_failed, commits.failed);
        let ago = commits.last_failed.map(|at| i64::try_from(at.elapsed().as_secs()).unwrap_or(i64::MAX));
        f.last_failed.set(ago.map_or(0, |ago| now.saturating_sub(ago)));
        f.failing.set(commits.failing.is_some().into());
        raise(&f.chores, f.sources.failed_chores.load(Ordering::Relaxed));
        raise(&f.dropped, log::dropped());
        set(&f.certificate, (f.sources.certificate_end)().map(|end| end - now));
        set(&f.backup, f.sources.backup_folder.as_deref().map(archive_file::newest));
    }

    fn lock(&self) -> MutexGuard<'_, Look> {
        self.0.look.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the next look begin, however this one ends.
struct UnderWay {
    figures: Figures,
    since: Instant,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let wait = EVERY.max(self.since.elapsed() * SHARE);
        *self.figures.lock() = Look { under_way: false, not_before: Some(Instant::now() + wait) };
    }
}

fn set(gauge: &IntGaugeVec, value: Option<i64>) {
    let none: [&str; 0] = [];
    match value {
        Some(value) => gauge.with_label_values(&none).set(value),
        None => gauge.reset(),
    }
}

/// Raises a counter to a total that is counted elsewhere.
fn raise(counter: &IntCounter, to: u64) {
    counter.inc_by(to.saturating_sub(counter.get()));
}

/// What the process takes up, under the names that every program gives it.
fn process() -> Result<Registry> {
    let registry = Registry::new();
    #[cfg(target_os = "linux")]
    registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
    Ok(registry)
}
