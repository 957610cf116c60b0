//! The routes as documented: path words in any case find their canonical spelling, a path that exists with
//! other methods is told from one that does not exist, and each path knows whose it is.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::Split;

use actix_web::http::Method;
use percent_encoding::percent_decode_str;
use utoipa::openapi::{OpenApi, PathItem};

/// The documented routes, as a tree of path words.
#[derive(Debug, Default)]
pub struct Rotas {
    raiz: No,
}

#[derive(Debug, Default)]
struct No {
    /// By the word in lower case: its canonical spelling and what follows.
    palavras: HashMap<String, (String, No)>,
    /// What follows an identifier.
    parametro: Option<Box<No>>,
    metodos: Vec<Method>,
    /// Whose it is: the document that has a path which ends here, else the first that has one which passes.
    owner: usize,
}

impl Rotas {
    /// The routes of some documents; their owners are known by the documents' places.
    pub fn of<'a>(documents: impl IntoIterator<Item = &'a OpenApi>) -> Self {
        let mut rotas = Self::default();
        for (owner, document) in documents.into_iter().enumerate() {
            for (modelo, item) in &document.paths.paths {
                for metodo in metodos_de(item) {
                    rotas.incluir(metodo, modelo, owner);
                }
            }
        }
        rotas
    }

    fn incluir(&mut self, metodo: Method, modelo: &str, owner: usize) {
        let empty = || No { owner, ..No::default() };
        let mut no = &mut self.raiz;
        for parte in modelo.trim_start_matches('/').split('/') {
            no = if parte.starts_with('{') {
                no.parametro.get_or_insert_with(|| Box::new(empty()))
            } else {
                let entrada = no.palavras.entry(parte.to_lowercase());
                &mut entrada.or_insert_with(|| (parte.to_owned(), empty())).1
            };
        }
        no.owner = owner;
        if !no.metodos.contains(&metodo) {
            no.metodos.push(metodo);
        }
    }

    /// Whose a path is: the place of the document that has it, else of the one whose words it begins with; 0
    /// when nobody knows its first word.
    pub fn owner(&self, path: &str) -> usize {
        let mut found = Found { depth: 0, owner: 0 };
        if let Some(parts) = path.strip_prefix('/') {
            self.raiz.find_owner(parts.split('/'), 0, &mut found);
        }
        found.owner
    }

    /// The path with its words in their canonical spelling and its identifiers untouched; `None` when no
    /// route of this method has the path. A word wins over an identifier where the method has both.
    pub fn canonizar(&self, metodo: &Method, caminho: &str) -> Option<String> {
        let mut partes = Vec::with_capacity(8);
        if !self.raiz.achar(caminho.strip_prefix('/')?.split('/'), metodo, &mut partes) {
            return None;
        }
        let mut canonico = String::with_capacity(caminho.len());
        for parte in partes {
            canonico.push('/');
            canonico.push_str(parte);
        }
        Some(canonico)
    }

    /// The methods that a path has; `HEAD` comes with `GET`.
    pub fn metodos(&self, caminho: &str) -> Vec<Method> {
        let mut metodos = Vec::new();
        if let Some(partes) = caminho.strip_prefix('/') {
            self.raiz.juntar_metodos(partes.split('/'), &mut metodos);
        }
        if metodos.contains(&Method::GET) {
            metodos.push(Method::HEAD);
        }
        metodos.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        metodos.dedup();
        metodos
    }
}

/// The owner that a walk has found so far, and how many parts of the path speak for it.
struct Found {
    depth: usize,
    owner: usize,
}

impl No {
    fn palavra(&self, parte: &str) -> Option<&(String, No)> {
        if self.palavras.is_empty() {
            return None;
        }
        let texto: Cow<'_, str> = percent_decode_str(parte).decode_utf8().ok()?;
        self.palavras.get(&texto.to_lowercase())
    }

    fn identificador(&self, parte: &str) -> Option<&No> {
        self.parametro.as_deref().filter(|_| !parte.is_empty())
    }

    /// Walks the rest of a path; on success `canonicas` holds its parts. Depth is that of the routes, not
    /// that of the request.
    fn achar<'a>(
        &'a self,
        mut resto: Split<'a, char>,
        metodo: &Method,
        canonicas: &mut Vec<&'a str>,
    ) -> bool {
        let Some(parte) = resto.next() else { return self.metodos.contains(metodo) };
        let candidatos = [
            self.palavra(parte).map(|(canonica, no)| (canonica.as_str(), no)),
            self.identificador(parte).map(|no| (parte, no)),
        ];
        for (canonica, no) in candidatos.into_iter().flatten() {
            canonicas.push(canonica);
            if no.achar(resto.clone(), metodo, canonicas) {
                return true;
            }
            canonicas.pop();
        }
        false
    }

    fn find_owner(&self, mut rest: Split<'_, char>, depth: usize, found: &mut Found) {
        if depth > found.depth {
            *found = Found { depth, owner: self.owner };
        }
        let Some(part) = rest.next() else {
            if !self.metodos.is_empty() {
                // the very path: nothing goes deeper
                *found = Found { depth: usize::MAX, owner: self.owner };
            }
            return;
        };
        for node in [self.palavra(part).map(|(_, node)| node), self.identificador(part)].into_iter().flatten()
        {
            node.find_owner(rest.clone(), depth + 1, found);
        }
    }

    fn juntar_metodos(&self, mut resto: Split<'_, char>, metodos: &mut Vec<Method>) {
        let Some(parte) = resto.next() else { return metodos.extend_from_slice(&self.metodos) };
        for no in [self.palavra(parte).map(|(_, no)| no), self.identificador(parte)].into_iter().flatten() {
            no.juntar_metodos(resto.clone(), metodos);
        }
    }
}

fn metodos_de(item: &PathItem) -> impl Iterator<Item = Method> {
    [
        (Method::GET, item.get.is_some()),
        (Method::PUT, item.put.is_some()),
        (Method::POST, item.post.is_some()),
        (Method::DELETE, item.delete.is_some()),
        (Method::OPTIONS, item.options.is_some()),
        (Method::HEAD, item.head.is_some()),
        (Method::PATCH, item.patch.is_some()),
    ]
    .into_iter()
    .filter_map(|(metodo, tem)| tem.then_some(metodo))
}

/// True when some path fits both templates: they have as many parts, and where both have a word it is the
/// same one.
pub fn overlap(one: &str, other: &str) -> bool {
    let (one, other) = (one.split('/'), other.split('/'));
    let fits = |(a, b): (&str, &str)| {
        a.starts_with('{') || b.starts_with('{') || a.to_lowercase() == b.to_lowercase()
    };
    one.clone().count() == other.clone().count() && one.zip(other).all(fits)
}

#[cfg(test)]
pub(crate) mod teste {
    //! Small documents for the kit's own tests.

    use utoipa::openapi::path::Operation;
    use utoipa::openapi::{HttpMethod, PathsBuilder};

    use super::*;

    /// A document of nothing but paths.
    pub fn document(paths: &[(&str, HttpMethod)]) -> OpenApi {
        let mut openapi = OpenApi::default();
        let item = |method: &HttpMethod| PathItem::new(method.clone(), Operation::new());
        let paths =
            paths.iter().fold(PathsBuilder::new(), |paths, (path, method)| paths.path(*path, item(method)));
        openapi.paths = paths.build();
        openapi
    }

    /// The routes that most tests use.
    pub fn rotas() -> Rotas {
        Rotas::of([&document(&[
            ("/sku", HttpMethod::Get),
            ("/sku/{sku}", HttpMethod::Get),
            ("/sku/{sku}", HttpMethod::Put),
            ("/sku/Lote", HttpMethod::Post),
            ("/sku/{sku}/Estoque", HttpMethod::Put),
            ("/sku/Estoque/Lote", HttpMethod::Post),
            ("/Canal/Tipo_Canal", HttpMethod::Get),
            ("/Canal/{canalId}", HttpMethod::Get),
            ("/Canal/{canalId}/sku", HttpMethod::Get),
        ])])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use utoipa::openapi::HttpMethod;

    use super::teste::{document, rotas};
    use super::*;

    #[test]
    fn words_get_their_spelling_and_identifiers_keep_theirs() {
        let rotas = rotas();
        let casos = [
            ("GET", "/SKU", Some("/sku")),
            ("GET", "/%53ku/A%2Fb%20C", Some("/sku/A%2Fb%20C")),
            ("PUT", "/Sku/estoque/ESTOQUE", Some("/sku/estoque/Estoque")),
            ("POST", "/sku/lote", Some("/sku/Lote")),
            ("GET", "/SKU/lote", Some("/sku/lote")),
            ("GET", "/sku/Lote", Some("/sku/Lote")),
            ("POST", "/SKU/ESTOQUE/LOTE", Some("/sku/Estoque/Lote")),
            ("GET", "/canal/tipo_canal", Some("/Canal/Tipo_Canal")),
            ("GET", "/canal/tipo_canal/SKU", Some("/Canal/tipo_canal/sku")),
            ("GET", "/sku/%FF", Some("/sku/%FF")),
            ("GET", "/sku/", None),
            ("GET", "/", None),
            ("GET", "*", None),
            ("GET", "/sku/a/b", None),
            ("DELETE", "/sku/a", None),
        ];
        for (metodo, caminho, esperado) in casos {
            let metodo = Method::from_bytes(metodo.as_bytes()).unwrap();
            assert_eq!(rotas.canonizar(&metodo, caminho).as_deref(), esperado, "{metodo} {caminho}");
        }
    }

    #[test]
    fn methods_of_a_path() {
        let rotas = rotas();
        let nomes = |c: &str| rotas.metodos(c).iter().map(|m| m.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(nomes("/SKU/lote"), ["GET", "HEAD", "POST", "PUT"]);
        assert_eq!(nomes("/sku/x/estoque"), ["PUT"]);
        assert!(nomes("/nada").is_empty());
    }

    #[test]
    fn a_path_knows_whose_it_is() {
        let get = HttpMethod::Get;
        let rotas = Rotas::of([
            &document(&[("/sku/{sku}/Estoque", get.clone()), ("/Pedido/Fila", get.clone())]),
            &document(&[("/sku/Lote", get.clone()), ("/Pedido", get.clone()), ("/loja", get)]),
        ]);
        for (path, owner) in [
            ("/SKU/x/estoque", 0),
            ("/sku/lote/estoque", 0),
            ("/sku/lote", 1),
            ("/sku/lote/x/y", 1),
            ("/sku/x/y", 0),
            ("/sku", 0),
            ("/pedido", 1),
            ("/pedido/x", 1),
            ("/Pedido/fila", 0),
            ("/Loja/1/2", 1),
            ("/nada", 0),
            ("*", 0),
        ] {
            assert_eq!(rotas.owner(path), owner, "{path}");
        }
    }

    #[test]
    fn templates_that_one_path_fits_overlap() {
        for (one, other, expected) in [
            ("/sku", "/SKU", true),
            ("/sku/{sku}", "/sku/{id}", true),
            ("/sku/{sku}", "/sku/Lote", true),
            ("/{x}/Lote", "/sku/{sku}", true),
            ("/sku/Lote", "/sku/Estoque", false),
            ("/sku/{sku}", "/sku", false),
            ("/sku/{sku}/Estoque", "/sku/{sku}/Preco", false),
        ] {
            assert_eq!(overlap(one, other), expected, "{one} {other}");
        }
    }
}
