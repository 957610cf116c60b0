//! The PostgreSQL that writes is lost under three servers, and its synchronous standby takes over; then the
//! servers are replaced one by one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rand::random_range;

use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place, Seen};
use super::pair::Pair;
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::{Verdict, millis};
use super::witness::Waits;
use crate::http::Http;
use crate::server::{Launch, Server};

const SERVERS: usize = 3;
const LOAD: Load = Load { writers: 3, skus: 1_500, keys: true, others: true };
/// How long nothing may be acknowledged while the database changes hands, in 99 of 100 cases.
const GOAL: Duration = Duration::from_secs(5);
const DATABASE: &str = "failovers";

/// All rounds.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let mut pair = Pair::start(&stage.folder(DATABASE)?)?.context("PostgreSQL is not installed")?;
    let launch = stage.launch_on(DATABASE, pair.create(DATABASE)?, &[])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let mut waits = Waits::default();
    let http = stage.http()?;
    let mut servers = Vec::new();
    for _ in 0..SERVERS {
        servers.push(launch.start()?.0);
    }
    let mut gaps = Waits::default();
    for _ in 0..stage.count(20, 1) {
        let (fleet, places) = fleet(&http, &servers, &tenant)?;
        let (gap, seen) = fleet.during(&places, || {
            sleep(Duration::from_millis(random_range(300..900)));
            fail_over(&mut pair, &fleet)
        })?;
        gaps.push(gap);
        settle(&http, &servers, &tenant, &fleet, seen, verdict, &mut waits)?;
        pair.rebuild()?;
    }
    for _ in 0..stage.pick(5, 1) {
        let (fleet, places) = fleet(&http, &servers, &tenant)?;
        let (renewed, seen) = fleet.during(&places, || replace(&launch, &mut servers, &places, verdict))?;
        servers = renewed;
        settle(&http, &servers, &tenant, &fleet, seen, verdict, &mut waits)?;
    }
    let (p99, worst) = (gaps.p99().unwrap_or_default(), gaps.worst().unwrap_or_default());
    let figures = format!("nothing acknowledged for {} ms at most", millis(worst));
    verdict.demand(p99 < GOAL, || figures.clone());
    verdict.notes.push(figures);
    verdict.waits(&waits);
    servers.into_iter().try_for_each(|server| {
        verdict.memory(server.memory().map_or(0, |memory| memory.peak));
        server.stop()
    })
}

/// Loses the database that writes; returns the longest time without an acknowledgement until all goes on.
fn fail_over(pair: &mut Pair, fleet: &Fleet) -> Result<Duration> {
    let done = AtomicBool::new(false);
    scope(|scope| {
        let watcher = scope.spawn(|| longest_gap(fleet, &done));
        let changed = pair.fail_over();
        // the clients' next requests
        sleep(Duration::from_secs(2));
        done.store(true, Ordering::SeqCst);
        let gap = watcher.join().map_err(|_| anyhow::anyhow!("the watcher panicked"))?;
        changed.map(|()| gap)
    })
}

/// Stops each server and starts another one in its place, while the others go on.
fn replace(
    launch: &Launch,
    servers: &mut Vec<Server>,
    places: &[Place],
    verdict: &mut Verdict,
) -> Result<Vec<Server>> {
    let mut renewed = Vec::new();
    for (server, place) in servers.drain(..).zip(places) {
        sleep(Duration::from_millis(300));
        place.moved(None);
        verdict.memory(server.memory().map_or(0, |memory| memory.peak));
        server.stop()?;
        let (server, _) = launch.start()?;
        place.moved(Some(&server.a));
        renewed.push(server);
    }
    Ok(renewed)
}

/// The longest time between two acknowledgements, until it is told to stop.
fn longest_gap(fleet: &Fleet, done: &AtomicBool) -> Duration {
    let (mut known, mut last, mut gap) = (fleet.acknowledged(), Instant::now(), Duration::ZERO);
    while !done.load(Ordering::SeqCst) {
        sleep(Duration::from_millis(5));
        let now = fleet.acknowledged();
        if now > known {
            gap = gap.max(last.elapsed());
            (known, last) = (now, Instant::now());
        }
    }
    gap.max(last.elapsed())
}

fn fleet(http: &Http, servers: &[Server], tenant: &Tenant) -> Result<(Fleet, Vec<Place>)> {
    let first = servers.first().context("a server")?;
    let places = servers.iter().map(|server| Place::at(&server.a)).collect();
    Ok((Fleet::new(http, &first.a, tenant, LOAD, SERVERS)?, places))
}

/// Compares what was answered with what is there.
fn settle(
    http: &Http,
    servers: &[Server],
    tenant: &Tenant,
    fleet: &Fleet,
    seen: Seen,
    verdict: &mut Verdict,
    waits: &mut Waits,
) -> Result<()> {
    let base = &servers.first().context("a server")?.a;
    let found = readback::read(http, base, tenant, &fleet.user, &seen.entries)?;
    verdict.count(judge(&seen.entries, &found, Torn::MustNotStand));
    seen.waits.into_iter().for_each(|seen| waits.add(seen));
    verdict.rounds += 1;
    Ok(())
}
