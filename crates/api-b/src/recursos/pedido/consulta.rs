//! Which orders are wanted: the parameters of the lists, and what the store is asked for.

use domain::interface_b::situacao_pedido::Situacao;
use domain::loja_config::LojaConfig;
use domain::pedido::StatusPedido;
use domain::reading::problems::Problemas;
use domain::values::dates::{Fuso, Instante, LimiteData};
use domain::values::ids::PedidoId;
use http_kit::{FromConsulta, KitError, Leitor};
use store::paging::Faixa;
use store::pedidos::{FiltroRegistros, TipoData};
use utoipa::{IntoParams, ToSchema};

use crate::erro::ErroB;

/// Most numbers in `listaPedidosIds`.
const IDS_MAX: usize = 50;

/// Which date a range applies to.
#[derive(ToSchema)]
#[allow(dead_code, clippy::enum_variant_names, reason = "the field's own words, for the document alone")]
#[schema(default = "DataPedido")]
enum EnumTipoFiltroData {
    DataPedido,
    DataAprovacao,
    DataModificacaoStatus,
    DataStatus,
    DataAlteracao,
    DataCriacao,
}

const TIPOS: [(&str, TipoData); 6] = [
    ("DataPedido", TipoData::Pedido),
    ("DataAprovacao", TipoData::Aprovacao),
    ("DataModificacaoStatus", TipoData::ModificacaoStatus),
    ("DataStatus", TipoData::ModificacaoStatus),
    ("DataAlteracao", TipoData::Alteracao),
    ("DataCriacao", TipoData::Criacao),
];

/// The direction of the list.
#[derive(ToSchema)]
#[allow(dead_code, reason = "for the document alone")]
#[schema(rename_all = "UPPERCASE", default = "DESC")]
enum DirecaoOrdenacao {
    Desc,
    Asc,
}

/// What all lists of orders are asked for.
#[derive(Debug, Clone, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Intervalo {
    /// Start of the range: `yyyy-MM-dd` (the whole day) or a date-time, with or without offset. Not needed
    /// with `listaPedidosIds`.
    #[param(value_type = String, example = "2026-05-01")]
    data_inicial: Option<LimiteData>,
    /// End of the range: `yyyy-MM-dd` (the whole day) or a date-time (that second included). Not needed with
    /// `listaPedidosIds`.
    #[param(value_type = String, example = "2026-05-31")]
    data_final: Option<LimiteData>,
    /// Which date the range applies to and by which the list is ordered; in any case. `DataStatus` is
    /// `DataModificacaoStatus`. By `DataAprovacao`, unpaid orders never match.
    #[param(rename = "enumTipoFiltroData", value_type = Option<EnumTipoFiltroData>, inline)]
    tipo: TipoData,
    /// Latest first, or earliest first; in any case.
    #[param(rename = "direcaoOrdenacao", value_type = Option<DirecaoOrdenacao>, inline)]
    crescente: bool,
    /// Of the buyer with this e-mail, in any case.
    email: Option<String>,
    /// That hold this SKU.
    sku: Option<String>,
    /// True: not cancelled. False: cancelled.
    valido: Option<bool>,
    /// Only these orders, at most 50, separated by commas or with the parameter repeated.
    #[param(rename = "listaPedidosIds", value_type = Option<Vec<i64>>, inline, max_items = 50, style = Form,
        explode = false)]
    ids: Vec<PedidoId>,
}

impl FromConsulta for Intervalo {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let ids = c.lista_de_inteiros("listaPedidosIds");
        if ids.len() > IDS_MAX {
            return c.problema("listaPedidosIds", format_args!("deve ter no máximo {IDS_MAX} itens"));
        }
        let data = |c: &mut Leitor<'_>, nome| {
            if ids.is_empty() {
                c.obrigatorio(nome, |_| Ok::<_, &str>(()))?;
            }
            c.data_limite(nome)
        };
        Some(Self {
            data_inicial: data(c, "dataInicial"),
            data_final: data(c, "dataFinal"),
            tipo: c.uma_de("enumTipoFiltroData", &TIPOS).unwrap_or_default(),
            crescente: c.uma_de("direcaoOrdenacao", &[("DESC", false), ("ASC", true)]).unwrap_or(false),
            email: c.texto("email"),
            sku: c.texto("sku"),
            valido: c.booleano("valido"),
            ids: ids.into_iter().map(PedidoId).collect(),
        })
    }
}

/// Order statuses by their numbers.
#[derive(Debug, Clone, Default, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Situacoes {
    /// In one of these statuses: numbers of `GET /situacoesPedido`, separated by commas or with the parameter
    /// repeated. 3 to 7 mean cancelled; numbers that orders never have here match nothing.
    #[param(rename = "situacoesPedido", value_type = Option<Vec<i32>>, inline, style = Form, explode = false)]
    codigos: Vec<&'static Situacao>,
}

impl FromConsulta for Situacoes {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { codigos: c.lista_com("situacoesPedido", ler_situacao) })
    }
}

/// Payment methods by their numbers.
#[derive(Debug, Clone, Default, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Formas {
    /// Paid by one of these methods: numbers of `GET /formasPagamento`, separated by commas or with the
    /// parameter repeated.
    #[param(rename = "formasPagamento", value_type = Option<Vec<i32>>, inline, style = Form, explode = false)]
    codigos: Vec<i64>,
}

impl FromConsulta for Formas {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { codigos: c.lista_de_inteiros("formasPagamento") })
    }
}

fn ler_situacao(texto: &str) -> Result<&'static Situacao, &'static str> {
    let codigo = texto.parse().map_err(|_| "deve ser um número inteiro")?;
    Situacao::de_codigo(codigo).ok_or("deve ser um código de situação, de 1 a 23")
}

impl Situacoes {
    /// Out of a part of the path.
    pub fn do_caminho(texto: &str) -> Result<Self, ErroB> {
        Ok(Self { codigos: lista_do_caminho("situacoes", texto, ler_situacao)? })
    }
}

impl Formas {
    /// Out of a part of the path.
    pub fn do_caminho(texto: &str) -> Result<Self, ErroB> {
        let ler = |texto: &str| texto.parse().map_err(|_| "deve ser um número inteiro");
        Ok(Self { codigos: lista_do_caminho("formas", texto, ler)? })
    }
}

fn lista_do_caminho<T>(
    nome: &str,
    texto: &str,
    ler: impl Fn(&str) -> Result<T, &'static str>,
) -> Result<Vec<T>, ErroB> {
    let mut problemas = Problemas::new();
    let valores = texto.split(',').map(str::trim).filter(|valor| !valor.is_empty());
    let lidos = valores.filter_map(|valor| ler(valor).map_err(|e| problemas.push(nome, e)).ok()).collect();
    Ok(problemas.or(Some(lidos)).map_err(KitError::Caminho)?)
}

/// All that a list of orders is asked for.
#[derive(Debug, Clone)]
pub struct Pedida {
    /// Dates and further filters.
    pub intervalo: Intervalo,
    /// Statuses; none = any.
    pub situacoes: Situacoes,
    /// Payment methods; none = any.
    pub formas: Formas,
}

impl Pedida {
    /// As the store takes it. `padrao` is the program's time zone.
    pub fn filtro(self, config: &LojaConfig, padrao: Fuso) -> Result<FiltroRegistros, ErroB> {
        let mut problemas = Problemas::new();
        let faixa = self.intervalo.faixa(config.fuso(padrao), &mut problemas);
        let formas = self.formas.da_loja(config, &mut problemas);
        let Intervalo { tipo, crescente, email, sku, valido, ids, .. } = self.intervalo;
        let filtro = FiltroRegistros {
            tipo,
            crescente,
            faixa,
            status: self.situacoes.status(),
            formas,
            ids,
            email,
            sku,
            valido,
        };
        Ok(problemas.or(Some(filtro)).map_err(KitError::Consulta)?)
    }
}

impl Intervalo {
    fn faixa(&self, fuso: Fuso, p: &mut Problemas) -> Faixa {
        let de = self.data_inicial.map(|limite| limite.inicio(fuso));
        let ate = self.data_final.map(|limite| fim_inclusivo(limite, fuso));
        if de.zip(ate).is_some_and(|(de, ate)| de >= ate) {
            p.push("dataInicial", "não pode ser posterior a dataFinal");
        }
        Faixa { de, ate }
    }
}

/// The end of a range whose last instant counts: a day as a whole, or that very second.
fn fim_inclusivo(limite: LimiteData, fuso: Fuso) -> Instante {
    match limite {
        LimiteData::Dia(_) => limite.fim_exclusivo(fuso),
        LimiteData::Ponto(_) | LimiteData::Local(_) => limite.inicio(fuso).truncado().mais_segundos(1),
    }
}

impl Situacoes {
    /// `None`: whatever the status. An empty list: nothing.
    fn status(&self) -> Option<Vec<StatusPedido>> {
        if self.codigos.is_empty() {
            return None;
        }
        let mut status: Vec<StatusPedido> = self.codigos.iter().filter_map(|s| s.status()).collect();
        status.sort_unstable();
        status.dedup();
        Some(status)
    }
}

impl Formas {
    fn da_loja(&self, config: &LojaConfig, p: &mut Problemas) -> Vec<i32> {
        let mut formas = Vec::with_capacity(self.codigos.len());
        for codigo in &self.codigos {
            match i32::try_from(*codigo) {
                Ok(forma) if config.tem_forma(*codigo) => formas.push(forma),
                _ => p.push("formasPagamento", format_args!("{codigo} não é uma forma de pagamento da loja")),
            }
        }
        formas.sort_unstable();
        formas.dedup();
        formas
    }
}
