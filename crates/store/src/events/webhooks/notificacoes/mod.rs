//! Notifications of applications and subscriptions of stores: where events are sent.
//!
//! Both are rows of one table, served by one engine; an `Owner` finds only its own.

mod behind;
mod historico;
mod notification;
mod requests;
mod writing;

pub use behind::behind;
pub use historico::{EntregasFilter, list_entregas, saude, saudes};
pub use notification::{Filter, NotificacaoRow, Owner, PENDING_MAX, find, list};
pub(crate) use notification::{NotificacaoColumns, WithUsuario, from_row, with_usuario};
pub use requests::{OPEN_MAX, ResendOutcome, Test, resend, send_again, send_test};
pub use writing::{
    MAX, New, OVERLAP_SECONDS, RotateOutcome, activate, create, delete, exclusive, rotate, switch, update,
};
