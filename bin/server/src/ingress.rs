//! The public listener for what channels send: returns of consents, and notices.
//!
//! It has no keys and shows nothing of the hub: whoever knows a state or an address of notices may use it, once or as a
//! bell. Codes and states are in no page, log line or error.
#![allow(
    clippy::disallowed_types,
    reason = "a notice has no shape: its bytes alone are signed; size and time are bounded here"
)]

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, ContentType, REFERRER_POLICY, RETRY_AFTER,
};
use actix_web::rt::time::timeout;
use actix_web::web::{self, Data, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use channels::{Consented, Inbound, Rung};
use connector::Secret;
use http_kit::api_keys::Attempts;
use http_kit::{KitError, UnauthorizedReason, request_id};
use store::StoreError;
use url::form_urlencoded;

use crate::config::Config;

/// Bytes of the longest notice.
const NOTICE_MAX: usize = 256 << 10;
/// Characters of what ends the address of notices.
const NOTICE_LEN: usize = 43;

/// What the listener needs.
#[derive(Clone)]
pub struct IngressState {
    inbound: Inbound,
    /// Unknown states and addresses, by who asked for them.
    failures: Option<Arc<Attempts>>,
    patience: Duration,
}

impl IngressState {
    /// With the limits of a configuration.
    pub fn new(inbound: Inbound, config: &Config) -> Self {
        let failures = NonZeroU32::new(config.failed_keys_per_minute).map(Attempts::new).map(Arc::new);
        Self { inbound, failures, patience: config.body_deadline() }
    }

    /// An answer to whoever asks for what does not exist; past the limit of an address, that it must wait.
    fn failed(&self, req: &HttpRequest, otherwise: HttpResponse) -> HttpResponse {
        let counted = self.failures.as_ref().zip(req.peer_addr());
        let error = counted.map(|(failures, peer)| failures.count(peer.ip(), UnauthorizedReason::Unknown));
        match error {
            Some(KitError::TooManyAttempts { wait_s }) => {
                HttpResponse::TooManyRequests().insert_header((RETRY_AFTER, wait_s.to_string())).finish()
            }
            _ => otherwise,
        }
    }
}

/// The routes.
pub fn configure(state: IngressState) -> impl FnOnce(&mut ServiceConfig) {
    move |config| {
        config
            .app_data(Data::new(state))
            .route("/conexao/retorno", web::get().to(returned))
            .route("/aviso/{aviso}", web::post().to(notice))
            .default_service(web::to(async || nothing()));
    }
}

fn nothing() -> HttpResponse {
    HttpResponse::NotFound().finish()
}

fn failure(error: &StoreError) -> StatusCode {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    request_id::log_failure(error, status);
    status
}

/// The return of a consent.
async fn returned(req: HttpRequest, state: Data<IngressState>) -> HttpResponse {
    let of = |name: &str| {
        let found = form_urlencoded::parse(req.query_string().as_bytes()).find(|(of, _)| of == name);
        found.map(|(_, value)| value.into_owned()).filter(|value| !value.is_empty())
    };
    let Some(asked) = of("state") else { return nothing() };
    let code = of("code").map(Secret::new);
    match state.inbound.consent(asked, code).await {
        Err(error) => page(
            failure(&error),
            "Tente de novo em instantes",
            "O hub não pôde concluir a autorização agora. Volte ao painel e clique em Conectar mais uma vez.",
        ),
        Ok(Consented::Done(conta)) => {
            let account = if conta.is_empty() { String::new() } else { format!(" A conta é {conta}.") };
            let text =
                format!("O canal foi autorizado.{account} Pode fechar esta página e voltar ao painel.");
            page(StatusCode::OK, "Canal conectado", &text)
        }
        Ok(Consented::OtherAccount(conta)) => page(
            StatusCode::CONFLICT,
            "Outra conta",
            &format!(
                "A autorização foi dada pela conta {conta}, e este canal é de outra: nada mudou. Entre no canal com a \
                 conta certa e clique em Conectar mais uma vez, ou desconecte o canal antes de trocar de conta."
            ),
        ),
        Ok(Consented::Refused) => page(
            StatusCode::BAD_REQUEST,
            "Autorização recusada",
            "O canal não concedeu o acesso. Volte ao painel e clique em Conectar mais uma vez.",
        ),
        Ok(Consented::Unavailable) => page(
            StatusCode::BAD_GATEWAY,
            "O canal não respondeu",
            "O canal não respondeu ao hub, e nada mudou. Volte ao painel e clique em Conectar mais uma vez.",
        ),
        Ok(Consented::Unknown) => {
            let old = page(
                StatusCode::NOT_FOUND,
                "Autorização vencida",
                "Esta autorização já foi usada ou passou de dez minutos. Volte ao painel e clique em Conectar mais uma \
                 vez.",
            );
            state.failed(&req, old)
        }
    }
}

/// A page without script, links or anything from elsewhere.
fn page(status: StatusCode, title: &str, text: &str) -> HttpResponse {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    HttpResponse::build(status)
        .content_type(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((REFERRER_POLICY, "no-referrer"))
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"))
        .body(format!(
            "<!DOCTYPE html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title></head>\
             <body><h1>{title}</h1><p>{escaped}</p></body></html>"
        ))
}

/// A notice: a bell, whatever it says.
async fn notice(req: HttpRequest, state: Data<IngressState>, body: Payload) -> HttpResponse {
    let aviso = req.match_info().get("aviso").unwrap_or_default().to_owned();
    if aviso.len() != NOTICE_LEN {
        return state.failed(&req, nothing());
    }
    let body = match timeout(state.patience, body.to_bytes_limited(NOTICE_MAX)).await {
        Ok(Ok(Ok(body))) => body,
        Ok(Err(_)) => return HttpResponse::PayloadTooLarge().finish(),
        Ok(Ok(Err(_))) | Err(_) => return HttpResponse::BadRequest().finish(),
    };
    let header = |name: &str| req.headers().get(name).and_then(|value| value.to_str().ok());
    match state.inbound.notice(&aviso, header, &body).await {
        Ok(Rung::Due) => HttpResponse::Ok().finish(),
        Ok(Rung::Unknown) => state.failed(&req, nothing()),
        Ok(Rung::Forged) => state.failed(&req, HttpResponse::Unauthorized().finish()),
        Err(error) => HttpResponse::build(failure(&error)).finish(),
    }
}
