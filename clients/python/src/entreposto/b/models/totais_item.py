from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TotaisItem")


@_attrs_define
class TotaisItem:
    """An item's sums over its quantity.

    Attributes:
        desconto (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        preco_custo (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        preco_por (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        preco_venda (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
    """

    desconto: float
    preco_custo: float
    preco_por: float
    preco_venda: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        desconto = self.desconto

        preco_custo = self.preco_custo

        preco_por = self.preco_por

        preco_venda = self.preco_venda

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "desconto": desconto,
                "precoCusto": preco_custo,
                "precoPor": preco_por,
                "precoVenda": preco_venda,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        desconto = d.pop("desconto")

        preco_custo = d.pop("precoCusto")

        preco_por = d.pop("precoPor")

        preco_venda = d.pop("precoVenda")

        totais_item = cls(
            desconto=desconto,
            preco_custo=preco_custo,
            preco_por=preco_por,
            preco_venda=preco_venda,
        )

        totais_item.additional_properties = d
        return totais_item

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
