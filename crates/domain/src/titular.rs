//! Whose personal data are meant: a buyer, named by a document or by an e-mail.

use serde::{Deserialize, Serialize};

use crate::pedido::Comprador;
use crate::values::documents::{Cnpj, Cpf, InvalidDocument};

/// How a person is found: by taxpayer number, by e-mail, or by either.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Titular {
    /// CPF or CNPJ, without mask; empty = not asked by it.
    pub documento: String,
    /// E-mail as it is compared, see [`folded_email`]; empty = not asked by it.
    pub email: String,
}

/// An e-mail as it is compared: without case or blanks around it.
pub fn folded_email(text: &str) -> String {
    text.trim().to_lowercase()
}

impl Titular {
    /// Reads a CPF or CNPJ with or without its mask.
    pub fn with_documento(self, text: &str) -> Result<Self, InvalidDocument> {
        let documento = match Cpf::parse(text) {
            Ok(cpf) => String::from(cpf),
            // eleven characters were meant as a CPF: its problem is the one to tell. A CNPJ may have eleven digits, too
            Err(e) if text.chars().filter(|c| c.is_alphanumeric()).count() == 11 => return Err(e),
            Err(_) => Cnpj::parse(text).map(String::from)?,
        };
        Ok(Self { documento, ..self })
    }

    /// With an e-mail, in whatever case.
    pub fn with_email(self, text: &str) -> Self {
        Self { email: folded_email(text), ..self }
    }

    /// True when an order's buyer is the person. A buyer without the document or the e-mail is nobody's.
    pub fn is(&self, comprador: &Comprador) -> bool {
        let by_documento = !self.documento.is_empty()
            && [&comprador.cpf, &comprador.cnpj].into_iter().any(|number| *number == self.documento);
        by_documento || !self.email.is_empty() && folded_email(&comprador.email) == self.email
    }

    /// True when a text holds what the person is found by: the document with or without its mask, or the
    /// e-mail, in whatever case.
    pub fn is_in(&self, text: &str) -> bool {
        if !self.email.is_empty() && text.to_lowercase().contains(&self.email) {
            return true;
        }
        // a masked number has the same characters with its marks between them, its letters in any case
        let bare = || -> String {
            let unmasked = text.chars().filter(|c| !matches!(c, '.' | '-' | '/'));
            unmasked.map(|c| c.to_ascii_uppercase()).collect()
        };
        !self.documento.is_empty() && bare().contains(&self.documento)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::string_slice)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_found_however_the_number_and_the_address_are_written() {
        let ana =
            Titular::default().with_documento("529.982.247-25").unwrap().with_email(" Ana@Loja.example");
        assert_eq!((ana.documento.as_str(), ana.email.as_str()), ("52998224725", "ana@loja.example"));
        let buyer = |cpf: &str, email: &str| Comprador {
            cpf: cpf.to_owned(),
            email: email.to_owned(),
            ..Comprador::default()
        };
        assert!(ana.is(&buyer("52998224725", "")) && ana.is(&buyer("", "ANA@loja.example ")));
        assert!(!ana.is(&buyer("", "")) && !Titular::default().is(&buyer("", "")));
        assert!(ana.is_in("nota de 529.982.247-25.") && ana.is_in("para ANA@LOJA.EXAMPLE"));
        assert!(!ana.is_in("nota de 111.444.777-35") && !Titular::default().is_in("x"));
    }

    #[test]
    fn a_company_is_found_however_many_letters_its_number_has() {
        for letters in 0..=12 {
            let base: String = (0..12).map(|n| if n < letters { 'A' } else { '7' }).collect();
            let valid = (0..100).map(|n| format!("{base}{n:02}")).find(|text| Cnpj::parse(text).is_ok());
            let bare = valid.unwrap();
            let masked =
                format!("{}.{}.{}/{}-{}", &bare[..2], &bare[2..5], &bare[5..8], &bare[8..12], &bare[12..]);
            for text in [&bare, &masked, &bare.to_lowercase(), &masked.to_lowercase()] {
                let found = Titular::default().with_documento(text).unwrap();
                assert_eq!(found.documento, bare, "{text}");
                assert!(found.is_in(&format!("nota de {text}.")), "{text}");
            }
        }
    }

    #[test]
    fn a_number_that_cannot_be_one_is_refused_for_what_it_was_meant_to_be() {
        assert_eq!(Titular::default().with_documento("52998224724"), Err(InvalidDocument::Digit));
        assert!(Titular::default().with_documento("123").is_err());
        let company = Titular::default().with_documento("11.222.333/0001-81").unwrap();
        assert_eq!(company.documento, "11222333000181");
    }
}
