//! Whole tables, whatever they are: what there is, row by row, and many rows at once.

mod cell;
mod columns;
mod postgres;
mod row;
mod shape;
mod sqlite;
mod whole;

pub use cell::Cell;
pub use shape::{Column, Kind, Table};
pub use whole::{each_row, insert, sound, tables, without_limits};
