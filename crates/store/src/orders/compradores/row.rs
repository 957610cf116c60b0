//! A buyer as a row.

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::titular::folded_email;
use sha2::{Digest, Sha256};

use crate::base::schema::compradores;

/// Half a SHA-256.
pub(crate) type CompradorKey = Vec<u8>;

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = compradores)]
pub(super) struct CompradorRow<'a> {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub chave: &'a [u8],
    pub comprador_num: i64,
}

/// Who the company is, without saying it.
pub(crate) fn company(cnpj: &str) -> CompradorKey {
    hashed("cnpj", cnpj)
}

/// The company that somebody has bought for whose own key is another.
pub(crate) fn bought_for(comprador: &Comprador) -> Option<CompradorKey> {
    let Comprador { cpf, cnpj, .. } = comprador;
    (!cpf.is_empty() && !cnpj.is_empty()).then(|| company(cnpj))
}

/// Who the buyer is, without saying it. `None` when nothing tells one buyer from another.
pub(super) fn key(comprador: &Comprador) -> Option<CompradorKey> {
    let email = folded_email(&comprador.email);
    let (kind, value) = if !comprador.cpf.is_empty() {
        ("cpf", &comprador.cpf)
    } else if !comprador.cnpj.is_empty() {
        ("cnpj", &comprador.cnpj)
    } else if !email.is_empty() {
        ("email", &email)
    } else {
        return None;
    };
    Some(hashed(kind, value))
}

fn hashed(kind: &str, value: &str) -> CompradorKey {
    Sha256::digest(format!("{kind}:{value}")).iter().copied().take(16).collect()
}
