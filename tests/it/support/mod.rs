//! What the tests stand on: databases, a running application, the program's command line, sample data.

pub mod answer;
pub mod app;
pub mod client;
pub mod connected;
pub mod contract;
pub mod database;
pub mod example;
pub mod layout;
pub mod models;
pub mod own_postgres;
pub mod packed;
pub mod postgres;
pub mod process;
pub mod program;
pub mod provider;
pub mod running;
pub mod schema;
pub mod shown;
pub mod stranger;
pub mod wait;

pub use answer::Answer;
pub use app::TestApp;
pub use client::TestClient;
pub use database::{Database, TestDatabase, key_file, secrets};
pub use domain::loja_config::Perfil;
pub use running::{run, run_in, run_with};

/// Writes a test twice: `name::sqlite` and `name::postgres`, each with a running application of its own.
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn test_body($app: $crate::support::TestApp) $body

            #[test]
            fn sqlite() {
                $crate::support::run($crate::support::Database::Sqlite, test_body);
            }

            #[test]
            fn postgres() {
                $crate::support::run($crate::support::Database::Postgres, test_body);
            }
        }
    )+};
}

/// The same for interface B, in both of its profiles: `name::sqlite`, `name::sqlite_compativel` and so on.
macro_rules! in_both_profiles {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: TestApp) $body:block)+) => {$(
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use $crate::support::{Database, Perfil as StoreProfile, run_in};

            async fn test_body($app: $crate::support::TestApp) $body

            #[test]
            fn sqlite() {
                run_in(Database::Sqlite, StoreProfile::Documento, test_body);
            }

            #[test]
            fn postgres() {
                run_in(Database::Postgres, StoreProfile::Documento, test_body);
            }

            #[test]
            fn sqlite_compativel() {
                run_in(Database::Sqlite, StoreProfile::Compativel, test_body);
            }

            #[test]
            fn postgres_compativel() {
                run_in(Database::Postgres, StoreProfile::Compativel, test_body);
            }
        }
    )+};
}
