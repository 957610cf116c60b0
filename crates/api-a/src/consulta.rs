//! Parameters that several lists take.

use domain::values::dates::{Fuso, Instante, LimiteData};
use http_kit::{FromConsulta, Leitor};
use store::paging::Faixa;
use utoipa::IntoParams;

/// Nothing besides the store.
impl FromConsulta for Nada {
    fn de(_: &mut Leitor<'_>) -> Option<Self> {
        Some(Self)
    }
}

/// No parameters.
pub struct Nada;

/// Which store is meant.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by DaLoja; here for the document alone")]
pub struct ParamUsuario {
    /// The caller's identifier of the user (`usuario_id` is read too).
    #[param(rename = "usuarioId", min_length = 1, max_length = 100)]
    usuario_id: String,
}

/// Which store is meant, where that may be left open.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by DaAplicacao; here for the document alone")]
pub struct ParamUsuarioOpcional {
    /// The caller's identifier of a user; absent = all of the application.
    #[param(rename = "usuarioId", min_length = 1, max_length = 100)]
    usuario_id: Option<String>,
}

/// Which page is wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by PageRequest; here for the document alone")]
pub struct ParamPagina {
    /// Page, from 1.
    #[param(minimum = 1, default = 1)]
    pagina: Option<i64>,
    /// Records per page (`quantidadeRegistros` is read too).
    #[param(minimum = 1, maximum = 250, default = 50)]
    quantidade_registros: Option<i32>,
    /// Where the next page starts, as the `Link` header of the page before it says. Wins over `pagina`.
    cursor: Option<String>,
}

/// When something was last changed.
#[derive(IntoParams, Default)]
#[into_params(parameter_in = Query)]
pub struct Delta {
    /// Changed at or after: ISO 8601, or a day as a whole.
    #[param(rename = "dataAlteracaoInicial", value_type = Option<String>)]
    inicial: Option<LimiteData>,
    /// Changed before: ISO 8601 (exclusive), or a day as a whole (included).
    #[param(rename = "dataAlteracaoFinal", value_type = Option<String>)]
    final_: Option<LimiteData>,
}

impl FromConsulta for Delta {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self {
            inicial: c.data_limite("dataAlteracaoInicial"),
            final_: c.data_limite("dataAlteracaoFinal"),
        })
    }
}

impl Delta {
    /// As the store takes it. `fuso` is that of days without a time.
    pub fn faixa(&self, fuso: Fuso) -> Faixa {
        Faixa {
            de: self.inicial.map(|l| utc(l).inicio(fuso)),
            ate: self.final_.map(|l| utc(l).fim_exclusivo(fuso)),
        }
    }
}

/// A date-time without offset means UTC in this interface, whatever the time zone of days is.
pub fn utc(limite: LimiteData) -> LimiteData {
    match limite {
        LimiteData::Local(_) => LimiteData::Ponto(limite.inicio(Fuso::UTC)),
        outro => outro,
    }
}

/// The end of a range whose last instant counts: a day as a whole, or that very second.
pub fn fim_inclusivo(limite: LimiteData, fuso: Fuso) -> Instante {
    match utc(limite) {
        LimiteData::Ponto(instante) => instante.truncado().mais_segundos(1),
        dia => dia.fim_exclusivo(fuso),
    }
}
