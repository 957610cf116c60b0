//! What was told last of an offer, as it is stored.

use diesel::prelude::*;

use crate::base::schema::ofertas_ditas;

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = ofertas_ditas, treat_none_as_default_value = false)]
pub(super) struct Row {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub canal_num: i32,
    pub estoque: i32,
    pub preco_de: i64,
    pub preco_por: i64,
    pub publicavel: bool,
}
