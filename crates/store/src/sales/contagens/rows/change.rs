//! A change on its way into the counters, as a row (PostgreSQL).

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::contagem_mudancas;
use crate::base::{CountedChange, CountedState, OverLists, column};

/// A change that is not folded in yet.
#[derive(Queryable, Selectable)]
#[diesel(table_name = contagem_mudancas)]
pub(super) struct Pendente {
    aplicacao_id: i32,
    loja_id: i32,
    pedido_id: i64,
    quantos: i64,
    status: i16,
    forma_pagamento: i32,
    data: i64,
    data_pagamento: Option<i64>,
    status_em: i64,
    alterado_em: i64,
    criado_em: i64,
    pendente: bool,
}

impl From<Pendente> for CountedChange {
    fn from(l: Pendente) -> Self {
        Self {
            loja: LojaId { aplicacao: AplicacaoId(l.aplicacao_id), loja: l.loja_id },
            id: l.pedido_id,
            quantos: l.quantos,
            estado: CountedState {
                status: l.status,
                forma: l.forma_pagamento,
                data: l.data,
                data_pagamento: l.data_pagamento,
                status_em: l.status_em,
                alterado_em: l.alterado_em,
                criado_em: l.criado_em,
                pendente: l.pendente,
            },
        }
    }
}

const PUT_ASIDE: &str = "INSERT INTO contagem_mudancas (aplicacao_id, loja_id, pedido_id, quantos, status, \
     forma_pagamento, data, data_pagamento, status_em, alterado_em, criado_em, pendente) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// The statement that writes the rows of changes.
pub(in crate::sales::contagens) fn put_aside(changes: &[CountedChange]) -> OverLists<'_> {
    let lists = vec![
        column(changes, |change| change.loja.aplicacao.0),
        column(changes, |change| change.loja.loja),
        column(changes, |change| change.id),
        column(changes, |change| change.quantos),
        column(changes, |change| change.estado.status),
        column(changes, |change| change.estado.forma),
        column(changes, |change| change.estado.data),
        column(changes, |change| change.estado.data_pagamento),
        column(changes, |change| change.estado.status_em),
        column(changes, |change| change.estado.alterado_em),
        column(changes, |change| change.estado.criado_em),
        column(changes, |change| change.estado.pendente),
    ];
    OverLists { text: PUT_ASIDE, lists }
}
