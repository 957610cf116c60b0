//! Connections of channels, their listings, orders and errors (this project's own).

use domain::values::ids::CanalId;
use http_kit::Mount;
use store::Conn;
use store::canais::{self, CanalRow};
use store::channels::{self, CanalKey, Conexao};
use store::usuarios::Loja;

use crate::error::{ErrorA, Resource};

mod anuncio;
mod connection;
mod erro;
mod pedido;

/// The routes of this folder.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(anuncio::mount)
        .configure(erro::mount)
        .configure(pedido::mount)
        .configure(connection::mount);
}

/// A connected channel.
fn connected(conn: &mut Conn<'_>, loja: Loja, id: &CanalId) -> Result<(CanalRow, Conexao), ErrorA> {
    let canal = canais::find(conn, loja.id, id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
    let conexao = channels::find(conn, CanalKey { loja: loja.id, canal: canal.num })?;
    Ok((canal, conexao.ok_or(ErrorA::NotFound(Resource::Conexao))?))
}

/// What finds the rows of a connected channel.
fn key_of(conn: &mut Conn<'_>, loja: Loja, id: &CanalId) -> Result<CanalKey, ErrorA> {
    let found = canais::find_numbers(conn, loja.id, std::slice::from_ref(id))?;
    let (_, canal) = found.into_iter().next().ok_or(ErrorA::NotFound(Resource::Canal))?;
    let key = CanalKey { loja: loja.id, canal };
    channels::find(conn, key)?.map(|conexao| conexao.key).ok_or(ErrorA::NotFound(Resource::Conexao))
}
