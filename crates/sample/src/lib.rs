//! Made-up data: stores with channels, SKUs and orders that look Brazilian and are nobody's. They keep every
//! rule of the domain, and the same seed makes the same ones.
//!
//! A database with something in it, to try the service on or to measure it:
//!
//! ```
//! use domain::values::dates::Instante;
//! use domain::tipo_canal::{Consentimento, Dimensoes, TipoCanal};
//! use entreposto_sample::{Plan, fill};
//! use store::{Secrets, Store, StoreConfig};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("sample.db");
//! let url = format!("sqlite://{}", file.display());
//! let store = Store::open(&StoreConfig::new(url.as_str()), Secrets::beside(&url))?;
//! store.migrate()?;
//! // a channel of each of these types, up to four in a store
//! let types = [TipoCanal {
//!     codigo: "Loja".to_owned(),
//!     titulo: "Loja própria".to_owned(),
//!     configuracoes_adicionais: Vec::new(),
//!     dimensoes_minimas: Dimensoes::default(),
//!     conector: false,
//!     consentimento: Consentimento::default(),
//! }];
//! let plan = Plan::new(Instante::now()).users(2).skus(10).orders(20);
//! let made = fill(&store, &plan, "sample", &types, &mut ())?;
//! assert_eq!((made.name.as_str(), made.stores.len()), ("sample", 2));
//! # Ok(())
//! # }
//! ```
//!
//! In place of `()` stands whoever wants to hear how far the work is: a [`Progress`]. Nobody has a key to
//! what was made yet; keys are the caller's to give.
//!
//! What is made up is told apart from how it is stored: [`catalogue`] and [`orders`] know no database and no
//! clock, [`fill`] knows nothing of what the data look like.
#![deny(missing_docs)]

pub mod catalogue;
mod dice;
mod documents;
mod error;
mod examples;
mod goods;
pub mod orders;
mod people;
mod plan;
mod progress;
mod steps;
mod words;
mod writer;

pub use error::SampleError;
pub use plan::Plan;
pub use progress::{Part, Progress};
pub use writer::{Filled, FilledStore, fill};

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;
