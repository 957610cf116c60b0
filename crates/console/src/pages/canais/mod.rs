//! Channels: what each takes of the stock, its connection, and what the hub does there.

pub mod anuncios;
mod channel;
pub mod conexao;
pub mod erros;
pub mod list;
pub mod settings;

pub use channel::address as channel_address;
pub use list::all;
