//! Names that get a number when a SKU first has them.

/// So many names are looked for at once.
pub(super) const CHUNK: usize = 500;

/// Numbers the names that have no number yet, in their order: `$row` makes the rest of a row out of a number
/// and a name. Another transaction may be first with one: then its number counts.
macro_rules! note_names {
    ($tx:ident, $loja:ident, $names:expr, $table:ident, $sequence:expr, $row:expr) => {{
        use crate::base::schema::$table;
        let names: Vec<&str> = $names.iter().copied().filter(|name| !name.is_empty()).collect();
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
            for (name, number) in new.into_iter().zip(numbers) {
                let of_loja = ($table::aplicacao_id.eq($loja.aplicacao.0), $table::loja_id.eq($loja.loja));
                on!($tx, c => diesel::insert_into($table::table)
                    .values((of_loja, $row(number, name)))
                    .on_conflict_do_nothing()
                    .execute(c))?;
            }
        }
        Ok(())
    }};
}
pub(super) use note_names;
