//! A channel and the values of its settings.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputObject, InputValue};
use crate::reading::keyed::Keyed;
use crate::reading::problems::Problems;
use crate::values::ids::CanalId;

/// A store's connection to a marketplace. Wire form: interface A's Canal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Canal {
    /// The caller's identifier, unique per user.
    pub canal_id: CanalId,
    /// Descriptive name, 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub nome: String,
    /// Code of the channel type, 1 to 50 characters; cannot change.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 50))]
    pub tipo_canal: String,
    /// The channel is active. True when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub ativo: bool,
    /// Extra days added to every freight calculation.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub prazo: i32,
    /// Send the type's minimum for a dimension that the SKU lacks.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub enviar_minimo_dimensao_zerada: bool,
    /// Send the type's minimum for a dimension that is below it.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub enviar_minimo_dimensao_menor: bool,
    /// Share of each SKU's stock that the channel sees, 0 to 100. 100 when not given.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0, maximum = 100))]
    pub percentual_estoque: i32,
    /// True: the SKU's own code is sent; false: an internal code. True when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub enviar_sku: bool,
    /// Values of the settings that the type asks for, at most 100.
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 100))]
    pub configuracoes_adicionais: Vec<ValorConfiguracao>,
}

/// The value of one setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValorConfiguracao {
    /// Code of the setting, 1 to 100 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 100))]
    pub codigo: String,
    /// Its value, as text of at most 4,000 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 4000))]
    pub valor: String,
}

impl Canal {
    /// An active channel of a type; for all else the reader's defaults. Meant for
    /// `Canal { prazo: 2, ..Canal::new(id, "Loja", "ML") }`, which goes on compiling when a member is added.
    pub fn new(canal_id: CanalId, name: impl Into<String>, tipo_canal: impl Into<String>) -> Self {
        Self {
            canal_id,
            nome: name.into(),
            tipo_canal: tipo_canal.into(),
            ativo: true,
            prazo: 0,
            enviar_minimo_dimensao_zerada: false,
            enviar_minimo_dimensao_menor: false,
            percentual_estoque: 100,
            enviar_sku: true,
            configuracoes_adicionais: Vec::new(),
        }
    }
}

impl Keyed for Canal {
    type Key = CanalId;
    const KEY: &'static str = "canalId";

    fn key(&self) -> &CanalId {
        &self.canal_id
    }

    fn read_members(obj: &InputObject<'_>, key: Option<CanalId>, p: &mut Problems) -> Option<Self> {
        let canal_id = match key {
            Some(id) if reserved(&id) => obj.problem(Self::KEY, p, "é um nome reservado"),
            other => other,
        };
        let name = obj.text("nome", 1, 200, p);
        let tipo_canal = obj.text("tipoCanal", 1, 50, p);
        let active = obj.default("ativo", p, true);
        let prazo = obj.natural("prazo", p);
        let zeroed = obj.default("enviarMinimoDimensaoZerada", p, false);
        let smaller = obj.default("enviarMinimoDimensaoMenor", p, false);
        let percentual_estoque = obj.integer("percentualEstoque", 0, 100, 100, p);
        let enviar_sku = obj.default("enviarSku", p, true);
        let configuracoes_adicionais = obj.list("configuracoesAdicionais", 100, p);
        Some(Self {
            canal_id: canal_id?,
            nome: name?,
            tipo_canal: tipo_canal?,
            ativo: active?,
            prazo: prazo?,
            enviar_minimo_dimensao_zerada: zeroed?,
            enviar_minimo_dimensao_menor: smaller?,
            percentual_estoque: percentual_estoque?,
            enviar_sku: enviar_sku?,
            configuracoes_adicionais: configuracoes_adicionais?,
        })
    }
}

/// Reserved: the route of the channel types would shadow a channel with this identifier.
fn reserved(id: &CanalId) -> bool {
    ["tipo_canal", "tipocanal"].iter().any(|name| name.eq_ignore_ascii_case(id.as_str()))
}

impl FromJson for ValorConfiguracao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let code = obj.text("codigo", 1, 100, p);
        let value = obj.text("valor", 0, 4000, p);
        Some(Self { codigo: code?, valor: value? })
    }
}
