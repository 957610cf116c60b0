//! A file read thing by thing.

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use sheets::{Source, Warning};

use crate::entry::{Entry, Wrong};
use crate::error::FileError;
use crate::facts::{self, Facts};
use crate::json;
use crate::kind::{Form, Kind};
use crate::numbers::Sign;
use crate::options::Options;
use crate::orders;
use crate::plan::Plan;
use crate::rows::Row;
use crate::sheet::{Sheet, text};
use crate::units::Unit;
use crate::values::Reading;

/// What some programs put before UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// Rows of orders that wait for the rest of theirs.
const WAITING_MAX: usize = 50_000;

/// A file that is being read.
pub enum Input<F: Read> {
    /// A JSON object per line.
    Lines(BufReader<F>, u64),
    /// A JSON list.
    List(BufReader<F>, u64),
    /// A table.
    Table(Box<Rows<F>>),
}

/// The rows of a table, after a first look over all of it.
pub struct Rows<F: Read> {
    sheet: Sheet<F>,
    plan: Arc<Plan>,
    facts: Facts,
    waiting: HashMap<u64, Vec<Row>>,
    /// Orders that wait, from the one that waits longest.
    since: VecDeque<u64>,
    rows_waiting: usize,
    /// Orders that were refused because their rows are too far from each other.
    given_up: HashSet<u64>,
    noticed: Vec<Wrong>,
}

/// What the first bytes say that a file is.
pub enum Shape {
    Lines,
    List,
    Table,
}

/// Looks at the first bytes, and puts the file behind a mark.
pub fn shape(file: &mut (impl Read + Seek)) -> Result<Shape, FileError> {
    let mut head = [0; 512];
    let mut read = 0;
    file.seek(SeekFrom::Start(0))?;
    loop {
        let count = file.read(head.get_mut(read..).unwrap_or_default())?;
        read += count;
        if count == 0 || read == head.len() {
            break;
        }
    }
    let head = head.get(..read).unwrap_or_default();
    let mark = if head.starts_with(MARK) { MARK.len() } else { 0 };
    let first = head.get(mark..).unwrap_or_default().iter().find(|b| !b.is_ascii_whitespace());
    let shape = match first {
        Some(b'{') => Shape::Lines,
        Some(b'[') => Shape::List,
        _ => Shape::Table,
    };
    let begin = if matches!(shape, Shape::Table) { 0 } else { mark };
    file.seek(SeekFrom::Start(begin as u64))?;
    Ok(shape)
}

/// Opens a file: JSON when it begins with a brace or a bracket, a table otherwise, which is looked over once.
pub fn open<F: Read + Seek + Send>(
    mut file: F,
    kind: Kind,
    options: &Options,
) -> Result<Input<F>, FileError> {
    match shape(&mut file)? {
        Shape::Lines => Ok(Input::Lines(BufReader::with_capacity(1 << 18, file), 0)),
        Shape::List => Ok(Input::List(BufReader::with_capacity(1 << 18, file), 1)),
        Shape::Table => {
            let facts = facts::look(Sheet::open(&mut file, kind, options)?)?;
            file.seek(SeekFrom::Start(0))?;
            let sheet = Sheet::open(file, kind, options)?;
            if facts.rows == 0 {
                return Err(FileError::NoRows(sheet.heading_line));
            }
            let plan = Arc::new(plan(&sheet, &facts, options));
            Ok(Input::Table(Box::new(Rows {
                sheet,
                plan,
                facts,
                waiting: HashMap::new(),
                since: VecDeque::new(),
                rows_waiting: 0,
                given_up: HashSet::new(),
                noticed: Vec::new(),
            })))
        }
    }
}

/// How the cells of each column are read.
pub fn plan<F: Read + Seek + Send>(sheet: &Sheet<F>, facts: &Facts, options: &Options) -> Plan {
    let mapping = sheet.mapping.clone();
    let of_profile = mapping.profile.as_ref().and_then(|profile| profile.decimal);
    let otherwise = match (of_profile, sheet.source()) {
        (Some(','), Source::Text { .. } | Source::Workbook { .. }) => Sign::Comma,
        (Some(_), _) | (None, Source::Nfe | Source::Merchant) => Sign::Point,
        (None, Source::Text { separator: b';', .. }) => Sign::LikelyComma,
        (None, Source::Text { .. } | Source::Workbook { .. }) => Sign::Unknown,
    };
    let mut readings = vec![
        Reading {
            sign: otherwise,
            unit: None,
            unit_needed: false,
            separator: None,
            zone: options.timezone
        };
        mapping.uses.len().max(1)
    ];
    for (place, mapped) in mapping.taken() {
        if let Some(reading) = readings.get_mut(place) {
            reading.sign = facts.sign(place, otherwise);
            reading.unit =
                mapped.unit.filter(|unit| unit.is_weight() == (mapped.column.form == Form::Weight));
            reading.unit_needed = mapped.unit.is_none() && facts.decimals.get(place) == Some(&true);
            reading.separator.clone_from(&mapped.rule.separator);
        }
    }
    let suspicious = mapping.suspicious();
    // a file of ours has apostrophes around some texts, but never around numbers
    let all_quoted = mapping.taken().all(|(place, _)| facts.quoted.get(place) == Some(&true));
    let quoted = all_quoted && mapping.taken().any(|(_, mapped)| mapped.column.form.is_number());
    Plan { mapping, readings, quoted, suspicious }
}

impl<F: Read + Seek + Send> Input<F> {
    /// The rows, of a table.
    pub fn table(&self) -> Option<&Rows<F>> {
        match self {
            Self::Table(rows) => Some(rows),
            Self::Lines(..) | Self::List(..) => None,
        }
    }

    /// The next thing; `None` behind the last.
    pub fn entry(&mut self) -> Result<Option<Entry>, FileError> {
        match self {
            Self::Lines(input, line) => json::next_line(input, line),
            Self::List(input, line) => json::next_item(input, line),
            Self::Table(rows) => rows.entry(),
        }
    }

    /// What is to be noticed of rows that are no things.
    pub fn noticed(&mut self) -> Vec<Wrong> {
        match self {
            Self::Table(rows) => std::mem::take(&mut rows.noticed),
            Self::Lines(..) | Self::List(..) => Vec::new(),
        }
    }
}

impl<F: Read + Seek + Send> Rows<F> {
    /// What the columns are.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// Where the heading stands.
    pub fn heading_line(&self) -> u64 {
        self.sheet.heading_line
    }

    /// What is to be told of the whole table, in the words that shop people read.
    pub fn told(&self) -> Vec<String> {
        let mut told: Vec<String> = self.facts.warnings.iter().map(warning).collect();
        let bare = self.plan.mapping.taken().find(|(place, mapped)| {
            let unit = self.plan.readings.get(*place).and_then(|reading| reading.unit);
            mapped.column.form == Form::Weight && unit.is_none()
        });
        if let Some((place, _)) = bare {
            let heading = self.plan.mapping.headings.get(place).map(String::as_str).unwrap_or_default();
            told.push(format!("a coluna {heading} não diz a unidade: foi lida em {}", Unit::G.name()));
        }
        for (place, mapped) in
            self.plan.mapping.taken().filter(|(_, mapped)| mapped.column.form == Form::Decimal)
        {
            let signs = self.facts.signs.get(place).copied().unwrap_or_default();
            let heading =
                self.plan.mapping.headings.get(place).map(String::as_str).unwrap_or(mapped.column.name);
            if signs.comma && signs.point {
                told.push(format!(
                    "a coluna {heading} tem números com vírgula e números com ponto nos decimais"
                ));
            }
        }
        told
    }

    fn entry(&mut self) -> Result<Option<Entry>, FileError> {
        loop {
            let Some(mut row) = self.sheet.next()? else { return Ok(self.rest()) };
            if let Some(why) = facts::left_out(&self.plan.mapping, &row) {
                let value = row.cells.iter().find(|cell| !cell.is_empty()).map(text);
                let what = format!("{why}: ficou de fora");
                self.noticed.push(Wrong { value, ..Wrong::of_line(row.line, what) });
                continue;
            }
            let joined = self.facts.inherited.fill(&mut row);
            let read = self.plan.row(&row, joined);
            if self.plan.mapping.kind != Kind::Pedidos {
                return Ok(Some(read.entry(&self.plan)));
            }
            let Some(order) = facts::order_of(&self.plan.mapping, &row) else {
                return Ok(Some(orders::order(vec![read], &self.plan)));
            };
            if let Some(entry) = self.of_order(order, read) {
                return Ok(Some(entry));
            }
        }
    }

    /// An order once all its rows are there.
    fn of_order(&mut self, order: u64, row: Row) -> Option<Entry> {
        if self.given_up.contains(&order) {
            return Some(self.far(vec![row]));
        }
        let rows = self.waiting.entry(order).or_default();
        if rows.is_empty() {
            self.since.push_back(order);
        }
        rows.push(row);
        self.rows_waiting += 1;
        if rows.len() as u32 >= self.facts.orders.get(&order).copied().unwrap_or(0) {
            return self.taken(order).map(|rows| orders::order(rows, &self.plan));
        }
        if self.rows_waiting > WAITING_MAX {
            let longest = self.since.iter().copied().find(|order| self.waiting.contains_key(order))?;
            self.given_up.insert(longest);
            return self.taken(longest).map(|rows| self.far(rows));
        }
        None
    }

    fn taken(&mut self, order: u64) -> Option<Vec<Row>> {
        let rows = self.waiting.remove(&order)?;
        self.rows_waiting -= rows.len();
        while self.since.front().is_some_and(|first| !self.waiting.contains_key(first)) {
            self.since.pop_front();
        }
        Some(rows)
    }

    /// An order of which nothing is taken.
    fn far(&self, rows: Vec<Row>) -> Entry {
        let mut entry = orders::order(rows, &self.plan);
        let what = "tem linhas longe demais umas das outras: ordene o arquivo pelo código do pedido";
        entry.wrong.push(Wrong::of_line(entry.line, what));
        entry
    }

    /// Orders that wait when the table ends: it was cut off, or changed meanwhile.
    fn rest(&mut self) -> Option<Entry> {
        let order = self.since.iter().copied().find(|order| self.waiting.contains_key(order))?;
        self.taken(order).map(|rows| orders::order(rows, &self.plan))
    }
}

/// What a reader noticed, in the words that shop people read.
pub fn warning(warning: &Warning) -> String {
    match warning {
        Warning::DoubleEncoded { line, sample } => {
            format!(
                "linha {line}: os acentos parecem gravados duas vezes em UTF-8: \"{sample}\"; \
                 grave o arquivo de novo no sistema de origem"
            )
        }
        Warning::OtherLetters { letters, line, sample } => {
            format!(
                "linha {line}: os acentos parecem ser de {letters}: \"{sample}\"; grave o arquivo em UTF-8"
            )
        }
        Warning::LooseQuote { line, sample } => {
            format!(
                "linha {line}: há aspas soltas no meio de um texto entre aspas, que ficaram nele: \
                 \"{sample}\""
            )
        }
        Warning::UnknownColumn { name, .. } => format!("um elemento do XML não foi lido: {name}"),
        Warning::OtherSheet { name, hidden: false } => {
            format!("a planilha tem outra aba, que não foi lida: {name}")
        }
        Warning::OtherSheet { name, hidden: true } => {
            format!("a planilha tem uma aba oculta, que não foi lida: {name}")
        }
        Warning::Macros => "as macros da planilha não foram executadas".to_owned(),
        Warning::ExternalLinks => {
            "a planilha usa valores de outros arquivos: valem os que estavam guardados nela".to_owned()
        }
    }
}
