from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TabelaPreco")


@_attrs_define
class TabelaPreco:
    """The price of a product in a price list: the store's own, or a channel's.

    Attributes:
        nome (str): Name of the channel; `Loja` of the store's own list.
        preco_de (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        preco_por (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        tabela_preco_id (int): Number of the channel; 0 of the store's own list.
    """

    nome: str
    preco_de: float
    preco_por: float
    tabela_preco_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        preco_de = self.preco_de

        preco_por = self.preco_por

        tabela_preco_id = self.tabela_preco_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "precoDe": preco_de,
                "precoPor": preco_por,
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

        tabela_preco_id = d.pop("tabelaPrecoId")

        tabela_preco = cls(
            nome=nome,
            preco_de=preco_de,
            preco_por=preco_por,
            tabela_preco_id=tabela_preco_id,
        )

        tabela_preco.additional_properties = d
        return tabela_preco

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
