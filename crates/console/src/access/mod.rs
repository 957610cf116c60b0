//! Who may look, and who may act.

mod arriving;
mod caller;
mod cookies;
mod entrance;
mod first;
mod form;
mod invite;
mod links;
mod long_form;
mod once;
mod password;
mod person;
mod secret;
mod sign_in;
mod totp;
mod upload;
mod visit;

pub use arriving::Arriving;
pub use cookies::language_of;
pub use entrance::how_to_enter;
pub use first::first_code;
pub use form::{Form, Sent, writable};
pub use invite::{INVITE_SECONDS, invitation, new_password};
pub use links::{LinkFailure, link};
pub use long_form::LongForm;
pub use once::Once;
pub use password::{hash as hashed_password, wanted as wanted_password};
pub use person::{CODE_MOST, counted_code, named, prove, taken, typed_email, wrong_code};
pub use secret::Secret;
pub use sign_in::mount;
pub use totp::{address as phone_address, draw as draw_factor, reserve_hash, reserves, step_of};
pub use upload::{Sending, Upload};
pub use visit::{LojaVisit, Visit, leave_strangers, loja_of, must_be_active, path_of, seen_loja};
