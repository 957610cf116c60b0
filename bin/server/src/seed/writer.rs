//! Stores what was made up, many rows in one transaction.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use domain::canal::Canal;
use domain::categoria_loja::{CategoriaLoja, ExibirMatriz};
use domain::dinheiro::Dinheiro;
use domain::ids::{AplicacaoId, LojaId};
use domain::sku_canal::SkuCanal;
use domain::tipo_canal::TipoCanal;
use store::pedidos::{self, CriacaoPedido, Entrada, MudancaPedido};
use store::skus::SkuPronto;
use store::{
    Store, Tx, aplicacoes, canais, categorias, categorias_loja, eventos, sku_canais, skus, usuarios,
};

use super::catalogue::{self, Category};
use super::orders::{Orders, Story};
use super::progress::Progress;
use super::{Plan, SeededStore, Summary};
use crate::owners;

/// For a log that is still being copied: a large database takes a while.
const PATIENCE: Duration = Duration::from_secs(60);

/// Rows per transaction: a commit's wait for the disk is shared, and other writers get their turn.
const BATCH: usize = 500;

/// Makes everything under a new application, whose name starts with `name`; answers that name and the keys.
pub fn fill(store: &Store, plan: &Plan, name: &str, types: &[TipoCanal]) -> Result<(String, Summary)> {
    let (name, aplicacao) = application(store, name)?;
    let mut stores = Vec::new();
    let mut progress = Progress::new("SKUs", plan.skus.into());
    let mut made = Vec::new();
    for number in 0..plan.users {
        let content = catalogue::store(plan.seed, number, plan.share(plan.skus, number), types)?;
        let loja = write_store(store, aplicacao, &content, &mut progress)?;
        let store_key = owners::create_key(store, aplicacao, Some(loja), name.clone(), None)?;
        stores.push(SeededStore { usuario_id: content.usuario.usuario_id.to_string(), store_key });
        made.push((loja, content));
    }
    progress.finish();
    store.refresh_statistics()?;
    let mut progress = Progress::new("orders", plan.orders.into());
    for (number, (loja, content)) in (0..).zip(&made) {
        let count = plan.share(plan.orders, number);
        let orders = Orders::new(plan.seed, number, content, count, plan.days, plan.now);
        write_orders(store, *loja, orders, &mut progress)?;
    }
    progress.finish();
    // neither the first reader of the log nor a server that is told to stop has to wait for it
    eventos::em_dia_blocking(store)?;
    store.refresh_statistics()?;
    if let Err(error) = store.empty_log(PATIENCE) {
        tracing::warn!(%error, "the log was left for the next start");
    }
    let app_key = owners::create_key(store, aplicacao, None, name.clone(), None)?;
    let (from, to) = plan.range();
    Ok((name, Summary { app_key, stores, orders: plan.orders, from, to }))
}

/// A new application; a number is added to a name that is taken.
fn application(store: &Store, name: &str) -> Result<(String, AplicacaoId)> {
    for n in 1..10_000 {
        let candidate = if n == 1 { name.to_owned() } else { format!("{name}-{n}") };
        let wanted = candidate.clone();
        if let Some(app) = store.write_blocking(move |tx| anyhow::Ok(aplicacoes::create(tx, &wanted)?))? {
            return Ok((candidate, app.id));
        }
    }
    bail!("there are too many applications named {name}-…: use a new database")
}

fn write_store(
    store: &Store,
    aplicacao: AplicacaoId,
    content: &catalogue::Store,
    progress: &mut Progress,
) -> Result<LojaId> {
    let (usuario, channels) = (content.usuario.clone(), content.canais.clone());
    let tree = tree(&content.categorias);
    let (loja, numbers) = store.write_blocking(move |tx| {
        usuarios::create(tx, aplicacao, &usuario)?;
        let loja = usuarios::resolver(tx, aplicacao, &usuario.usuario_id)?
            .ok_or_else(|| anyhow!("the user {} was not stored", usuario.usuario_id))?
            .id;
        categorias_loja::insert(tx, loja, &tree)?;
        let mut numbers = HashMap::new();
        for canal in &channels {
            canais::create(tx, loja, canal)?;
            numbers.insert(canal.canal_id.clone(), write_channel_tree(tx, loja, canal)?);
        }
        anyhow::Ok((loja, numbers))
    })?;
    write_skus(store, loja, content, &numbers, progress)?;
    Ok(loja)
}

/// The channel's number.
fn write_channel_tree(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<i32> {
    let found = canais::find(tx, loja, &canal.canal_id)?;
    let canal_num = found.ok_or_else(|| anyhow!("the channel {} was not stored", canal.canal_id))?.num;
    let tree = catalogue::categorias_canal(&canal.tipo_canal)?;
    categorias::replace(tx, categorias::Arvore { loja, canal_num }, &tree)?;
    Ok(canal_num)
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
        });
    }
    tree
}

fn write_skus(
    store: &Store,
    loja: LojaId,
    content: &catalogue::Store,
    numbers: &HashMap<domain::ids::CanalId, i32>,
    progress: &mut Progress,
) -> Result<()> {
    for batch in content.skus.chunks(BATCH) {
        let count = batch.len() as u64;
        let batch: Vec<SkuPronto> = batch.iter().cloned().map(SkuPronto::novo).collect::<Result<_, _>>()?;
        store.write_blocking(move |tx| {
            let batch: Vec<&SkuPronto> = batch.iter().collect();
            anyhow::Ok(skus::upsert_lote(tx, loja, &batch)?)
        })?;
        progress.add(count);
    }
    for canal in &content.canais {
        let Some(canal_num) = numbers.get(&canal.canal_id).copied() else { continue };
        let rows: Vec<_> =
            content.sku_canais.iter().filter(|(_, row)| row.canal_id == canal.canal_id).cloned().collect();
        for batch in rows.chunks(BATCH) {
            let batch = batch.to_vec();
            store.write_blocking(move |tx| {
                let codes: Vec<&str> = batch.iter().map(|(sku, _)| sku.as_str()).collect();
                let known: HashMap<String, i64> = skus::numeros(tx, loja, &codes)?.into_iter().collect();
                let rows: Vec<(i64, SkuCanal)> = batch
                    .iter()
                    .filter_map(|(sku, row)| Some((*known.get(sku.as_str())?, row.clone())))
                    .collect();
                sku_canais::upsert_lote(tx, loja, canal_num, &rows)?;
                anyhow::Ok(())
            })?;
        }
    }
    Ok(())
}

fn write_orders(store: &Store, loja: LojaId, mut orders: Orders<'_>, progress: &mut Progress) -> Result<()> {
    let mut done = 0_u32;
    loop {
        let batch = orders.by_ref().take(BATCH).collect::<Result<Vec<Story>>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        let count = batch.len() as u64;
        store.write_blocking(move |tx| write_stories(tx, loja, &batch))?;
        done += 1;
        // plans that were made for a few rows are kept until somebody looks again
        if [1, 4, 16, 64].contains(&done) {
            store.refresh_statistics()?;
        }
        progress.add(count);
    }
}

/// The orders as they were placed, then their moves, by the way that clients' orders take.
fn write_stories(tx: &mut Tx<'_>, loja: LojaId, stories: &[Story]) -> Result<()> {
    let placed: Vec<Entrada> = stories.iter().map(|story| story.pedido.clone().into()).collect();
    let mut moves = Vec::with_capacity(stories.len());
    for (story, made) in stories.iter().zip(pedidos::create_lote(tx, loja, &placed)?) {
        let CriacaoPedido::Criado { pedido, .. } = made else {
            bail!("the made-up order {} was not new: {made:?}", story.pedido.source_id);
        };
        moves.push((pedido.pedido_id, story.moves.as_slice()));
    }
    moves.retain(|(_, moves)| !moves.is_empty());
    for ((id, _), made) in moves.iter().zip(pedidos::mover_lote(tx, loja, &moves)?) {
        if !matches!(made, MudancaPedido::Feita(_)) {
            bail!("the made-up order {id} could not move: {made:?}");
        }
    }
    Ok(())
}
