//! A file that a form carries.

use std::future::{Ready, ready};
use std::time::Duration;

use actix_multipart::Multipart;
use actix_web::dev::Payload;
use actix_web::rt::time::timeout;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use futures_util::TryStreamExt;

use super::visit::Visit;
use crate::error::Failure;

/// Bytes of a file; a larger one is brought in on the server itself.
const FILE_MAX: usize = 32 << 20;
/// The field of the file.
const FILE: &str = "arquivo";
/// Bytes of every other field.
const FIELD_MAX: usize = 1024;
/// Fields of a form.
const FIELDS_MAX: usize = 8;
/// From the first byte to the last, however it drips in.
const PATIENCE: Duration = Duration::from_secs(60);

/// Extractor: a form that is still on its way. It is read once it is known who sends it.
pub struct Sending(Payload);

impl FromRequest for Sending {
    type Error = Failure;
    type Future = Ready<Result<Self, Failure>>;

    fn from_request(_: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self(payload.take())))
    }
}

/// A form with a file.
#[derive(Default)]
pub struct Upload {
    fields: Vec<(String, String)>,
    /// The name that the file has where it comes from.
    pub name: String,
    /// What it holds.
    pub content: Bytes,
}

impl Upload {
    /// Reads it. For whoever may act alone: it is held in memory.
    pub async fn read(visit: &Visit, Sending(payload): Sending) -> Result<Self, Failure> {
        let multipart = Multipart::new(visit.req.headers(), payload);
        timeout(PATIENCE, Self::of(visit, multipart)).await.unwrap_or(Err(Failure::Unreadable))
    }

    /// A field that is no file; empty when it was not sent.
    pub fn field(&self, name: &str) -> &str {
        self.fields.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text)
    }

    async fn of(visit: &Visit, mut multipart: Multipart) -> Result<Self, Failure> {
        let mut upload = Self::default();
        while let Some(mut field) = multipart.try_next().await.map_err(|_| Failure::Unreadable)? {
            let name = field.name().ok_or(Failure::Unreadable)?.to_owned();
            let file = field.content_disposition().and_then(|said| said.get_filename()).map(str::to_owned);
            let most = if file.is_some() { FILE_MAX } else { FIELD_MAX };
            let content = field.bytes(most).await.map_err(|_| too_large(visit, file.is_some()))?;
            let content = content.map_err(|_| Failure::Unreadable)?;
            match file {
                Some(file) if name == FILE && upload.content.is_empty() => {
                    (upload.name, upload.content) = (file, content);
                }
                // another file, or one that no page of ours sends
                Some(_) => return Err(Failure::Unreadable),
                None if upload.fields.len() < FIELDS_MAX => {
                    let text = String::from_utf8(content.to_vec()).map_err(|_| Failure::Unreadable)?;
                    upload.fields.push((name, text));
                }
                None => return Err(Failure::Unreadable),
            }
        }
        Ok(upload)
    }
}

fn too_large(visit: &Visit, file: bool) -> Failure {
    if !file {
        return Failure::Unreadable;
    }
    let words = visit.lang.say(
        "O arquivo tem mais de 32 MiB. Divida-o, ou peça a quem opera o servidor: server import.",
        "The file has more than 32 MiB. Split it, or ask whoever runs the server: server import.",
    );
    Failure::Wrong(FILE, words.to_owned())
}
