from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.ajuste_item import AjusteItem
    from ..models.atributo_item import AtributoItem
    from ..models.centro_item import CentroItem
    from ..models.objeto import Objeto
    from ..models.totais_item import TotaisItem


T = TypeVar("T", bound="ItemRegistro")


@_attrs_define
class ItemRegistro:
    """Um item.

    Attributes:
        ajustes (list[AjusteItem]): O que é acrescentado à linha; descontos são negativos.
        altura (int): Altura, em centímetros.
        atributos (list[AtributoItem]): Os atributos do SKU quando o pedido entrou.
        categorias (list[Objeto]): Sempre vazio: estão em `GET /produtos`.
        centro_distribuicao (list[CentroItem]): De onde o item sai.
        comprimento (int): Comprimento, em centímetros.
        dados_produto_evento (None | Objeto): Sempre nulo: não há eventos.
        desconto (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        ean (None | str): GTIN; nulo quando não há.
        embalagens (list[Objeto]): Sempre vazio: não há embalagens.
        etiqueta (int): Sempre 0: itens não têm etiqueta.
        etiqueta_descricao (str): Sempre vazio: itens não têm etiqueta.
        formulas (list[Objeto]): Sempre vazio: não há fórmulas.
        frete (list[Objeto]): Sempre vazio: o frete está em `centroDistribuicao`.
        imagens (list[Objeto]): Sempre vazio: estão em `GET /produtos`.
        is_brinde (bool): Sempre falso: não se sabe de brindes.
        is_market_place (bool): Sempre verdadeiro: veio de um marketplace.
        largura (int): Largura, em centímetros.
        metadados (list[Objeto]): Sempre vazio.
        nome (str): O nome do SKU; seu código quando não estava cadastrado.
        personalizacoes (list[Objeto]): Sempre vazio: não há personalizações.
        peso (int): Peso, em gramas.
        preco_custo (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_venda (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        produto_variante_id (int): O número do SKU; 0 quando não estava cadastrado.
        quantidade (int): Quantidade.
        seller (None | Objeto): Sempre nulo: quem vende é a loja.
        situacao_pedido_produto_id (int): O número do estado do item.
        sku (str): O código do SKU, como o marketplace o chamou.
        totais (TotaisItem): As somas de um item, pela sua quantidade.
        valor_aliquota (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_item (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_item_arredondado (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valores_adicionais (list[Objeto]): Sempre vazio: não há valores adicionais.
    """

    ajustes: list[AjusteItem]
    altura: int
    atributos: list[AtributoItem]
    categorias: list[Objeto]
    centro_distribuicao: list[CentroItem]
    comprimento: int
    dados_produto_evento: None | Objeto
    desconto: float
    ean: None | str
    embalagens: list[Objeto]
    etiqueta: int
    etiqueta_descricao: str
    formulas: list[Objeto]
    frete: list[Objeto]
    imagens: list[Objeto]
    is_brinde: bool
    is_market_place: bool
    largura: int
    metadados: list[Objeto]
    nome: str
    personalizacoes: list[Objeto]
    peso: int
    preco_custo: float
    preco_por: float
    preco_venda: float
    produto_variante_id: int
    quantidade: int
    seller: None | Objeto
    situacao_pedido_produto_id: int
    sku: str
    totais: TotaisItem
    valor_aliquota: float
    valor_item: float
    valor_item_arredondado: float
    valores_adicionais: list[Objeto]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.objeto import Objeto

        ajustes = []
        for ajustes_item_data in self.ajustes:
            ajustes_item = ajustes_item_data.to_dict()
            ajustes.append(ajustes_item)

        altura = self.altura

        atributos = []
        for atributos_item_data in self.atributos:
            atributos_item = atributos_item_data.to_dict()
            atributos.append(atributos_item)

        categorias = []
        for categorias_item_data in self.categorias:
            categorias_item = categorias_item_data.to_dict()
            categorias.append(categorias_item)

        centro_distribuicao = []
        for centro_distribuicao_item_data in self.centro_distribuicao:
            centro_distribuicao_item = centro_distribuicao_item_data.to_dict()
            centro_distribuicao.append(centro_distribuicao_item)

        comprimento = self.comprimento

        dados_produto_evento: dict[str, Any] | None
        if isinstance(self.dados_produto_evento, Objeto):
            dados_produto_evento = self.dados_produto_evento.to_dict()
        else:
            dados_produto_evento = self.dados_produto_evento

        desconto = self.desconto

        ean: None | str
        ean = self.ean

        embalagens = []
        for embalagens_item_data in self.embalagens:
            embalagens_item = embalagens_item_data.to_dict()
            embalagens.append(embalagens_item)

        etiqueta = self.etiqueta

        etiqueta_descricao = self.etiqueta_descricao

        formulas = []
        for formulas_item_data in self.formulas:
            formulas_item = formulas_item_data.to_dict()
            formulas.append(formulas_item)

        frete = []
        for frete_item_data in self.frete:
            frete_item = frete_item_data.to_dict()
            frete.append(frete_item)

        imagens = []
        for imagens_item_data in self.imagens:
            imagens_item = imagens_item_data.to_dict()
            imagens.append(imagens_item)

        is_brinde = self.is_brinde

        is_market_place = self.is_market_place

        largura = self.largura

        metadados = []
        for metadados_item_data in self.metadados:
            metadados_item = metadados_item_data.to_dict()
            metadados.append(metadados_item)

        nome = self.nome

        personalizacoes = []
        for personalizacoes_item_data in self.personalizacoes:
            personalizacoes_item = personalizacoes_item_data.to_dict()
            personalizacoes.append(personalizacoes_item)

        peso = self.peso

        preco_custo = self.preco_custo

        preco_por = self.preco_por

        preco_venda = self.preco_venda

        produto_variante_id = self.produto_variante_id

        quantidade = self.quantidade

        seller: dict[str, Any] | None
        if isinstance(self.seller, Objeto):
            seller = self.seller.to_dict()
        else:
            seller = self.seller

        situacao_pedido_produto_id = self.situacao_pedido_produto_id

        sku = self.sku

        totais = self.totais.to_dict()

        valor_aliquota = self.valor_aliquota

        valor_item = self.valor_item

        valor_item_arredondado = self.valor_item_arredondado

        valores_adicionais = []
        for valores_adicionais_item_data in self.valores_adicionais:
            valores_adicionais_item = valores_adicionais_item_data.to_dict()
            valores_adicionais.append(valores_adicionais_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ajustes": ajustes,
                "altura": altura,
                "atributos": atributos,
                "categorias": categorias,
                "centroDistribuicao": centro_distribuicao,
                "comprimento": comprimento,
                "dadosProdutoEvento": dados_produto_evento,
                "desconto": desconto,
                "ean": ean,
                "embalagens": embalagens,
                "etiqueta": etiqueta,
                "etiquetaDescricao": etiqueta_descricao,
                "formulas": formulas,
                "frete": frete,
                "imagens": imagens,
                "isBrinde": is_brinde,
                "isMarketPlace": is_market_place,
                "largura": largura,
                "metadados": metadados,
                "nome": nome,
                "personalizacoes": personalizacoes,
                "peso": peso,
                "precoCusto": preco_custo,
                "precoPor": preco_por,
                "precoVenda": preco_venda,
                "produtoVarianteId": produto_variante_id,
                "quantidade": quantidade,
                "seller": seller,
                "situacaoPedidoProdutoId": situacao_pedido_produto_id,
                "sku": sku,
                "totais": totais,
                "valorAliquota": valor_aliquota,
                "valorItem": valor_item,
                "valorItemArredondado": valor_item_arredondado,
                "valoresAdicionais": valores_adicionais,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.ajuste_item import AjusteItem
        from ..models.atributo_item import AtributoItem
        from ..models.centro_item import CentroItem
        from ..models.objeto import Objeto
        from ..models.totais_item import TotaisItem

        d = dict(src_dict)
        ajustes = []
        _ajustes = d.pop("ajustes")
        for ajustes_item_data in _ajustes:
            ajustes_item = AjusteItem.from_dict(ajustes_item_data)

            ajustes.append(ajustes_item)

        altura = d.pop("altura")

        atributos = []
        _atributos = d.pop("atributos")
        for atributos_item_data in _atributos:
            atributos_item = AtributoItem.from_dict(atributos_item_data)

            atributos.append(atributos_item)

        categorias = []
        _categorias = d.pop("categorias")
        for categorias_item_data in _categorias:
            categorias_item = Objeto.from_dict(categorias_item_data)

            categorias.append(categorias_item)

        centro_distribuicao = []
        _centro_distribuicao = d.pop("centroDistribuicao")
        for centro_distribuicao_item_data in _centro_distribuicao:
            centro_distribuicao_item = CentroItem.from_dict(
                centro_distribuicao_item_data
            )

            centro_distribuicao.append(centro_distribuicao_item)

        comprimento = d.pop("comprimento")

        def _parse_dados_produto_evento(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                dados_produto_evento_type_0 = Objeto.from_dict(data)

                return dados_produto_evento_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        dados_produto_evento = _parse_dados_produto_evento(d.pop("dadosProdutoEvento"))

        desconto = d.pop("desconto")

        def _parse_ean(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ean = _parse_ean(d.pop("ean"))

        embalagens = []
        _embalagens = d.pop("embalagens")
        for embalagens_item_data in _embalagens:
            embalagens_item = Objeto.from_dict(embalagens_item_data)

            embalagens.append(embalagens_item)

        etiqueta = d.pop("etiqueta")

        etiqueta_descricao = d.pop("etiquetaDescricao")

        formulas = []
        _formulas = d.pop("formulas")
        for formulas_item_data in _formulas:
            formulas_item = Objeto.from_dict(formulas_item_data)

            formulas.append(formulas_item)

        frete = []
        _frete = d.pop("frete")
        for frete_item_data in _frete:
            frete_item = Objeto.from_dict(frete_item_data)

            frete.append(frete_item)

        imagens = []
        _imagens = d.pop("imagens")
        for imagens_item_data in _imagens:
            imagens_item = Objeto.from_dict(imagens_item_data)

            imagens.append(imagens_item)

        is_brinde = d.pop("isBrinde")

        is_market_place = d.pop("isMarketPlace")

        largura = d.pop("largura")

        metadados = []
        _metadados = d.pop("metadados")
        for metadados_item_data in _metadados:
            metadados_item = Objeto.from_dict(metadados_item_data)

            metadados.append(metadados_item)

        nome = d.pop("nome")

        personalizacoes = []
        _personalizacoes = d.pop("personalizacoes")
        for personalizacoes_item_data in _personalizacoes:
            personalizacoes_item = Objeto.from_dict(personalizacoes_item_data)

            personalizacoes.append(personalizacoes_item)

        peso = d.pop("peso")

        preco_custo = d.pop("precoCusto")

        preco_por = d.pop("precoPor")

        preco_venda = d.pop("precoVenda")

        produto_variante_id = d.pop("produtoVarianteId")

        quantidade = d.pop("quantidade")

        def _parse_seller(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                seller_type_0 = Objeto.from_dict(data)

                return seller_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        seller = _parse_seller(d.pop("seller"))

        situacao_pedido_produto_id = d.pop("situacaoPedidoProdutoId")

        sku = d.pop("sku")

        totais = TotaisItem.from_dict(d.pop("totais"))

        valor_aliquota = d.pop("valorAliquota")

        valor_item = d.pop("valorItem")

        valor_item_arredondado = d.pop("valorItemArredondado")

        valores_adicionais = []
        _valores_adicionais = d.pop("valoresAdicionais")
        for valores_adicionais_item_data in _valores_adicionais:
            valores_adicionais_item = Objeto.from_dict(valores_adicionais_item_data)

            valores_adicionais.append(valores_adicionais_item)

        item_registro = cls(
            ajustes=ajustes,
            altura=altura,
            atributos=atributos,
            categorias=categorias,
            centro_distribuicao=centro_distribuicao,
            comprimento=comprimento,
            dados_produto_evento=dados_produto_evento,
            desconto=desconto,
            ean=ean,
            embalagens=embalagens,
            etiqueta=etiqueta,
            etiqueta_descricao=etiqueta_descricao,
            formulas=formulas,
            frete=frete,
            imagens=imagens,
            is_brinde=is_brinde,
            is_market_place=is_market_place,
            largura=largura,
            metadados=metadados,
            nome=nome,
            personalizacoes=personalizacoes,
            peso=peso,
            preco_custo=preco_custo,
            preco_por=preco_por,
            preco_venda=preco_venda,
            produto_variante_id=produto_variante_id,
            quantidade=quantidade,
            seller=seller,
            situacao_pedido_produto_id=situacao_pedido_produto_id,
            sku=sku,
            totais=totais,
            valor_aliquota=valor_aliquota,
            valor_item=valor_item,
            valor_item_arredondado=valor_item_arredondado,
            valores_adicionais=valores_adicionais,
        )

        item_registro.additional_properties = d
        return item_registro

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
