//! What came of a file, as clients read it.

use std::io::{Cursor, Read, Seek};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use files::{Cause, FileError, Kind, Options, Report, Way};
use http_kit::Fault;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ErrorA;

/// The most of refused rows that an answer carries, in bytes.
const MEND_MAX: usize = 4 << 20;

/// What came of a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Importacao {
    /// Nothing was written.
    pub simulada: bool,
    /// Why it did not come to its end; null when it did.
    pub interrupcao: Option<String>,
    /// The line up to which all is written, where it did not come to its end.
    pub gravado_ate_linha: Option<u64>,
    /// New ones.
    pub criados: u64,
    /// Those that were there and are as the file says.
    pub conforme_arquivo: u64,
    /// Refused ones.
    pub recusados: u64,
    /// The profile that it was read with.
    pub perfil: Option<String>,
    /// The line that names the columns.
    pub linha_titulos: Option<u64>,
    /// The time zone of dates that name no offset, where there are dates.
    pub fuso: Option<String>,
    /// Columns that mean nothing here.
    pub colunas_nao_usadas: Vec<String>,
    /// What is to be known of the whole file.
    pub observacoes: Vec<String>,
    /// Why some were refused, the most frequent first.
    pub recusas: Vec<CausaArquivo>,
    /// What was taken otherwise than the file says, the most frequent first.
    pub avisos: Vec<CausaArquivo>,
    /// The refused rows, to be mended and sent.
    pub correcoes: Option<Correcoes>,
}

/// What many cells have in common.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CausaArquivo {
    /// The column as the file calls it; empty for whole rows.
    pub coluna: String,
    /// What it is.
    pub motivo: String,
    /// How many.
    pub quantidade: u64,
    /// The first of them.
    pub exemplo: ExemploArquivo,
}

/// The first of many cells.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExemploArquivo {
    /// Its line.
    pub linha: u64,
    /// What stood there; null for a whole row.
    pub valor: Option<String>,
    /// All that is said of it.
    pub mensagem: String,
}

/// The refused rows as a file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correcoes {
    /// What it may be called.
    pub nome: String,
    /// The file, in base64.
    pub conteudo: String,
}

impl From<&Cause> for CausaArquivo {
    fn from(cause: &Cause) -> Self {
        Self {
            coluna: cause.column.clone(),
            motivo: cause.what.clone(),
            quantidade: cause.count,
            exemplo: ExemploArquivo {
                linha: cause.line,
                valor: cause.value.clone(),
                mensagem: cause.example.clone(),
            },
        }
    }
}

impl Importacao {
    /// Of a report, and of the file that it is about.
    pub fn of<F: Read + Seek + Send>(
        (way, interrupcao): (Way, Option<String>),
        report: &Report,
        file: F,
        read_as: (Kind, &Options),
    ) -> Result<Self, ErrorA> {
        let mut observacoes = report.told.clone();
        let mut correcoes = None;
        if report.refused > 0 {
            correcoes = mended(file, read_as, report)?;
            if correcoes.is_none() {
                observacoes.push(format!(
                    "as linhas recusadas passam de {} MiB e não vão na resposta: envie o arquivo em partes",
                    MEND_MAX >> 20
                ));
            }
        }
        Ok(Self {
            simulada: way == Way::Try,
            interrupcao,
            gravado_ate_linha: report.written_to_line,
            criados: report.created,
            conforme_arquivo: report.stored,
            recusados: report.refused,
            perfil: report.profile.clone(),
            linha_titulos: report.heading_line,
            fuso: report.timezone.clone(),
            colunas_nao_usadas: report.ignored.clone(),
            observacoes,
            recusas: report.causes.iter().map(Into::into).collect(),
            avisos: report.notices.iter().map(Into::into).collect(),
            correcoes,
        })
    }
}

/// The refused rows; `None` when they are too many.
fn mended<F: Read + Seek + Send>(
    file: F,
    read_as: (Kind, &Options),
    report: &Report,
) -> Result<Option<Correcoes>, ErrorA> {
    let mut out = Cursor::new(Vec::new());
    let broken = |error: FileError| Fault::new(format!("refused rows cannot be written: {error}"));
    let form = files::mend(file, read_as, report, &mut out).map_err(broken)?;
    let content = out.into_inner();
    Ok((content.len() <= MEND_MAX).then(|| Correcoes {
        nome: format!("correcoes.{}", form.ending()),
        conteudo: STANDARD.encode(&content),
    }))
}
