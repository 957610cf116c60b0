//! Black-box and cross-crate tests. One binary: it links once, and its tests share one PostgreSQL.
//!
//! A test of both databases is written once, inside [`on_both_databases!`]; each run gets a database of its
//! own. `ENTREPOSTO_TEST_POSTGRES_URL` uses a server that is there instead of starting one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::disallowed_methods, reason = "tests have an environment of their own")]

#[macro_use]
mod support;

mod backup;
mod bounds;
mod calls;
mod canais;
mod canal;
mod categoria;
mod categoria_loja;
mod chunks;
mod clients;
mod command_line;
mod commits;
mod compression;
mod concurrency;
mod conditional;
mod conexao;
mod console;
mod cors;
mod counts;
mod coverage;
mod crates;
mod deadlines;
mod delta;
mod delta_postgres;
mod document;
mod entrega;
mod estoque;
mod event_log;
mod evento;
mod examples;
mod fila;
mod files;
mod guide;
mod idempotencia;
mod importacao;
mod ingress;
mod inscricao;
mod invalid_input;
mod isolation;
mod keys;
mod large_bodies;
mod limites;
mod listeners;
mod loja_pedidos;
mod long_records;
mod lote;
mod many_eventos;
mod members;
mod methods;
mod migrations;
mod notificacao;
mod oferta;
mod operator;
mod packages;
mod parameters;
mod pedido;
mod planner_postgres;
mod positions;
mod produtos;
mod profiles;
mod pruning;
mod registrations;
mod retries;
mod rust_client;
mod scans;
mod secrets;
mod seeding;
mod shipping;
mod sku;
mod sku_canal;
mod starts;
mod tenants;
mod titular;
mod told;
mod trials;
mod turns;
mod unchanged;
mod usuario;
