//! Orders as they come in from marketplaces.

mod anonymisation;
pub mod aviso;
mod checks;
mod completion;
pub mod details;
pub mod historico;
mod lines;
mod movement;
mod order;
mod promise;
mod reading;
mod standing;
pub mod status;

pub use anonymisation::{ANONYMISED, ANONYMISED_AVISO};
pub use checks::{Content, FORMA_PAGAMENTO_KEY, FORMA_PAGAMENTO_MARKETPLACE, PEDIDO_BYTES};
pub use lines::{ItemMovido, LineIndex, Lines};
pub use movement::{MudancaStatus, NotaFiscal, Rastreio, Transition};
pub use order::{Comprador, Endereco, Frete, Informacao, ItemPedido, Pedido, Sexo, TipoEndereco};
pub use standing::{Standing, SubSituacao, Target};
pub use status::{IllegalMovement, Movement, StatusPedido};
