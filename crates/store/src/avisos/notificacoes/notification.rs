//! A notification or subscription as it is stored, one found and many listed.

use diesel::prelude::*;
use domain::evento::Tipos;
use domain::inscricao::{Cadastro, Inscricao, Topicos};
use domain::notificacao::{Notificacao, Segredo};
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use crate::base::StoreError;
use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{notificacoes, usuarios};
use crate::base::{Conn, on};

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

/// Which notifications are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filtro {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Changed in this range.
    pub alterado: Faixa,
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

/// An owner's notifications in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    dono: Dono,
    filtro: Filtro,
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
            if let Some(ativo) = filtro.ativo {
                q = q.filter(notificacoes::ativo.eq(ativo));
            }
            if !filtro.alterado.aberta() {
                q = q
                    .filter(notificacoes::alterado_em.ge(filtro.alterado.de_micros()))
                    .filter(notificacoes::alterado_em.lt(filtro.alterado.ate_micros()));
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
