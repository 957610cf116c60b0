//! `server store`: what the operator sets for one store of an application.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use domain::datas::Fuso;
use domain::documentos::Cep;
use domain::enderecos_web::UrlHttp;
use domain::forma_pagamento::{self, FormaPagamento};
use domain::loja_config::LojaConfig;
use store::lojas_config;

use crate::config::Config;
use crate::usage::usage;
use crate::{database, output, token};

/// Settings of one store.
#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Print the settings of a store
    Show(Which),
    /// Change settings of a store; those that are not named stay, an empty value goes back to the default
    Set(SetArgs),
}

/// Which store is meant.
#[derive(Debug, Args)]
pub struct Which {
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
}

/// `store set`.
#[derive(Debug, Args)]
pub struct SetArgs {
    #[command(flatten)]
    which: Which,
    /// Time zone of the store's days and of dates without an offset, e.g. America/Sao_Paulo
    // not the program's setting of the same name
    #[arg(id = "store_timezone", long = "timezone", value_name = "TZ")]
    timezone: Option<String>,
    /// Write interface B's dates in the store's time zone, without Z, for old clients
    #[arg(long, value_name = "true|false")]
    local_dates: Option<bool>,
    /// Address of the store's site
    #[arg(long, value_name = "URL")]
    site_url: Option<String>,
    /// Address of the store's cart
    #[arg(long, value_name = "URL")]
    cart_url: Option<String>,
    /// Postal code that the store sends from
    #[arg(long)]
    cep: Option<String>,
    /// JSON file with the store's payment methods: [{"formaPagamentoId", "nome", "nomeExibicao", "descricao"}]
    #[arg(long, value_name = "FILE.json")]
    payment_methods: Option<PathBuf>,
}
