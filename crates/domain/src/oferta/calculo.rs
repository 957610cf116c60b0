//! The rules of an offer: each is a pure function from its inputs to a value and its reason.

use std::borrow::Cow;

use super::offer::{CodigoImpedimento, DadosOferta, Impedimento, Motivo, Oferta, RegraOferta};
use crate::sku_canal::Preco;
use crate::values::money::Dinheiro;

impl Oferta {
    /// Computes an offer.
    pub fn calcular(dados: &DadosOferta<'_>) -> Self {
        let DadosOferta { canal, tipo, sku, .. } = dados;
        let mut c = Calculo { motivos: Vec::with_capacity(10), impedimentos: Vec::new() };
        let codigo = c.codigo(dados);
        let estoque = c.estoque(dados);
        let preco = c.preco(dados);
        let ativo = c.ativo(dados);
        let minimas = tipo.dimensoes_minimas;
        let largura = c.dimensao(dados, &LARGURA, sku.largura, minimas.largura);
        let altura = c.dimensao(dados, &ALTURA, sku.altura, minimas.altura);
        let comprimento = c.dimensao(dados, &COMPRIMENTO, sku.comprimento, minimas.comprimento);
        let peso = c.dimensao(dados, &PESO, sku.peso, minimas.peso);
        let prazo = c.prazo(dados);
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
            data_alteracao: dados.alterado_em,
        }
    }
}

/// How a dimension is spoken of.
struct Medida {
    campo: &'static str,
    nome: &'static str,
    unidade: &'static str,
}

const LARGURA: Medida = Medida { campo: "largura", nome: "A largura", unidade: "cm" };
const ALTURA: Medida = Medida { campo: "altura", nome: "A altura", unidade: "cm" };
const COMPRIMENTO: Medida = Medida { campo: "comprimento", nome: "O comprimento", unidade: "cm" };
const PESO: Medida = Medida { campo: "peso", nome: "O peso", unidade: "g" };

/// The reasons as they are gathered.
struct Calculo {
    motivos: Vec<Motivo>,
    impedimentos: Vec<Impedimento>,
}

impl Calculo {
    fn motivo(&mut self, campo: &'static str, regra: RegraOferta, mensagem: impl Into<Cow<'static, str>>) {
        self.motivos.push(Motivo { campo, regra, mensagem: mensagem.into() });
    }

    fn impedimento(&mut self, codigo: CodigoImpedimento, mensagem: impl Into<Cow<'static, str>>) {
        self.impedimentos.push(Impedimento { codigo, mensagem: mensagem.into() });
    }

    fn codigo(&mut self, dados: &DadosOferta<'_>) -> String {
        if dados.canal.enviar_sku {
            self.motivo("codigo", RegraOferta::CodigoDoSku, "O canal recebe o código do próprio SKU.");
            dados.sku.sku.as_str().to_owned()
        } else {
            self.motivo("codigo", RegraOferta::CodigoInterno, "O canal recebe um código interno do serviço.");
            dados.codigo_interno.to_owned()
        }
    }

    fn estoque(&mut self, dados: &DadosOferta<'_>) -> i32 {
        if let Some(estoque) = dados.sku_canal.and_then(|s| s.estoque) {
            self.motivo("estoque", RegraOferta::EstoqueDoCanal, "É o estoque definido para o SKU no canal.");
            return estoque.max(0);
        }
        let percentual = dados.canal.percentual_estoque;
        self.motivo(
            "estoque",
            RegraOferta::PercentualDoEstoque,
            format!("É {percentual}% do estoque do SKU ({}).", dados.sku.estoque),
        );
        parcela(dados.sku.estoque, percentual)
    }

    fn preco(&mut self, dados: &DadosOferta<'_>) -> Preco {
        let preco = match dados.sku_canal.and_then(|s| s.preco) {
            Some(preco) => {
                self.motivo("preco", RegraOferta::PrecoDoCanal, "É o preço definido para o SKU no canal.");
                preco
            }
            None => {
                self.motivo("preco", RegraOferta::PrecoDoSku, "É o preço do SKU.");
                Preco { preco_de: dados.sku.preco_de, preco_por: dados.sku.preco_por }
            }
        };
        if preco.preco_por <= Dinheiro::ZERO {
            self.impedimento(CodigoImpedimento::SemPreco, "O preço de venda (precoPor) é zero.");
        }
        preco
    }

    fn ativo(&mut self, dados: &DadosOferta<'_>) -> bool {
        use CodigoImpedimento::{CanalInativo, SkuCanalInativo, SkuInativo, UsuarioInativo};
        let exigidos = [
            (dados.usuario_ativo, UsuarioInativo, "O usuário está inativo."),
            (dados.canal.ativo, CanalInativo, "O canal está inativo."),
            (dados.sku.ativo, SkuInativo, "O SKU está inativo."),
            (dados.sku_canal.is_none_or(|s| s.ativo), SkuCanalInativo, "O SKU está inativo no canal."),
        ];
        let ativo = exigidos.iter().all(|(ativo, ..)| *ativo);
        for (_, codigo, mensagem) in exigidos.into_iter().filter(|(ativo, ..)| !ativo) {
            self.impedimento(codigo, mensagem);
        }
        if ativo {
            self.motivo("ativo", RegraOferta::TudoAtivo, "Usuário, canal e SKU estão ativos.");
        } else {
            self.motivo("ativo", RegraOferta::AlgoInativo, "O usuário, o canal ou o SKU está inativo.");
        }
        ativo
    }

    fn dimensao(&mut self, dados: &DadosOferta<'_>, medida: &Medida, registrada: i32, minima: i32) -> i32 {
        let Medida { campo, nome, unidade } = *medida;
        let zerada = registrada <= 0;
        if zerada && dados.canal.enviar_minimo_dimensao_zerada {
            let mensagem = format!("{nome} não tem valor no SKU; vale o mínimo do tipo de canal.");
            self.motivo(campo, RegraOferta::MinimoDimensaoZerada, mensagem);
            return minima;
        }
        if registrada < minima && dados.canal.enviar_minimo_dimensao_menor {
            let mensagem =
                format!("{nome} do SKU ({registrada} {unidade}) é menor que o mínimo; vale o mínimo.");
            self.motivo(campo, RegraOferta::MinimoDimensaoMenor, mensagem);
            return minima;
        }
        self.motivo(campo, RegraOferta::DimensaoDoSku, format!("{nome} é o valor do SKU."));
        if registrada < minima {
            self.impedimento(
                CodigoImpedimento::DimensaoAbaixoDoMinimo,
                format!("{nome} ({registrada} {unidade}) está abaixo do mínimo do tipo de canal ({minima} {unidade})."),
            );
        }
        registrada
    }

    fn prazo(&mut self, dados: &DadosOferta<'_>) -> i32 {
        let (canal, sku) = (dados.canal.prazo, dados.sku.prazo_despacho);
        let mensagem = format!("É a soma dos dias do canal ({canal}) e do SKU ({sku}).");
        self.motivo("prazo", RegraOferta::SomaDosPrazos, mensagem);
        canal.saturating_add(sku)
    }
}

/// The whole units in a percentage of the stock; never negative, never more than the stock.
fn parcela(estoque: i32, percentual: i32) -> i32 {
    let parte = i64::from(estoque.max(0)) * i64::from(percentual.clamp(0, 100)) / 100;
    i32::try_from(parte).unwrap_or(i32::MAX)
}
