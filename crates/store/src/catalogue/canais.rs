//! Channels: a store's connections to marketplaces.

use std::sync::Arc;

use diesel::prelude::*;
use domain::canal::Canal;
use domain::estoque::{CentrosCanal, EstoqueCanal};
use domain::evento::Change;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, CanalId, LojaId};

use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{canais, pedidos};
use crate::base::sequences::{Sequence, next_i32};
use crate::base::{Conn, Place, Secrets, Tx, is_sealed, load_by_key, of_store, on};
use crate::base::{CreateOutcome, DeleteOutcome, StoreError, UpsertOutcome};
use crate::base::{Rotulo, Rotulos, stored};
use crate::channels::{self, CanalKey};
use crate::events::{self, NewEvento, different};

/// Channels of one store at most: each SKU has an offer in each.
pub const MAX: i64 = 500;

/// What a channel without settings has in their place.
pub(crate) const NO_SETTINGS: &str = "[]";

/// A stored channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanalRow {
    /// The service's number of it.
    pub num: i32,
    /// What the caller registered.
    pub canal: Canal,
    /// Its safety stock, and the most stock it shows.
    pub estoque: EstoqueCanal,
    /// The distribution centres that it sells from.
    pub centros: CentrosCanal,
    /// When it was last changed.
    pub alterado_em: Instante,
}

/// Which channels are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Of this type.
    pub tipo_canal: Option<String>,
    /// Changed in this range.
    pub changed: Range,
}

#[derive(PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = canais, primary_key(aplicacao_id, loja_id, canal_num))]
struct CanalColumns {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    canal_id: String,
    nome: String,
    tipo_canal: String,
    ativo: bool,
    prazo: i32,
    enviar_minimo_dimensao_zerada: bool,
    enviar_minimo_dimensao_menor: bool,
    percentual_estoque: i32,
    enviar_sku: bool,
    /// Sealed in the database, unless it is empty: which settings are secret, the channel's type says.
    configuracoes: String,
    criado_em: i64,
    alterado_em: i64,
}

impl CanalColumns {
    fn new(
        loja: LojaId,
        num: i32,
        canal: &Canal,
        criado_em: i64,
        alterado_em: i64,
    ) -> Result<Self, StoreError> {
        let configuracoes = serde_json::to_string(&canal.configuracoes_adicionais)
            .map_err(|e| StoreError::Internal(e.to_string()))?;
        Ok(Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            canal_num: num,
            canal_id: canal.canal_id.as_str().to_owned(),
            nome: canal.nome.clone(),
            tipo_canal: canal.tipo_canal.clone(),
            ativo: canal.ativo,
            prazo: canal.prazo,
            enviar_minimo_dimensao_zerada: canal.enviar_minimo_dimensao_zerada,
            enviar_minimo_dimensao_menor: canal.enviar_minimo_dimensao_menor,
            percentual_estoque: canal.percentual_estoque,
            enviar_sku: canal.enviar_sku,
            configuracoes,
            criado_em,
            alterado_em,
        })
    }

    fn place(&self) -> Place {
        let Self { aplicacao_id: aplicacao, loja_id: loja, canal_num: canal, .. } = *self;
        Place::Configuracoes { aplicacao, loja, canal }
    }

    /// As it is stored.
    fn sealed(self, secrets: &Secrets) -> Result<Self, StoreError> {
        if self.configuracoes == NO_SETTINGS {
            return Ok(self);
        }
        let configuracoes = secrets.seal(&self.place(), &self.configuracoes)?;
        Ok(Self { configuracoes, ..self })
    }

    /// As it was before it was stored.
    fn opened(self, secrets: &Secrets) -> Result<Self, StoreError> {
        if !is_sealed(&self.configuracoes) {
            return Ok(self);
        }
        let configuracoes = secrets.open(&self.place(), &self.configuracoes)?;
        Ok(Self { configuracoes, ..self })
    }

    /// Of an opened one.
    fn canal(self) -> Result<Canal, StoreError> {
        let configuracoes_adicionais = serde_json::from_str(&self.configuracoes)
            .map_err(|e| StoreError::corrupt("canais.configuracoes", e))?;
        Ok(Canal {
            canal_id: CanalId::stored(self.canal_id).map_err(|e| StoreError::corrupt("canal_id", e))?,
            nome: self.nome,
            tipo_canal: self.tipo_canal,
            ativo: self.ativo,
            prazo: self.prazo,
            enviar_minimo_dimensao_zerada: self.enviar_minimo_dimensao_zerada,
            enviar_minimo_dimensao_menor: self.enviar_minimo_dimensao_menor,
            percentual_estoque: self.percentual_estoque,
            enviar_sku: self.enviar_sku,
            configuracoes_adicionais,
        })
    }
}

/// Stock limits of a channel: set separately from the channel.
#[derive(Queryable, Selectable)]
#[diesel(table_name = canais)]
struct LimitColumns {
    estoque_seguranca: i32,
    estoque_maximo: Option<i32>,
    centros: Option<String>,
}

type Stored = (CanalColumns, LimitColumns);

impl CanalRow {
    fn stored(secrets: &Secrets, (columns, limits): Stored) -> Result<Self, StoreError> {
        Self::of((columns.opened(secrets)?, limits))
    }

    /// Of an opened one.
    fn of((columns, limits): Stored) -> Result<Self, StoreError> {
        Ok(Self {
            num: columns.canal_num,
            alterado_em: Instante::from_micros(columns.alterado_em),
            estoque: EstoqueCanal {
                estoque_seguranca: Some(limits.estoque_seguranca),
                estoque_maximo: limits.estoque_maximo,
            },
            centros: stored::centros(limits.centros.as_deref())?,
            canal: columns.canal()?,
        })
    }
}

fn find_stored(conn: &mut Conn<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Option<Stored>, StoreError> {
    Ok(on!(conn, c => of_store!(canais, loja)
        .filter(canais::canal_id.eq(canal_id.as_str()))
        .select((CanalColumns::as_select(), LimitColumns::as_select()))
        .first(c)
        .optional())?)
}

/// One channel.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Option<CanalRow>, StoreError> {
    let found = find_stored(conn, loja, canal_id)?;
    found.map(|found| CanalRow::stored(conn.secrets(), found)).transpose()
}

/// All channels of some stores of an application, without their settings: those are secrets, and no offer needs them.
pub(crate) fn of_lojas(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    lojas: &[i32],
) -> Result<Vec<(LojaId, CanalRow)>, StoreError> {
    let rows: Vec<Stored> = load_by_key!(conn, canais::loja_id, lojas, |of_them| canais::table
        .filter(canais::aplicacao_id.eq(aplicacao.0))
        .filter(of_them)
        .select((CanalColumns::as_select(), LimitColumns::as_select())));
    let canal = |(columns, limits): Stored| {
        let loja = LojaId { aplicacao, loja: columns.loja_id };
        let columns = CanalColumns { configuracoes: NO_SETTINGS.to_owned(), ..columns };
        Ok((loja, CanalRow::of((columns, limits))?))
    };
    rows.into_iter().map(canal).collect()
}

/// The numbers of some channels, with their callers' identifiers.
pub fn find_numbers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[CanalId],
) -> Result<Vec<(CanalId, i32)>, StoreError> {
    let found: Vec<(String, i32)> = on!(conn, c => of_store!(canais, loja)
        .filter(canais::canal_id.eq_any(ids.iter().map(CanalId::as_str)))
        .select((canais::canal_id, canais::canal_num))
        .load(c))?;
    found
        .into_iter()
        .map(|(id, num)| Ok((CanalId::stored(id).map_err(|e| StoreError::corrupt("canal_id", e))?, num)))
        .collect()
}

/// The number of a channel that something is to be written about.
pub(crate) fn number(tx: &mut Tx<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Option<i32>, StoreError> {
    let key = (loja, canal_id.clone());
    tx.within_group(|p| &mut p.channels, key, |conn, (loja, id)| read_number(conn, *loja, id))
}

fn read_number(conn: &mut Conn<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Option<i32>, StoreError> {
    Ok(on!(conn, c => of_store!(canais, loja)
        .filter(canais::canal_id.eq(canal_id.as_str()))
        .select(canais::canal_num)
        .first(c)
        .optional())?)
}

/// Channels in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &Filter,
    page: PageRequest,
) -> Result<Page<CanalRow>, StoreError> {
    let (rows, total): (Vec<Stored>, i64) = on!(conn, c => {
        let filtered = || {
            let mut q = of_store!(canais, loja)
                .into_boxed();
            if let Some(active) = filter.ativo {
                q = q.filter(canais::ativo.eq(active));
            }
            if let Some(tipo) = &filter.tipo_canal {
                q = q.filter(canais::tipo_canal.eq(tipo.as_str()));
            }
            if !filter.changed.open() {
                q = q.filter(canais::alterado_em.ge(filter.changed.start_micros()))
                    .filter(canais::alterado_em.lt(filter.changed.end_micros()));
            }
            q
        };
        let mut q = filtered();
        if let Some([after, _]) = page.after() {
            q = q.filter(canais::canal_num.gt(after as i32));
        }
        let rows = q
            .order(canais::canal_num)
            .select((CanalColumns::as_select(), LimitColumns::as_select()))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, filtered().count().get_result(c)?)
    });
    let secrets = conn.secrets();
    page.page(rows, total, |(l, _)| [l.canal_num.into(), 0], |row| CanalRow::stored(secrets, row))
}

/// Creates a channel, unless its identifier is taken.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<CreateOutcome<Canal>, StoreError> {
    exclusive(tx, loja, &canal.canal_id)?;
    match find(tx, loja, &canal.canal_id)? {
        Some(current) if current.canal == *canal => Ok(CreateOutcome::Equal(current.canal)),
        Some(_) => Ok(CreateOutcome::Different),
        None => Ok(CreateOutcome::Created(insert(tx, loja, canal)?)),
    }
}

/// The labels of a store's channels for orders, those of `numbers` included where they exist.
pub(crate) fn rotulos(
    conn: &mut Conn<'_>,
    loja: LojaId,
    mut numbers: impl Iterator<Item = i32>,
) -> Result<Arc<Rotulos>, StoreError> {
    let remembered =
        conn.remembered(|c| &c.canais, loja, |conn, loja| read_rotulos(conn, *loja).map(Some))?;
    match remembered {
        Some(rotulos) if numbers.all(|num| rotulos.contains_key(&num)) => Ok(rotulos),
        // another server has made a channel meanwhile
        _ => read_rotulos(conn, loja),
    }
}

/// Number and name of every channel of a store, by number.
pub fn names(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<(i32, String)>, StoreError> {
    Ok(on!(conn, c => of_store!(canais, loja)
        .order(canais::canal_num)
        .select((canais::canal_num, canais::nome))
        .load(c))?)
}

fn read_rotulos(conn: &mut Conn<'_>, loja: LojaId) -> Result<Arc<Rotulos>, StoreError> {
    let found: Vec<(i32, String, String)> = on!(conn, c => of_store!(canais, loja)
        .select((canais::canal_num, canais::nome, canais::tipo_canal))
        .load(c))?;
    let rotulo = |(num, nome, tipo): (i32, String, String)| {
        let nome = serde_json::to_string(&nome).map_err(|e| StoreError::Internal(e.to_string()))?;
        Ok((num, Rotulo { nome, tipo }))
    };
    Ok(Arc::new(found.into_iter().map(rotulo).collect::<Result<_, StoreError>>()?))
}

/// Creates or replaces a channel; returns what is stored. What is unchanged keeps its time of change.
pub fn upsert(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<UpsertOutcome<Canal>, StoreError> {
    // also when nothing changes: a client that repeats a request may not have received the reply
    tx.forget_registrations();
    exclusive(tx, loja, &canal.canal_id)?;
    let Some((current, _)) = find_stored(tx, loja, &canal.canal_id)? else {
        return Ok(UpsertOutcome::Created(insert(tx, loja, canal)?));
    };
    let current = current.opened(tx.secrets())?;
    let new = CanalColumns::new(loja, current.canal_num, canal, current.criado_em, current.alterado_em)?;
    // the whole row decides; the list of names below is for the event
    if new == current {
        return Ok(UpsertOutcome::Replaced(current.canal()?));
    }
    let new = CanalColumns { alterado_em: tx.now().micros(), ..new };
    let campos = different!(current, new;
        nome = "nome", tipo_canal = "tipoCanal", ativo = "ativo", prazo = "prazo",
        enviar_minimo_dimensao_zerada = "enviarMinimoDimensaoZerada",
        enviar_minimo_dimensao_menor = "enviarMinimoDimensaoMenor", percentual_estoque = "percentualEstoque",
        enviar_sku = "enviarSku", configuracoes = "configuracoesAdicionais");
    record(tx, loja, &new, Change::CanalAlterado { criado: false, campos })?;
    let other_account = new.configuracoes != current.configuracoes;
    let new = new.sealed(tx.secrets())?;
    on!(tx, c => diesel::update(canais::table.find((new.aplicacao_id, new.loja_id, new.canal_num)))
        .set(&new)
        .execute(c))?;
    if other_account {
        channels::settings_changed(tx, CanalKey { loja, canal: new.canal_num })?;
    }
    Ok(UpsertOutcome::Replaced(canal.clone()))
}

/// Deletes a channel with its categories and SKU settings, unless it has orders.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, canal_id: &CanalId) -> Result<DeleteOutcome, StoreError> {
    exclusive(tx, loja, canal_id)?;
    let Some((current, _)) = find_stored(tx, loja, canal_id)? else {
        return Ok(DeleteOutcome::Missing);
    };
    let num = current.canal_num;
    let (a, l) = (loja.aplicacao.0, loja.loja);
    let has_pedidos: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        pedidos::table
            .filter(pedidos::aplicacao_id.eq(a))
            .filter(pedidos::loja_id.eq(l))
            .filter(pedidos::canal_num.eq(num))
    )).get_result(c))?;
    if has_pedidos {
        return Ok(DeleteOutcome::InUse);
    }
    tx.forget_registrations();
    on!(tx, c => diesel::delete(canais::table.find((a, l, num))).execute(c))?;
    record(tx, loja, &current, Change::CanalExcluido)?;
    Ok(DeleteOutcome::Deleted)
}

/// True when a store has more channels than it may. Call after a creation, in its transaction, and do not commit
/// what exceeds it; other creations wait.
pub fn too_many(tx: &mut Tx<'_>, loja: LojaId) -> Result<bool, StoreError> {
    tx.exclusive("canais", loja, "")?;
    let count: i64 = on!(tx, c => of_store!(canais, loja).count().get_result(c))?;
    Ok(count > MAX)
}

/// Keeps other changes of the same channel waiting; see [`Tx::exclusive`].
pub fn exclusive(tx: &mut Tx<'_>, loja: LojaId, canal_id: &CanalId) -> Result<(), StoreError> {
    tx.exclusive("canal", loja, canal_id.as_str())
}

/// Returns the channel as it is stored.
fn insert(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<Canal, StoreError> {
    tx.forget_registrations();
    let num = next_i32(tx, Sequence::Canais)?;
    let now = tx.now().micros();
    let new = CanalColumns::new(loja, num, canal, now, now)?;
    record(tx, loja, &new, Change::CanalAlterado { criado: true, campos: Vec::new() })?;
    let new = new.sealed(tx.secrets())?;
    on!(tx, c => diesel::insert_into(canais::table).values(&new).execute(c))?;
    Ok(canal.clone())
}

/// Writes a change of a channel into the event log.
fn record(tx: &mut Tx<'_>, loja: LojaId, canal: &CanalColumns, change: Change) -> Result<(), StoreError> {
    let new = NewEvento {
        assunto: canal.canal_num.into(),
        canal: Some(canal.canal_id.as_str()),
        sku: None,
        change,
    };
    let now = tx.now();
    events::record(tx, loja, now, [new])
}
