//! Names of store profiles on the command line and in settings: lower case.

use domain::loja_config::Perfil;

/// Reads one, in any case.
pub fn parse(text: &str) -> Result<Perfil, String> {
    Perfil::parse_ignoring_case(text).ok_or_else(|| "must be documento or compativel".to_owned())
}

/// Writes one.
pub fn name(profile: Perfil) -> String {
    profile.name().to_lowercase()
}
