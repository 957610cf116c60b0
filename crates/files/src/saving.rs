//! A profile made of what a file was read as, for the next file of its kind.

use std::io::{Read, Seek};

use crate::error::FileError;
use crate::kind::Kind;
use crate::mapping::{Because, Mapped};
use crate::options::Options;
use crate::profile::{Profile, ProfileColumn};
use crate::sheet::Sheet;

/// What a table is read as, as a profile with this name: recognised by the headings that are taken.
pub fn profile_of<F: Read + Seek + Send>(
    file: F,
    kind: Kind,
    options: &Options,
    name: &str,
) -> Result<Profile, FileError> {
    let mapping = Sheet::open(file, kind, options)?.mapping;
    let heading = |place: usize| mapping.headings.get(place).cloned().unwrap_or_default();
    let column = |(place, mapped): (usize, &Mapped)| ProfileColumn {
        de: vec![heading(place)],
        para: mapped.column.name.to_owned(),
        unidade: mapped.unit.map(|unit| unit.name().to_owned()),
        vazio: mapped.rule.nothing.clone(),
        ..ProfileColumn::default()
    };
    let own = mapping.taken().filter(|(_, mapped)| mapped.because != Because::Profile).map(column);
    let mut colunas: Vec<ProfileColumn> = own.collect();
    let base = mapping.profile.clone().unwrap_or_default();
    colunas.extend(base.colunas.clone());
    Ok(Profile {
        nome: name.to_owned(),
        titulo: name.to_owned(),
        tipo: kind.name().to_owned(),
        reconhece: vec![mapping.taken().map(|(place, _)| heading(place)).collect()],
        promocional: mapping.promotional,
        constantes: mapping
            .constants
            .iter()
            .map(|(one, value)| (one.name.to_owned(), value.clone()))
            .collect(),
        colunas,
        ..base
    })
}
