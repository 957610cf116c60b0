//! Names that get a number when a SKU first has them.

/// Batch size of name lookups.
pub(super) const CHUNK: usize = 500;

/// The names that a table does not have yet, in their order, each with a new number. Another transaction may
/// insert one first: the insertion must then use its number.
macro_rules! new_names {
    ($tx:ident, $loja:ident, $names:expr, $table:ident, $sequence:expr) => {{
        let names: Vec<&str> = $names.iter().copied().filter(|name| !name.is_empty()).collect();
        let mut numbered: Vec<(i64, &str)> = Vec::new();
        for names in names.chunks(crate::catalogue::naming::CHUNK) {
            let known: Vec<String> = on!($tx, c => $table::table
                .filter($table::aplicacao_id.eq($loja.aplicacao.0))
                .filter($table::loja_id.eq($loja.loja))
                .filter($table::nome.eq_any(names))
                .select($table::nome)
                .load(c))?;
            let known: std::collections::HashSet<&str> = known.iter().map(String::as_str).collect();
            let new: Vec<&str> = names.iter().copied().filter(|name| !known.contains(name)).collect();
            let numbers = crate::base::sequences::next_many($tx, $sequence, new.len())?;
            numbered.extend(numbers.into_iter().zip(new));
        }
        numbered
    }};
}
pub(super) use new_names;
