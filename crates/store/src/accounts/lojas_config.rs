//! Settings of single stores, made by the operator.

use std::sync::Arc;

use diesel::prelude::*;
use domain::forma_pagamento::FormaPagamento;
use domain::loja_config::{LojaConfig, Perfil};
use domain::values::dates::Zone;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::lojas_config;
use crate::base::{Conn, Tx, on};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
#[diesel(table_name = lojas_config, primary_key(aplicacao_id, loja_id))]
struct LojaConfigRow {
    aplicacao_id: i32,
    loja_id: i32,
    perfil: Option<String>,
    fuso: Option<String>,
    datas_locais: bool,
    url_site: String,
    url_carrinho: String,
    cep: String,
    formas_pagamento: Option<String>,
}

impl LojaConfigRow {
    fn new(loja: LojaId, config: &LojaConfig) -> Result<Self, StoreError> {
        let formas = config.formas_pagamento.as_ref().map(serde_json::to_string).transpose();
        Ok(Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            perfil: config.perfil.map(|perfil| perfil.name().to_owned()),
            fuso: config.fuso.map(|zone| zone.name().to_owned()),
            datas_locais: config.datas_locais,
            url_site: config.url_site.clone(),
            url_carrinho: config.url_carrinho.clone(),
            cep: config.cep.clone(),
            formas_pagamento: formas.map_err(|e| StoreError::Internal(e.to_string()))?,
        })
    }

    fn config(self) -> Result<LojaConfig, StoreError> {
        let perfil = self.perfil.map(|name| name.parse::<Perfil>());
        let zone = self.fuso.map(|name| name.parse::<Zone>());
        let formas = self.formas_pagamento.map(|text| serde_json::from_str::<Vec<FormaPagamento>>(&text));
        Ok(LojaConfig {
            perfil: perfil.transpose().map_err(|e| StoreError::corrupt("lojas_config.perfil", e))?,
            fuso: zone.transpose().map_err(|e| StoreError::corrupt("lojas_config.fuso", e))?,
            datas_locais: self.datas_locais,
            url_site: self.url_site,
            url_carrinho: self.url_carrinho,
            cep: self.cep,
            formas_pagamento: formas
                .transpose()
                .map_err(|e| StoreError::corrupt("lojas_config.formas_pagamento", e))?,
        })
    }
}

/// The settings of a store; the defaults when nothing was set.
pub fn find(conn: &mut Conn<'_>, loja: LojaId) -> Result<Arc<LojaConfig>, StoreError> {
    let remembered = conn.remembered(|c| &c.configs, loja, |conn, loja| read(conn, *loja).map(Some))?;
    Ok(remembered.unwrap_or_default())
}

fn read(conn: &mut Conn<'_>, loja: LojaId) -> Result<Arc<LojaConfig>, StoreError> {
    let row: Option<LojaConfigRow> = on!(conn, c => lojas_config::table
        .find((loja.aplicacao.0, loja.loja))
        .select(LojaConfigRow::as_select())
        .first(c)
        .optional())?;
    Ok(Arc::new(row.map(LojaConfigRow::config).transpose()?.unwrap_or_default()))
}

/// Replaces the settings of a store.
pub fn upsert(tx: &mut Tx<'_>, loja: LojaId, config: &LojaConfig) -> Result<(), StoreError> {
    tx.forget_registrations();
    let row = LojaConfigRow::new(loja, config)?;
    on!(tx, c => diesel::insert_into(lojas_config::table)
        .values(&row)
        .on_conflict((lojas_config::aplicacao_id, lojas_config::loja_id))
        .do_update()
        .set(&row)
        .execute(c))?;
    Ok(())
}
