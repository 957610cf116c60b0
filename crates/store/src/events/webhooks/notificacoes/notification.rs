//! A notification or subscription as it is stored, one found and many listed.

use diesel::prelude::*;
use domain::evento::KindSet;
use domain::inscricao::{Inscricao, Registration, Topicos};
use domain::notificacao::{Notificacao, Segredo};
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};

use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{notificacoes, usuarios};
use crate::base::{Conn, Place, Secrets, from_json, on};

/// Unfinished deliveries of one notification at which no more of the log is made into deliveries: the log is
/// the queue, and an address that is away for a week must not fill the database.
pub const PENDING_MAX: i64 = 10_000;

/// Owner of notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Interface A's, of an application.
    Aplicacao(AplicacaoId),
    /// Interface B's, of a store.
    Loja(LojaId),
}

impl Owner {
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
pub struct Filter {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Changed in this range.
    pub changed: Range,
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
    pub tipos: KindSet,
    /// A subscription's topics.
    pub topicos: Topicos,
    /// While false nothing is sent.
    pub ativo: bool,
    /// A subscription's name, headers and the like; `None` for a notification.
    pub cadastro: Option<Registration>,
    /// Secret that signs calls.
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
        let usuario_id = self.usuario_id.clone().map(UsuarioId::stored).transpose();
        Ok(Notificacao {
            url: self.url.clone(),
            url_integracao: self.url.is_none(),
            tipos: self.tipos.list(),
            usuario_id: usuario_id.map_err(|e| StoreError::corrupt("usuario_id", e))?,
            ativo: self.ativo,
        })
    }

    /// As interface B keeps it.
    pub fn inscricao(&self) -> Inscricao {
        Inscricao {
            app_url: self.url.clone().unwrap_or_default(),
            topicos: self.topicos.list(),
            ativo: self.ativo,
            cadastro: self.cadastro.clone().unwrap_or_default(),
        }
    }

    /// The secrets that sign now, the newest first.
    pub fn segredos(&self, now: Instante) -> Vec<Segredo> {
        let previous = self.segredo_anterior.iter().filter(|(_, until)| now < *until).map(|(s, _)| s.clone());
        std::iter::once(self.segredo.clone()).chain(previous).collect()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = notificacoes)]
pub(crate) struct NotificacaoColumns {
    aplicacao_id: i32,
    notificacao_id: i64,
    pub loja_id: Option<i32>,
    pub url: Option<String>,
    tipos: i32,
    topicos: i16,
    pub ativo: bool,
    cadastro: Option<String>,
    segredo: String,
    segredo_anterior: Option<String>,
    segredo_anterior_ate: Option<i64>,
    encerrada_em: Option<i64>,
    criado_em: i64,
    alterado_em: i64,
}

impl NotificacaoColumns {
    /// The topics of a subscription; `None` for a notification.
    pub fn topics(&self) -> Option<Topicos> {
        self.cadastro.as_ref().map(|_| Topicos::from_bits(self.topicos))
    }

    /// The kinds that are sent. A subscription's follow from its topics, which may cover more kinds than when it was
    /// written.
    pub fn kinds(&self) -> KindSet {
        self.topics().map_or_else(|| KindSet::from_bits(self.tipos), Topicos::kinds)
    }
}

pub(crate) type WithUsuario = (NotificacaoColumns, Option<String>);

pub(crate) fn from_row(
    secrets: &Secrets,
    (row, usuario_id): WithUsuario,
) -> Result<NotificacaoRow, StoreError> {
    let (aplicacao, notificacao) = (row.aplicacao_id, row.notificacao_id);
    let segredo = |place: Place, sealed: &str| {
        Segredo::parse(&secrets.open(&place, sealed)?).map_err(|e| StoreError::corrupt("segredo", e))
    };
    let registration = |sealed: &str| {
        from_json(
            "notificacoes.cadastro",
            &secrets.open(&Place::Cadastro { aplicacao, notificacao }, sealed)?,
        )
    };
    let (now, before) =
        (Place::Segredo { aplicacao, notificacao }, Place::SegredoAnterior { aplicacao, notificacao });
    let aplicacao = AplicacaoId(aplicacao);
    Ok(NotificacaoRow {
        id: row.notificacao_id,
        aplicacao,
        loja: row.loja_id.map(|loja| LojaId { aplicacao, loja }),
        usuario_id,
        tipos: row.kinds(),
        url: row.url,
        topicos: Topicos::from_bits(row.topicos),
        ativo: row.ativo,
        cadastro: row.cadastro.as_deref().map(registration).transpose()?,
        segredo: segredo(now, &row.segredo)?,
        segredo_anterior: match (row.segredo_anterior, row.segredo_anterior_ate) {
            (Some(text), Some(until)) => Some((segredo(before, &text)?, Instante::from_micros(until))),
            _ => None,
        },
        encerrada_em: row.encerrada_em.map(Instante::from_micros),
        criado_em: Instante::from_micros(row.criado_em),
        alterado_em: Instante::from_micros(row.alterado_em),
    })
}

/// Notifications with the identifier of the user that each is of.
macro_rules! with_usuario {
    () => {
        notificacoes::table
            .left_join(
                usuarios::table.on(usuarios::aplicacao_id
                    .eq(notificacoes::aplicacao_id)
                    .and(usuarios::loja_id.nullable().eq(notificacoes::loja_id))),
            )
            .select((NotificacaoColumns::as_select(), usuarios::usuario_id.nullable()))
    };
}
pub(crate) use with_usuario;

/// One notification of an owner.
pub fn find(conn: &mut Conn<'_>, owner: Owner, id: i64) -> Result<Option<NotificacaoRow>, StoreError> {
    let row: Option<WithUsuario> = on!(conn, c => {
        let mut q = with_usuario!()
            .filter(notificacoes::aplicacao_id.eq(owner.aplicacao().0))
            .filter(notificacoes::notificacao_id.eq(id))
            .filter(notificacoes::interface.eq(owner.interface()))
            .into_boxed();
        if let Owner::Loja(loja) = owner {
            q = q.filter(notificacoes::loja_id.eq(loja.loja));
        }
        q.first(c).optional()?
    });
    row.map(|row| from_row(conn.secrets(), row)).transpose()
}

/// An owner's notifications in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    owner: Owner,
    filter: Filter,
    page: PageRequest,
) -> Result<Page<NotificacaoRow>, StoreError> {
    macro_rules! its {
        ($q:expr) => {{
            let mut q = $q
                .filter(notificacoes::aplicacao_id.eq(owner.aplicacao().0))
                .filter(notificacoes::interface.eq(owner.interface()))
                .into_boxed();
            if let Owner::Loja(loja) = owner {
                q = q.filter(notificacoes::loja_id.eq(loja.loja));
            }
            if let Some(active) = filter.ativo {
                q = q.filter(notificacoes::ativo.eq(active));
            }
            if !filter.changed.open() {
                q = q
                    .filter(notificacoes::alterado_em.ge(filter.changed.start_micros()))
                    .filter(notificacoes::alterado_em.lt(filter.changed.end_micros()));
            }
            q
        }};
    }
    let (rows, total): (Vec<WithUsuario>, i64) = on!(conn, c => {
        let mut q = its!(with_usuario!());
        if let Some([after, _]) = page.after() {
            q = q.filter(notificacoes::notificacao_id.gt(after));
        }
        let rows = q
            .order(notificacoes::notificacao_id)
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, its!(notificacoes::table).count().get_result(c)?)
    });
    let secrets = conn.secrets();
    page.page(rows, total, |(row, _)| [row.notificacao_id, 0], |row| from_row(secrets, row))
}
