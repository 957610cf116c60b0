//! The power fails under SQLite: whatever was not flushed is there, lost, or torn, sector by sector. What was
//! acknowledged survives each of the states that may come of it, and what was refused is in none.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result};
use rand::random_range;

use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::readback;
use super::recorder::{Files, compile};
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::Verdict;
use super::witness::Waits;
use crate::process::find;
use crate::server::{Around, Launch};

const LOAD: Load = Load { writers: 8, skus: 200, keys: false, others: true };
/// States that are made of one run of the server.
const STATES: u32 = 5;

/// Records, cuts, and starts on each state.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    if find("cc").is_none() {
        verdict.notes.push("left out: there is no C compiler (cc)".to_owned());
        return Ok(());
    }
    let plain = stage.launch("power", &[])?;
    let folder = fs::canonicalize(stage.folder("power")?)?;
    let library = compile(&folder)?;
    let tenant = Tenant::create(&plain, "trial")?;
    let http = stage.http()?;
    let database = plain.database_url.strip_prefix("sqlite://").context("an SQLite file")?;
    let database = fs::canonicalize(database)?;
    let record = folder.join("record");
    let watched = watched(&plain, &library, &database, &record);
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

fn watched(plain: &Launch, library: &Path, database: &Path, record: &Path) -> Launch {
    let environment = [("LD_PRELOAD", library), ("TRIAL_DATABASE", database), ("TRIAL_RECORD", record)]
        .map(|(name, value)| (name.to_owned(), OsString::from(value)));
    Launch { around: Around { before: None, environment: environment.to_vec() }, ..plain.clone() }
}
