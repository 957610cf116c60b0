//! The routes as documented: path words in any case find their canonical spelling, a path that exists with
//! other methods is told from one that does not exist, and each path knows whose it is.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::Split;

use actix_web::http::Method;
use percent_encoding::percent_decode_str;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{OpenApi, PathItem, RefOr, Schema};

/// The documented routes, as a tree of path words.
#[derive(Debug, Default)]
pub struct RouteTable {
    root: Node,
}

#[derive(Debug, Default)]
struct Node {
    /// By the word in lower case: its canonical spelling and what follows.
    words: HashMap<String, (String, Node)>,
    /// What follows an identifier.
    parameter: Option<Box<Node>>,
    /// Whether that identifier is a number, which none of the words can be.
    number: bool,
    methods: Vec<Method>,
    /// Whose it is: the document that has a path which ends here, else the first that has one which passes.
    owner: usize,
}

impl RouteTable {
    /// The routes of some documents; their owners are known by the documents' places.
    pub fn of<'a>(documents: impl IntoIterator<Item = &'a OpenApi>) -> Self {
        let mut routes = Self::default();
        for (owner, document) in documents.into_iter().enumerate() {
            for (model, item) in &document.paths.paths {
                for (method, operation) in operations_of(item) {
                    routes.include(method, model, owner, &|name| is_number(document, operation, name));
                }
            }
        }
        routes
    }

    fn include(&mut self, method: Method, model: &str, owner: usize, is_number: &dyn Fn(&str) -> bool) {
        let empty = || Node { owner, ..Node::default() };
        let mut node = &mut self.root;
        for part in model.trim_start_matches('/').split('/') {
            node = if let Some(name) = part.strip_prefix('{') {
                let number = is_number(name.trim_end_matches('}'));
                node.number = number && (node.number || node.parameter.is_none());
                node.parameter.get_or_insert_with(|| Box::new(empty()))
            } else {
                let input = node.words.entry(part.to_lowercase());
                &mut input.or_insert_with(|| (part.to_owned(), empty())).1
            };
        }
        node.owner = owner;
        if !node.methods.contains(&method) {
            node.methods.push(method);
        }
    }

    /// Whose a path is: the place of the document that has it, else of the one whose words it begins with; 0
    /// when nobody knows its first word.
    pub fn owner(&self, path: &str) -> usize {
        let mut found = Found { depth: 0, owner: 0 };
        if let Some(parts) = path.strip_prefix('/') {
            self.root.find_owner(parts.split('/'), 0, &mut found);
        }
        found.owner
    }

    /// The path with its words in their canonical spelling and its identifiers untouched; `None` when no
    /// route of this method has the path. A word wins over an identifier where the method has both, and over
    /// a number always; a text may be spelled like a word.
    pub fn canonicalize(&self, method: &Method, path: &str) -> Option<String> {
        let mut parts = Vec::with_capacity(8);
        if !self.root.find(path.strip_prefix('/')?.split('/'), method, &mut parts) {
            return None;
        }
        let mut canonical = String::with_capacity(path.len());
        for part in parts {
            canonical.push('/');
            canonical.push_str(part);
        }
        Some(canonical)
    }

    /// True of a documented path that ends with a word where other paths have a number: `/Pedido/Lote` beside
    /// `/Pedido/{pedidoId}`. Its methods are its own alone.
    pub fn has_word_for_number(&self, model: &str) -> bool {
        model.strip_prefix('/').is_some_and(|path| self.root.has_word_for_number(path.split('/')))
    }

    /// The methods that a path has; `HEAD` comes with `GET`.
    pub fn methods(&self, path: &str) -> Vec<Method> {
        let mut methods = Vec::new();
        if let Some(parts) = path.strip_prefix('/') {
            self.root.merge_methods(parts.split('/'), &mut methods);
        }
        if methods.contains(&Method::GET) {
            methods.push(Method::HEAD);
        }
        methods.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        methods.dedup();
        methods
    }
}

/// The owner that a walk has found so far, and how many parts of the path speak for it.
struct Found {
    depth: usize,
    owner: usize,
}

impl Node {
    fn word(&self, part: &str) -> Option<&(String, Node)> {
        if self.words.is_empty() {
            return None;
        }
        let text: Cow<'_, str> = percent_decode_str(part).decode_utf8().ok()?;
        self.words.get(&text.to_lowercase())
    }

    fn identifier(&self, part: &str, rest: &Split<'_, char>) -> Option<&Node> {
        let known = || self.number && rest.clone().next().is_none() && self.ends_at(part);
        self.parameter.as_deref().filter(|_| !part.is_empty() && !known())
    }

    /// Where the rest of a path may go on.
    fn below(&self, part: &str, rest: &Split<'_, char>) -> impl Iterator<Item = &Self> + use<'_> {
        [self.word(part).map(|(_, node)| node), self.identifier(part, rest)].into_iter().flatten()
    }

    /// True when a path ends with this word.
    fn ends_at(&self, part: &str) -> bool {
        self.word(part).is_some_and(|(_, node)| !node.methods.is_empty())
    }

    /// True when a path ends with a word where others have a number.
    fn has_word_for_number(&self, mut rest: Split<'_, char>) -> bool {
        let Some(part) = rest.next() else { return false };
        if self.number && rest.clone().next().is_none() {
            return self.ends_at(part);
        }
        let below =
            if part.starts_with('{') { self.parameter.as_deref() } else { self.word(part).map(|(_, n)| n) };
        below.is_some_and(|node| node.has_word_for_number(rest))
    }

    /// Walks the rest of a path; on success `canonicals` holds its parts. Depth is that of the routes, not
    /// that of the request.
    fn find<'a>(&'a self, mut rest: Split<'a, char>, method: &Method, canonicals: &mut Vec<&'a str>) -> bool {
        let Some(part) = rest.next() else { return self.methods.contains(method) };
        let candidates = [
            self.word(part).map(|(canonical, node)| (canonical.as_str(), node)),
            self.identifier(part, &rest).map(|node| (part, node)),
        ];
        for (canonical, node) in candidates.into_iter().flatten() {
            canonicals.push(canonical);
            if node.find(rest.clone(), method, canonicals) {
                return true;
            }
            canonicals.pop();
        }
        false
    }

    fn find_owner(&self, mut rest: Split<'_, char>, depth: usize, found: &mut Found) {
        if depth > found.depth {
            *found = Found { depth, owner: self.owner };
        }
        let Some(part) = rest.next() else {
            if !self.methods.is_empty() {
                // the very path: nothing goes deeper
                *found = Found { depth: usize::MAX, owner: self.owner };
            }
            return;
        };
        for node in self.below(part, &rest) {
            node.find_owner(rest.clone(), depth + 1, found);
        }
    }

    fn merge_methods(&self, mut rest: Split<'_, char>, methods: &mut Vec<Method>) {
        let Some(part) = rest.next() else { return methods.extend_from_slice(&self.methods) };
        for node in self.below(part, &rest) {
            node.merge_methods(rest.clone(), methods);
        }
    }
}

fn operations_of(item: &PathItem) -> impl Iterator<Item = (Method, &Operation)> {
    [
        (Method::GET, &item.get),
        (Method::PUT, &item.put),
        (Method::POST, &item.post),
        (Method::DELETE, &item.delete),
        (Method::OPTIONS, &item.options),
        (Method::HEAD, &item.head),
        (Method::PATCH, &item.patch),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

/// Whether an identifier in an operation's path is documented as a whole number.
fn is_number(document: &OpenApi, operation: &Operation, name: &str) -> bool {
    let written = |parameter| match parameter {
        &RefOr::T(Parameter { parameter_in: ParameterIn::Path, name: ref known, ref schema, .. }) => {
            if known == name { schema.as_ref() } else { None }
        }
        _ => None,
    };
    let shape = match operation.parameters.iter().flatten().find_map(written) {
        Some(RefOr::Ref(to)) => {
            let shapes = document.components.as_ref().map(|components| &components.schemas);
            to.ref_location.rsplit('/').next().and_then(|name| shapes?.get(name))
        }
        written => written,
    };
    matches!(shape, Some(RefOr::T(Schema::Object(o))) if o.schema_type == SchemaType::Type(Type::Integer))
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
pub(crate) mod test {
    //! Small documents for the kit's own tests.

    use utoipa::openapi::{HttpMethod, Object, PathsBuilder};

    use super::*;

    /// A document of nothing but paths; what is called `numero` is a number.
    pub fn document(paths: &[(&str, HttpMethod)]) -> OpenApi {
        let mut openapi = OpenApi::default();
        let number = Parameter::builder().name("numero").parameter_in(ParameterIn::Path);
        let number = number.schema(Some(Object::with_type(Type::Integer)));
        let operation = Operation::builder().parameter(number).build();
        let item = |method: &HttpMethod| PathItem::new(method.clone(), operation.clone());
        let paths =
            paths.iter().fold(PathsBuilder::new(), |paths, (path, method)| paths.path(*path, item(method)));
        openapi.paths = paths.build();
        openapi
    }

    /// The routes that most tests use.
    pub fn routes() -> RouteTable {
        RouteTable::of([&document(&[
            ("/sku", HttpMethod::Get),
            ("/sku/{sku}", HttpMethod::Get),
            ("/sku/{sku}", HttpMethod::Put),
            ("/sku/Lote", HttpMethod::Post),
            ("/sku/{sku}/Estoque", HttpMethod::Put),
            ("/sku/Estoque/Lote", HttpMethod::Post),
            ("/Canal/Tipo_Canal", HttpMethod::Get),
            ("/Canal/{canalId}", HttpMethod::Get),
            ("/Canal/{canalId}/sku", HttpMethod::Get),
            ("/Pedido/{numero}", HttpMethod::Get),
            ("/Pedido/{numero}/Status", HttpMethod::Put),
            ("/Pedido/Lote", HttpMethod::Post),
        ])])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use utoipa::openapi::HttpMethod;

    use super::test::{document, routes};
    use super::*;

    #[test]
    fn words_get_their_spelling_and_identifiers_keep_theirs() {
        let routes = routes();
        let cases = [
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
            ("GET", "/pedido/7", Some("/Pedido/7")),
            ("GET", "/pedido/x", Some("/Pedido/x")),
            ("GET", "/pedido/lote", None),
            ("PUT", "/pedido/lote/status", Some("/Pedido/lote/Status")),
            ("POST", "/pedido/lote", Some("/Pedido/Lote")),
        ];
        for (method, path, expected) in cases {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            assert_eq!(routes.canonicalize(&method, path).as_deref(), expected, "{method} {path}");
        }
    }

    #[test]
    fn methods_of_a_path() {
        let routes = routes();
        let names = |c: &str| routes.methods(c).iter().map(|m| m.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(names("/SKU/lote"), ["GET", "HEAD", "POST", "PUT"]);
        assert_eq!(names("/sku/x/estoque"), ["PUT"]);
        assert_eq!(names("/Pedido/lote"), ["POST"]);
        assert_eq!(names("/Pedido/7"), ["GET", "HEAD"]);
        let alone = ["/Pedido/Lote", "/sku/Lote", "/Pedido/{numero}", "/Pedido/{numero}/Status"];
        assert_eq!(alone.map(|path| routes.has_word_for_number(path)), [true, false, false, false]);
        assert!(names("/nada").is_empty());
    }

    #[test]
    fn a_path_knows_whose_it_is() {
        let get = HttpMethod::Get;
        let routes = RouteTable::of([
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
            assert_eq!(routes.owner(path), owner, "{path}");
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
