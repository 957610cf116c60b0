//! How many orders of each status and payment method: `1:20:17,2:3:1` is 17 of status 1 and method 20, and one
//! more. One row to read and write per bucket, where a row per pair would be dozens.

use crate::base::StoreError;

/// Which statuses and payment methods count.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seletor {
    /// `None` = any.
    pub status: Option<Vec<i16>>,
    /// Empty = any.
    pub formas: Vec<i32>,
    /// Only this status (`true`), or all but this one.
    pub so_ou_sem: Option<(bool, i16)>,
}

impl Seletor {
    /// True when everything counts.
    pub fn tudo(&self) -> bool {
        self.status.is_none() && self.formas.is_empty() && self.so_ou_sem.is_none()
    }

    pub fn aceita(&self, status: i16, forma: i32) -> bool {
        self.status.as_ref().is_none_or(|s| s.contains(&status))
            && (self.formas.is_empty() || self.formas.contains(&forma))
            && self.so_ou_sem.is_none_or(|(so, qual)| (status == qual) == so)
    }

    /// The orders that count, of those that a stored text counts.
    pub fn contar(&self, texto: &str) -> Result<i64, StoreError> {
        let mut soma = 0;
        cada(texto, |status, forma, n| {
            if self.aceita(status, forma) {
                soma += n;
            }
        })?;
        Ok(soma)
    }
}

/// Calls `f` with each pair and its count.
fn cada(texto: &str, mut f: impl FnMut(i16, i32, i64)) -> Result<(), StoreError> {
    let errado = || StoreError::Corrompido(format!("contagens.partes `{texto}`"));
    for parte in texto.split(',').filter(|parte| !parte.is_empty()) {
        let mut numeros = parte.split(':');
        let (Some(status), Some(forma), Some(n), None) =
            (numeros.next(), numeros.next(), numeros.next(), numeros.next())
        else {
            return Err(errado());
        };
        match (status.parse(), forma.parse(), n.parse()) {
            (Ok(status), Ok(forma), Ok(n)) => f(status, forma, n),
            _ => return Err(errado()),
        }
    }
    Ok(())
}

/// The counts of a bucket, by pair, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Partes(Vec<(i16, i32, i64)>);

impl Partes {
    pub fn ler(texto: &str) -> Result<Self, StoreError> {
        let mut partes = Self::default();
        cada(texto, |status, forma, n| partes.somar(status, forma, n))?;
        Ok(partes)
    }

    pub fn somar(&mut self, status: i16, forma: i32, n: i64) {
        match self.0.binary_search_by_key(&(status, forma), |(s, f, _)| (*s, *f)) {
            Ok(i) => {
                if let Some(parte) = self.0.get_mut(i) {
                    parte.2 += n;
                    if parte.2 == 0 {
                        self.0.remove(i);
                    }
                }
            }
            Err(i) if n != 0 => self.0.insert(i, (status, forma, n)),
            Err(_) => {}
        }
    }

    pub fn total(&self) -> i64 {
        self.0.iter().map(|(_, _, n)| n).sum()
    }

    pub fn vazias(&self) -> bool {
        self.0.is_empty()
    }

    pub fn texto(&self) -> String {
        let mut texto = String::with_capacity(self.0.len() * 10);
        let mut numero = itoa::Buffer::new();
        for (status, forma, n) in &self.0 {
            if !texto.is_empty() {
                texto.push(',');
            }
            texto.push_str(numero.format(*status));
            texto.push(':');
            texto.push_str(numero.format(*forma));
            texto.push(':');
            texto.push_str(numero.format(*n));
        }
        texto
    }
}
