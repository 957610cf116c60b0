//! Files in and out: what a store exports another one imports, and what a spreadsheet makes of it is
//! understood.

mod brought;
mod centres;
mod mapping;
mod refusals;
mod round_trips;
mod stopping;
mod support;
mod tables;
mod workbooks;
