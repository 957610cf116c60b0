//! Words: what clients see is named in Portuguese, everything else in English (decision 17).
//!
//! Every identifier of every source is taken apart into its words. A Portuguese word (`portuguese.txt`) is good when the
//! whole name is a column, a table or a name of an OpenAPI document, or when the word is a noun of `docs/GLOSSARY.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Portuguese words that an identifier may not be made of, unless clients see them.
const PORTUGUESE: &str = include_str!("words/portuguese.txt");

/// Names that stand in no document and no table, and are Portuguese all the same.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("America__Sao_Paulo", "a time zone's name"),
    ("Sao_Paulo", "a time zone's name"),
    ("SAO_PAULO", "a city"),
    ("data_envio", "member of what a subscription is sent"),
    ("in_sao_paulo", "a city"),
    ("mercado_livre", "a marketplace's name"),
    ("niveis", "column that a statement names"),
    ("sao_paulo", "a city"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The Rust sources by their paths from the root of the repository.
fn sources() -> BTreeMap<String, String> {
    fn read(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                if ![".git", "target", "node_modules"].iter().any(|left_out| entry.file_name() == *left_out) {
                    read(root, &path, found);
                }
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    read(&root(), &root(), &mut found);
    assert!(found.len() > 300, "only {} sources were found", found.len());
    found
}

/// Where a string, a character or a comment that begins here ends; `None` for anything else.
fn end_of_text(rest: &str) -> Option<usize> {
    let after =
        |from: usize, end: &str| rest.get(from..).and_then(|r| r.find(end)).map(|at| from + at + end.len());
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return after(2, "*/");
    }
    let body = rest.strip_prefix(['b', 'c']).unwrap_or(rest);
    let at = rest.len() - body.len();
    if let Some(raw) = body.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            return after(at + 2 + hashes, &format!("\"{}", "#".repeat(hashes)));
        }
    }
    let quote = body.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (i, c) in body.char_indices().skip(1) {
        // a lifetime has no second quote
        if quote == '\'' && !escaped && i > 1 && c != '\'' && !body[1..].starts_with('\\') {
            let name = body[1..].find(|c: char| !(c.is_alphanumeric() || c == '_'));
            return Some(at + 1 + name.unwrap_or(body.len() - 1));
        }
        if c == quote && !escaped && !(quote == '\'' && i == 1) {
            return Some(at + i + 1);
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// The identifiers of a source with their lines; strings, comments and lifetimes left out.
fn identifiers(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let length = if let Some(length) = end_of_text(rest) {
            length
        } else if is_name(c) {
            let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            if !c.is_ascii_digit() {
                found.push((line, &rest[..length]));
            }
            length
        } else {
            c.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// `PedidoRow`, `pedido_row` and `PEDIDO_ROW` are the words `pedido` and `row`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        let chars: Vec<char> = part.chars().collect();
        for (i, c) in chars.iter().enumerate() {
            let lower = |at: usize| chars.get(at).is_some_and(|c: &char| c.is_lowercase());
            let begins = i == 0 || c.is_uppercase() && (lower(i - 1) || lower(i + 1));
            match words.last_mut() {
                Some(word) if !begins => word.extend(c.to_lowercase()),
                _ => words.push(c.to_lowercase().collect()),
            }
        }
    }
    words
}

/// `precoDe`, `preco_de`, `PrecoDe` and `preco.de` are one name.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Schemas, members, parameters, values and path words of a document.
fn names_of(document: &Value, names: &mut BTreeSet<String>) {
    // a schema with a parameter is named after both: `RetornoPaginado_Canal`
    let mut add = |name: &str| names.extend([name, name.split('_').next().unwrap_or(name)].map(letters));
    match document {
        Value::Object(members) => {
            for (name, value) in members {
                match (name.as_str(), value) {
                    ("properties" | "schemas", Value::Object(inner)) => inner.keys().for_each(|k| add(k)),
                    ("paths", Value::Object(inner)) => inner
                        .keys()
                        .flat_map(|path| path.split('/'))
                        .for_each(|word| add(word.trim_matches(['{', '}']))),
                    ("name", Value::String(name)) => add(name),
                    ("enum", Value::Array(values)) => {
                        values.iter().filter_map(Value::as_str).for_each(&mut add)
                    }
                    _ => {}
                }
            }
            members.values().for_each(|value| names_of(value, names));
        }
        Value::Array(values) => values.iter().for_each(|value| names_of(value, names)),
        _ => {}
    }
}

/// Whole names that clients or the database see.
fn seen(sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    names_of(&api_a::openapi().unwrap(), &mut names);
    names_of(&api_b::openapi().unwrap(), &mut names);
    let tables = sources.iter().filter(|(path, _)| path.ends_with("/schema.rs"));
    names.extend(tables.flat_map(|(_, text)| identifiers(text)).map(|(_, name)| letters(name)));
    assert!(names.len() > 700, "only {} names are seen", names.len());
    names
}

fn without_accent(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' => 'u',
        'ç' => 'c',
        _ => c,
    }
}

/// The nouns of the glossary's first column, one and many.
fn nouns() -> BTreeSet<String> {
    let glossary = fs::read_to_string(root().join("docs/GLOSSARY.md")).unwrap();
    let mut nouns = BTreeSet::new();
    for row in glossary.lines().filter_map(|line| line.strip_prefix("| ")) {
        let first = row.split('|').next().unwrap().to_lowercase();
        let first: String = first.chars().map(without_accent).collect();
        for word in first.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2) {
            nouns.insert(word.to_owned());
            nouns.insert(format!("{word}s"));
            nouns.insert(format!("{word}es"));
            for (one, many) in [("cao", "coes"), ("sao", "soes"), ("l", "is"), ("m", "ns")] {
                nouns.extend(word.strip_suffix(one).map(|stem| format!("{stem}{many}")));
            }
        }
    }
    nouns
}

/// The Portuguese words of one source that nobody sees.
fn faults(path: &str, text: &str, portuguese: &BTreeSet<&str>, good: &BTreeSet<String>) -> Vec<String> {
    let file = path.rsplit_once('/').map_or(path, |(_, file)| file).trim_end_matches(".rs");
    let folders = path.split('/').rev().skip(1);
    let places = folders.chain([file]).map(|name| (0, name));
    let mut faults = BTreeMap::new();
    for (line, name) in places.chain(identifiers(text)) {
        let allowed = |word: &String| good.contains(word.as_str());
        if good.contains(&letters(name)) || EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        if let Some(word) = words(name).iter().find(|w| portuguese.contains(w.as_str()) && !allowed(w)) {
            faults.entry(name.to_owned()).or_insert(format!("{path}:{line}: `{name}`: {word}"));
        }
    }
    faults.into_values().collect()
}

fn portuguese() -> BTreeSet<&'static str> {
    PORTUGUESE.split_whitespace().collect()
}

/// What may stand: whole names that are seen, and nouns. A column such as `alterado_em` does not make `alterado` a noun.
fn good(sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut good = seen(sources);
    good.extend(nouns());
    good
}

#[test]
fn portuguese_stands_for_what_clients_see_and_nothing_else() {
    let (sources, portuguese) = (sources(), portuguese());
    let good = good(&sources);
    let faults: Vec<String> =
        sources.iter().flat_map(|(path, text)| faults(path, text, &portuguese, &good)).collect();
    assert!(faults.is_empty(), "{} names:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_portuguese_verb_is_found_and_a_noun_of_the_wire_is_not() {
    let good = good(&sources());
    let check = |path: &str, text: &str| faults(path, text, &portuguese(), &good);
    for planted in
        ["fn gravar() {}", "struct LinhaSku;", "let x = Foo { fila_de_escrita: 1 };", "use a::conexao;"]
    {
        assert_eq!(check("crates/store/src/x.rs", planted).len(), 1, "{planted}");
    }
    assert_eq!(check("crates/store/src/escritor/mod.rs", "").len(), 1);
    let kept = "fn list_pedidos(loja: LojaId) -> PedidoRow { /* gravar */ row.alterado_em; \"gravar\"; r#\"gravar\"# }";
    assert_eq!(check("crates/store/src/pedidos/mod.rs", kept), Vec::<String>::new());
    assert_eq!(words("HTTPServer_XMLDe1"), ["http", "server", "xml", "de1"]);
    assert_eq!(identifiers("fn f<'a>(c: char) { '\\'' ; 'x'; b\"y\" }").len(), 4);
}
