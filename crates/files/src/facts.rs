//! What a first look over a whole table tells: what decides a column, which rows belong together.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Seek};

use sheets::{Cell, Row, Warning};

use crate::error::FileError;
use crate::heading::key;
use crate::kind::{Form, Kind};
use crate::mapping::Mapping;
use crate::numbers::{self, Sign, Signs};
use crate::profile::is_word;
use crate::sheet::{Sheet, text};
use crate::values::with_unit;

/// Orders whose rows are counted.
const ORDERS_MAX: usize = 2_000_000;
/// Bytes of what rows inherit, in memory at a time.
const INHERITED_MAX: usize = 64 << 20;

/// What a first look over a whole table tells.
#[derive(Debug, Default)]
pub struct Facts {
    /// Of each column what stands before its decimals.
    pub signs: Vec<Signs>,
    /// Of each column whether cells without a unit have decimals.
    pub decimals: Vec<bool>,
    /// Of each column whether all its texts stand between apostrophes.
    pub quoted: Vec<bool>,
    /// Rows that are things, or parts of things.
    pub rows: u64,
    /// How many rows each order has, by what tells orders apart.
    pub orders: HashMap<u64, u32>,
    /// What rows have of others.
    pub inherited: Inherited,
    /// What the reader noticed.
    pub warnings: Vec<Warning>,
}

/// Cells that rows have of others, by group and column.
#[derive(Debug, Default)]
pub struct Inherited {
    /// Columns of the group and of the parent's codes.
    group: Vec<usize>,
    parents: Vec<usize>,
    columns: Vec<usize>,
    joined: Vec<usize>,
    cells: HashMap<(u64, usize), Vec<Cell>>,
    bytes: usize,
}

/// Looks over a table to its end.
pub fn look<F: Read + Seek + Send>(mut sheet: Sheet<F>) -> Result<Facts, FileError> {
    let mapping = sheet.mapping.clone();
    let columns = mapping.uses.len();
    let mut facts = Facts {
        signs: vec![Signs::default(); columns],
        decimals: vec![false; columns],
        quoted: vec![true; columns],
        inherited: Inherited::of(&mapping),
        ..Facts::default()
    };
    loop {
        let row = match sheet.next() {
            Ok(Some(row)) => row,
            Ok(None) => break,
            // the second pass comes to the same place, and what is before it comes in
            Err(FileError::Sheet(_)) if facts.rows > 0 => break,
            Err(error) => return Err(error),
        };
        facts.note(&mapping, &row)?;
    }
    facts.warnings = sheet.warnings().to_vec();
    Ok(facts)
}

impl Facts {
    fn note(&mut self, mapping: &Mapping, row: &Row) -> Result<(), FileError> {
        self.inherited.note(row);
        if left_out(mapping, row).is_some() {
            return Ok(());
        }
        self.rows += 1;
        for (place, mapped) in mapping.taken() {
            let Some(Cell::Text(cell)) = row.cells.get(place) else {
                self.note_number(place, mapped.column.form, row);
                continue;
            };
            if !(cell.len() > 1 && cell.starts_with('\'') && cell.ends_with('\''))
                && let Some(quoted) = self.quoted.get_mut(place)
            {
                *quoted = false;
            }
            if !mapped.column.form.is_number() {
                continue;
            }
            let (number, unit) = with_unit(cell);
            if let Some(signs) = self.signs.get_mut(place) {
                signs.note(number);
            }
            let fraction = unit.is_none() && numbers::cleaned(number).contains([',', '.']);
            if let Some(decimals) = self.decimals.get_mut(place) {
                *decimals |= fraction;
            }
        }
        if mapping.kind == Kind::Pedidos
            && let Some(order) = order_of(mapping, row)
        {
            *self.orders.entry(order).or_default() += 1;
            if self.orders.len() > ORDERS_MAX {
                return Err(FileError::Large);
            }
        }
        Ok(())
    }

    fn note_number(&mut self, place: usize, form: Form, row: &Row) {
        if let (Form::Weight, Some(Cell::Number(number))) = (form, row.cells.get(place))
            && number.fract() != 0.0
            && let Some(decimals) = self.decimals.get_mut(place)
        {
            *decimals = true;
        }
    }

    /// The sign before a column's decimals.
    pub fn sign(&self, place: usize, otherwise: Sign) -> Sign {
        self.signs.get(place).copied().unwrap_or_default().sign(otherwise)
    }
}

impl Inherited {
    fn of(mapping: &Mapping) -> Self {
        let Some(rule) = mapping.profile.as_ref().and_then(|profile| profile.heranca.as_ref()) else {
            return Self::default();
        };
        let places =
            |names: &[String]| names.iter().flat_map(|name| mapping.places_of(name)).collect::<Vec<_>>();
        let group = places(&rule.grupo).into_iter().take(1).collect();
        let (columns, joined) = (places(&rule.colunas), places(&rule.junta));
        Self { group, parents: places(&rule.pai), columns, joined, ..Self::default() }
    }

    /// What a row has that others take of it.
    fn note(&mut self, row: &Row) {
        let Some(group) = self.group.first() else { return };
        let group = row.cells.get(*group).map(text).unwrap_or_default();
        // a parent names itself by its own codes; otherwise the group has its first row for a parent
        let names: Vec<String> = if self.parents.is_empty() {
            vec![group]
        } else if group.is_empty() {
            self.parents.iter().filter_map(|place| row.cells.get(*place)).map(text).collect()
        } else {
            Vec::new()
        };
        for name in names.iter().filter(|name| !name.is_empty()) {
            for (columns, all) in [(&self.columns, false), (&self.joined, true)] {
                for place in columns {
                    let Some(cell) = row.cells.get(*place).filter(|cell| !cell.is_empty()) else { continue };
                    let size = text(cell).len() + 64;
                    if self.bytes + size > INHERITED_MAX {
                        return;
                    }
                    let kept = self.cells.entry((hash(&(name, *place)), *place)).or_default();
                    if kept.is_empty() || all && !kept.contains(cell) {
                        kept.push(cell.clone());
                        self.bytes += size;
                    }
                }
            }
        }
    }

    /// Fills a row's empty cells; gives what is put together of the whole group besides.
    pub fn fill(&self, row: &mut Row) -> Vec<(usize, Cell)> {
        let Some(group) = self.group.first().and_then(|place| row.cells.get(*place)).map(text) else {
            return Vec::new();
        };
        let group = group.strip_prefix("id:").unwrap_or(&group).to_owned();
        if group.is_empty() {
            return Vec::new();
        }
        for place in &self.columns {
            let Some(cell) = self.cells.get(&(hash(&(&group, *place)), *place)).and_then(|all| all.first())
            else {
                continue;
            };
            if row.cells.len() <= *place {
                row.cells.resize(place + 1, Cell::Empty);
            }
            if let Some(own) = row.cells.get_mut(*place).filter(|own| own.is_empty()) {
                *own = cell.clone();
            }
        }
        let joined = self.joined.iter().filter_map(|place| {
            let all = self.cells.get(&(hash(&(&group, *place)), *place))?;
            Some(all.iter().map(|cell| (*place, cell.clone())))
        });
        joined.flatten().collect()
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What tells orders apart; `None` for a row that names none.
pub fn order_of(mapping: &Mapping, row: &Row) -> Option<u64> {
    let of = |member: &str| {
        let mut places = mapping.taken().filter(|(_, mapped)| mapped.column.name == member);
        let cell = places.find_map(|(place, _)| row.cells.get(place).filter(|cell| !cell.is_empty()));
        let constant = || mapping.constants.iter().find(|(column, _)| column.name == member);
        cell.map(text).or_else(|| constant().map(|(_, value)| value.clone()))
    };
    Some(hash(&(of("canalId"), of("sourceId").filter(|id| !id.is_empty())?)))
}

/// Why a row is no thing, when it is none: what the profile leaves out, and rows of totals and footers.
pub fn left_out(mapping: &Mapping, row: &Row) -> Option<&'static str> {
    let cell = |place: usize| row.cells.get(place).map(text).unwrap_or_default();
    for (place, words) in &mapping.leaves {
        let text = cell(*place);
        if words.iter().any(|word| is_word(word, &text)) {
            return Some("é uma linha que o perfil deixa de fora");
        }
    }
    if mapping.keys.iter().any(|place| !cell(*place).is_empty()) {
        return None;
    }
    let filled: Vec<String> = row.cells.iter().filter(|cell| !cell.is_empty()).map(text).collect();
    let total =
        filled.iter().any(|text| matches!(key(text).as_str(), "total" | "totais" | "totalgeral" | "soma"));
    if total {
        return Some("é uma linha de totais");
    }
    let below = mapping.uses.len() > 2 && filled.len() == 1;
    below.then_some("é uma linha de texto")
}
