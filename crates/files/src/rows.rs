//! Rows of a table put together as interface A's JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::values::documents::Cpf;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};
use sheets::Cell;

use crate::entry::{Entry, Wrong};
use crate::kind::{Column, Form};
use crate::mapping::{Attribute, Mapped};
use crate::numbers::Decimal;
use crate::plan::Plan;
use crate::profile::is_word;
use crate::refusal::Refusal;
use crate::sheet::text;
use crate::values::{self, Reading};

/// A row: its line, and what its cells say, the empty ones left out.
pub struct Row {
    pub line: u64,
    pub cells: BTreeMap<&'static str, Value>,
    pub wrong: Vec<Wrong>,
    pub noticed: Vec<Wrong>,
}

impl Plan {
    /// Reads a row; `joined` is what it has of the other rows of its group.
    pub fn row(&self, row: &sheets::Row, joined: Vec<(usize, Cell)>) -> Row {
        let mut read = Row { line: row.line, cells: BTreeMap::new(), wrong: Vec::new(), noticed: Vec::new() };
        let beyond = row.cells.len() > self.mapping.uses.len();
        if beyond {
            let what = format!(
                "tem mais colunas do que o cabeçalho: {} em vez de {}; \
                 ponha entre aspas o texto que contém o separador",
                row.cells.len(),
                self.mapping.uses.len()
            );
            read.wrong.push(Wrong::of_line(row.line, what));
        }
        let mut ranks: BTreeMap<&str, usize> = BTreeMap::new();
        let mut found: Vec<(usize, &Mapped, &Cell)> = Vec::new();
        for (place, mapped) in self.mapping.taken() {
            let Some(cell) = row.cells.get(place).filter(|cell| self.says(mapped, cell)) else { continue };
            let name = mapped.column.name;
            if mapped.column.form.is_many() {
                found.push((place, mapped, cell));
                continue;
            }
            match ranks.get(name) {
                Some(rank) if *rank <= mapped.rank => continue,
                _ => found.retain(|(_, other, _)| other.column.name != name),
            }
            ranks.insert(name, mapped.rank);
            found.push((place, mapped, cell));
        }
        let of_group = joined.iter().filter_map(|(place, cell)| {
            let (_, mapped) = self.mapping.taken().find(|(one, _)| one == place)?;
            Some((*place, mapped, cell))
        });
        let of_group: Vec<_> = of_group.collect();
        for (place, mapped, cell) in found.into_iter().chain(of_group) {
            self.cell(&mut read, row, (place, mapped, cell));
        }
        for (column, value) in &self.mapping.constants {
            if !read.cells.contains_key(column.name) && !read.is_wrong(self.heading(column)) {
                let plain = self.readings.first().map(|reading| Reading {
                    unit: None,
                    unit_needed: false,
                    separator: None,
                    ..reading.clone()
                });
                let constant =
                    plain.map(|plain| values::read(column.form, &Cell::Text(value.clone()), &plain));
                match constant {
                    Some(Ok(value)) => drop(read.cells.insert(column.name, value)),
                    Some(Err(why)) => read.refuse(column.name.to_owned(), Some(value.clone()), &why),
                    None => {}
                }
            }
        }
        self.finish_prices(&mut read);
        self.finish_quantity(&mut read);
        read
    }

    /// Whether a cell says anything.
    fn says(&self, mapped: &Mapped, cell: &Cell) -> bool {
        if cell.is_empty() {
            return false;
        }
        let nothing = &mapped.rule.nothing;
        if nothing.is_empty() {
            return true;
        }
        let text = text(cell);
        let zero = mapped.column.form.is_number() && {
            let bare = crate::numbers::cleaned(&text);
            !bare.is_empty() && bare.bytes().all(|b| matches!(b, b'0' | b',' | b'.'))
        };
        !nothing.iter().any(|word| if word == "0" { zero } else { is_word(word, &text) })
    }

    fn heading(&self, column: &Column) -> &str {
        self.mapping.heading_of(column.name).unwrap_or(column.name)
    }

    fn cell(&self, read: &mut Row, row: &sheets::Row, (place, mapped, cell): (usize, &Mapped, &Cell)) {
        let heading = self.mapping.headings.get(place).cloned().unwrap_or_default();
        let Some(reading) = self.readings.get(place) else { return };
        let unquoted;
        let cell = match cell {
            Cell::Text(text) if self.quoted => {
                unquoted = Cell::Text(text.trim_matches('\'').to_owned());
                &unquoted
            }
            cell => cell,
        };
        let (column, shown) = (mapped.column, text(cell));
        let word =
            mapped.rule.words.iter().find(|(word, _)| is_word(word, &shown)).map(|(_, value)| value.clone());
        if let (Form::Text, "status", None, false) =
            (column.form, column.name, &word, mapped.rule.words.is_empty())
        {
            let known = mapped.rule.words.keys().cloned().collect::<Vec<_>>().join(", ");
            if domain::pedido::StatusPedido::ALL.iter().all(|status| status.name() != shown) {
                let why = Refusal::new("é uma situação desconhecida", format!("conhecidas são {known}"));
                return read.refuse(heading, Some(shown), &why);
            }
        }
        if let (Some(attribute), Form::Pairs(name, value)) = (&mapped.rule.attribute, column.form) {
            let named = match attribute {
                Attribute::Named(named) => named.clone(),
                Attribute::In(other) => row.cells.get(*other).map(text).unwrap_or_default(),
            };
            let named = if named.is_empty() { heading } else { named };
            return read.add(column.name, vec![json!({ name: named, value: shown })]);
        }
        let worded = word.map(Cell::Text);
        let value = match values::read(column.form, worded.as_ref().unwrap_or(cell), reading) {
            Ok(value) => value,
            Err(why) => return read.refuse(heading, Some(shown), &why),
        };
        let value = if mapped.rule.of_quantity { self.share(&value, row).unwrap_or(value) } else { value };
        let value = match (column.name, value) {
            ("status", Value::String(text)) => json!(status(&text)),
            ("categorias", value) => {
                self.notice_categories(read, &heading, &shown, reading);
                value
            }
            (_, value) => self.zeros_put_back(read, column, (&heading, &shown), value),
        };
        match (value, reading.separator.as_deref()) {
            (Value::Array(items), Some(values::LEVELS)) => read.add_level(column.name, items),
            (Value::Array(items), _) if column.form.is_many() && !items.is_empty() => {
                read.add(column.name, items)
            }
            (value, _) => drop(read.cells.insert(column.name, value)),
        }
    }

    /// An amount of the row's whole quantity as that of one; `None` when it cannot be divided.
    fn share(&self, value: &Value, row: &sheets::Row) -> Option<Value> {
        let mut places = self.mapping.taken().filter(|(_, other)| other.column.name == "produtos.quantidade");
        let quantity = places.find_map(|(place, mapped)| {
            let cell = row.cells.get(place)?;
            values::read(mapped.column.form, cell, self.readings.get(place)?).ok()
        })?;
        let number = |value: &Value| value.as_str().and_then(Decimal::parse);
        Some(json!(number(value)?.divided(number(&quantity)?)?.to_string()))
    }

    fn notice_categories(&self, read: &mut Row, heading: &str, shown: &str, reading: &Reading) {
        let several = shown.contains(';') || shown.contains('>') && shown.contains(',');
        if reading.separator.is_none() && several && !shown.contains('|') {
            read.notice(heading, shown, "ficou uma categoria só: para várias, separe-as com |");
        }
    }

    /// Digits of a CEP or a CPF that a spreadsheet took from its front, where there is one reading only.
    fn zeros_put_back(
        &self,
        read: &mut Row,
        column: &Column,
        (heading, shown): (&str, &str),
        value: Value,
    ) -> Value {
        let Some(text) = value.as_str().filter(|_| column.form == Form::Document) else { return value };
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return value;
        }
        let whole = match (column.name.rsplit_once('.').map(|(_, member)| member), text.len()) {
            (Some("cep"), 7) => format!("0{text}"),
            (Some("cpf"), 9 | 10) => {
                let whole = format!("{text:0>11}");
                if Cpf::parse(&whole).is_err() {
                    return value;
                }
                whole
            }
            _ => return value,
        };
        read.notice(heading, shown, "recebeu de volta os zeros do começo que a planilha tirou");
        json!(whole)
    }

    /// Where there is no promotional price the other one is the price, and nothing is crossed out.
    fn finish_prices(&self, read: &mut Row) {
        if self.mapping.promotional
            && !read.cells.contains_key("precoPor")
            && let Some(price) = read.cells.remove("precoDe")
        {
            read.cells.insert("precoPor", price);
            if self.mapping.kind.column("precoDe").is_some() {
                read.cells.insert("precoDe", Value::Null);
            }
        }
    }

    /// `2.0` of a workbook is two.
    fn finish_quantity(&self, read: &mut Row) {
        for name in ["produtos.quantidade", "estoque"] {
            if let Some(Value::String(text)) = read.cells.get_mut(name)
                && let Some((whole, decimals)) = text.split_once('.')
                && decimals.bytes().all(|b| b == b'0')
            {
                *text = whole.to_owned();
            }
        }
    }
}

/// A status in interface A's spelling, when it is one but for case and accents.
fn status(text: &str) -> String {
    let plain = crate::heading::key(text);
    let found =
        domain::pedido::StatusPedido::ALL.iter().find(|status| crate::heading::key(status.name()) == plain);
    found.map_or(text, |status| status.name()).to_owned()
}

impl Row {
    fn refuse(&mut self, column: String, value: Option<String>, why: &Refusal) {
        self.wrong.push(Wrong { line: self.line, column, what: why.to_string(), value });
    }

    fn notice(&mut self, column: &str, value: &str, what: &str) {
        let (column, what) = (column.to_owned(), what.to_owned());
        self.noticed.push(Wrong { line: self.line, column, what, value: Some(value.to_owned()) });
    }

    fn is_wrong(&self, heading: &str) -> bool {
        self.wrong.iter().any(|wrong| wrong.column == heading)
    }

    /// Puts a list's items behind those that are there, each once.
    fn add(&mut self, name: &'static str, items: Vec<Value>) {
        let list = self.cells.entry(name).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            for item in items {
                if !list.contains(&item) {
                    list.push(item);
                }
            }
        }
    }

    /// One more level of a path.
    fn add_level(&mut self, name: &'static str, items: Vec<Value>) {
        let levels = items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" > ");
        match self.cells.get_mut(name).and_then(Value::as_array_mut).and_then(|list| list.last_mut()) {
            Some(Value::String(path)) => *path = format!("{path} > {levels}"),
            _ => self.add(name, vec![json!(levels)]),
        }
    }

    /// A thing of one row.
    pub fn entry(self, plan: &Arc<Plan>) -> Entry {
        let json: Map<String, Value> = self.cells.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        let said = Said { wrong: self.wrong, noticed: self.noticed };
        finish(vec![self.line], json, said, Vec::new(), plan)
    }
}

/// What is to be said of rows.
#[derive(Default)]
pub struct Said {
    pub wrong: Vec<Wrong>,
    pub noticed: Vec<Wrong>,
}

/// A thing of what its rows say.
pub fn finish(
    lines: Vec<u64>,
    json: Map<String, Value>,
    Said { mut wrong, noticed }: Said,
    places: Vec<(String, &'static str, u64)>,
    plan: &Arc<Plan>,
) -> Entry {
    let line = lines.first().copied().unwrap_or(0);
    let json = match to_raw_value(&json) {
        Ok(json) => Some(json),
        Err(e) => {
            wrong.push(Wrong::of_line(line, e.to_string()));
            None
        }
    };
    Entry { line, lines, json, wrong, noticed, places, plan: Some(Arc::clone(plan)) }
}
