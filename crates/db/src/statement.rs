//! A statement cache for raw SQL, where Diesel would prepare a statement anew each time it runs.
//!
//! Diesel keeps no UPDATE (it might have nothing to set) and no raw SQL. For the few that run thousands of times a
//! second a [`Comando`] is text with its values, which both databases read alike.

use std::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt, Text};

/// A value of a [`Comando`].
#[derive(Debug, Clone, Copy)]
pub enum Valor<'a> {
    /// SMALLINT.
    Curto(i16),
    /// INTEGER.
    Inteiro(i32),
    /// BIGINT.
    Longo(i64),
    /// BIGINT that may be null.
    LongoOuNulo(Option<i64>),
    /// BOOLEAN.
    Logico(bool),
    /// TEXT.
    Texto(&'a str),
    /// TEXT that may be null.
    TextoOuNulo(Option<&'a str>),
}

/// A statement; `S` is the type of the rows that it returns, `()` for none.
#[derive(Debug)]
pub struct Comando<'a, S, const N: usize> {
    texto: &'static str,
    valores: [Valor<'a>; N],
    saida: PhantomData<S>,
}

impl<'a, S, const N: usize> Comando<'a, S, N> {
    /// `texto` has a `?` where each value goes.
    pub fn novo(texto: &'static str, valores: [Valor<'a>; N]) -> Self {
        debug_assert_eq!(texto.matches('?').count(), N);
        Self { texto, valores, saida: PhantomData }
    }
}

impl<DB, S, const N: usize> QueryFragment<DB> for Comando<'_, S, N>
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
        let mut partes = self.texto.split('?');
        out.push_sql(partes.next().unwrap_or_default());
        for (valor, parte) in self.valores.iter().zip(partes) {
            match valor {
                Valor::Curto(v) => out.push_bind_param::<SmallInt, _>(v)?,
                Valor::Inteiro(v) => out.push_bind_param::<Integer, _>(v)?,
                Valor::Longo(v) => out.push_bind_param::<BigInt, _>(v)?,
                Valor::LongoOuNulo(v) => out.push_bind_param::<Nullable<BigInt>, _>(v)?,
                Valor::Logico(v) => out.push_bind_param::<Bool, _>(v)?,
                Valor::Texto(v) => out.push_bind_param::<Text, str>(v)?,
                Valor::TextoOuNulo(v) => out.push_bind_param::<Nullable<Text>, _>(v)?,
            }
            out.push_sql(parte);
        }
        Ok(())
    }
}

impl<S, const N: usize> QueryId for Comando<'_, S, N> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<S, const N: usize> Query for Comando<'_, S, N> {
    type SqlType = S;
}

impl<S, Conn, const N: usize> diesel::RunQueryDsl<Conn> for Comando<'_, S, N> {}
