//! Stock that orders move: who keeps it, what orders hold, what channels show, the ledger.

pub mod announcing;
mod batches;
pub mod centros;
mod channels;
mod control;
mod crowd;
mod erp;
mod hub;
mod kill;
mod leaving;
mod long;
mod model;
mod retention;
mod single_changes;
mod steps;
