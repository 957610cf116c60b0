//! Notifications of applications and subscriptions of stores: where events are sent.
//!
//! Both are rows of one table, served by one engine; `Dono` says whose they are, and nobody finds another's.

mod escrita;
mod historico;
mod pedidas;

use diesel::prelude::*;
use domain::datas::Instante;
use domain::entrega::Saude;
use domain::evento::Tipos;
use domain::ids::{AplicacaoId, LojaId, UsuarioId};
use domain::inscricao::{Cadastro, Inscricao, Topicos};
use domain::notificacao::{Notificacao, Segredo};

use crate::conexao::{Conn, on};
use crate::erro::StoreError;
use crate::paging::{Page, PageRequest};
use crate::schema::{entregas, notificacao_destinos as destinos, notificacoes, usuarios};

pub use escrita::{MAXIMO, Nova, SOBREPOSICAO_SEGUNDOS, ativar, create, delete, rotate, update};
pub use historico::{FiltroEntregas, list_entregas};
pub use pedidas::{EM_ABERTO_MAX, Reenvio, Teste, reenviar, testar};

/// Unfinished deliveries of one notification at which no more of the log is made into deliveries: the log is the
/// queue, and an address that is away for a week must not fill the database.
pub const PENDENTES_MAX: i64 = 10_000;

/// Whose notifications are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dono {
    /// Interface A's, of an application.
    Aplicacao(AplicacaoId),
    /// Interface B's, of a store.
    Loja(LojaId),
}

impl Dono {
    pub(crate) const fn aplicacao(self) -> AplicacaoId {
        match self {
            Self::Aplicacao(aplicacao) => aplicacao,
            Self::Loja(loja) => loja.aplicacao,
        }
    }

    pub(crate) const fn interface(self) -> i16 {
        match self {
            Self::Aplicacao(_) => 1,
            Self::Loja(_) => 2,
        }
    }
}

/// A stored notification or subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificacaoRow {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub aplicacao: AplicacaoId,
    /// The store whose events are sent; `None` = all of the application's. A subscription always has one.
    pub loja: Option<LojaId>,
    /// The caller's identifier of that store.
    pub usuario_id: Option<String>,
    /// Where it sends; `None` = to each user's own `urlIntegracao`.
    pub url: Option<String>,
    /// Kinds that are sent.
    pub tipos: Tipos,
    /// A subscription's topics.
    pub topicos: Topicos,
    /// While false nothing is sent.
    pub ativo: bool,
    /// A subscription's name, headers and the like; `None` for a notification.
    pub cadastro: Option<Cadastro>,
    /// What calls are signed with.
    pub segredo: Segredo,
    /// The secret before, and until when it signs too.
    pub segredo_anterior: Option<(Segredo, Instante)>,
    /// When the address answered 410 and the notification was switched off for it.
    pub encerrada_em: Option<Instante>,
    /// When it was created.
    pub criado_em: Instante,
    /// When it was last changed.
    pub alterado_em: Instante,
}

impl NotificacaoRow {
    /// As interface A shows it.
    pub fn notificacao(&self) -> Result<Notificacao, StoreError> {
        let usuario_id = self.usuario_id.clone().map(UsuarioId::parse).transpose();
        Ok(Notificacao {
            url: self.url.clone(),
            url_integracao: self.url.is_none(),
            tipos: self.tipos.lista(),
            usuario_id: usuario_id.map_err(|e| StoreError::corrompido("usuario_id", e))?,
            ativo: self.ativo,
        })
    }

    /// As interface B keeps it.
    pub fn inscricao(&self) -> Inscricao {
        Inscricao {
            app_url: self.url.clone().unwrap_or_default(),
            topicos: self.topicos.lista(),
            ativo: self.ativo,
            cadastro: self.cadastro.clone().unwrap_or_default(),
        }
    }

    /// The secrets that sign now, the newest first.
    pub fn segredos(&self, agora: Instante) -> Vec<Segredo> {
        let anterior = self.segredo_anterior.iter().filter(|(_, ate)| agora < *ate).map(|(s, _)| s.clone());
        std::iter::once(self.segredo.clone()).chain(anterior).collect()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = notificacoes)]
pub(crate) struct Linha {
    aplicacao_id: i32,
    notificacao_id: i64,
    loja_id: Option<i32>,
    url: Option<String>,
    tipos: i32,
    topicos: i16,
    ativo: bool,
    cadastro: Option<String>,
    segredo: String,
    segredo_anterior: Option<String>,
    segredo_anterior_ate: Option<i64>,
    encerrada_em: Option<i64>,
    criado_em: i64,
    alterado_em: i64,
}

pub(crate) type ComUsuario = (Linha, Option<String>);

pub(crate) fn de_linha((linha, usuario_id): ComUsuario) -> Result<NotificacaoRow, StoreError> {
    let segredo = |texto: &str| Segredo::parse(texto).map_err(|e| StoreError::corrompido("segredo", e));
    let cadastro = linha.cadastro.as_deref().map(serde_json::from_str).transpose();
    let aplicacao = AplicacaoId(linha.aplicacao_id);
    Ok(NotificacaoRow {
        id: linha.notificacao_id,
        aplicacao,
        loja: linha.loja_id.map(|loja| LojaId { aplicacao, loja }),
        usuario_id,
        url: linha.url,
        tipos: Tipos::from_bits(linha.tipos),
        topicos: Topicos::from_bits(linha.topicos),
        ativo: linha.ativo,
        cadastro: cadastro.map_err(|e| StoreError::corrompido("notificacoes.cadastro", e))?,
        segredo: segredo(&linha.segredo)?,
        segredo_anterior: match (linha.segredo_anterior, linha.segredo_anterior_ate) {
            (Some(texto), Some(ate)) => Some((segredo(&texto)?, Instante::from_micros(ate))),
            _ => None,
        },
        encerrada_em: linha.encerrada_em.map(Instante::from_micros),
        criado_em: Instante::from_micros(linha.criado_em),
        alterado_em: Instante::from_micros(linha.alterado_em),
    })
}

/// Notifications with the identifier of the user that each is of.
macro_rules! com_usuario {
    () => {
        notificacoes::table
            .left_join(
                usuarios::table.on(usuarios::aplicacao_id
                    .eq(notificacoes::aplicacao_id)
                    .and(usuarios::loja_id.nullable().eq(notificacoes::loja_id))),
            )
            .select((Linha::as_select(), usuarios::usuario_id.nullable()))
    };
}
pub(crate) use com_usuario;

/// One notification of an owner.
pub fn find(conn: &mut Conn<'_>, dono: Dono, id: i64) -> Result<Option<NotificacaoRow>, StoreError> {
    let linha: Option<ComUsuario> = on!(conn, c => {
        let mut q = com_usuario!()
            .filter(notificacoes::aplicacao_id.eq(dono.aplicacao().0))
            .filter(notificacoes::notificacao_id.eq(id))
            .filter(notificacoes::interface.eq(dono.interface()))
            .into_boxed();
        if let Dono::Loja(loja) = dono {
            q = q.filter(notificacoes::loja_id.eq(loja.loja));
        }
        q.first(c).optional()?
    });
    linha.map(de_linha).transpose()
}

/// An owner's notifications in the order of their creation; active ones, or the others, when asked for.
pub fn list(
    conn: &mut Conn<'_>,
    dono: Dono,
    ativo: Option<bool>,
    pagina: PageRequest,
) -> Result<Page<NotificacaoRow>, StoreError> {
    macro_rules! dele {
        ($q:expr) => {{
            let mut q = $q
                .filter(notificacoes::aplicacao_id.eq(dono.aplicacao().0))
                .filter(notificacoes::interface.eq(dono.interface()))
                .into_boxed();
            if let Dono::Loja(loja) = dono {
                q = q.filter(notificacoes::loja_id.eq(loja.loja));
            }
            if let Some(ativo) = ativo {
                q = q.filter(notificacoes::ativo.eq(ativo));
            }
            q
        }};
    }
    let (linhas, total): (Vec<ComUsuario>, i64) = on!(conn, c => {
        let mut q = dele!(com_usuario!());
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(notificacoes::notificacao_id.gt(apos));
        }
        let linhas = q
            .order(notificacoes::notificacao_id)
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, dele!(notificacoes::table).count().get_result(c)?)
    });
    pagina.page(linhas, total, |(linha, _)| [linha.notificacao_id, 0], de_linha)
}

/// How sending goes: the worst of its addresses, and what is still to be sent.
pub fn saude(conn: &mut Conn<'_>, de: &NotificacaoRow) -> Result<Saude, StoreError> {
    type Linha = (i32, i32, i64, Option<i64>, Option<i64>);
    let linhas: Vec<Linha> = on!(conn, c => destinos::table
        .filter(destinos::aplicacao_id.eq(de.aplicacao.0))
        .filter(destinos::notificacao_id.eq(de.id))
        .select((
            destinos::falhas,
            destinos::pausas,
            destinos::pausado_ate,
            destinos::ultimo_sucesso,
            destinos::ultima_falha,
        ))
        .load(c))?;
    let mut saude = Saude {
        pendentes: pendentes(conn, de.aplicacao, de.id)?,
        encerrada_em: de.encerrada_em,
        ..Saude::default()
    };
    for (falhas, pausas, ate, sucesso, falha) in linhas {
        saude.falhas_seguidas = saude.falhas_seguidas.max(falhas);
        saude.pausada_ate = saude.pausada_ate.max((pausas > 0).then(|| Instante::from_micros(ate)));
        saude.ultimo_sucesso = saude.ultimo_sucesso.max(sucesso.map(Instante::from_micros));
        saude.ultima_falha = saude.ultima_falha.max(falha.map(Instante::from_micros));
    }
    Ok(saude)
}

/// Unfinished deliveries of a notification, counted up to [`PENDENTES_MAX`].
pub(crate) fn pendentes(conn: &mut Conn<'_>, aplicacao: AplicacaoId, id: i64) -> Result<i64, StoreError> {
    // the ids themselves: a limit inside a count is not to be had without SQL by hand
    let ids: Vec<i64> = on!(conn, c => entregas::table
        .filter(entregas::aplicacao_id.eq(aplicacao.0))
        .filter(entregas::notificacao_id.eq(id))
        .filter(entregas::concluido_em.is_null())
        .select(entregas::entrega_id)
        .limit(PENDENTES_MAX)
        .load(c))?;
    Ok(ids.len() as i64)
}
