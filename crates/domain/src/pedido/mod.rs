//! Orders as they come in from marketplaces.

mod anonymisation;
pub mod aviso;
mod checks;
pub mod historico;
mod movement;
mod order;
mod reading;
pub mod status;

pub use anonymisation::{ANONYMISED, ANONYMISED_AVISO};
pub use checks::{Content, FORMA_PAGAMENTO_KEY, FORMA_PAGAMENTO_MARKETPLACE, PEDIDO_BYTES};
pub use movement::{MudancaStatus, NotaFiscal, Rastreio};
pub use order::{Comprador, Endereco, Frete, Informacao, ItemPedido, Pedido, Sexo, TipoEndereco};
pub use status::{IllegalMovement, Movement, StatusPedido};
