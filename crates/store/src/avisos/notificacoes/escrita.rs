//! Creating, changing and deleting notifications.

use diesel::prelude::*;
use domain::evento::Tipos;
use domain::inscricao::{Ativacao, Cadastro, Inscricao, Topicos};
use domain::notificacao::{Notificacao, Segredo};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::{Dono, NotificacaoRow, find};
use crate::avisos::destinos;
use crate::base::StoreError;
use crate::base::schema::{notificacao_cursores as cursores, notificacoes};
use crate::base::sequences::{Sequencia, proximo};
use crate::base::{Tx, on};
use crate::eventos;

/// Notifications that one owner may have.
pub const MAXIMO: i64 = 100;
/// How long the secret before signs beside the new one.
pub const SOBREPOSICAO_SEGUNDOS: i64 = 24 * 60 * 60;

/// What a notification is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nova {
    /// The store whose events are sent; `None` = all of the application's.
    pub loja: Option<LojaId>,
    /// Where to send; `None` = to each user's own `urlIntegracao`.
    pub url: Option<String>,
    /// Kinds to send.
    pub tipos: Tipos,
    /// A subscription's topics.
    pub topicos: Topicos,
    /// While false nothing is sent.
    pub ativo: bool,
    /// A subscription's name, headers and the like.
    pub cadastro: Option<Cadastro>,
}

impl Nova {
    /// Interface A's; `loja` is what `usuarioId` stands for.
    pub fn da_aplicacao(notificacao: &Notificacao, loja: Option<LojaId>) -> Self {
        Self {
            loja,
            url: notificacao.url.clone(),
            tipos: notificacao.conjunto(),
            topicos: Topicos::default(),
            ativo: notificacao.ativo,
            cadastro: None,
        }
    }

    /// Interface B's.
    pub fn da_loja(inscricao: &Inscricao, loja: LojaId) -> Self {
        let topicos: Topicos = inscricao.topicos.iter().copied().collect();
        Self {
            loja: Some(loja),
            url: Some(inscricao.app_url.clone()),
            tipos: topicos.tipos(),
            topicos,
            ativo: inscricao.ativo,
            cadastro: Some(inscricao.cadastro.clone()),
        }
    }

    /// True when a notification is that already.
    fn igual(&self, atual: &NotificacaoRow) -> bool {
        let NotificacaoRow { loja, url, tipos, topicos, ativo, cadastro, .. } = atual;
        (self.loja, self.tipos, self.topicos, self.ativo) == (*loja, *tipos, *topicos, *ativo)
            && (&self.url, &self.cadastro) == (url, cadastro)
    }

    fn cadastro(&self) -> Result<Option<String>, StoreError> {
        let texto = self.cadastro.as_ref().map(serde_json::to_string).transpose();
        texto.map_err(|e| StoreError::Interno(e.to_string()))
    }
}

/// Keeps other changes of the same notification waiting; see [`Tx::exclusivo`].
pub fn exclusivo(tx: &mut Tx<'_>, dono: Dono, id: i64) -> Result<(), StoreError> {
    tx.exclusivo("notificacao", LojaId { aplicacao: dono.aplicacao(), loja: 0 }, &id.to_string())
}

/// Creates a notification with a secret of its own; it is sent what happens from now on. `None`: its owner has
/// [`MAXIMO`] already.
pub fn create(
    tx: &mut Tx<'_>,
    dono: Dono,
    nova: &Nova,
    agora: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    let aplicacao = dono.aplicacao();
    // no notification has the number 0: whoever creates one waits for the others, so that all are counted
    exclusivo(tx, dono, 0)?;
    if quantas(tx, dono)? >= MAXIMO {
        return Ok(None);
    }
    let id = proximo(tx, Sequencia::Notificacoes)?;
    let (_, ultima) = eventos::extremos(tx, aplicacao)?;
    let cadastro = nova.cadastro()?;
    on!(tx, c => {
        diesel::insert_into(notificacoes::table)
            .values((
                notificacoes::aplicacao_id.eq(aplicacao.0),
                notificacoes::notificacao_id.eq(id),
                notificacoes::interface.eq(dono.interface()),
                notificacoes::loja_id.eq(nova.loja.map(|l| l.loja)),
                notificacoes::url.eq(&nova.url),
                notificacoes::tipos.eq(nova.tipos.bits()),
                notificacoes::topicos.eq(nova.topicos.bits()),
                notificacoes::ativo.eq(nova.ativo),
                notificacoes::cadastro.eq(&cadastro),
                notificacoes::segredo.eq(sorteado().texto()),
                notificacoes::criado_em.eq(agora.micros()),
                notificacoes::alterado_em.eq(agora.micros()),
            ))
            .execute(c)?;
        diesel::insert_into(cursores::table)
            .values((
                cursores::aplicacao_id.eq(aplicacao.0),
                cursores::notificacao_id.eq(id),
                cursores::cursor_num.eq(0),
                cursores::posicao.eq(ultima + 1),
            ))
            .execute(c)?;
    });
    find(tx, dono, id)
}

/// Replaces what a notification is; `None` when there is none. Its secret and its place in the log stay, and what is
/// unchanged keeps its time of change. Another address, or switching it on, forgets what was known of the address:
/// whoever changed it has mended it.
pub fn update(
    tx: &mut Tx<'_>,
    dono: Dono,
    id: i64,
    nova: &Nova,
    agora: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    exclusivo(tx, dono, id)?;
    let Some(atual) = find(tx, dono, id)? else { return Ok(None) };
    if nova.igual(&atual) {
        return Ok(Some(atual));
    }
    let outro_endereco = atual.url != nova.url || atual.ativo != nova.ativo;
    let encerrada = if outro_endereco { None } else { atual.encerrada_em };
    let cadastro = nova.cadastro()?;
    on!(tx, c => diesel::update(notificacoes::table.find((dono.aplicacao().0, id)))
        .set((
            notificacoes::loja_id.eq(nova.loja.map(|l| l.loja)),
            notificacoes::url.eq(&nova.url),
            notificacoes::tipos.eq(nova.tipos.bits()),
            notificacoes::topicos.eq(nova.topicos.bits()),
            notificacoes::ativo.eq(nova.ativo),
            notificacoes::cadastro.eq(&cadastro),
            notificacoes::encerrada_em.eq(encerrada.map(Instante::micros)),
            notificacoes::alterado_em.eq(agora.micros()),
        ))
        .execute(c))?;
    if outro_endereco {
        destinos::esquecer_falhas(tx, dono.aplicacao(), id, agora)?;
    }
    find(tx, dono, id)
}

/// Switches a subscription on or off; `None` when there is none.
pub fn ativar(
    tx: &mut Tx<'_>,
    dono: Dono,
    id: i64,
    ativacao: &Ativacao,
    agora: Instante,
) -> Result<Option<NotificacaoRow>, StoreError> {
    exclusivo(tx, dono, id)?;
    let Some(atual) = find(tx, dono, id)? else { return Ok(None) };
    let mut cadastro = atual.cadastro.unwrap_or_default();
    if let Some(usuario) = &ativacao.usuario {
        cadastro.usuario.clone_from(usuario);
    }
    cadastro.observacao.clone_from(&ativacao.observacao);
    let nova = Nova {
        loja: atual.loja,
        url: atual.url,
        tipos: atual.tipos,
        topicos: atual.topicos,
        ativo: ativacao.ativo,
        cadastro: Some(cadastro),
    };
    update(tx, dono, id, &nova, agora)
}

/// Deletes a notification, and with it what was still to be sent; false when there is none. Its deliveries are
/// cleared away later ([`entregas::purge`]).
pub fn delete(tx: &mut Tx<'_>, dono: Dono, id: i64) -> Result<bool, StoreError> {
    if find(tx, dono, id)?.is_none() {
        return Ok(false);
    }
    let apagadas =
        on!(tx, c => diesel::delete(notificacoes::table.find((dono.aplicacao().0, id))).execute(c))?;
    Ok(apagadas == 1)
}

/// What became of a new secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rotacao {
    /// It signs from now on, and until then the one before it, too.
    Feita(Segredo, Instante),
    /// The one before still signs until then: a further secret would end it early.
    EmCurso(Instante),
    /// There is no such notification.
    Ausente,
}

/// Gives a notification a new secret; for a day both sign.
pub fn rotate(tx: &mut Tx<'_>, dono: Dono, id: i64, agora: Instante) -> Result<Rotacao, StoreError> {
    exclusivo(tx, dono, id)?;
    let Some(atual) = find(tx, dono, id)? else { return Ok(Rotacao::Ausente) };
    if let Some((_, ate)) = atual.segredo_anterior.as_ref().filter(|(_, ate)| *ate > agora) {
        return Ok(Rotacao::EmCurso(*ate));
    }
    let (segredo, anterior_ate) = (sorteado(), agora.mais_segundos(SOBREPOSICAO_SEGUNDOS));
    on!(tx, c => diesel::update(notificacoes::table.find((dono.aplicacao().0, id)))
        .set((
            notificacoes::segredo.eq(segredo.texto()),
            notificacoes::segredo_anterior.eq(atual.segredo.texto()),
            notificacoes::segredo_anterior_ate.eq(anterior_ate.micros()),
            notificacoes::alterado_em.eq(agora.micros()),
        ))
        .execute(c))?;
    Ok(Rotacao::Feita(segredo, anterior_ate))
}

fn quantas(tx: &mut Tx<'_>, dono: Dono) -> Result<i64, StoreError> {
    Ok(on!(tx, c => {
        let mut q = notificacoes::table
            .filter(notificacoes::aplicacao_id.eq(dono.aplicacao().0))
            .filter(notificacoes::interface.eq(dono.interface()))
            .into_boxed();
        if let Dono::Loja(loja) = dono {
            q = q.filter(notificacoes::loja_id.eq(loja.loja));
        }
        q.count().get_result(c)?
    }))
}

fn sorteado() -> Segredo {
    Segredo::new(rand::random())
}
