//! What a file would be read as, before anything is.

use std::io::{Read, Seek};

use serde::Serialize;
use sheets::Source;

use crate::error::FileError;
use crate::input::{self, Shape};
use crate::kind::Kind;
use crate::mapping::{Because, Use};
use crate::options::Options;
use crate::sheet::{Sheet, text};

/// Rows whose cells are shown.
const SAMPLES: usize = 3;
/// Rows in which they are looked for.
const LOOKED_AT: usize = 200;
/// Letters of a sample.
const SAMPLE_MAX: usize = 80;

/// What a file would be read as.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explained {
    /// What it is: `csv` with its separator, a sheet of a workbook by name, `nfe`, `merchant`, `json`.
    pub source: String,
    /// The line that names the columns; 0 for JSON.
    pub heading_line: u64,
    /// The profile that it is read with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The profile's name as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_title: Option<String>,
    /// The columns, in the order of the file.
    pub columns: Vec<ExplainedColumn>,
    /// Members that have one value in all rows that say nothing else.
    pub constants: Vec<(String, String)>,
    /// Members that the rows cannot do without, and that nothing has.
    pub missing: Vec<String>,
    /// The type of the channel that the orders are of, where the store's one channel of it is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel_type: Option<String>,
    /// The members that columns of such files can be.
    pub members: Vec<String>,
    /// What was noticed, in the words that shop people read.
    pub warnings: Vec<String>,
}

/// A column, and what it is taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExplainedColumn {
    /// As the file calls it.
    pub heading: String,
    /// The first values of it.
    pub samples: Vec<String>,
    /// The member; none for a column that is not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// The unit of its numbers: what is named, or the hub's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Why: `said`, `profile`, `name`, `synonym`, `ignored`, `helper` (of another column) or `unknown`.
    pub because: &'static str,
}

/// Says what a file would be read as. Nothing but its first rows is read.
pub fn explain<F: Read + Seek + Send>(
    mut file: F,
    kind: Kind,
    options: &Options,
) -> Result<Explained, FileError> {
    let members = kind.columns().iter().map(|column| column.name.to_owned()).collect();
    if !matches!(input::shape(&mut file)?, Shape::Table) {
        return Ok(Explained { source: "json".to_owned(), members, ..Explained::default() });
    }
    let mut sheet = Sheet::open_to_explain(file, kind, options)?;
    let mut samples: Vec<Vec<String>> = vec![Vec::new(); sheet.mapping.uses.len()];
    for _ in 0..LOOKED_AT {
        let Some(row) = sheet.next()? else { break };
        for (samples, cell) in samples.iter_mut().zip(&row.cells) {
            if samples.len() < SAMPLES && !cell.is_empty() {
                samples.push(text(cell).chars().take(SAMPLE_MAX).collect());
            }
        }
    }
    let mapping = &sheet.mapping;
    let columns = mapping.headings.iter().zip(&mapping.uses).zip(samples);
    let columns = columns.map(|((heading, one), samples)| {
        let (member, unit, because) = match one {
            Use::Taken(mapped) => {
                let own = match mapped.column.form {
                    crate::kind::Form::Weight => Some("g"),
                    crate::kind::Form::Length => Some("cm"),
                    _ => None,
                };
                let unit = own.map(|own| mapped.unit.map_or(own, crate::units::Unit::name).to_owned());
                (Some(mapped.column.name.to_owned()), unit, because(mapped.because))
            }
            Use::Ignored(_) => (None, None, "ignored"),
            Use::Helper => (None, None, "helper"),
            Use::Unknown => (None, None, "unknown"),
        };
        ExplainedColumn { heading: heading.clone(), samples, member, unit, because }
    });
    Ok(Explained {
        source: source(sheet.source()),
        heading_line: sheet.heading_line,
        profile: mapping.profile.as_ref().map(|profile| profile.nome.clone()),
        profile_title: mapping.profile.as_ref().map(|profile| profile.titulo.clone()),
        columns: columns.collect(),
        constants: mapping
            .constants
            .iter()
            .map(|(column, value)| (column.name.to_owned(), value.clone()))
            .collect(),
        missing: mapping.missing().into_iter().map(str::to_owned).collect(),
        channel_type: mapping.profile.as_ref().and_then(|profile| profile.tipo_canal.clone()),
        members,
        warnings: sheet.warnings().iter().map(input::warning).collect(),
    })
}

const fn because(because: Because) -> &'static str {
    match because {
        Because::Said => "said",
        Because::Profile => "profile",
        Because::Name => "name",
        Because::Synonym => "synonym",
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Text { separator: b'\t', .. } => "csv (tab)".to_owned(),
        Source::Text { separator, .. } => format!("csv ({})", char::from(*separator)),
        Source::Workbook { sheet } => format!("workbook ({sheet})"),
        Source::Nfe => "nfe".to_owned(),
        Source::Merchant => "merchant".to_owned(),
    }
}
