//! Large tables of PostgreSQL in parts: divided, served and put together by the command.

mod command;
mod places;
mod reach;
