//! Orders as they come in from marketplaces.

pub mod aviso;
mod conferencia;
pub mod historico;
mod leitura;
mod movimento;
mod order;
pub mod status;

pub use conferencia::{CHAVE_FORMA_PAGAMENTO, Conteudo, FORMA_PAGAMENTO_MARKETPLACE};
pub use movimento::{MudancaStatus, NotaFiscal, Rastreio};
pub use order::{Comprador, Endereco, Frete, Informacao, ItemPedido, Pedido, Sexo, TipoEndereco};
pub use status::{Movimento, MovimentoIlegal, StatusPedido};
