//! What is said of files, in both languages.

use files::{FileError, Kind, SheetError};

use crate::error::Failure;
use crate::lang::Lang;
use crate::view::format;

/// What a file holds.
pub fn kind(lang: Lang, kind: Kind) -> &'static str {
    match kind {
        Kind::Skus => "SKUs",
        Kind::Estoque => lang.say("Estoque", "Stock"),
        Kind::Precos => lang.say("Preços", "Prices"),
        Kind::Pedidos => lang.say("Pedidos", "Orders"),
        Kind::Categorias => lang.say("Categorias de canais", "Categories of channels"),
    }
}

/// Somebody else's file is under way.
pub fn busy(lang: Lang) -> Failure {
    let words = lang.say(
        "Outro arquivo está sendo importado agora. Espere um pouco e envie este de novo.",
        "Another file is being imported now. Wait a little and send this one again.",
    );
    Failure::Refused(words.to_owned())
}

/// A file that waits no longer.
pub fn gone(lang: Lang) -> &'static str {
    lang.say(
        "Este arquivo não está mais guardado: um arquivo espera 30 minutos, e um por sessão. Escolha-o de novo.",
        "This file is kept no longer: a file waits 30 minutes, and one a session. Choose it once more.",
    )
}

/// More SKUs than the operator allows.
pub fn too_many(lang: Lang, most: i64) -> String {
    let most = format::count(lang, most);
    match lang {
        Lang::Pt => format!("A aplicação pode ter {most} SKUs e passaria disso."),
        Lang::En => format!("The application may have {most} SKUs and would have more."),
    }
}

/// Why a file cannot be read, and what helps.
pub fn unreadable(lang: Lang, error: &FileError) -> String {
    if lang == Lang::Pt {
        return error.in_portuguese();
    }
    match error {
        FileError::Missing { line, missing, headings, kind: _ } => format!(
            "Line {line} seems to name the columns, and lacks: {}. The file has: {}.",
            missing.join(", "),
            files::listed(headings)
        ),
        FileError::Twice(column, line) => format!("Line {line}: this column is there twice: {column}."),
        FileError::Refused(why) => why.clone(),
        FileError::NoChannel(of_type) => format!(
            "The orders are of a channel of type {of_type}, and the store has not exactly one active one. \
             Add the column canalId to the file."
        ),
        FileError::NoProfile(name)
        | FileError::NoMember(name)
        | FileError::NoColumn { heading: name, .. } => format!("There is none here: {name}"),
        FileError::NoRows(line) => format!("Line {line} names the columns, and there is no row below it."),
        FileError::Large => "The file has more than two million orders: divide it.".to_owned(),
        FileError::Endless(line) | FileError::Sheet(SheetError::Endless(line)) => {
            format!("Line {line}: it has more than 8 MiB. Is a quote open there?")
        }
        FileError::Empty => "The file is empty. Its first line names the columns.".to_owned(),
        FileError::Sheet(error) => format!("The file cannot be read: {error}."),
        FileError::Io(_) | FileError::Csv(_) | FileError::Json(_) | FileError::Workbook(_) => {
            "The file can be read neither as a table nor as JSON.".to_owned()
        }
    }
}

/// A profile with the name that another one is to be kept under.
pub const fn profile_there(lang: Lang) -> &'static str {
    lang.say(
        "Já existe um perfil com este nome. Escolha-o na lista para mudá-lo, ou dê outro nome.",
        "There is a profile with this name already. Choose it in the list to change it, or give another name.",
    )
}

/// More profiles than an application keeps.
pub fn too_many_profiles(lang: Lang, most: usize) -> String {
    match lang {
        Lang::Pt => format!("A aplicação já tem {most} perfis: remova um antes."),
        Lang::En => format!("The application has {most} profiles already: remove one first."),
    }
}
