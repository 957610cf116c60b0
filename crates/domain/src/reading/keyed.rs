//! Entities whose key is also part of a request's path.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::reading::json::{Leitura, Objeto, Valor, ler_com};
use crate::reading::merge_patch::{mesclar, renomear};
use crate::reading::problems::Problemas;

/// An entity that is named by one of its members.
pub trait ComChave: Sized {
    /// The key's type.
    type Chave: Leitura + Clone + PartialEq;

    /// The JSON member that holds the key.
    const CHAVE: &'static str;

    /// Other names under which members are read, each with the name that is written.
    const APELIDOS: &'static [(&'static str, &'static str)] = &[];

    /// The entity's key.
    fn chave(&self) -> &Self::Chave;

    /// Reads every member but the key, which is `None` when it could not be read.
    fn ler_membros(obj: &Objeto<'_>, chave: Option<Self::Chave>, p: &mut Problemas) -> Option<Self>;

    /// Reads an entity whose key may stand in the address: a body without it takes it from there, a body
    /// with another one is refused.
    fn ler_com_chave(raw: &RawValue, chave: Option<&Self::Chave>) -> Result<Self, Problemas> {
        ler_com(raw, |valor, p| ler_valor(valor, chave, p))
    }

    /// The entity after a JSON merge patch (RFC 7396), validated as a whole; its key cannot change.
    fn remendar(&self, patch: &RawValue) -> Result<Self, Problemas>
    where
        Self: Serialize,
    {
        let atual = to_raw_value(self).map_err(|e| {
            let mut p = Problemas::new();
            p.push("", e);
            p
        })?;
        Self::ler_com_chave(&mesclar(&atual, &renomear(patch, Self::APELIDOS)), Some(self.chave()))
    }
}

impl<T: ComChave> Leitura for T {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        ler_valor(valor, None, p)
    }
}

fn ler_valor<T: ComChave>(valor: &Valor<'_>, esperada: Option<&T::Chave>, p: &mut Problemas) -> Option<T> {
    let obj = valor.objeto(p)?;
    let chave = match esperada {
        None => obj.obrigatorio::<T::Chave>(T::CHAVE, p),
        Some(esperada) => match obj.opcional::<T::Chave>(T::CHAVE, p) {
            Some(Some(lida)) if lida != *esperada => {
                obj.problema(T::CHAVE, p, "deve ser igual ao do endereço")
            }
            Some(_) => Some(esperada.clone()),
            None => None,
        },
    };
    T::ler_membros(&obj, chave, p)
}
