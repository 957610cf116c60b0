//! The counters of orders: at every moment what counting gives, and every page that they lead to the right one.

mod escritores;
mod migracao;
mod movimentos;
mod mundo;
mod paginas;
mod queda;
