//! A notification as it is read and answered.

use actix_web::http::StatusCode;
use domain::entrega::Saude;
use domain::notificacao::Notificacao;
use domain::reading::json::{FromJson, read_with};
use domain::values::dates::Instante;
use serde::Serialize;
use serde_json::value::RawValue;
use store::notificacoes::NotificacaoRow;
use utoipa::ToSchema;

use crate::answer::Answer;
use crate::context::address;
use crate::error::ErrorA;

/// A stored notification.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificacaoGravada {
    /// The service's number of it.
    id: i64,
    #[serde(flatten)]
    notificacao: Notificacao,
    /// When it was created.
    data_criacao: Instante,
    /// When it, or its secret, was last changed.
    data_alteracao: Instante,
}

/// A notification with how sending to it goes.
#[derive(Serialize, ToSchema)]
pub struct NotificacaoLida {
    /// What changes by somebody's hand alone: the ETag is of this.
    #[serde(flatten)]
    pub stored: NotificacaoGravada,
    /// How sending to it goes.
    situacao: Saude,
}

/// A new notification with its secret.
#[derive(Serialize, ToSchema)]
pub struct NotificacaoCriada {
    #[serde(flatten)]
    view: NotificacaoLida,
    /// What its calls are signed with: `whsec_` and 32 bytes in base64. It is never shown again.
    segredo: String,
}

impl NotificacaoLida {
    /// As it is shown.
    pub fn of(row: &NotificacaoRow, situacao: Saude) -> Result<Self, ErrorA> {
        let stored = NotificacaoGravada {
            id: row.id,
            notificacao: row.notificacao()?,
            data_criacao: row.criado_em,
            data_alteracao: row.alterado_em,
        };
        Ok(Self { stored, situacao })
    }
}

/// The answer to a creation.
pub fn answer_created(row: &NotificacaoRow) -> Result<Answer, ErrorA> {
    let view = NotificacaoLida::of(row, Saude::default())?;
    let created = NotificacaoCriada { view, segredo: row.segredo.text() };
    Answer::json(StatusCode::CREATED, &created)?
        .location(address(&["Notificacao", &row.id.to_string()]))
        .with_etag_of(&created.view.stored)
}

/// Reads a notification from a body that may hold its number too, which must be the address's.
pub fn read(body: &RawValue, id: i64) -> Result<Notificacao, ErrorA> {
    let view = read_with(body, |value, p| {
        let obj = value.object(p)?;
        let same = match obj.optional::<i64>("id", p) {
            Some(Some(other)) if other != id => obj.problem("id", p, "deve ser igual ao do endereço"),
            parsed => parsed,
        };
        let notificacao = Notificacao::read(value, p);
        same.and(notificacao)
    });
    view.map_err(ErrorA::Invalid)
}
