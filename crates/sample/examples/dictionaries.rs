//! Trains the dictionaries that the store packs the texts of orders with, on made-up orders, and writes one
//! file per kind of text: `cargo run --release -p entreposto-sample --example dictionaries -- FOLDER`.
//!
//! What comes out differs with every change of a text's shape, so it is never written over a dictionary
//! that is in use: a better one gets the next number (`store::base::packed::dictionaries`).
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program of its own")]

use std::path::Path;

use anyhow::{Context, Result};
use domain::pedido::Content;
use domain::tipo_canal::{Dimensoes, TipoCanal};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use entreposto_sample::{Plan, fill};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{Store, StoreConfig, pedidos};

/// As long as a dictionary may be: longer ones save little, and each stands in the program and its memory.
const LENGTH: usize = 32 << 10;

/// Orders that are looked at.
const ORDERS: u32 = 6_000;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("where to?")?;
    let (mut documents, mut records, mut catalogues) = (Vec::new(), Vec::new(), Vec::new());
    let mut progress = Vec::new();
    // several small databases, so that numbers differ in length and none of them is learnt
    for seed in 1..=6 {
        for texts in texts(seed)? {
            documents.push(Content::of_json(texts.documento).as_str().as_bytes().to_vec());
            records.push(texts.registro.into_bytes());
            catalogues.push(texts.catalogo.into_bytes());
            progress.push(beginning(&texts.andamento)?);
            progress.push(texts.andamento.into_bytes());
        }
    }
    let all =
        [("documento", documents), ("registro", records), ("catalogo", catalogues), ("andamento", progress)];
    for (name, texts) in all {
        let dictionary = zstd::dict::from_samples(&texts, LENGTH)?;
        let file = Path::new(&folder).join(format!("{name}.dict"));
        std::fs::write(&file, &dictionary)?;
        let bytes: usize = texts.iter().map(Vec::len).sum();
        println!("{}: {} texts of {} bytes on average", file.display(), texts.len(), bytes / texts.len());
    }
    Ok(())
}

#[derive(Serialize, Deserialize)]
struct History<'a> {
    #[serde(borrow)]
    historico: Vec<&'a RawValue>,
}

/// What is known of an order that has not moved yet: the first entry of its history.
fn beginning(andamento: &str) -> Result<Vec<u8>> {
    let mut all: History<'_> = serde_json::from_str(andamento)?;
    all.historico.truncate(1);
    Ok(serde_json::to_vec(&all)?)
}

fn texts(seed: u64) -> Result<Vec<pedidos::StoredTexts>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("made-up.db");
    let store = Store::open(&StoreConfig::new(format!("sqlite://{}", file.display())))?;
    store.migrate()?;
    let types = [TipoCanal {
        codigo: "Loja".to_owned(),
        titulo: "Loja".to_owned(),
        configuracoes_adicionais: Vec::new(),
        dimensoes_minimas: Dimensoes::default(),
    }];
    let plan = Plan::new(Instante::now()).seed(seed).skus(2_000).orders(ORDERS / 6).days(300);
    let filled = fill(&store, &plan, "made-up", &types, &mut ())?;
    let mut all = Vec::new();
    for made in filled.stores {
        for id in 1..=i64::from(ORDERS / 6) {
            let loja = made.id;
            let found = store.read_blocking(|conn| pedidos::stored_texts(conn, loja, PedidoId(id)))?;
            all.extend(found);
        }
    }
    Ok(all)
}
