//! Buyers, as a store's own system numbers them: the same person keeps the same number.

use diesel::prelude::*;
use domain::ids::LojaId;
use domain::pedido::Comprador;
use sha2::{Digest, Sha256};

use crate::conexao::{Conn, Tx, on};
use crate::erro::StoreError;
use crate::schema::compradores;
use crate::sequencias::{Sequencia, proximo};

/// The number of a buyer: the one that the same CPF, CNPJ or e-mail has had before, or a new one.
pub(crate) fn numero(tx: &mut Tx<'_>, loja: LojaId, comprador: &Comprador) -> Result<i64, StoreError> {
    let Some(chave) = chave(comprador) else {
        return proximo(tx, Sequencia::Compradores);
    };
    if let Some(num) = find(tx, loja, &chave)? {
        return Ok(num);
    }
    let num = proximo(tx, Sequencia::Compradores)?;
    let inseridas = on!(tx, c => diesel::insert_into(compradores::table)
        .values((
            compradores::aplicacao_id.eq(loja.aplicacao.0),
            compradores::loja_id.eq(loja.loja),
            compradores::chave.eq(chave.as_slice()),
            compradores::comprador_num.eq(num),
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    if inseridas == 1 {
        return Ok(num);
    }
    // another transaction was faster
    find(tx, loja, &chave)?.ok_or_else(|| StoreError::Concorrencia("a buyer vanished".to_owned()))
}

fn find(conn: &mut Conn<'_>, loja: LojaId, chave: &[u8]) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => compradores::table
        .find((loja.aplicacao.0, loja.loja, chave))
        .select(compradores::comprador_num)
        .first(c)
        .optional())?)
}

/// Who the buyer is, without saying it: half a SHA-256. `None` when nothing tells one buyer from another.
fn chave(comprador: &Comprador) -> Option<Vec<u8>> {
    let email = comprador.email.trim().to_lowercase();
    let (tipo, valor) = if !comprador.cpf.is_empty() {
        ("cpf", &comprador.cpf)
    } else if !comprador.cnpj.is_empty() {
        ("cnpj", &comprador.cnpj)
    } else if !email.is_empty() {
        ("email", &email)
    } else {
        return None;
    };
    Some(Sha256::digest(format!("{tipo}:{valor}")).iter().copied().take(16).collect())
}
