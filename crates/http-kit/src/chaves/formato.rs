//! What a key looks like: `eap_` or `elo_`, 28 random characters, 6 of checksum.

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use store::tokens::TipoToken;
use subtle::ConstantTimeEq;

/// Digits, upper and lower case letters: nothing that a shell, a URL or a double click splits.
const ALFABETO: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 28 characters of 62 hold 166 bits.
const ALEATORIOS: usize = 28;
const SOMA: usize = 6;
/// The largest multiple of 62 that a byte holds; bytes above it would favour some characters.
const SEM_VIES: u8 = 248;

/// A key with the right form; whether it is anybody's is for the database to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChaveAnalisada {
    /// The kind that its prefix names.
    pub tipo: TipoToken,
    /// SHA-256 of the whole key, which is what is stored.
    pub hash: [u8; 32],
}

/// Not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChaveInvalida {
    /// Wrong prefix, length or characters.
    #[error("the text does not have the form of a key")]
    Forma,
    /// Mistyped or cut.
    #[error("the key's checksum does not match")]
    Soma,
}

/// The operating system gave no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gave no random numbers: {0}")]
pub struct SemAleatorios(#[from] rand::rngs::SysError);

fn prefixo(tipo: TipoToken) -> &'static str {
    match tipo {
        TipoToken::Aplicacao => "eap_",
        TipoToken::Loja => "elo_",
    }
}

/// A new key, to be shown once, and the hash to keep.
pub fn gerar(tipo: TipoToken) -> Result<(String, [u8; 32]), SemAleatorios> {
    let mut chave = prefixo(tipo).to_owned();
    let completa = chave.len() + ALEATORIOS;
    let mut bytes = [0u8; 64];
    while chave.len() < completa {
        SysRng.try_fill_bytes(&mut bytes)?;
        let letras = bytes.iter().filter(|b| **b < SEM_VIES).map(|b| letra(u32::from(*b)));
        chave.extend(letras.take(completa - chave.len()));
    }
    let soma = somar(&chave);
    chave.push_str(&soma);
    let hash = Sha256::digest(chave.as_bytes()).into();
    Ok((chave, hash))
}

/// Checks form and checksum, so that a mistyped key costs no look into the database.
pub fn analisar(texto: &str) -> Result<ChaveAnalisada, ChaveInvalida> {
    let tipo = [TipoToken::Aplicacao, TipoToken::Loja]
        .into_iter()
        .find(|tipo| texto.starts_with(prefixo(*tipo)))
        .ok_or(ChaveInvalida::Forma)?;
    let corpo = texto.get(prefixo(tipo).len()..).unwrap_or_default();
    if corpo.len() != ALEATORIOS + SOMA || !corpo.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(ChaveInvalida::Forma);
    }
    let (chave, soma) = texto.split_at(texto.len() - SOMA);
    if bool::from(somar(chave).as_bytes().ct_eq(soma.as_bytes())) {
        Ok(ChaveAnalisada { tipo, hash: Sha256::digest(texto.as_bytes()).into() })
    } else {
        Err(ChaveInvalida::Soma)
    }
}

fn somar(texto: &str) -> String {
    let mut resto = crc32fast::hash(texto.as_bytes());
    (0..SOMA)
        .map(|_| {
            let proxima = letra(resto);
            resto /= 62;
            proxima
        })
        .collect()
}

fn letra(n: u32) -> char {
    // the remainder is always inside the alphabet
    ALFABETO.get((n % 62) as usize).map_or('0', |b| char::from(*b))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_read_back() {
        for (tipo, inicio) in [(TipoToken::Aplicacao, "eap_"), (TipoToken::Loja, "elo_")] {
            let (chave, hash) = gerar(tipo).unwrap();
            assert!(chave.starts_with(inicio));
            assert_eq!(chave.len(), 4 + 28 + 6);
            let analisada = analisar(&chave).unwrap();
            assert!(analisada.tipo == tipo && analisada.hash == hash);
            assert_ne!(gerar(tipo).unwrap().0, chave);
        }
    }

    #[test]
    fn one_changed_character_is_found_out() {
        let (chave, _) = gerar(TipoToken::Loja).unwrap();
        for i in 4..chave.len() {
            let mut mudada = chave.clone().into_bytes();
            mudada[i] = if mudada[i] == b'x' { b'y' } else { b'x' };
            assert_eq!(analisar(std::str::from_utf8(&mudada).unwrap()), Err(ChaveInvalida::Soma));
        }
        let outro_prefixo = chave.replacen("elo_", "eap_", 1);
        assert_eq!(analisar(&outro_prefixo), Err(ChaveInvalida::Soma));
        for texto in ["", "elo_", "elo_é", &chave[..37], &format!("{chave}0"), &chave.to_uppercase()] {
            assert_eq!(analisar(texto), Err(ChaveInvalida::Forma), "{texto}");
        }
    }
}
