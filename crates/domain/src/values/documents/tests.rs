#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::check_digits::{mod11_digit, repeated};
use super::*;
use proptest::prelude::*;

#[test]
fn a_gtin_is_one_number_with_and_without_zeros_before_it() {
    let upc = ["036000291452", "0036000291452", "00036000291452"];
    for text in upc.iter().chain(&["36000291452"]) {
        assert_eq!(
            (gtin_spellings(text), gtin_digits(text)),
            (upc.map(str::to_owned).to_vec(), upc[2].to_owned())
        );
    }
    assert_eq!(gtin_spellings("96385074"), ["96385074", "000096385074", "0000096385074", "00000096385074"]);
    assert_eq!(gtin_spellings(" 7891000315507"), ["7891000315507", "07891000315507"]);
    for text in ["SEM GTIN", "", "123456789012345", "78910003155O7xx"] {
        assert_eq!((gtin_spellings(text), gtin_digits(text)), (vec![text.to_owned()], text.to_owned()));
    }
}

#[test]
fn cpf() {
    assert_eq!(Cpf::parse("529.982.247-25").unwrap().as_str(), "52998224725");
    assert_eq!(Cpf::parse("11144477735").unwrap().to_string(), "11144477735");
    assert_eq!(Cpf::parse("52998224724"), Err(InvalidDocument::Digit));
    assert_eq!(Cpf::parse("11111111111"), Err(InvalidDocument::Repeated));
    assert_eq!(Cpf::parse("5299822472"), Err(InvalidDocument::Shape("11 dígitos")));
    assert!(Cpf::parse("5299822472A").is_err());
    assert!(Cpf::parse("٥٢٩٩٨٢٢٤٧٢٥").is_err());
}

#[test]
fn cnpj() {
    assert_eq!(Cnpj::parse("11.222.333/0001-81").unwrap().as_str(), "11222333000181");
    // the tax authority's own example of the alphanumeric form
    assert_eq!(Cnpj::parse("12.abc.345/01de-35").unwrap().as_str(), "12ABC34501DE35");
    assert_eq!(Cnpj::parse("12ABC34501DE36"), Err(InvalidDocument::Digit));
    assert_eq!(Cnpj::parse("00000000000000"), Err(InvalidDocument::Repeated));
    assert!(matches!(Cnpj::parse("12ABC34501DEA5"), Err(InvalidDocument::Shape(_))));
    assert!(Cnpj::parse("é222333000181").is_err());
}

#[test]
fn gtin() {
    for good in ["7891000315507", "96385074", "036000291452", "17891000315504", "SEM GTIN"] {
        assert_eq!(Gtin::parse(good).unwrap().as_str(), good);
    }
    assert_eq!(Gtin::parse("sem gtin").unwrap().as_str(), "SEM GTIN");
    assert_eq!(Gtin::parse("7891000315508"), Err(InvalidDocument::Digit));
    assert!(matches!(Gtin::parse("789100031550"), Err(InvalidDocument::Digit)));
    assert!(matches!(Gtin::parse("12345"), Err(InvalidDocument::Shape(_))));
    // a JSON number has lost its zeros, a text has not
    for (gtin, read) in [("36000291452", "036000291452"), ("96385074", "96385074"), (r#""36000291452""#, "")]
    {
        let sku = crate::reading::json::read_json::<crate::sku::Sku>(
            format!(r#"{{"sku":"S","nome":"N","gtin":{gtin}}}"#).as_bytes(),
        );
        assert_eq!(sku.map(|sku| sku.gtin).unwrap_or_default(), read);
    }
}

#[test]
fn cep_and_uf() {
    assert_eq!(Cep::parse("01310-100").unwrap().as_str(), "01310100");
    assert!(Cep::parse("0131010").is_err() && Cep::parse("0131010X").is_err());
    assert_eq!(Uf::parse("sp").unwrap().as_str(), "SP");
    assert!(Uf::parse("XX").is_err() && Uf::parse("São Polo").is_err());
}

#[test]
fn nfe_key() {
    let key = "35080599999090910270550010000000015180051273";
    assert_eq!(NfeKey::parse(key).unwrap().as_str(), key);
    assert_eq!(NfeKey::parse(&format!("NFe{key}")).unwrap().as_str(), key);
    assert!(NfeKey::parse("3508 0599 9990 9091 0270 5500 1000 0000 0151 8005 1273").is_ok());
    assert_eq!(NfeKey::parse(&key.replace("1273", "1274")), Err(InvalidDocument::Digit));
    assert!(matches!(NfeKey::parse(&key[1..]), Err(InvalidDocument::Shape(_))));
    assert!(NfeKey::parse(&"0".repeat(44)).is_err());
    let letters = format!("35260512ABC34501DE3555001{:018}", 1);
    let letters = format!("{letters}{}", mod11_digit(&letters, 9));
    assert_eq!(NfeKey::parse(&letters.to_lowercase()).unwrap().as_str(), letters);
    assert!(NfeKey::parse(&letters.replacen("35", "A5", 1)).is_err());
}

proptest! {
    /// Made by the rule, accepted; one digit changed, refused.
    #[test]
    fn check_digits_catch_a_changed_digit(base in "[0-9]{9}", place in 0usize..9, plus in 1u8..10) {
        let one = format!("{base}{}", mod11_digit(&base, 11));
        let cpf = format!("{one}{}", mod11_digit(&one, 11));
        prop_assume!(!repeated(&cpf));
        prop_assert!(Cpf::parse(&cpf).is_ok());
        let mut other = cpf.into_bytes();
        other[place] = b'0' + (other[place] - b'0' + plus) % 10;
        let other = String::from_utf8(other).unwrap();
        // remainders 0 and 1 share the digit 0, so a change may go unseen by one digit but not by both
        prop_assert!(Cpf::parse(&other).is_err() || other.contains('0'));
    }

    #[test]
    fn made_cnpjs_are_read_in_any_dress(base in "[0-9A-Z]{12}") {
        let one = format!("{base}{}", mod11_digit(&base, 9));
        let cnpj = format!("{one}{}", mod11_digit(&one, 9));
        let dress = format!("{}.{}.{}/{}-{}", &cnpj[..2], &cnpj[2..5], &cnpj[5..8], &cnpj[8..12], &cnpj[12..]);
        prop_assert_eq!(String::from(Cnpj::parse(&dress.to_lowercase()).unwrap()), cnpj);
    }

    #[test]
    fn nothing_panics(text in any::<String>()) {
        let _ = (Cpf::parse(&text), Cnpj::parse(&text), Gtin::parse(&text), Cep::parse(&text));
        let _ = (Uf::parse(&text), NfeKey::parse(&text));
    }
}
