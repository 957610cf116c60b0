//! One source as the tests of the layout see it: its modules, and what each of them declares and names.
//!
//! Read from tokens and not from a syntax tree: half of what the project's sources name stands inside of
//! macros, whose contents are tokens in a syntax tree too.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::paths::{Import, Path, group, import_length, imports, path, starts_use, word};
use super::tokens::{is_punct, production};

/// A module's own text; also the body of a `macro_rules!`.
#[derive(Debug, Default)]
pub struct Module {
    /// `mod x;` is `None`, `mod x { … }` its contents.
    pub children: Vec<(String, Option<Module>)>,
    /// Its children under `#[macro_use]`.
    pub macro_children: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// Paths of two and more segments.
    pub paths: Vec<Path>,
    /// Macros that are called by their bare name.
    pub calls: Vec<Path>,
    /// Every word outside of imports and declarations of modules.
    pub words: BTreeSet<String>,
    /// What it defines, as `fn x`, `struct X`, `impl X`; macros and imports left out.
    pub defined: Vec<String>,
    /// The names of what it defines.
    pub items: BTreeSet<String>,
    /// Its `macro_rules!`; the names alone of those inside of a function, which are in its own text.
    pub macros: BTreeMap<String, Module>,
}

/// Reads a file, without its tests.
pub fn read(path: &str, text: &str) -> Module {
    let mut module = Module::default();
    module.items(production(path, text));
    module
}

impl Module {
    fn items(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let (mut public, mut macro_use) = (false, false);
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at..];
            at += match word(token).as_str() {
                "#" => {
                    let contents = group(rest, 1, Delimiter::Bracket).and_then(|g| g.into_iter().next());
                    macro_use |= contents.is_some_and(|first| word(&first) == "macro_use");
                    attribute(rest, self)
                }
                "pub" => {
                    public = true;
                    1 + usize::from(group(rest, 1, Delimiter::Parenthesis).is_some())
                }
                _ => {
                    let item = if starts_use(rest) { import_length(rest) } else { length(rest) };
                    self.item(&rest[..item], public);
                    if std::mem::take(&mut macro_use) {
                        self.macro_children.extend(self.children.last().map(|(name, _)| name.clone()));
                    }
                    public = false;
                    item
                }
            };
        }
    }

    fn item(&mut self, item: &[TokenTree], public: bool) {
        let words: Vec<String> = item.iter().map(word).collect();
        let name = |at: usize| words.get(at).cloned().unwrap_or_default();
        let keyword_at = keyword(item);
        match name(keyword_at).as_str() {
            "use" => imports(&[], &item[1..], public, &mut self.imports),
            "mod" => {
                let inline = group(item, keyword_at + 2, Delimiter::Brace).map(|contents| {
                    let mut inner = Module::default();
                    inner.items(contents);
                    inner
                });
                self.children.push((name(keyword_at + 1), inline));
            }
            "macro_rules" => {
                let mut body = Module::default();
                body.scan(item.iter().skip(3).cloned().collect());
                self.macros.insert(name(2), body);
            }
            keyword @ ("fn" | "struct" | "enum" | "union" | "const" | "static" | "trait" | "type") => {
                let after = keyword_at + 1 + usize::from(name(keyword_at + 1) == "mut");
                self.defined.push(format!("{keyword} {}", name(after)));
                self.items.insert(name(after));
                self.scan(item.iter().cloned().collect());
            }
            "impl" => {
                let head: Vec<&str> =
                    words.iter().take_while(|w| *w != "{" && *w != "where").map(String::as_str).collect();
                self.defined.push(spaced(&head));
                self.scan(item.iter().cloned().collect());
            }
            ";" | "" => {}
            _ => {
                let called: Vec<&str> = words.iter().take_while(|w| *w != "!").map(String::as_str).collect();
                self.defined.push(format!("{}!", called.concat()));
                self.items.extend(called.last().filter(|c| **c == "table").and_then(|_| table(item)));
                self.scan(item.iter().cloned().collect());
            }
        }
    }

    /// Collects what is named, in code and in macros alike.
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at..];
            let after_dot =
                at > 0 && is_punct(&tokens[at - 1], '.') && !(at > 1 && is_punct(&tokens[at - 2], '.'));
            at += match token {
                TokenTree::Group(group) => {
                    self.scan(group.stream());
                    1
                }
                TokenTree::Punct(p) if p.as_char() == '#' => attribute(rest, self),
                // a macro's variable; what is named through it is known where the macro is called
                TokenTree::Punct(p)
                    if p.as_char() == '$' && rest.get(1).is_none_or(|t| word(t) != "crate") =>
                {
                    let variable = usize::from(matches!(rest.get(1), Some(TokenTree::Ident(_))));
                    let (_, length) = path(&rest[variable..]);
                    variable + length
                }
                // the rest of a path that began with a type, or with the name of another crate
                TokenTree::Punct(p) if p.as_char() == ':' => path(rest).1,
                TokenTree::Ident(_) if starts_use(rest) => {
                    let length = import_length(rest);
                    imports(&[], &rest[1..length], false, &mut self.imports);
                    length
                }
                TokenTree::Ident(ident) if ident == "macro_rules" && rest.len() > 3 => {
                    self.macros.entry(word(&rest[2])).or_default();
                    3
                }
                TokenTree::Ident(_) => self.name(rest, after_dot),
                TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
            };
        }
    }

    fn name(&mut self, rest: &[TokenTree], after_dot: bool) -> usize {
        let (segments, length) = path(rest);
        let line = rest[0].span().start().line;
        if after_dot {
            return 1;
        }
        self.words.extend(segments.iter().take(1).cloned());
        let called = rest.get(length).is_some_and(|t| is_punct(t, '!'))
            && matches!(rest.get(length + 1), Some(TokenTree::Group(_)));
        if segments.len() > 1 {
            self.paths.push(Path { segments, line });
        } else if called {
            self.calls.push(Path { segments, line });
        }
        length
    }
}

/// Words with a space where two would run together.
fn spaced(words: &[&str]) -> String {
    let named = |c: char| c.is_alphanumeric() || c == '_';
    words.iter().fold(String::new(), |head, word| {
        let apart = head.ends_with(|c| named(c) || c == '>') && word.starts_with(named);
        if apart { head + " " + word } else { head + word }
    })
}

/// Scans an attribute for paths; answers how many tokens it has.
fn attribute(tokens: &[TokenTree], module: &mut Module) -> usize {
    let bracket = 1 + usize::from(tokens.get(1).is_some_and(|t| is_punct(t, '!')));
    let Some(contents) = group(tokens, bracket, Delimiter::Bracket) else { return 1 };
    if contents.clone().into_iter().next().is_some_and(|first| word(&first) != "doc") {
        module.scan(contents);
    }
    bracket + 1
}

/// Where the word stands that says what the item is.
fn keyword(tokens: &[TokenTree]) -> usize {
    let qualifies = |t: &TokenTree| {
        matches!(t, TokenTree::Literal(_))
            || ["async", "const", "default", "extern", "unsafe"].contains(&word(t).as_str())
    };
    let of_fn = tokens.iter().position(|t| !qualifies(t)).filter(|at| word(&tokens[*at]) == "fn");
    of_fn.unwrap_or_else(|| usize::from(word(&tokens[0]) == "unsafe").min(tokens.len() - 1))
}

/// The number of tokens of the item that stands first.
fn length(tokens: &[TokenTree]) -> usize {
    let is_value = ["const", "static", "type"].contains(&word(&tokens[keyword(tokens)]).as_str());
    let ends = |t: &TokenTree| is_punct(t, ';') || (!is_value && word(t) == "{");
    tokens.iter().position(ends).map_or(tokens.len(), |at| at + 1)
}

/// The table of a `table! { t (key) { … } }`.
fn table(item: &[TokenTree]) -> Option<String> {
    let contents: Vec<TokenTree> = group(item, item.len() - 1, Delimiter::Brace)?.into_iter().collect();
    let key = contents
        .iter()
        .position(|t| matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::Parenthesis))?;
    contents.get(key.checked_sub(1)?).map(word)
}

#[test]
fn items_paths_and_macros_are_read() {
    let text = "pub(crate) use a::b;\nmod m { fn inner() {} }\nmod n;\n\
                diesel::table! { skus (id) { id -> Integer, } }\n\
                macro_rules! mac { ($x:ident) => { $crate::p::Q::$x; sqlite::$x(); $x::no() } }\n\
                pub const fn f<T>() -> [u8; 2] { use e::F; x.g::<h::I>(); call!(j::k); \n\
                macro_rules! own { () => {} } }\n\
                impl<T> A for B<T> { }\nconst C: fn(D) = E { e: 1 };\n";
    let module = read("x.rs", text);
    let imports: Vec<&str> = module.imports.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(imports, ["b", "F"]);
    let paths = |m: &Module| m.paths.iter().map(|p| p.segments.join("::")).collect::<Vec<_>>();
    assert_eq!(paths(&module), ["diesel::table", "h::I", "j::k"]);
    assert_eq!(paths(&module.macros["mac"]), ["crate::p::Q::$", "sqlite::$"]);
    assert!(module.macros.contains_key("own") && module.items.contains("skus"));
    assert_eq!((module.calls[0].segments[0].as_str(), module.calls[0].line), ("call", 6));
    assert_eq!(module.defined, ["diesel::table!", "fn f", "impl<T> A for B<T>", "const C"]);
    assert!(module.children[0].1.is_some() && module.children[1].1.is_none());
}
