//! The members that JSON of a kind may have, and those of a file that mean nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use domain::reading::keyed::Keyed;
use domain::sku::Sku;
use serde::Deserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::kind::{Form, Kind};
use crate::mend::IN_FRONT;
use crate::orders::ADDRESSES;

/// Names that are kept, and letters of each: a file of rubbish must not fill the memory.
const NAMES_MAX: usize = 100;
const NAME_MAX: usize = 80;

/// Members, and those of the objects in them; without any for what is looked at no further.
#[derive(Debug, Default)]
struct Known(BTreeMap<&'static str, Known>);

impl Known {
    fn of(kind: Kind) -> Self {
        let mut all = Self::default();
        for column in kind.columns() {
            let path =
                column.name.split('.').map(|part| match ADDRESSES.iter().any(|(one, _)| *one == part) {
                    true => "endereco",
                    false => part,
                });
            let place = path.fold(&mut all, |known, part| known.0.entry(part).or_default());
            if let Form::Pairs(name, value) = column.form {
                place.0.extend([(name, Self::default()), (value, Self::default())]);
            }
        }
        match kind {
            Kind::Skus => all.0.extend(Sku::ALIASES.iter().map(|(alias, _)| (*alias, Self::default()))),
            Kind::Pedidos => {
                all.0.entry("endereco").or_default().0.insert("tipoEndereco", Self::default());
                // the service's to give
                all.0.insert("pedidoId", Self::default());
            }
            Kind::Categorias => drop(all.0.insert("contemSubcategorias", Self::default())),
            Kind::Estoque | Kind::Precos => {}
        }
        all
    }

    /// Looks into an object, or into those of a list; anything else has no members.
    fn look(&self, json: &RawValue, above: &str, found: &mut Vec<String>) {
        let mut json = serde_json::Deserializer::from_str(json.get());
        // what cannot be read is told by whoever reads it
        let _ = json.deserialize_any(Looked { known: self, above, found });
    }
}

/// A value whose members are looked at.
struct Looked<'a> {
    known: &'a Known,
    /// The way to it.
    above: &'a str,
    found: &'a mut Vec<String>,
}

impl<'de> Visitor<'de> for Looked<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, or a list of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<&RawValue>()? {
            self.known.look(item, self.above, self.found);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some((name, value)) = members.next_entry::<Cow<'de, str>, &RawValue>()? {
            let path = || format!("{}{name}", self.above);
            match self.known.0.get(&*name) {
                Some(known) if known.0.is_empty() => {}
                Some(known) => known.look(value, &format!("{}.", path()), self.found),
                None if self.found.len() < NAMES_MAX => {
                    self.found.push(path().chars().take(NAME_MAX).collect());
                }
                None => {}
            }
        }
        Ok(())
    }
}

/// The members of a file that mean nothing, as its things are read.
#[derive(Debug)]
pub struct Unknown {
    known: Known,
    told: BTreeSet<String>,
}

impl Unknown {
    pub fn of(kind: Kind) -> Self {
        Self { known: Known::of(kind), told: BTreeSet::new() }
    }

    /// Those of a thing that no thing before it had.
    pub fn note(&mut self, json: &RawValue) -> Vec<String> {
        let mut found = Vec::new();
        self.known.look(json, "", &mut found);
        if IN_FRONT.iter().all(|name| found.iter().any(|one| one == name)) {
            found.retain(|one| !IN_FRONT.contains(&one.as_str()));
        }
        found.retain(|name| self.told.len() < NAMES_MAX && self.told.insert(name.clone()));
        found
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn found(kind: Kind, thing: &Value) -> Vec<String> {
        Unknown::of(kind).note(&serde_json::value::to_raw_value(thing).unwrap())
    }

    #[test]
    fn what_no_member_is_called_is_found_at_any_depth() {
        let sku = json!({
            "sku": "1", "produtoId": "P", "Estoque": 3, "atributos": [{ "nome": "Cor", "value": 1 }],
        });
        assert_eq!(found(Kind::Skus, &sku), ["Estoque", "atributos.value"]);
        let order = json!({
            "pedidoId": 7, "sourceId": "1", "usuario": { "nome": "Ana", "fone": "1" }, "frete": [{ "cep": 1 }],
            "endereco": [{ "tipoEndereco": "Entrega", "rua": "A" }, { "tipo": 1 }],
            "produtos": [{ "sku": "1", "nome": "x" }],
            "informacaoAdicional": [{ "chave": "a", "valor": "b" }], "entrega": { "rua": "A" },
        });
        let names = ["endereco.tipo", "entrega", "frete.cep", "produtos.nome", "usuario.fone"];
        let mut all = found(Kind::Pedidos, &order);
        all.sort();
        assert_eq!(all, names);
        for nothing in [json!(null), json!(5), json!("x"), json!({ "sku": { "x": 1 } })] {
            assert_eq!(found(Kind::Estoque, &nothing), [""; 0]);
        }
    }

    #[test]
    fn each_is_found_once_and_not_without_end() {
        let mut unknown = Unknown::of(Kind::Estoque);
        let mut note = |text: &str| unknown.note(serde_json::from_str(text).unwrap()).len();
        assert_eq!((note("{\"a\":1,\"b\":1}"), note("{\"b\":1,\"c\":1}")), (2, 1));
        let many: Vec<usize> = (0..200).map(|n| note(&format!("{{\"m{n}\":1}}"))).collect();
        assert_eq!(many.iter().sum::<usize>(), NAMES_MAX - 3);
    }

    #[test]
    fn what_a_mended_file_has_in_front_is_passed_over() {
        assert_eq!(found(Kind::Estoque, &json!({ "erro": "x", "linha": 2, "sku": "1" })), [""; 0]);
        assert_eq!(found(Kind::Estoque, &json!({ "linha": 2, "sku": "1" })), ["linha"]);
    }
}
