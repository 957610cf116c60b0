//! Calls over HTTP: to checked addresses only, without redirects, bounded in time and size.

use std::error::Error;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use domain::entrega::Falha;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;
use url::{Host, Url};

use crate::alvo::Permitidos;
use crate::envio::{Envio, Saida, Sender};

/// Bytes of an answer that are read.
const RESPOSTA_MAX: usize = 64 * 1024;
/// Characters of an answer that are kept.
const TRECHO: usize = 500;

/// The client could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for notifications cannot be set up: {0}")]
pub struct HttpError(String);

/// Makes calls over HTTP.
#[derive(Clone)]
pub struct HttpSender {
    cliente: Client,
    permitidos: Arc<Permitidos>,
}

impl HttpSender {
    /// With what the operator allows, and the time that one call may take.
    pub fn new(permitidos: Permitidos, tempo: Duration) -> Result<Self, HttpError> {
        let permitidos = Arc::new(permitidos);
        let cliente = Client::builder()
            .tls_backend_preconfigured(tls()?)
            .dns_resolver(Conferente { permitidos: Arc::clone(&permitidos) })
            .redirect(Policy::none())
            // a proxy would look names up itself
            .no_proxy()
            .referer(false)
            .timeout(tempo)
            .pool_max_idle_per_host(8)
            .pool_idle_timeout(Duration::from_secs(30))
            .user_agent(concat!("Entreposto/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| HttpError(e.to_string()))?;
        Ok(Self { cliente, permitidos })
    }

    async fn chamar(&self, envio: Envio) -> Result<Saida, Falha> {
        let url = Url::parse(&envio.url).map_err(|_| Falha::Endereco)?;
        // the resolver is only asked for names
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(IpAddr::V4(ip)),
            Some(Host::Ipv6(ip)) => Some(IpAddr::V6(ip)),
            Some(Host::Domain(_)) => None,
            None => return Err(Falha::Endereco),
        };
        if literal.is_some_and(|ip| !self.permitidos.endereco(ip)) {
            return Err(Falha::Recusado);
        }
        let cabecalhos = cabecalhos(&envio).ok_or(Falha::Endereco)?;
        let chamada = self.cliente.post(url).headers(cabecalhos).body(envio.corpo);
        let resposta = chamada.send().await.map_err(|e| motivo(&e))?;
        let status = resposta.status().as_u16();
        match ler(resposta).await {
            Ok(corpo) => Ok(Saida::com_status(status, trecho(&corpo))),
            Err(falha) => Ok(Saida { status: Some(status), falha: Some(falha), resposta: String::new() }),
        }
    }
}

impl Sender for HttpSender {
    fn enviar(&self, envio: Envio) -> BoxFuture<'static, Saida> {
        let este = self.clone();
        async move { este.chamar(envio).await.unwrap_or_else(Saida::sem_resposta) }.boxed()
    }
}

fn cabecalhos(envio: &Envio) -> Option<HeaderMap> {
    let mut mapa = HeaderMap::new();
    for (nome, valor) in &envio.cabecalhos {
        let mut valor = HeaderValue::from_str(valor).ok()?;
        valor.set_sensitive(true);
        mapa.insert(HeaderName::from_bytes(nome.as_bytes()).ok()?, valor);
    }
    // last, so that nothing can stand in their place
    mapa.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    mapa.insert("webhook-id", HeaderValue::from_str(&envio.id).ok()?);
    mapa.insert("webhook-timestamp", HeaderValue::from(envio.timestamp));
    mapa.insert("webhook-signature", HeaderValue::from_str(&envio.assinatura).ok()?);
    Some(mapa)
}

async fn ler(mut resposta: Response) -> Result<Vec<u8>, Falha> {
    let mut corpo = Vec::new();
    while let Some(pedaco) = resposta.chunk().await.map_err(|e| motivo(&e))? {
        if corpo.len() + pedaco.len() > RESPOSTA_MAX {
            return Err(Falha::RespostaGrande);
        }
        corpo.extend_from_slice(&pedaco);
    }
    Ok(corpo)
}

/// The beginning of an answer; nothing of one that is not text.
fn trecho(corpo: &[u8]) -> String {
    let Ok(texto) = std::str::from_utf8(corpo) else { return String::new() };
    let limpo = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { ' ' } else { c };
    let limpo: String = texto.chars().take(TRECHO).map(limpo).collect();
    limpo.trim().to_owned()
}

/// Public addresses, or what the operator allows: nothing else leaves the resolver.
struct Conferente {
    permitidos: Arc<Permitidos>,
}

#[derive(Debug, thiserror::Error)]
enum ErroDeNome {
    #[error("the name is not known")]
    Desconhecido,
    #[error("the name has no address that may be called")]
    Recusado,
}

impl Resolve for Conferente {
    fn resolve(&self, name: Name) -> Resolving {
        let permitidos = Arc::clone(&self.permitidos);
        Box::pin(async move {
            let nome = name.as_str();
            let achados: Vec<SocketAddr> =
                tokio::net::lookup_host((nome, 0)).await.map_err(|_| ErroDeNome::Desconhecido)?.collect();
            if achados.is_empty() {
                return Err(ErroDeNome::Desconhecido.into());
            }
            let livre = permitidos.nome(nome);
            let bons: Vec<SocketAddr> =
                achados.into_iter().filter(|a| livre || permitidos.endereco(a.ip())).collect();
            if bons.is_empty() {
                return Err(ErroDeNome::Recusado.into());
            }
            Ok(Box::new(bons.into_iter()) as Addrs)
        })
    }
}

/// What a client is told of an error: the cause, as far as it can be seen.
fn motivo(erro: &reqwest::Error) -> Falha {
    if erro.is_timeout() {
        return Falha::Tempo;
    }
    let mut causa: Option<&(dyn Error + 'static)> = Some(erro);
    while let Some(este) = causa {
        match este.downcast_ref::<ErroDeNome>() {
            Some(ErroDeNome::Desconhecido) => return Falha::Nome,
            Some(ErroDeNome::Recusado) => return Falha::Recusado,
            None => {}
        }
        if de_tls(este) {
            return Falha::Tls;
        }
        causa = este.source();
    }
    match erro {
        e if e.is_connect() => Falha::Conexao,
        e if e.is_builder() => Falha::Endereco,
        _ => Falha::Interrompida,
    }
}

/// An I/O error hides what it was made of from `source`.
fn de_tls(erro: &(dyn Error + 'static)) -> bool {
    let dentro = erro.downcast_ref::<std::io::Error>().and_then(|io| io.get_ref());
    erro.is::<rustls::Error>() || dentro.is_some_and(|dentro| de_tls(dentro))
}

/// TLS that trusts what the operating system trusts. Where there is nothing of that kind, https fails and http works.
fn tls() -> Result<ClientConfig, HttpError> {
    let construtor = || {
        ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| HttpError(e.to_string()))
    };
    match construtor()?.with_platform_verifier() {
        Ok(com_raizes) => Ok(com_raizes.with_no_client_auth()),
        Err(erro) => {
            tracing::warn!(%erro, "no trusted certificates found: notifications to https addresses will fail");
            let nenhuma = rustls::RootCertStore::empty();
            Ok(construtor()?.with_root_certificates(nenhuma).with_no_client_auth())
        }
    }
}

#[cfg(test)]
mod tests;
