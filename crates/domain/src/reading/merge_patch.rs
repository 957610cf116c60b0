//! JSON merge patch (RFC 7396) on JSON text, so that numbers keep the digits they were written with.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

/// Objects nested deeper than this are taken from the patch as they are: nothing here is so deep, and a
/// hostile patch could otherwise exhaust the stack.
const NIVEIS: usize = 32;

type Membros<'a> = BTreeMap<String, &'a RawValue>;

/// `base` after `patch`: an object's members are merged, null removes, anything else replaces.
pub fn mesclar(base: &RawValue, patch: &RawValue) -> Box<RawValue> {
    let mut saida = String::with_capacity(base.get().len() + patch.get().len());
    escrever_mescla(&mut saida, Some(base), patch, NIVEIS);
    // the text is made of valid pieces
    RawValue::from_string(saida).unwrap_or_else(|_| patch.to_owned())
}

fn escrever_mescla(saida: &mut String, base: Option<&RawValue>, patch: &RawValue, niveis: usize) {
    let Some(novos) = membros(patch).filter(|_| niveis > 0) else {
        saida.push_str(patch.get());
        return;
    };
    let antigos = base.and_then(membros).unwrap_or_default();
    let mut escritor = EscritorObjeto::novo(saida);
    for (nome, antigo) in &antigos {
        if !novos.contains_key(nome) {
            escritor.membro(nome).push_str(antigo.get());
        }
    }
    for (nome, novo) in &novos {
        if novo.get() != "null" {
            escrever_mescla(escritor.membro(nome), antigos.get(nome).copied(), novo, niveis - 1);
        }
    }
    escritor.fim();
}

/// An object with its members renamed; a member that already has the right name wins over its aliases,
/// and an earlier alias over a later one. Anything but an object is left alone.
pub fn renomear(raw: &RawValue, apelidos: &[(&str, &str)]) -> Box<RawValue> {
    let Some(mut achados) = membros(raw).filter(|_| !apelidos.is_empty()) else {
        return raw.to_owned();
    };
    for (apelido, nome) in apelidos {
        if let Some(valor) = achados.remove(*apelido) {
            achados.entry((*nome).to_owned()).or_insert(valor);
        }
    }
    let mut saida = String::with_capacity(raw.get().len());
    let mut escritor = EscritorObjeto::novo(&mut saida);
    for (nome, valor) in &achados {
        escritor.membro(nome).push_str(valor.get());
    }
    escritor.fim();
    RawValue::from_string(saida).unwrap_or_else(|_| raw.to_owned())
}

fn membros(raw: &RawValue) -> Option<Membros<'_>> {
    serde_json::from_str(raw.get()).ok()
}

struct EscritorObjeto<'a> {
    saida: &'a mut String,
    vazio: bool,
}

impl<'a> EscritorObjeto<'a> {
    fn novo(saida: &'a mut String) -> Self {
        saida.push('{');
        Self { saida, vazio: true }
    }

    /// Writes a member's name; the caller appends its value.
    fn membro(&mut self, nome: &str) -> &mut String {
        if !std::mem::take(&mut self.vazio) {
            self.saida.push(',');
        }
        self.saida.push_str(&Value::from(nome).to_string());
        self.saida.push(':');
        self.saida
    }

    fn fim(self) {
        self.saida.push('}');
    }
}

#[cfg(test)]
mod tests;
