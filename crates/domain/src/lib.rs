//! Entities, value types and rules of a hub between Brazilian stores, ERPs and marketplaces: no I/O, no
//! database, no HTTP.
//!
//! # Read a document, and hear of every problem at once
//!
//! ```
//! use entreposto_domain::reading::json::read_json;
//! use entreposto_domain::sku::Sku;
//!
//! let sku: Sku = read_json(br#"{"sku":"MESA-1","nome":"Mesa","precoPor":"199.90","estoque":12}"#)?;
//! assert_eq!((sku.sku.as_str(), sku.estoque), ("MESA-1", 12));
//!
//! let refused = read_json::<Sku>(br#"{"nome":"","gtin":"7891000315508","imagens":["mesa.png"]}"#);
//! assert_eq!(
//!     refused.unwrap_err().to_string(),
//!     "sku: é obrigatório; nome: deve ter de 1 a 300 caracteres; gtin: tem dígito verificador incorreto; \
//!      imagens[0]: deve ser um endereço http ou https completo"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Orders, channels, users and the rest are read in the same way; what is wrong is told in Portuguese, for
//! clients, each problem under its JSON path.
//!
//! # Compute what a channel should show of a SKU
//!
//! ```
//! use entreposto_domain::canal::Canal;
//! use entreposto_domain::oferta::{OfertaInput, Oferta, SkuOferta};
//! use entreposto_domain::sku::Sku;
//! use entreposto_domain::tipo_canal::TipoCanal;
//! use entreposto_domain::values::ids::{CanalId, SkuId};
//! use entreposto_domain::values::money::Dinheiro;
//!
//! let kind: TipoCanal = serde_json::from_str(r#"{"codigo":"ML","titulo":"Mercado Livre"}"#)?;
//! let channel = Canal { percentual_estoque: 50, ..Canal::new(CanalId::parse("ml")?, "Loja", "ML") };
//! let price: Dinheiro = "199.90".parse()?;
//! let sku = Sku { estoque: 9, preco_por: price, ..Sku::new(&SkuId::parse("MESA-1")?, "Mesa")? };
//!
//! let offer = Oferta::compute(&OfertaInput::new(&channel, &kind, &SkuOferta::from(&sku)));
//! assert!(offer.publicavel);
//! assert_eq!((offer.estoque, offer.preco.preco_por), (4, price));
//! // each value comes with the rule that gave it
//! assert!(offer.motivos.iter().any(|reason| reason.campo == "estoque"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Check a document
//!
//! ```
//! use entreposto_domain::values::documents::{Cnpj, InvalidDocument};
//!
//! assert_eq!(Cnpj::parse("11.222.333/0001-81")?.as_str(), "11222333000181");
//! assert_eq!(Cnpj::parse("11.222.333/0001-82"), Err(InvalidDocument::Digit));
//! # Ok::<(), InvalidDocument>(())
//! ```
//!
//! # Move an order's status
//!
//! ```
//! use entreposto_domain::pedido::{Movement, IllegalMovement, StatusPedido};
//!
//! let skipped = vec![StatusPedido::Faturado];
//! assert_eq!(StatusPedido::Pago.move_on(StatusPedido::Enviado, false)?, Movement::Progress { pulados: skipped
//! }); // a shipped order is not cancelled without a reason
//! assert!(StatusPedido::Enviado.move_on(StatusPedido::Cancelado, false).is_err());
//! # Ok::<(), IllegalMovement>(())
//! ```
//!
//! # Where things are
//!
//! | | |
//! |---|---|
//! | the store and its channels | [`usuario`], [`loja_config`], [`forma_pagamento`]; [`canal`],
//! [`tipo_canal`] |
//! | the catalogue | [`sku`], [`sku_canal`], [`oferta`]; [`categoria`] of a channel, [`categoria_loja`] of
//! the store |
//! | orders | [`pedido`], [`fila`]; whose data, [`titular`] |
//! | telling of changes | [`evento`], [`notificacao`], [`inscricao`], [`entrega`] |
//! | what entities are made of | [`values`]: money, dates, documents, identifiers, addresses on the web |
//! | reading JSON | [`reading`]: the reader, problems and their paths, merge patch |
//! | other wire forms | [`interface_b`]: the records that stores' own systems read and write |
//!
//! An entity's own form in JSON is that of interface A. `reading` knows nothing of the rest, `values` knows
//! `reading`, entities know both, and `interface_b` knows them all.
//!
//! Names that clients see on the wire are Portuguese (`Pedido`, `Estoque`); the feature `openapi` derives
//! their schemas.

#![deny(missing_docs)]

pub mod interface_b;
pub mod reading;
pub mod values;

pub mod canal;
pub mod categoria;
pub mod categoria_loja;
pub mod conexao;
pub mod console;
pub mod entrega;
pub mod estoque;
pub mod evento;
pub mod fila;
pub mod forma_pagamento;
pub mod inscricao;
pub mod loja_config;
pub mod notificacao;
pub mod oferta;
pub mod pedido;
pub mod sku;
pub mod sku_canal;
pub mod tipo_canal;
pub mod titular;
pub mod usuario;

#[cfg(all(test, feature = "openapi"))]
mod schemas;
