//! Events: the log of every change, as readers of it see it (this project's own).

mod event;
mod mudanca;
mod tipo;

pub use event::{Corpo, Evento, evento_id, montar};
pub use mudanca::{Dados, Detalhe, Mudanca, MudancaUsuario, NoCanal};
pub use tipo::{TipoDesconhecido, TipoEvento, Tipos};
