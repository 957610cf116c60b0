//! A file as an answer, read while it is sent.

use std::io::{self, Read};

use actix_web::body::SizedStream;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpResponse};
use futures_util::stream;

use crate::kept::{Part, Reading};

/// Bytes that are read at once.
const AT_ONCE: usize = 64 << 10;

/// The kind of a file by its ending.
fn kind_of(ending: &str) -> &'static str {
    match ending {
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "csv" => "text/csv; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The file, to be kept under a name of plain letters.
pub fn answer(part: &Part, (name, ending): (&str, &str)) -> HttpResponse {
    let body = SizedStream::new(part.size, stream::try_unfold(part.reader(), next));
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind_of(ending)))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.{ending}\"")))
        .body(body)
}

async fn next(mut from: Reading) -> Result<Option<(Bytes, Reading)>, Error> {
    let read = web::block(move || {
        let mut bytes = Vec::with_capacity(AT_ONCE);
        from.by_ref().take(AT_ONCE as u64).read_to_end(&mut bytes)?;
        Ok::<_, io::Error>((bytes, from))
    });
    let (bytes, from) = read.await??;
    Ok((!bytes.is_empty()).then(|| (bytes.into(), from)))
}
