//! Listings: what a channel has accepted of a SKU beside what it should show, and when there is something to do.

use std::collections::BTreeSet;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt};
use diesel::upsert::excluded;
use domain::conexao::{EstadoAnuncio, EstadoErro, SobreErro};
use domain::evento::{Change, ToldOffer};
use domain::sku_canal::Preco;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId};
use domain::values::money::Dinheiro;

use super::orders::held_units;
use super::{CanalKey, canal_id, of_canal};
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::anuncios::dsl;
use crate::base::schema::{anuncios, canal_erros, conexoes, ofertas_ditas, skus};
use crate::base::{Conn, Implied, StoreError, Tx, load_among, on};
use crate::catalogue::skus::find_numbers;
use crate::catalogue::skus::rows::sku_id;
use crate::events::{self, NewEvento};

/// What a channel has or shows of a SKU; what is not known is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AtChannel {
    /// Units.
    pub estoque: Option<i64>,
    /// What it sells for.
    pub preco: Option<Dinheiro>,
    /// It is for sale.
    pub ativo: Option<bool>,
}

/// The listing of a SKU at a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anuncio {
    /// The service's number of the SKU.
    pub sku_num: i64,
    /// The SKU.
    pub sku: SkuId,
    /// How it stands.
    pub estado: EstadoAnuncio,
    /// The channel's identifiers of it.
    pub externo: Option<String>,
    /// Its page.
    pub endereco: Option<String>,
    /// What it should show.
    pub quer: ToldOffer,
    /// What the channel has accepted; stock as it was sent, which may hold units of open orders.
    pub tem: AtChannel,
    /// The "from" price that the channel has accepted.
    pub tem_de: Option<Dinheiro>,
    /// What it showed when it was last read.
    pub visto: AtChannel,
    /// When that was.
    pub visto_em: Option<Instante>,
    /// When what it should show last changed.
    pub quer_em: Instante,
    /// When the channel had accepted all of it; `None` also where it shows something else since.
    pub tem_em: Option<Instante>,
    /// When something is due; `None`: nothing is.
    pub devida_em: Option<Instante>,
    /// Failures in a row.
    pub tentativas: i32,
}

impl Anuncio {
    /// Whether the channel has something else than it should: a listing that is missing, or another value. `held`:
    /// units of open orders that it counts as stock on hand. [`UNLIKE`] is the same without such units.
    fn is_unlike(&self, held: i64) -> bool {
        let Self { quer, tem, .. } = self;
        match (self.externo.is_some(), quer.publicavel) {
            (false, publicavel) => publicavel,
            (true, publicavel) if tem.ativo != Some(publicavel) => true,
            (true, false) => false,
            (true, true) => {
                tem.estoque != Some(i64::from(quer.estoque) + held) || tem.preco != Some(quer.preco.preco_por)
            }
        }
    }
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// As it was read.
    pub before: Anuncio,
    /// As it is.
    pub after: Anuncio,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = anuncios)]
struct Row {
    sku_num: i64,
    estado: i16,
    externo: Option<String>,
    endereco: Option<String>,
    tem_estoque: Option<i64>,
    tem_preco: Option<i64>,
    tem_de: Option<i64>,
    tem_ativo: Option<bool>,
    visto_estoque: Option<i64>,
    visto_preco: Option<i64>,
    visto_ativo: Option<bool>,
    visto_em: Option<i64>,
    quer_em: i64,
    tem_em: Option<i64>,
    devida_em: Option<i64>,
    tentativas: i32,
}

type Offer = (i32, i64, i64, bool);
type Joined = (Row, String, Offer);

fn money(n: i64) -> Dinheiro {
    Dinheiro::from_ten_thousandths(n)
}

fn anuncio((row, sku, (estoque, de, por, publicavel)): Joined) -> Result<Anuncio, StoreError> {
    let estado = EstadoAnuncio::from_code(row.estado)
        .ok_or_else(|| StoreError::Corrupt(format!("anuncios.estado {}", row.estado)))?;
    let at = Instante::from_micros;
    Ok(Anuncio {
        sku_num: row.sku_num,
        sku: sku_id(sku)?,
        estado,
        externo: row.externo,
        endereco: row.endereco,
        quer: ToldOffer { estoque, preco: Preco { preco_de: money(de), preco_por: money(por) }, publicavel },
        tem: AtChannel { estoque: row.tem_estoque, preco: row.tem_preco.map(money), ativo: row.tem_ativo },
        tem_de: row.tem_de.map(money),
        visto: AtChannel {
            estoque: row.visto_estoque,
            preco: row.visto_preco.map(money),
            ativo: row.visto_ativo,
        },
        visto_em: row.visto_em.map(at),
        quer_em: at(row.quer_em),
        tem_em: row.tem_em.map(at),
        devida_em: row.devida_em.map(at),
        tentativas: row.tentativas,
    })
}

/// Listings with their SKU and what they should show.
macro_rules! with_offer {
    ($key:expr) => {
        of_canal!(anuncios, $key)
            .inner_join(
                skus::table.on(skus::aplicacao_id
                    .eq(anuncios::aplicacao_id)
                    .and(skus::loja_id.eq(anuncios::loja_id))
                    .and(skus::sku_num.eq(anuncios::sku_num))),
            )
            .inner_join(
                ofertas_ditas::table.on(ofertas_ditas::aplicacao_id
                    .eq(anuncios::aplicacao_id)
                    .and(ofertas_ditas::loja_id.eq(anuncios::loja_id))
                    .and(ofertas_ditas::sku_num.eq(anuncios::sku_num))
                    .and(ofertas_ditas::canal_num.eq(anuncios::canal_num))),
            )
    };
}
pub(super) use with_offer;

macro_rules! joined {
    () => {
        (
            Row::as_select(),
            skus::sku,
            (
                ofertas_ditas::estoque,
                ofertas_ditas::preco_de,
                ofertas_ditas::preco_por,
                ofertas_ditas::publicavel,
            ),
        )
    };
}

/// The channel shows something else than it has accepted. What it does not tell does not differ, nor does what it
/// showed before it accepted something newer.
macro_rules! differs {
    () => {
        coalesce(anuncios::visto_em.ge(anuncios::tem_em), true).and(
            coalesce(anuncios::visto_estoque.ne(anuncios::tem_estoque), false)
                .or(coalesce(anuncios::visto_preco.ne(anuncios::tem_preco), false))
                .or(coalesce(anuncios::visto_ativo.ne(anuncios::tem_ativo), false)),
        )
    };
}

/// What the channel has is not what it should show: a listing that is missing, or another value. Columns of different
/// widths are compared, which only SQL does.
const UNLIKE: &str = "CASE WHEN anuncios.externo IS NULL THEN ofertas_ditas.publicavel \
    WHEN COALESCE(anuncios.tem_ativo <> ofertas_ditas.publicavel, TRUE) THEN TRUE \
    WHEN NOT ofertas_ditas.publicavel THEN FALSE \
    ELSE COALESCE(anuncios.tem_estoque <> ofertas_ditas.estoque, TRUE) \
    OR COALESCE(anuncios.tem_preco <> ofertas_ditas.preco_por, TRUE) END";

diesel::define_sql_function! {
    /// The first that is not null.
    fn coalesce(value: Nullable<Bool>, otherwise: Bool) -> Bool;
}

/// Notes that the offers of SKUs in channels changed, where the channel is connected.
pub(crate) fn mark(
    tx: &mut Tx<'_>,
    changed: impl Iterator<Item = (LojaId, i64, i32)>,
    now: Instante,
) -> Result<(), StoreError> {
    let changed: Vec<(LojaId, i64, i32)> = changed.collect();
    let channels: BTreeSet<(LojaId, i32)> = changed.iter().map(|(loja, _, canal)| (*loja, *canal)).collect();
    let channels = Vec::from_iter(channels);
    let connected: Vec<i32> = load_among!(tx, conexoes, canal_num, &channels, |of_them| conexoes::table
        .filter(of_them)
        .select(conexoes::canal_num));
    if connected.is_empty() {
        return Ok(());
    }
    let connected = BTreeSet::from_iter(connected);
    let rows: Vec<_> = changed
        .iter()
        .filter(|(.., canal)| connected.contains(canal))
        .map(|(loja, sku, canal)| {
            (
                dsl::aplicacao_id.eq(loja.aplicacao.0),
                dsl::loja_id.eq(loja.loja),
                dsl::canal_num.eq(*canal),
                dsl::sku_num.eq(*sku),
                dsl::estado.eq(EstadoAnuncio::Procurando.code()),
                dsl::quer_em.eq(now.micros()),
                dsl::devida_em.eq(Some(now.micros())),
                dsl::tentativas.eq(0),
            )
        })
        .collect();
    on!(tx, c => diesel::insert_into(anuncios::table)
        .values(rows)
        .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::canal_num, dsl::sku_num))
        .do_update()
        .set((
            dsl::quer_em.eq(excluded(dsl::quer_em)),
            dsl::devida_em.eq(excluded(dsl::devida_em)),
        ))
        .execute(c))?;
    Ok(())
}

/// Makes all offers of a channel due.
pub(super) fn mark_all(tx: &mut Tx<'_>, key: CanalKey, now: Instante) -> Result<(), StoreError> {
    let now = now.micros();
    let offers = of_canal!(ofertas_ditas, key).select((
        ofertas_ditas::aplicacao_id,
        ofertas_ditas::loja_id,
        ofertas_ditas::canal_num,
        ofertas_ditas::sku_num,
        EstadoAnuncio::Procurando.code().into_sql::<SmallInt>(),
        now.into_sql::<BigInt>(),
        Some(now).into_sql::<Nullable<BigInt>>(),
        0.into_sql::<Integer>(),
    ));
    on!(tx, c => diesel::insert_into(anuncios::table)
        .values(offers)
        .into_columns((
            dsl::aplicacao_id,
            dsl::loja_id,
            dsl::canal_num,
            dsl::sku_num,
            dsl::estado,
            dsl::quer_em,
            dsl::devida_em,
            dsl::tentativas,
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    on!(tx, c => diesel::update(of_canal!(anuncios, key))
        .set((dsl::devida_em.eq(Some(now)), dsl::tentativas.eq(0)))
        .execute(c))?;
    Ok(())
}

/// The listings that are due, those waiting longest first.
pub fn due_listings(
    conn: &mut Conn<'_>,
    key: CanalKey,
    now: Instante,
    most: i64,
) -> Result<Vec<Anuncio>, StoreError> {
    let rows: Vec<Joined> = on!(conn, c => with_offer!(key)
        .filter(anuncios::devida_em.le(now.micros()))
        .order((anuncios::devida_em, anuncios::sku_num))
        .select(joined!())
        .limit(most)
        .load(c))?;
    rows.into_iter().map(anuncio).collect()
}

/// Stores the results of listings. A listing whose offer changed meanwhile stays due.
pub fn settle(tx: &mut Tx<'_>, key: CanalKey, settled: &[Settled]) -> Result<(), StoreError> {
    let mut moved = Vec::new();
    for Settled { before, after } in settled {
        let row = || of_canal!(anuncios, key).filter(anuncios::sku_num.eq(after.sku_num));
        let state = || {
            (
                dsl::estado.eq(after.estado.code()),
                dsl::externo.eq(after.externo.as_deref()),
                dsl::endereco.eq(after.endereco.as_deref()),
                dsl::tem_estoque.eq(after.tem.estoque),
                dsl::tem_preco.eq(after.tem.preco.map(Dinheiro::ten_thousandths)),
                dsl::tem_de.eq(after.tem_de.map(Dinheiro::ten_thousandths)),
                dsl::tem_ativo.eq(after.tem.ativo),
                dsl::tem_em.eq(after.tem_em.map(|at| at.micros())),
                dsl::tentativas.eq(after.tentativas),
            )
        };
        let still = on!(tx, c => diesel::update(row().filter(anuncios::quer_em.eq(before.quer_em.micros())))
            .set((state(), dsl::devida_em.eq(after.devida_em.map(|at| at.micros()))))
            .execute(c))?;
        if still == 0 {
            on!(tx, c => diesel::update(row()).set(state()).execute(c))?;
            // another server may have worked it, and what was sent here have come after
            on!(tx, c => diesel::update(row().filter(anuncios::devida_em.is_null()))
                .set(dsl::devida_em.eq(Some(Instante::now().micros())))
                .execute(c))?;
        }
        if before.estado != after.estado {
            moved.push((before, after));
        }
    }
    let Some(canal) = canal_id(tx, key)? else { return Ok(()) };
    let now = tx.now();
    let news = moved.into_iter().map(|(before, after): (&Anuncio, &Anuncio)| NewEvento {
        assunto: after.sku_num,
        canal: Some(canal.as_str()),
        sku: Some(after.sku.as_str()),
        change: Change::AnuncioAlterado { anterior: before.estado, atual: after.estado },
    });
    events::record(tx, key.loja, now, news)
}

/// Stores what the channel shows of some SKUs, by number. With `resend`, what it shows otherwise than it has accepted is
/// due: it is sent again.
pub fn saw(
    tx: &mut Tx<'_>,
    key: CanalKey,
    seen: &[(i64, AtChannel)],
    resend: bool,
) -> Result<(), StoreError> {
    let now = tx.now().micros();
    for (sku, want) in seen {
        let row = || of_canal!(anuncios, key).filter(anuncios::sku_num.eq(*sku));
        let price = want.preco.map(Dinheiro::ten_thousandths);
        on!(tx, c => diesel::update(row())
            .set((
                dsl::visto_estoque.eq(want.estoque),
                dsl::visto_preco.eq(price),
                dsl::visto_ativo.eq(want.ativo),
                dsl::visto_em.eq(Some(now)),
            ))
            .execute(c))?;
        if resend {
            on!(tx, c => diesel::update(row().filter(differs!()))
                .set((
                    dsl::tem_estoque.eq(want.estoque),
                    dsl::tem_preco.eq(price),
                    dsl::tem_ativo.eq(want.ativo),
                    dsl::tem_em.eq(None::<i64>),
                    dsl::devida_em.eq(Some(now)),
                ))
                .execute(c))?;
        }
    }
    Ok(())
}

/// The listings that are bound: SKU numbers and the channel's identifiers.
pub fn bound(conn: &mut Conn<'_>, key: CanalKey) -> Result<Vec<(i64, String)>, StoreError> {
    Ok(on!(conn, c => of_canal!(anuncios, key)
        .filter(anuncios::externo.is_not_null())
        .select((anuncios::sku_num, anuncios::externo.assume_not_null()))
        .load(c))?)
}

/// Forgets listings that the channel does not show any more; they are looked for by their codes.
pub fn lost(tx: &mut Tx<'_>, key: CanalKey, skus: &[i64]) -> Result<(), StoreError> {
    let now = tx.now().micros();
    for sku in skus {
        set_binding(tx, key, *sku, (EstadoAnuncio::Procurando, None))?;
        on!(tx, c => diesel::update(of_canal!(anuncios, key).filter(anuncios::sku_num.eq(*sku)))
            .set(dsl::devida_em.eq(Some(now)))
            .execute(c))?;
    }
    Ok(())
}

/// One listing; `None` when the channel is not connected, or there is no such SKU.
pub fn find(conn: &mut Conn<'_>, key: CanalKey, sku: &SkuId) -> Result<Option<Anuncio>, StoreError> {
    let row: Option<Joined> = on!(conn, c => with_offer!(key)
        .filter(skus::sku.eq(sku.as_str()))
        .select(joined!())
        .first(c)
        .optional())?;
    row.map(anuncio).transpose()
}

/// Which listings are wanted.
#[derive(Debug, Clone, Default)]
pub struct AnuncioFilter {
    /// In this state.
    pub estado: Option<EstadoAnuncio>,
    /// With an open error, or without.
    pub com_erro: Option<bool>,
    /// With something due, or without.
    pub devido: Option<bool>,
}

/// SKUs with units of open orders at a channel that keeps stock on hand: SQL cannot compare their stock, since the
/// units are added to it.
struct Held {
    /// All of them.
    numbers: Vec<i64>,
    /// Those of which the channel has something else than it should.
    unlike: Vec<i64>,
}

impl Held {
    fn of(conn: &mut Conn<'_>, key: CanalKey) -> Result<Self, StoreError> {
        let held = held_units(conn, key)?;
        let codes: Vec<&str> = held.keys().map(String::as_str).collect();
        let rows: Vec<Joined> = on!(conn, c => with_offer!(key)
            .filter(skus::sku.eq_any(&codes))
            .select(joined!())
            .load(c))?;
        let (mut numbers, mut unlike) = (Vec::new(), Vec::new());
        for row in rows {
            let one = anuncio(row)?;
            numbers.push(one.sku_num);
            let waits = one.tem_em.is_none() || one.devida_em.is_some();
            if waits && one.is_unlike(held.get(one.sku.as_str()).copied().unwrap_or(0)) {
                unlike.push(one.sku_num);
            }
        }
        Ok(Self { numbers, unlike })
    }
}

/// The listings of a channel, in the order of the SKUs' creation.
pub fn list(
    conn: &mut Conn<'_>,
    key: CanalKey,
    filter: &AnuncioFilter,
    page: PageRequest,
) -> Result<Page<Anuncio>, StoreError> {
    page_of(conn, key, (filter, None), page)
}

/// With `differing`, only listings of which the channel has, or shows, something else than it should.
fn page_of(
    conn: &mut Conn<'_>,
    key: CanalKey,
    (filter, differing): (&AnuncioFilter, Option<&Held>),
    page: PageRequest,
) -> Result<Page<Anuncio>, StoreError> {
    let (rows, total): (Vec<Joined>, i64) = on!(conn, c => {
        let filtered = || {
            let mut q = with_offer!(key).into_boxed();
            if let Some(estado) = filter.estado {
                q = q.filter(anuncios::estado.eq(estado.code()));
            }
            if let Some(devido) = filter.devido {
                q = match devido {
                    true => q.filter(anuncios::devida_em.is_not_null()),
                    false => q.filter(anuncios::devida_em.is_null()),
                };
            }
            if let Some(com_erro) = filter.com_erro {
                let errors = canal_erros::table
                    .filter(canal_erros::aplicacao_id.eq(anuncios::aplicacao_id))
                    .filter(canal_erros::loja_id.eq(anuncios::loja_id))
                    .filter(canal_erros::canal_num.eq(anuncios::canal_num))
                    .filter(canal_erros::sobre.eq(SobreErro::Sku.code()))
                    .filter(canal_erros::chave.eq(skus::sku))
                    .filter(canal_erros::estado.eq(EstadoErro::Aberto.code()));
                q = match com_erro {
                    true => q.filter(diesel::dsl::exists(errors)),
                    false => q.filter(diesel::dsl::not(diesel::dsl::exists(errors))),
                };
            }
            if let Some(held) = differing {
                let waits = anuncios::tem_em.is_null().or(anuncios::devida_em.is_not_null());
                let unlike = waits
                    .and(anuncios::sku_num.ne_all(&held.numbers))
                    .and(diesel::dsl::sql::<Bool>(UNLIKE));
                q = q.filter(differs!().or(unlike).or(anuncios::sku_num.eq_any(&held.unlike)));
            }
            q
        };
        let mut q = filtered();
        if let Some([after, _]) = page.after() {
            q = q
                .filter(anuncios::sku_num.gt(after))
                .filter(Implied(skus::sku_num.gt(after)))
                .filter(Implied(ofertas_ditas::sku_num.gt(after)));
        }
        let rows = q
            .order(anuncios::sku_num)
            .select(joined!())
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, filtered().select(count_star()).first(c)?)
    });
    page.page(rows, total, |(row, ..)| [row.sku_num, 0], anuncio)
}

/// Listings of which the channel has, or shows, something else than it should.
pub fn differences(
    conn: &mut Conn<'_>,
    key: CanalKey,
    page: PageRequest,
) -> Result<Page<Anuncio>, StoreError> {
    let held = Held::of(conn, key)?;
    page_of(conn, key, (&AnuncioFilter::default(), Some(&held)), page)
}

/// Binds a SKU to a listing by hand; the SKU that has it, when it is another.
pub fn bind(
    tx: &mut Tx<'_>,
    key: CanalKey,
    sku_num: i64,
    externo: &str,
) -> Result<Result<(), SkuId>, StoreError> {
    // two SKUs are not bound to one listing at once
    tx.exclusive("anuncios", key.loja, &key.canal.to_string())?;
    let other: Option<String> = on!(tx, c => with_offer!(key)
        .filter(anuncios::externo.eq(externo))
        .filter(anuncios::sku_num.ne(sku_num))
        .select(skus::sku)
        .first(c)
        .optional())?;
    if let Some(other) = other {
        return Ok(Err(sku_id(other)?));
    }
    set_binding(tx, key, sku_num, (EstadoAnuncio::Ativo, Some(externo)))?;
    Ok(Ok(()))
}

/// Forgets the listing of a SKU: the channel is not touched, and it is not looked for by itself.
pub fn unbind(tx: &mut Tx<'_>, key: CanalKey, sku_num: i64) -> Result<(), StoreError> {
    set_binding(tx, key, sku_num, (EstadoAnuncio::Ausente, None))
}

fn set_binding(
    tx: &mut Tx<'_>,
    key: CanalKey,
    sku_num: i64,
    (estado, externo): (EstadoAnuncio, Option<&str>),
) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(of_canal!(anuncios, key).filter(anuncios::sku_num.eq(sku_num)))
        .set((
            dsl::estado.eq(estado.code()),
            dsl::externo.eq(externo),
            dsl::endereco.eq(None::<String>),
            dsl::tem_estoque.eq(None::<i64>),
            dsl::tem_preco.eq(None::<i64>),
            dsl::tem_ativo.eq(None::<bool>),
            dsl::tem_em.eq(None::<i64>),
            dsl::devida_em.eq(externo.map(|_| now)),
            dsl::tentativas.eq(0),
        ))
        .execute(c))?;
    Ok(())
}

/// Makes the listings of some SKUs due now; without SKUs all of the channel: everything that it shows is read, and its
/// orders are asked for.
pub fn look_anew(tx: &mut Tx<'_>, key: CanalKey, of: Option<&[SkuId]>) -> Result<usize, StoreError> {
    let now = tx.now().micros();
    let due = (dsl::devida_em.eq(Some(now)), dsl::tentativas.eq(0));
    let Some(of) = of else {
        on!(tx, c => diesel::update(of_canal!(conexoes, key))
            .set((
                conexoes::pedidos_devida.eq(now),
                conexoes::varredura_devida.eq(now),
                conexoes::conferencia_devida.eq(now),
                conexoes::alterado_em.eq(now),
            ))
            .execute(c))?;
        return Ok(on!(tx, c => diesel::update(of_canal!(anuncios, key)).set(due).execute(c))?);
    };
    let codes: Vec<&str> = of.iter().map(SkuId::as_str).collect();
    let numbers = find_numbers(tx, key.loja, &codes)?;
    let mut found = 0;
    for (_, number) in numbers {
        found += on!(tx, c => diesel::update(of_canal!(anuncios, key).filter(anuncios::sku_num.eq(number)))
            .set(due)
            .execute(c))?;
    }
    Ok(found)
}

/// Forgets what stock a channel has of some SKUs, since something there changed it: it is sent anew.
pub fn forget_stock<'a>(
    tx: &mut Tx<'_>,
    key: CanalKey,
    of: impl Iterator<Item = &'a str>,
) -> Result<(), StoreError> {
    let codes: Vec<&str> = of.collect();
    let now = tx.now().micros();
    for (_, number) in find_numbers(tx, key.loja, &codes)? {
        on!(tx, c => diesel::update(of_canal!(anuncios, key).filter(anuncios::sku_num.eq(number)))
            .set((dsl::tem_estoque.eq(None::<i64>), dsl::devida_em.eq(Some(now)), dsl::tentativas.eq(0)))
            .execute(c))?;
    }
    Ok(())
}

/// Which of some listings are bound, each with its SKU.
pub fn owners(conn: &mut Conn<'_>, key: CanalKey, of: &[String]) -> Result<Vec<(String, SkuId)>, StoreError> {
    let rows: Vec<(String, String)> = on!(conn, c => with_offer!(key)
        .filter(anuncios::externo.eq_any(of))
        .select((anuncios::externo.assume_not_null(), skus::sku))
        .load(c))?;
    rows.into_iter().map(|(externo, sku)| Ok((externo, sku_id(sku)?))).collect()
}
