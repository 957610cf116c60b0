//! Who may look, and who may act.

mod cookies;
mod form;
mod links;
mod secret;
mod sign_in;
mod upload;
mod visit;

pub use cookies::language_of;
pub use form::{Arriving, Form, LongForm, Sent, writable};
pub use links::{LinkFailure, link};
pub use secret::Secret;
pub use sign_in::{how_to_enter, mount};
pub use upload::{Sending, Upload};
pub use visit::{LojaVisit, Visit, leave_strangers, must_be_active, path_of};
