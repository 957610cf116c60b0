//! The pairs of a query string, decoded, with names that match in any spelling.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// One `name=value` of the query string, decoded.
#[derive(Debug, Clone)]
pub(crate) struct Par<'a> {
    /// The name without `[]` or `[0]`.
    pub(super) nome: Cow<'a, str>,
    /// It had such a suffix, which only lists may have.
    pub(super) sufixo: bool,
    /// The value, or what is wrong with its bytes.
    pub(super) valor: Result<Cow<'a, str>, &'static str>,
}

impl<'a> Par<'a> {
    pub(super) fn ler(texto: &'a str) -> Option<Self> {
        if texto.is_empty() {
            return None;
        }
        let (nome, valor) = texto.split_once('=').unwrap_or((texto, ""));
        // a name that cannot be read is an unknown one
        let (nome, sufixo) = sem_sufixo(decodificar(nome).ok()?);
        Some(Self { nome, sufixo, valor: decodificar(valor) })
    }

    pub(super) fn into_owned(self) -> Par<'static> {
        Par {
            nome: Cow::Owned(self.nome.into_owned()),
            sufixo: self.sufixo,
            valor: self.valor.map(|v| Cow::Owned(v.into_owned())),
        }
    }

    /// The name as it counts for comparison.
    pub(crate) fn nome_comparavel(&self) -> String {
        letras(&self.nome).collect()
    }

    /// The value; empty when its bytes are bad.
    pub(crate) fn texto(&self) -> &str {
        self.valor.as_deref().unwrap_or_default()
    }
}

/// `name[]` and `name[3]` are how some clients write lists.
fn sem_sufixo(nome: Cow<'_, str>) -> (Cow<'_, str>, bool) {
    let base = nome
        .strip_suffix(']')
        .and_then(|n| n.rsplit_once('['))
        .filter(|(_, indice)| indice.bytes().all(|b| b.is_ascii_digit()))
        .map(|(base, _)| base.len());
    match (base, nome) {
        (None, nome) => (nome, false),
        (Some(n), Cow::Borrowed(nome)) => (Cow::Borrowed(nome.get(..n).unwrap_or(nome)), true),
        (Some(n), Cow::Owned(mut nome)) => {
            nome.truncate(n);
            (Cow::Owned(nome), true)
        }
    }
}

/// Form decoding: `+` is a space, the rest percent-encoded UTF-8.
fn decodificar(texto: &str) -> Result<Cow<'_, str>, &'static str> {
    const INVALIDO: &str = "não está em UTF-8 válido";
    let decodificado = if texto.contains('+') {
        let com_espacos = texto.replace('+', " ");
        let lido = percent_decode_str(&com_espacos).decode_utf8().map_err(|_| INVALIDO)?;
        Cow::Owned(lido.into_owned())
    } else {
        percent_decode_str(texto).decode_utf8().map_err(|_| INVALIDO)?
    };
    if decodificado.contains('\0') {
        return Err("contém um caractere nulo");
    }
    Ok(decodificado)
}

/// A name's letters as they count: without case and without `_`.
fn letras(nome: &str) -> impl Iterator<Item = char> {
    nome.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase())
}

pub(crate) fn mesmo_nome(a: &str, b: &str) -> bool {
    letras(a).eq(letras(b))
}
