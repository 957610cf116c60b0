//! The calls of a connector to a simulator in the same process, made as the engine makes them to a shop.
#![allow(clippy::panic, reason = "a case fails by a panic")]

use std::collections::BTreeMap;

use connector::{Answer, Call, Connection, Connector, Effect, Shop, Stop, Value};

use crate::faults::{Fault, Outcome, Plan};
use crate::shop::Simulated;

/// The address of every simulated shop.
pub const ADDRESS: &str = "http://loja.example";

type Tamper<'a> = Box<dyn Fn(&mut Value) + 'a>;

/// The way from a connector to a simulator.
pub struct InProcess<'a> {
    connector: &'a dyn Connector,
    shop: &'a dyn Simulated,
    /// The connection; a login renews its access.
    pub connection: Connection,
    /// Calls that were made, signed.
    pub calls: Vec<Call>,
    /// Only calls that read are made; others are [`Stop::NotAllowed`].
    pub only_read: bool,
    /// The process ends before this call: it and all later ones are not made.
    pub ends_before: Option<usize>,
    /// Faults of single calls, by their number.
    pub faults: BTreeMap<usize, Fault>,
    /// Faults by chance.
    pub plan: Option<Plan>,
    /// Every call of this effect reaches the shop twice.
    pub twice: Option<Effect>,
    /// Every call is checked to have no other effect than it declares.
    pub watched: bool,
    /// Changes every answer's body.
    pub tamper: Option<Tamper<'a>>,
    /// The text of every error.
    pub said: Vec<String>,
    logging_in: bool,
}

impl<'a> InProcess<'a> {
    /// Without faults.
    pub fn new(connector: &'a dyn Connector, shop: &'a dyn Simulated, connection: Connection) -> Self {
        Self {
            connector,
            shop,
            connection,
            calls: Vec::new(),
            only_read: false,
            ends_before: None,
            faults: BTreeMap::new(),
            plan: None,
            twice: None,
            watched: false,
            tamper: None,
            said: Vec::new(),
            logging_in: false,
        }
    }

    /// Logs in, and learns the account.
    pub fn connect(&mut self) -> Result<(), Stop> {
        self.log_in()?;
        let connector = self.connector;
        self.connection.facts = connector.check(self)?.facts;
        Ok(())
    }

    fn log_in(&mut self) -> Result<bool, Stop> {
        let connector = self.connector;
        self.logging_in = true;
        let given = connector.log_in(self);
        self.logging_in = false;
        match given? {
            Some(access) => {
                self.connection.access = Some(access.token);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// How many calls of an effect were made.
    pub fn count(&self, effect: Effect) -> usize {
        self.calls.iter().filter(|call| call.effect == effect).count()
    }

    /// How many calls that write were made.
    pub fn writes(&self) -> usize {
        self.calls.len() - self.count(Effect::Read)
    }

    fn once(&mut self, call: &Call) -> Result<Answer, Stop> {
        let mut call = call.clone();
        self.connector.sign(&mut call, &self.connection);
        let number = self.calls.len();
        if self.ends_before.is_some_and(|end| number >= end) {
            return Err(Stop::Unavailable("the process has ended".to_owned()));
        }
        self.calls.push(call.clone());
        let Some(path) = call.url.strip_prefix(ADDRESS).filter(|path| path.starts_with('/')) else {
            panic!("{} calls another address than that of its setting: {}", call.name, call.url);
        };
        let mut headers: Vec<(String, String)> =
            call.headers.iter().map(|(name, value)| (name.to_lowercase(), value.clone())).collect();
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
        let body = call.body.as_ref().map(Value::to_string).unwrap_or_default();
        let before = self.watched.then(|| (self.shop.state(), self.shop.shop().made));
        let ask = || self.shop.answer(call.method.name(), path, &headers, body.as_bytes());
        let fault = self.faults.get(&number).copied();
        let fault = fault.or_else(|| self.plan.as_mut().and_then(Plan::next_fault));
        let fault =
            fault.or_else(|| self.twice.filter(|effect| *effect == call.effect).map(|_| Fault::Twice));
        let outcome = match fault {
            Some(fault) => fault.apply(self.shop, ask),
            None => Outcome::Answer(ask()),
        };
        if let Some((state, made)) = before {
            assert!(
                call.effect != Effect::Read || state == self.shop.state(),
                "{} claims to read, and changes",
                call.name
            );
            let makes = self.shop.shop().made > made;
            assert!(
                call.effect == Effect::Once || !makes,
                "{} makes something, and claims only to set",
                call.name
            );
        }
        let Outcome::Answer(response) = outcome else {
            return Err(Stop::Unavailable("the connection was lost".to_owned()));
        };
        let mut body = serde_json::from_slice(&response.body).unwrap_or(Value::Null);
        if let Some(tamper) = &self.tamper {
            tamper(&mut body);
        }
        let answer = Answer { status: response.status, headers: response.headers, body };
        self.connector.verdict(&call, &answer)?;
        Ok(answer)
    }
}

impl Shop for InProcess<'_> {
    fn connection(&self) -> &Connection {
        &self.connection
    }

    fn call(&mut self, call: Call) -> Result<Answer, Stop> {
        if self.only_read && call.effect != Effect::Read {
            return Err(Stop::NotAllowed);
        }
        let mut result = self.once(&call);
        // access that has ended is renewed once
        if matches!(result, Err(Stop::NoAccess(_))) && !self.logging_in && self.log_in()? {
            result = self.once(&call);
        }
        if let Err(stop) = &result {
            self.said.push(format!("{stop} {stop:?}"));
        }
        result
    }
}
