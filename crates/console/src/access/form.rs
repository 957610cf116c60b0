//! What forms send.
#![allow(clippy::disallowed_types, reason = "the only place: refused in the console's own shape")]

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;

use crate::error::Failure;

/// False for a letter that a record could not hold, or that would make it read otherwise.
pub fn writable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Extractor: a form that was sent. The forms of pages are small: actix bounds them by 16 KiB.
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Sent<T> {
    type Error = Failure;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Failure>>>>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let form = web::Form::<T>::from_request(req, payload);
        Box::pin(async move {
            match form.await {
                Ok(form) => Ok(Self(form.into_inner())),
                Err(_) => Err(Failure::Unreadable),
            }
        })
    }
}
