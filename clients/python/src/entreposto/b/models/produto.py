from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.condicao import Condicao
from ..models.exibir_matriz import ExibirMatriz
from ..models.frete_gratis import FreteGratis
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.atacado_produto import AtacadoProduto
    from ..models.atributo_produto import AtributoProduto
    from ..models.consumo import Consumo
    from ..models.estoque_produto import EstoqueProduto
    from ..models.informacao_produto import InformacaoProduto
    from ..models.tabela_preco import TabelaPreco


T = TypeVar("T", bound="Produto")


@_attrs_define
class Produto:
    """Um produto. As cinco listas do fim só vêm quando `camposAdicionais` as pede; no perfil `compativel` vêm vazias
    quando não.

        Attributes:
            altura (int): Altura, em centímetros.
            autor (None | str): O valor do atributo `Autor`, sem distinção de maiúsculas e acentos no nome; nulo sem ele.
            buy_box (bool): Participa da escolha entre vendedores; falso onde a loja nada disse.
            colecao (None | str): O valor do atributo `Coleção`; nulo sem ele.
            comprimento (int): Comprimento, em centímetros.
            condicao (Condicao): O estado em que um produto é vendido.
            consumo (Consumo): Quanto um produto dura para quem o compra.
            contra_proposta (bool): O preço pode ser negociado; falso onde a loja nada disse.
            data_atualizacao (str): Quando algo dele mudou pela última vez, também estoque e preços.
            data_criacao (str): Quando foi criado.
            ean (None | str): GTIN; nulo sem um.
            editora (None | str): O valor do atributo `Editora`; nulo sem ele.
            exibir_matriz_atributos (ExibirMatriz): Como a matriz de atributos é mostrada.
            exibir_site (bool): Aparece no site: como a loja disse, do contrário sempre que está ativo.
            fabricante (str): Marca; vazio quando não tem.
            fator_multiplicador_preco (int): Sempre 1: os preços são por unidade.
            frete_gratis (FreteGratis): Se o frete é grátis.
            garantia (int): Meses de garantia; 0 onde a loja nada disse.
            genero (None | str): O valor do atributo `Gênero`; nulo sem ele.
            id_pai_externo (None | str): O identificador do grupo no sistema de quem chama; nulo sem grupo.
            id_vinculo_externo (None | str): Outro identificador no sistema de quem chama; nulo sem um.
            is_televendas (bool): É vendido por telefone; falso onde a loja nada disse.
            largura (int): Largura, em centímetros.
            localizacao_estoque (None | str): Seu lugar no depósito; nulo onde a loja nada disse.
            marketplace (bool): É para marketplaces; verdadeiro onde a loja nada disse. Ofertas não o seguem.
            nome (str): Nome.
            nome_produto_pai (str): O nome do grupo; o do próprio SKU onde a loja nada disse.
            pagina_produto (bool): Tem página própria; verdadeiro onde a loja nada disse.
            parent_id (int): O número do grupo do SKU, como `produtoId`.
            peso (int): Peso, em gramas.
            prazo_entrega (int): Dias a mais para despachar.
            prazo_validade (int): Dias até estragar; 0 onde a loja nada disse.
            preco_custo (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
            preco_de (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
            preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
            produto_id (int): O número do grupo do SKU; o do SKU quando está só.
            produto_variante_id (int): O número do SKU; nunca muda.
            quantidade_maxima_compra_unidade (int): A maior quantidade de uma compra; 0 = sem limite.
            quantidade_minima_compra_unidade (int): A menor quantidade de uma compra; 1 onde a loja nada disse.
            reseller (bool | None): Sempre nulo: não se sabe de um produto só.
            sku (str): O código do SKU.
            somente_parceiros (bool): Só para parceiros; falso onde a loja nada disse.
            spot (bool): Aparece em listas; verdadeiro onde a loja nada disse.
            troca_gratis (bool): A troca é grátis; falso onde a loja nada disse.
            url_imagem (None | str): A primeira imagem; nulo sem uma.
            url_produto (str): Endereço na loja; vazio quando não tem.
            url_video (None | str): Endereço de um vídeo; nulo sem um.
            valido (bool): O SKU está ativo.
            atributos (list[AtributoProduto] | Unset): Atributos.
            estoque (list[EstoqueProduto] | Unset): O estoque, por centro de distribuição.
            informacoes (list[InformacaoProduto] | Unset): Descrições.
            lista_atacado (list[AtacadoProduto] | Unset): Preços de atacado, por quantidade.
            tabelas_preco (list[TabelaPreco] | Unset): A tabela da própria loja e depois os canais em que tem preço próprio.
    """

    altura: int
    autor: None | str
    buy_box: bool
    colecao: None | str
    comprimento: int
    condicao: Condicao
    consumo: Consumo
    contra_proposta: bool
    data_atualizacao: str
    data_criacao: str
    ean: None | str
    editora: None | str
    exibir_matriz_atributos: ExibirMatriz
    exibir_site: bool
    fabricante: str
    fator_multiplicador_preco: int
    frete_gratis: FreteGratis
    garantia: int
    genero: None | str
    id_pai_externo: None | str
    id_vinculo_externo: None | str
    is_televendas: bool
    largura: int
    localizacao_estoque: None | str
    marketplace: bool
    nome: str
    nome_produto_pai: str
    pagina_produto: bool
    parent_id: int
    peso: int
    prazo_entrega: int
    prazo_validade: int
    preco_custo: float
    preco_de: float
    preco_por: float
    produto_id: int
    produto_variante_id: int
    quantidade_maxima_compra_unidade: int
    quantidade_minima_compra_unidade: int
    reseller: bool | None
    sku: str
    somente_parceiros: bool
    spot: bool
    troca_gratis: bool
    url_imagem: None | str
    url_produto: str
    url_video: None | str
    valido: bool
    atributos: list[AtributoProduto] | Unset = UNSET
    estoque: list[EstoqueProduto] | Unset = UNSET
    informacoes: list[InformacaoProduto] | Unset = UNSET
    lista_atacado: list[AtacadoProduto] | Unset = UNSET
    tabelas_preco: list[TabelaPreco] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        altura = self.altura

        autor: None | str
        autor = self.autor

        buy_box = self.buy_box

        colecao: None | str
        colecao = self.colecao

        comprimento = self.comprimento

        condicao = self.condicao.value

        consumo = self.consumo.to_dict()

        contra_proposta = self.contra_proposta

        data_atualizacao = self.data_atualizacao

        data_criacao = self.data_criacao

        ean: None | str
        ean = self.ean

        editora: None | str
        editora = self.editora

        exibir_matriz_atributos = self.exibir_matriz_atributos.value

        exibir_site = self.exibir_site

        fabricante = self.fabricante

        fator_multiplicador_preco = self.fator_multiplicador_preco

        frete_gratis = self.frete_gratis.value

        garantia = self.garantia

        genero: None | str
        genero = self.genero

        id_pai_externo: None | str
        id_pai_externo = self.id_pai_externo

        id_vinculo_externo: None | str
        id_vinculo_externo = self.id_vinculo_externo

        is_televendas = self.is_televendas

        largura = self.largura

        localizacao_estoque: None | str
        localizacao_estoque = self.localizacao_estoque

        marketplace = self.marketplace

        nome = self.nome

        nome_produto_pai = self.nome_produto_pai

        pagina_produto = self.pagina_produto

        parent_id = self.parent_id

        peso = self.peso

        prazo_entrega = self.prazo_entrega

        prazo_validade = self.prazo_validade

        preco_custo = self.preco_custo

        preco_de = self.preco_de

        preco_por = self.preco_por

        produto_id = self.produto_id

        produto_variante_id = self.produto_variante_id

        quantidade_maxima_compra_unidade = self.quantidade_maxima_compra_unidade

        quantidade_minima_compra_unidade = self.quantidade_minima_compra_unidade

        reseller: bool | None
        reseller = self.reseller

        sku = self.sku

        somente_parceiros = self.somente_parceiros

        spot = self.spot

        troca_gratis = self.troca_gratis

        url_imagem: None | str
        url_imagem = self.url_imagem

        url_produto = self.url_produto

        url_video: None | str
        url_video = self.url_video

        valido = self.valido

        atributos: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.atributos, Unset):
            atributos = []
            for atributos_item_data in self.atributos:
                atributos_item = atributos_item_data.to_dict()
                atributos.append(atributos_item)

        estoque: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.estoque, Unset):
            estoque = []
            for estoque_item_data in self.estoque:
                estoque_item = estoque_item_data.to_dict()
                estoque.append(estoque_item)

        informacoes: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.informacoes, Unset):
            informacoes = []
            for informacoes_item_data in self.informacoes:
                informacoes_item = informacoes_item_data.to_dict()
                informacoes.append(informacoes_item)

        lista_atacado: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.lista_atacado, Unset):
            lista_atacado = []
            for lista_atacado_item_data in self.lista_atacado:
                lista_atacado_item = lista_atacado_item_data.to_dict()
                lista_atacado.append(lista_atacado_item)

        tabelas_preco: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.tabelas_preco, Unset):
            tabelas_preco = []
            for tabelas_preco_item_data in self.tabelas_preco:
                tabelas_preco_item = tabelas_preco_item_data.to_dict()
                tabelas_preco.append(tabelas_preco_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "altura": altura,
                "autor": autor,
                "buyBox": buy_box,
                "colecao": colecao,
                "comprimento": comprimento,
                "condicao": condicao,
                "consumo": consumo,
                "contraProposta": contra_proposta,
                "dataAtualizacao": data_atualizacao,
                "dataCriacao": data_criacao,
                "ean": ean,
                "editora": editora,
                "exibirMatrizAtributos": exibir_matriz_atributos,
                "exibirSite": exibir_site,
                "fabricante": fabricante,
                "fatorMultiplicadorPreco": fator_multiplicador_preco,
                "freteGratis": frete_gratis,
                "garantia": garantia,
                "genero": genero,
                "idPaiExterno": id_pai_externo,
                "idVinculoExterno": id_vinculo_externo,
                "isTelevendas": is_televendas,
                "largura": largura,
                "localizacaoEstoque": localizacao_estoque,
                "marketplace": marketplace,
                "nome": nome,
                "nomeProdutoPai": nome_produto_pai,
                "paginaProduto": pagina_produto,
                "parentId": parent_id,
                "peso": peso,
                "prazoEntrega": prazo_entrega,
                "prazoValidade": prazo_validade,
                "precoCusto": preco_custo,
                "precoDe": preco_de,
                "precoPor": preco_por,
                "produtoId": produto_id,
                "produtoVarianteId": produto_variante_id,
                "quantidadeMaximaCompraUnidade": quantidade_maxima_compra_unidade,
                "quantidadeMinimaCompraUnidade": quantidade_minima_compra_unidade,
                "reseller": reseller,
                "sku": sku,
                "somenteParceiros": somente_parceiros,
                "spot": spot,
                "trocaGratis": troca_gratis,
                "urlImagem": url_imagem,
                "urlProduto": url_produto,
                "urlVideo": url_video,
                "valido": valido,
            }
        )
        if atributos is not UNSET:
            field_dict["atributos"] = atributos
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if informacoes is not UNSET:
            field_dict["informacoes"] = informacoes
        if lista_atacado is not UNSET:
            field_dict["listaAtacado"] = lista_atacado
        if tabelas_preco is not UNSET:
            field_dict["tabelasPreco"] = tabelas_preco

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.atacado_produto import AtacadoProduto
        from ..models.atributo_produto import AtributoProduto
        from ..models.consumo import Consumo
        from ..models.estoque_produto import EstoqueProduto
        from ..models.informacao_produto import InformacaoProduto
        from ..models.tabela_preco import TabelaPreco

        d = dict(src_dict)
        altura = d.pop("altura")

        def _parse_autor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        autor = _parse_autor(d.pop("autor"))

        buy_box = d.pop("buyBox")

        def _parse_colecao(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        colecao = _parse_colecao(d.pop("colecao"))

        comprimento = d.pop("comprimento")

        condicao = Condicao(d.pop("condicao"))

        consumo = Consumo.from_dict(d.pop("consumo"))

        contra_proposta = d.pop("contraProposta")

        data_atualizacao = d.pop("dataAtualizacao")

        data_criacao = d.pop("dataCriacao")

        def _parse_ean(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ean = _parse_ean(d.pop("ean"))

        def _parse_editora(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        editora = _parse_editora(d.pop("editora"))

        exibir_matriz_atributos = ExibirMatriz(d.pop("exibirMatrizAtributos"))

        exibir_site = d.pop("exibirSite")

        fabricante = d.pop("fabricante")

        fator_multiplicador_preco = d.pop("fatorMultiplicadorPreco")

        frete_gratis = FreteGratis(d.pop("freteGratis"))

        garantia = d.pop("garantia")

        def _parse_genero(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        genero = _parse_genero(d.pop("genero"))

        def _parse_id_pai_externo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id_pai_externo = _parse_id_pai_externo(d.pop("idPaiExterno"))

        def _parse_id_vinculo_externo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id_vinculo_externo = _parse_id_vinculo_externo(d.pop("idVinculoExterno"))

        is_televendas = d.pop("isTelevendas")

        largura = d.pop("largura")

        def _parse_localizacao_estoque(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        localizacao_estoque = _parse_localizacao_estoque(d.pop("localizacaoEstoque"))

        marketplace = d.pop("marketplace")

        nome = d.pop("nome")

        nome_produto_pai = d.pop("nomeProdutoPai")

        pagina_produto = d.pop("paginaProduto")

        parent_id = d.pop("parentId")

        peso = d.pop("peso")

        prazo_entrega = d.pop("prazoEntrega")

        prazo_validade = d.pop("prazoValidade")

        preco_custo = d.pop("precoCusto")

        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        produto_id = d.pop("produtoId")

        produto_variante_id = d.pop("produtoVarianteId")

        quantidade_maxima_compra_unidade = d.pop("quantidadeMaximaCompraUnidade")

        quantidade_minima_compra_unidade = d.pop("quantidadeMinimaCompraUnidade")

        def _parse_reseller(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        reseller = _parse_reseller(d.pop("reseller"))

        sku = d.pop("sku")

        somente_parceiros = d.pop("somenteParceiros")

        spot = d.pop("spot")

        troca_gratis = d.pop("trocaGratis")

        def _parse_url_imagem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_imagem = _parse_url_imagem(d.pop("urlImagem"))

        url_produto = d.pop("urlProduto")

        def _parse_url_video(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_video = _parse_url_video(d.pop("urlVideo"))

        valido = d.pop("valido")

        _atributos = d.pop("atributos", UNSET)
        atributos: list[AtributoProduto] | Unset = UNSET
        if _atributos is not UNSET:
            atributos = []
            for atributos_item_data in _atributos:
                atributos_item = AtributoProduto.from_dict(atributos_item_data)

                atributos.append(atributos_item)

        _estoque = d.pop("estoque", UNSET)
        estoque: list[EstoqueProduto] | Unset = UNSET
        if _estoque is not UNSET:
            estoque = []
            for estoque_item_data in _estoque:
                estoque_item = EstoqueProduto.from_dict(estoque_item_data)

                estoque.append(estoque_item)

        _informacoes = d.pop("informacoes", UNSET)
        informacoes: list[InformacaoProduto] | Unset = UNSET
        if _informacoes is not UNSET:
            informacoes = []
            for informacoes_item_data in _informacoes:
                informacoes_item = InformacaoProduto.from_dict(informacoes_item_data)

                informacoes.append(informacoes_item)

        _lista_atacado = d.pop("listaAtacado", UNSET)
        lista_atacado: list[AtacadoProduto] | Unset = UNSET
        if _lista_atacado is not UNSET:
            lista_atacado = []
            for lista_atacado_item_data in _lista_atacado:
                lista_atacado_item = AtacadoProduto.from_dict(lista_atacado_item_data)

                lista_atacado.append(lista_atacado_item)

        _tabelas_preco = d.pop("tabelasPreco", UNSET)
        tabelas_preco: list[TabelaPreco] | Unset = UNSET
        if _tabelas_preco is not UNSET:
            tabelas_preco = []
            for tabelas_preco_item_data in _tabelas_preco:
                tabelas_preco_item = TabelaPreco.from_dict(tabelas_preco_item_data)

                tabelas_preco.append(tabelas_preco_item)

        produto = cls(
            altura=altura,
            autor=autor,
            buy_box=buy_box,
            colecao=colecao,
            comprimento=comprimento,
            condicao=condicao,
            consumo=consumo,
            contra_proposta=contra_proposta,
            data_atualizacao=data_atualizacao,
            data_criacao=data_criacao,
            ean=ean,
            editora=editora,
            exibir_matriz_atributos=exibir_matriz_atributos,
            exibir_site=exibir_site,
            fabricante=fabricante,
            fator_multiplicador_preco=fator_multiplicador_preco,
            frete_gratis=frete_gratis,
            garantia=garantia,
            genero=genero,
            id_pai_externo=id_pai_externo,
            id_vinculo_externo=id_vinculo_externo,
            is_televendas=is_televendas,
            largura=largura,
            localizacao_estoque=localizacao_estoque,
            marketplace=marketplace,
            nome=nome,
            nome_produto_pai=nome_produto_pai,
            pagina_produto=pagina_produto,
            parent_id=parent_id,
            peso=peso,
            prazo_entrega=prazo_entrega,
            prazo_validade=prazo_validade,
            preco_custo=preco_custo,
            preco_de=preco_de,
            preco_por=preco_por,
            produto_id=produto_id,
            produto_variante_id=produto_variante_id,
            quantidade_maxima_compra_unidade=quantidade_maxima_compra_unidade,
            quantidade_minima_compra_unidade=quantidade_minima_compra_unidade,
            reseller=reseller,
            sku=sku,
            somente_parceiros=somente_parceiros,
            spot=spot,
            troca_gratis=troca_gratis,
            url_imagem=url_imagem,
            url_produto=url_produto,
            url_video=url_video,
            valido=valido,
            atributos=atributos,
            estoque=estoque,
            informacoes=informacoes,
            lista_atacado=lista_atacado,
            tabelas_preco=tabelas_preco,
        )

        produto.additional_properties = d
        return produto

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
