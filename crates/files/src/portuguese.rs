//! The words of shop people for a file that cannot be read.

use sheets::SheetError;

use crate::error::FileError;

/// Headings that are named.
const NAMED: usize = 20;

impl FileError {
    /// Why, and what helps, for whoever sent the file. `Display` is for the command line.
    pub fn in_portuguese(&self) -> String {
        match self {
            Self::Missing { line, missing, headings, kind: _ } => format!(
                "A linha {line} parece dar nome às colunas, e falta nela: {}. O arquivo tem: {}.",
                missing.join(", "),
                listed(headings)
            ),
            Self::Twice(column, line) => format!("Linha {line}: esta coluna aparece duas vezes: {column}."),
            Self::Refused(why) => why.clone(),
            Self::NoChannel(of_type) => format!(
                "Os pedidos são de um canal do tipo {of_type}, e a loja não tem exatamente um canal ativo \
                 desse tipo. Acrescente ao arquivo a coluna canalId."
            ),
            Self::NoProfile(name) => format!("Não existe aqui o perfil {name} para esses arquivos."),
            Self::NoMember(name) => {
                format!("{name} não é coluna desses arquivos, ou não tem essa unidade.")
            }
            Self::NoColumn { heading, headings } => {
                format!("O arquivo não tem a coluna {heading}; tem: {}.", listed(headings))
            }
            Self::NoRows(line) => {
                format!("A linha {line} dá nome às colunas, e não há linhas abaixo dela.")
            }
            Self::Large => "O arquivo tem mais de dois milhões de pedidos: divida-o.".to_owned(),
            Self::Endless(line) => endless(*line),
            Self::Empty => "O arquivo está vazio. A primeira linha dá nome às colunas.".to_owned(),
            Self::Sheet(error) => no_table(error),
            Self::Io(_) | Self::Csv(_) | Self::Json(_) | Self::Workbook(_) => {
                "O arquivo não pode ser lido como tabela nem como JSON.".to_owned()
            }
        }
    }
}

fn endless(line: u64) -> String {
    format!("Linha {line}: tem mais de 8 MiB. Faltam aspas ali?")
}

/// What is no table that can be read.
fn no_table(error: &SheetError) -> String {
    match error {
        SheetError::OpenQuote(line) => format!("Linha {line}: as aspas que abrem um texto ali não fecham."),
        SheetError::Endless(line) => endless(*line),
        SheetError::Password => "A planilha tem senha: grave-a sem senha.".to_owned(),
        SheetError::NoRows => "A planilha não tem linhas numa aba visível.".to_owned(),
        SheetError::Wide { line, columns } => {
            format!("Linha {line}: tem colunas demais ({columns}). Grave só a tabela.")
        }
        SheetError::Large { .. } | SheetError::Rows(_) | SheetError::Cells(_) => {
            "O arquivo é grande demais: grave só a tabela, ou em partes.".to_owned()
        }
        SheetError::Tables(count) => format!("O arquivo compactado tem {count} tabelas: envie uma só."),
        SheetError::Empty => "O arquivo está vazio.".to_owned(),
        SheetError::Picture => instead("uma imagem"),
        SheetError::Pdf => instead("um PDF"),
        SheetError::Packed(with) => {
            format!("O arquivo está compactado ({with}): descompacte-o antes de enviá-lo.")
        }
        SheetError::Html => {
            "O arquivo é uma página (HTML), qualquer que seja o fim do nome: abra-o numa planilha e \
                             grave-o como XLSX."
                .to_owned()
        }
        SheetError::OtherXml(root) => {
            format!("O arquivo é um XML que começa com <{root}>: são lidos a NF-e e o do Google Merchant.")
        }
        SheetError::BrokenXml(_) => "O XML está quebrado ou incompleto.".to_owned(),
        SheetError::Broken(_) => "O arquivo está quebrado ou incompleto.".to_owned(),
        SheetError::OtherWorkbook(kind) => {
            format!("A planilha é de outro tipo ({kind}): grave-a como XLSX.")
        }
        SheetError::Io(_) | SheetError::Json | SheetError::NoTable => {
            "O arquivo não é uma tabela que se possa ler. Grave-o como planilha (XLSX) ou CSV.".to_owned()
        }
    }
}

fn instead(what: &str) -> String {
    format!("O arquivo é {what}: envie uma tabela, como planilha (XLSX) ou CSV.")
}

/// Some of many names.
pub fn listed(all: &[String]) -> String {
    let mut named: Vec<&str> = all.iter().take(NAMED).map(String::as_str).collect();
    if all.len() > NAMED {
        named.push("…");
    }
    named.join(", ")
}
