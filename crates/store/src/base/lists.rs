//! Statements over many rows (PostgreSQL): one list a column, and several statements sent as one.
//!
//! A statement that names each value of each row takes the database longer to parse than the rows take to write.

use std::marker::PhantomData;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text};
use diesel::{QueryResult, RunQueryDsl};
use domain::values::ids::LojaId;

/// A value of an [`OverLists`].
#[derive(Debug)]
pub(crate) enum List<'a> {
    /// One INTEGER, of whom the rows are.
    Tenant(i32),
    Bools(Vec<bool>),
    Smalls(Vec<i16>),
    Integers(Vec<i32>),
    Longs(Vec<i64>),
    NullableIntegers(Vec<Option<i32>>),
    NullableLongs(Vec<Option<i64>>),
    Texts(Vec<&'a str>),
    Bytes(Vec<&'a [u8]>),
    NullableTexts(Vec<Option<&'a str>>),
    NullableBytes(Vec<Option<&'a [u8]>>),
}

macro_rules! lists {
    ($($type:ty => $list:ident),+) => {$(
        impl<'a> From<Vec<$type>> for List<'a> {
            fn from(list: Vec<$type>) -> Self {
                Self::$list(list)
            }
        }
    )+};
}
lists!(bool => Bools, i16 => Smalls, i32 => Integers, i64 => Longs);
lists!(Option<i32> => NullableIntegers, Option<i64> => NullableLongs);
lists!(&'a str => Texts, Option<&'a str> => NullableTexts);
lists!(&'a [u8] => Bytes, Option<&'a [u8]> => NullableBytes);

/// A list of one value of each row.
pub(crate) fn column<'r, 'a, R, V>(rows: &'r [R], value: impl Fn(&'r R) -> V) -> List<'a>
where
    List<'a>: From<Vec<V>>,
{
    List::from(rows.iter().map(value).collect::<Vec<_>>())
}

/// A statement that is the same for any number of rows, and so in the statement cache by its text: `text` has
/// a `?` for each list.
#[derive(Debug)]
pub(crate) struct OverLists<'a> {
    pub text: &'static str,
    pub(crate) lists: Vec<List<'a>>,
}

impl QueryFragment<Pg> for OverLists<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let mut parts = self.text.split('?');
        out.push_sql(parts.next().unwrap_or_default());
        for (list, part) in self.lists.iter().zip(parts) {
            match list {
                List::Tenant(number) => out.push_bind_param::<Integer, _>(number)?,
                List::Bools(list) => out.push_bind_param::<Array<Bool>, _>(list)?,
                List::Smalls(list) => out.push_bind_param::<Array<SmallInt>, _>(list)?,
                List::Integers(list) => out.push_bind_param::<Array<Integer>, _>(list)?,
                List::Longs(list) => out.push_bind_param::<Array<BigInt>, _>(list)?,
                List::NullableIntegers(list) => {
                    out.push_bind_param::<Array<Nullable<Integer>>, _>(list)?;
                }
                List::NullableLongs(list) => {
                    out.push_bind_param::<Array<Nullable<BigInt>>, _>(list)?;
                }
                List::Texts(list) => out.push_bind_param::<Array<Text>, _>(list)?,
                List::Bytes(list) => out.push_bind_param::<Array<Binary>, _>(list)?,
                List::NullableTexts(list) => {
                    out.push_bind_param::<Array<Nullable<Text>>, _>(list)?;
                }
                List::NullableBytes(list) => {
                    out.push_bind_param::<Array<Nullable<Binary>>, _>(list)?;
                }
            }
            out.push_sql(part);
        }
        Ok(())
    }
}

impl QueryId for OverLists<'_> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Conn> diesel::RunQueryDsl<Conn> for OverLists<'_> {}

impl<'a> OverLists<'a> {
    /// The same, which returns rows of these columns.
    pub fn answering<Columns>(self) -> Answering<'a, Columns> {
        Answering(self, PhantomData)
    }
}

/// An [`OverLists`] that returns rows.
#[derive(Debug)]
pub(crate) struct Answering<'a, Columns>(OverLists<'a>, PhantomData<Columns>);

impl<Columns> QueryFragment<Pg> for Answering<'_, Columns> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl<Columns> QueryId for Answering<'_, Columns> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Columns> Query for Answering<'_, Columns> {
    type SqlType = Columns;
}

impl<Columns, Conn> diesel::RunQueryDsl<Conn> for Answering<'_, Columns> {}

/// That a row is one of many stores' things, each by its store and a key there: `(t.aplicacao_id, t.loja_id,
/// t.key) IN` [`few!`]. See [`among`].
#[derive(Debug)]
pub(crate) struct Among<'a>(OverLists<'a>);

/// The rows of three lists, the first of applications and the second of stores, for a statement that looks
/// each of them up by its key. That numbers are not negative goes without saying; PostgreSQL's query planner
/// takes it for something that a third of the rows are, and so expects one row, however long the lists are:
/// it plans once, for a look-up by the key in all but tables of a few pages. Which plan a session keeps of a
/// table that had a handful of rows is in `docs/decisions/0005-prepared-statements-and-planner-hints.md`.
macro_rules! few {
    () => {
        "(SELECT * FROM unnest(?, ?, ?) AS few (aplicacao_id, loja_id, key) \
         WHERE few.aplicacao_id >= 0 AND few.loja_id >= 0)"
    };
}

/// The condition for the rows of a table by one more of its columns: `among!(table, column, things)`.
macro_rules! among {
    ($table:ident, $column:ident, $things:expr) => {
        $crate::base::Among::new(
            concat!(
                "(",
                stringify!($table),
                ".aplicacao_id, ",
                stringify!($table),
                ".loja_id, ",
                stringify!($table),
                ".",
                stringify!($column),
                ") IN ",
                $crate::base::few!()
            ),
            $things,
        )
    };
}

/// Loads the rows of many stores' things: `load_among!(conn, table, column, things, |condition|
/// table::table.filter(condition))`, as [`load_each`](db::load_each) does it.
macro_rules! load_among {
    ($conn:expr, $table:ident, $column:ident, $things:expr, |$condition:ident| $query:expr) => {
        $crate::base::load_each!(
            $conn,
            $things,
            |(loja, key)| $table::aplicacao_id
                .eq(loja.aplicacao.0)
                .and($table::loja_id.eq(loja.loja))
                .and($crate::base::Rare($table::$column.eq(*key))),
            $crate::base::among!($table, $column, $things),
            |$condition| $query
        )
    };
}

pub(crate) use {among, few, load_among};

impl<'a> Among<'a> {
    /// The condition, by a text with a `?` for the applications, the stores and the keys.
    pub fn new<K: Copy>(text: &'static str, things: &[(LojaId, K)]) -> Self
    where
        List<'a>: From<Vec<K>>,
    {
        let aplicacoes: Vec<i32> = things.iter().map(|(loja, _)| loja.aplicacao.0).collect();
        let lojas: Vec<i32> = things.iter().map(|(loja, _)| loja.loja).collect();
        let keys: Vec<K> = things.iter().map(|(_, key)| *key).collect();
        Self(OverLists { text, lists: vec![aplicacoes.into(), lojas.into(), keys.into()] })
    }
}

impl QueryFragment<Pg> for Among<'_> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl QueryId for Among<'_> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Expression for Among<'_> {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for Among<'_> {}

impl<QS> SelectableExpression<QS> for Among<'_> {}

impl<GB> ValidGrouping<GB> for Among<'_> {
    type IsAggregate = is_aggregate::Never;
}

/// Statements sent as one: all but the last are in its WITH clause. None sees the writes of another; foreign
/// keys are checked when all are done.
pub(crate) struct Together<'a>(pub(crate) Vec<&'a dyn QueryFragment<Pg>>);

impl QueryFragment<Pg> for Together<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Some((last, others)) = self.0.split_last() else { return Ok(()) };
        for (n, statement) in others.iter().enumerate() {
            out.push_sql(if n == 0 { "WITH " } else { ", " });
            out.push_identifier(&format!("c{n}"))?;
            out.push_sql(" AS (");
            statement.walk_ast(out.reborrow())?;
            out.push_sql(") ");
        }
        last.walk_ast(out.reborrow())
    }
}

impl QueryId for Together<'_> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Conn> RunQueryDsl<Conn> for Together<'_> {}
