//! Reading an entity from JSON text so that every problem is found at once and numbers keep their digits.
//!
//! serde stops at the first error and turns decimals into binary floats. Here each member is looked at as
//! raw text, read on its own, and its problem noted under its path.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::reading::problems::{Caminho, Problemas};

/// A type that can be read from a JSON value. `None` means that at least one problem was noted.
pub trait Leitura: Sized {
    /// Reads the value, noting each problem in `p`.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self>;

    /// Reads a whole document.
    fn documento(texto: &[u8]) -> Result<Self, ErroLeitura> {
        Ok(ler_raw(json(texto)?)?)
    }
}

/// Why a document could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ErroLeitura {
    /// The text is not JSON.
    #[error("O corpo não é um JSON válido (linha {linha}, coluna {coluna}).")]
    Sintaxe {
        /// 1-based line.
        linha: usize,
        /// 1-based column.
        coluna: usize,
    },
    /// The JSON does not describe a valid value.
    #[error("{0}")]
    Problemas(#[from] Problemas),
}

/// Reads a whole document.
pub fn ler_json<T: Leitura>(texto: &[u8]) -> Result<T, ErroLeitura> {
    T::documento(texto)
}

/// The text, if it is JSON.
fn json(texto: &[u8]) -> Result<&RawValue, ErroLeitura> {
    serde_json::from_slice(texto).map_err(|e| ErroLeitura::Sintaxe { linha: e.line(), coluna: e.column() })
}

/// Reads a document that is a list of at most `max` items.
pub fn ler_lista<T: Leitura>(texto: &[u8], max: usize) -> Result<Vec<T>, ErroLeitura> {
    // a batch is long: it is parsed once, without a pass for syntax errors first
    let Ok(itens) = serde_json::from_slice::<Itens<'_>>(texto) else {
        return Ok(ler_com(json(texto)?, |valor, p| valor.lista(max, p))?);
    };
    let mut p = Problemas::new();
    let lidos = itens.ler(&Caminho::Raiz, max, &mut p);
    Ok(p.or(lidos)?)
}

/// Reads a value whose syntax is already known to be good.
pub fn ler_raw<T: Leitura>(raw: &RawValue) -> Result<T, Problemas> {
    ler_com(raw, T::ler)
}

/// Reads a value with a function, for what has no [`Leitura`] of its own.
pub fn ler_com<T>(
    raw: &RawValue,
    f: impl FnOnce(&Valor<'_>, &mut Problemas) -> Option<T>,
) -> Result<T, Problemas> {
    let mut p = Problemas::new();
    let lido = f(&Valor { raw, caminho: Caminho::Raiz, membros: None }, &mut p);
    p.or(lido)
}

/// A JSON value with its place in the document.
#[derive(Debug, Clone, Copy)]
pub struct Valor<'a> {
    raw: &'a RawValue,
    caminho: Caminho<'a>,
    /// Its members, if it is an object that was taken apart before.
    membros: Option<&'a [Membro<'a>]>,
}

/// Name and value.
type Membro<'a> = (Cow<'a, str>, &'a RawValue);

impl<'a> Valor<'a> {
    /// The value as a document of its own; `objeto` are its members, if it has any.
    pub fn como_documento<'b>(&'b self, objeto: Option<&'b Objeto<'a>>) -> Valor<'b> {
        let membros = objeto.map(|objeto| &*objeto.membros);
        Valor { raw: self.raw, caminho: Caminho::Raiz, membros }
    }

    /// The value's own JSON text.
    pub fn raw(&self) -> &'a RawValue {
        self.raw
    }

    /// Where it stands.
    pub fn caminho(&self) -> &Caminho<'a> {
        &self.caminho
    }

    /// True for the literal `null`.
    pub fn nulo(&self) -> bool {
        self.raw.get() == "null"
    }

    /// Notes a problem at this place; always `None`, so that `return valor.problema(…)` reads well.
    pub fn problema<T>(&self, p: &mut Problemas, mensagem: impl fmt::Display) -> Option<T> {
        p.push(self.caminho, mensagem);
        None
    }

    /// The text of a number, or of a string that holds one (callers send both).
    pub fn numero(&self, p: &mut Problemas) -> Option<Cow<'a, str>> {
        let texto = self.raw.get();
        match texto.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Some(Cow::Borrowed(texto)),
            Some(b'"') => self.string(p).map(|s| Cow::Owned(s.trim().to_owned())),
            _ => self.problema(p, "deve ser um número"),
        }
    }

    /// A string without NUL characters (PostgreSQL cannot store them).
    pub fn string(&self, p: &mut Problemas) -> Option<Cow<'a, str>> {
        if !self.raw.get().starts_with('"') {
            return self.problema(p, "deve ser um texto");
        }
        // a lone surrogate (`"\ud800"`) passes as raw JSON and fails here
        let Ok(Texto(texto)) = serde_json::from_str::<Texto<'a>>(self.raw.get()) else {
            return self.problema(p, "contém um caractere inválido");
        };
        if texto.contains('\0') {
            return self.problema(p, "contém um caractere nulo");
        }
        Some(texto)
    }

    /// A string of `min` to `max` characters.
    pub fn texto(&self, min: usize, max: usize, p: &mut Problemas) -> Option<String> {
        let texto = self.string(p)?;
        let tamanho = texto.chars().take(max + 1).count();
        if tamanho < min || tamanho > max {
            return self.problema(p, format_args!("deve ter de {min} a {max} caracteres"));
        }
        Some(texto.into_owned())
    }

    /// The members of an object.
    pub fn objeto(&self, p: &mut Problemas) -> Option<Objeto<'a>> {
        if let Some(membros) = self.membros {
            return Some(Objeto { membros: Cow::Borrowed(membros), caminho: self.caminho });
        }
        match serde_json::from_str::<Membros<'a>>(self.raw.get()) {
            Ok(Membros(membros)) => Some(Objeto { membros: membros.into(), caminho: self.caminho }),
            Err(_) => self.problema(p, "deve ser um objeto"),
        }
    }

    /// The items of an array, each read as a `T`; at most `max` of them.
    pub fn lista<T: Leitura>(&self, max: usize, p: &mut Problemas) -> Option<Vec<T>> {
        match serde_json::from_str::<Itens<'a>>(self.raw.get()) {
            Ok(itens) => itens.ler(&self.caminho, max, p),
            Err(_) => self.problema(p, "deve ser uma lista"),
        }
    }
}

/// An object whose members are read one by one. A member given twice counts as its last value.
#[derive(Debug)]
pub struct Objeto<'a> {
    membros: Cow<'a, [Membro<'a>]>,
    caminho: Caminho<'a>,
}

impl<'a> Objeto<'a> {
    /// The raw text of a member; `null` counts as absent.
    pub fn raw(&self, nome: &str) -> Option<&'a RawValue> {
        let (_, raw) = self.membros.iter().rev().find(|(n, _)| n == nome)?;
        (raw.get() != "null").then_some(*raw)
    }

    /// Where the object stands.
    pub fn caminho(&self) -> &Caminho<'a> {
        &self.caminho
    }

    /// Notes a problem at one of the members.
    pub fn problema<T>(&self, nome: &str, p: &mut Problemas, mensagem: impl fmt::Display) -> Option<T> {
        p.push(Caminho::Membro(&self.caminho, nome), mensagem);
        None
    }

    /// Reads a member with `f`; the outer `None` is a problem, the inner one an absent (or null) member.
    pub fn com<T>(
        &self,
        nome: &str,
        p: &mut Problemas,
        f: impl FnOnce(&Valor<'_>, &mut Problemas) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.raw(nome) {
            None => Some(None),
            Some(raw) => {
                let caminho = Caminho::Membro(&self.caminho, nome);
                f(&Valor { raw, caminho, membros: None }, p).map(Some)
            }
        }
    }

    /// A member that may be absent or null.
    pub fn opcional<T: Leitura>(&self, nome: &str, p: &mut Problemas) -> Option<Option<T>> {
        self.com(nome, p, T::ler)
    }

    /// A member that must be there.
    pub fn obrigatorio<T: Leitura>(&self, nome: &str, p: &mut Problemas) -> Option<T> {
        match self.opcional(nome, p)? {
            Some(lido) => Some(lido),
            None => self.problema(nome, p, OBRIGATORIO),
        }
    }

    /// A member with a default.
    pub fn padrao<T: Leitura>(&self, nome: &str, p: &mut Problemas, padrao: T) -> Option<T> {
        Some(self.opcional(nome, p)?.unwrap_or(padrao))
    }

    /// A required text of `min` to `max` characters.
    pub fn texto(&self, nome: &str, min: usize, max: usize, p: &mut Problemas) -> Option<String> {
        match self.com(nome, p, |v, p| v.texto(min, max, p))? {
            Some(texto) => Some(texto),
            None => self.problema(nome, p, OBRIGATORIO),
        }
    }

    /// A text of at most `max` characters, empty when absent.
    pub fn texto_ou_vazio(&self, nome: &str, max: usize, p: &mut Problemas) -> Option<String> {
        Some(self.com(nome, p, |v, p| v.texto(0, max, p))?.unwrap_or_default())
    }

    /// An integer of `min` to `max`, `padrao` when absent.
    pub fn inteiro(&self, nome: &str, min: i32, max: i32, padrao: i32, p: &mut Problemas) -> Option<i32> {
        match self.opcional::<i32>(nome, p)?.unwrap_or(padrao) {
            n if n < min || n > max => {
                self.problema(nome, p, format_args!("deve ser um inteiro de {min} a {max}"))
            }
            n => Some(n),
        }
    }

    /// A whole number of zero or more, zero when absent.
    pub fn natural(&self, nome: &str, p: &mut Problemas) -> Option<i32> {
        match self.opcional::<i32>(nome, p)?.unwrap_or(0) {
            n if n < 0 => self.problema(nome, p, "deve ser maior ou igual a zero"),
            n => Some(n),
        }
    }

    /// A list of at most `max` items, empty when absent.
    pub fn lista<T: Leitura>(&self, nome: &str, max: usize, p: &mut Problemas) -> Option<Vec<T>> {
        Some(self.com(nome, p, |v, p| v.lista(max, p))?.unwrap_or_default())
    }
}

/// The message of a missing required member.
pub const OBRIGATORIO: &str = "é obrigatório";

impl Leitura for bool {
    /// `true`, `false`, 0 or 1.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        match valor.raw().get() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => valor.problema(p, "deve ser true ou false"),
        }
    }
}

impl Leitura for i64 {
    /// A whole number; `5.0` counts, `5.5` does not.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let texto = valor.numero(p)?;
        let inteiro = match texto.split_once('.') {
            Some((antes, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => antes,
            _ => &texto,
        };
        match inteiro.parse() {
            Ok(n) => Some(n),
            Err(_) => valor.problema(p, "deve ser um número inteiro"),
        }
    }
}

impl Leitura for i32 {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        match i32::try_from(i64::ler(valor, p)?) {
            Ok(n) => Some(n),
            Err(_) => valor.problema(p, "está fora do intervalo de um inteiro de 32 bits"),
        }
    }
}

struct Texto<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Texto<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Texto<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Self::Value, E> {
                Ok(Texto(Cow::Borrowed(v)))
            }
            fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> {
                Ok(Texto(Cow::Owned(v.to_owned())))
            }
        }
        d.deserialize_str(V)
    }
}

struct Membros<'a>(Vec<Membro<'a>>);

impl<'de> Deserialize<'de> for Membros<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Membros<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut mapa: A) -> Result<Self::Value, A::Error> {
                let mut membros = Vec::with_capacity(24);
                while let Some((Texto(nome), raw)) = mapa.next_entry()? {
                    membros.push((nome, raw));
                }
                Ok(Membros(membros))
            }
        }
        d.deserialize_map(V)
    }
}

struct Itens<'a>(Vec<&'a RawValue>);

impl Itens<'_> {
    /// Reads each as a `T`; at most `max` of them.
    fn ler<T: Leitura>(self, caminho: &Caminho<'_>, max: usize, p: &mut Problemas) -> Option<Vec<T>> {
        let Self(itens) = self;
        if itens.len() > max {
            p.push(*caminho, format_args!("deve ter no máximo {max} itens"));
            return None;
        }
        let item = |(i, raw)| T::ler(&Valor { raw, caminho: Caminho::Item(caminho, i), membros: None }, p);
        let lidos: Vec<Option<T>> = itens.into_iter().enumerate().map(item).collect();
        lidos.into_iter().collect()
    }
}

impl<'de> Deserialize<'de> for Itens<'de> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Itens<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut itens: A) -> Result<Self::Value, A::Error> {
                let mut lidos = Vec::new();
                while let Some(raw) = itens.next_element()? {
                    lidos.push(raw);
                }
                Ok(Itens(lidos))
            }
        }
        d.deserialize_seq(V)
    }
}

#[cfg(test)]
mod tests;
