//! Trains the dictionary that the store packs texts of orders and events with, on sample data:
//! `cargo run --release -p entreposto-sample --example dictionary -- FILE`.
//!
//! The result differs with every change of a text's shape, so it never replaces a dictionary in use: a better one
//! gets the next number (`store::base::packed::dictionary`).
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program of its own")]

use anyhow::{Context, Result};
use domain::evento::KindSet;
use domain::pedido::Content;
use domain::tipo_canal::{Consentimento, Dimensoes, TipoCanal};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use entreposto_sample::{Plan, fill};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::events::{self, Filter};
use store::{Secrets, Store, StoreConfig, orders};

/// Length of the dictionary: a longer one saves little, and it is a part of the program and of its memory.
const LENGTH: usize = 64 << 10;

/// Orders in all databases together.
const ORDERS: u32 = 6_000;

/// Texts of one kind.
type Texts = Vec<Vec<u8>>;

fn main() -> Result<()> {
    let file = std::env::args().nth(1).context("the file to write is missing")?;
    let mut kinds: [(&str, Texts); 5] =
        ["documento", "registro", "catalogo", "andamento", "evento"].map(|name| (name, Vec::new()));
    // several small databases, so that numbers differ in length and none of them is learnt
    for seed in 1..=6 {
        for ((_, all), texts) in kinds.iter_mut().zip(texts(seed)?) {
            all.extend(texts);
        }
    }
    let all: Vec<&Vec<u8>> = kinds.iter().flat_map(|(_, texts)| texts).collect();
    let dictionary = zstd::dict::from_samples(&all, LENGTH)?;
    std::fs::write(&file, &dictionary)?;
    let mut packer = zstd::bulk::Compressor::with_dictionary(3, &dictionary)?;
    for (name, texts) in &kinds {
        let bytes: usize = texts.iter().map(Vec::len).sum();
        let mut packed = 0;
        for text in texts {
            packed += packer.compress(text)?.len();
        }
        let count = texts.len();
        println!("{name}: {count} texts of {} bytes, packed {}", bytes / count, packed / count);
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

/// The stored part of an event.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evento<'a> {
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    canal_id: Option<&'a RawValue>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    sku: Option<&'a RawValue>,
    #[serde(borrow)]
    dados: &'a RawValue,
}

/// The texts of a sample database, by kind.
fn texts(seed: u64) -> Result<[Texts; 5]> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("made-up.db");
    let url = format!("sqlite://{}", file.display());
    let store = Store::open(&StoreConfig::new(url.as_str()), Secrets::beside(&url))?;
    store.migrate()?;
    let types = [TipoCanal {
        codigo: "Loja".to_owned(),
        titulo: "Loja".to_owned(),
        configuracoes_adicionais: Vec::new(),
        dimensoes_minimas: Dimensoes::default(),
        conector: false,
        consentimento: Consentimento::default(),
    }];
    let plan = Plan::new(Instante::now()).seed(seed).skus(2_000).orders(ORDERS / 6).days(300);
    let filled = fill(&store, &plan, "made-up", &types, &mut ())?;
    let [mut documents, mut records, mut catalogues, mut progress, mut events] = [const { Vec::new() }; 5];
    for made in filled.stores {
        let loja = made.id;
        for id in 1..=i64::from(ORDERS / 6) {
            let found = store.read_blocking(|conn| orders::stored_texts(conn, loja, PedidoId(id)))?;
            let Some(texts) = found else { continue };
            documents.push(Content::of_json(texts.documento).as_str().as_bytes().to_vec());
            records.push(texts.registro.into_bytes());
            catalogues.push(texts.catalogo.into_bytes());
            progress.push(beginning(&texts.andamento)?);
            progress.push(texts.andamento.into_bytes());
        }
        let filter = Filter { loja: Some(loja), tipos: KindSet::default() };
        let list = |conn: &mut store::Conn<'_>| events::list(conn, loja.aplicacao, filter, 1, 20_000);
        for event in store.read_blocking(list)?.eventos {
            events.push(serde_json::to_vec(&serde_json::from_str::<Evento<'_>>(&event.documento)?)?);
        }
    }
    Ok([documents, records, catalogues, progress, events])
}
