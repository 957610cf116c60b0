//! Builds a record and its parts from a SKU.

use std::iter;

use super::parts::*;
use super::single::*;
use super::source::{Extras, Source, in_32};
use crate::estoque::{CENTRO_PADRAO, Centro};
use crate::loja_config::{Perfil, RecordStyle};
use crate::values::dates::DateStyle;
use crate::values::search_text::fold;

/// Number of the store's own price list; those of channels begin at 1.
pub const OWN_PRICE_LIST: i32 = 0;

/// Its name.
pub const NAME_OF_OWN_PRICE_LIST: &str = "Loja";

/// The number of the kind of text that says what a product is.
const DESCRICAO: i32 = 1;

/// Prices are per unit.
const FACTOR: i32 = 1;

impl Source {
    /// The record.
    pub fn produto<'a>(&'a self, extras: Extras<'a>, style: RecordStyle) -> Produto<'a> {
        let sku = &self.sku;
        let fields = extras.campos;
        let RecordStyle { dates: style, perfil } = style;
        let kept = &self.cadastro;
        Produto {
            produto_variante_id: self.variante,
            produto_id: self.produto,
            parent_id: self.produto,
            id_pai_externo: filled(&sku.parent_id),
            id_vinculo_externo: kept.id_vinculo_externo.as_deref().and_then(filled),
            sku: sku.sku.as_str(),
            nome: &sku.nome,
            nome_produto_pai: kept.nome_produto_pai.as_deref().and_then(filled).unwrap_or(&sku.nome),
            url_produto: &sku.url_origem,
            exibir_matriz_atributos: kept.exibir_matriz_atributos.unwrap_or_default(),
            contra_proposta: kept.contra_proposta.unwrap_or(false),
            fabricante: &sku.marca,
            autor: self.atributo("autor"),
            editora: self.atributo("editora"),
            colecao: self.atributo("colecao"),
            genero: self.atributo("genero"),
            preco_custo: self.preco_custo,
            preco_de: sku.preco_de,
            preco_por: sku.preco_por,
            fator_multiplicador_preco: FACTOR,
            prazo_entrega: sku.prazo_despacho,
            valido: sku.ativo,
            exibir_site: kept.exibir_site.unwrap_or(sku.ativo),
            frete_gratis: kept.frete_gratis.unwrap_or(FreteGratis::Neutro),
            troca_gratis: kept.troca_gratis.unwrap_or(false),
            peso: sku.peso,
            altura: sku.altura,
            comprimento: sku.comprimento,
            largura: sku.largura,
            garantia: kept.garantia.unwrap_or(0),
            is_televendas: kept.is_televendas.unwrap_or(false),
            ean: filled(&sku.gtin),
            localizacao_estoque: kept.localizacao_estoque.as_deref().and_then(filled),
            quantidade_maxima_compra_unidade: kept.quantidade_maxima_compra_unidade.unwrap_or(0),
            quantidade_minima_compra_unidade: kept.quantidade_minima_compra_unidade.unwrap_or(1),
            condicao: kept.condicao.unwrap_or(Condicao::Novo),
            data_criacao: style.date(self.criado_em),
            data_atualizacao: style.date(self.alterado_em),
            url_video: kept.url_video.as_deref().and_then(filled),
            spot: kept.spot.unwrap_or(true),
            pagina_produto: kept.pagina_produto.unwrap_or(true),
            marketplace: kept.marketplace.unwrap_or(true),
            somente_parceiros: kept.somente_parceiros.unwrap_or(false),
            reseller: None,
            buy_box: kept.buy_box.unwrap_or(false),
            consumo: kept.consumo.unwrap_or_default(),
            prazo_validade: kept.prazo_validade.unwrap_or(0),
            url_imagem: sku.imagens.first().map(String::as_str),
            lista_atacado: addition(perfil, fields.atacado, || {
                extras.atacados.iter().map(Atacado::in_produto).collect()
            }),
            estoque: addition(perfil, fields.estoque, || self.estoques()),
            atributos: addition(perfil, fields.atributo, || self.atributos()),
            informacoes: addition(perfil, fields.informacao, || self.in_record()),
            tabelas_preco: addition(perfil, fields.tabela_preco, || self.price_lists(extras.tables)),
        }
    }

    /// The value of an attribute whose name, folded, is this.
    fn atributo(&self, name: &str) -> Option<&str> {
        let found = self.sku.atributos.iter().find(|a| fold(&a.nome) == name)?;
        filled(&found.valor)
    }

    fn atributos(&self) -> Vec<AtributoProduto<'_>> {
        let atributos = self.sku.atributos.iter().map(|a| AtributoProduto {
            tipo_atributo: TipoAtributo::Selecao,
            is_filtro: false,
            nome: &a.nome,
            valor: &a.valor,
            exibir: true,
        });
        atributos.collect()
    }

    /// Stock by distribution centre.
    fn estoques(&self) -> Vec<EstoqueProduto> {
        let in_centre = |centro, stock, promised| EstoqueProduto {
            estoque_fisico: stock,
            estoque_reservado: promised,
            centro_distribuicao_id: centro,
            alerta_estoque: self.alerta_estoque,
        };
        let main = in_centre(CENTRO_PADRAO, self.sku.estoque, self.promised());
        let others =
            self.centros.iter().map(|one| in_centre(one.centro_id, one.estoque, in_32(one.reservado)));
        iter::once(main).chain(others).collect()
    }

    /// Descriptions: the SKU's, if it has one.
    pub fn informacoes(&self) -> Vec<InformacaoProduto<'_>> {
        let texto = filled(&self.sku.descricao).map(|texto| InformacaoProduto {
            informacao_id: self.variante,
            titulo: "Descrição",
            texto,
            tipo_informacao: DESCRICAO,
            exibir_site: true,
        });
        texto.into_iter().collect()
    }

    /// The same inside the record.
    fn in_record(&self) -> Vec<InformacaoNoProduto<'_>> {
        fn in_record(of: InformacaoProduto<'_>) -> InformacaoNoProduto<'_> {
            InformacaoNoProduto {
                informacao_id: of.informacao_id,
                titulo: of.titulo,
                texto: of.texto,
                tipo_informacao: "Informacoes",
                exibir_site: of.exibir_site,
            }
        }
        self.informacoes().into_iter().map(in_record).collect()
    }

    /// Stock, added up and by distribution centre.
    pub fn estoque(&self, centros: &[Centro]) -> EstoqueTotal {
        let (estoque_fisico, estoque_reservado) = self.total();
        let name = |id| centros.iter().find(|one| one.centro_id == id).map(|one| one.dados.nome.clone());
        let in_centre = |one: EstoqueProduto| EstoqueCentro {
            centro_distribuicao_id: one.centro_distribuicao_id,
            nome: name(one.centro_distribuicao_id).unwrap_or_default(),
            estoque_fisico: one.estoque_fisico,
            estoque_reservado: one.estoque_reservado,
        };
        let list_produto_variante_centro_distribuicao_estoque =
            self.estoques().into_iter().map(in_centre).collect();
        EstoqueTotal { estoque_fisico, estoque_reservado, list_produto_variante_centro_distribuicao_estoque }
    }

    /// The general price.
    pub fn preco(&self) -> PrecoProduto {
        PrecoProduto {
            preco_de: self.sku.preco_de,
            preco_por: self.sku.preco_por,
            fator_multiplicador_preco: FACTOR,
        }
    }

    /// The store's own price list, then those of channels: programs take the first for the store's price.
    fn price_lists(&self, tables: &[TabelaPreco]) -> Vec<TabelaPreco> {
        let own = TabelaPreco {
            tabela_preco_id: OWN_PRICE_LIST,
            nome: NAME_OF_OWN_PRICE_LIST.to_owned(),
            preco_de: self.sku.preco_de,
            preco_por: self.sku.preco_por,
        };
        std::iter::once(own).chain(tables.iter().cloned()).collect()
    }

    /// Every price.
    pub fn precos(&self, tables: &[TabelaPreco]) -> PrecosProduto<'_> {
        let of_list = |TabelaPreco { tabela_preco_id, nome, preco_de, preco_por }| PrecoTabelaPreco {
            produto_variante_id: self.variante,
            tabela_preco_id,
            nome,
            preco_de,
            preco_por,
        };
        PrecosProduto {
            produto_variante_id: self.variante,
            sku: self.sku.sku.as_str(),
            preco_custo: self.preco_custo,
            preco_de: self.sku.preco_de,
            preco_por: self.sku.preco_por,
            fator_multiplicador_preco: FACTOR,
            precos_tabela_preco: self.price_lists(tables).into_iter().map(of_list).collect(),
        }
    }

    /// Images, in order.
    pub fn imagens(&self) -> Vec<ImagemProduto<'_>> {
        let numbers = self.image_numbers().into_iter().zip(1..);
        let imagens = self.sku.imagens.iter().zip(numbers).map(|(url, (id_imagem, ordem))| ImagemProduto {
            id_imagem,
            nome_arquivo: file_name(url),
            url,
            ordem,
            estampa: false,
            exibir_miniatura: true,
        });
        imagens.collect()
    }

    /// What its changes are told with.
    pub fn alteracao(&self, tables: &[TabelaPreco], style: DateStyle) -> AlteracaoProduto<'_> {
        AlteracaoProduto {
            produto_variante_id: self.variante,
            produto_id: self.produto,
            id_pai_externo: filled(&self.sku.parent_id),
            sku: self.sku.sku.as_str(),
            preco_custo: self.preco_custo,
            preco_de: self.sku.preco_de,
            preco_por: self.sku.preco_por,
            fator_multiplicador_preco: FACTOR,
            prazo_entrega: self.sku.prazo_despacho,
            valido: self.sku.ativo,
            exibir_site: self.sku.ativo,
            disponivel: self.disponivel(),
            data_atualizacao: style.date(self.alterado_em),
            estoque: self.estoques(),
            tabelas_preco: self.price_lists(tables),
        }
    }
}

impl Atacado {
    fn in_produto(&self) -> AtacadoProduto {
        AtacadoProduto { preco_por: self.preco_atacado, quantidade: self.quantidade }
    }
}

impl CentroDistribuicao {
    /// A distribution centre. The one that every store has shows the postal code that the operator has set
    /// for the store.
    pub fn new(centro: &Centro, cep: &str) -> Self {
        let padrao = centro.centro_id == CENTRO_PADRAO;
        let cep = if padrao { cep.parse().unwrap_or_default() } else { 0 };
        Self { id: centro.centro_id, nome: centro.dados.nome.clone(), cep, padrao }
    }
}

/// An addition to a record. Programs in the field index into lists that they have not asked for.
fn addition<T>(perfil: Perfil, asked: bool, list: impl FnOnce() -> Vec<T>) -> Option<Vec<T>> {
    match (asked, perfil) {
        (true, _) => Some(list()),
        (false, Perfil::Compativel) => Some(Vec::new()),
        (false, Perfil::Documento) => None,
    }
}

fn file_name(url: &str) -> &str {
    let without_parameters = url.split(['?', '#']).next().unwrap_or(url);
    without_parameters.rsplit('/').next().unwrap_or(without_parameters)
}

fn filled(texto: &str) -> Option<&str> {
    (!texto.is_empty()).then_some(texto)
}
