//! Sources as tokens: without what is compiled for tests alone, and as a flat list with lines.

use std::str::FromStr;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The tokens of a source; items under a `#[cfg(test)]` are left out.
pub fn production(path: &str, text: &str) -> TokenStream {
    let tokens = TokenStream::from_str(text).unwrap_or_else(|e| panic!("{path}: {e}"));
    without_tests(tokens)
}

fn without_tests(tokens: TokenStream) -> TokenStream {
    let mut rest = tokens.into_iter().peekable();
    let mut kept: Vec<TokenTree> = Vec::new();
    while let Some(token) = rest.next() {
        let of_tests = is_punct(&token, '#') && rest.peek().is_some_and(is_cfg_test);
        if of_tests {
            rest.find(|t| is_punct(t, ';') || is_braces(t));
        } else {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}

fn is_cfg_test(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let flat = flat(group.stream());
    let says = |word: &str| flat.iter().any(|t| t.text == word);
    group.delimiter() == Delimiter::Bracket && flat[0].text == "cfg" && says("test") && !says("not")
}

pub fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(p) if p.as_char() == c)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace)
}

/// A token with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// The tokens one after the other: delimiters are tokens too, `::` is one, and rustdoc is left out.
pub fn flat(tokens: TokenStream) -> Vec<Token> {
    let mut out = Vec::new();
    flatten(tokens, &mut out);
    out
}

fn flatten(tokens: TokenStream, out: &mut Vec<Token>) {
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        let line = token.span().start().line;
        if is_punct(&token, '#') {
            rest.next_if(|t| is_punct(t, '!'));
            if rest.next_if(is_doc).is_none() {
                out.push(Token { text: "#".to_owned(), line });
            }
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                out.push(Token { text: open.to_owned(), line });
                flatten(group.stream(), out);
                out.push(Token { text: close.to_owned(), line: group.span_close().start().line });
            }
            TokenTree::Punct(p) if p.as_char() == ':' && rest.next_if(|t| is_punct(t, ':')).is_some() => {
                out.push(Token { text: "::".to_owned(), line });
            }
            other => out.push(Token { text: other.to_string(), line }),
        }
    }
}

fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(i)) if i == "doc")
}

/// What stands between the delimiter at `open` and the one that closes it.
pub fn inside(tokens: &[Token], open: usize) -> &[Token] {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &tokens[(open + 1).min(at)..at];
        }
    }
    &[]
}

/// True when these tokens stand at `at`.
pub fn stands(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    tokens.len() >= at + words.len() && words.iter().zip(&tokens[at..]).all(|(word, t)| *word == t.text)
}

#[test]
fn tests_and_rustdoc_are_left_out() {
    let text = "/// doc\nfn a() { b::c(\"t\") }\n#[cfg(all(test, unix))]\nmod tests { fn d() {} }\n\
                #[cfg(test)]\nmod more;\n#[cfg(not(test))]\nfn e() {}";
    let flat = flat(production("x.rs", text));
    let words: Vec<&str> = flat.iter().map(|t| t.text.as_str()).collect();
    let head = ["fn", "a", "(", ")", "{", "b", "::", "c", "(", "\"t\"", ")", "}", "#", "[", "cfg"];
    assert_eq!(words[..head.len()], head);
    assert!(words.contains(&"e") && !words.contains(&"d") && !words.contains(&"more"), "{words:?}");
    assert_eq!(inside(&flat, 4).len(), 6);
    assert!(stands(&flat, 5, &["b", "::", "c"]));
    assert_eq!(flat[0].line, 2);
}
