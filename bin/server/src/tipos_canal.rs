//! The catalogue of channel types: the shipped one, extended by the operator's file.

use std::path::Path;

use anyhow::{Context, Result};
use domain::tipo_canal::{CatalogoTipos, TipoCanal};
use serde::Deserialize;

use crate::usage::usage;

const SHIPPED: &str = include_str!("tipos_canal.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arquivo {
    #[serde(default)]
    tipos: Vec<TipoCanal>,
}

/// The shipped types.
pub fn shipped() -> Result<Vec<TipoCanal>> {
    let arquivo: Arquivo = toml::from_str(SHIPPED).context("the shipped channel types cannot be read")?;
    Ok(arquivo.tipos)
}

/// The shipped types and those of the operator's file, which wins where both know a code.
pub fn catalogue(extension: Option<&Path>) -> Result<CatalogoTipos> {
    let mut tipos = shipped()?;
    let Some(path) = extension else { return Ok(CatalogoTipos::new(tipos)?) };
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|e| usage(format!("cannot read the channel types of {shown}: {e}")))?;
    let arquivo: Arquivo = toml::from_str(&text)
        .map_err(|e| usage(format!("the channel types of {shown} are not valid: {e}")))?;
    for tipo in arquivo.tipos {
        match tipos.iter_mut().find(|known| known.codigo == tipo.codigo) {
            Some(known) => *known = tipo,
            None => tipos.push(tipo),
        }
    }
    CatalogoTipos::new(tipos).map_err(|e| usage(format!("the channel types of {shown} are not valid: {e}")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use domain::tipo_canal::TipoConfiguracao;

    use super::*;

    #[test]
    fn the_shipped_catalogue_is_valid_and_shows_every_kind_of_setting() {
        catalogue(None).unwrap();
        let tipos = shipped().unwrap();
        let kinds: HashSet<_> = tipos
            .iter()
            .flat_map(|t| &t.configuracoes_adicionais)
            .map(|c| match c.tipo {
                TipoConfiguracao::Boolean => 0,
                TipoConfiguracao::Datetime => 1,
                TipoConfiguracao::String => 2,
                TipoConfiguracao::Int => 3,
                TipoConfiguracao::Decimal => 4,
            })
            .collect();
        assert_eq!(kinds.len(), 5);
        let loja = tipos.iter().find(|t| t.codigo == "Loja").unwrap();
        assert!(loja.configuracoes_adicionais.iter().all(|c| !c.obrigatorio));
        assert_eq!(loja.dimensoes_minimas, Default::default());
    }
}
