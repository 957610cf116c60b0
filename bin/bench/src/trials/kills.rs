//! kill -9 at random moments: what was acknowledged is there once, and what has an `Idempotency-Key` once
//! however often it was asked for.

use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use rand::random_range;

use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use super::witness::Waits;

const LOAD: Load = Load { writers: 8, skus: 500, keys: true, others: true };

/// Kills and starts again.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let launch = stage.launch("kills", &[])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let http = stage.http()?;
    let mut all = Waits::default();
    let (mut server, _) = launch.start()?;
    for _ in 0..stage.count(30, 3) {
        let fleet = Fleet::new(&http, &server.a, &tenant, LOAD, 1)?;
        let place = Place::at(&server.a);
        let (again, seen) = fleet.during(std::slice::from_ref(&place), || {
            sleep(Duration::from_millis(random_range(200..1_500)));
            verdict.memory(server.kill()?);
            place.moved(None);
            let (again, _) = launch.start()?;
            place.moved(Some(&again.a));
            sleep(Duration::from_millis(200));
            Ok(again)
        })?;
        server = again;
        let found = readback::read(&http, &server.a, &tenant, &fleet.user, &seen.entries)?;
        verdict.count(judge(&seen.entries, &found, Torn::MayStand));
        seen.waits.into_iter().for_each(|waits| all.add(waits));
        verdict.rounds += 1;
    }
    verdict.waits(&all);
    server.stop()
}
