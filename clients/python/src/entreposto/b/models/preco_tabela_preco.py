from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PrecoTabelaPreco")


@_attrs_define
class PrecoTabelaPreco:
    """O preço de um produto em uma tabela de preços, sozinho.

    Attributes:
        nome (str): O nome do canal; `Loja` na tabela da própria loja.
        preco_de (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        produto_variante_id (int): O número do SKU.
        tabela_preco_id (int): O número do canal; 0: a tabela da própria loja.
    """

    nome: str
    preco_de: float
    preco_por: float
    produto_variante_id: int
    tabela_preco_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        preco_de = self.preco_de

        preco_por = self.preco_por

        produto_variante_id = self.produto_variante_id

        tabela_preco_id = self.tabela_preco_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "precoDe": preco_de,
                "precoPor": preco_por,
                "produtoVarianteId": produto_variante_id,
                "tabelaPrecoId": tabela_preco_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        produto_variante_id = d.pop("produtoVarianteId")

        tabela_preco_id = d.pop("tabelaPrecoId")

        preco_tabela_preco = cls(
            nome=nome,
            preco_de=preco_de,
            preco_por=preco_por,
            produto_variante_id=produto_variante_id,
            tabela_preco_id=tabela_preco_id,
        )

        preco_tabela_preco.additional_properties = d
        return preco_tabela_preco

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
