//! The disk under SQLite is full: reads go on, writes are refused, and what was acknowledged is there when
//! there is room again.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rand::random_range;

use super::change::{Outcome, Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use super::witness::Waits;
use crate::server::{Around, Launch};

const LOAD: Load = Load { writers: 8, skus: 500, keys: false, others: true };
/// How long it may take until a disk is full.
const PATIENCE: Duration = Duration::from_secs(120);
/// Writes that are refused before it is enough.
const REFUSALS: usize = 30;
/// What `ulimit -f` counts in.
const BLOCK: u64 = 512;

/// Fills the disk again and again, each time at another place of the log or of the file.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let roomy = stage.launch("full", &[])?;
    let tenant = Tenant::create(&roomy, "trial")?;
    let http = stage.http()?;
    let mut reads = Waits::default();
    for round in 0..stage.count(20, 3) {
        let (server, _) = roomy.start()?;
        let fleet = Fleet::new(&http, &server.a, &tenant, LOAD, 1)?;
        server.stop()?;
        let (server, _) = tight(&roomy)?.start()?;
        let since = Instant::now();
        let ((), seen) = fleet.during(&[Place::at(&server.a)], || {
            while fleet.refused() < REFUSALS {
                ensure!(since.elapsed() < PATIENCE, "nothing is refused though there is no room");
                sleep(Duration::from_millis(5));
            }
            let url = format!("{}/sku/V0?usuarioId={}", server.a, fleet.user);
            for _ in 0..20 {
                reads.note(&[200], || http.get(&url, &tenant.key));
            }
            Ok(())
        })?;
        let client_errors =
            seen.entries.iter().filter(|e| matches!(e.outcome, Outcome::Refused(status) if status < 500));
        let client_errors = client_errors.count();
        verdict.demand(client_errors == 0, || format!("{client_errors} writes were refused below 500"));
        if round % 2 == 0 {
            verdict.memory(server.kill()?);
        } else {
            verdict.memory(server.memory().map_or(0, |memory| memory.peak));
            // there is no room to tidy up
            if let Err(error) = server.stop() {
                verdict.notes.push(format!("{error:#}"));
            }
        }
        let (server, _) = roomy.start()?;
        let found = readback::read(&http, &server.a, &tenant, &fleet.user, &seen.entries)?;
        verdict.count(judge(&seen.entries, &found, Torn::MustNotStand));
        server.stop()?;
        verdict.rounds += 1;
    }
    verdict.waits(&reads);
    verdict.demand(reads.failures == 0, || {
        format!("{} of {} reads failed: {}", reads.failures, reads.count(), reads.failure)
    });
    if let Some(tally) = &verdict.tally {
        let note = tally.others();
        verdict.notes.push(note);
    }
    Ok(())
}

/// The same launch with room for a little more than there is.
fn tight(roomy: &Launch) -> Result<Launch> {
    let file = roomy.database_url.strip_prefix("sqlite://").context("an SQLite file")?;
    let size = fs::metadata(file).context("the database is a file")?.len();
    let blocks = (size + random_range(500_000..3_000_000)) / BLOCK;
    let before = Some(format!("trap '' XFSZ; ulimit -f {blocks}"));
    Ok(Launch { around: Around { before, ..Around::default() }, ..roomy.clone() })
}
