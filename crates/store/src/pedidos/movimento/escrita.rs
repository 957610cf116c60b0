//! What moves leave: the orders' rows, their documents, invoices and parcels.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Nullable, SmallInt, Text};
use domain::ids::LojaId;

use super::leitura::Atual;
use crate::base::Backend;
use crate::base::StoreError;
use crate::base::em_json;
use crate::base::{Comando, Tx, Valor, on};

/// An order's details as they are stored.
struct Textos {
    nota_fiscal: Option<String>,
    rastreio: Option<String>,
}

/// Writes what has changed of orders.
pub(super) fn gravar(tx: &mut Tx<'_>, loja: LojaId, mudados: &[Atual]) -> Result<(), StoreError> {
    let textos: Vec<Textos> = mudados
        .iter()
        .map(|atual| {
            Ok(Textos {
                nota_fiscal: atual.detalhes.nota_fiscal.as_ref().map(em_json).transpose()?,
                rastreio: atual.detalhes.rastreio.as_ref().map(em_json).transpose()?,
            })
        })
        .collect::<Result<_, StoreError>>()?;
    match &mut tx.backend {
        // two statements for all: each is a trip to the server
        Backend::Postgres(c) if mudados.len() > 1 => juntos(c, loja, mudados, &textos),
        _ => mudados.iter().zip(&textos).try_for_each(|(atual, textos)| um(tx, loja, atual, textos)),
    }
}

fn um(tx: &mut Tx<'_>, loja: LojaId, atual: &Atual, novos: &Textos) -> Result<(), StoreError> {
    let (movel, id) = (&atual.movel, atual.pedido.pedido_id);
    let chave = [Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja), Valor::Longo(id.0)];
    let [aplicacao, da_loja, pedido] = chave;
    let linha: Comando<'_, (), 9> = Comando::novo(
        "UPDATE pedidos SET status = ?, status_em = ?, data_pagamento = ?, rastreado = ?, integrado = ?, \
         alterado_em = ? WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            Valor::Curto(movel.status),
            Valor::Longo(movel.status_em),
            Valor::LongoOuNulo(movel.data_pagamento),
            Valor::Logico(movel.rastreado),
            Valor::Logico(movel.integrado),
            Valor::Longo(movel.alterado_em),
            aplicacao,
            da_loja,
            pedido,
        ],
    );
    let textos: Comando<'_, (), 6> = Comando::novo(
        "UPDATE pedido_documentos SET documento = ?, nota_fiscal = ?, rastreio = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            Valor::Texto(&atual.pedido.documento),
            Valor::TextoOuNulo(novos.nota_fiscal.as_deref()),
            Valor::TextoOuNulo(novos.rastreio.as_deref()),
            aplicacao,
            da_loja,
            pedido,
        ],
    );
    on!(tx, c => {
        linha.execute(c)?;
        textos.execute(c)?;
    });
    Ok(())
}

fn juntos(c: &mut PgConnection, loja: LojaId, mudados: &[Atual], novos: &[Textos]) -> Result<(), StoreError> {
    macro_rules! coluna {
        ($valor:expr) => {
            mudados.iter().map($valor).collect::<Vec<_>>()
        };
    }
    let ids = coluna!(|a| a.pedido.pedido_id.0);
    sql_query(
        "UPDATE pedidos p SET status = n.status, status_em = n.status_em, data_pagamento = n.data_pagamento, \
         rastreado = n.rastreado, integrado = n.integrado, alterado_em = n.alterado_em \
         FROM unnest($3, $4, $5, $6, $7, $8, $9) \
         AS n (pedido_id, status, status_em, data_pagamento, rastreado, integrado, alterado_em) \
         WHERE p.aplicacao_id = $1 AND p.loja_id = $2 AND p.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<SmallInt>, _>(coluna!(|a| a.movel.status))
    .bind::<Array<BigInt>, _>(coluna!(|a| a.movel.status_em))
    .bind::<Array<Nullable<BigInt>>, _>(coluna!(|a| a.movel.data_pagamento))
    .bind::<Array<Bool>, _>(coluna!(|a| a.movel.rastreado))
    .bind::<Array<Bool>, _>(coluna!(|a| a.movel.integrado))
    .bind::<Array<BigInt>, _>(coluna!(|a| a.movel.alterado_em))
    .execute(c)?;
    sql_query(
        "UPDATE pedido_documentos d SET documento = n.documento, nota_fiscal = n.nota_fiscal, \
         rastreio = n.rastreio FROM unnest($3, $4, $5, $6) AS n (pedido_id, documento, nota_fiscal, rastreio) \
         WHERE d.aplicacao_id = $1 AND d.loja_id = $2 AND d.pedido_id = n.pedido_id",
    )
    .bind::<Integer, _>(loja.aplicacao.0)
    .bind::<Integer, _>(loja.loja)
    .bind::<Array<BigInt>, _>(&ids)
    .bind::<Array<Text>, _>(coluna!(|a| a.pedido.documento.as_str()))
    .bind::<Array<Nullable<Text>>, _>(novos.iter().map(|n| n.nota_fiscal.as_deref()).collect::<Vec<_>>())
    .bind::<Array<Nullable<Text>>, _>(novos.iter().map(|n| n.rastreio.as_deref()).collect::<Vec<_>>())
    .execute(c)?;
    Ok(())
}
