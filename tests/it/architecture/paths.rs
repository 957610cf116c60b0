//! Paths and imports as they stand in tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::tokens::is_punct;

#[derive(Debug, Clone)]
pub struct Path {
    pub segments: Vec<String>,
    pub line: usize,
}

#[derive(Debug, Clone)]
pub struct Import {
    /// What it is called here; `*` for all.
    pub name: String,
    pub path: Path,
    pub public: bool,
}

pub fn word(token: &TokenTree) -> String {
    match token {
        // what stands inside is never asked for, and long
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => "{".to_owned(),
            Delimiter::Parenthesis => "(..)".to_owned(),
            Delimiter::Bracket | Delimiter::None => "[..]".to_owned(),
        },
        other => other.to_string(),
    }
}

pub fn group(tokens: &[TokenTree], at: usize, delimiter: Delimiter) -> Option<TokenStream> {
    match tokens.get(at) {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

pub fn import_length(tokens: &[TokenTree]) -> usize {
    tokens.iter().position(|t| is_punct(t, ';')).map_or(tokens.len(), |at| at + 1)
}

/// An import, and not the `use<'a>` of a type.
pub fn starts_use(tokens: &[TokenTree]) -> bool {
    word(&tokens[0]) == "use" && !tokens.get(1).is_some_and(|t| is_punct(t, '<'))
}

/// The path that stands first, `$crate` read as `crate`, and how many tokens it has. A last segment that only
/// the caller of a macro knows is `$`.
pub fn path(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let mut segments = Vec::new();
    let mut at = usize::from(is_punct(&tokens[0], '$') && tokens.get(1).is_some_and(|t| word(t) == "crate"));
    if let Some(TokenTree::Ident(ident)) = tokens.get(at) {
        segments.push(ident.to_string());
    }
    at = (at + 1).min(tokens.len());
    if segments.is_empty() {
        at = 0;
    }
    let colon = |at: usize| tokens.get(at).is_some_and(|t| is_punct(t, ':'));
    while colon(at) && colon(at + 1) {
        match tokens.get(at + 2) {
            Some(TokenTree::Ident(ident)) => segments.push(ident.to_string()),
            Some(TokenTree::Punct(p)) if p.as_char() == '$' => {
                segments.push("$".to_owned());
                return (segments, at + 2);
            }
            _ => break,
        }
        at += 3;
    }
    (segments, at.max(1))
}

/// The leaves of an import.
pub fn imports(prefix: &[String], tokens: &[TokenTree], public: bool, out: &mut Vec<Import>) {
    let mut path = prefix.to_vec();
    let mut name = None;
    let mut rest = tokens.iter();
    if tokens.len() > 1 && is_punct(&tokens[0], ':') {
        return;
    }
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Ident(ident) if ident == "as" => name = rest.next().map(word),
            TokenTree::Ident(ident) => path.push(ident.to_string()),
            TokenTree::Punct(p) if p.as_char() == '*' => name = Some("*".to_owned()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let parts = inner.split(|t| is_punct(t, ',')).filter(|part| !part.is_empty());
                parts.for_each(|part| imports(&path, part, public, out));
                return;
            }
        }
    }
    if path.len() > 1 {
        path.pop_if(|last| last == "self");
    }
    let (Some(last), Some(first)) = (path.last().cloned(), tokens.first()) else { return };
    let line = first.span().start().line;
    out.push(Import { name: name.unwrap_or(last), path: Path { segments: path, line }, public });
}

#[test]
fn imports_have_names_and_paths_end_where_a_type_begins() {
    let tokens = |text: &str| text.parse::<TokenStream>().unwrap().into_iter().collect::<Vec<_>>();
    let import = tokens("use a::{b as c, d::{self, *}}; f()");
    assert_eq!((starts_use(&import), import_length(&import)), (true, 6));
    let mut found = Vec::new();
    imports(&[], &import[1..6], true, &mut found);
    let found: Vec<String> =
        found.iter().map(|i| format!("{} {}", i.name, i.path.segments.join("::"))).collect();
    assert_eq!(found, ["c a::b", "d a::d", "* a::d"]);
    let of = |text: &str| path(&tokens(text)).0.join("::");
    assert_eq!([of("$crate::a::B::<C>::d"), of("a::$b"), of("a")], ["crate::a::B", "a::$", "a"]);
    assert!(!starts_use(&tokens("use<'a>")));
}
