//! What forms send.
#![allow(clippy::disallowed_types, reason = "the only place: refused in the console's own shape")]

use std::future::Future;
use std::pin::{Pin, pin};

use actix_web::dev::Payload;
use actix_web::rt::time::timeout;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::TryStreamExt;
use futures_util::future::{Either, select};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::cookies::language_of;
use crate::error::Failure;
use crate::lang::Lang;
use crate::state::State;
use crate::view::format::hex;

/// False for a letter that a record could not hold, or that would make it read otherwise.
pub fn writable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A form: texts by the names of its fields.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Form(Vec<(String, String)>);

impl Form {
    /// A field, without the blanks around it; empty when it was not sent.
    pub fn text(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// What was sent under a name and is not empty, without the blanks around it.
    pub fn all<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s str> {
        let named = self.0.iter().filter(move |(known, _)| known == name);
        named.map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
    }

    /// A field as [`Seen`](crate::view::filling::Seen) compares it; `None` when it was not sent at all.
    pub fn value(&self, name: &str) -> Option<String> {
        let sent = self.0.iter().any(|(known, _)| known == name);
        sent.then(|| self.all(name).collect::<Vec<_>>().join(",").replace("\r\n", "\n"))
    }

    /// A field as it was typed, with the blanks around it: a password.
    pub fn typed(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text)
    }

    /// What tells it from a form that says something else.
    pub fn digest(&self) -> String {
        let parts = self.0.iter().flat_map(|(name, text)| [name.as_bytes(), b"=", text.as_bytes(), b"\0"]);
        hex(&parts.fold(Sha256::new(), Sha256::chain_update).finalize())
    }

    /// True for a form with such a field.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }

    /// Sets a field.
    pub fn with(mut self, name: &str, text: impl ToString) -> Self {
        self.0.retain(|(known, _)| known != name);
        self.0.push((name.to_owned(), text.to_string()));
        self
    }
}

/// Bytes of a form, unless its route says otherwise.
const SHORT: usize = 16 << 10;

/// What a route says of its forms: their bytes at most.
pub struct Longest(pub usize);

/// Extractor: a form that was sent.
pub struct Sent(pub Form);

impl FromRequest for Sent {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (req, payload) = (req.clone(), payload.take());
        Box::pin(async move {
            let (form, whole) = received(&req, payload).await?;
            whole.map(|()| Self(form))
        })
    }
}

/// What came of a form, which is its beginning where it is too long: the second part says so.
pub async fn received(req: &HttpRequest, payload: Payload) -> Result<(Form, Result<(), Failure>), Failure> {
    let state = req.app_data::<web::Data<State>>().ok_or(Failure::Fault("no state"))?;
    if !req.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(Failure::Unreadable);
    }
    let most = req.app_data::<Longest>().map_or(SHORT, |longest| longest.0);
    let arriving = pin!(timeout(state.patience, beginning(payload, most)));
    let (bytes, whole) = match select(arriving, state.arriving.place()).await {
        Either::Left((Ok(done), _)) => done?,
        Either::Left((Err(_), _)) | Either::Right(_) => return Err(Failure::TooSlow),
    };
    let text = str::from_utf8(&bytes).map_err(|_| Failure::Unreadable)?;
    let form = web::Query::<Form>::from_query(text).map_err(|_| Failure::Unreadable)?.into_inner();
    let too_large = || Failure::TooLarge(too_large(language_of(req), most));
    Ok((form, if whole { Ok(()) } else { Err(too_large()) }))
}

/// The first bytes of a form, up to the end of a field, and whether they are all.
async fn beginning(mut payload: Payload, most: usize) -> Result<(Vec<u8>, bool), Failure> {
    let mut kept = Vec::new();
    while let Some(piece) = payload.try_next().await.map_err(|_| Failure::Unreadable)? {
        kept.extend_from_slice(&piece);
        if kept.len() > most {
            kept.truncate(most);
            kept.truncate(kept.iter().rposition(|byte| *byte == b'&').unwrap_or(0));
            return Ok((kept, false));
        }
    }
    Ok((kept, true))
}

fn too_large(lang: Lang, most: usize) -> String {
    let most = most >> 10;
    match lang {
        Lang::Pt => format!(
            "O formulário tem mais de {most} KiB: só o começo dele foi lido, e nada foi feito. Encurte-o e envie de novo."
        ),
        Lang::En => format!(
            "The form has more than {most} KiB: its beginning alone was read, and nothing was done. Shorten it and send it again."
        ),
    }
}
