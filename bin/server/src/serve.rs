//! Runs an application until it is told to stop, then lets running requests end.

use std::time::Duration;

use actix_web::rt;
use actix_web::rt::signal::unix::{Signal, SignalKind, signal};
use anyhow::{Context, Result};

use crate::app::{Application, Stopper};
use crate::config::Config;

/// For a write-ahead log that is still being copied when everything else has ended.
const PATIENCE: Duration = Duration::from_secs(4);

/// Tells the log where the application is reached and what it stands on.
pub fn announce(application: &Application, config: &Config) {
    tracing::info!(admin = %application.admin_address(), database = application.store().stats().backend,
        durability = ?config.durability, version = env!("CARGO_PKG_VERSION"), "serving {}", application.addresses());
}

/// Runs an application until SIGTERM or SIGINT; a second one ends it at once.
pub fn run(application: Application) -> Result<()> {
    rt::System::new().block_on(async {
        let stopper = application.stopper();
        let signals = Signals::listen()?;
        rt::spawn(stop_on_signal(signals, stopper));
        let store = application.store().clone();
        application.run().await?;
        if let Err(error) = store.empty_log(PATIENCE) {
            tracing::warn!(%error, "the log was left for the next start");
        }
        anyhow::Ok(())
    })?;
    tracing::info!("stopped");
    Ok(())
}

struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> Result<Self> {
        let to = |kind| signal(kind).context("cannot listen for signals");
        Ok(Self { terminate: to(SignalKind::terminate())?, interrupt: to(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        std::future::poll_fn(|task| {
            let terminate = self.terminate.poll_recv(task);
            if terminate.is_ready() { terminate } else { self.interrupt.poll_recv(task) }
        })
        .await;
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
