from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AtacadoProduto")


@_attrs_define
class AtacadoProduto:
    """A wholesale price inside a product.

    Attributes:
        preco_por (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        quantidade (int): From this quantity on.
    """

    preco_por: float
    quantidade: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_por = self.preco_por

        quantidade = self.quantidade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoPor": preco_por,
                "quantidade": quantidade,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_por = d.pop("precoPor")

        quantidade = d.pop("quantidade")

        atacado_produto = cls(
            preco_por=preco_por,
            quantidade=quantidade,
        )

        atacado_produto.additional_properties = d
        return atacado_produto

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
