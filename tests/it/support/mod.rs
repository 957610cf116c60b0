//! What the tests stand on: databases, a running application, the program's command line, sample data.

use std::future::Future;

pub mod answer;
pub mod app;
pub mod client;
pub mod contract;
pub mod database;
pub mod example;
pub mod models;
pub mod postgres;
pub mod process;
pub mod program;
pub mod schema;

pub use answer::Answer;
pub use app::TestApp;
pub use client::TestClient;
pub use database::{Database, TestDatabase};

/// Runs a test's body over a fresh database; a backend that is not to be had here is left out.
pub fn run<F, R>(database: Database, body: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    let Some(database) = TestDatabase::new(database) else { return };
    actix_web::rt::System::new().block_on(async { body(TestApp::start(database)).await });
}

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
