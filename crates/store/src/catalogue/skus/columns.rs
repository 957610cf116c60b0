//! The columns of a SKU's two rows, a line for each: name, type in Rust, type in SQL and, where an event
//! names what has changed, the member's name there.
//!
//! Everything that has to name every column is made from this one list: the row structs, both databases'
//! statements, the tables of `base::schema`, comparisons, events. A new column is a line here; what else it
//! needs the compiler asks for.

use crate::base::BindValue;

/// Hands the columns of some sections to the macro `$then`, behind what else it is given:
/// `sku_columns!([number balance] => names, "s.")` is
/// `names! { "s."; sku_num: i64 => BigInt; preco_de: i64 => BigInt; … }`.
#[rustfmt::skip]
macro_rules! sku_columns {
    // ── table `skus`: what changes often and is searched ──
    (@ [number $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            sku_num: i64 => BigInt;
        ] $($then)* }
    };
    (@ [code $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            sku: String => Text;
        ] $($then)* }
    };
    // members of interface A's Sku, which an event names when they change
    (@ [members $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            parent_id: String => Text, "parentId";
            nome: String => Text, "nome";
            marca: String => Text, "marca";
            gtin: String => Text, "gtin";
            ativo: bool => Bool, "ativo";
            largura: i32 => Integer, "largura";
            altura: i32 => Integer, "altura";
            comprimento: i32 => Integer, "comprimento";
            peso: i32 => Integer, "peso";
            prazo_despacho: i32 => Integer, "prazoDespacho";
        ] $($then)* }
    };
    // members of interface A's Sku with events of their own: what nearly every change is about
    (@ [balance $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            preco_de: i64 => BigInt;
            preco_por: i64 => BigInt;
            estoque: i32 => Integer;
        ] $($then)* }
    };
    // shown and set by interface B alone; an event names them, too
    (@ [of_b $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            estoque_reservado: i32 => Integer, "estoqueReservado";
            alerta_estoque: i32 => Integer, "alertaEstoque";
            preco_custo: i64 => BigInt, "precoCusto";
        ] $($then)* }
    };
    // what orders do to the stock, by the hub alone
    (@ [hub $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            reservado: i64 => BigInt;
            movimentos: i64 => BigInt;
            controle: i16 => SmallInt;
            centros: i16 => SmallInt;
        ] $($then)* }
    };
    // follows from `parent_id`
    (@ [group $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            produto_num: i64 => BigInt;
        ] $($then)* }
    };
    // follows from code, name, brand and GTIN; searched, never read
    (@ [search $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            texto_busca: String => Text;
        ] $($then)* }
    };
    (@ [created $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            criado_em: i64 => BigInt;
        ] $($then)* }
    };
    (@ [changed $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            alterado_em: i64 => BigInt;
        ] $($then)* }
    };

    // ── table `sku_textos`: members of interface A's Sku that are long, or lists (as JSON) ──
    (@ [texts $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            url_origem: String => Text, "urlOrigem";
            descricao: String => Text, "descricao";
            categorias: String => Text, "categorias";
            imagens: String => Text, "imagens";
            atributos: String => Text, "atributos";
        ] $($then)* }
    };

    // what interface B alone keeps and shows, as JSON; an event names its members
    (@ [kept $($more:ident)*] [$($column:tt)*] $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($more)*] [$($column)*
            cadastro: String => Text;
        ] $($then)* }
    };

    // ── whole rows, beside the tenant ──
    // as it is read
    (row => $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! {
            [number code members balance of_b group created changed hub] => $($then)*
        }
    };
    // as it is inserted
    (insert => $($then:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! {
            [number code members balance of_b group search created changed hub] => $($then)*
        }
    };

    (@ [] [$($column:tt)*] $then:ident $($argument:tt)*) => { $then! { $($argument)*; $($column)* } };
    ([$($section:ident)*] => $then:ident $(, $argument:tt)*) => {
        $crate::catalogue::skus::columns::sku_columns! { @ [$($section)*] [] $then $($argument)* }
    };
}

/// The names, each behind a prefix: `s.a, s.b`.
macro_rules! names {
    ($prefix:literal; $first:ident: $_t:ty => $_s:ty $(, $_w:literal)?;
        $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        concat!($prefix, stringify!($first) $(, ", ", $prefix, stringify!($name))*)
    };
}

/// Whether two rows differ in one of the columns.
macro_rules! differ {
    ($one:ident $other:ident; $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        false $(|| $one.$name != $other.$name)*
    };
}

/// The members' names of the columns in which two rows differ, into a list.
macro_rules! name_differences {
    ($list:ident $one:ident $other:ident; $($name:ident: $_type:ty => $_sql:ty, $wire:literal;)*) => {
        $(if $one.$name != $other.$name {
            $list.push($wire);
        })*
    };
}

pub(crate) use sku_columns;
pub(super) use {differ, name_differences, names};

/// What a column holds in Rust: owned where it is read, borrowed where it is written.
pub(crate) trait Column {
    /// The same, borrowed.
    type Borrowed<'a>: Value<'a> + Default
    where
        Self: 'a;

    /// The same, borrowed.
    fn borrow(&self) -> Self::Borrowed<'_>;
}

/// A value of a column, for a statement.
pub(crate) trait Value<'a>: Copy {
    /// The same, for a statement.
    fn value(self) -> BindValue<'a>;
}

macro_rules! copied {
    ($($type:ty => $value:ident),+) => {$(
        impl Column for $type {
            type Borrowed<'a> = $type;

            fn borrow(&self) -> $type {
                *self
            }
        }

        impl<'a> Value<'a> for $type {
            fn value(self) -> BindValue<'a> {
                BindValue::$value(self)
            }
        }
    )+};
}
copied!(bool => Boolean, i16 => I16, i32 => I32, i64 => I64);

impl Column for String {
    type Borrowed<'a> = &'a str;

    fn borrow(&self) -> &str {
        self
    }
}

impl<'a> Value<'a> for &'a str {
    fn value(self) -> BindValue<'a> {
        BindValue::Str(self)
    }
}
