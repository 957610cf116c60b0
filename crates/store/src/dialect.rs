//! What the two databases do differently: functions of the same name in `sqlite.rs` and `postgres.rs` beside
//! the file that calls them.

/// Calls the function of `super::sqlite` or of `super::postgres`, whichever database is behind `$conn`, with
/// the connection and the arguments. A function that only one of them has does not compile.
macro_rules! dialect {
    ($conn:expr => $function:ident($($argument:expr),* $(,)?)) => {
        match &mut $conn.backend {
            #[cfg(feature = "sqlite")]
            $crate::conexao::Backend::Sqlite(c) => super::sqlite::$function(c, $($argument),*),
            #[cfg(feature = "postgres")]
            $crate::conexao::Backend::Postgres(c) => super::postgres::$function(c, $($argument),*),
        }
    };
}
pub(crate) use dialect;
