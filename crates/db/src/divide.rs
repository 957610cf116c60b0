//! Dividing tables of a database that nobody else uses meanwhile.

use crate::division::Divided;
use crate::error::DbError;
use crate::postgres;

/// Divides tables of the database of `url` into partitions, or puts them together, each in a transaction of
/// its own; tells the name of each that was. What is cut off goes on when it is called again.
///
/// # Errors
/// [`DbError::Restriction`] while somebody else is connected, and for a table with something that would be
/// lost; [`DbError::Url`] on SQLite.
pub fn divide(url: &str, divided: &[Divided], told: &mut dyn FnMut(&str)) -> Result<(), DbError> {
    match url.split_once(':').map_or("", |(scheme, _)| scheme) {
        "postgres" | "postgresql" => postgres::divide(url, divided, told),
        _ => Err(DbError::Url(
            "SQLite does not divide tables: take the database to PostgreSQL with `server copy` first, and \
             name that one"
                .to_owned(),
        )),
    }
}
