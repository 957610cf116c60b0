//! Paging: parameters of the requested page, and the cursor and link to the next one.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::HeaderValue;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::values::web::UrlHttp;
use sha2::{Digest, Sha256};
use store::paging::{Cursor, PageRequest, PageStart};

use crate::query::{FromQuery, QueryReader, same_name};

/// Rows per page when the client does not say.
pub const SIZE_DEFAULT: u32 = 50;
/// Most rows per page.
pub const SIZE_MAX: u32 = 250;

/// The highest page number: beyond the end of any list, and far from arithmetic overflow.
const PAGE_MAX: u64 = 1_000_000_000_000;
const VERSION: u8 = 1;
/// Version, page, two keys, checksum.
const CURSOR_SIZE: usize = 1 + 8 + 8 + 8 + 4;
/// Parameters that select the page, not the rows; a cursor does not depend on them.
const PAGE_PARAMETERS: [&str; 3] = ["pagina", "quantidade_registros", "cursor"];

impl FromQuery for PageRequest {
    /// `cursor` (which takes precedence), `pagina` and `quantidade_registros`.
    fn of(reader: &mut QueryReader<'_>) -> Option<Self> {
        let size = reader.integer_between("quantidade_registros", 1, i64::from(SIZE_MAX));
        let size = size.and_then(|n| u32::try_from(n).ok()).unwrap_or(SIZE_DEFAULT);
        reader.known("pagina");
        let start = match reader.text("cursor") {
            Some(text) => match decode(&text, fingerprint(reader)) {
                Ok(cursor) => PageStart::After(cursor),
                Err(message) => return reader.problem("cursor", message),
            },
            None => reader.with("pagina", read_page).map_or(PageStart::First, PageStart::Page),
        };
        Some(PageRequest { start, size })
    }
}

fn read_page(text: &str) -> Result<u64, &'static str> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) || text.bytes().all(|b| b == b'0') {
        return Err("deve ser um inteiro a partir de 1");
    }
    text.parse().ok().filter(|n| *n <= PAGE_MAX).ok_or("deve ser um inteiro de 1 a 1000000000000")
}

/// The public address of an interface, with which links begin. Without one they begin with the path, which a
/// client resolves against the address of its request (RFC 8288). The host headers of a request are never
/// used: an attacker who can set them would choose where links lead.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublicUrl(Option<Arc<str>>);

impl PublicUrl {
    /// The address, if there is one.
    pub fn as_str(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// Not an address to which a path can be appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not an http or https address without a query, such as https://api.example.com/a")]
pub struct InvalidPublicUrl;

impl FromStr for PublicUrl {
    type Err = InvalidPublicUrl;

    /// Empty = none.
    fn from_str(text: &str) -> Result<Self, InvalidPublicUrl> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'<' | b'>' | b'"' | b'?' | b'#' | b'@');
        match UrlHttp::parse(text) {
            Ok(url) if text.bytes().all(plain) => Ok(Self(Some(url.as_str().trim_end_matches('/').into()))),
            _ => Err(InvalidPublicUrl),
        }
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or_default())
    }
}

/// The value of a `Link` header to the next page: the request's path and query with the cursor.
pub fn link_next(req: &HttpRequest, public_url: &PublicUrl, cursor: &Cursor) -> HeaderValue {
    HeaderValue::try_from(format!("<{public_url}{}>; rel=\"next\"", next_address(req, cursor)))
        .unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// The request's path and query with the cursor of the next page.
pub fn next_address(req: &HttpRequest, cursor: &Cursor) -> String {
    let code = encode(cursor, fingerprint(&QueryReader::of_request(req)));
    let mut address = format!("{}?", req.uri().path());
    for pair in req.query_string().split('&').filter(|pair| !pair.is_empty() && !selects_page(pair)) {
        address.push_str(pair);
        address.push('&');
    }
    address + "cursor=" + &code
}

fn selects_page(pair: &str) -> bool {
    let name = pair.split('=').next().unwrap_or_default();
    same_name(name, "pagina") || same_name(name, "cursor")
}

/// A checksum of path and filters, so that a cursor is accepted for its own list alone. The order of the
/// parameters and the spelling of their names do not matter.
fn fingerprint(reader: &QueryReader<'_>) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    filters(reader, |part| sum.update(part));
    sum.finalize()
}

/// A hash of the path, filters and page size of a list: equal for all pages of one listing.
pub fn list_fingerprint(req: &HttpRequest, page: &PageRequest) -> [u8; 16] {
    let mut hash = Sha256::new();
    filters(&QueryReader::of_request(req), |part| hash.update(part));
    hash.update(page.size.to_be_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    hash.first_chunk().copied().unwrap_or_default()
}

/// Calls `each` with the parts of the path and the filters, sorted by name.
fn filters(reader: &QueryReader<'_>, mut each: impl FnMut(&[u8])) {
    let mut filters: Vec<(String, &str)> = reader
        .pairs()
        .iter()
        .map(|pair| (pair.comparable_name(), pair.text()))
        .filter(|(name, value)| !value.is_empty() && !PAGE_PARAMETERS.iter().any(|p| same_name(p, name)))
        .collect();
    filters.sort();
    each(reader.path().as_bytes());
    for (name, value) in filters {
        for part in [name.as_bytes(), b"=", value.as_bytes()] {
            each(part);
        }
        each(&[0]);
    }
}

fn encode(cursor: &Cursor, fingerprint: u32) -> String {
    let mut bytes = Vec::with_capacity(CURSOR_SIZE);
    bytes.push(VERSION);
    bytes.extend_from_slice(&cursor.pagina.to_be_bytes());
    for key in cursor.chave {
        bytes.extend_from_slice(&key.to_be_bytes());
    }
    let sum = checksum(&bytes, fingerprint);
    bytes.extend_from_slice(&sum.to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &str, fingerprint: u32) -> Result<Cursor, &'static str> {
    const INVALID: &str = "não é um cursor válido";
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| INVALID)?;
    let (data, sum) = bytes.split_last_chunk::<4>().ok_or(INVALID)?;
    let (&[VERSION], rest) = data.split_first_chunk::<1>().ok_or(INVALID)? else { return Err(INVALID) };
    let (page, rest) = rest.split_first_chunk::<8>().ok_or(INVALID)?;
    let (first, rest) = rest.split_first_chunk::<8>().ok_or(INVALID)?;
    let second: [u8; 8] = rest.try_into().map_err(|_| INVALID)?;
    let cursor = Cursor {
        chave: [i64::from_be_bytes(*first), i64::from_be_bytes(second)],
        pagina: u64::from_be_bytes(*page),
    };
    if checksum(data, fingerprint) != u32::from_be_bytes(*sum) || !(1..=PAGE_MAX).contains(&cursor.pagina) {
        return Err("não pertence a esta consulta: siga o Link sem mudar o caminho nem os filtros");
    }
    Ok(cursor)
}

fn checksum(data: &[u8], fingerprint: u32) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(data);
    sum.update(&fingerprint.to_be_bytes());
    sum.finalize()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn read(path: &str, query: &str) -> Result<PageRequest, String> {
        let mut c = QueryReader::new(path, query);
        let parsed = PageRequest::of(&mut c);
        match c.end() {
            Ok(()) => Ok(parsed.unwrap()),
            Err(e) => Err(e.problems().unwrap().to_string()),
        }
    }

    #[test]
    fn defaults_limits_and_pages_past_any_end() {
        let default = read("/a", "").unwrap();
        assert!(matches!(default.start, PageStart::First));
        assert!(matches!(read("/a", "pagina=1").unwrap().start, PageStart::Page(1)));
        assert_eq!(default.size, 50);
        assert_eq!(read("/a", "quantidadeRegistros=250").unwrap().size, 250);
        assert!(matches!(read("/a", "pagina=1000000000000").unwrap().start, PageStart::Page(PAGE_MAX)));
        assert!(read("/a", "pagina=99999999999999999999999").is_err());
        for query in ["quantidade_registros=0", "quantidade_registros=251", "quantidade_registros=x"] {
            assert_eq!(
                read("/a", query).unwrap_err(),
                "quantidade_registros: deve ser um inteiro de 1 a 250"
            );
        }
        for query in ["pagina=0", "pagina=-1", "pagina=1.5", "pagina=x", "pagina=00"] {
            assert_eq!(read("/a", query).unwrap_err(), "pagina: deve ser um inteiro a partir de 1");
        }
    }

    fn link(uri: &str) -> String {
        link_under("", uri)
    }

    fn link_under(public_url: &str, uri: &str) -> String {
        let req = TestRequest::with_uri(uri)
            .insert_header(("Host", "outra.example:8080"))
            .insert_header(("X-Forwarded-Host", "outra.example"))
            .insert_header(("X-Forwarded-Proto", "https"))
            .insert_header(("Forwarded", "host=outra.example;proto=https"))
            .to_http_request();
        let cursor = Cursor { chave: [i64::MIN, i64::MAX], pagina: 3 };
        link_next(&req, &public_url.parse().unwrap(), &cursor).to_str().unwrap().to_owned()
    }

    #[test]
    fn the_link_leads_to_the_cursor() {
        let link = link("/sku?usuarioId=a%20b&pagina=2&quantidade_registros=10");
        let address = link.strip_prefix('<').unwrap();
        let address = address.strip_suffix(">; rel=\"next\"").unwrap();
        let (path, query) = address.split_once('?').unwrap();
        assert!(query.starts_with("usuarioId=a%20b&quantidade_registros=10&cursor="), "{query}");

        let parsed = read(path, query).unwrap();
        let PageStart::After(cursor) = parsed.start else { panic!() };
        assert_eq!((cursor.chave, cursor.pagina, parsed.size), ([i64::MIN, i64::MAX], 3, 10));

        // another size, other spelling and order, a page number that it overrules, empty filters
        let code = query.rsplit_once('=').unwrap().1;
        let changed = format!("cursor={code}&pagina=x&quantidadeRegistros=20&usuario_id=a+b&marca=");
        assert_eq!(read(path, &changed).unwrap().size, 20);
    }

    #[test]
    fn a_cursor_belongs_to_its_list() {
        let link = link("/sku?usuarioId=a");
        let code = link.split("cursor=").nth(1).unwrap().split('>').next().unwrap();
        for (path, query) in [
            ("/sku", format!("usuarioId=b&cursor={code}")),
            ("/sku", format!("usuarioId=a&ativo=1&cursor={code}")),
            ("/Canal", format!("usuarioId=a&cursor={code}")),
        ] {
            assert!(read(path, &query).unwrap_err().contains("não pertence"), "{query}");
        }
        for code in ["x", "!!", "AAAA", "AAAAAAAA", &code[..38], &format!("{code}AAAA"), "%00"] {
            let problem = read("/sku", &format!("usuarioId=a&cursor={code}")).unwrap_err();
            assert!(problem.starts_with("cursor: "), "{code}: {problem}");
        }
    }

    #[test]
    fn the_operator_says_where_a_link_leads_and_nobody_else() {
        assert!(link_under("", "/a").starts_with("</a?cursor="));
        for public in ["https://api.loja.example/a", "https://api.loja.example/a/"] {
            assert!(
                link_under(public, "/sku?x=1").starts_with("<https://api.loja.example/a/sku?x=1&cursor=")
            );
        }
        for bad in [
            "api.loja.example",
            "ftp://x",
            "https://x/?a",
            "https://x/#a",
            "https://a@x/",
            "https://x/>",
            "/a",
        ] {
            assert_eq!(bad.parse::<PublicUrl>(), Err(InvalidPublicUrl), "{bad}");
        }
    }
}
