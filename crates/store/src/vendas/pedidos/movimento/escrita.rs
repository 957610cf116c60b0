//! What moves leave: the orders' rows, their documents, invoices and parcels.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::super::linhas::Moved;
use super::super::statements;
use super::leitura::Atual;
use crate::base::StoreError;
use crate::base::em_json;
use crate::base::{Comando, Tx, Valor, on};

/// Writes what has changed of orders.
pub(super) fn gravar(tx: &mut Tx<'_>, loja: LojaId, mudados: &[Atual]) -> Result<(), StoreError> {
    let moved: Vec<Moved<'_>> = mudados
        .iter()
        .map(|atual| {
            Ok(Moved {
                pedido_id: atual.pedido.pedido_id.0,
                movel: &atual.movel,
                documento: &atual.pedido.documento,
                nota_fiscal: atual.detalhes.nota_fiscal.as_ref().map(em_json).transpose()?,
                rastreio: atual.detalhes.rastreio.as_ref().map(em_json).transpose()?,
            })
        })
        .collect::<Result<_, StoreError>>()?;
    if statements::update_at_once(tx, loja, &moved)? {
        return Ok(());
    }
    moved.iter().try_for_each(|moved| um(tx, loja, moved))
}

fn um(tx: &mut Tx<'_>, loja: LojaId, moved: &Moved<'_>) -> Result<(), StoreError> {
    let movel = moved.movel;
    let chave = [Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja), Valor::Longo(moved.pedido_id)];
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
            Valor::Texto(moved.documento),
            Valor::TextoOuNulo(moved.nota_fiscal.as_deref()),
            Valor::TextoOuNulo(moved.rastreio.as_deref()),
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
