//! What clients read of the operations.

use http_kit::docs::Sources;

/// The texts; no answer is recorded.
pub const SOURCES: Sources = Sources { texts: include_str!("texts.toml"), members: "", answers: "{}" };
