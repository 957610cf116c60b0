//! Money: a whole number of ten-thousandths, exact in and out.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::reading::json::{Leitura, OBRIGATORIO, Objeto, Valor};
use crate::reading::problems::Problemas;

/// An amount with at most four decimal places and a magnitude below 10^11.
///
/// Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
/// through a double, and no amount has more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = f64))]
pub struct Dinheiro(i64);

/// Why a text is not an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DinheiroInvalido {
    /// Not a decimal number.
    #[error("deve ser um número decimal")]
    Forma,
    /// More than four decimal places.
    #[error("deve ter no máximo 4 casas decimais")]
    Casas,
    /// 10^11 or more.
    #[error("deve ser menor que 100000000000 em módulo")]
    Grandeza,
}

const CASAS: u32 = 4;
const UNIDADE: i64 = 10_000;
/// First magnitude that is too large, in ten-thousandths.
const LIMITE: i64 = 100_000_000_000 * UNIDADE;

impl Dinheiro {
    /// Nothing.
    pub const ZERO: Dinheiro = Dinheiro(0);

    /// The largest amount.
    pub const MAXIMO: Dinheiro = Dinheiro(LIMITE - 1);

    /// From ten-thousandths, as stored.
    pub const fn from_dez_milesimos(n: i64) -> Self {
        Self(n)
    }

    /// As ten-thousandths, for storage.
    pub const fn dez_milesimos(self) -> i64 {
        self.0
    }

    /// From hundredths.
    pub const fn from_centavos(n: i64) -> Self {
        Self(n * 100)
    }

    /// Rounded to hundredths, halves away from zero.
    pub const fn em_centavos(self) -> Self {
        let metade = if self.0 < 0 { -50 } else { 50 };
        Self((self.0 + metade) / 100 * 100)
    }

    /// An equal share, cut off below the last decimal place; by anything below 1 it is the whole.
    pub fn dividido(self, n: i32) -> Self {
        Self(self.0 / i64::from(n.max(1)))
    }

    /// True below zero.
    pub const fn negativo(self) -> bool {
        self.0 < 0
    }

    /// The amount a number of times; `None` when it no longer fits.
    pub fn vezes(self, n: i32) -> Option<Self> {
        self.0.checked_mul(i64::from(n)).map(Self)
    }

    /// The sum; `None` when it no longer fits.
    pub fn mais(self, outro: Self) -> Option<Self> {
        self.0.checked_add(outro.0).map(Self)
    }

    /// The difference; `None` when it no longer fits.
    pub fn menos(self, outro: Self) -> Option<Self> {
        self.0.checked_sub(outro.0).map(Self)
    }
}

impl FromStr for Dinheiro {
    type Err = DinheiroInvalido;

    /// Reads a JSON number's text, exponent included, digit by digit: no float is involved.
    fn from_str(texto: &str) -> Result<Self, DinheiroInvalido> {
        use DinheiroInvalido::{Casas, Forma, Grandeza};
        let (negativo, sem_sinal) = match texto.strip_prefix('-') {
            Some(resto) => (true, resto),
            None => (false, texto),
        };
        let (mantissa, expoente) = match sem_sinal.split_once(['e', 'E']) {
            Some((m, e)) => (m, expoente(e)?),
            None => (sem_sinal, 0),
        };
        let (inteira, fracao) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        if inteira.is_empty() || fracao.is_empty() || !digitos(inteira) || !digitos(fracao) {
            return Err(Forma);
        }
        let fracao = fracao.trim_end_matches('0');
        let todos: String = [inteira, fracao].concat();
        let significativos = todos.trim_start_matches('0');
        if significativos.is_empty() {
            return Ok(Self::ZERO);
        }
        // value = significativos × 10^deslocamento ten-thousandths
        let fracionarios = i64::try_from(fracao.len()).map_err(|_| Casas)?;
        let deslocamento = expoente.saturating_sub(fracionarios).saturating_add(i64::from(CASAS));
        let aparados = significativos.trim_end_matches('0');
        let zeros = i64::try_from(significativos.len() - aparados.len()).map_err(|_| Grandeza)?;
        let deslocamento = deslocamento.saturating_add(zeros);
        if deslocamento < 0 {
            return Err(Casas);
        }
        let potencia = u32::try_from(deslocamento).ok().and_then(|d| 10i64.checked_pow(d)).ok_or(Grandeza)?;
        let modulo = aparados.parse::<i64>().ok().and_then(|n| n.checked_mul(potencia)).ok_or(Grandeza)?;
        if modulo >= LIMITE {
            return Err(Grandeza);
        }
        Ok(Self(if negativo { -modulo } else { modulo }))
    }
}

/// The number after the `e`; one beyond 64 bits is as good as the largest.
fn expoente(texto: &str) -> Result<i64, DinheiroInvalido> {
    let (negativo, modulo) = match texto.strip_prefix('-') {
        Some(resto) => (true, resto),
        None => (false, texto.strip_prefix('+').unwrap_or(texto)),
    };
    if modulo.is_empty() || !digitos(modulo) {
        return Err(DinheiroInvalido::Forma);
    }
    let modulo = modulo.parse().unwrap_or(i64::MAX);
    Ok(if negativo { -modulo } else { modulo })
}

fn digitos(texto: &str) -> bool {
    texto.bytes().all(|b| b.is_ascii_digit())
}

impl fmt::Display for Dinheiro {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inteira, fracao) = (self.0.unsigned_abs() / 10_000, self.0.unsigned_abs() % 10_000);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        write!(f, "{inteira}")?;
        if fracao != 0 {
            let casas = format!("{fracao:04}");
            write!(f, ".{}", casas.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

impl Serialize for Dinheiro {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if self.0 % UNIDADE == 0 {
            s.serialize_i64(self.0 / UNIDADE)
        } else {
            s.serialize_f64(self.0 as f64 / UNIDADE as f64)
        }
    }
}

impl<'de> Deserialize<'de> for Dinheiro {
    /// For stored documents, which this type wrote: at most 15 digits, so the double is exact enough.
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let n = f64::deserialize(d)?;
        Ok(Self((n * UNIDADE as f64).round() as i64))
    }
}

impl Leitura for Dinheiro {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        match valor.numero(p)?.parse() {
            Ok(dinheiro) => Some(dinheiro),
            Err(e) => valor.problema(p, e),
        }
    }
}

/// Reads members that hold an amount. Defined here and not with [`Objeto`], which does not depend on money.
impl Objeto<'_> {
    /// An amount of zero or more, `None` when absent.
    pub fn valor_opcional(&self, nome: &str, p: &mut Problemas) -> Option<Option<Dinheiro>> {
        match self.opcional::<Dinheiro>(nome, p)? {
            Some(d) if d.negativo() => self.problema(nome, p, "deve ser maior ou igual a zero"),
            lido => Some(lido),
        }
    }

    /// An amount of zero or more, zero when absent.
    pub fn valor(&self, nome: &str, p: &mut Problemas) -> Option<Dinheiro> {
        Some(self.valor_opcional(nome, p)?.unwrap_or_default())
    }

    /// An amount of zero or more that must be there.
    pub fn valor_obrigatorio(&self, nome: &str, p: &mut Problemas) -> Option<Dinheiro> {
        match self.valor_opcional(nome, p)? {
            Some(lido) => Some(lido),
            None => self.problema(nome, p, OBRIGATORIO),
        }
    }
}

#[cfg(test)]
mod tests;
