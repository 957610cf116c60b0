//! Rows of a table put together as interface A's JSON.

use std::collections::BTreeMap;

use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};

use crate::entry::{Entry, Wrong};
use crate::kind::Column;
use crate::values::{self, Style};

/// The address that a group of columns is.
const ADDRESSES: &[(&str, &str)] = &[("entrega", "Entrega"), ("cobranca", "Cobranca")];

/// A row: its line, and what its cells say, the empty ones left out.
pub struct Row {
    pub line: u64,
    cells: BTreeMap<&'static str, Value>,
    wrong: Vec<Wrong>,
}

impl Row {
    pub fn read(line: u64, cells: &[String], columns: &[Option<&'static Column>], style: Style) -> Self {
        let mut row = Self { line, cells: BTreeMap::new(), wrong: Vec::new() };
        if cells.len() > columns.len() {
            let what = format!(
                "tem {} colunas, e a primeira linha tem {}: ponha entre aspas o texto que contém o separador",
                cells.len(),
                columns.len()
            );
            row.wrong.push(Wrong { line, column: String::new(), what });
        }
        for (column, cell) in columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            let Some(column) = column else { continue };
            match values::read(column.form, cell, style) {
                Ok(value) => drop(row.cells.insert(column.name, value)),
                Err(what) => row.wrong.push(Wrong { line, column: column.name.to_owned(), what }),
            }
        }
        row
    }

    /// What rows of one order have in common.
    pub fn order(&self) -> Option<(&Value, &Value)> {
        Some((self.cells.get("canalId")?, self.cells.get("sourceId")?))
    }

    /// A thing of one row.
    pub fn entry(self) -> Entry {
        let json: Map<String, Value> = self.cells.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        finish(self.line, json, self.wrong, Vec::new())
    }
}

fn finish(
    line: u64,
    json: Map<String, Value>,
    mut wrong: Vec<Wrong>,
    places: Vec<(String, &'static str, u64)>,
) -> Entry {
    let json = match to_raw_value(&json) {
        Ok(json) if wrong.is_empty() => Ok(json),
        Ok(_) => Err(wrong),
        Err(e) => {
            wrong.push(Wrong { line, column: String::new(), what: e.to_string() });
            Err(wrong)
        }
    };
    Entry { line, json, places }
}

/// An order of one or more rows: what it has once stands in the first, its items in each.
pub fn order(rows: Vec<Row>) -> Entry {
    let line = rows.first().map_or(0, |row| row.line);
    let mut wrong = Vec::new();
    let (mut once, mut items, mut places) = (BTreeMap::new(), Vec::new(), Vec::new());
    for row in rows {
        wrong.extend(row.wrong);
        let mut item = Map::new();
        for (name, value) in row.cells {
            if let Some(member) = name.strip_prefix("produtos.") {
                item.insert(member.to_owned(), value);
                continue;
            }
            let before = once.entry(name).or_insert_with(|| value.clone());
            if *before != value {
                let what = format!("difere da linha {line}, que é do mesmo pedido");
                wrong.push(Wrong { line: row.line, column: name.to_owned(), what });
            }
        }
        places.push((format!("produtos[{}]", items.len()), "produtos", row.line));
        items.push(Value::Object(item));
    }
    let mut json = Map::new();
    let mut groups: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for (name, value) in once {
        match name.split_once('.') {
            Some((group, member)) => drop(groups.entry(group).or_default().insert(member.to_owned(), value)),
            None => drop(json.insert(name.to_owned(), value)),
        }
    }
    json.extend(groups.remove("usuario").map(|usuario| ("usuario".to_owned(), Value::Object(usuario))));
    if let Some(frete) = groups.remove("frete") {
        places.push(("frete[0]".to_owned(), "frete", line));
        json.insert("frete".to_owned(), json!([frete]));
    }
    let mut addresses = Vec::new();
    for (group, kind) in ADDRESSES {
        if let Some(mut address) = groups.remove(group) {
            places.push((format!("endereco[{}]", addresses.len()), *group, line));
            address.insert("tipoEndereco".to_owned(), json!(kind));
            addresses.push(Value::Object(address));
        }
    }
    json.insert("endereco".to_owned(), Value::Array(addresses));
    json.insert("produtos".to_owned(), Value::Array(items));
    finish(line, json, wrong, places)
}

/// An order as the rows of a table; true when the table cannot hold all of it.
pub fn flattened(order: &Value) -> (Vec<BTreeMap<String, Value>>, bool) {
    let empty = Vec::new();
    let list = |name: &str| order.get(name).and_then(Value::as_array).unwrap_or(&empty);
    let mut once = BTreeMap::new();
    let mut put = |prefix: &str, value: Option<&Value>| {
        for (name, value) in value.and_then(Value::as_object).into_iter().flatten() {
            once.insert(format!("{prefix}{name}"), value.clone());
        }
    };
    put("", Some(order));
    put("usuario.", order.get("usuario"));
    put("frete.", list("frete").first());
    let mut lost = list("frete").len() > 1;
    for (group, kind) in ADDRESSES {
        let of_kind: Vec<&Value> = list("endereco")
            .iter()
            .filter(|address| address.get("tipoEndereco") == Some(&json!(kind)))
            .collect();
        put(&format!("{group}."), of_kind.first().copied());
        lost |= of_kind.len() > 1;
    }
    let rows = list("produtos").iter().map(|item| {
        let mut row = once.clone();
        for (name, value) in item.as_object().into_iter().flatten() {
            row.insert(format!("produtos.{name}"), value.clone());
        }
        row
    });
    (rows.collect(), lost)
}
