//! Backups: what is restored is what was there, from either database into either, whatever happens meanwhile.

mod checks;
mod damage;
mod kills;
mod older_schema;
mod round_trips;
pub(crate) mod support;
mod under_load;
