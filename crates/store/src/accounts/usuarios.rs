//! Users: the stores of an application.

use diesel::prelude::*;
use domain::estoque::ControleEstoque;
use domain::evento::{Change, UsuarioChange};
use domain::usuario::Usuario;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use super::limites;
use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{fila_consumidores, lojas, pedidos, skus, usuarios, usuarios_excluidos};
use crate::base::sequences::{Sequence, next_i32};
use crate::base::{Conn, Tx, locked, on};
use crate::base::{CreateOutcome, DeleteOutcome, StoreError, UpsertOutcome};
use crate::events::{self, NewEvento, different};
use crate::inventory;

pub use crate::base::Loja;

/// Which users are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// With exactly this e-mail.
    pub email: Option<String>,
    /// Changed in this range.
    pub changed: Range,
}

#[derive(Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = usuarios, primary_key(aplicacao_id, loja_id))]
struct UsuarioRow {
    aplicacao_id: i32,
    loja_id: i32,
    usuario_id: String,
    nome: String,
    email: String,
    ativo: bool,
    url_integracao: String,
    criado_em: i64,
    alterado_em: i64,
}

impl UsuarioRow {
    fn new(id: LojaId, usuario: &Usuario, criado_em: i64, alterado_em: i64) -> Self {
        Self {
            aplicacao_id: id.aplicacao.0,
            loja_id: id.loja,
            usuario_id: usuario.usuario_id.as_str().to_owned(),
            nome: usuario.nome.clone(),
            email: usuario.email.clone(),
            ativo: usuario.ativo,
            url_integracao: usuario.url_integracao.clone(),
            criado_em,
            alterado_em,
        }
    }

    fn id(&self) -> LojaId {
        LojaId { aplicacao: AplicacaoId(self.aplicacao_id), loja: self.loja_id }
    }

    fn usuario(self) -> Result<Usuario, StoreError> {
        Ok(Usuario {
            usuario_id: UsuarioId::stored(self.usuario_id)
                .map_err(|e| StoreError::corrupt("usuario_id", e))?,
            nome: self.nome,
            email: self.email,
            ativo: self.ativo,
            url_integracao: self.url_integracao,
        })
    }
}

fn row(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<UsuarioRow>, StoreError> {
    Ok(on!(conn, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::usuario_id.eq(usuario_id.as_str()))
        .select(UsuarioRow::as_select())
        .first(c)
        .optional())?)
}

/// The store that a caller means, by the caller's own identifier.
pub fn resolve(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Loja>, StoreError> {
    let key = (aplicacao, usuario_id.clone());
    conn.remembered(|c| &c.lojas, key, |conn, (aplicacao, usuario_id)| look_up(conn, *aplicacao, usuario_id))
}

fn look_up(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Loja>, StoreError> {
    let found: Option<(i32, bool, i64)> = on!(conn, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::usuario_id.eq(usuario_id.as_str()))
        .select((usuarios::loja_id, usuarios::ativo, usuarios::alterado_em))
        .first(c)
        .optional())?;
    Ok(found.map(|(loja, ativo, alterado_em)| Loja {
        id: LojaId { aplicacao, loja },
        ativo,
        alterado_em: Instante::from_micros(alterado_em),
    }))
}

/// A store, read without the cache.
pub fn uncached(conn: &mut Conn<'_>, loja: LojaId) -> Result<Option<Loja>, StoreError> {
    let found: Option<(bool, i64)> = on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select((usuarios::ativo, usuarios::alterado_em))
        .first(c)
        .optional())?;
    Ok(found.map(|(ativo, alterado_em)| Loja {
        id: loja,
        ativo,
        alterado_em: Instante::from_micros(alterado_em),
    }))
}

/// [`resolve`] for a write.
pub fn resolve_to_write(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Loja>, StoreError> {
    let key = (aplicacao, usuario_id.clone());
    tx.within_group(|p| &mut p.users, key, |conn, (aplicacao, id)| look_up(conn, *aplicacao, id))
}

/// True while the data of the user may change; false also when the user does not exist any more.
pub fn active(conn: &mut Conn<'_>, loja: LojaId) -> Result<bool, StoreError> {
    let found: Option<bool> = on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select(usuarios::ativo)
        .first(c)
        .optional())?;
    Ok(found.unwrap_or(false))
}

/// The caller's identifier of a store.
pub fn identifier(conn: &mut Conn<'_>, loja: LojaId) -> Result<Option<String>, StoreError> {
    Ok(on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select(usuarios::usuario_id)
        .first(c)
        .optional())?)
}

/// The name of a store.
pub fn name(conn: &mut Conn<'_>, loja: LojaId) -> Result<Option<String>, StoreError> {
    Ok(on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select(usuarios::nome)
        .first(c)
        .optional())?)
}

/// One user.
pub fn find(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<Option<Usuario>, StoreError> {
    row(conn, aplicacao, usuario_id)?.map(UsuarioRow::usuario).transpose()
}

/// Users in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Page<Usuario>, StoreError> {
    let (rows, total): (Vec<UsuarioRow>, i64) = on!(conn, c => {
        let filtered = || {
            let mut q = usuarios::table.filter(usuarios::aplicacao_id.eq(aplicacao.0)).into_boxed();
            if let Some(ativo) = filter.ativo {
                q = q.filter(usuarios::ativo.eq(ativo));
            }
            if let Some(email) = &filter.email {
                q = q.filter(usuarios::email.eq(email.as_str()));
            }
            if !filter.changed.open() {
                q = q.filter(usuarios::alterado_em.ge(filter.changed.start_micros()))
                    .filter(usuarios::alterado_em.lt(filter.changed.end_micros()));
            }
            q
        };
        let mut q = filtered();
        if let Some([after, _]) = page.after() {
            q = q.filter(usuarios::loja_id.gt(after as i32));
        }
        let rows = q
            .order(usuarios::loja_id)
            .select(UsuarioRow::as_select())
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, filtered().count().get_result(c)?)
    });
    page.page(rows, total, |l| [l.loja_id.into(), 0], UsuarioRow::usuario)
}

/// Creates a user, unless its identifier is taken.
pub fn create(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario: &Usuario,
) -> Result<CreateOutcome<Usuario>, StoreError> {
    exclusive(tx, aplicacao, &usuario.usuario_id)?;
    match find(tx, aplicacao, &usuario.usuario_id)? {
        Some(current) if current == *usuario => Ok(CreateOutcome::Equal(current)),
        Some(_) => Ok(CreateOutcome::Different),
        None => Ok(CreateOutcome::Created(insert(tx, aplicacao, usuario)?)),
    }
}

/// Creates or replaces a user; returns what is stored. What is unchanged keeps its time of change.
pub fn upsert(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario: &Usuario,
) -> Result<UpsertOutcome<Usuario>, StoreError> {
    // also when nothing changes: a client that repeats a request may not have received the reply
    tx.forget_registrations();
    exclusive(tx, aplicacao, &usuario.usuario_id)?;
    let Some(current) = row(tx, aplicacao, &usuario.usuario_id)? else {
        return Ok(UpsertOutcome::Created(insert(tx, aplicacao, usuario)?));
    };
    let new = UsuarioRow::new(current.id(), usuario, current.criado_em, current.alterado_em);
    // the whole row decides; the list of names below is for the event
    if new == current {
        return Ok(UpsertOutcome::Replaced(current.usuario()?));
    }
    let new = UsuarioRow { alterado_em: tx.now().micros(), ..new };
    on!(tx, c => diesel::update(usuarios::table.find((new.aplicacao_id, new.loja_id)))
        .set(&new)
        .execute(c))?;
    let fields = different!(current, new;
        nome = "nome", email = "email", ativo = "ativo", url_integracao = "urlIntegracao");
    record(tx, new.id(), UsuarioChange::Changed(fields))?;
    Ok(UpsertOutcome::Replaced(new.usuario()?))
}

/// Deletes a user with its keys, readers and notifications, unless it has orders. Its channels, SKUs, categories
/// and ledgers, which may be much, are nobody's from then on, and are cleared away later ([`super::clearing`]).
pub fn delete(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    usuario_id: &UsuarioId,
) -> Result<DeleteOutcome, StoreError> {
    exclusive(tx, aplicacao, usuario_id)?;
    let Some(loja) = resolve(tx, aplicacao, usuario_id)?.map(|l| l.id) else {
        return Ok(DeleteOutcome::Missing);
    };
    let (a, l) = (loja.aplicacao.0, loja.loja);
    // orders and SKUs that are coming in are there when this returns; later ones find no user
    let _: i32 = locked!(tx, usuarios::table.find((a, l)).select(usuarios::loja_id), delete, first)?;
    inventory::exclusive_registration(tx, loja)?;
    let has_pedidos: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        pedidos::table.filter(pedidos::aplicacao_id.eq(a)).filter(pedidos::loja_id.eq(l))
    )).get_result(c))?;
    if has_pedidos {
        return Ok(DeleteOutcome::InUse);
    }
    tx.forget_registrations();
    // one that is being deleted is not counted twice
    let its_skus = skus::table.filter(skus::aplicacao_id.eq(a)).filter(skus::loja_id.eq(l));
    let its_skus: Vec<i64> = locked!(tx, its_skus.order(skus::sku).select(skus::sku_num), load)?;
    on!(tx, c => {
        // readers of the user's queue, with their unconfirmed items
        diesel::delete(fila_consumidores::table
            .filter(fila_consumidores::aplicacao_id.eq(a))
            .filter(fila_consumidores::loja_id.eq(l)))
            .execute(c)?;
        diesel::delete(usuarios::table.find((a, l))).execute(c)?;
        diesel::update(lojas::table.find((a, l))).set(lojas::excluida.eq(true)).execute(c)?;
        // its events stay, with its identifier
        diesel::insert_into(usuarios_excluidos::table)
            .values((
                usuarios_excluidos::aplicacao_id.eq(a),
                usuarios_excluidos::loja_id.eq(l),
                usuarios_excluidos::usuario_id.eq(usuario_id.as_str()),
            ))
            .execute(c)?;
    });
    record(tx, loja, UsuarioChange::Deleted)?;
    limites::count(tx, aplicacao, -1, -(its_skus.len() as i64))?;
    Ok(DeleteOutcome::Deleted)
}

/// Returns the user as it is stored.
fn insert(tx: &mut Tx<'_>, aplicacao: AplicacaoId, usuario: &Usuario) -> Result<Usuario, StoreError> {
    // one of the same identifier may have been there before, and deleted by another server
    tx.forget_registrations();
    let loja = next_i32(tx, Sequence::Lojas)?;
    let now = tx.now().micros();
    let new = UsuarioRow::new(LojaId { aplicacao, loja }, usuario, now, now);
    let control =
        (usuarios::controle_estoque.eq(ControleEstoque::Erp.code()), usuarios::anunciar_ofertas.eq(true));
    on!(tx, c => {
        diesel::insert_into(lojas::table)
            .values((lojas::aplicacao_id.eq(aplicacao.0), lojas::loja_id.eq(loja), lojas::excluida.eq(false)))
            .execute(c)?;
        diesel::insert_into(usuarios::table).values((&new, control)).execute(c)?;
    });
    limites::count(tx, aplicacao, 1, 0)?;
    record(tx, new.id(), UsuarioChange::Created)?;
    new.usuario()
}

/// Writes a change of a user into the event log.
fn record(tx: &mut Tx<'_>, loja: LojaId, change: UsuarioChange) -> Result<(), StoreError> {
    let change = Change::UsuarioAlterado(change);
    let now = tx.now();
    events::record(tx, loja, now, [NewEvento { assunto: loja.loja.into(), canal: None, sku: None, change }])
}

/// Keeps other changes of the same user waiting; see [`Tx::exclusive`].
pub fn exclusive(tx: &mut Tx<'_>, aplicacao: AplicacaoId, usuario_id: &UsuarioId) -> Result<(), StoreError> {
    tx.exclusive("usuario", LojaId { aplicacao, loja: 0 }, usuario_id.as_str())
}
