//! Notifications of applications and subscriptions of stores: where events are sent.
//!
//! Both are rows of one table, served by one engine; `Dono` says whose they are, and nobody finds another's.

mod escrita;
mod historico;
mod notification;
mod pedidas;
mod saude;

pub use escrita::{
    MAXIMO, Nova, Rotacao, SOBREPOSICAO_SEGUNDOS, ativar, create, delete, exclusivo, rotate, update,
};
pub use historico::{FiltroEntregas, list_entregas};
pub(crate) use notification::{ComUsuario, Linha, com_usuario, de_linha};
pub use notification::{Dono, Filtro, NotificacaoRow, PENDENTES_MAX, find, list};
pub use pedidas::{EM_ABERTO_MAX, Reenvio, Teste, reenviar, testar};
pub use saude::{saude, saudes};
