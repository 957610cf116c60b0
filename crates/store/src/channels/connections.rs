//! Connections: their mode, account and state, and which server works them.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use diesel::prelude::*;
use domain::canal::Canal;
use domain::conexao::{Causa, EstadoConexao, ModoConexao};
use domain::evento::Change;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::{CanalKey, canal_id, listings, of_canal};
use crate::base::schema::{anuncios, conexoes, pedidos_do_canal};
use crate::base::{Conn, StoreError, Tx, UpsertOutcome, from_json, locked, of_store, on, to_json};
use crate::events::{self, NewEvento};
use crate::inventory;

/// What somebody decides about a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// What the hub may do there.
    pub modo: ModoConexao,
    /// SKUs without a listing get one.
    pub publicar: bool,
}

/// A connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conexao {
    /// The channel.
    pub key: CanalKey,
    /// What was decided about it.
    pub settings: Settings,
    /// How it stands.
    pub estado: EstadoConexao,
    /// The channel's identifier of the account; empty while it is not known.
    pub conta: String,
    /// The account's name.
    pub conta_nome: String,
    /// What calls need to know of the account.
    pub fatos: BTreeMap<String, String>,
    /// The newest change of an order that the channel has told.
    pub pedidos_ate: Option<Instante>,
    /// When the last complete question for changed orders began.
    pub pedidos_lidos: Instante,
    /// When the account is next to be checked, changed orders asked for, open orders read again, all listings
    /// compared.
    pub devida: Schedule,
    /// Failures in a row.
    pub falhas: i32,
    /// Nothing is tried before.
    pub pausada_ate: Instante,
    /// When something about it last changed.
    pub alterado_em: Instante,
}

/// When the work that is repeated is next due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The account is checked.
    pub conta: Instante,
    /// Changed orders are asked for.
    pub pedidos: Instante,
    /// Open orders are read again.
    pub varredura: Instante,
    /// All listings are compared.
    pub conferencia: Instante,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = conexoes, treat_none_as_null = true, treat_none_as_default_value = false)]
#[diesel(primary_key(aplicacao_id, loja_id, canal_num))]
struct Row {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    modo: i16,
    estado: i16,
    publicar: bool,
    conta: String,
    conta_nome: String,
    fatos: String,
    pedidos_ate: Option<i64>,
    pedidos_lidos: i64,
    conta_devida: i64,
    pedidos_devida: i64,
    varredura_devida: i64,
    conferencia_devida: i64,
    falhas: i32,
    pausada_ate: i64,
    alterado_em: i64,
}

impl Row {
    fn of(one: &Conexao) -> Result<Self, StoreError> {
        Ok(Self {
            aplicacao_id: one.key.loja.aplicacao.0,
            loja_id: one.key.loja.loja,
            canal_num: one.key.canal,
            modo: one.settings.modo.code(),
            estado: one.estado.code(),
            publicar: one.settings.publicar,
            conta: one.conta.clone(),
            conta_nome: one.conta_nome.clone(),
            fatos: to_json(&one.fatos)?,
            pedidos_ate: one.pedidos_ate.map(|at| at.micros()),
            pedidos_lidos: one.pedidos_lidos.micros(),
            conta_devida: one.devida.conta.micros(),
            pedidos_devida: one.devida.pedidos.micros(),
            varredura_devida: one.devida.varredura.micros(),
            conferencia_devida: one.devida.conferencia.micros(),
            falhas: one.falhas,
            pausada_ate: one.pausada_ate.micros(),
            alterado_em: one.alterado_em.micros(),
        })
    }

    fn conexao(self) -> Result<Conexao, StoreError> {
        let unknown = |column: &str, code: i16| StoreError::Corrupt(format!("conexoes.{column} {code}"));
        let at = Instante::from_micros;
        Ok(Conexao {
            key: CanalKey { loja: loja(self.aplicacao_id, self.loja_id), canal: self.canal_num },
            settings: Settings {
                modo: ModoConexao::from_code(self.modo).ok_or_else(|| unknown("modo", self.modo))?,
                publicar: self.publicar,
            },
            estado: EstadoConexao::from_code(self.estado).ok_or_else(|| unknown("estado", self.estado))?,
            conta: self.conta,
            conta_nome: self.conta_nome,
            fatos: from_json("conexoes.fatos", &self.fatos)?,
            pedidos_ate: self.pedidos_ate.map(at),
            pedidos_lidos: at(self.pedidos_lidos),
            devida: Schedule {
                conta: at(self.conta_devida),
                pedidos: at(self.pedidos_devida),
                varredura: at(self.varredura_devida),
                conferencia: at(self.conferencia_devida),
            },
            falhas: self.falhas,
            pausada_ate: at(self.pausada_ate),
            alterado_em: at(self.alterado_em),
        })
    }
}

/// Before any other instant.
const NEVER: Instante = Instante::from_micros(0);

impl Conexao {
    /// One of whose account nothing is known yet.
    fn unknown(key: CanalKey, settings: Settings) -> Self {
        Self {
            key,
            settings,
            estado: EstadoConexao::Verificando,
            conta: String::new(),
            conta_nome: String::new(),
            fatos: BTreeMap::new(),
            pedidos_ate: None,
            pedidos_lidos: NEVER,
            devida: Schedule { conta: NEVER, pedidos: NEVER, varredura: NEVER, conferencia: NEVER },
            falhas: 0,
            pausada_ate: NEVER,
            alterado_em: NEVER,
        }
    }
}

/// 256 random bits, as an address may carry them.
pub(super) fn random() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

pub(super) fn loja(aplicacao: i32, loja: i32) -> LojaId {
    LojaId { aplicacao: AplicacaoId(aplicacao), loja }
}

/// The connection of a channel, if it has one.
pub fn find(conn: &mut Conn<'_>, key: CanalKey) -> Result<Option<Conexao>, StoreError> {
    let row: Option<Row> =
        on!(conn, c => of_canal!(conexoes, key).select(Row::as_select()).first(c).optional())?;
    row.map(Row::conexao).transpose()
}

/// The connections of a store, by channel.
pub fn list(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Conexao>, StoreError> {
    let rows: Vec<Row> = on!(conn, c => of_store!(conexoes, loja)
        .order(conexoes::canal_num)
        .select(Row::as_select())
        .load(c))?;
    rows.into_iter().map(Row::conexao).collect()
}

/// Connects a channel, or changes what is decided about its connection. Whatever the change, the account is checked
/// anew, all listings are compared, and what is due is done at once. Offers are announced from now on: they are what
/// the channel is told.
pub fn connect(
    tx: &mut Tx<'_>,
    canal: (CanalKey, &Canal),
    new: Settings,
) -> Result<UpsertOutcome<Conexao>, StoreError> {
    let (key, canal) = canal;
    tx.exclusive("conexao", key.loja, canal.canal_id.as_str())?;
    announce(tx, key.loja)?;
    let now = tx.now();
    let before = locked_row(tx, key)?;
    let conexao = Conexao {
        settings: new,
        estado: EstadoConexao::Verificando,
        devida: Schedule { conta: now, pedidos: now, varredura: now, conferencia: now },
        falhas: 0,
        pausada_ate: NEVER,
        alterado_em: now,
        ..before.clone().unwrap_or_else(|| Conexao::unknown(key, new))
    };
    match before {
        Some(_) => write(tx, &conexao)?,
        None => {
            let row = Row::of(&conexao)?;
            on!(tx, c => diesel::insert_into(conexoes::table)
                .values((
                    row,
                    conexoes::servidor.eq(0_i64),
                    conexoes::servidor_ate.eq(0_i64),
                    conexoes::aviso.eq(random()),
                ))
                .execute(c))?;
        }
    }
    listings::mark_all(tx, key, now)?;
    changed(tx, &conexao, canal.canal_id.as_str(), None)?;
    Ok(match before {
        Some(_) => UpsertOutcome::Replaced(conexao),
        None => UpsertOutcome::Created(conexao),
    })
}

/// Switches the announcing of offers on, as `PUT …/Estoque` of the user does.
fn announce(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    let Some(estoque) = inventory::find(tx, loja)? else { return Ok(()) };
    if !estoque.anunciar_ofertas {
        let told = domain::estoque::EstoqueUsuario { anunciar_ofertas: true, ..estoque };
        inventory::set(tx, loja, told)?;
    }
    Ok(())
}

/// Ends a connection: nothing is done at the channel any more, and what was bound is forgotten. False when there was
/// none.
pub fn disconnect(tx: &mut Tx<'_>, key: CanalKey) -> Result<bool, StoreError> {
    let id = canal_id(tx, key)?;
    let gone = on!(tx, c => diesel::delete(of_canal!(conexoes, key)).execute(c))? > 0;
    if let Some(id) = id.filter(|_| gone) {
        let change = Change::CanalConexao { estado: None, causa: None };
        let now = tx.now();
        let event = NewEvento { assunto: key.canal.into(), canal: Some(id.as_str()), sku: None, change };
        events::record(tx, key.loja, now, [event])?;
    }
    Ok(gone)
}

/// Connections with something due that no server works, at most `most`, the longest waiting first.
pub fn due(conn: &mut Conn<'_>, now: Instante, most: i64) -> Result<Vec<CanalKey>, StoreError> {
    let now = now.micros();
    let rows: Vec<(i32, i32, i32)> = on!(conn, c => {
        let listing = anuncios::table
            .filter(anuncios::aplicacao_id.eq(conexoes::aplicacao_id))
            .filter(anuncios::loja_id.eq(conexoes::loja_id))
            .filter(anuncios::canal_num.eq(conexoes::canal_num))
            .filter(anuncios::devida_em.le(now));
        let pedido = pedidos_do_canal::table
            .filter(pedidos_do_canal::aplicacao_id.eq(conexoes::aplicacao_id))
            .filter(pedidos_do_canal::loja_id.eq(conexoes::loja_id))
            .filter(pedidos_do_canal::canal_num.eq(conexoes::canal_num))
            .filter(pedidos_do_canal::devida_em.le(now));
        let works = conexoes::estado.ne(EstadoConexao::SemAcesso.code());
        let takes_orders = conexoes::modo.ne(ModoConexao::Leitura.code());
        conexoes::table
            .filter(conexoes::servidor_ate.le(now))
            .filter(conexoes::pausada_ate.le(now))
            .filter(conexoes::conta_devida.le(now).or(works.and(
                conexoes::conferencia_devida.le(now)
                    .or(takes_orders.and(conexoes::pedidos_devida.le(now)))
                    .or(takes_orders.and(conexoes::varredura_devida.le(now)))
                    .or(takes_orders.and(conexoes::avisada_em.le(now)))
                    .or(diesel::dsl::exists(listing))
                    .or(takes_orders.and(diesel::dsl::exists(pedido))),
            )))
            .order(conexoes::servidor_ate)
            .select((conexoes::aplicacao_id, conexoes::loja_id, conexoes::canal_num))
            .limit(most)
            .load(c)
    })?;
    Ok(rows.into_iter().map(|(a, l, canal)| CanalKey { loja: loja(a, l), canal }).collect())
}

/// Takes a connection for a server until an instant; `None` when another has it, or it is gone.
pub fn take(
    tx: &mut Tx<'_>,
    key: CanalKey,
    servidor: i64,
    until: Instante,
) -> Result<Option<Conexao>, StoreError> {
    let now = Instante::now().micros();
    on!(tx, c => diesel::update(of_canal!(conexoes, key).filter(conexoes::servidor_ate.le(now)))
        .set(conexoes::servidor.eq(servidor))
        .execute(c))?;
    renew(tx, key, servidor, until)
}

/// Keeps a connection for the server that took it last, until an instant; `None` when another has taken it since, or it is
/// gone.
pub fn renew(
    tx: &mut Tx<'_>,
    key: CanalKey,
    servidor: i64,
    until: Instante,
) -> Result<Option<Conexao>, StoreError> {
    let kept = on!(tx, c => diesel::update(of_canal!(conexoes, key).filter(conexoes::servidor.eq(servidor)))
        .set(conexoes::servidor_ate.eq(until.micros()))
        .execute(c))?;
    if kept == 0 { Ok(None) } else { find(tx, key) }
}

/// Frees the connections that servers which are gone have taken. Only for a database that one server works at a time.
pub fn free_all(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    Ok(on!(tx, c => diesel::update(conexoes::table.filter(conexoes::servidor_ate.gt(0_i64)))
        .set(conexoes::servidor_ate.eq(0_i64))
        .execute(c))?)
}

/// Gives a connection back. One that was worked last is served after the others.
pub fn release(tx: &mut Tx<'_>, key: CanalKey, servidor: i64) -> Result<(), StoreError> {
    let now = Instante::now().micros();
    on!(tx, c => diesel::update(of_canal!(conexoes, key).filter(conexoes::servidor.eq(servidor)))
        .set(conexoes::servidor_ate.eq(now))
        .execute(c))?;
    Ok(())
}

/// Stores the new state of a connection, unless somebody has changed it since `before` was read: then false, and the
/// caller starts anew. `causa`: why it is in its state.
pub fn save(
    tx: &mut Tx<'_>,
    before: &Conexao,
    after: &Conexao,
    causa: Option<Causa>,
) -> Result<bool, StoreError> {
    let Some(stored) = locked_row(tx, after.key)? else { return Ok(false) };
    if stored.alterado_em != before.alterado_em {
        return Ok(false);
    }
    if stored == *after {
        return Ok(true);
    }
    write(tx, after)?;
    if before.estado != after.estado
        && let Some(id) = canal_id(tx, after.key)?
    {
        changed(tx, after, id.as_str(), causa)?;
    }
    Ok(true)
}

/// Whether this server still has the connection. A server checks it in each transaction that stores results of its
/// work.
pub fn holds(tx: &mut Tx<'_>, key: CanalKey, servidor: i64) -> Result<bool, StoreError> {
    let row = of_canal!(conexoes, key).filter(conexoes::servidor.eq(servidor)).select(conexoes::canal_num);
    let held: Option<i32> = locked!(tx, row, first).optional()?;
    Ok(held.is_some())
}

fn locked_row(tx: &mut Tx<'_>, key: CanalKey) -> Result<Option<Conexao>, StoreError> {
    let row: Option<Row> =
        locked!(tx, of_canal!(conexoes, key).select(Row::as_select()), first).optional()?;
    row.map(Row::conexao).transpose()
}

fn write(tx: &mut Tx<'_>, conexao: &Conexao) -> Result<(), StoreError> {
    let row = Row::of(conexao)?;
    let key = conexao.key;
    on!(tx, c => diesel::update(of_canal!(conexoes, key)).set(&row).execute(c))?;
    Ok(())
}

/// The event that a connection stands otherwise.
fn changed(tx: &mut Tx<'_>, conexao: &Conexao, canal: &str, causa: Option<Causa>) -> Result<(), StoreError> {
    let change = Change::CanalConexao { estado: Some(conexao.estado), causa };
    let now = tx.now();
    let event = NewEvento { assunto: conexao.key.canal.into(), canal: Some(canal), sku: None, change };
    events::record(tx, conexao.key.loja, now, [event])
}

/// Begins a connection anew with a new consent: its account is checked, and what is due is done at once. False when it is
/// gone, or bound to another account than `conta` (empty: not known).
pub(super) fn restart(
    tx: &mut Tx<'_>,
    key: CanalKey,
    conta: &str,
    fatos: &BTreeMap<String, String>,
) -> Result<bool, StoreError> {
    let Some(before) = locked_row(tx, key)? else { return Ok(false) };
    if !(before.conta.is_empty() || before.conta == conta) {
        return Ok(false);
    }
    let now = tx.now();
    let after = Conexao {
        estado: EstadoConexao::Verificando,
        fatos: fatos.clone(),
        devida: Schedule { conta: now, ..before.devida },
        falhas: 0,
        pausada_ate: NEVER,
        alterado_em: now,
        ..before.clone()
    };
    write(tx, &after)?;
    if before.estado != after.estado
        && let Some(id) = canal_id(tx, key)?
    {
        changed(tx, &after, id.as_str(), None)?;
    }
    Ok(true)
}

/// Notes that the settings of a channel changed: it may be another account, so that it is checked, and all of it read,
/// before anything is written there.
pub(crate) fn settings_changed(tx: &mut Tx<'_>, key: CanalKey) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(of_canal!(conexoes, key))
        .set((
            conexoes::estado.eq(EstadoConexao::Verificando.code()),
            conexoes::conta_devida.eq(now),
            conexoes::conferencia_devida.eq(now),
            conexoes::pausada_ate.eq(0_i64),
            conexoes::alterado_em.eq(now),
        ))
        .execute(c))?;
    Ok(())
}

/// Checks the account again now, and does what is due: the pause of failures ends.
pub fn check_anew(tx: &mut Tx<'_>, key: CanalKey) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(of_canal!(conexoes, key))
        .set((conexoes::conta_devida.eq(now), conexoes::pausada_ate.eq(0_i64), conexoes::alterado_em.eq(now)))
        .execute(c))?;
    Ok(())
}
