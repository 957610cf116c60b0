//! The connection to PostgreSQL is cut right before or after COMMIT got through: a refused change must not be
//! there, and what nobody can know is answered 504.

use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::proxy::Proxy;
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;

/// Changes without keys: whoever is refused would make them again.
const LOAD: Load = Load { writers: 8, skus: 4_000, keys: false, others: false };
/// Time for one cut, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Cuts, then reads on a way that is not cut.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let direct = stage.launch("cuts", &[])?;
    let tenant = Tenant::create(&direct, "trial")?;
    let http = stage.http()?;
    let wanted = stage.count(100, 10);
    let (proxy, url) = Proxy::before(&direct.database_url, stage.pick(20, 10))?;
    let mut launch = direct;
    launch.database_url = url;
    let (server, _) = launch.start()?;
    let fleet = Fleet::new(&http, &server.a, &tenant, LOAD, 1)?;
    proxy.arm(true);
    let since = Instant::now();
    let ((), seen) = fleet.during(&[Place::at(&server.a)], || {
        while proxy.cuts() < wanted {
            ensure!(since.elapsed() < PATIENCE * wanted, "only {} cuts came about", proxy.cuts());
            sleep(Duration::from_millis(2));
        }
        proxy.arm(false);
        // whoever asks what became of a transaction asks for seconds
        sleep(Duration::from_secs(1));
        Ok(())
    })?;
    while proxy.is_closed() {
        sleep(Duration::from_millis(50));
    }
    let found = readback::read(&http, &server.a, &tenant, &fleet.user, &seen.entries)?;
    let tally = judge(&seen.entries, &found, Torn::MustNotStand);
    verdict.notes.push(tally.others());
    verdict.count(tally);
    verdict.rounds = proxy.cuts();
    if let Some(waits) = seen.waits.first() {
        verdict.waits(waits);
    }
    verdict.memory(server.memory().map_or(0, |memory| memory.peak));
    server.stop()
}
