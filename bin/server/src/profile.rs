//! Profiles of stores as the command line and the settings name them: in small letters.

use domain::loja_config::Perfil;

/// Reads one, in any case.
pub fn parse(text: &str) -> Result<Perfil, String> {
    Perfil::parse_ignoring_case(text).ok_or_else(|| "must be documento or compativel".to_owned())
}

/// Writes one.
pub fn name(profile: Perfil) -> String {
    profile.name().to_lowercase()
}
