//! The table of documented routes: finds the routes that fit a path, whatever the case of its words. Empty
//! segments mean nothing: `//sku/` is `/sku`.

use std::cmp::Reverse;

use actix_web::http::Method;
use percent_encoding::percent_decode_str;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{OpenApi, PathItem, RefOr, Schema};

/// All documented routes. Words come before parameters, so that the first route that fits a path is the most
/// specific one.
#[derive(Debug, Default)]
pub(crate) struct RouteTable(Vec<Route>);

/// A documented path.
#[derive(Debug)]
pub(crate) struct Route {
    template: String,
    segments: Vec<TemplateSegment>,
    methods: Vec<Method>,
    /// Index of the document that has it.
    owner: usize,
}

#[derive(Debug)]
enum TemplateSegment {
    Word { canonical: String, lower: String },
    Text,
    Number,
}

impl RouteTable {
    /// The routes of some documents; a document's index is the owner of its routes.
    pub fn of<'a>(documents: impl IntoIterator<Item = &'a OpenApi>) -> Self {
        let mut routes = Vec::new();
        for (owner, document) in documents.into_iter().enumerate() {
            let paths = document.paths.paths.iter();
            routes.extend(paths.map(|(template, item)| Route::new(document, template, item, owner)));
        }
        routes.sort_by_cached_key(|route: &Route| {
            route.segments.iter().map(|segment| !segment.is_word()).collect::<Vec<_>>()
        });
        Self(routes)
    }

    /// The routes that a path fits, the most specific one first. If the last segment fits both a word and a
    /// number, only the routes with the word are returned, because the word is not a valid number.
    pub fn fitting(&self, path: &str) -> Vec<&Route> {
        let parts = parts(path);
        let mut all: Vec<&Route> = self.0.iter().filter(|route| route.fits(&parts)).collect();
        if all.iter().any(|route| route.segments.last().is_some_and(TemplateSegment::is_word)) {
            all.retain(|route| !route.ends_with_number());
        }
        all
    }

    /// True where an empty segment stands where a route has a code: `DELETE /sku//Canal`. Left out, it could make
    /// the path another route's. At the end it has to be a route of the method, and whoever reads `/sku/` asks for
    /// the list.
    pub fn lacks_code(&self, method: &Method, path: &str) -> bool {
        let path = path.trim_start_matches('/');
        let reads = [Method::GET, Method::HEAD].contains(method);
        self.has_gap(path.trim_end_matches('/'), |_| true)
            || !reads && self.has_gap(path, |route| route.has(method))
    }

    /// True where one of some routes has codes where the path has nothing.
    fn has_gap(&self, path: &str, of_these: impl Fn(&Route) -> bool) -> bool {
        if !path.contains("//") && !path.ends_with('/') {
            return false;
        }
        let mut parts: Vec<String> = path.split('/').map(decoded).collect();
        parts.dedup_by(|one, other| one.is_empty() && other.is_empty());
        let fits = |(segment, part): (&TemplateSegment, &String)| match part.is_empty() {
            true => !segment.is_word(),
            false => segment.fits(part),
        };
        let fits = |route: &Route| {
            route.segments.len() == parts.len() && route.segments.iter().zip(&parts).all(fits)
        };
        self.0.iter().any(|route| of_these(route) && fits(route))
    }

    /// The owner of a path: that of the route that fits it, else of the route that shares the longest beginning
    /// with it; 0 when no route has its first word.
    pub fn owner(&self, path: &str) -> usize {
        let parts = parts(path);
        let best = self.0.iter().max_by_key(|route| {
            let depth =
                route.segments.iter().zip(&parts).take_while(|(segment, part)| segment.fits(part)).count();
            let words = route.segments.iter().take(depth).filter(|segment| segment.is_word()).count();
            let whole_template = route.segments.len() == depth;
            // a route that fits the whole path; else most segments, then most words, then a whole template
            (whole_template && parts.len() == depth, depth, words, whole_template, Reverse(route.owner))
        });
        best.map_or(0, |route| route.owner)
    }

    /// True for a template that ends with a word where another route has a number: `/Pedido/Lote` beside
    /// `/Pedido/{pedidoId}`.
    pub fn has_word_for_number(&self, template: &str) -> bool {
        let ends_with_word = template.rsplit('/').next().is_some_and(|last| !last.starts_with('{'));
        let conflicts = |route: &Route| route.ends_with_number() && overlap(&route.template, template);
        ends_with_word && self.0.iter().any(conflicts)
    }

    /// The methods of a path, sorted; `HEAD` comes with `GET`.
    pub fn methods(&self, path: &str) -> Vec<Method> {
        let mut methods: Vec<Method> =
            self.fitting(path).into_iter().flat_map(|route| &route.methods).cloned().collect();
        if methods.contains(&Method::GET) {
            methods.push(Method::HEAD);
        }
        methods.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        methods.dedup();
        methods
    }
}

impl Route {
    fn new(document: &OpenApi, template: &str, item: &PathItem, owner: usize) -> Self {
        let operations = operations_of(item);
        let segment = |part: &str| match part.strip_prefix('{') {
            None => TemplateSegment::Word { canonical: part.to_owned(), lower: part.to_lowercase() },
            Some(name) => {
                let name = name.trim_end_matches('}');
                let number = operations.iter().all(|(_, operation)| is_number(document, operation, name));
                if number { TemplateSegment::Number } else { TemplateSegment::Text }
            }
        };
        Self {
            template: template.to_owned(),
            segments: template.trim_start_matches('/').split('/').map(segment).collect(),
            methods: operations.iter().map(|(method, _)| method.clone()).collect(),
            owner,
        }
    }

    /// True when the route has the method.
    pub fn has(&self, method: &Method) -> bool {
        self.methods.contains(method)
    }

    /// A path that fits, with the words in their canonical spelling and the parameters untouched.
    pub fn canonical(&self, path: &str) -> String {
        let mut canonical = String::with_capacity(path.len());
        for (segment, part) in self.segments.iter().zip(segments(path)) {
            canonical.push('/');
            canonical.push_str(match segment {
                TemplateSegment::Word { canonical, .. } => canonical,
                TemplateSegment::Text | TemplateSegment::Number => part,
            });
        }
        canonical
    }

    fn fits(&self, parts: &[String]) -> bool {
        self.segments.len() == parts.len()
            && self.segments.iter().zip(parts).all(|(segment, part)| segment.fits(part))
    }

    fn ends_with_number(&self) -> bool {
        matches!(self.segments.last(), Some(TemplateSegment::Number))
    }
}

impl TemplateSegment {
    fn is_word(&self) -> bool {
        matches!(self, Self::Word { .. })
    }

    fn fits(&self, part: &str) -> bool {
        match self {
            Self::Word { lower, .. } => lower == part,
            Self::Text | Self::Number => true,
        }
    }
}

/// The segments of a path, decoded and in lower case; none when it does not begin with a slash.
fn parts(path: &str) -> Vec<String> {
    path.strip_prefix('/').map_or_else(Vec::new, |path| segments(path).map(decoded).collect())
}

/// The segments of a path, as they are written, without empty ones.
fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

fn decoded(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().to_lowercase()
}

fn operations_of(item: &PathItem) -> Vec<(Method, &Operation)> {
    let all = [
        (Method::GET, &item.get),
        (Method::PUT, &item.put),
        (Method::POST, &item.post),
        (Method::DELETE, &item.delete),
        (Method::OPTIONS, &item.options),
        (Method::HEAD, &item.head),
        (Method::PATCH, &item.patch),
    ];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_ref()?))).collect()
}

/// True when a path parameter of an operation is documented as a whole number.
fn is_number(document: &OpenApi, operation: &Operation, name: &str) -> bool {
    let schema_of = |parameter| match parameter {
        &RefOr::T(Parameter { parameter_in: ParameterIn::Path, name: ref known, ref schema, .. })
            if known == name =>
        {
            schema.as_ref()
        }
        _ => None,
    };
    let schema = match operation.parameters.iter().flatten().find_map(schema_of) {
        Some(RefOr::Ref(to)) => {
            let schemas = document.components.as_ref().map(|components| &components.schemas);
            to.ref_location.rsplit('/').next().and_then(|name| schemas?.get(name))
        }
        written => written,
    };
    matches!(schema, Some(RefOr::T(Schema::Object(o))) if o.schema_type == SchemaType::Type(Type::Integer))
}

/// True when some path fits both templates: they have as many segments, and where both have a word it is the
/// same one.
pub(crate) fn overlap(one: &str, other: &str) -> bool {
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
    fn words_get_their_canonical_spelling_and_parameters_keep_theirs() {
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
            ("GET", "/sku/", Some("/sku")),
            ("GET", "//sku//A%2F//", Some("/sku/A%2F")),
            ("GET", "/sku/%2F", Some("/sku/%2F")),
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
            let fitting = routes.fitting(path);
            let canonical =
                fitting.iter().find(|route| route.has(&method)).map(|route| route.canonical(path));
            assert_eq!(canonical.as_deref(), expected, "{method} {path}");
        }
    }

    #[test]
    fn an_empty_segment_is_nothing_or_a_code_that_is_missing() {
        let routes = routes();
        for (method, path, expected) in [
            ("GET", "/sku/", false),
            ("HEAD", "//sku///", false),
            ("GET", "/sku//A", false),
            ("PUT", "/sku/", true),
            ("PUT", "/sku//", true),
            ("PUT", "/sku/A/", false),
            ("POST", "/sku/Lote/", false),
            ("PUT", "/sku//Estoque", true),
            ("PUT", "//sku///Estoque/", true),
            ("GET", "/Canal//sku", true),
            ("GET", "/Canal//sku/", true),
            ("PUT", "/sku//A", false),
            ("DELETE", "/sku//Estoque", true),
        ] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            assert_eq!(routes.lacks_code(&method, path), expected, "{method} {path}");
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
    fn each_path_has_an_owner() {
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
