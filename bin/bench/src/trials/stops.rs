//! SIGTERM under writes: whoever is answered is told the truth, and who is not answered has changed nothing.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use rand::random_range;

use super::change::{Outcome, Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use super::witness::Waits;

const LOAD: Load = Load { writers: 8, skus: 500, keys: false, others: true };

/// Stops and starts again.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let launch = stage.launch("stops", &[])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let http = stage.http()?;
    let (mut all, mut torn) = (Waits::default(), 0);
    let (mut server, _) = launch.start()?;
    for _ in 0..stage.count(30, 3) {
        let fleet = Fleet::new(&http, &server.a, &tenant, LOAD, 1)?;
        let place = Place::at(&server.a);
        let peak = server.memory().map_or(0, |memory| memory.peak);
        verdict.memory(peak);
        let ((), seen) = fleet.during(std::slice::from_ref(&place), || {
            sleep(Duration::from_millis(random_range(200..1_200)));
            server.stop()
        })?;
        (server, _) = launch.start()?;
        let found = readback::read(&http, &server.a, &tenant, &fleet.user, &seen.entries)?;
        torn += seen.entries.iter().filter(|entry| entry.outcome == Outcome::Torn).count();
        verdict.count(judge(&seen.entries, &found, Torn::MustNotStand));
        seen.waits.into_iter().for_each(|waits| all.add(waits));
        verdict.rounds += 1;
    }
    verdict.waits(&all);
    verdict.notes.push(format!("{torn} requests were not answered"));
    server.stop()
}
