//! Stores what was made up, many rows in one transaction.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::canal::Canal;
use domain::categoria_loja::{CategoriaLoja, ExibirMatriz};
use domain::sku::Sku;
use domain::sku_canal::SkuCanal;
use domain::tipo_canal::TipoCanal;
use domain::values::ids::{AplicacaoId, CanalId, LojaId, SkuId, UsuarioId};
use domain::values::money::Dinheiro;
use store::skus::ReadySku;
use store::{Store, Tx, aplicacoes, canais, categorias, categorias_loja, sku_canais, skus, usuarios};

use crate::catalogue::{self, Category, SampleStore};
use crate::error::{Result, SampleError};
use crate::examples;
use crate::orders::{Orders, Story};
use crate::plan::Plan;
use crate::progress::{Part, Progress};
use crate::steps::{channel_number, write_stories};

/// Rows per transaction: a commit's wait for the disk is shared, and other writers get their turn.
const BATCH: usize = 500;

/// Numbers of orders, of all stores together, at which statistics are taken again.
const RENEWED_AT: [u64; 4] = [500, 2_000, 8_000, 32_000];

/// What was made.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Filled {
    /// The new application.
    pub application: AplicacaoId,
    /// Its name.
    pub name: String,
    /// Its stores.
    pub stores: Vec<FilledStore>,
    /// How many orders they have together.
    pub orders: u32,
    /// The first day that has orders, in the plan's time zone.
    pub first_day: NaiveDate,
    /// The last one.
    pub last_day: NaiveDate,
}

/// A store that was made.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FilledStore {
    /// Its number.
    pub id: LojaId,
    /// What the application calls it.
    pub user: UsuarioId,
}

/// Makes everything that is planned under a new application whose name starts with `name`.
///
/// The stores have channels of the `types`, each store of other ones as far as there are enough. The database
/// must have its schema already; what else is in it stays as it is.
///
/// # Errors
/// The database fails, or `types` is empty and orders are planned. Nothing is taken back.
pub fn fill(
    store: &Store,
    plan: &Plan,
    name: &str,
    types: &[TipoCanal],
    progress: &mut dyn Progress,
) -> Result<Filled> {
    let (name, application) = create_application(store, name)?;
    let mut stores = Vec::new();
    let mut made = Vec::new();
    progress.begin(Part::Skus, plan.skus.into());
    for number in 0..plan.users {
        let content = catalogue::store(plan.seed, number, plan.share(plan.skus, number), types)?;
        let named = if plan.examples && number == 0 { examples::skus()? } else { Vec::new() };
        let id = write_store(store, application, &content, &named, progress)?;
        if !named.is_empty() {
            examples::write(store, application, id)?;
        }
        stores.push(FilledStore { id, user: content.usuario.usuario_id.clone() });
        made.push((id, content));
    }
    progress.end();
    store.refresh_statistics()?;
    progress.begin(Part::Orders, plan.orders.into());
    let mut written = 0;
    for (number, (id, content)) in (0..).zip(&made) {
        let count = plan.share(plan.orders, number);
        let orders = Orders::new(plan.seed, number, content, count, plan.days, plan.now);
        write_orders(store, *id, orders, &mut written, progress)?;
    }
    progress.end();
    // neither the first reader of the event log nor a server that is told to stop has to wait for it
    store.place_events_blocking()?;
    store.refresh_statistics()?;
    let (first_day, last_day) = plan.range();
    Ok(Filled { application, name, stores, orders: plan.orders, first_day, last_day })
}

/// A new application; a number is added to a name that is taken.
fn create_application(store: &Store, name: &str) -> Result<(String, AplicacaoId)> {
    for n in 1..10_000 {
        let candidate = if n == 1 { name.to_owned() } else { format!("{name}-{n}") };
        let wanted = candidate.clone();
        if let Some(app) = store.write_blocking(move |tx| aplicacoes::create(tx, &wanted))? {
            return Ok((candidate, app.id));
        }
    }
    Err(SampleError::TooManyApplications(name.to_owned()))
}

fn write_store(
    store: &Store,
    application: AplicacaoId,
    content: &SampleStore,
    named: &[Sku],
    progress: &mut dyn Progress,
) -> Result<LojaId> {
    let (user, channels) = (content.usuario.clone(), content.canais.clone());
    let tree = tree(&content.categorias);
    let (owner, numbers) = store.write_blocking(move |tx| -> Result<_> {
        usuarios::create(tx, application, &user)?;
        let found = usuarios::resolve(tx, application, &user.usuario_id)?;
        let owner = found.ok_or_else(|| SampleError::UserMissing(user.usuario_id.clone()))?.id;
        categorias_loja::insert(tx, owner, &tree)?;
        let mut numbers = Vec::with_capacity(channels.len());
        for channel in &channels {
            canais::create(tx, owner, channel)?;
            numbers.push(write_channel_tree(tx, owner, channel)?);
        }
        Ok((owner, numbers))
    })?;
    write_skus(store, owner, named, &mut ())?;
    write_skus(store, owner, &content.skus, progress)?;
    for (channel, number) in content.canais.iter().zip(numbers) {
        write_channel_rows(store, owner, content, &channel.canal_id, number)?;
    }
    Ok(owner)
}

/// The channel's number.
fn write_channel_tree(tx: &mut Tx<'_>, owner: LojaId, channel: &Canal) -> Result<i32> {
    let number = channel_number(tx, owner, &channel.canal_id)?;
    let tree = catalogue::channel_categories(&channel.tipo_canal)?;
    categorias::replace(tx, categorias::Tree { loja: owner, canal_num: number }, &tree)?;
    Ok(number)
}

/// The store's tree as the store takes it: a parent is the 1-based place of an earlier category.
fn tree(categories: &[Category]) -> Vec<CategoriaLoja> {
    let mut places: HashMap<Vec<&str>, i64> = HashMap::new();
    let mut tree = Vec::with_capacity(categories.len());
    for (place, c) in (1..).zip(categories) {
        let path: Vec<&str> = c.above.iter().copied().chain([c.name]).collect();
        places.insert(path, place);
        tree.push(CategoriaLoja {
            id: place,
            nome: c.name.to_owned(),
            categoria_pai_id: places.get(c.above).copied().unwrap_or(0),
            categoria_erp_id: c.erp_id.clone(),
            ativo: place % 17 != 0,
            is_reseller: place % 4 == 0,
            exibir_matriz_atributos: ExibirMatriz::Neutro,
            quantidade_maxima_compra_unidade: Dinheiro::ZERO,
            valor_minimo_compra: Dinheiro::ZERO,
            exibe_menu: true,
            url_hot_site: String::new(),
        });
    }
    tree
}

fn write_skus(store: &Store, owner: LojaId, made: &[Sku], progress: &mut dyn Progress) -> Result<()> {
    for batch in made.chunks(BATCH) {
        let count = batch.len() as u64;
        let batch: Vec<ReadySku> = batch.iter().cloned().map(ReadySku::new).collect::<Result<_, _>>()?;
        store.write_blocking(move |tx| {
            let batch: Vec<&ReadySku> = batch.iter().collect();
            skus::upsert_lote(tx, owner, &batch)
        })?;
        progress.advance(count);
    }
    Ok(())
}

/// What differs in one channel.
fn write_channel_rows(
    store: &Store,
    owner: LojaId,
    content: &SampleStore,
    channel: &CanalId,
    number: i32,
) -> Result<()> {
    let own = content.sku_canais.iter().filter(|(_, row)| row.canal_id == *channel);
    let rows: Vec<(SkuId, SkuCanal)> = own.cloned().collect();
    for batch in rows.chunks(BATCH) {
        let batch = batch.to_vec();
        store.write_blocking(move |tx| {
            let codes: Vec<&str> = batch.iter().map(|(sku, _)| sku.as_str()).collect();
            let known: HashMap<String, i64> = skus::find_numbers(tx, owner, &codes)?.into_iter().collect();
            let rows: Vec<(i64, SkuCanal)> = batch
                .iter()
                .filter_map(|(sku, row)| Some((*known.get(sku.as_str())?, row.clone())))
                .collect();
            sku_canais::upsert_lote(tx, owner, number, &rows)
        })?;
    }
    Ok(())
}

fn write_orders(
    store: &Store,
    owner: LojaId,
    mut orders: Orders<'_>,
    written: &mut u64,
    progress: &mut dyn Progress,
) -> Result<()> {
    loop {
        let batch = orders.by_ref().take(BATCH).collect::<Result<Vec<Story>>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        let count = batch.len() as u64;
        store.write_blocking(move |tx| write_stories(tx, owner, &batch))?;
        let before = *written;
        *written += count;
        // the query planner keeps to what it knew of a few rows until the statistics are taken again
        if RENEWED_AT.iter().any(|orders| (before + 1..=*written).contains(orders)) {
            store.refresh_statistics()?;
        }
        progress.advance(count);
    }
}
