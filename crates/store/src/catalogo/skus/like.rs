//! LIKE patterns.

/// A LIKE pattern for "holds this text", folded as the searched column is.
pub(crate) fn contem(busca: &str) -> String {
    let mut padrao = String::from("%");
    for letra in domain::values::search_text::fold(busca).chars() {
        if matches!(letra, '%' | '_' | '\\') {
            padrao.push('\\');
        }
        padrao.push(letra);
    }
    padrao.push('%');
    padrao
}
