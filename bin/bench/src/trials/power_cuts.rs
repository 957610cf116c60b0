//! The power fails under SQLite: whatever was not flushed is there, lost, or torn, sector by sector. What was
//! acknowledged survives each of the states that may come of it, and what was refused is in none.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};
use rand::random_range;

use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::recorder::{Files, SOURCE};
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use super::witness::Waits;
use super::{preload, readback};

const LOAD: Load = Load { writers: 8, skus: 200, keys: false, others: true };
/// States that are made of one run of the server.
const STATES: u32 = 5;

/// Records, cuts, and starts on each state.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    if !preload::possible() {
        verdict.notes.push("left out: there is no C compiler (cc)".to_owned());
        return Ok(());
    }
    let plain = stage.launch("power", &[])?;
    let folder = fs::canonicalize(stage.folder("power")?)?;
    let library = preload::compile(&folder, "record", SOURCE)?;
    let tenant = Tenant::create(&plain, "trial")?;
    let http = stage.http()?;
    let database = plain.database_url.strip_prefix("sqlite://").context("an SQLite file")?;
    let database = fs::canonicalize(database)?;
    let record = folder.join("record");
    let watched = preload::before(
        &plain,
        &library,
        &[("TRIAL_DATABASE", database.as_path()), ("TRIAL_RECORD", record.as_path())],
    );
    let mut waits = Waits::default();
    let (mut kept, mut states) = (Files::read(&database)?, stage.count(200, 5));
    while states > 0 {
        kept.write(&database)?;
        let _ = fs::remove_file(&record);
        let (server, _) = watched.start()?;
        let fleet = Fleet::new(&http, &server.a, &tenant, LOAD, 1)?;
        let ((), seen) = fleet.during(&[Place::at(&server.a)], || {
            sleep(Duration::from_millis(random_range(300..1_500)));
            verdict.memory(server.kill()?);
            Ok(())
        })?;
        let deeds = fs::read(&record).context("nothing was recorded: the server is linked statically")?;
        let before = kept.clone();
        for _ in 0..STATES.min(states) {
            before.after_power_cut(&deeds).write(&database)?;
            let (server, _) = plain.start()?;
            let found = readback::read(&http, &server.a, &tenant, &fleet.user, &seen.entries)?;
            verdict.count(judge(&seen.entries, &found, Torn::MayStand));
            server.stop()?;
            kept = Files::read(&database)?;
            verdict.rounds += 1;
            states -= 1;
        }
        seen.waits.into_iter().for_each(|seen| waits.add(seen));
    }
    verdict.waits(&waits);
    Ok(())
}
