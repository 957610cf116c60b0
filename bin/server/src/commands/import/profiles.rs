//! Profiles of an application's own: what was said of one file, kept for the next.

use std::fs::File;

use anyhow::{Result, bail};
use files::{Kind, Options, Profile};
use store::{Store, perfis_arquivo};

use crate::owners;
use crate::usage::usage;

/// The profiles of an application. One that this version cannot read is passed over.
pub fn own(store: &Store, app: &str) -> Result<Vec<Profile>> {
    let app = owners::existing_application(store, app)?;
    let kept = store.read_blocking(move |conn| anyhow::Ok(perfis_arquivo::list(conn, app)?))?;
    Ok(kept.iter().filter_map(|(_, text)| Profile::from_json(text).ok()).collect())
}

/// A profile of what a file is read as.
pub fn made(file: &mut File, (kind, options): (Kind, &Options), name: &str) -> Result<Profile> {
    if !files::is_profile_name(name) {
        return Err(usage("a profile's name has 1 to 60 printable characters, and is not auto or none"));
    }
    Ok(files::profile_of(file, kind, options, name)?)
}

/// Keeps a profile.
pub fn save(store: &Store, app: &str, profile: &Profile) -> Result<()> {
    let app = owners::existing_application(store, app)?;
    let (name, text) = (profile.nome.clone(), serde_json::to_string(profile)?);
    if !store.write_blocking(move |tx| anyhow::Ok(perfis_arquivo::upsert(tx, app, &name, &text)?))? {
        bail!("the application keeps {} profiles, which is the most", perfis_arquivo::PROFILES_MAX);
    }
    Ok(())
}
