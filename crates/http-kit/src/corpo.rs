//! Request bodies: JSON in UTF-8, bounded in size and in time.

use std::future::Future;
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpRequest};
use domain::reading::json::{Leitura, ler_json};
use domain::reading::problems::Problemas;
use futures_util::StreamExt;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::erro::{Api, KitError};

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How large a body may be and how long it may take. The kit uses the one in the app data, else the default.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct LimitesCorpo {
    /// Bytes of an ordinary body.
    pub padrao: usize,
    /// Bytes of a body sent to a path that ends in `/Lote`.
    pub lote: usize,
    /// From the head to the last byte, however it drips in.
    pub prazo: Duration,
}

impl Default for LimitesCorpo {
    fn default() -> Self {
        Self { padrao: 1 << 20, lote: 8 << 20, prazo: Duration::from_secs(15) }
    }
}

impl LimitesCorpo {
    /// With so many bytes for an ordinary body, and for one sent to a path that ends in `/Lote`.
    pub fn with_bytes(self, padrao: usize, lote: usize) -> Self {
        Self { padrao, lote, ..self }
    }

    /// With so much time for a whole body.
    pub fn with_deadline(self, prazo: Duration) -> Self {
        Self { prazo, ..self }
    }

    fn bytes(&self, caminho: &str) -> usize {
        match caminho.rsplit('/').next() {
            Some(fim) if fim.eq_ignore_ascii_case("lote") => self.lote,
            _ => self.padrao,
        }
    }
}

/// Extractor: the body as it came, possibly empty; a `Content-Type` other than JSON is refused.
pub struct CorpoBruto<I> {
    bytes: Bytes,
    interface: PhantomData<fn() -> I>,
}

impl<I> CorpoBruto<I> {
    /// The bytes as they came.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// SHA-256 of the bytes: tells a repeated request from another one.
    pub fn impressao(&self) -> [u8; 32] {
        Sha256::digest(&self.bytes).into()
    }

    /// The JSON text without a byte order mark. An empty body is a problem.
    pub fn json(&self) -> Result<&[u8], KitError> {
        let texto = self.bytes.strip_prefix(BOM).unwrap_or(&self.bytes);
        if texto.iter().all(u8::is_ascii_whitespace) {
            let mut problemas = Problemas::new();
            problemas.push("", "o corpo é obrigatório");
            return Err(KitError::Corpo(problemas));
        }
        match std::str::from_utf8(texto) {
            Ok(_) => Ok(texto),
            Err(e) => Err(posicao(texto.get(..e.valid_up_to()).unwrap_or_default())),
        }
    }

    /// The body as one JSON value, its text as it came.
    pub fn raw(&self) -> Result<&RawValue, KitError> {
        let texto = self.json()?;
        serde_json::from_slice(texto)
            .map_err(|e| KitError::JsonInvalido { linha: e.line(), coluna: e.column() })
    }

    /// Reads a value from the body.
    pub fn ler<T: Leitura>(&self) -> Result<T, KitError> {
        Ok(ler_json(self.json()?)?)
    }
}

/// The place right after `lido`.
fn posicao(lido: &[u8]) -> KitError {
    let linha = lido.iter().filter(|b| **b == b'\n').count() + 1;
    let coluna = lido.iter().rev().take_while(|b| **b != b'\n').count() + 1;
    KitError::JsonInvalido { linha, coluna }
}

/// Extractor: a valid `T` out of the body.
pub struct Corpo<T, I> {
    /// What was read.
    pub valor: T,
    bruto: CorpoBruto<I>,
}

impl<T, I> Corpo<T, I> {
    /// What was read.
    pub fn into_inner(self) -> T {
        self.valor
    }

    /// The body as it came.
    pub fn bruto(&self) -> &CorpoBruto<I> {
        &self.bruto
    }

    /// SHA-256 of the bytes as they came.
    pub fn impressao(&self) -> [u8; 32] {
        self.bruto.impressao()
    }
}

impl<T, I> Deref for Corpo<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.valor
    }
}

type Futuro<T> = Pin<Box<dyn Future<Output = Result<T, actix_web::Error>>>>;

impl<I: Api> FromRequest for CorpoBruto<I> {
    type Error = actix_web::Error;
    type Future = Futuro<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let recebido = receber(req, payload);
        Box::pin(async move {
            match recebido.await {
                Ok(bytes) => Ok(Self { bytes, interface: PhantomData }),
                Err(erro) => Err(I::erro(erro)),
            }
        })
    }
}

impl<T: Leitura + 'static, I: Api> FromRequest for Corpo<T, I> {
    type Error = actix_web::Error;
    type Future = Futuro<Self>;

    fn from_request(req: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bruto = CorpoBruto::<I>::from_request(req, payload);
        Box::pin(async move {
            let bruto = bruto.await?;
            let valor = bruto.ler().map_err(I::erro)?;
            Ok(Self { valor, bruto })
        })
    }
}

fn receber(
    req: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Bytes, KitError>> + use<> {
    let limites = req.app_data::<LimitesCorpo>().copied().unwrap_or_default();
    let limite = limites.bytes(req.path());
    let pronto = conferir(req.headers(), limite);
    let payload = payload.take();
    async move {
        let com_tipo = pronto?;
        let lido = tokio::time::timeout(limites.prazo, juntar(payload, limite, com_tipo));
        lido.await.unwrap_or(Err(KitError::CorpoLento))
    }
}

/// What the head alone already decides; tells whether the body was declared to be JSON.
fn conferir(cabecalhos: &HeaderMap, limite: usize) -> Result<bool, KitError> {
    if let Some(codificacao) = cabecalhos.get(header::CONTENT_ENCODING)
        && !codificacao.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")
    {
        return Err(KitError::TipoMidia);
    }
    let com_tipo = match cabecalhos.get(header::CONTENT_TYPE) {
        None => false,
        Some(tipo) if tipo.to_str().is_ok_and(e_json) => true,
        Some(_) => return Err(KitError::TipoMidia),
    };
    let tamanho = cabecalhos.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse::<u64>().ok());
    if tamanho.is_some_and(|n| n > limite as u64) {
        return Err(KitError::CorpoGrande { limite });
    }
    Ok(com_tipo)
}

/// `application/json` or a `+json` type, in UTF-8 when a charset is named.
fn e_json(tipo: &str) -> bool {
    let mut partes = tipo.split(';').map(str::trim);
    let essencia = partes.next().unwrap_or_default().to_ascii_lowercase();
    let json = essencia == "application/json"
        || essencia.split_once('/').is_some_and(|(tipo, sub)| !tipo.is_empty() && sub.ends_with("+json"));
    json && partes.filter_map(|parte| parte.split_once('=')).all(|(nome, valor)| {
        let valor = valor.trim().trim_matches('"');
        !nome.trim().eq_ignore_ascii_case("charset")
            || valor.eq_ignore_ascii_case("utf-8")
            || valor.eq_ignore_ascii_case("utf8")
    })
}

/// Collects the body. Memory grows with what really arrives; a body in one piece is not copied.
async fn juntar(mut payload: Payload, limite: usize, com_tipo: bool) -> Result<Bytes, KitError> {
    let mut inteiro = Bytes::new();
    let mut pedacos = BytesMut::new();
    while let Some(pedaco) = payload.next().await {
        let pedaco = pedaco.map_err(|erro| match erro {
            PayloadError::Overflow => KitError::CorpoGrande { limite },
            _ => KitError::CorpoIncompleto,
        })?;
        if pedaco.is_empty() {
            continue;
        }
        if !com_tipo {
            return Err(KitError::TipoMidia);
        }
        if inteiro.len() + pedacos.len() + pedaco.len() > limite {
            return Err(KitError::CorpoGrande { limite });
        }
        if inteiro.is_empty() && pedacos.is_empty() {
            inteiro = pedaco;
        } else {
            pedacos.extend_from_slice(&std::mem::take(&mut inteiro));
            pedacos.extend_from_slice(&pedaco);
        }
    }
    Ok(if pedacos.is_empty() { inteiro } else { pedacos.freeze() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::erro::teste::Ia;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App, HttpServer, web};
    use std::io::{Read, Write};

    fn limites() -> LimitesCorpo {
        LimitesCorpo { padrao: 16, lote: 64, prazo: Duration::from_secs(1) }
    }

    fn configurar(cfg: &mut web::ServiceConfig) {
        async fn ler(corpo: Corpo<bool, Ia>) -> String {
            format!("{} {:02x}", *corpo, corpo.impressao()[0])
        }
        async fn bruto(corpo: CorpoBruto<Ia>) -> String {
            corpo.bytes().len().to_string()
        }
        cfg.app_data(limites())
            .route("/bruto", web::post().to(bruto))
            .route("/bruto/Lote", web::post().to(bruto))
            .route("/{_}", web::post().to(ler));
    }

    async fn enviar(uri: &str, cabecalhos: &[(&str, &str)], corpo: &'static [u8]) -> (u16, String) {
        let app = init_service(App::new().configure(configurar)).await;
        let mut req = TestRequest::post().uri(uri).set_payload(corpo);
        for cabecalho in cabecalhos {
            req = req.insert_header(*cabecalho);
        }
        let resposta = call_service(&app, req.to_request()).await;
        let status = resposta.status().as_u16();
        (status, String::from_utf8(read_body(resposta).await.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn json_types_are_read_and_others_refused() {
        for tipo in [
            "application/json",
            "Application/JSON; charset=UTF-8",
            "application/json;charset=\"utf-8\"; v=1",
            "application/merge-patch+json",
        ] {
            assert_eq!(
                enviar("/x", &[("content-type", tipo)], b"true").await,
                (200, "true b5".into()),
                "{tipo}"
            );
        }
        for tipo in
            ["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded", "+json"]
        {
            assert_eq!(enviar("/x", &[("content-type", tipo)], b"true").await.0, 415, "{tipo}");
        }
        assert_eq!(enviar("/x", &[], b"true").await.0, 415);
        let json = ("content-type", "application/json");
        assert_eq!(enviar("/x", &[json, ("content-encoding", "gzip")], b"true").await.0, 415);
        assert_eq!(enviar("/x", &[json, ("content-encoding", "identity")], b"true").await.0, 200);
    }

    #[actix_web::test]
    async fn bad_bodies_are_named() {
        let json = [("content-type", "application/json")];
        let obrigatorio =
            (400, "O corpo da requisição tem dados inválidos.|o corpo é obrigatório".to_owned());
        assert_eq!(enviar("/x", &[], b"").await, obrigatorio);
        assert_eq!(enviar("/x", &json, b" \n").await, obrigatorio);
        assert_eq!(enviar("/x", &json, b"\xEF\xBB\xBFtrue").await.0, 200);
        let (status, texto) = enviar("/x", &json, b"[1,\n\"\xFF\"]").await;
        assert_eq!((status, texto.contains("(linha 2, coluna 2)")), (400, true), "{texto}");
        let (status, texto) = enviar("/x", &json, b"{").await;
        assert_eq!((status, texto.contains("linha 1")), (400, true), "{texto}");
        assert!(enviar("/x", &json, b"7").await.1.contains("deve ser true ou false"));
        assert_eq!(enviar("/bruto", &[], b"").await, (200, "0".into()));
    }

    #[actix_web::test]
    async fn the_limit_depends_on_the_path() {
        let json = [("content-type", "application/json")];
        assert_eq!(enviar("/bruto", &json, &[b' '; 16]).await.0, 200);
        assert_eq!(
            enviar("/bruto", &json, &[b' '; 17]).await,
            (413, "O corpo excede o limite de 16 bytes.|".into())
        );
        assert_eq!(enviar("/bruto/Lote", &json, &[b' '; 64]).await.0, 200);
        assert_eq!(enviar("/bruto/Lote", &json, &[b' '; 65]).await.0, 413);
        let declarado = [json[0], ("content-length", "17")];
        assert_eq!(enviar("/bruto", &declarado, b"").await.0, 413);
    }

    /// Sends the pieces with a pause before each, then half-closes when `fechar`, and reads the answer.
    fn conversar(endereco: std::net::SocketAddr, pedacos: &[&[u8]], fechar: bool) -> String {
        let mut conexao = std::net::TcpStream::connect(endereco).unwrap();
        conexao.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        for pedaco in pedacos {
            if conexao.write_all(pedaco).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        if fechar {
            conexao.shutdown(std::net::Shutdown::Write).unwrap();
        }
        let mut resposta = Vec::new();
        let mut parte = [0; 1024];
        while let Ok(n) = conexao.read(&mut parte) {
            resposta.extend_from_slice(&parte[..n]);
            let fim = resposta.windows(4).position(|j| j == b"\r\n\r\n");
            if n == 0 || fim.is_some_and(|i| resposta.len() > i + 4) {
                break;
            }
        }
        String::from_utf8_lossy(&resposta).into_owned()
    }

    #[actix_web::test]
    async fn over_the_wire_chunks_add_up_and_dripping_is_cut() {
        let servidor = HttpServer::new(|| App::new().configure(configurar)).workers(1);
        let servidor = servidor.bind(("127.0.0.1", 0)).unwrap();
        let endereco = servidor.addrs()[0];
        let servidor = servidor.run();
        let controle = servidor.handle();
        actix_web::rt::spawn(servidor);
        const CABECA: &str = "POST /bruto HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
        let respostas = web::block(move || {
            let em_partes = format!("{CABECA}Transfer-Encoding: chunked\r\n\r\n");
            let inteiro = format!("{CABECA}Content-Length: 16\r\n\r\n");
            // a byte now and then, past the deadline
            let gotas: Vec<&[u8]> = [inteiro.as_bytes()].into_iter().chain([&b"1"[..]; 14]).collect();
            [
                conversar(endereco, &[em_partes.as_bytes(), b"1\r\nt\r\n", b"3\r\nrue\r\n0\r\n\r\n"], false),
                conversar(
                    endereco,
                    &[em_partes.as_bytes(), b"A\r\n0123456789\r\n", b"A\r\n0123456789\r\n0\r\n\r\n"],
                    false,
                ),
                conversar(endereco, &gotas, false),
                conversar(endereco, &[inteiro.as_bytes(), b"12345"], true),
                conversar(endereco, &[em_partes.as_bytes(), b"zz\r\n"], false),
            ]
        })
        .await
        .unwrap();
        controle.stop(false).await;
        let status: Vec<&str> = respostas.iter().map(|r| r.get(9..12).unwrap_or(r)).collect();
        assert_eq!(status, ["200", "413", "408", "400", "400"], "{respostas:#?}");
        assert!(respostas[0].ends_with('4'));
    }
}
