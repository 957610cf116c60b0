//! Orders as they come in from marketplaces.

pub mod aviso;
mod checks;
pub mod historico;
mod movement;
mod order;
mod reading;
pub mod status;

pub use checks::{Content, FORMA_PAGAMENTO_KEY, FORMA_PAGAMENTO_MARKETPLACE};
pub use movement::{MudancaStatus, NotaFiscal, Rastreio};
pub use order::{Comprador, Endereco, Frete, Informacao, ItemPedido, Pedido, Sexo, TipoEndereco};
pub use status::{IllegalMovement, Movement, StatusPedido};
