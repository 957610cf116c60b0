#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::check_digits::{digito_mod11, repetido};
use super::*;
use proptest::prelude::*;

#[test]
fn cpf() {
    assert_eq!(Cpf::parse("529.982.247-25").unwrap().as_str(), "52998224725");
    assert_eq!(Cpf::parse("11144477735").unwrap().to_string(), "11144477735");
    assert_eq!(Cpf::parse("52998224724"), Err(DocumentoInvalido::Digito));
    assert_eq!(Cpf::parse("11111111111"), Err(DocumentoInvalido::Repetido));
    assert_eq!(Cpf::parse("5299822472"), Err(DocumentoInvalido::Forma("11 dígitos")));
    assert!(Cpf::parse("5299822472A").is_err());
    assert!(Cpf::parse("٥٢٩٩٨٢٢٤٧٢٥").is_err());
}

#[test]
fn cnpj() {
    assert_eq!(Cnpj::parse("11.222.333/0001-81").unwrap().as_str(), "11222333000181");
    // the tax authority's own example of the alphanumeric form
    assert_eq!(Cnpj::parse("12.abc.345/01de-35").unwrap().as_str(), "12ABC34501DE35");
    assert_eq!(Cnpj::parse("12ABC34501DE36"), Err(DocumentoInvalido::Digito));
    assert_eq!(Cnpj::parse("00000000000000"), Err(DocumentoInvalido::Repetido));
    assert!(matches!(Cnpj::parse("12ABC34501DEA5"), Err(DocumentoInvalido::Forma(_))));
    assert!(Cnpj::parse("é222333000181").is_err());
}

#[test]
fn gtin() {
    for bom in ["7891000315507", "96385074", "036000291452", "17891000315504", "SEM GTIN"] {
        assert_eq!(Gtin::parse(bom).unwrap().as_str(), bom);
    }
    assert_eq!(Gtin::parse("sem gtin").unwrap().as_str(), "SEM GTIN");
    assert_eq!(Gtin::parse("7891000315508"), Err(DocumentoInvalido::Digito));
    assert!(matches!(Gtin::parse("789100031550"), Err(DocumentoInvalido::Digito)));
    assert!(matches!(Gtin::parse("12345"), Err(DocumentoInvalido::Forma(_))));
}

#[test]
fn cep_and_uf() {
    assert_eq!(Cep::parse("01310-100").unwrap().as_str(), "01310100");
    assert!(Cep::parse("0131010").is_err() && Cep::parse("0131010X").is_err());
    assert_eq!(Uf::parse("sp").unwrap().as_str(), "SP");
    assert!(Uf::parse("XX").is_err() && Uf::parse("São Paulo").is_err());
}

#[test]
fn nfe_key() {
    let chave = "35080599999090910270550010000000015180051273";
    assert_eq!(ChaveNfe::parse(chave).unwrap().as_str(), chave);
    assert!(ChaveNfe::parse("3508 0599 9990 9091 0270 5500 1000 0000 0151 8005 1273").is_ok());
    assert_eq!(ChaveNfe::parse(&chave.replace("1273", "1274")), Err(DocumentoInvalido::Digito));
    assert!(matches!(ChaveNfe::parse(&chave[1..]), Err(DocumentoInvalido::Forma(_))));
    assert!(ChaveNfe::parse(&"0".repeat(44)).is_err());
    let letras = format!("35260512ABC34501DE3555001{:018}", 1);
    let letras = format!("{letras}{}", digito_mod11(&letras, 9));
    assert_eq!(ChaveNfe::parse(&letras.to_lowercase()).unwrap().as_str(), letras);
    assert!(ChaveNfe::parse(&letras.replacen("35", "A5", 1)).is_err());
}

proptest! {
    /// Made by the rule, accepted; one digit changed, refused.
    #[test]
    fn check_digits_catch_a_changed_digit(base in "[0-9]{9}", onde in 0usize..9, mais in 1u8..10) {
        let um = format!("{base}{}", digito_mod11(&base, 11));
        let cpf = format!("{um}{}", digito_mod11(&um, 11));
        prop_assume!(!repetido(&cpf));
        prop_assert!(Cpf::parse(&cpf).is_ok());
        let mut outro = cpf.into_bytes();
        outro[onde] = b'0' + (outro[onde] - b'0' + mais) % 10;
        let outro = String::from_utf8(outro).unwrap();
        // remainders 0 and 1 share the digit 0, so a change may go unseen by one digit but not by both
        prop_assert!(Cpf::parse(&outro).is_err() || outro.contains('0'));
    }

    #[test]
    fn made_cnpjs_are_read_in_any_dress(base in "[0-9A-Z]{12}") {
        let um = format!("{base}{}", digito_mod11(&base, 9));
        let cnpj = format!("{um}{}", digito_mod11(&um, 9));
        let vestido = format!("{}.{}.{}/{}-{}", &cnpj[..2], &cnpj[2..5], &cnpj[5..8], &cnpj[8..12], &cnpj[12..]);
        prop_assert_eq!(String::from(Cnpj::parse(&vestido.to_lowercase()).unwrap()), cnpj);
    }

    #[test]
    fn nothing_panics(texto in any::<String>()) {
        let _ = (Cpf::parse(&texto), Cnpj::parse(&texto), Gtin::parse(&texto), Cep::parse(&texto));
        let _ = (Uf::parse(&texto), ChaveNfe::parse(&texto));
    }
}
