//! A statement cache for raw SQL, where Diesel would prepare a statement anew each time it runs.
//!
//! Diesel keeps no UPDATE (it might have nothing to set) and no raw SQL. For the few that run thousands of
//! times a second a [`Statement`] is text with its values, which both databases read alike.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt, Text};

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
}

/// A statement; `S` is the type of the rows that it returns, `()` for none. It is found again by `K`, which
/// [`kept!`](crate::kept) makes, or by its text.
#[derive(Debug)]
pub struct Statement<'a, S, const N: usize, K = ByText> {
    texto: &'static str,
    /// Where the values go in it: Diesel walks through a statement several times, and finds them once.
    places: [usize; N],
    values: [BindValue<'a>; N],
    output: PhantomData<(S, K)>,
}

/// What a [`Statement`] is found again by.
pub trait Kept: 'static {
    /// The one text that this type stands for; none: any.
    const TEXT: Option<&'static str>;
}

/// It is put together each time, to be looked up.
#[derive(Debug)]
pub struct ByText;

impl Kept for ByText {
    const TEXT: Option<&'static str> = None;
}

/// A [`Statement`] that is found by its place in the program, for those that run with every order: to put a
/// text together and to look it up takes a third of what a short statement takes.
#[macro_export]
macro_rules! kept {
    ($rows:ty => $text:expr, $values:expr $(,)?) => {{
        struct Here;
        impl $crate::Kept for Here {
            const TEXT: Option<&'static str> = Some($text);
        }
        $crate::Statement::<$rows, _, Here>::kept($values)
    }};
}

impl<'a, S, const N: usize> Statement<'a, S, N> {
    /// `texto` has a `?` where each value goes.
    pub fn new(texto: &'static str, values: [BindValue<'a>; N]) -> Self {
        Self { texto, places: places(texto), values, output: PhantomData }
    }
}

impl<'a, S, const N: usize, K: Kept> Statement<'a, S, N, K> {
    /// The statement that `K` stands for.
    pub fn kept(values: [BindValue<'a>; N]) -> Self {
        let texto = K::TEXT.unwrap_or_default();
        Self { texto, places: places(texto), values, output: PhantomData }
    }
}

fn places<const N: usize>(texto: &str) -> [usize; N] {
    debug_assert_eq!(texto.matches('?').count(), N);
    let mut places = [texto.len(); N];
    let marks = texto.bytes().enumerate().filter(|(_, byte)| *byte == b'?');
    for (place, (mark, _)) in places.iter_mut().zip(marks) {
        *place = mark;
    }
    places
}

impl<DB, S, const N: usize, K> QueryFragment<DB> for Statement<'_, S, N, K>
where
    DB: Backend,
    i16: ToSql<SmallInt, DB>,
    i32: ToSql<Integer, DB>,
    i64: ToSql<BigInt, DB>,
    bool: ToSql<Bool, DB>,
    str: ToSql<Text, DB>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
    for<'t> Option<&'t str>: ToSql<Nullable<Text>, DB>,
    DB: diesel::sql_types::HasSqlType<SmallInt>
        + diesel::sql_types::HasSqlType<Integer>
        + diesel::sql_types::HasSqlType<BigInt>
        + diesel::sql_types::HasSqlType<Bool>
        + diesel::sql_types::HasSqlType<Text>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let mut from = 0;
        for (value, place) in self.values.iter().zip(self.places) {
            out.push_sql(self.texto.get(from..place).unwrap_or_default());
            from = place + 1;
            match value {
                BindValue::I16(v) => out.push_bind_param::<SmallInt, _>(v)?,
                BindValue::I32(v) => out.push_bind_param::<Integer, _>(v)?,
                BindValue::I64(v) => out.push_bind_param::<BigInt, _>(v)?,
                BindValue::NullableI64(v) => out.push_bind_param::<Nullable<BigInt>, _>(v)?,
                BindValue::Boolean(v) => out.push_bind_param::<Bool, _>(v)?,
                BindValue::Str(v) => out.push_bind_param::<Text, str>(v)?,
                BindValue::NullableStr(v) => out.push_bind_param::<Nullable<Text>, _>(v)?,
            }
        }
        out.push_sql(self.texto.get(from..).unwrap_or_default());
        Ok(())
    }
}

impl<S, const N: usize, K: Kept> QueryId for Statement<'_, S, N, K> {
    type QueryId = K;
    const HAS_STATIC_QUERY_ID: bool = K::TEXT.is_some();
}

impl<S, const N: usize, K> Query for Statement<'_, S, N, K> {
    type SqlType = S;
}

impl<S, Conn, const N: usize, K> diesel::RunQueryDsl<Conn> for Statement<'_, S, N, K> {}
