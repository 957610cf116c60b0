//! The rules of an offer: each is a pure function from its inputs to a value and its reason.

use std::borrow::Cow;

use super::offer::{CodigoImpedimento, Impedimento, Motivo, Oferta, OfertaInput, RegraOferta};
use crate::estoque::{Limite, Limites};
use crate::sku_canal::Preco;
use crate::values::money::Dinheiro;

impl Oferta {
    /// Computes an offer.
    pub fn compute(data: &OfertaInput<'_>) -> Self {
        let OfertaInput { canal, tipo, sku, .. } = data;
        let mut c = Calculation { motivos: Vec::with_capacity(10), impedimentos: Vec::new() };
        let codigo = c.code(data);
        let estoque = c.estoque(data);
        let preco = c.preco(data);
        let ativo = c.active(data);
        let min = tipo.dimensoes_minimas;
        let largura = c.dimensao(data, &LARGURA, sku.largura, min.largura);
        let altura = c.dimensao(data, &ALTURA, sku.altura, min.altura);
        let comprimento = c.dimensao(data, &COMPRIMENTO, sku.comprimento, min.comprimento);
        let peso = c.dimensao(data, &PESO, sku.peso, min.peso);
        let prazo = c.prazo(data);
        c.motivo("grupo", RegraOferta::GrupoDoSku, "É o parentId do SKU.");
        Self {
            sku: sku.sku.clone(),
            canal_id: canal.canal_id.clone(),
            codigo,
            estoque,
            preco,
            ativo,
            largura,
            altura,
            comprimento,
            peso,
            prazo,
            grupo: sku.parent_id.clone(),
            motivos: c.motivos,
            publicavel: c.impedimentos.is_empty(),
            impedimentos: c.impedimentos,
            data_alteracao: data.alterado_em,
        }
    }
}

/// How a dimension is spoken of.
struct Measure {
    campo: &'static str,
    nome: &'static str,
    unit: &'static str,
}

const LARGURA: Measure = Measure { campo: "largura", nome: "A largura", unit: "cm" };
const ALTURA: Measure = Measure { campo: "altura", nome: "A altura", unit: "cm" };
const COMPRIMENTO: Measure = Measure { campo: "comprimento", nome: "O comprimento", unit: "cm" };
const PESO: Measure = Measure { campo: "peso", nome: "O peso", unit: "g" };

/// The reasons as they are gathered.
struct Calculation {
    motivos: Vec<Motivo>,
    impedimentos: Vec<Impedimento>,
}

impl Calculation {
    fn motivo(&mut self, campo: &'static str, regra: RegraOferta, message: impl Into<Cow<'static, str>>) {
        self.motivos.push(Motivo { campo, regra, mensagem: message.into() });
    }

    fn impedimento(
        &mut self,
        codigo: CodigoImpedimento,
        campo: &'static str,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.impedimentos.push(Impedimento { codigo, mensagem: message.into(), campo });
    }

    fn code(&mut self, data: &OfertaInput<'_>) -> String {
        if data.canal.enviar_sku {
            self.motivo("codigo", RegraOferta::CodigoDoSku, "O canal recebe o código do próprio SKU.");
            data.sku.sku.as_str().to_owned()
        } else {
            self.motivo("codigo", RegraOferta::CodigoInterno, "O canal recebe um código interno do serviço.");
            data.codigo_interno.to_owned()
        }
    }

    fn estoque(&mut self, data: &OfertaInput<'_>) -> i32 {
        let limites = Limites {
            on_hand: data.sku.estoque,
            reserved: data.sku.reservado,
            fixed: data.sku_canal.and_then(|s| s.estoque),
            controlled: data.sku.controlled,
            percent: data.canal.percentual_estoque,
            canal: data.limits,
        };
        let shown = limites.shown();
        let available = available(&limites, shown.available);
        let (regra, message): (_, Cow<'static, str>) = match shown.by {
            Limite::Fixed => {
                (RegraOferta::EstoqueDoCanal, "É o estoque definido para o SKU no canal.".into())
            }
            Limite::Percent => (
                RegraOferta::PercentualDoEstoque,
                format!("É {}% {} ({available}).", limites.percent, data.sku.place.name()).into(),
            ),
            Limite::Available => (
                RegraOferta::EstoqueDisponivel,
                format!("O estoque definido para o SKU no canal passa do disponível ({available}).").into(),
            ),
            Limite::Ceiling => (
                RegraOferta::EstoqueMaximo,
                format!("É o máximo que o canal mostra; disponível: {available}.").into(),
            ),
        };
        self.motivo("estoque", regra, message);
        shown.units
    }

    fn preco(&mut self, data: &OfertaInput<'_>) -> Preco {
        let preco = match data.sku_canal.and_then(|s| s.preco) {
            Some(preco) => {
                self.motivo("preco", RegraOferta::PrecoDoCanal, "É o preço definido para o SKU no canal.");
                preco
            }
            None => {
                self.motivo("preco", RegraOferta::PrecoDoSku, "É o preço do SKU.");
                Preco { preco_de: data.sku.preco_de, preco_por: data.sku.preco_por }
            }
        };
        if preco.preco_por <= Dinheiro::ZERO {
            self.impedimento(CodigoImpedimento::SemPreco, "preco", "O preço de venda (precoPor) é zero.");
        }
        preco
    }

    fn active(&mut self, data: &OfertaInput<'_>) -> bool {
        use CodigoImpedimento::{CanalInativo, SkuCanalInativo, SkuInativo, UsuarioInativo};
        let required = [
            (data.usuario_active, UsuarioInativo, "O usuário está inativo."),
            (data.canal.ativo, CanalInativo, "O canal está inativo."),
            (data.sku.ativo, SkuInativo, "O SKU está inativo."),
            (data.sku_canal.is_none_or(|s| s.ativo), SkuCanalInativo, "O SKU está inativo no canal."),
        ];
        let mut inactive = Vec::new();
        for (_, codigo, message) in required.into_iter().filter(|(ativo, ..)| !ativo) {
            self.impedimento(codigo, "ativo", message);
            inactive.push(message);
        }
        if inactive.is_empty() {
            self.motivo("ativo", RegraOferta::TudoAtivo, "Usuário, canal e SKU estão ativos.");
        } else {
            self.motivo("ativo", RegraOferta::AlgoInativo, inactive.join(" "));
        }
        inactive.is_empty()
    }

    fn dimensao(&mut self, data: &OfertaInput<'_>, measure: &Measure, registered: i32, min: i32) -> i32 {
        let Measure { campo, nome, unit } = *measure;
        let zeroed = registered <= 0;
        if zeroed && data.canal.enviar_minimo_dimensao_zerada {
            let message = format!("{nome} não tem valor no SKU; vale o mínimo do tipo de canal.");
            self.motivo(campo, RegraOferta::MinimoDimensaoZerada, message);
            return min;
        }
        if registered < min && data.canal.enviar_minimo_dimensao_menor {
            let message = format!("{nome} do SKU ({registered} {unit}) é menor que o mínimo; vale o mínimo.");
            self.motivo(campo, RegraOferta::MinimoDimensaoMenor, message);
            return min;
        }
        self.motivo(campo, RegraOferta::DimensaoDoSku, format!("{nome} é o valor do SKU."));
        if registered < min {
            self.impedimento(
                CodigoImpedimento::DimensaoAbaixoDoMinimo,
                campo,
                format!(
                    "{nome} ({registered} {unit}) está abaixo do mínimo do tipo de canal ({min} {unit})."
                ),
            );
        }
        registered
    }

    fn prazo(&mut self, data: &OfertaInput<'_>) -> i32 {
        let (canal, sku) = (data.canal.prazo, data.sku.prazo_despacho);
        let message = format!("É a soma dos dias do canal ({canal}) e do SKU ({sku}).");
        self.motivo("prazo", RegraOferta::SomaDosPrazos, message);
        canal.saturating_add(sku)
    }
}

/// What is available, and out of what: `10`, or `10 − 2 reservados − 3 de segurança = 5`.
fn available(limites: &Limites, available: i64) -> String {
    let buffer = limites.canal.estoque_seguranca.unwrap_or(0);
    if limites.reserved == 0 && buffer == 0 {
        return limites.on_hand.to_string();
    }
    let mut text = limites.on_hand.to_string();
    for (units, what) in [(limites.reserved, "reservados"), (buffer.into(), "de segurança")] {
        if units != 0 {
            text.push_str(&format!(" − {units} {what}"));
        }
    }
    format!("{text} = {available}")
}
