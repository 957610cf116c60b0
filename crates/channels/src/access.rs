//! Access by OAuth: the exchange of a code or of a refresh token, and the renewal of a turn's access.
//!
//! A refresh token is good once, and its answer can be lost. So one server renews at a time, the one that has the
//! connection; the new pair is stored before it is used, whoever has the connection by then; a lost answer is followed by
//! one more request with the same token; and a token that is refused ends the work until somebody consents anew, unless
//! another server has stored a newer one.

use std::thread;
use std::time::Duration;

use connector::oauth::{self, Application, Grant, Granted, OAuth};
use connector::{Answer, Cause, Connection, Secret, Stop, Trouble};
use domain::conexao::EstadoConexao;
use domain::values::dates::Instante;
use store::StoreError;
use store::channels::{self, Acesso};

use crate::caller::{Request, Unreachable};
use crate::shared::Shared;
use crate::turn::{Halt, Turn};

/// What shop people read where the operator's part is missing.
const NO_APPLICATION: &str = "quem opera o hub ainda não cadastrou nele uma aplicação deste canal";
/// Before a request whose answer was lost is made again.
const REPEAT: Duration = Duration::from_secs(2);
/// Until a renewal is tried again that failed while the access is good.
const AGAIN_SECONDS: i64 = 60;
/// Access is renewed before its end by a fifth of its life, at most this.
const EARLY_SECONDS_MAX: i64 = 600;
/// Access that is younger is not renewed because it is refused.
const YOUNG_SECONDS: i64 = 60;
/// How often it is tried to store new tokens.
const STORE_TRIES: u32 = 5;

/// Exchanges a code or a refresh token; one more time when the answer is lost.
pub(crate) fn exchange(
    shared: &Shared,
    (oauth, application): (&OAuth, &Application),
    at: &Connection,
    grant: Grant<'_>,
) -> Result<(Granted, Instante), Stop> {
    let once = || -> Result<(Granted, Instante), Stop> {
        let request = oauth.request(application, at, grant)?;
        let began = Instante::now();
        let (url, headers, body) = (request.url, request.headers, request.body);
        let answer: Result<Answer, Unreachable> =
            shared.caller.call(Request { method: "POST", url, headers, body });
        let answer = answer.map_err(|error| Stop::Unavailable(error.to_string()))?;
        Ok((oauth.read(&answer)?, began))
    };
    match once() {
        Err(Stop::Unavailable(_) | Stop::Unreadable(_)) => {
            thread::sleep(REPEAT);
            once()
        }
        other => other,
    }
}

/// Tokens as they are stored. Lives count from before the request.
pub(crate) fn acesso(granted: &Granted, began: Instante, before: Option<&Acesso>) -> Acesso {
    let access = &granted.access;
    let renewal = access.refresh.as_ref().map(|token| token.expose().to_owned());
    let end = |seconds: i64| began.plus_seconds(seconds).micros();
    let lives = access.lives.filter(|lives| *lives > 0).map(i64::from);
    Acesso {
        token: access.token.expose().to_owned(),
        desde: began.micros(),
        ate: lives.map(end),
        renovar_em: lives.map(|lives| end(lives - (lives / 5).min(EARLY_SECONDS_MAX))),
        // a vendor that rotates none sends none
        renovacao: renewal.or_else(|| before?.renovacao.clone()),
    }
}

/// That somebody has to consent, with the vendor's word.
fn consent_needed(code: &str) -> Halt {
    Halt::Account(vec![Trouble::new(Cause::ConsentNeeded, code, "")])
}

impl Turn<'_> {
    /// Works with access by a consent: renewed in time, and once more when the channel refuses it.
    pub fn run_with_consent(&mut self, by: &OAuth) -> Result<(), Halt> {
        if let Err(Stop::Refused(troubles)) = oauth::address(by.token, &self.session.connection) {
            return Err(Halt::Account(troubles));
        }
        if self.shared.connectors.application(self.connector.manifest().code).is_none() {
            return Err(Halt::Account(vec![Trouble::new(Cause::ConsentNeeded, "", NO_APPLICATION)]));
        }
        let mut acesso = self.stored_acesso()?.ok_or_else(|| consent_needed(""))?;
        let now = Instante::now().micros();
        if acesso.renovar_em.is_some_and(|at| at <= now) && acesso.renovacao.is_some() {
            acesso = self.renew_acesso(by, acesso, false)?;
        }
        self.session.connection.access = Some(Secret::new(acesso.token.clone()));
        match self.run() {
            // access that is refused as soon as it is got, or was refused before, is not renewed again and again
            Err(Halt::Stop(Stop::NoAccess(_)))
                if acesso.renovacao.is_some()
                    && Instante::from_micros(acesso.desde).plus_seconds(YOUNG_SECONDS) < Instante::now()
                    && self.conexao.estado != EstadoConexao::SemAcesso =>
            {
                let acesso = self.renew_acesso(by, acesso, true)?;
                self.session.connection.access = Some(Secret::new(acesso.token));
                self.run()
            }
            other => other,
        }
    }

    fn stored_acesso(&self) -> Result<Option<Acesso>, Halt> {
        self.read(|conn| channels::acesso(conn, self.key))
    }

    /// Renews access, which the channel has refused or will soon.
    fn renew_acesso(&mut self, oauth: &OAuth, before: Acesso, refused: bool) -> Result<Acesso, Halt> {
        // from now on it is this server's for longer than two requests take
        self.renew()?;
        let now_stored = self.stored_acesso()?.ok_or_else(|| consent_needed(""))?;
        if now_stored != before {
            return Ok(now_stored);
        }
        let Some(token) = before.renovacao.as_deref().map(Secret::new) else { return Ok(before) };
        let code = self.connector.manifest().code;
        let Some(application) = self.shared.connectors.application(code) else { return Ok(before) };
        let at = &self.session.connection;
        match exchange(self.shared, (oauth, application), at, Grant::Refresh(&token)) {
            Ok((granted, began)) => {
                let after = acesso(&granted, began, Some(&before));
                match self.store_acesso(&before, Some(&after))? {
                    true => Ok(after),
                    // somebody has consented meanwhile
                    false => Err(Halt::Lost),
                }
            }
            Err(Stop::NoAccess(said)) => match self.stored_acesso()? {
                Some(newer) if newer != before => Ok(newer),
                _ => {
                    self.store_acesso(&before, None)?;
                    Err(consent_needed(&said))
                }
            },
            Err(stop) => {
                let good = !refused && before.ate.is_some_and(|until| until > Instante::now().micros());
                if !good {
                    return Err(stop.into());
                }
                tracing::debug!(channel = self.key.canal, %stop, "access could not be renewed yet");
                let again = Instante::now().plus_seconds(AGAIN_SECONDS).micros();
                let after = Acesso { renovar_em: Some(again), ..before.clone() };
                self.store_acesso(&before, Some(&after))?;
                Ok(after)
            }
        }
    }

    /// Stores tokens, with or without the lease: they are the only ones that are good.
    fn store_acesso(&self, before: &Acesso, after: Option<&Acesso>) -> Result<bool, StoreError> {
        let mut tries = 1;
        loop {
            let (key, before, after) = (self.key, before.clone(), after.cloned());
            let stored = self
                .shared
                .store
                .write_blocking(move |tx| channels::replace_acesso(tx, key, &before, after.as_ref()));
            match stored {
                Err(error) if tries < STORE_TRIES => {
                    tracing::warn!(%error, channel = key.canal, "new access could not be stored yet");
                    thread::sleep(Duration::from_millis(300) * tries);
                    tries += 1;
                }
                other => return other,
            }
        }
    }
}
