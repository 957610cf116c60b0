//! A subscription as it is written, and how it is switched on and off.

use serde::{Deserialize, Serialize};

use super::header::Cabecalho;
use super::topico::{Topico, Topicos};
use crate::reading::json::{FromJson, InputObject, InputValue};
use crate::reading::problems::Problems;
use crate::values::web::{UrlHttp, check_email};

/// Further headers of one subscription.
pub const HEADERS_MAX: usize = 20;

/// A subscription, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inscricao {
    /// Absolute http(s) address that is called, at most 2,000 characters.
    pub app_url: String,
    /// The topics, without repetition, at least one.
    pub topicos: Vec<Topico>,
    /// While false nothing is sent, and nothing is lost.
    pub ativo: bool,
    /// What only people read, and the headers.
    pub cadastro: Registration,
}

/// What of a subscription decides nothing about what is sent when.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Registration {
    /// Name, 1 to 200 characters.
    pub nome: String,
    /// Who set it up or last switched it, at most 200 characters; empty when not given.
    pub usuario: String,
    /// E-mail of who is to be told; empty when not given.
    pub email_responsavel: String,
    /// Headers that go with each call.
    pub headers: Vec<Cabecalho>,
    /// What was noted when it was last switched on or off, at most 2,000 characters.
    pub observacao: String,
}

/// Switching a subscription on or off: the body of `Ativar`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ativacao {
    /// On or off.
    pub ativo: bool,
    /// Who does it, at most 200 characters; who it was stays when not given.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub usuario: Option<String>,
    /// A note, at most 2,000 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 2000))]
    pub observacao: String,
}

impl FromJson for Inscricao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let name = obj.text("nome", 1, 200, p);
        let app_url = obj.required::<UrlHttp>("appUrl", p);
        let topicos = obj.list::<Topico>(written(&obj, "topicos", "topico"), 50, p).and_then(|topicos| {
            match topicos.is_empty() {
                true => obj.problem("topicos", p, "deve ter pelo menos um tópico"),
                false => Some(topicos.into_iter().collect::<Topicos>()),
            }
        });
        let usuario = obj.text_or_empty("usuario", 200, p);
        let active = obj.default("ativo", p, true);
        let email_responsavel = email(&obj, p);
        let headers = headers(&obj, p);
        Some(Self {
            app_url: app_url?.into(),
            topicos: topicos?.list(),
            ativo: active?,
            cadastro: Registration {
                nome: name?,
                usuario: usuario?,
                email_responsavel: email_responsavel?,
                headers: headers?,
                observacao: String::new(),
            },
        })
    }
}

/// The name that a member is written under: the one that reads show is taken too, so that what was read can
/// be sent back and nothing of it gets lost.
fn written<'n>(obj: &InputObject<'_>, name: &'n str, on_reading: &'n str) -> &'n str {
    if obj.raw(name).is_none() && obj.raw(on_reading).is_some() { on_reading } else { name }
}

impl FromJson for Ativacao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let active = obj.required("ativo", p);
        let usuario = obj.with("usuario", p, |v, p| v.text(0, 200, p));
        let observacao = obj.text_or_empty("observacao", 2000, p);
        Some(Self { ativo: active?, usuario: usuario?, observacao: observacao? })
    }
}

fn email(obj: &InputObject<'_>, p: &mut Problems) -> Option<String> {
    let text = obj.text_or_empty("emailResponsavel", crate::values::web::EMAIL_MAX, p)?;
    match text.is_empty() {
        true => Some(text),
        false => match check_email(&text) {
            Ok(()) => Some(text),
            Err(e) => obj.problem("emailResponsavel", p, e),
        },
    }
}

fn headers(obj: &InputObject<'_>, p: &mut Problems) -> Option<Vec<Cabecalho>> {
    let parsed: Vec<Cabecalho> = obj.list(written(obj, "headers", "header"), HEADERS_MAX, p)?;
    let repeated = parsed.iter().enumerate().find(|(i, header)| {
        parsed.iter().take(*i).any(|before| before.chave.eq_ignore_ascii_case(&header.chave))
    });
    match repeated {
        Some((i, _)) => obj.problem(&format!("headers[{i}].chave"), p, "repete uma chave anterior"),
        None => Some(parsed),
    }
}
