//! Headings of columns as people write them, compared without case, accents, marks and spaces.

/// A heading, as two of them are compared: small letters and digits alone.
pub fn key(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).map(plain).filter(|c| c.is_alphanumeric()).collect()
}

/// A heading on one line, as people are told of it.
pub fn shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A letter without its accent. A combining accent becomes a space, which is no letter.
fn plain(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        'º' => 'o',
        'ª' => 'a',
        '\u{300}'..='\u{36f}' => ' ',
        other => other,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_compared_by_letters_and_digits() {
        for text in ["Código SKU*", "codigo_sku", "CÓDIGO\nSKU", " co\u{301}digo-sku ", "Código/SKU."] {
            assert_eq!(key(text), "codigosku", "{text:?}");
        }
        assert_eq!(key("N.º de venda"), "nodevenda");
        assert_eq!(shown("preco\nPor "), "preco Por");
    }
}
