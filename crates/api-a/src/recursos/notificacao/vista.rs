//! A notification as it is read and answered.

use actix_web::http::StatusCode;
use domain::entrega::Saude;
use domain::notificacao::Notificacao;
use domain::reading::json::{Leitura, ler_com};
use domain::values::dates::Instante;
use serde::Serialize;
use serde_json::value::RawValue;
use store::notificacoes::NotificacaoRow;
use utoipa::ToSchema;

use crate::contexto::endereco;
use crate::erro::ErroA;
use crate::resposta::Resposta;

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
    pub gravada: NotificacaoGravada,
    /// How sending to it goes.
    situacao: Saude,
}

/// A new notification with its secret.
#[derive(Serialize, ToSchema)]
pub struct NotificacaoCriada {
    #[serde(flatten)]
    lida: NotificacaoLida,
    /// What its calls are signed with: `whsec_` and 32 bytes in base64. It is never shown again.
    segredo: String,
}

impl NotificacaoLida {
    /// As it is shown.
    pub fn de(row: &NotificacaoRow, situacao: Saude) -> Result<Self, ErroA> {
        let gravada = NotificacaoGravada {
            id: row.id,
            notificacao: row.notificacao()?,
            data_criacao: row.criado_em,
            data_alteracao: row.alterado_em,
        };
        Ok(Self { gravada, situacao })
    }
}

/// The answer to a creation.
pub fn criada(row: &NotificacaoRow) -> Result<Resposta, ErroA> {
    let lida = NotificacaoLida::de(row, Saude::default())?;
    let criada = NotificacaoCriada { lida, segredo: row.segredo.texto() };
    Resposta::json(StatusCode::CREATED, &criada)?
        .location(endereco(&["Notificacao", &row.id.to_string()]))
        .com_etag_de(&criada.lida.gravada)
}

/// Reads a notification from a body that may hold its number too, which must be the address's.
pub fn ler(corpo: &RawValue, id: i64) -> Result<Notificacao, ErroA> {
    let lida = ler_com(corpo, |valor, p| {
        let obj = valor.objeto(p)?;
        let mesma = match obj.opcional::<i64>("id", p) {
            Some(Some(outra)) if outra != id => obj.problema("id", p, "deve ser igual ao do endereço"),
            lido => lido,
        };
        let notificacao = Notificacao::ler(valor, p);
        mesma.and(notificacao)
    });
    lida.map_err(ErroA::Invalido)
}
