//! Trials: slow rounds of faults and of hostility. A server is killed, frozen, cut off, filled up, beset;
//! then it is asked whether everything that it acknowledged is there, once, and nothing that it refused.

mod addresses;
mod args;
mod change;
mod channels;
mod clocks;
mod cuts;
mod dead_addresses;
mod failovers;
mod fleet;
mod freezes;
mod full_disk;
mod hostile;
mod idle;
mod kills;
mod kind;
mod pair;
mod power_cuts;
mod preload;
mod proxy;
mod readback;
mod recorder;
mod run;
mod sockets;
mod stage;
mod stops;
mod table;
mod tenant;
mod unfair;
mod verdict;
mod witness;

pub use args::TrialArgs;
pub use run::run;
pub use table::render;
