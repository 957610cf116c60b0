//! Black-box and cross-crate tests. One binary: it links once, and its tests share one PostgreSQL.
//!
//! A test of both databases is written once, inside [`nos_dois_bancos!`]; each run gets a database of its
//! own. `ENTREPOSTO_TEST_POSTGRES_URL` uses a server that is there instead of starting one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[macro_use]
mod suporte;

mod arquitetura;
mod cadastros;
mod canal;
mod categoria;
mod categoria_loja;
mod chamadas;
mod chaves;
mod cobertura;
mod concorrencia;
mod condicional;
mod contagens;
mod delta;
mod delta_postgres;
mod documento;
mod entrada_invalida;
mod entrega;
mod evento;
mod fila;
mod idempotencia;
mod inscricao;
mod isolamento;
mod linha_de_comando;
mod lote;
mod lugares;
mod members;
mod migracoes;
mod muitos_eventos;
mod notificacao;
mod oferta;
mod ouvintes;
mod pacotes;
mod partidas;
mod pedido;
mod pedidos_da_loja;
mod poda;
mod produtos;
mod registro_de_eventos;
mod semeadura;
mod sku;
mod sku_canal;
mod unchanged;
mod usuario;
