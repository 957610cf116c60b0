//! `Idempotency-Key`: the same request twice changes things once and is answered the same.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::HttpRequest;
use domain::reading::problems::Problemas;
use domain::values::ids::AplicacaoId;
use http_kit::KitError;
use sha2::{Digest, Sha256};
use store::idempotencia::{self, Chave};
use store::{Conn, Tx};

use crate::erro::ErroA;
use crate::outcome::{Outcome, Rollback};
use crate::resposta::Resposta;

const CABECALHO: &str = "idempotency-key";
const TAMANHO_MAX: usize = 255;

/// The keys whose requests this server is working on.
#[derive(Clone, Default)]
pub struct EmCurso(Arc<Mutex<HashSet<Chave>>>);

/// A key being worked on, until it is dropped.
pub struct Vez {
    em_curso: EmCurso,
    chave: Chave,
}

impl EmCurso {
    /// Takes a key; refused while another request of this server has it.
    pub fn tomar(&self, chave: &Chave) -> Result<Vez, ErroA> {
        let mut chaves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !chaves.insert(chave.clone()) {
            return Err(ErroA::ChaveEmCurso);
        }
        Ok(Vez { em_curso: self.clone(), chave: chave.clone() })
    }
}

impl Drop for Vez {
    fn drop(&mut self) {
        self.em_curso.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.chave);
    }
}

/// The key of a request, if it has one.
pub fn chave(req: &HttpRequest, aplicacao: AplicacaoId, token_id: i64) -> Result<Option<Chave>, ErroA> {
    let mut valores = req.headers().get_all(CABECALHO);
    let Some(valor) = valores.next() else { return Ok(None) };
    let texto = valor.to_str().unwrap_or_default().trim();
    if texto.is_empty() || texto.len() > TAMANHO_MAX || valores.next().is_some() {
        let mut problemas = Problemas::new();
        problemas.push(
            "Idempotency-Key",
            format_args!("deve ser informada uma vez, com 1 a {TAMANHO_MAX} caracteres ASCII visíveis"),
        );
        return Err(KitError::Consulta(problemas).into());
    }
    Ok(Some(Chave { aplicacao, token_id, texto: texto.to_owned() }))
}

/// What a request is: two with the same print are the same request.
pub fn impressao(req: &HttpRequest, corpo: [u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for parte in [req.method().as_str(), req.uri().path(), req.query_string()] {
        hash.update((parte.len() as u64).to_be_bytes());
        hash.update(parte);
    }
    hash.update(corpo);
    hash.finalize().into()
}

/// The answer that was given before, if any.
pub fn anterior(
    conn: &mut Conn<'_>,
    chave: &Chave,
    impressao: [u8; 32],
    agora: domain::values::dates::Instante,
) -> Result<Option<Resposta>, ErroA> {
    match idempotencia::find(conn, chave, agora)? {
        None => Ok(None),
        Some(guardada) if guardada.impressao == impressao => Resposta::guardada(guardada).map(Some),
        Some(_) => Err(ErroA::ChaveReutilizada),
    }
}

/// Runs `f` under a key, in the transaction that also keeps its answer. The flag tells a replay.
pub fn sob_chave(
    tx: &mut Tx<'_>,
    chave: &Chave,
    impressao: [u8; 32],
    f: impl FnOnce(&mut Tx<'_>) -> Result<Outcome, ErroA>,
) -> Result<(Resposta, bool), Rollback> {
    if !idempotencia::tomar(tx, chave)? {
        return Err(ErroA::ChaveEmCurso.into());
    }
    let agora = tx.agora();
    if let Some(resposta) = anterior(tx, chave, impressao, agora)? {
        return Ok((resposta, true));
    }
    let resposta = Result::from(f(tx)?)?;
    idempotencia::insert(tx, chave, &resposta.guardar(impressao)?)?;
    Ok((resposta, false))
}
