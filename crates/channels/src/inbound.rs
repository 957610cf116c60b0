//! Handling of what comes from channels: a consent that returns, and notices.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use connector::oauth::Grant;
use connector::{Connection, Secret, Signature, Stop};
use ring::hmac;
use store::StoreError;
use store::channels::{self, Returned};
use tokio::task::spawn_blocking;

use crate::access::{acesso, exchange};
use crate::session::Session;
use crate::shared::Shared;
use crate::turn;

/// Takes what comes from channels. Cheap to clone.
#[derive(Clone)]
pub struct Inbound(pub(crate) Arc<Shared>);

/// What became of a consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consented {
    /// The connection has access; the name of its account, where it is known already.
    Done(String),
    /// Nobody waits for it: it is too old, was used before, or was never asked for.
    Unknown,
    /// It is another account, of this name, than the one that the connection was bound to. Nothing was stored.
    OtherAccount(String),
    /// The channel refused the code.
    Refused,
    /// The channel does not answer.
    Unavailable,
}

/// What became of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rung {
    /// The connection is due, or was already.
    Due,
    /// No connection has this address.
    Unknown,
    /// It is not signed by the channel.
    Forged,
}

impl Inbound {
    /// Exchanges the code of a consent, for the connection that its state stands for; `None` = it was refused, and the
    /// state is used up.
    pub async fn consent(&self, state: String, code: Option<Secret>) -> Result<Consented, StoreError> {
        let shared = Arc::clone(&self.0);
        let done = spawn_blocking(move || consent(&shared, &state, code)).await;
        done.unwrap_or_else(|error| Err(StoreError::Internal(error.to_string())))
    }

    /// Rings for the connection whose address of notices ends in `aviso`. `header` reads a header of the notice.
    pub async fn notice<'h>(
        &self,
        aviso: &str,
        header: impl Fn(&str) -> Option<&'h str>,
        body: &[u8],
    ) -> Result<Rung, StoreError> {
        let (shared, aviso) = (&self.0, aviso.to_owned());
        let found = shared.store.read_one(move |conn| channels::bell(conn, &aviso)).await?;
        let Some(bell) = found else { return Ok(Rung::Unknown) };
        let signature = shared.connectors.get(&bell.tipo).and_then(|one| one.manifest().notices);
        if let Some(signature) = signature {
            let secret = shared.connectors.application(&bell.tipo).map(|one| &one.secret);
            let sent = header(signature.header);
            if !secret.zip(sent).is_some_and(|(secret, sent)| is_signed(signature, secret, sent, body)) {
                return Ok(Rung::Forged);
            }
        }
        if !bell.rings {
            shared.store.write(move |tx| channels::ring(tx, bell.key)).await?;
        }
        Ok(Rung::Due)
    }
}

fn is_signed(of: Signature, secret: &Secret, sent: &str, body: &[u8]) -> bool {
    let Some(sent) = sent.trim().strip_prefix(of.prefix) else { return false };
    let sent = if of.base64 { BASE64_STANDARD.decode(sent).ok() } else { unhex(sent) };
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes());
    sent.is_some_and(|sent| hmac::verify(&key, body, &sent).is_ok())
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

fn consent(shared: &Shared, state: &str, code: Option<Secret>) -> Result<Consented, StoreError> {
    let state = state.to_owned();
    let returned = shared.store.write_blocking(move |tx| channels::take_consent(tx, &state))?;
    let (Some(Returned { conexao, verifier }), Some(code)) = (returned, &code) else {
        return Ok(if code.is_some() { Consented::Unknown } else { Consented::Refused });
    };
    let key = conexao.key;
    let Some(canal) = shared.store.read_blocking(|conn| turn::of_key(conn, key))? else {
        return Ok(Consented::Unknown);
    };
    let tipo = &canal.canal.tipo_canal;
    let (connectors, back) = (&shared.connectors, shared.connectors.back());
    let Some((connector, application)) = connectors.get(tipo).zip(connectors.application(tipo)) else {
        return Ok(Consented::Unknown);
    };
    let Some(oauth) = connector.manifest().access else { return Ok(Consented::Unknown) };
    let mut at = Connection { settings: turn::settings(&canal.canal), ..Connection::default() };
    let verifier = Secret::new(verifier);
    let grant = Grant::Code { code, back, verifier: &verifier };
    let (granted, began) = match exchange(shared, (oauth, application), &at, grant) {
        Ok(given) => given,
        Err(stop) => {
            tracing::warn!(connector = %tipo, %stop, "the code of a consent could not be exchanged");
            return Ok(match stop {
                Stop::Unavailable(_) | Stop::Unreadable(_) | Stop::Limited(_) => Consented::Unavailable,
                Stop::NoAccess(_) | Stop::Refused(_) | Stop::NotAllowed => Consented::Refused,
            });
        }
    };
    at.access = Some(granted.access.token.clone());
    at.facts = granted.facts.clone();
    let mut session = Session::new(connector, shared.caller.as_ref(), &shared.counters, at);
    let (conta, nome, fatos) = match connector.check(&mut session) {
        Ok(account) => (account.id, account.name, account.facts),
        // a channel that is bound already gets no access of an account that nobody knows
        Err(_) if !conexao.conta.is_empty() => return Ok(Consented::Unavailable),
        Err(_) => (String::new(), String::new(), granted.facts.clone()),
    };
    let acesso = acesso(&granted, began, None);
    let stored = {
        let (conta, fatos) = (conta.clone(), fatos);
        move |tx: &mut store::Tx<'_>| channels::consented(tx, (key, &conta), &acesso, &fatos)
    };
    match shared.store.write_blocking(stored)? {
        true => Ok(Consented::Done(nome)),
        false => Ok(Consented::OtherAccount(if nome.is_empty() { conta } else { nome })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_application_s_secret_signed_is_taken() {
        let secret = Secret::new("segredo");
        // python3: hmac.new(b"segredo", b"{}", "sha256")
        let hex = "fb628fffaa33657454b42caedf691bd6a3ecb2b2f1e32a33d1f916632fa09b20";
        let in_hex = Signature { header: "x", prefix: "sha256=", base64: false };
        let in_base64 = Signature { header: "x", prefix: "", base64: true };
        assert!(is_signed(in_hex, &secret, &format!("sha256={hex}"), b"{}"));
        assert!(is_signed(in_base64, &secret, "+2KP/6ozZXRUtCyu32kb1qPssrLx4yoz0fkWYy+gmyA=", b"{}"));
        assert!(!is_signed(in_hex, &secret, &format!("sha256={hex}"), b"{ }"));
        for bad in ["", "sha256=", "sha256=zz", "sha256=5", hex] {
            assert!(!is_signed(in_hex, &secret, bad, b"{}"), "{bad}");
        }
    }
}
