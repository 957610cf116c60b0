from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.estoque_produto import EstoqueProduto
    from ..models.tabela_preco import TabelaPreco


T = TypeVar("T", bound="AlteracaoProduto")


@_attrs_define
class AlteracaoProduto:
    """Preços e estoque de um produto que mudou.

    Attributes:
        data_atualizacao (str): Quando mudou pela última vez.
        disponivel (bool): Pode ser comprado: está ativo, e nem todo o estoque está prometido.
        estoque (list[EstoqueProduto]): O estoque, por centro de distribuição.
        exibir_site (bool): Aparece no site: sempre que está ativo.
        fator_multiplicador_preco (int): Sempre 1: os preços são por unidade.
        id_pai_externo (None | str): O identificador do grupo no sistema de quem chama; nulo sem grupo.
        prazo_entrega (int): Dias a mais para despachar.
        preco_custo (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_de (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        produto_id (int): O número do grupo; o do próprio SKU quando está só.
        produto_variante_id (int): O número do SKU.
        sku (str): O código do SKU.
        tabelas_preco (list[TabelaPreco]): A tabela da própria loja e depois os canais em que tem preço próprio.
        valido (bool): O SKU está ativo.
    """

    data_atualizacao: str
    disponivel: bool
    estoque: list[EstoqueProduto]
    exibir_site: bool
    fator_multiplicador_preco: int
    id_pai_externo: None | str
    prazo_entrega: int
    preco_custo: float
    preco_de: float
    preco_por: float
    produto_id: int
    produto_variante_id: int
    sku: str
    tabelas_preco: list[TabelaPreco]
    valido: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data_atualizacao = self.data_atualizacao

        disponivel = self.disponivel

        estoque = []
        for estoque_item_data in self.estoque:
            estoque_item = estoque_item_data.to_dict()
            estoque.append(estoque_item)

        exibir_site = self.exibir_site

        fator_multiplicador_preco = self.fator_multiplicador_preco

        id_pai_externo: None | str
        id_pai_externo = self.id_pai_externo

        prazo_entrega = self.prazo_entrega

        preco_custo = self.preco_custo

        preco_de = self.preco_de

        preco_por = self.preco_por

        produto_id = self.produto_id

        produto_variante_id = self.produto_variante_id

        sku = self.sku

        tabelas_preco = []
        for tabelas_preco_item_data in self.tabelas_preco:
            tabelas_preco_item = tabelas_preco_item_data.to_dict()
            tabelas_preco.append(tabelas_preco_item)

        valido = self.valido

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dataAtualizacao": data_atualizacao,
                "disponivel": disponivel,
                "estoque": estoque,
                "exibirSite": exibir_site,
                "fatorMultiplicadorPreco": fator_multiplicador_preco,
                "idPaiExterno": id_pai_externo,
                "prazoEntrega": prazo_entrega,
                "precoCusto": preco_custo,
                "precoDe": preco_de,
                "precoPor": preco_por,
                "produtoId": produto_id,
                "produtoVarianteId": produto_variante_id,
                "sku": sku,
                "tabelasPreco": tabelas_preco,
                "valido": valido,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.estoque_produto import EstoqueProduto
        from ..models.tabela_preco import TabelaPreco

        d = dict(src_dict)
        data_atualizacao = d.pop("dataAtualizacao")

        disponivel = d.pop("disponivel")

        estoque = []
        _estoque = d.pop("estoque")
        for estoque_item_data in _estoque:
            estoque_item = EstoqueProduto.from_dict(estoque_item_data)

            estoque.append(estoque_item)

        exibir_site = d.pop("exibirSite")

        fator_multiplicador_preco = d.pop("fatorMultiplicadorPreco")

        def _parse_id_pai_externo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id_pai_externo = _parse_id_pai_externo(d.pop("idPaiExterno"))

        prazo_entrega = d.pop("prazoEntrega")

        preco_custo = d.pop("precoCusto")

        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        produto_id = d.pop("produtoId")

        produto_variante_id = d.pop("produtoVarianteId")

        sku = d.pop("sku")

        tabelas_preco = []
        _tabelas_preco = d.pop("tabelasPreco")
        for tabelas_preco_item_data in _tabelas_preco:
            tabelas_preco_item = TabelaPreco.from_dict(tabelas_preco_item_data)

            tabelas_preco.append(tabelas_preco_item)

        valido = d.pop("valido")

        alteracao_produto = cls(
            data_atualizacao=data_atualizacao,
            disponivel=disponivel,
            estoque=estoque,
            exibir_site=exibir_site,
            fator_multiplicador_preco=fator_multiplicador_preco,
            id_pai_externo=id_pai_externo,
            prazo_entrega=prazo_entrega,
            preco_custo=preco_custo,
            preco_de=preco_de,
            preco_por=preco_por,
            produto_id=produto_id,
            produto_variante_id=produto_variante_id,
            sku=sku,
            tabelas_preco=tabelas_preco,
            valido=valido,
        )

        alteracao_produto.additional_properties = d
        return alteracao_produto

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
