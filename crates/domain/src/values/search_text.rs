//! Text folded for search: without case and without accents.

/// Lower-case, accents and other marks of Latin letters removed: `AÇÃO` and `acao` are the same.
pub fn fold(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match without_accent(c) {
            Some(base) => output.push_str(base),
            None if combining(c) => {}
            None => output.push(c),
        }
    }
    output
}

/// A mark that adds to the letter before it: decomposed text carries its accents so.
const fn combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// The plain letters of an accented lower-case one of Latin-1 or Latin Extended-A.
const fn without_accent(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' | 'ª' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì' | 'í' | 'î' | 'ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĳ' => "ij",
        'ĵ' => "j",
        'ķ' | 'ĸ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' | 'ŉ' | 'ŋ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'º' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ſ' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' => "t",
        'þ' => "th",
        'ù' | 'ú' | 'û' | 'ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accents_and_case_do_not_count() {
        assert_eq!(fold("AÇÃO É Coração ÜBER Straße"), "acao e coracao uber strasse");
        assert_eq!(fold("Ac\u{327}a\u{303}o"), "acao");
        assert_eq!(fold("Nº 1, 1ª, İ, 日本 100%_"), "no 1, 1a, i, 日本 100%_");
    }

    #[test]
    fn no_letter_of_latin_extended_a_is_left() {
        assert!(
            ('\u{c0}'..='\u{17f}').filter(|c| c.is_alphabetic()).all(|c| fold(&c.to_string()).is_ascii())
        );
    }

    proptest! {
        #[test]
        fn twice_is_once(text: String) {
            let one = fold(&text);
            prop_assert_eq!(fold(&one), one);
        }

        /// A part of a text is found in it whatever the case.
        #[test]
        fn parts_are_found(before in "[a-zà-ÿ ]{0,8}", part in "[a-zà-ÿ ]{1,8}", after in "[a-zà-ÿ ]{0,8}") {
            let text = [before, part.clone(), after].concat();
            prop_assert!(fold(&text).contains(&fold(&part.to_uppercase())));
        }
    }
}
