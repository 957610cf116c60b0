//! What the tests stand on: databases, a running application, the program's command line, sample data.

use std::future::Future;

pub mod app;
pub mod banco;
pub mod cliente;
pub mod contrato;
pub mod esquema;
pub mod exemplo;
pub mod modelos;
pub mod postgres;
pub mod programa;
pub mod resposta;

pub use app::TestApp;
pub use banco::{Banco, BancoDeTeste};
pub use cliente::Cliente;
pub use resposta::Resposta;

/// Runs a test's body over a fresh database; a backend that is not to be had here is left out.
pub fn rodar<F, R>(banco: Banco, corpo: F)
where
    F: FnOnce(TestApp) -> R,
    R: Future<Output = ()>,
{
    let Some(banco) = BancoDeTeste::novo(banco) else { return };
    actix_web::rt::System::new().block_on(async { corpo(TestApp::iniciar(banco)).await });
}

/// Writes a test twice: `nome::sqlite` and `nome::postgres`, each with a running application of its own.
macro_rules! nos_dois_bancos {
    ($($(#[$meta:meta])* async fn $nome:ident($app:ident: TestApp) $corpo:block)+) => {$(
        $(#[$meta])*
        mod $nome {
            #[allow(unused_imports)]
            use super::*;

            async fn corpo_do_teste($app: $crate::suporte::TestApp) $corpo

            #[test]
            fn sqlite() {
                $crate::suporte::rodar($crate::suporte::Banco::Sqlite, corpo_do_teste);
            }

            #[test]
            fn postgres() {
                $crate::suporte::rodar($crate::suporte::Banco::Postgres, corpo_do_teste);
            }
        }
    )+};
}
