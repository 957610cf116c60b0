//! Addresses of what there is.

use domain::values::ids::UsuarioId;

/// The address of something below a store.
pub fn loja_address(usuario_id: &UsuarioId, parts: &[&str]) -> String {
    let usuario = http_kit::path::escape(usuario_id.as_str());
    format!("{}?usuarioId={usuario}", address(parts))
}

/// A path out of its parts, each percent-encoded.
pub fn address(parts: &[&str]) -> String {
    parts.iter().map(|part| format!("/{}", http_kit::path::escape(part))).collect()
}
