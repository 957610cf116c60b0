//! Buckets of several stretches in one statement, in which PostgreSQL says as well what is still to be folded
//! in: between two statements something might be.

/// The columns that a bucket, or a change, is placed by: level, date, number, whether it is divided.
type Columns = (i16, i64, i64, bool);

/// The level that a change is told with in a bucket's place.
pub(in crate::sales::contagens) const UNFOLDED: i16 = -1;

/// Rows of buckets: with their totals, which are enough where everything counts, or with all parts.
pub(in crate::sales::contagens) enum Loaded {
    Totals(Vec<(Columns, i64)>),
    Parts(Vec<(Columns, String)>),
}

/// The buckets of a level that begin in [from, until).
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::sales::contagens) struct Bounds {
    pub level: i16,
    pub from: i64,
    pub until: i64,
}

/// The most stretches that a total reads ahead: the whole range, and two ends of two levels.
pub(in crate::sales::contagens) type Stretches = [Bounds; 5];

/// The buckets of a tree, with something of each.
macro_rules! of_tree {
    ($tree:expr, $count:expr) => {
        contagens::table
            .filter(contagens::aplicacao_id.eq($tree.loja.aplicacao.0))
            .filter(contagens::loja_id.eq($tree.loja.loja))
            .filter(contagens::tipo.eq($tree.tipo.code()))
            .select((
                (contagens::nivel, contagens::inicio, contagens::inicio_id, contagens::dividido),
                $count,
            ))
    };
}
pub(in crate::sales::contagens) use of_tree;

/// Those of one stretch. Buckets of whole dates have the number 0, which goes without saying: PostgreSQL's
/// query planner, which takes a range of any values for half a percent of all rows, comes to expect one row
/// so, as for given values, and plans once (`docs/decisions/0005-prepared-statements-and-planner-hints.md`).
macro_rules! of_stretch {
    ($tree:expr, $count:expr, $bounds:expr) => {
        $crate::sales::contagens::rows::of_tree!($tree, $count)
            .filter(contagens::nivel.eq($bounds.level))
            .filter(contagens::inicio.ge($bounds.from))
            .filter(contagens::inicio.lt($bounds.until))
            .filter(contagens::inicio_id.between(0, 0))
    };
}
pub(super) use of_stretch;

/// Those of all stretches.
macro_rules! of_stretches {
    ($tree:expr, $count:expr, $stretches:expr) => {{
        use $crate::sales::contagens::rows::ahead::of_stretch;
        let [first, second, third, fourth, fifth] = $stretches;
        of_stretch!($tree, $count, first)
            .union_all(of_stretch!($tree, $count, second))
            .union_all(of_stretch!($tree, $count, third))
            .union_all(of_stretch!($tree, $count, fourth))
            .union_all(of_stretch!($tree, $count, fifth))
    }};
}
pub(super) use of_stretches;
