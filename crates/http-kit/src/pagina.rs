//! Pages: which one is asked for, and the link to the one after it.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use store::paging::{Cursor, PageRequest, PageStart};

use crate::consulta::{FromConsulta, Leitor, mesmo_nome};

/// Rows per page when the client does not say.
pub const TAMANHO_PADRAO: u32 = 50;
/// Most rows per page.
pub const TAMANHO_MAXIMO: u32 = 250;

/// The highest page number: past any end, and arithmetic on it stays far from overflow.
const PAGINA_MAXIMA: u64 = 1_000_000_000_000;
const VERSAO: u8 = 1;
/// Version, page, two keys, checksum.
const TAMANHO_CURSOR: usize = 1 + 8 + 8 + 8 + 4;
/// Parameters that choose the page, not the rows; a cursor does not depend on them.
const DA_PAGINA: [&str; 3] = ["pagina", "quantidade_registros", "cursor"];

impl FromConsulta for PageRequest {
    /// `cursor` (it wins), `pagina` and `quantidade_registros`.
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let size = c.inteiro_entre("quantidade_registros", 1, i64::from(TAMANHO_MAXIMO));
        let size = size.and_then(|n| u32::try_from(n).ok()).unwrap_or(TAMANHO_PADRAO);
        let start = match c.texto("cursor") {
            Some(texto) => match decodificar(&texto, impressao(c)) {
                Ok(cursor) => PageStart::After(cursor),
                Err(mensagem) => return c.problema("cursor", mensagem),
            },
            None => PageStart::Page(c.com("pagina", ler_pagina).unwrap_or(1)),
        };
        Some(PageRequest { start, size })
    }
}

fn ler_pagina(texto: &str) -> Result<u64, &'static str> {
    let texto = texto.trim();
    if texto.is_empty() || !texto.bytes().all(|b| b.is_ascii_digit()) || texto.bytes().all(|b| b == b'0') {
        return Err("deve ser um inteiro a partir de 1");
    }
    texto.parse().ok().filter(|n| *n <= PAGINA_MAXIMA).ok_or("deve ser um inteiro de 1 a 1000000000000")
}

/// The value of a `Link` header to the next page: the request's own address with the cursor in it.
pub fn link_next(req: &HttpRequest, cursor: &Cursor) -> HeaderValue {
    let codigo = codificar(cursor, impressao(&Leitor::de_requisicao(req)));
    let mut destino = format!("{}?", req.uri().path());
    for par in req.query_string().split('&').filter(|par| !par.is_empty() && !escolhe_pagina(par)) {
        destino.push_str(par);
        destino.push('&');
    }
    let info = req.connection_info();
    // both come from the client; a strange one gets a relative link instead of a broken header
    let base = match (info.scheme(), info.host()) {
        (esquema @ ("http" | "https"), host) if !host.is_empty() && host.bytes().all(de_host) => {
            format!("{esquema}://{host}")
        }
        _ => String::new(),
    };
    HeaderValue::try_from(format!("<{base}{destino}cursor={codigo}>; rel=\"next\""))
        .unwrap_or_else(|_| HeaderValue::from_static(""))
}

fn de_host(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'.' | b':' | b'-' | b'_' | b'[' | b']')
}

fn escolhe_pagina(par: &str) -> bool {
    let nome = par.split('=').next().unwrap_or_default();
    mesmo_nome(nome, "pagina") || mesmo_nome(nome, "cursor")
}

/// A checksum of path and filters, so that a cursor only continues the list that it came from. The order of
/// the parameters and the spelling of their names do not matter.
fn impressao(c: &Leitor<'_>) -> u32 {
    let mut filtros: Vec<(String, &str)> = c
        .pares()
        .iter()
        .map(|par| (par.nome_comparavel(), par.texto()))
        .filter(|(nome, valor)| !valor.is_empty() && !DA_PAGINA.iter().any(|p| mesmo_nome(p, nome)))
        .collect();
    filtros.sort();
    let mut soma = crc32fast::Hasher::new();
    soma.update(c.caminho().as_bytes());
    for (nome, valor) in filtros {
        for parte in [nome.as_bytes(), b"=", valor.as_bytes()] {
            soma.update(parte);
        }
        soma.update(&[0]);
    }
    soma.finalize()
}

fn codificar(cursor: &Cursor, impressao: u32) -> String {
    let mut bytes = Vec::with_capacity(TAMANHO_CURSOR);
    bytes.push(VERSAO);
    bytes.extend_from_slice(&cursor.pagina.to_be_bytes());
    for chave in cursor.chave {
        bytes.extend_from_slice(&chave.to_be_bytes());
    }
    let soma = somar(&bytes, impressao);
    bytes.extend_from_slice(&soma.to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decodificar(texto: &str, impressao: u32) -> Result<Cursor, &'static str> {
    const INVALIDO: &str = "não é um cursor válido";
    let bytes = URL_SAFE_NO_PAD.decode(texto).map_err(|_| INVALIDO)?;
    let (dados, soma) = bytes.split_last_chunk::<4>().ok_or(INVALIDO)?;
    let (&[VERSAO], resto) = dados.split_first_chunk::<1>().ok_or(INVALIDO)? else { return Err(INVALIDO) };
    let (pagina, resto) = resto.split_first_chunk::<8>().ok_or(INVALIDO)?;
    let (primeira, resto) = resto.split_first_chunk::<8>().ok_or(INVALIDO)?;
    let segunda: [u8; 8] = resto.try_into().map_err(|_| INVALIDO)?;
    let cursor = Cursor {
        chave: [i64::from_be_bytes(*primeira), i64::from_be_bytes(segunda)],
        pagina: u64::from_be_bytes(*pagina),
    };
    if somar(dados, impressao) != u32::from_be_bytes(*soma) || !(1..=PAGINA_MAXIMA).contains(&cursor.pagina) {
        return Err("não pertence a esta consulta: siga o Link sem mudar o caminho nem os filtros");
    }
    Ok(cursor)
}

fn somar(dados: &[u8], impressao: u32) -> u32 {
    let mut soma = crc32fast::Hasher::new();
    soma.update(dados);
    soma.update(&impressao.to_be_bytes());
    soma.finalize()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn ler(caminho: &str, consulta: &str) -> Result<PageRequest, String> {
        let mut c = Leitor::new(caminho, consulta);
        let lida = PageRequest::de(&mut c);
        match c.fim() {
            Ok(()) => Ok(lida.unwrap()),
            Err(e) => Err(e.problemas().unwrap().to_string()),
        }
    }

    #[test]
    fn defaults_limits_and_pages_past_any_end() {
        let padrao = ler("/a", "").unwrap();
        assert!(matches!(padrao.start, PageStart::Page(1)));
        assert_eq!(padrao.size, 50);
        assert_eq!(ler("/a", "quantidadeRegistros=250").unwrap().size, 250);
        assert!(matches!(ler("/a", "pagina=1000000000000").unwrap().start, PageStart::Page(PAGINA_MAXIMA)));
        assert!(ler("/a", "pagina=99999999999999999999999").is_err());
        for consulta in ["quantidade_registros=0", "quantidade_registros=251", "quantidade_registros=x"] {
            assert_eq!(
                ler("/a", consulta).unwrap_err(),
                "quantidade_registros: deve ser um inteiro de 1 a 250"
            );
        }
        for consulta in ["pagina=0", "pagina=-1", "pagina=1.5", "pagina=x", "pagina=00"] {
            assert_eq!(ler("/a", consulta).unwrap_err(), "pagina: deve ser um inteiro a partir de 1");
        }
    }

    fn link(uri: &str) -> String {
        let req = TestRequest::with_uri(uri).insert_header(("Host", "loja.example:8080")).to_http_request();
        let cursor = Cursor { chave: [i64::MIN, i64::MAX], pagina: 3 };
        link_next(&req, &cursor).to_str().unwrap().to_owned()
    }

    #[test]
    fn the_link_leads_to_the_cursor() {
        let link = link("/sku?usuarioId=a%20b&pagina=2&quantidade_registros=10");
        let endereco = link.strip_prefix("<http://loja.example:8080").unwrap();
        let endereco = endereco.strip_suffix(">; rel=\"next\"").unwrap();
        let (caminho, consulta) = endereco.split_once('?').unwrap();
        assert!(consulta.starts_with("usuarioId=a%20b&quantidade_registros=10&cursor="), "{consulta}");

        let lida = ler(caminho, consulta).unwrap();
        let PageStart::After(cursor) = lida.start else { panic!() };
        assert_eq!((cursor.chave, cursor.pagina, lida.size), ([i64::MIN, i64::MAX], 3, 10));

        // another size, other spelling and order, a page number that it overrules, empty filters
        let codigo = consulta.rsplit_once('=').unwrap().1;
        let mudada = format!("cursor={codigo}&pagina=x&quantidadeRegistros=20&usuario_id=a+b&marca=");
        assert_eq!(ler(caminho, &mudada).unwrap().size, 20);
    }

    #[test]
    fn a_cursor_belongs_to_its_list() {
        let link = link("/sku?usuarioId=a");
        let codigo = link.split("cursor=").nth(1).unwrap().split('>').next().unwrap();
        for (caminho, consulta) in [
            ("/sku", format!("usuarioId=b&cursor={codigo}")),
            ("/sku", format!("usuarioId=a&ativo=1&cursor={codigo}")),
            ("/Canal", format!("usuarioId=a&cursor={codigo}")),
        ] {
            assert!(ler(caminho, &consulta).unwrap_err().contains("não pertence"), "{consulta}");
        }
        for codigo in ["x", "!!", "AAAA", "AAAAAAAA", &codigo[..38], &format!("{codigo}AAAA"), "%00"] {
            let problema = ler("/sku", &format!("usuarioId=a&cursor={codigo}")).unwrap_err();
            assert!(problema.starts_with("cursor: "), "{codigo}: {problema}");
        }
    }

    #[test]
    fn a_strange_host_gets_a_relative_link() {
        let req = TestRequest::with_uri("/a").insert_header(("Host", "x>;\"y")).to_http_request();
        let link = link_next(&req, &Cursor { chave: [0, 0], pagina: 1 });
        assert!(link.to_str().unwrap().starts_with("</a?cursor="));
    }
}
