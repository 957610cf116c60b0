//! A statement cache for raw SQL, where Diesel would prepare a statement anew each time it runs.
//!
//! Diesel keeps no UPDATE (it might have nothing to set) and no raw SQL. For the few that run thousands of
//! times a second a [`Statement`] is text with its values, which both databases read alike.

use std::array;
use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Binary, Bool, Integer, Nullable, SmallInt, Text};

/// A value of a [`Statement`].
#[derive(Debug, Clone, Copy)]
pub enum BindValue<'a> {
    /// SMALLINT.
    I16(i16),
    /// INTEGER.
    I32(i32),
    /// BIGINT.
    I64(i64),
    /// BIGINT that may be null.
    NullableI64(Option<i64>),
    /// BOOLEAN.
    Boolean(bool),
    /// TEXT.
    Str(&'a str),
    /// TEXT that may be null.
    NullableStr(Option<&'a str>),
    /// BLOB or BYTEA.
    Bytes(&'a [u8]),
}

/// A statement; `S` is the type of the rows that it returns, `()` for none.
#[derive(Debug)]
pub struct Statement<'a, S, const N: usize> {
    /// Before each value.
    texts: [&'static str; N],
    /// After the last one.
    end: &'static str,
    values: [BindValue<'a>; N],
    output: PhantomData<S>,
}

impl<'a, S, const N: usize> Statement<'a, S, N> {
    /// `text` has a `?` where each value goes. It is split here, once: Diesel walks a statement four times
    /// each time it runs.
    pub fn new(text: &'static str, values: [BindValue<'a>; N]) -> Self {
        debug_assert_eq!(text.matches('?').count(), N);
        let mut end = text;
        let texts = array::from_fn(|_| match end.split_once('?') {
            Some((before, after)) => {
                end = after;
                before
            }
            None => "",
        });
        Self { texts, end, values, output: PhantomData }
    }
}

impl<DB, S, const N: usize> QueryFragment<DB> for Statement<'_, S, N>
where
    DB: Backend,
    i16: ToSql<SmallInt, DB>,
    i32: ToSql<Integer, DB>,
    i64: ToSql<BigInt, DB>,
    bool: ToSql<Bool, DB>,
    str: ToSql<Text, DB>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
    for<'t> Option<&'t str>: ToSql<Nullable<Text>, DB>,
    [u8]: ToSql<Binary, DB>,
    DB: diesel::sql_types::HasSqlType<SmallInt>
        + diesel::sql_types::HasSqlType<Integer>
        + diesel::sql_types::HasSqlType<BigInt>
        + diesel::sql_types::HasSqlType<Bool>
        + diesel::sql_types::HasSqlType<Text>
        + diesel::sql_types::HasSqlType<Binary>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        for (text, value) in self.texts.iter().zip(&self.values) {
            out.push_sql(text);
            match value {
                BindValue::I16(v) => out.push_bind_param::<SmallInt, _>(v)?,
                BindValue::I32(v) => out.push_bind_param::<Integer, _>(v)?,
                BindValue::I64(v) => out.push_bind_param::<BigInt, _>(v)?,
                BindValue::NullableI64(v) => out.push_bind_param::<Nullable<BigInt>, _>(v)?,
                BindValue::Boolean(v) => out.push_bind_param::<Bool, _>(v)?,
                BindValue::Str(v) => out.push_bind_param::<Text, str>(v)?,
                BindValue::NullableStr(v) => out.push_bind_param::<Nullable<Text>, _>(v)?,
                BindValue::Bytes(v) => out.push_bind_param::<Binary, [u8]>(v)?,
            }
        }
        out.push_sql(self.end);
        Ok(())
    }
}

impl<S, const N: usize> QueryId for Statement<'_, S, N> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<S, const N: usize> Query for Statement<'_, S, N> {
    type SqlType = S;
}

impl<S, Conn, const N: usize> diesel::RunQueryDsl<Conn> for Statement<'_, S, N> {}
