//! LIKE patterns.

/// A LIKE pattern for "holds this text", written as the searched column is; its escape is `\\`.
pub(crate) fn contains(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
