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
    from ..models.atacado_de_produto import AtacadoDeProduto
    from ..models.atributo_de_produto import AtributoDeProduto
    from ..models.consumo_entrada import ConsumoEntrada
    from ..models.estoque_em_centro import EstoqueEmCentro


T = TypeVar("T", bound="DadosProduto")


@_attrs_define
class DadosProduto:
    """Um produto como o sistema da loja o conta. Em uma alteração, o que falta fica como está, e também o que uma lista
    vazia diria.

        Attributes:
            altura (int | None | Unset): Altura, em centímetros.
            autor (None | str | Unset): Mantido como o atributo `Autor`.
            buy_box (bool | None | Unset): Participa da escolha entre vendedores.
            colecao (None | str | Unset): Mantida como o atributo `Coleção`.
            comprimento (int | None | Unset): Comprimento, em centímetros.
            condicao (Condicao | None | Unset): O estado em que é vendido.
            consumo (ConsumoEntrada | None | Unset): Quanto dura.
            contra_proposta (bool | None | Unset): O preço pode ser negociado.
            ean (None | str | Unset): GTIN com o dígito verificador, `SEM GTIN`, ou vazio.
            editora (None | str | Unset): Mantida como o atributo `Editora`.
            estoque (list[EstoqueEmCentro] | None | Unset): Seu estoque, por centro de distribuição.
            exibir_matriz_atributos (ExibirMatriz | None | Unset): Como a matriz de atributos é mostrada.
            exibir_site (bool | None | Unset): Aparece no site.
            fabricante (None | str | Unset): Marca.
            fator_multiplicador_preco (float | None | Unset): Os preços são por unidade: outro que não 1 não é aceito, o que
                `X-Aviso` diz.
            frete_gratis (FreteGratis | None | Unset): Se o frete é grátis.
            garantia (int | None | Unset): Meses de garantia.
            genero (None | str | Unset): Mantido como o atributo `Gênero`.
            id_pai_externo (None | str | Unset): O identificador do grupo no sistema de quem chama: SKUs com o mesmo são do
                mesmo grupo. Um número também é lido.
            id_vinculo_externo (None | str | Unset): Outro identificador no sistema de quem chama. Um número também é lido.
            is_televendas (bool | None | Unset): É vendido por telefone.
            largura (int | None | Unset): Largura, em centímetros.
            lista_atacado (list[AtacadoDeProduto] | None | Unset): Preços de atacado, no lugar de todos os que há.
            lista_atributos (list[AtributoDeProduto] | None | Unset): Atributos, no lugar de todos os que há.
            localizacao_estoque (None | str | Unset): Seu lugar no depósito.
            marketplace (bool | None | Unset): É para marketplaces. É mantido e mostrado; ofertas não o seguem, o que
                `X-Aviso` diz de falso.
            nome (None | str | Unset): Nome; obrigatório em um produto novo.
            nome_produto_pai (None | str | Unset): O nome do grupo.
            pagina_produto (bool | None | Unset): Tem página própria.
            peso (int | None | Unset): Peso, em gramas.
            prazo_entrega (int | None | Unset): Dias a mais para despachar.
            prazo_validade (int | None | Unset): Dias até estragar.
            preco_custo (float | None | Unset): Custo.
            preco_de (float | None | Unset): Preço "de"; 0 = nenhum, do contrário não menor que `precoPor`.
            preco_por (float | None | Unset): Preço de venda.
            quantidade_maxima_compra_unidade (int | None | Unset): A maior quantidade de uma compra; 0 = sem limite.
            quantidade_minima_compra_unidade (int | None | Unset): A menor quantidade de uma compra.
            sku (None | str | Unset): O código do SKU; obrigatório em um produto novo, e nunca muda.
            somente_parceiros (bool | None | Unset): Só para parceiros.
            spot (bool | None | Unset): Aparece em listas.
            troca_gratis (bool | None | Unset): A troca é grátis.
            url_video (None | str | Unset): Endereço de um vídeo.
            valido (bool | None | Unset): O SKU está ativo; em um produto novo, verdadeiro.
    """

    altura: int | None | Unset = UNSET
    autor: None | str | Unset = UNSET
    buy_box: bool | None | Unset = UNSET
    colecao: None | str | Unset = UNSET
    comprimento: int | None | Unset = UNSET
    condicao: Condicao | None | Unset = UNSET
    consumo: ConsumoEntrada | None | Unset = UNSET
    contra_proposta: bool | None | Unset = UNSET
    ean: None | str | Unset = UNSET
    editora: None | str | Unset = UNSET
    estoque: list[EstoqueEmCentro] | None | Unset = UNSET
    exibir_matriz_atributos: ExibirMatriz | None | Unset = UNSET
    exibir_site: bool | None | Unset = UNSET
    fabricante: None | str | Unset = UNSET
    fator_multiplicador_preco: float | None | Unset = UNSET
    frete_gratis: FreteGratis | None | Unset = UNSET
    garantia: int | None | Unset = UNSET
    genero: None | str | Unset = UNSET
    id_pai_externo: None | str | Unset = UNSET
    id_vinculo_externo: None | str | Unset = UNSET
    is_televendas: bool | None | Unset = UNSET
    largura: int | None | Unset = UNSET
    lista_atacado: list[AtacadoDeProduto] | None | Unset = UNSET
    lista_atributos: list[AtributoDeProduto] | None | Unset = UNSET
    localizacao_estoque: None | str | Unset = UNSET
    marketplace: bool | None | Unset = UNSET
    nome: None | str | Unset = UNSET
    nome_produto_pai: None | str | Unset = UNSET
    pagina_produto: bool | None | Unset = UNSET
    peso: int | None | Unset = UNSET
    prazo_entrega: int | None | Unset = UNSET
    prazo_validade: int | None | Unset = UNSET
    preco_custo: float | None | Unset = UNSET
    preco_de: float | None | Unset = UNSET
    preco_por: float | None | Unset = UNSET
    quantidade_maxima_compra_unidade: int | None | Unset = UNSET
    quantidade_minima_compra_unidade: int | None | Unset = UNSET
    sku: None | str | Unset = UNSET
    somente_parceiros: bool | None | Unset = UNSET
    spot: bool | None | Unset = UNSET
    troca_gratis: bool | None | Unset = UNSET
    url_video: None | str | Unset = UNSET
    valido: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.consumo_entrada import ConsumoEntrada

        altura: int | None | Unset
        if isinstance(self.altura, Unset):
            altura = UNSET
        else:
            altura = self.altura

        autor: None | str | Unset
        if isinstance(self.autor, Unset):
            autor = UNSET
        else:
            autor = self.autor

        buy_box: bool | None | Unset
        if isinstance(self.buy_box, Unset):
            buy_box = UNSET
        else:
            buy_box = self.buy_box

        colecao: None | str | Unset
        if isinstance(self.colecao, Unset):
            colecao = UNSET
        else:
            colecao = self.colecao

        comprimento: int | None | Unset
        if isinstance(self.comprimento, Unset):
            comprimento = UNSET
        else:
            comprimento = self.comprimento

        condicao: None | str | Unset
        if isinstance(self.condicao, Unset):
            condicao = UNSET
        elif isinstance(self.condicao, Condicao):
            condicao = self.condicao.value
        else:
            condicao = self.condicao

        consumo: dict[str, Any] | None | Unset
        if isinstance(self.consumo, Unset):
            consumo = UNSET
        elif isinstance(self.consumo, ConsumoEntrada):
            consumo = self.consumo.to_dict()
        else:
            consumo = self.consumo

        contra_proposta: bool | None | Unset
        if isinstance(self.contra_proposta, Unset):
            contra_proposta = UNSET
        else:
            contra_proposta = self.contra_proposta

        ean: None | str | Unset
        if isinstance(self.ean, Unset):
            ean = UNSET
        else:
            ean = self.ean

        editora: None | str | Unset
        if isinstance(self.editora, Unset):
            editora = UNSET
        else:
            editora = self.editora

        estoque: list[dict[str, Any]] | None | Unset
        if isinstance(self.estoque, Unset):
            estoque = UNSET
        elif isinstance(self.estoque, list):
            estoque = []
            for estoque_type_0_item_data in self.estoque:
                estoque_type_0_item = estoque_type_0_item_data.to_dict()
                estoque.append(estoque_type_0_item)

        else:
            estoque = self.estoque

        exibir_matriz_atributos: None | str | Unset
        if isinstance(self.exibir_matriz_atributos, Unset):
            exibir_matriz_atributos = UNSET
        elif isinstance(self.exibir_matriz_atributos, ExibirMatriz):
            exibir_matriz_atributos = self.exibir_matriz_atributos.value
        else:
            exibir_matriz_atributos = self.exibir_matriz_atributos

        exibir_site: bool | None | Unset
        if isinstance(self.exibir_site, Unset):
            exibir_site = UNSET
        else:
            exibir_site = self.exibir_site

        fabricante: None | str | Unset
        if isinstance(self.fabricante, Unset):
            fabricante = UNSET
        else:
            fabricante = self.fabricante

        fator_multiplicador_preco: float | None | Unset
        if isinstance(self.fator_multiplicador_preco, Unset):
            fator_multiplicador_preco = UNSET
        else:
            fator_multiplicador_preco = self.fator_multiplicador_preco

        frete_gratis: None | str | Unset
        if isinstance(self.frete_gratis, Unset):
            frete_gratis = UNSET
        elif isinstance(self.frete_gratis, FreteGratis):
            frete_gratis = self.frete_gratis.value
        else:
            frete_gratis = self.frete_gratis

        garantia: int | None | Unset
        if isinstance(self.garantia, Unset):
            garantia = UNSET
        else:
            garantia = self.garantia

        genero: None | str | Unset
        if isinstance(self.genero, Unset):
            genero = UNSET
        else:
            genero = self.genero

        id_pai_externo: None | str | Unset
        if isinstance(self.id_pai_externo, Unset):
            id_pai_externo = UNSET
        else:
            id_pai_externo = self.id_pai_externo

        id_vinculo_externo: None | str | Unset
        if isinstance(self.id_vinculo_externo, Unset):
            id_vinculo_externo = UNSET
        else:
            id_vinculo_externo = self.id_vinculo_externo

        is_televendas: bool | None | Unset
        if isinstance(self.is_televendas, Unset):
            is_televendas = UNSET
        else:
            is_televendas = self.is_televendas

        largura: int | None | Unset
        if isinstance(self.largura, Unset):
            largura = UNSET
        else:
            largura = self.largura

        lista_atacado: list[dict[str, Any]] | None | Unset
        if isinstance(self.lista_atacado, Unset):
            lista_atacado = UNSET
        elif isinstance(self.lista_atacado, list):
            lista_atacado = []
            for lista_atacado_type_0_item_data in self.lista_atacado:
                lista_atacado_type_0_item = lista_atacado_type_0_item_data.to_dict()
                lista_atacado.append(lista_atacado_type_0_item)

        else:
            lista_atacado = self.lista_atacado

        lista_atributos: list[dict[str, Any]] | None | Unset
        if isinstance(self.lista_atributos, Unset):
            lista_atributos = UNSET
        elif isinstance(self.lista_atributos, list):
            lista_atributos = []
            for lista_atributos_type_0_item_data in self.lista_atributos:
                lista_atributos_type_0_item = lista_atributos_type_0_item_data.to_dict()
                lista_atributos.append(lista_atributos_type_0_item)

        else:
            lista_atributos = self.lista_atributos

        localizacao_estoque: None | str | Unset
        if isinstance(self.localizacao_estoque, Unset):
            localizacao_estoque = UNSET
        else:
            localizacao_estoque = self.localizacao_estoque

        marketplace: bool | None | Unset
        if isinstance(self.marketplace, Unset):
            marketplace = UNSET
        else:
            marketplace = self.marketplace

        nome: None | str | Unset
        if isinstance(self.nome, Unset):
            nome = UNSET
        else:
            nome = self.nome

        nome_produto_pai: None | str | Unset
        if isinstance(self.nome_produto_pai, Unset):
            nome_produto_pai = UNSET
        else:
            nome_produto_pai = self.nome_produto_pai

        pagina_produto: bool | None | Unset
        if isinstance(self.pagina_produto, Unset):
            pagina_produto = UNSET
        else:
            pagina_produto = self.pagina_produto

        peso: int | None | Unset
        if isinstance(self.peso, Unset):
            peso = UNSET
        else:
            peso = self.peso

        prazo_entrega: int | None | Unset
        if isinstance(self.prazo_entrega, Unset):
            prazo_entrega = UNSET
        else:
            prazo_entrega = self.prazo_entrega

        prazo_validade: int | None | Unset
        if isinstance(self.prazo_validade, Unset):
            prazo_validade = UNSET
        else:
            prazo_validade = self.prazo_validade

        preco_custo: float | None | Unset
        if isinstance(self.preco_custo, Unset):
            preco_custo = UNSET
        else:
            preco_custo = self.preco_custo

        preco_de: float | None | Unset
        if isinstance(self.preco_de, Unset):
            preco_de = UNSET
        else:
            preco_de = self.preco_de

        preco_por: float | None | Unset
        if isinstance(self.preco_por, Unset):
            preco_por = UNSET
        else:
            preco_por = self.preco_por

        quantidade_maxima_compra_unidade: int | None | Unset
        if isinstance(self.quantidade_maxima_compra_unidade, Unset):
            quantidade_maxima_compra_unidade = UNSET
        else:
            quantidade_maxima_compra_unidade = self.quantidade_maxima_compra_unidade

        quantidade_minima_compra_unidade: int | None | Unset
        if isinstance(self.quantidade_minima_compra_unidade, Unset):
            quantidade_minima_compra_unidade = UNSET
        else:
            quantidade_minima_compra_unidade = self.quantidade_minima_compra_unidade

        sku: None | str | Unset
        if isinstance(self.sku, Unset):
            sku = UNSET
        else:
            sku = self.sku

        somente_parceiros: bool | None | Unset
        if isinstance(self.somente_parceiros, Unset):
            somente_parceiros = UNSET
        else:
            somente_parceiros = self.somente_parceiros

        spot: bool | None | Unset
        if isinstance(self.spot, Unset):
            spot = UNSET
        else:
            spot = self.spot

        troca_gratis: bool | None | Unset
        if isinstance(self.troca_gratis, Unset):
            troca_gratis = UNSET
        else:
            troca_gratis = self.troca_gratis

        url_video: None | str | Unset
        if isinstance(self.url_video, Unset):
            url_video = UNSET
        else:
            url_video = self.url_video

        valido: bool | None | Unset
        if isinstance(self.valido, Unset):
            valido = UNSET
        else:
            valido = self.valido

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if altura is not UNSET:
            field_dict["altura"] = altura
        if autor is not UNSET:
            field_dict["autor"] = autor
        if buy_box is not UNSET:
            field_dict["buyBox"] = buy_box
        if colecao is not UNSET:
            field_dict["colecao"] = colecao
        if comprimento is not UNSET:
            field_dict["comprimento"] = comprimento
        if condicao is not UNSET:
            field_dict["condicao"] = condicao
        if consumo is not UNSET:
            field_dict["consumo"] = consumo
        if contra_proposta is not UNSET:
            field_dict["contraProposta"] = contra_proposta
        if ean is not UNSET:
            field_dict["ean"] = ean
        if editora is not UNSET:
            field_dict["editora"] = editora
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if exibir_matriz_atributos is not UNSET:
            field_dict["exibirMatrizAtributos"] = exibir_matriz_atributos
        if exibir_site is not UNSET:
            field_dict["exibirSite"] = exibir_site
        if fabricante is not UNSET:
            field_dict["fabricante"] = fabricante
        if fator_multiplicador_preco is not UNSET:
            field_dict["fatorMultiplicadorPreco"] = fator_multiplicador_preco
        if frete_gratis is not UNSET:
            field_dict["freteGratis"] = frete_gratis
        if garantia is not UNSET:
            field_dict["garantia"] = garantia
        if genero is not UNSET:
            field_dict["genero"] = genero
        if id_pai_externo is not UNSET:
            field_dict["idPaiExterno"] = id_pai_externo
        if id_vinculo_externo is not UNSET:
            field_dict["idVinculoExterno"] = id_vinculo_externo
        if is_televendas is not UNSET:
            field_dict["isTelevendas"] = is_televendas
        if largura is not UNSET:
            field_dict["largura"] = largura
        if lista_atacado is not UNSET:
            field_dict["listaAtacado"] = lista_atacado
        if lista_atributos is not UNSET:
            field_dict["listaAtributos"] = lista_atributos
        if localizacao_estoque is not UNSET:
            field_dict["localizacaoEstoque"] = localizacao_estoque
        if marketplace is not UNSET:
            field_dict["marketplace"] = marketplace
        if nome is not UNSET:
            field_dict["nome"] = nome
        if nome_produto_pai is not UNSET:
            field_dict["nomeProdutoPai"] = nome_produto_pai
        if pagina_produto is not UNSET:
            field_dict["paginaProduto"] = pagina_produto
        if peso is not UNSET:
            field_dict["peso"] = peso
        if prazo_entrega is not UNSET:
            field_dict["prazoEntrega"] = prazo_entrega
        if prazo_validade is not UNSET:
            field_dict["prazoValidade"] = prazo_validade
        if preco_custo is not UNSET:
            field_dict["precoCusto"] = preco_custo
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de
        if preco_por is not UNSET:
            field_dict["precoPor"] = preco_por
        if quantidade_maxima_compra_unidade is not UNSET:
            field_dict["quantidadeMaximaCompraUnidade"] = (
                quantidade_maxima_compra_unidade
            )
        if quantidade_minima_compra_unidade is not UNSET:
            field_dict["quantidadeMinimaCompraUnidade"] = (
                quantidade_minima_compra_unidade
            )
        if sku is not UNSET:
            field_dict["sku"] = sku
        if somente_parceiros is not UNSET:
            field_dict["somenteParceiros"] = somente_parceiros
        if spot is not UNSET:
            field_dict["spot"] = spot
        if troca_gratis is not UNSET:
            field_dict["trocaGratis"] = troca_gratis
        if url_video is not UNSET:
            field_dict["urlVideo"] = url_video
        if valido is not UNSET:
            field_dict["valido"] = valido

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.atacado_de_produto import AtacadoDeProduto
        from ..models.atributo_de_produto import AtributoDeProduto
        from ..models.consumo_entrada import ConsumoEntrada
        from ..models.estoque_em_centro import EstoqueEmCentro

        d = dict(src_dict)

        def _parse_altura(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        altura = _parse_altura(d.pop("altura", UNSET))

        def _parse_autor(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        autor = _parse_autor(d.pop("autor", UNSET))

        def _parse_buy_box(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        buy_box = _parse_buy_box(d.pop("buyBox", UNSET))

        def _parse_colecao(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        colecao = _parse_colecao(d.pop("colecao", UNSET))

        def _parse_comprimento(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        comprimento = _parse_comprimento(d.pop("comprimento", UNSET))

        def _parse_condicao(data: object) -> Condicao | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                condicao_type_0 = Condicao(data)

                return condicao_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Condicao | None | Unset, data)

        condicao = _parse_condicao(d.pop("condicao", UNSET))

        def _parse_consumo(data: object) -> ConsumoEntrada | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                consumo_type_0 = ConsumoEntrada.from_dict(data)

                return consumo_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConsumoEntrada | None | Unset, data)

        consumo = _parse_consumo(d.pop("consumo", UNSET))

        def _parse_contra_proposta(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        contra_proposta = _parse_contra_proposta(d.pop("contraProposta", UNSET))

        def _parse_ean(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        ean = _parse_ean(d.pop("ean", UNSET))

        def _parse_editora(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        editora = _parse_editora(d.pop("editora", UNSET))

        def _parse_estoque(data: object) -> list[EstoqueEmCentro] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                estoque_type_0 = []
                _estoque_type_0 = data
                for estoque_type_0_item_data in _estoque_type_0:
                    estoque_type_0_item = EstoqueEmCentro.from_dict(
                        estoque_type_0_item_data
                    )

                    estoque_type_0.append(estoque_type_0_item)

                return estoque_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[EstoqueEmCentro] | None | Unset, data)

        estoque = _parse_estoque(d.pop("estoque", UNSET))

        def _parse_exibir_matriz_atributos(data: object) -> ExibirMatriz | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                exibir_matriz_atributos_type_0 = ExibirMatriz(data)

                return exibir_matriz_atributos_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExibirMatriz | None | Unset, data)

        exibir_matriz_atributos = _parse_exibir_matriz_atributos(
            d.pop("exibirMatrizAtributos", UNSET)
        )

        def _parse_exibir_site(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        exibir_site = _parse_exibir_site(d.pop("exibirSite", UNSET))

        def _parse_fabricante(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        fabricante = _parse_fabricante(d.pop("fabricante", UNSET))

        def _parse_fator_multiplicador_preco(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        fator_multiplicador_preco = _parse_fator_multiplicador_preco(
            d.pop("fatorMultiplicadorPreco", UNSET)
        )

        def _parse_frete_gratis(data: object) -> FreteGratis | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                frete_gratis_type_0 = FreteGratis(data)

                return frete_gratis_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreteGratis | None | Unset, data)

        frete_gratis = _parse_frete_gratis(d.pop("freteGratis", UNSET))

        def _parse_garantia(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        garantia = _parse_garantia(d.pop("garantia", UNSET))

        def _parse_genero(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        genero = _parse_genero(d.pop("genero", UNSET))

        def _parse_id_pai_externo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        id_pai_externo = _parse_id_pai_externo(d.pop("idPaiExterno", UNSET))

        def _parse_id_vinculo_externo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        id_vinculo_externo = _parse_id_vinculo_externo(d.pop("idVinculoExterno", UNSET))

        def _parse_is_televendas(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        is_televendas = _parse_is_televendas(d.pop("isTelevendas", UNSET))

        def _parse_largura(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        largura = _parse_largura(d.pop("largura", UNSET))

        def _parse_lista_atacado(data: object) -> list[AtacadoDeProduto] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                lista_atacado_type_0 = []
                _lista_atacado_type_0 = data
                for lista_atacado_type_0_item_data in _lista_atacado_type_0:
                    lista_atacado_type_0_item = AtacadoDeProduto.from_dict(
                        lista_atacado_type_0_item_data
                    )

                    lista_atacado_type_0.append(lista_atacado_type_0_item)

                return lista_atacado_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[AtacadoDeProduto] | None | Unset, data)

        lista_atacado = _parse_lista_atacado(d.pop("listaAtacado", UNSET))

        def _parse_lista_atributos(
            data: object,
        ) -> list[AtributoDeProduto] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                lista_atributos_type_0 = []
                _lista_atributos_type_0 = data
                for lista_atributos_type_0_item_data in _lista_atributos_type_0:
                    lista_atributos_type_0_item = AtributoDeProduto.from_dict(
                        lista_atributos_type_0_item_data
                    )

                    lista_atributos_type_0.append(lista_atributos_type_0_item)

                return lista_atributos_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[AtributoDeProduto] | None | Unset, data)

        lista_atributos = _parse_lista_atributos(d.pop("listaAtributos", UNSET))

        def _parse_localizacao_estoque(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        localizacao_estoque = _parse_localizacao_estoque(
            d.pop("localizacaoEstoque", UNSET)
        )

        def _parse_marketplace(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        marketplace = _parse_marketplace(d.pop("marketplace", UNSET))

        def _parse_nome(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        nome = _parse_nome(d.pop("nome", UNSET))

        def _parse_nome_produto_pai(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        nome_produto_pai = _parse_nome_produto_pai(d.pop("nomeProdutoPai", UNSET))

        def _parse_pagina_produto(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        pagina_produto = _parse_pagina_produto(d.pop("paginaProduto", UNSET))

        def _parse_peso(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        peso = _parse_peso(d.pop("peso", UNSET))

        def _parse_prazo_entrega(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        prazo_entrega = _parse_prazo_entrega(d.pop("prazoEntrega", UNSET))

        def _parse_prazo_validade(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        prazo_validade = _parse_prazo_validade(d.pop("prazoValidade", UNSET))

        def _parse_preco_custo(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_custo = _parse_preco_custo(d.pop("precoCusto", UNSET))

        def _parse_preco_de(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_de = _parse_preco_de(d.pop("precoDe", UNSET))

        def _parse_preco_por(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_por = _parse_preco_por(d.pop("precoPor", UNSET))

        def _parse_quantidade_maxima_compra_unidade(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        quantidade_maxima_compra_unidade = _parse_quantidade_maxima_compra_unidade(
            d.pop("quantidadeMaximaCompraUnidade", UNSET)
        )

        def _parse_quantidade_minima_compra_unidade(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        quantidade_minima_compra_unidade = _parse_quantidade_minima_compra_unidade(
            d.pop("quantidadeMinimaCompraUnidade", UNSET)
        )

        def _parse_sku(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        sku = _parse_sku(d.pop("sku", UNSET))

        def _parse_somente_parceiros(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        somente_parceiros = _parse_somente_parceiros(d.pop("somenteParceiros", UNSET))

        def _parse_spot(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        spot = _parse_spot(d.pop("spot", UNSET))

        def _parse_troca_gratis(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        troca_gratis = _parse_troca_gratis(d.pop("trocaGratis", UNSET))

        def _parse_url_video(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        url_video = _parse_url_video(d.pop("urlVideo", UNSET))

        def _parse_valido(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        valido = _parse_valido(d.pop("valido", UNSET))

        dados_produto = cls(
            altura=altura,
            autor=autor,
            buy_box=buy_box,
            colecao=colecao,
            comprimento=comprimento,
            condicao=condicao,
            consumo=consumo,
            contra_proposta=contra_proposta,
            ean=ean,
            editora=editora,
            estoque=estoque,
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
            lista_atacado=lista_atacado,
            lista_atributos=lista_atributos,
            localizacao_estoque=localizacao_estoque,
            marketplace=marketplace,
            nome=nome,
            nome_produto_pai=nome_produto_pai,
            pagina_produto=pagina_produto,
            peso=peso,
            prazo_entrega=prazo_entrega,
            prazo_validade=prazo_validade,
            preco_custo=preco_custo,
            preco_de=preco_de,
            preco_por=preco_por,
            quantidade_maxima_compra_unidade=quantidade_maxima_compra_unidade,
            quantidade_minima_compra_unidade=quantidade_minima_compra_unidade,
            sku=sku,
            somente_parceiros=somente_parceiros,
            spot=spot,
            troca_gratis=troca_gratis,
            url_video=url_video,
            valido=valido,
        )

        dados_produto.additional_properties = d
        return dados_produto

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
