//! A subscription as it is written, and how it is switched on and off.

use serde::{Deserialize, Serialize};

use super::cabecalho::Cabecalho;
use super::topico::{Topico, Topicos};
use crate::reading::json::{Leitura, Objeto, Valor};
use crate::reading::problems::Problemas;
use crate::values::web::{UrlHttp, conferir_email};

/// Further headers of one subscription.
pub const CABECALHOS_MAX: usize = 20;

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
    pub cadastro: Cadastro,
}

/// What of a subscription decides nothing about what is sent when.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Cadastro {
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

impl Leitura for Inscricao {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let nome = obj.texto("nome", 1, 200, p);
        let app_url = obj.obrigatorio::<UrlHttp>("appUrl", p);
        let topicos =
            obj.lista::<Topico>(escrito(&obj, "topicos", "topico"), 50, p).and_then(|topicos| match topicos
                .is_empty()
            {
                true => obj.problema("topicos", p, "deve ter pelo menos um tópico"),
                false => Some(topicos.into_iter().collect::<Topicos>()),
            });
        let usuario = obj.texto_ou_vazio("usuario", 200, p);
        let ativo = obj.padrao("ativo", p, true);
        let email_responsavel = email(&obj, p);
        let headers = cabecalhos(&obj, p);
        Some(Self {
            app_url: app_url?.into(),
            topicos: topicos?.lista(),
            ativo: ativo?,
            cadastro: Cadastro {
                nome: nome?,
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
fn escrito<'n>(obj: &Objeto<'_>, nome: &'n str, na_leitura: &'n str) -> &'n str {
    if obj.raw(nome).is_none() && obj.raw(na_leitura).is_some() { na_leitura } else { nome }
}

impl Leitura for Ativacao {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let ativo = obj.obrigatorio("ativo", p);
        let usuario = obj.com("usuario", p, |v, p| v.texto(0, 200, p));
        let observacao = obj.texto_ou_vazio("observacao", 2000, p);
        Some(Self { ativo: ativo?, usuario: usuario?, observacao: observacao? })
    }
}

fn email(obj: &Objeto<'_>, p: &mut Problemas) -> Option<String> {
    let texto = obj.texto_ou_vazio("emailResponsavel", crate::values::web::EMAIL_MAX, p)?;
    match texto.is_empty() {
        true => Some(texto),
        false => match conferir_email(&texto) {
            Ok(()) => Some(texto),
            Err(e) => obj.problema("emailResponsavel", p, e),
        },
    }
}

fn cabecalhos(obj: &Objeto<'_>, p: &mut Problemas) -> Option<Vec<Cabecalho>> {
    let lidos: Vec<Cabecalho> = obj.lista(escrito(obj, "headers", "header"), CABECALHOS_MAX, p)?;
    let repetido = lidos.iter().enumerate().find(|(i, cabecalho)| {
        lidos.iter().take(*i).any(|antes| antes.chave.eq_ignore_ascii_case(&cabecalho.chave))
    });
    match repetido {
        Some((i, _)) => obj.problema(&format!("headers[{i}].chave"), p, "repete uma chave anterior"),
        None => Some(lidos),
    }
}
