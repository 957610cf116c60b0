//! Links that let somebody in, once.

use domain::console::Role;
use domain::values::dates::Instante;
use http_kit::api_keys::NoRandomness;
use store::accesses::{self, NewLink, Scope};
use store::{StoreError, Tx};

use super::secret::Secret;

/// Why there is no link.
#[derive(Debug, thiserror::Error)]
pub enum LinkFailure {
    /// No random numbers.
    #[error(transparent)]
    Random(#[from] NoRandomness),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Makes a link for somebody; answers its path, to be put behind the address of the listener. It works once,
/// until `until`.
///
/// # Errors
/// The database fails, or the system has no random numbers.
pub fn link(
    tx: &mut Tx<'_>,
    nome: &str,
    role: Role,
    scope: Scope,
    until: Instante,
) -> Result<String, LinkFailure> {
    let secret = Secret::draw()?;
    let new = NewLink { nome: nome.to_owned(), role, scope, hash: secret.hash(), expira_em: until };
    accesses::create(tx, &new)?;
    Ok(format!("/console/entrar?codigo={}", secret.text()))
}
