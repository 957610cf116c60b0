//! Creating, changing and deleting notifications.

use diesel::prelude::*;
use domain::evento::KindSet;
use domain::inscricao::{Ativacao, Inscricao, Registration, Topicos};
use domain::notificacao::{Notificacao, Segredo};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::{notificacao_cursores as cursors, notificacoes};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Place, Tx, on, to_json};
use crate::events;
use crate::events::webhooks::destinos;
use crate::events::webhooks::notificacoes::{NotificacaoRow, Owner, find};

/// Notifications that one owner may have.
pub const MAX: i64 = 100;
/// How long the secret before signs beside the new one.
pub const OVERLAP_SECONDS: i64 = 24 * 60 * 60;

/// Settings of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct New {
    /// The store whose events are sent; `None` = all of the application's.
    pub loja: Option<LojaId>,
    /// Where to send; `None` = to each user's own `urlIntegracao`.
    pub url: Option<String>,
    /// Kinds to send.
    pub tipos: KindSet,
    /// A subscription's topics.
    pub topicos: Topicos,
    /// While false nothing is sent.
    pub ativo: bool,
    /// A subscription's name, headers and the like.
    pub cadastro: Option<Registration>,
}

impl New {
    /// Interface A's; `loja` is the user `usuarioId`.
    pub fn of_aplicacao(notificacao: &Notificacao, loja: Option<LojaId>) -> Self {
        Self {
            loja,
            url: notificacao.url.clone(),
            tipos: notificacao.set(),
            topicos: Topicos::default(),
            ativo: notificacao.ativo,
            cadastro: None,
        }
    }

    /// Interface B's.
    pub fn of_loja(inscricao: &Inscricao, loja: LojaId) -> Self {
        let topicos: Topicos = inscricao.topicos.iter().copied().collect();
        Self {
            loja: Some(loja),
            url: Some(inscricao.app_url.clone()),
            tipos: topicos.kinds(),
            topicos,
            ativo: inscricao.ativo,
            cadastro: Some(inscricao.cadastro.clone()),
        }
    }

    /// True when a notification is that already.
    fn equal(&self, current: &NotificacaoRow) -> bool {
        let NotificacaoRow { loja, url, tipos, topicos, ativo, cadastro, .. } = current;
        (self.loja, self.tipos, self.topicos, self.ativo) == (*loja, *tipos, *topicos, *ativo)
            && (&self.url, &self.cadastro) == (url, cadastro)
    }

    /// As it is stored.
    fn registration(&self, tx: &Tx<'_>, owner: Owner, id: i64) -> Result<Option<String>, StoreError> {
        let place = Place::Cadastro { aplicacao: owner.aplicacao().0, notificacao: id };
        self.cadastro.as_ref().map(|cadastro| tx.seal(&place, &to_json(cadastro)?)).transpose()
    }
}

/// Keeps other changes of the same notification waiting; see [`Tx::exclusive`].
pub fn exclusive(tx: &mut Tx<'_>, owner: Owner, id: i64) -> Result<(), StoreError> {
    tx.exclusive("notificacao", LojaId { aplicacao: owner.aplicacao(), loja: 0 }, &id.to_string())
}

/// Creates a notification with a new secret; it gets events from now on. `None`: its owner has [`MAX`]
/// already.
pub fn create(
    tx: &mut Tx<'_>,
    owner: Owner,
    new: &New,
    now: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    let aplicacao = owner.aplicacao();
    // no notification has the number 0: creations wait for each other, so that all are counted
    exclusive(tx, owner, 0)?;
    if count(tx, owner)? >= MAX {
        return Ok(None);
    }
    let id = next_number(tx, Sequence::Notificacoes)?;
    let (_, last) = events::extremes(tx, aplicacao)?;
    let cadastro = new.registration(tx, owner, id)?;
    let segredo = tx.seal(&Place::Segredo { aplicacao: aplicacao.0, notificacao: id }, &drawn().text())?;
    on!(tx, c => {
        diesel::insert_into(notificacoes::table)
            .values((
                notificacoes::aplicacao_id.eq(aplicacao.0),
                notificacoes::notificacao_id.eq(id),
                notificacoes::interface.eq(owner.interface()),
                notificacoes::loja_id.eq(new.loja.map(|l| l.loja)),
                notificacoes::url.eq(&new.url),
                notificacoes::tipos.eq(new.tipos.bits()),
                notificacoes::topicos.eq(new.topicos.bits()),
                notificacoes::ativo.eq(new.ativo),
                notificacoes::cadastro.eq(&cadastro),
                notificacoes::segredo.eq(&segredo),
                notificacoes::criado_em.eq(now.micros()),
                notificacoes::alterado_em.eq(now.micros()),
            ))
            .execute(c)?;
        diesel::insert_into(cursors::table)
            .values((
                cursors::aplicacao_id.eq(aplicacao.0),
                cursors::notificacao_id.eq(id),
                cursors::cursor_num.eq(0),
                cursors::posicao.eq(last + 1),
            ))
            .execute(c)?;
    });
    find(tx, owner, id)
}

/// Replaces a notification; `None` when there is none. Its secret and its position in the log stay, and an
/// unchanged one keeps its time of change. A new address or activation resets the health of the address: its
/// owner has repaired it.
pub fn update(
    tx: &mut Tx<'_>,
    owner: Owner,
    id: i64,
    new: &New,
    now: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    exclusive(tx, owner, id)?;
    let Some(current) = find(tx, owner, id)? else { return Ok(None) };
    if new.equal(&current) {
        return Ok(Some(current));
    }
    let other_address = current.url != new.url || current.ativo != new.ativo;
    let closed = if other_address { None } else { current.encerrada_em };
    let cadastro = new.registration(tx, owner, id)?;
    on!(tx, c => diesel::update(notificacoes::table.find((owner.aplicacao().0, id)))
        .set((
            notificacoes::loja_id.eq(new.loja.map(|l| l.loja)),
            notificacoes::url.eq(&new.url),
            notificacoes::tipos.eq(new.tipos.bits()),
            notificacoes::topicos.eq(new.topicos.bits()),
            notificacoes::ativo.eq(new.ativo),
            notificacoes::cadastro.eq(&cadastro),
            notificacoes::encerrada_em.eq(closed.map(Instante::micros)),
            notificacoes::alterado_em.eq(now.micros()),
        ))
        .execute(c))?;
    if other_address {
        destinos::forget_failures(tx, owner.aplicacao(), id, now)?;
    }
    find(tx, owner, id)
}

/// Switches a subscription on or off; `None` when there is none.
pub fn activate(
    tx: &mut Tx<'_>,
    owner: Owner,
    id: i64,
    activation: &Ativacao,
    now: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    exclusive(tx, owner, id)?;
    let Some(current) = find(tx, owner, id)? else { return Ok(None) };
    let mut cadastro = current.cadastro.unwrap_or_default();
    if let Some(usuario) = &activation.usuario {
        cadastro.usuario.clone_from(usuario);
    }
    cadastro.observacao.clone_from(&activation.observacao);
    let new = New {
        loja: current.loja,
        url: current.url,
        tipos: current.tipos,
        topicos: current.topicos,
        ativo: activation.ativo,
        cadastro: Some(cadastro),
    };
    update(tx, owner, id, &new, now)
}

/// Switches a notification or a subscription on or off, whatever else it is; `None` when there is none.
pub fn switch(
    tx: &mut Tx<'_>,
    owner: Owner,
    id: i64,
    on: bool,
    now: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    exclusive(tx, owner, id)?;
    let Some(current) = find(tx, owner, id)? else { return Ok(None) };
    let new = New {
        loja: current.loja,
        url: current.url,
        tipos: current.tipos,
        topicos: current.topicos,
        ativo: on,
        cadastro: current.cadastro,
    };
    update(tx, owner, id, &new, now)
}

/// Deletes a notification, and with it what was still to be sent; false when there is none. Its deliveries
/// are cleared away later ([`crate::entregas::purge`]).
pub fn delete(tx: &mut Tx<'_>, owner: Owner, id: i64) -> Result<bool, StoreError> {
    if find(tx, owner, id)?.is_none() {
        return Ok(false);
    }
    let removed =
        on!(tx, c => diesel::delete(notificacoes::table.find((owner.aplicacao().0, id))).execute(c))?;
    Ok(removed == 1)
}

/// Outcome of a new secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RotateOutcome {
    /// It signs from now on, and until then the one before it, too.
    Done(Segredo, Instante),
    /// The one before still signs until then: a further secret would end it early.
    InProgress(Instante),
    /// There is no such notification.
    Missing,
}

/// Gives a notification a new secret; for a day both sign.
pub fn rotate(tx: &mut Tx<'_>, owner: Owner, id: i64, now: Instante) -> Result<RotateOutcome, StoreError> {
    exclusive(tx, owner, id)?;
    let Some(current) = find(tx, owner, id)? else { return Ok(RotateOutcome::Missing) };
    if let Some((_, until)) = current.segredo_anterior.as_ref().filter(|(_, until)| *until > now) {
        return Ok(RotateOutcome::InProgress(*until));
    }
    let (segredo, previous_until) = (drawn(), now.plus_seconds(OVERLAP_SECONDS));
    let (aplicacao, notificacao) = (owner.aplicacao().0, id);
    let new = tx.seal(&Place::Segredo { aplicacao, notificacao }, &segredo.text())?;
    let old = tx.seal(&Place::SegredoAnterior { aplicacao, notificacao }, &current.segredo.text())?;
    on!(tx, c => diesel::update(notificacoes::table.find((aplicacao, notificacao)))
        .set((
            notificacoes::segredo.eq(&new),
            notificacoes::segredo_anterior.eq(&old),
            notificacoes::segredo_anterior_ate.eq(previous_until.micros()),
            notificacoes::alterado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(RotateOutcome::Done(segredo, previous_until))
}

fn count(tx: &mut Tx<'_>, owner: Owner) -> Result<i64, StoreError> {
    Ok(on!(tx, c => {
        let mut q = notificacoes::table
            .filter(notificacoes::aplicacao_id.eq(owner.aplicacao().0))
            .filter(notificacoes::interface.eq(owner.interface()))
            .into_boxed();
        if let Owner::Loja(loja) = owner {
            q = q.filter(notificacoes::loja_id.eq(loja.loja));
        }
        q.count().get_result(c)?
    }))
}

fn drawn() -> Segredo {
    Segredo::new(rand::random())
}
