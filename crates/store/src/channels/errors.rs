//! Errors of channels: one row for each operation that failed, until it succeeds.

use std::collections::BTreeMap;

use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::conexao::{Causa, EstadoAnuncio, EstadoErro, SobreErro};
use domain::evento::Change;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId};

use super::{CanalKey, canal_id, listings, of_canal, orders};
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::canal_erros::dsl;
use crate::base::schema::{anuncios, canal_erros};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, StoreError, Tx, of_store, on};
use crate::events::{self, NewEvento};

/// An error that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erro {
    /// The number of the channel.
    pub canal: i32,
    /// The service's number of it.
    pub erro_num: i64,
    /// What it is about.
    pub sobre: SobreErro,
    /// Which one: the SKU, the channel's identifier of the order.
    pub chave: String,
    /// Why.
    pub causa: Causa,
    /// Which member; empty: the whole.
    pub membro: String,
    /// The channel's code.
    pub codigo: String,
    /// The channel's words.
    pub texto: String,
    /// Since when.
    pub primeiro_em: Instante,
    /// When it last happened.
    pub ultimo_em: Instante,
    /// How often.
    pub vezes: i32,
    /// How it stands.
    pub estado: EstadoErro,
}

/// An error that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewErro {
    /// Why.
    pub causa: Causa,
    /// Which member; empty: the whole.
    pub membro: String,
    /// The channel's code.
    pub codigo: String,
    /// The channel's words.
    pub texto: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = canal_erros)]
struct Row {
    canal_num: i32,
    erro_num: i64,
    sobre: i16,
    chave: String,
    causa: String,
    membro: String,
    codigo: String,
    texto: String,
    primeiro_em: i64,
    ultimo_em: i64,
    vezes: i32,
    estado: i16,
}

fn erro(row: Row) -> Result<Erro, StoreError> {
    let unknown = |column: &str| StoreError::Corrupt(format!("canal_erros.{column}"));
    Ok(Erro {
        canal: row.canal_num,
        erro_num: row.erro_num,
        sobre: SobreErro::from_code(row.sobre).ok_or_else(|| unknown("sobre"))?,
        chave: row.chave,
        causa: Causa::of(&row.causa).ok_or_else(|| unknown("causa"))?,
        membro: row.membro,
        codigo: row.codigo,
        texto: row.texto,
        primeiro_em: Instante::from_micros(row.primeiro_em),
        ultimo_em: Instante::from_micros(row.ultimo_em),
        vezes: row.vezes,
        estado: EstadoErro::from_code(row.estado).ok_or_else(|| unknown("estado"))?,
    })
}

/// Replaces the errors about one thing by those that it has now: new ones are opened, those that are gone end. With
/// none, it has succeeded.
pub fn settle_errors(
    tx: &mut Tx<'_>,
    key: CanalKey,
    (sobre, chave): (SobreErro, &str),
    now_are: &[NewErro],
) -> Result<(), StoreError> {
    let before: Vec<Row> = on!(tx, c => of_canal!(canal_erros, key)
        .filter(canal_erros::sobre.eq(sobre.code()))
        .filter(canal_erros::chave.eq(chave))
        .select(Row::as_select())
        .load(c))?;
    if before.is_empty() && now_are.is_empty() {
        return Ok(());
    }
    let now = tx.now();
    let mut left: BTreeMap<(String, String), Row> =
        before.into_iter().map(|row| ((row.causa.clone(), row.membro.clone()), row)).collect();
    let mut told = Vec::new();
    for new in now_are {
        let which = (new.causa.word().to_owned(), new.membro.clone());
        if let Some(row) = left.remove(&which) {
            on!(tx, c => diesel::update(of_canal!(canal_erros, key).filter(canal_erros::erro_num.eq(row.erro_num)))
                .set((
                    dsl::codigo.eq(&new.codigo),
                    dsl::texto.eq(&new.texto),
                    dsl::ultimo_em.eq(now.micros()),
                    dsl::vezes.eq(row.vezes.saturating_add(1)),
                ))
                .execute(c))?;
            continue;
        }
        let number = next_number(tx, Sequence::CanalErros)?;
        let inserted = on!(tx, c => diesel::insert_into(canal_erros::table)
            .values((
                (
                    dsl::aplicacao_id.eq(key.loja.aplicacao.0),
                    dsl::loja_id.eq(key.loja.loja),
                    dsl::canal_num.eq(key.canal),
                    dsl::erro_num.eq(number),
                    dsl::sobre.eq(sobre.code()),
                    dsl::chave.eq(chave),
                ),
                dsl::causa.eq(new.causa.word()),
                dsl::membro.eq(&new.membro),
                dsl::codigo.eq(&new.codigo),
                dsl::texto.eq(&new.texto),
                dsl::primeiro_em.eq(now.micros()),
                dsl::ultimo_em.eq(now.micros()),
                dsl::vezes.eq(1),
                dsl::estado.eq(EstadoErro::Aberto.code()),
            ))
            .on_conflict_do_nothing()
            .execute(c))?;
        if inserted > 0 {
            told.push((number, new.causa, EstadoErro::Aberto));
        }
    }
    for row in left.into_values() {
        on!(tx, c => diesel::delete(of_canal!(canal_erros, key).filter(canal_erros::erro_num.eq(row.erro_num)))
            .execute(c))?;
        told.extend(Causa::of(&row.causa).map(|causa| (row.erro_num, causa, EstadoErro::Resolvido)));
    }
    let Some(canal) = canal_id(tx, key)? else { return Ok(()) };
    let sku = (sobre == SobreErro::Sku).then_some(chave);
    let event = |(erro_num, causa, estado): (i64, Causa, EstadoErro)| NewEvento {
        assunto: key.canal.into(),
        canal: Some(canal.as_str()),
        sku,
        change: Change::CanalErro { erro_id: erro_num, sobre, chave: chave.to_owned(), causa, estado },
    };
    events::record(tx, key.loja, now, told.into_iter().map(event))
}

/// Opens an error at each channel that goes on selling a SKU that is deleted here.
pub(crate) fn left_at_channels(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (sku_num, sku): (i64, &str),
) -> Result<(), StoreError> {
    let left: Vec<(i32, Option<String>)> = on!(tx, c => of_store!(anuncios, loja)
        .filter(anuncios::sku_num.eq(sku_num))
        .filter(anuncios::estado.eq(EstadoAnuncio::Ativo.code()))
        .select((anuncios::canal_num, anuncios::externo))
        .load(c))?;
    for (canal, externo) in left {
        let error = NewErro {
            causa: Causa::ListingLeft,
            membro: String::new(),
            codigo: String::new(),
            texto: format!("anúncio {}", externo.unwrap_or_default()),
        };
        settle_errors(tx, CanalKey { loja, canal }, (SobreErro::Sku, sku), &[error])?;
    }
    Ok(())
}

/// Which errors are wanted.
#[derive(Debug, Clone, Default)]
pub struct ErroFilter {
    /// Of this channel; else of all of the store.
    pub canal: Option<i32>,
    /// About this.
    pub sobre: Option<SobreErro>,
    /// For this cause.
    pub causa: Option<Causa>,
    /// In this state.
    pub estado: Option<EstadoErro>,
    /// About one of these SKUs or orders.
    pub chaves: Option<Vec<String>>,
}

/// Applies a filter to the errors of a store.
macro_rules! filtered {
    ($loja:expr, $filter:expr) => {{
        let mut q = of_store!(canal_erros, $loja).into_boxed();
        if let Some(canal) = $filter.canal {
            q = q.filter(canal_erros::canal_num.eq(canal));
        }
        if let Some(sobre) = $filter.sobre {
            q = q.filter(canal_erros::sobre.eq(sobre.code()));
        }
        if let Some(causa) = $filter.causa {
            q = q.filter(canal_erros::causa.eq(causa.word()));
        }
        if let Some(estado) = $filter.estado {
            q = q.filter(canal_erros::estado.eq(estado.code()));
        }
        if let Some(chaves) = &$filter.chaves {
            q = q.filter(canal_erros::chave.eq_any(chaves));
        }
        q
    }};
}

/// Errors of a store, the oldest first.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &ErroFilter,
    page: PageRequest,
) -> Result<Page<Erro>, StoreError> {
    let (rows, total): (Vec<Row>, i64) = on!(conn, c => {
        let mut q = filtered!(loja, filter);
        if let Some([after, _]) = page.after() {
            q = q.filter(canal_erros::erro_num.gt(after));
        }
        let rows = q
            .order(canal_erros::erro_num)
            .select(Row::as_select())
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, filtered!(loja, filter).select(count_star()).first(c)?)
    });
    page.page(rows, total, |row| [row.erro_num, 0], erro)
}

/// How many errors stand for a cause, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErroCount {
    /// The cause.
    pub causa: Causa,
    /// How many.
    pub quantidade: i64,
    /// Since when the oldest stands.
    pub desde: Instante,
}

/// How many open errors each channel of a store has, by its number.
pub fn open_errors(conn: &mut Conn<'_>, loja: LojaId) -> Result<BTreeMap<i32, i64>, StoreError> {
    let rows: Vec<(i32, i64)> = on!(conn, c => of_store!(canal_erros, loja)
        .filter(canal_erros::estado.eq(EstadoErro::Aberto.code()))
        .group_by(canal_erros::canal_num)
        .select((canal_erros::canal_num, count_star()))
        .load(c))?;
    Ok(rows.into_iter().collect())
}

/// The causes of the open errors of a channel, or of all of a store, the commonest first.
pub fn by_cause(conn: &mut Conn<'_>, loja: LojaId, canal: Option<i32>) -> Result<Vec<ErroCount>, StoreError> {
    let all = canal.is_none().into_sql::<Bool>();
    let rows: Vec<(String, i64, Option<i64>)> = on!(conn, c => of_store!(canal_erros, loja)
        .filter(canal_erros::canal_num.eq(canal.unwrap_or(0)).or(all))
        .filter(canal_erros::estado.eq(EstadoErro::Aberto.code()))
        .group_by(canal_erros::causa)
        .select((canal_erros::causa, count_star(), min(canal_erros::primeiro_em)))
        .load(c))?;
    let mut counts: Vec<ErroCount> = rows
        .into_iter()
        .filter_map(|(causa, quantidade, desde)| {
            let desde = Instante::from_micros(desde.unwrap_or(0));
            Some(ErroCount { causa: Causa::of(&causa)?, quantidade, desde })
        })
        .collect();
    counts.sort_by_key(|one| (std::cmp::Reverse(one.quantidade), one.causa));
    Ok(counts)
}

/// Makes what errors are about due now; how many things. The error ends when it succeeds.
pub fn reprocess(
    tx: &mut Tx<'_>,
    key: CanalKey,
    filter: &ErroFilter,
    numbers: Option<&[i64]>,
) -> Result<usize, StoreError> {
    let filter = ErroFilter { canal: Some(key.canal), ..filter.clone() };
    let rows: Vec<(i64, i16, String)> = on!(tx, c => filtered!(key.loja, filter)
        .select((canal_erros::erro_num, canal_erros::sobre, canal_erros::chave))
        .load(c))?;
    let (mut skus, mut pedidos, mut connection) = (Vec::new(), Vec::new(), false);
    for (number, sobre, chave) in rows {
        if numbers.is_some_and(|numbers| !numbers.contains(&number)) {
            continue;
        }
        match SobreErro::from_code(sobre) {
            Some(SobreErro::Sku) => skus.extend(SkuId::stored(chave).ok()),
            Some(SobreErro::Pedido) => pedidos.push(chave),
            Some(SobreErro::Conexao) => connection = true,
            None => {}
        }
    }
    skus.sort();
    skus.dedup();
    pedidos.sort();
    pedidos.dedup();
    let mut due = usize::from(connection);
    if connection {
        super::connections::check_anew(tx, key)?;
    }
    due += listings::look_anew(tx, key, Some(&skus))?;
    due += orders::hurry_orders(tx, key, &pedidos)?;
    Ok(due)
}

/// Sets an error aside, or takes it back; false when it does not stand any more.
pub fn ignore(tx: &mut Tx<'_>, key: CanalKey, erro_num: i64, ignored: bool) -> Result<bool, StoreError> {
    let estado = if ignored { EstadoErro::Ignorado } else { EstadoErro::Aberto };
    Ok(on!(tx, c => diesel::update(of_canal!(canal_erros, key).filter(canal_erros::erro_num.eq(erro_num)))
        .set(dsl::estado.eq(estado.code()))
        .execute(c))?
        > 0)
}
