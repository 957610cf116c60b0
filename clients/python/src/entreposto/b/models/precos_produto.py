from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.preco_tabela_preco import PrecoTabelaPreco


T = TypeVar("T", bound="PrecosProduto")


@_attrs_define
class PrecosProduto:
    """Todos os preços de um produto.

    Attributes:
        fator_multiplicador_preco (int): Sempre 1: os preços são por unidade.
        preco_custo (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_de (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        precos_tabela_preco (list[PrecoTabelaPreco]): A tabela da própria loja e depois os canais em que tem preço
            próprio.
        produto_variante_id (int): O número do SKU.
        sku (str): O código do SKU.
    """

    fator_multiplicador_preco: int
    preco_custo: float
    preco_de: float
    preco_por: float
    precos_tabela_preco: list[PrecoTabelaPreco]
    produto_variante_id: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fator_multiplicador_preco = self.fator_multiplicador_preco

        preco_custo = self.preco_custo

        preco_de = self.preco_de

        preco_por = self.preco_por

        precos_tabela_preco = []
        for precos_tabela_preco_item_data in self.precos_tabela_preco:
            precos_tabela_preco_item = precos_tabela_preco_item_data.to_dict()
            precos_tabela_preco.append(precos_tabela_preco_item)

        produto_variante_id = self.produto_variante_id

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fatorMultiplicadorPreco": fator_multiplicador_preco,
                "precoCusto": preco_custo,
                "precoDe": preco_de,
                "precoPor": preco_por,
                "precosTabelaPreco": precos_tabela_preco,
                "produtoVarianteId": produto_variante_id,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.preco_tabela_preco import PrecoTabelaPreco

        d = dict(src_dict)
        fator_multiplicador_preco = d.pop("fatorMultiplicadorPreco")

        preco_custo = d.pop("precoCusto")

        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        precos_tabela_preco = []
        _precos_tabela_preco = d.pop("precosTabelaPreco")
        for precos_tabela_preco_item_data in _precos_tabela_preco:
            precos_tabela_preco_item = PrecoTabelaPreco.from_dict(
                precos_tabela_preco_item_data
            )

            precos_tabela_preco.append(precos_tabela_preco_item)

        produto_variante_id = d.pop("produtoVarianteId")

        sku = d.pop("sku")

        precos_produto = cls(
            fator_multiplicador_preco=fator_multiplicador_preco,
            preco_custo=preco_custo,
            preco_de=preco_de,
            preco_por=preco_por,
            precos_tabela_preco=precos_tabela_preco,
            produto_variante_id=produto_variante_id,
            sku=sku,
        )

        precos_produto.additional_properties = d
        return precos_produto

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
