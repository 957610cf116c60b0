//! A program that carries the hub: both interfaces beside a route of its own, at one address.

use actix_web::web;
use entreposto::{Entreposto, Error, api_a, api_b, delivery};

#[actix_web::main]
#[allow(
    clippy::disallowed_methods,
    reason = "this is no part of the server: it reads its one argument itself"
)]
async fn main() -> Result<(), Error> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    Entreposto::open("sqlite://./embed.db")?
        .interface(&address, |kit| api_a::interface(api_a::State::new(kit)))
        .interface(&address, |kit| api_b::interface(api_b::State::new(kit)))
        .routes(&address, |cfg| {
            cfg.route("/ola", web::get().to(async || "olá"));
        })
        .deliver(delivery::Config::default())
        .serve()
        .await
}
