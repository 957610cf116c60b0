//! Who may look, and who may act.

mod arriving;
mod caller;
mod cookies;
mod entrance;
mod external;
mod first;
mod form;
mod guessing;
mod invite;
mod links;
mod loja_visit;
mod long_form;
mod once;
mod password;
mod person;
mod proof;
mod secret;
mod sign_in;
mod totp;
mod upload;
mod visit;

pub use arriving::Arriving;
pub use cookies::{EXTERNAL, language_of};
pub use entrance::how_to_enter;
pub use external::{InvalidIssuer, Issuer, Provider, provider_of};
pub use first::first_code;
pub use form::{Form, Sent, writable};
pub use invite::{INVITE_SECONDS, invitation, new_password};
pub use links::{LinkFailure, link};
pub use loja_visit::{LojaVisit, loja_of, must_be_active, path_of, seen_loja};
pub use long_form::LongForm;
pub use once::Once;
pub use password::{hash as hashed_password, wanted_of as wanted_password};
pub use person::{named, typed_email};
pub use proof::{PROOF, Proof, password_field, proof_fields};
pub use secret::Secret;
pub use sign_in::mount;
pub use totp::{address as phone_address, draw as draw_factor, reserve_hash, reserves, step_of};
pub use upload::{Sending, Upload};
pub use visit::{Unfinished, Visit, leave_strangers};

/// Where people sign in.
pub const SIGN_IN: &str = "/console/entrar";
