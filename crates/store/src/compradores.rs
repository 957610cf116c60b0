//! Buyers, as a store's own system numbers them: the same person keeps the same number.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::ids::LojaId;
use domain::pedido::Comprador;
use sha2::{Digest, Sha256};

use crate::base::StoreError;
use crate::base::schema::compradores;
use crate::base::sequences::proximo;
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Backend, Conn, Tx};
use crate::base::{Comando, Valor};

/// The numbers of some buyers, in order: for each the one that the same CPF, CNPJ or e-mail has had before, or
/// a new one.
pub(crate) fn numeros<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    compradores: impl Iterator<Item = &'a Comprador>,
) -> Result<Vec<i64>, StoreError> {
    let chaves: Vec<Option<Chave>> = compradores.map(chave).collect();
    let distintas: BTreeSet<&Chave> = chaves.iter().flatten().collect();
    let mut numeros = list(tx, loja, &distintas)?;
    let novas: Vec<&Chave> = distintas.iter().copied().filter(|c| !numeros.contains_key(*c)).collect();
    let anonimos = chaves.iter().filter(|c| c.is_none()).count();
    let mut livres = proximos(tx, Sequencia::Compradores, novas.len() + anonimos)?.into_iter();
    if !novas.is_empty() {
        inserir(tx, loja, &novas, &mut livres)?;
        // read back: another transaction may have been faster with some of them
        numeros = list(tx, loja, &distintas)?;
    }
    let numero = |chave: &Option<Chave>| match chave {
        Some(chave) => numeros.get(chave).copied(),
        None => livres.next(),
    };
    let numerados: Option<Vec<i64>> = chaves.iter().map(numero).collect();
    numerados.ok_or_else(|| StoreError::Concorrencia("a buyer vanished".to_owned()))
}

/// The number of a new order's buyer, as [`numeros`] gives it, and a number for the order.
pub(crate) fn numero_e_pedido(
    tx: &mut Tx<'_>,
    loja: LojaId,
    comprador: &Comprador,
) -> Result<(i64, i64), StoreError> {
    match &mut tx.backend {
        Backend::Sqlite(_) => {
            let numeros = numeros(tx, loja, std::iter::once(comprador))?;
            let pedido = proximo(tx, Sequencia::Pedidos)?;
            Ok((numeros.first().copied().unwrap_or_default(), pedido))
        }
        Backend::Postgres(c) => de_uma_vez(c, loja, comprador),
    }
}

/// Finds the buyer or makes a new one, and draws the order's number, in one trip.
fn de_uma_vez(c: &mut PgConnection, loja: LojaId, comprador: &Comprador) -> Result<(i64, i64), StoreError> {
    let Some(chave) = chave(comprador) else {
        let numeros: Comando<'_, (BigInt, BigInt), 0> =
            Comando::novo("SELECT nextval('seq_compradores'), nextval('seq_pedidos')", []);
        return Ok(numeros.get_result(c)?);
    };
    let chave: String = chave.iter().map(|byte| format!("{byte:02x}")).collect();
    let (aplicacao, da_loja) = (Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja));
    let chave = Valor::Texto(&chave);
    // again when another transaction made the same buyer while the first try looked: it has committed by now
    for _ in 0..2 {
        let numeros: Comando<'_, (BigInt, BigInt), 9> = Comando::novo(
            "WITH novo AS (INSERT INTO compradores (aplicacao_id, loja_id, chave, comprador_num) \
             SELECT ?, ?, decode(?, 'hex'), nextval('seq_compradores') WHERE NOT EXISTS (SELECT FROM compradores \
             WHERE aplicacao_id = ? AND loja_id = ? AND chave = decode(?, 'hex')) \
             ON CONFLICT DO NOTHING RETURNING comprador_num), \
             achado AS (SELECT comprador_num FROM novo UNION ALL SELECT comprador_num FROM compradores \
             WHERE aplicacao_id = ? AND loja_id = ? AND chave = decode(?, 'hex')) \
             SELECT comprador_num, nextval('seq_pedidos') FROM achado",
            [aplicacao, da_loja, chave, aplicacao, da_loja, chave, aplicacao, da_loja, chave],
        );
        if let Some(numeros) = numeros.get_result(c).optional()? {
            return Ok(numeros);
        }
    }
    Err(StoreError::Concorrencia("a buyer vanished".to_owned()))
}

/// Always in one order: two batches with the same new buyers wait for each other instead of holding each other
/// up.
fn inserir(
    tx: &mut Tx<'_>,
    loja: LojaId,
    novas: &[&Chave],
    livres: &mut impl Iterator<Item = i64>,
) -> Result<(), StoreError> {
    let linhas: Vec<_> = novas
        .iter()
        .zip(livres)
        .map(|(chave, num)| Linha {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            chave,
            comprador_num: num,
        })
        .collect();
    match &mut tx.backend {
        Backend::Sqlite(c) => {
            for linha in &linhas {
                diesel::insert_into(compradores::table).values(linha).on_conflict_do_nothing().execute(*c)?;
            }
        }
        Backend::Postgres(c) => {
            diesel::insert_into(compradores::table).values(&linhas).on_conflict_do_nothing().execute(*c)?;
        }
    }
    Ok(())
}

fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    chaves: &BTreeSet<&Chave>,
) -> Result<HashMap<Chave, i64>, StoreError> {
    macro_rules! achados {
        ($c:expr, $condicao:expr) => {
            compradores::table
                .filter(compradores::aplicacao_id.eq(loja.aplicacao.0))
                .filter(compradores::loja_id.eq(loja.loja))
                .filter($condicao)
                .select((compradores::chave, compradores::comprador_num))
                .load($c)?
        };
    }
    let achados: Vec<(Vec<u8>, i64)> = match &mut conn.backend {
        // one at a time by a statement that is kept: a list is another text for each length
        Backend::Sqlite(c) => {
            let mut achados = Vec::with_capacity(chaves.len());
            for chave in chaves {
                achados.extend::<Vec<_>>(achados!(*c, compradores::chave.eq(chave.as_slice())));
            }
            achados
        }
        Backend::Postgres(c) => {
            let lista = chaves.iter().map(|chave| chave.as_slice());
            achados!(*c, compradores::chave.eq_any(lista))
        }
    };
    Ok(achados.into_iter().collect())
}

/// Half a SHA-256.
type Chave = Vec<u8>;

#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = compradores)]
struct Linha<'a> {
    aplicacao_id: i32,
    loja_id: i32,
    chave: &'a [u8],
    comprador_num: i64,
}

/// Who the buyer is, without saying it. `None` when nothing tells one buyer from another.
fn chave(comprador: &Comprador) -> Option<Chave> {
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
