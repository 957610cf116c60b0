//! API keys: format, parsing from requests, verification.

mod attempts;
mod authorization;
mod cache;
mod format;
mod verification;

pub use attempts::{Attempts, network};
pub use format::{InvalidKey, NoRandomness, ParsedKey, generate, parse};
pub use verification::{ApiKeys, ApiKeysConfig, Credential};
