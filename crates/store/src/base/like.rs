//! LIKE patterns.

/// A LIKE pattern for "holds this text", folded as the searched column is.
pub(crate) fn contains(search: &str) -> String {
    let mut default = String::from("%");
    for letter in domain::values::search_text::fold(search).chars() {
        if matches!(letter, '%' | '_' | '\\') {
            default.push('\\');
        }
        default.push(letter);
    }
    default.push('%');
    default
}
