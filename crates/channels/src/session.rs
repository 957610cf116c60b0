//! Session with one account: signs calls, keeps to the mode and the limits, logs in again once when access is refused.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use connector::{Answer, Call, Connection, Connector, Effect, SettingKind, Shop, Stop, oauth};
use url::Url;

use crate::caller::{Caller, Request, Unreachable};
use crate::counters::Counters;

/// What shop people read where the operator's rules forbid an address.
const NOT_ALLOWED: &str = "o endereço está numa rede que o hub não chama; quem opera o hub pode permitir";

/// A session for one turn of a connection.
pub(crate) struct Session<'a> {
    connector: &'a dyn Connector,
    caller: &'a dyn Caller,
    counters: &'a Counters,
    /// What calls are signed with.
    pub connection: Connection,
    /// Calls that change something are allowed.
    pub writes: bool,
    /// Whether the channel has done what a call asked for: it is not away as a whole.
    pub answered: bool,
    /// Addresses that may be called: those of the settings and of the manifest.
    hosts: BTreeSet<String>,
    next_call: Instant,
    logging_in: bool,
    logged_in: bool,
}

impl<'a> Session<'a> {
    pub fn new(
        connector: &'a dyn Connector,
        caller: &'a dyn Caller,
        counters: &'a Counters,
        connection: Connection,
    ) -> Self {
        let manifest = connector.manifest();
        let addresses = manifest.settings.iter().filter(|one| one.kind == SettingKind::Address);
        let of_settings = addresses.filter_map(|one| origin(connection.setting(one.code)));
        let fixed = manifest.hosts.iter().filter_map(|host| origin(&oauth::address(host, &connection).ok()?));
        let hosts = of_settings.chain(fixed).collect();
        Self {
            connector,
            caller,
            counters,
            connection,
            writes: false,
            answered: false,
            hosts,
            next_call: Instant::now(),
            logging_in: false,
            logged_in: false,
        }
    }

    /// Logs in, unless there is access already.
    pub fn log_in(&mut self) -> Result<(), Stop> {
        if self.connection.access.is_some() || self.logged_in {
            return Ok(());
        }
        self.logged_in = true;
        self.logging_in = true;
        let connector = self.connector;
        let access = connector.log_in(self);
        self.logging_in = false;
        self.connection.access = access?.map(|access| access.token);
        Ok(())
    }

    fn send(&mut self, call: &Call) -> Result<Answer, Stop> {
        let wait = self.next_call.saturating_duration_since(Instant::now());
        if !wait.is_zero() {
            std::thread::sleep(wait);
        }
        let a_second = self.connector.manifest().calls_per_second.max(1);
        self.next_call = Instant::now() + Duration::from_secs(1) / u32::from(a_second);
        let mut signed = call.clone();
        self.connector.sign(&mut signed, &self.connection);
        let mut headers: Vec<(String, String)> =
            signed.headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        headers.push(("accept".to_owned(), "application/json".to_owned()));
        let body = match &signed.body {
            None => Vec::new(),
            Some(body) => {
                headers.push(("content-type".to_owned(), "application/json".to_owned()));
                serde_json::to_vec(body).map_err(|e| Stop::Unreadable(e.to_string()))?
            }
        };
        let request = Request { method: signed.method.name(), url: signed.url, headers, body };
        self.counters.calls.fetch_add(1, Relaxed);
        let answer = self.caller.call(request).map_err(|error| match error {
            Unreachable::Refused => Stop::NoAccess(NOT_ALLOWED.to_owned()),
            Unreachable::Failed(text) => Stop::Unavailable(text),
        })?;
        self.connector.verdict(call, &answer)?;
        Ok(answer)
    }
}

impl Shop for Session<'_> {
    fn connection(&self) -> &Connection {
        &self.connection
    }

    fn call(&mut self, call: Call) -> Result<Answer, Stop> {
        if !self.writes && !self.logging_in && call.effect != Effect::Read {
            return Err(Stop::NotAllowed);
        }
        if !origin(&call.url).is_some_and(|origin| self.hosts.contains(&origin)) {
            return Err(Stop::Unreadable("the call leaves the addresses of the connector".to_owned()));
        }
        let mut result = self.send(&call);
        if matches!(result, Err(Stop::NoAccess(_))) && !self.logging_in && !self.logged_in {
            // refused access had no effect: after one login the call is made again
            self.connection.access = None;
            self.log_in()?;
            if self.connection.access.is_some() {
                result = self.send(&call);
            }
        }
        match &result {
            Err(Stop::Limited(_)) => _ = self.counters.limited.fetch_add(1, Relaxed),
            Err(_) => _ = self.counters.failed.fetch_add(1, Relaxed),
            Ok(_) => self.answered |= !self.logging_in,
        }
        result
    }
}

/// Scheme, host and port of an address.
pub(crate) fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    Some(url.origin().ascii_serialization()).filter(|_| url.has_host())
}
