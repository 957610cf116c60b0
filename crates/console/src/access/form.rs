//! What forms send.
#![allow(clippy::disallowed_types, reason = "the only place: refused in the console's own shape")]

use std::future::Future;
use std::pin::{Pin, pin};

use actix_web::dev::Payload;
use actix_web::rt::time::timeout;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::{Either, select};
use serde::Deserialize;

use crate::error::Failure;
use crate::state::State;

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

/// Extractor: a form that was sent. The forms of pages are small: actix bounds them by 16 KiB.
pub struct Sent(pub Form);

impl FromRequest for Sent {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let form = web::Form::<Form>::from_request(req, payload);
        let state = req.app_data::<web::Data<State>>().cloned();
        Box::pin(async move {
            let state = state.ok_or(Failure::Fault("no state"))?;
            let arriving = pin!(timeout(state.patience, form));
            match select(arriving, state.arriving.place()).await {
                Either::Left((Ok(Ok(form)), _)) => Ok(Self(form.into_inner())),
                Either::Left((Ok(Err(_)), _)) => Err(Failure::Unreadable),
                Either::Left((Err(_), _)) | Either::Right(_) => Err(Failure::TooSlow),
            }
        })
    }
}
