from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PrecoTabela")


@_attrs_define
class PrecoTabela:
    """Um preço em uma tabela.

    Attributes:
        preco_de (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        produto_variante_id (int): O número do SKU.
        sku (str): O código do SKU.
        tabela_preco_id (int): O número da tabela.
        tabela_preco_produto_variante_id (int): O número do SKU, que tem um preço em uma tabela.
    """

    preco_de: float
    preco_por: float
    produto_variante_id: int
    sku: str
    tabela_preco_id: int
    tabela_preco_produto_variante_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_de = self.preco_de

        preco_por = self.preco_por

        produto_variante_id = self.produto_variante_id

        sku = self.sku

        tabela_preco_id = self.tabela_preco_id

        tabela_preco_produto_variante_id = self.tabela_preco_produto_variante_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoDe": preco_de,
                "precoPor": preco_por,
                "produtoVarianteId": produto_variante_id,
                "sku": sku,
                "tabelaPrecoId": tabela_preco_id,
                "tabelaPrecoProdutoVarianteId": tabela_preco_produto_variante_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        produto_variante_id = d.pop("produtoVarianteId")

        sku = d.pop("sku")

        tabela_preco_id = d.pop("tabelaPrecoId")

        tabela_preco_produto_variante_id = d.pop("tabelaPrecoProdutoVarianteId")

        preco_tabela = cls(
            preco_de=preco_de,
            preco_por=preco_por,
            produto_variante_id=produto_variante_id,
            sku=sku,
            tabela_preco_id=tabela_preco_id,
            tabela_preco_produto_variante_id=tabela_preco_produto_variante_id,
        )

        preco_tabela.additional_properties = d
        return preco_tabela

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
