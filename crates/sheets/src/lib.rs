//! Files as people have them, read as rows of cells: tables of text, workbooks (XLSX, XLS, ODS), NF-e and
//! Google Merchant's XML. [`Table::open`] looks at the bytes and not at a name; [`WorkbookWriter`] writes XLSX.
//!
//! Whatever a file claims, reading it costs a bounded amount of memory: everything is streamed, and what has to
//! be kept (a record, a workbook's shared texts) has a greatest size in `bounds.rs`.

mod archive;
mod bounds;
mod cell;
mod dates;
mod error;
mod input;
mod letters;
mod merchant;
mod nfe;
mod ods;
mod quotes;
mod shared;
mod table;
mod text;
mod warning;
mod writer;
mod xls;
mod xlsx;
mod xml;

pub use cell::{Cell, Row};
pub use error::SheetError;
pub use letters::Letters;
pub use table::{Source, Table};
pub use warning::Warning;
pub use writer::{Column, Content, WorkbookWriter, WriteError};
