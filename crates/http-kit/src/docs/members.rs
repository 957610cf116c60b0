//! What a client reads of shapes and of their members, in Portuguese.
//!
//! ```toml
//! [every]                     # by name, wherever a shape says nothing else of a member
//! sku = "O código do SKU."
//!
//! [Sku]
//! _ = "Um item à venda."      # the shape itself
//! nome = "Nome do produto."
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::DocumentError;
use super::operation::{answers, parameters};

type ByName = BTreeMap<String, String>;

/// The name that stands for the shape itself.
const ITSELF: &str = "_";

/// Where a shape holds further ones.
const PARTS: [&str; 4] = ["items", "oneOf", "allOf", "anyOf"];

/// The texts of an interface's shapes.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Members {
    every: ByName,
    /// Whatever else stands at the top.
    #[serde(flatten)]
    shapes: BTreeMap<String, ByName>,
}

impl Members {
    /// Reads them.
    pub(super) fn parse(text: &str) -> Result<Self, DocumentError> {
        Ok(toml::from_str(text)?)
    }

    /// Tells the shapes of a document what there is to tell of them, in the place of what the code says: that
    /// is for whoever reads the code. A document without these texts keeps it.
    pub(super) fn tell(&self, document: &mut Value) {
        if self.shapes.is_empty() {
            return;
        }
        let shapes = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
        for (name, shape) in shapes.into_iter().flatten() {
            // a shape with a parameter is named after both: `RetornoPaginado_Canal`
            let general = name.split('_').next().unwrap_or(name);
            let own = [name.as_str(), general].map(|name| self.shapes.get(name));
            self.tell_shape(shape, &own);
            say(shape, own.iter().flatten().find_map(|texts| texts.get(ITSELF)));
        }
    }

    /// Tells the shapes that stand within an operation.
    pub(super) fn tell_operation(&self, operation: &mut Map<String, Value>) {
        if self.shapes.is_empty() {
            return;
        }
        let mut tell = |holder: &mut Map<String, Value>| {
            if let Some(shape) = holder.get_mut("schema") {
                self.tell_shape(shape, &[]);
                say(shape, None);
            }
        };
        parameters(operation).for_each(&mut tell);
        for (_, answer) in answers(operation) {
            contents(answer).for_each(&mut tell);
        }
        let body = operation.get_mut("requestBody").and_then(Value::as_object_mut);
        body.into_iter().flat_map(contents).for_each(tell);
    }

    /// Tells the members of a shape, wherever in it they are.
    fn tell_shape(&self, shape: &mut Value, own: &[Option<&ByName>]) {
        let Some(shape) = shape.as_object_mut() else { return };
        for (name, member) in shape.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
        {
            self.tell_shape(member, own);
            let mut texts = own.iter().copied().flatten().chain([&self.every]);
            say(member, texts.find_map(|texts| texts.get(name)));
        }
        for part in PARTS {
            match shape.get_mut(part) {
                Some(Value::Array(parts)) => parts.iter_mut().for_each(|part| {
                    self.tell_shape(part, own);
                    say(part, None);
                }),
                Some(part) => {
                    self.tell_shape(part, own);
                    say(part, None);
                }
                None => {}
            }
        }
    }
}

/// The bodies that something has, by their kinds.
fn contents(holder: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let kinds = holder.get_mut("content").and_then(Value::as_object_mut).into_iter();
    kinds.flat_map(Map::values_mut).filter_map(Value::as_object_mut)
}

/// Says this of a shape, or nothing.
fn say(shape: &mut Value, text: Option<&String>) {
    let Some(shape) = shape.as_object_mut() else { return };
    match text {
        Some(text) => shape.insert("description".to_owned(), text.as_str().into()),
        None => shape.remove("description"),
    };
}
