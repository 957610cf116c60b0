//! A store's data as files: tables of text, workbooks, NF-e and Merchant XML, JSON, read as interface A reads
//! its bodies. [`explain`] says what a file would be read as, [`import`] brings it in, [`mend`] writes what
//! was refused, [`before`] what it changes, [`template`] a table to fill in, [`export`] what a store holds.

mod before;
mod bounded;
mod cells;
mod codes;
mod dates;
mod entry;
mod error;
mod explain;
mod export;
mod facts;
mod heading;
mod import;
mod input;
mod json;
mod kind;
mod mapping;
mod mend;
mod numbers;
mod options;
mod orders;
mod output;
mod portuguese;
mod preview;
mod profile;
mod recognising;
mod refusal;
mod report;
mod rows;
mod saving;
mod sheet;
mod templates;
mod units;
mod values;
mod writing;

pub use before::before;
pub use entry::Wrong;
pub use error::FileError;
pub use explain::{Explained, ExplainedColumn, explain};
pub use export::{ExportError, Exported, Skus, Which, export};
pub use import::{ImportError, import};
pub use kind::{CENTRO, Column, Kind};
pub use mend::{MendForm, mend};
pub use numbers::{Sign, read as number};
pub use options::{Options, ProfileChoice};
pub use output::{Form, Look, Writer};
pub use preview::{Preview, PreviewRow, preview};
pub use profile::{Inheritance, LeftOut, Profile, ProfileColumn, profiles};
pub use refusal::Refusal;
pub use report::{Cause, Report};
pub use saving::profile_of;
pub use sheets::SheetError;
pub use templates::{TemplateForm, template};
pub use writing::{Target, Way};
