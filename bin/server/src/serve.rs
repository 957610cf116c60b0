//! Runs an application until a signal stops it, then lets running requests end.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::signal::unix::{Signal, SignalKind};
use actix_web::rt::{self, SystemRunner};
use anyhow::Result;
use console::FIRST_VISIT;
use domain::values::dates::Instante;
use store::accesses::{self, Scope};
use store::{StoreError, pessoas, tokens};

use crate::app::{Application, Stopper};
use crate::config::{Config, Flags};
use crate::log::Log;
use crate::signals::{Signals, listen};
use crate::tls::Certificate;

/// For a write-ahead log that is still being copied when everything else has ended.
const PATIENCE: Duration = Duration::from_secs(4);

/// A process that serves: from its start on a hang-up does not end it.
pub struct Session {
    system: SystemRunner,
    hangup: Signal,
    flags: Flags,
    log: Log,
}

impl Session {
    /// Begins it; `flags` is where settings are read from again.
    pub fn begin(flags: Flags, log: Log) -> Result<Self> {
        let system = rt::System::new();
        let hangup = system.block_on(async { listen(SignalKind::hangup()) })?;
        Ok(Self { system, hangup, flags, log })
    }

    /// Runs an application until SIGTERM or SIGINT; a second one ends it at once. SIGHUP reads certificate
    /// and log filter again.
    pub fn run(self, application: Application) -> Result<()> {
        let Self { system, hangup, flags, log } = self;
        // dropped last: everything that is logged before is still written
        let log = Rc::new(log);
        system.block_on(async {
            let stopper = application.stopper();
            let signals = Signals::listen()?;
            rt::spawn(stop_on_signal(signals, stopper));
            let certificate = application.certificate();
            let rereading = Rereading { hangup, flags, log: Rc::clone(&log), certificate };
            let rereading = rt::spawn(rereading.until_the_end());
            let store = application.store().clone();
            let ended = application.run().await;
            rereading.abort();
            ended?;
            if let Err(error) = store.empty_log(PATIENCE) {
                tracing::warn!(%error, "the log was left for the next start");
            }
            anyhow::Ok(())
        })?;
        // with the tasks that still hold it
        drop(system);
        tracing::info!("stopped");
        Ok(())
    }
}

/// Logs the addresses, the database, and warnings about what is open to others.
pub fn announce(application: &Application, config: &Config) {
    tracing::info!(admin = %application.admin_address(), database = application.store().stats().backend,
        durability = ?config.durability, version = env!("CARGO_PKG_VERSION"), "serving {}",
        application.addresses());
    for warning in open_doors(config) {
        tracing::warn!("{warning}");
    }
    for hint in first_steps(application, config) {
        tracing::info!("{hint}");
    }
}

/// True while nobody has begun the hub.
pub fn is_fresh(application: &Application) -> bool {
    application.store().read_blocking(pessoas::is_fresh).unwrap_or(false)
}

/// What to do next, as long as no program has a key or nobody can enter the console.
fn first_steps(application: &Application, config: &Config) -> Vec<String> {
    let found = application.store().read_blocking(|conn| {
        let people = pessoas::any(conn)? || !accesses::list(conn, Scope::All, Instante::now())?.is_empty();
        Ok::<_, StoreError>((tokens::any(conn)?, people))
    });
    let Ok((any_key, people)) = found else { return Vec::new() };
    let mut hints = Vec::new();
    if !any_key {
        hints.push("no program has a key yet: `server token create app --name NAME` makes one".to_owned());
    }
    let console = format!("http://{}", application.admin_address());
    if let Some(code) = application.first_code().filter(|_| is_fresh(application)) {
        hints.push(format!(
            "first visit: open {console}{FIRST_VISIT} in a browser on this machine; from elsewhere the page asks for the \
             code {code}"
        ));
    } else if config.console && !people {
        hints.push(format!(
            "the console is at {console}/console/: `server console link --role dono` prints a link to log in"
        ));
    }
    hints
}

/// Warnings about what others could read or call.
fn open_doors(config: &Config) -> Vec<String> {
    let mut doors: Vec<String> = Vec::new();
    let ingress = config.listen_ingress.map(|address| ("listen_ingress", address));
    for (setting, address) in config.listen.iter().chain(ingress) {
        if config.tls_cert.is_none() && !address.ip().is_loopback() {
            doors.push(format!(
                "{setting} = {address} can be reached from other machines and has no TLS: keys and orders \
                 can be read on the way; set tls_cert and tls_key, or listen on 127.0.0.1 behind a proxy"
            ));
        }
    }
    if !config.listen_admin.ip().is_loopback() {
        doors.push(format!(
            "listen_admin = {} can be reached from other machines and asks for no key: listen on \
             127.0.0.1, or let a firewall keep strangers away",
            config.listen_admin
        ));
    }
    doors
}

/// The reaction to SIGHUP.
struct Rereading {
    hangup: Signal,
    flags: Flags,
    log: Rc<Log>,
    certificate: Option<Arc<Certificate>>,
}

impl Rereading {
    async fn until_the_end(mut self) {
        while self.hangup.recv().await.is_some() {
            match self.log_filter() {
                Ok(filter) => tracing::info!(%filter, "the log filter was read again"),
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "the log filter stays as it was");
                }
            }
            let Some(certificate) = &self.certificate else { continue };
            match certificate.reload() {
                Ok(()) => tracing::info!("the certificate was read again: new connections get it"),
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "the certificate stays as it was");
                }
            }
        }
    }

    /// Of all settings the one that needs no new start.
    fn log_filter(&self) -> Result<String> {
        let filter = Config::load(&self.flags)?.log;
        self.log.set_filter(&filter)?;
        Ok(filter)
    }
}

async fn stop_on_signal(mut signals: Signals, stopper: Stopper) {
    signals.next().await;
    tracing::info!("stopping: running requests are finished; a second signal ends them");
    let patient = stopper.clone();
    rt::spawn(async move { patient.stop(true).await });
    signals.next().await;
    stopper.stop(false).await;
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_reach_is_warned_of() {
        let mut config = Config::defaults().unwrap();
        assert_eq!(open_doors(&config), Vec::<String>::new());
        config.listen = config.listen.with("listen_b", "0.0.0.0:8081".parse().unwrap());
        config.listen_admin = "192.0.2.1:8082".parse().unwrap();
        let doors = open_doors(&config);
        assert!(
            doors[0].starts_with("listen_b = 0.0.0.0:8081") && doors[0].contains("tls_cert"),
            "{doors:?}"
        );
        assert!(doors[1].starts_with("listen_admin = 192.0.2.1:8082") && doors.len() == 2, "{doors:?}");
        config.tls_cert = Some("x.pem".into());
        assert_eq!(open_doors(&config).len(), 1);
    }
}
