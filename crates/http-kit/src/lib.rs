//! What every handler crate needs and none owns: keys, paging, extractors, request ids, errors.
#![deny(missing_docs)]

pub mod caminho;
pub mod chaves;
pub mod consulta;
pub mod corpo;
pub mod docs;
pub mod erro;
pub mod etag;
pub mod limite;
pub mod pagina;
pub mod request_id;
pub mod rotas;

pub use caminho::{Caminho, Segmento, segmento};
pub use chaves::{Chaves, ConfigChaves, Credencial};
pub use consulta::{Consulta, Filtros, FromConsulta, Leitor};
pub use corpo::{Corpo, CorpoBruto, LimitesCorpo};
pub use erro::{Interface, KitError, MotivoNaoAutorizado};
pub use etag::{Condicoes, ETag};
pub use pagina::link_next;
pub use rotas::Rotas;
