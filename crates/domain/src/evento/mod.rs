//! Events: the log of every change, as readers of it see it (this project's own).

mod change;
mod event;
mod kind;

pub use change::{Change, Dados, Detalhe, ErroDito, ItemEmFalta, NoCanal, ToldOffer, UsuarioChange};
pub use event::{Body, Columns, Evento, assemble, evento_id};
pub use kind::{KindSet, TipoEvento, UnknownKind};
