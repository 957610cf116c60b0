//! Profiles of files that an application keeps: what the columns of another system's sheet are.

use diesel::prelude::*;
use domain::values::ids::AplicacaoId;

use crate::base::schema::perfis_arquivo;
use crate::base::{Conn, StoreError, Tx, on};

/// Profiles that an application may keep.
pub const PROFILES_MAX: usize = 100;

/// The profiles of an application as JSON, by name.
pub fn list(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Vec<(String, String)>, StoreError> {
    Ok(on!(conn, c => perfis_arquivo::table
        .filter(perfis_arquivo::aplicacao_id.eq(aplicacao.0))
        .order(perfis_arquivo::nome)
        .select((perfis_arquivo::nome, perfis_arquivo::perfil))
        .limit(PROFILES_MAX as i64)
        .load(c))?)
}

/// Keeps a profile, in the place of another one with its name; false when the application has as many as it may.
pub fn upsert(tx: &mut Tx<'_>, aplicacao: AplicacaoId, nome: &str, perfil: &str) -> Result<bool, StoreError> {
    let kept = list(tx, aplicacao)?;
    if kept.len() >= PROFILES_MAX && kept.iter().all(|(other, _)| other != nome) {
        return Ok(false);
    }
    on!(tx, c => diesel::insert_into(perfis_arquivo::table)
        .values((
            perfis_arquivo::aplicacao_id.eq(aplicacao.0),
            perfis_arquivo::nome.eq(nome),
            perfis_arquivo::perfil.eq(perfil),
        ))
        .on_conflict((perfis_arquivo::aplicacao_id, perfis_arquivo::nome))
        .do_update()
        .set(perfis_arquivo::perfil.eq(perfil))
        .execute(c))?;
    Ok(true)
}

/// Forgets a profile; false when there is none with the name.
pub fn delete(tx: &mut Tx<'_>, aplicacao: AplicacaoId, nome: &str) -> Result<bool, StoreError> {
    let found = perfis_arquivo::table.find((aplicacao.0, nome));
    Ok(on!(tx, c => diesel::delete(found).execute(c))? > 0)
}
