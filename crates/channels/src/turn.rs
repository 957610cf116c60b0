//! One turn of a connection: everything that is due, in a fixed order.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

use connector::{Cause, Connection, Connector, Secret, SettingKind, Stop, Trouble};
use domain::canal::Canal;
use domain::conexao::{EstadoConexao, ModoConexao, SobreErro};
use domain::tipo_canal::TipoCanal;
use domain::values::dates::Instante;
use store::channels::{self, CanalKey, Conexao, NewErro};
use store::{Conn, StoreError, Tx, canais};

use crate::session::{Session, origin};
use crate::shared::Shared;

/// How long a turn goes on while there is work; then others have theirs.
const TURN: Duration = Duration::from_secs(20);
/// How long a server has a connection from each renewal on: more than the longest call.
const LEASE_SECONDS: i64 = 90;
/// Between two checks of the account.
const CHECK_SECONDS: i64 = 6 * 3600;
/// The same after one that failed.
const CHECK_AGAIN_SECONDS: i64 = 300;
/// The same where only somebody's consent helps, which checks it at once.
const CHECK_NEVER_SECONDS: i64 = 100 * 365 * 24 * 3600;
/// Longest pause after failures.
const PAUSE_SECONDS_MAX: i64 = 900;
/// Failures in a row from which on the connection counts as unavailable.
const FAILURES_SHOWN: i32 = 4;

/// Why a turn ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Halt {
    /// The channel, or what it answers.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The account cannot be used as it is.
    #[error("the account cannot be used: {0:?}")]
    Account(Vec<Trouble>),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Orders were read within a step: what it sends is to be worked out anew.
    #[error("orders were read meanwhile")]
    Anew,
    /// Another server has the connection, or somebody changed it: the next turn starts anew.
    #[error("the connection is worked elsewhere, or was changed")]
    Lost,
}

/// A turn under way.
pub(crate) struct Turn<'a> {
    pub shared: &'a Shared,
    pub key: CanalKey,
    pub connector: &'a dyn Connector,
    pub canal: canais::CanalRow,
    pub tipo: TipoCanal,
    /// As it was last stored.
    pub conexao: Conexao,
    pub session: Session<'a>,
    /// Whether stock is to rise that may only do so once orders that changed since are known.
    pub rise_waits: bool,
    /// Whether more orders are due than the last step read.
    pub orders_wait: bool,
    /// SKUs of which the orders that hold units were read in this turn, as far as somebody asked for them.
    pub refreshed: HashSet<String>,
    until: Instant,
}

/// Works a connection until nothing is due, or its time is over. False: it is not this server's to work.
pub(crate) fn work(shared: &Shared, key: CanalKey) -> Result<bool, StoreError> {
    let store = &shared.store;
    let servidor = shared.servidor;
    let until = Instante::now().plus_seconds(LEASE_SECONDS);
    let taken = store.write_blocking(move |tx| match channels::take(tx, key, servidor, until)? {
        Some(conexao) => channels::hear(tx, conexao).map(Some),
        None => Ok(None),
    })?;
    let Some(conexao) = taken else { return Ok(false) };
    let result = begin(shared, key, conexao);
    store.write_blocking(move |tx| channels::release(tx, key, servidor))?;
    result.map(|()| true)
}

fn begin(shared: &Shared, key: CanalKey, conexao: Conexao) -> Result<(), StoreError> {
    let store = &shared.store;
    let Some(canal) = store.read_blocking(|conn| of_key(conn, key))? else { return Ok(()) };
    let tipo = &canal.canal.tipo_canal;
    let (Some(connector), Some(tipo)) = (shared.connectors.get(tipo), shared.kinds.find(tipo).cloned())
    else {
        // a type that this program has no connector for: another server may have it
        return hold(shared, conexao);
    };
    let access = shared.accesses.get(key, &canal.canal);
    let connection = Connection { settings: settings(&canal.canal), access, facts: conexao.fatos.clone() };
    let session = Session::new(connector, shared.caller.as_ref(), &shared.counters, connection);
    let until = Instant::now() + TURN;
    let mut turn = Turn {
        shared,
        key,
        connector,
        canal,
        tipo,
        conexao,
        session,
        rise_waits: false,
        orders_wait: false,
        refreshed: HashSet::new(),
        until,
    };
    let result = match connector.manifest().access {
        Some(oauth) => turn.run_with_consent(oauth),
        None => {
            let result = turn.run();
            let access = turn.session.connection.access.clone();
            turn.shared.accesses.keep(key, &turn.canal.canal, access);
            result
        }
    };
    match result {
        Ok(()) => turn.succeeded(),
        Err(Halt::Store(error)) => Err(error),
        Err(Halt::Lost | Halt::Anew) => Ok(()),
        Err(Halt::Stop(stop)) => turn.stopped(stop),
        Err(Halt::Account(troubles)) => turn.without_access(troubles),
    }
}

pub(crate) fn of_key(conn: &mut Conn<'_>, key: CanalKey) -> Result<Option<canais::CanalRow>, StoreError> {
    match channels::canal_id(conn, key)? {
        Some(id) => canais::find(conn, key.loja, &id),
        None => Ok(None),
    }
}

/// The settings of a channel, as connectors read them.
pub(crate) fn settings(canal: &Canal) -> BTreeMap<String, Secret> {
    let value = |one: &domain::canal::ValorConfiguracao| (one.codigo.clone(), Secret::new(one.valor.clone()));
    canal.configuracoes_adicionais.iter().map(value).collect()
}

/// Pauses a connection that this server cannot work.
fn hold(shared: &Shared, before: Conexao) -> Result<(), StoreError> {
    let after = Conexao { pausada_ate: Instante::now().plus_seconds(PAUSE_SECONDS_MAX), ..before.clone() };
    shared.store.write_blocking(move |tx| channels::save(tx, &before, &after, None)).map(drop)
}

impl Turn<'_> {
    /// Does what is due.
    pub fn run(&mut self) -> Result<(), Halt> {
        for setting in
            self.connector.manifest().settings.iter().filter(|one| one.kind == SettingKind::Address)
        {
            let address = self.session.connection.setting(setting.code);
            if !(address.starts_with("http://") || address.starts_with("https://"))
                || origin(address).is_none()
            {
                let trouble =
                    Trouble::new(Cause::DataRefused, "", "deve ser um endereço http ou https completo");
                return Err(Halt::Account(vec![trouble.about(setting.code)]));
            }
        }
        self.session.log_in()?;
        self.session.writes = self.conexao.settings.modo != ModoConexao::Leitura;
        if self.conexao.devida.conta <= Instante::now() || self.conexao.estado == EstadoConexao::SemAcesso {
            self.check()?;
        }
        loop {
            let mut worked = self.with_new_orders(Self::lower_stock)?;
            worked |= self.orders()?;
            worked |= self.with_new_orders(Self::listings)?;
            worked |= self.compare()?;
            if !worked || Instant::now() >= self.until {
                return Ok(());
            }
        }
    }

    /// Does a step, and does it anew where orders were read within it. It ends: for each SKU they are read once in a turn.
    fn with_new_orders(&mut self, step: impl Fn(&mut Self) -> Result<bool, Halt>) -> Result<bool, Halt> {
        loop {
            match step(self) {
                Err(Halt::Anew) => {}
                done => return done,
            }
        }
    }

    /// Whether the channel answers at all; where no call of the turn has shown it, it is asked who the account is.
    pub fn answers(&mut self) -> bool {
        self.session.answered || self.connector.check(&mut self.session).is_ok()
    }

    /// Checks the account, and notes what calls need to know of it.
    fn check(&mut self) -> Result<(), Halt> {
        let account = match self.connector.check(&mut self.session) {
            Err(Stop::Refused(troubles)) => return Err(Halt::Account(troubles)),
            other => other?,
        };
        if !self.conexao.conta.is_empty() && self.conexao.conta != account.id {
            let text = format!("{} ({})", account.name, account.id);
            return Err(Halt::Account(vec![Trouble::new(Cause::OtherAccount, "", &text)]));
        }
        self.session.connection.facts = account.facts.clone();
        let mut after = self.conexao.clone();
        after.estado = EstadoConexao::Conectada;
        (after.conta, after.conta_nome, after.fatos) = (account.id, account.name, account.facts);
        after.devida.conta = Instante::now().plus_seconds(CHECK_SECONDS);
        self.save(after, None)?;
        self.settle_errors(SobreErro::Conexao, "", Vec::new())
    }

    /// Renews the lease, so that a long turn is not taken over.
    pub fn renew(&mut self) -> Result<(), Halt> {
        let (key, servidor) = (self.key, self.shared.servidor);
        let until = Instante::now().plus_seconds(LEASE_SECONDS);
        match self.shared.store.write_blocking(move |tx| channels::renew(tx, key, servidor, until))? {
            // somebody changed its mode, or asked for a check: what is under way may be allowed no longer
            Some(now) if now.alterado_em == self.conexao.alterado_em => Ok(()),
            Some(_) | None => Err(Halt::Lost),
        }
    }

    /// Stores the connection.
    pub fn save(&mut self, after: Conexao, causa: Option<Cause>) -> Result<(), Halt> {
        let (before, stored) = (self.conexao.clone(), after.clone());
        match self.write(move |tx| channels::save(tx, &before, &stored, causa))? {
            true => self.conexao = after,
            false => return Err(Halt::Lost),
        }
        Ok(())
    }

    /// Runs a transaction that stores results, unless another server has the connection by now.
    pub fn write<T: Send + 'static>(
        &self,
        mut f: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Halt> {
        let (key, servidor) = (self.key, self.shared.servidor);
        let written =
            self.shared.store.write_blocking(move |tx| match channels::holds(tx, key, servidor)? {
                true => f(tx).map(Some),
                false => Ok::<_, StoreError>(None),
            })?;
        written.ok_or(Halt::Lost)
    }

    /// Reads something in one transaction.
    pub fn read<T>(&self, f: impl FnOnce(&mut Conn<'_>) -> Result<T, StoreError>) -> Result<T, Halt> {
        Ok(self.shared.store.read_blocking(f)?)
    }

    /// Replaces the errors about one thing.
    pub fn settle_errors(&self, about: SobreErro, chave: &str, errors: Vec<NewErro>) -> Result<(), Halt> {
        let (key, chave) = (self.key, chave.to_owned());
        self.write(move |tx| channels::settle_errors(tx, key, (about, &chave), &errors))
    }

    fn succeeded(&mut self) -> Result<(), StoreError> {
        if self.conexao.falhas == 0 && self.conexao.estado == EstadoConexao::Conectada {
            return Ok(());
        }
        let after = Conexao { falhas: 0, estado: EstadoConexao::Conectada, ..self.conexao.clone() };
        let settled =
            self.save(after, None).and_then(|()| self.settle_errors(SobreErro::Conexao, "", Vec::new()));
        only_store(settled)
    }

    /// Notes why the turn ended, and when it goes on.
    fn stopped(&mut self, stop: Stop) -> Result<(), StoreError> {
        let now = Instante::now();
        let mut after = self.conexao.clone();
        let mut failures = after.falhas.saturating_add(1);
        let pause = |failures: i32| (1_i64 << failures.clamp(1, 10)).min(PAUSE_SECONDS_MAX);
        let trouble = match stop {
            Stop::NotAllowed => return Ok(()),
            Stop::Limited(seconds) => {
                after.pausada_ate = now.plus_seconds(seconds.map_or(60, |s| i64::from(s.clamp(1, 3600))));
                None
            }
            Stop::Unavailable(text) => {
                if self.session.answered {
                    failures = 1;
                    after.estado = EstadoConexao::Conectada;
                }
                after.falhas = failures;
                after.pausada_ate = now.plus_seconds(pause(failures));
                let shown = failures >= FAILURES_SHOWN;
                if shown {
                    after.estado = EstadoConexao::Indisponivel;
                }
                Some(Trouble::new(Cause::Unavailable, "", &text)).filter(|_| shown)
            }
            Stop::NoAccess(text) => {
                return self.without_access(vec![Trouble::new(Cause::NoAccess, "", &text)]);
            }
            Stop::Refused(troubles) => {
                after.falhas = failures;
                after.pausada_ate = now.plus_seconds(pause(failures + 3));
                troubles.into_iter().next()
            }
            Stop::Unreadable(text) => {
                after.falhas = failures;
                after.pausada_ate = now.plus_seconds(pause(failures + 3));
                Some(Trouble::new(Cause::Unreadable, "", &text))
            }
        };
        tracing::debug!(channel = self.key.canal, ?trouble, "a turn of a connection ended early");
        let causa = trouble.as_ref().map(|one| one.cause);
        let saved = self.save(after, causa).and_then(|()| match trouble {
            Some(trouble) => self.settle_errors(SobreErro::Conexao, "", vec![error(trouble)]),
            None if self.session.answered => self.settle_errors(SobreErro::Conexao, "", Vec::new()),
            None => Ok(()),
        });
        only_store(saved)
    }

    /// Notes that nothing can be done with the account as it is; it is checked again after a while.
    fn without_access(&mut self, troubles: Vec<Trouble>) -> Result<(), StoreError> {
        self.session.connection.access = None;
        self.shared.accesses.forget(self.key);
        let mut after = self.conexao.clone();
        after.estado = EstadoConexao::SemAcesso;
        let hopeless = troubles.iter().any(|one| one.cause == Cause::ConsentNeeded);
        let again = if hopeless { CHECK_NEVER_SECONDS } else { CHECK_AGAIN_SECONDS };
        after.devida.conta = Instante::now().plus_seconds(again);
        let causa = troubles.first().map(|one| one.cause);
        let errors = troubles.into_iter().map(error).collect();
        only_store(self.save(after, causa).and_then(|()| self.settle_errors(SobreErro::Conexao, "", errors)))
    }
}

/// A turn that lost its connection while it ended has nothing left to say.
fn only_store(result: Result<(), Halt>) -> Result<(), StoreError> {
    match result {
        Err(Halt::Store(error)) => Err(error),
        Ok(()) | Err(Halt::Lost | Halt::Anew | Halt::Stop(_) | Halt::Account(_)) => Ok(()),
    }
}

/// A trouble as it is stored.
pub(crate) fn error(trouble: Trouble) -> NewErro {
    NewErro { causa: trouble.cause, membro: trouble.member, codigo: trouble.code, texto: trouble.text }
}
