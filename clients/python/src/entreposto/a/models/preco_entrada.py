from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PrecoEntrada")


@_attrs_define
class PrecoEntrada:
    """Os dois preços de uma oferta. `precoDe` ≥ `precoPor` quando ambos são maiores que zero.

    Attributes:
        preco_por (float): Preço de venda.
        preco_de (float | Unset): Preço "de"; 0 = nenhum.
    """

    preco_por: float
    preco_de: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_por = self.preco_por

        preco_de = self.preco_de

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoPor": preco_por,
            }
        )
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_por = d.pop("precoPor")

        preco_de = d.pop("precoDe", UNSET)

        preco_entrada = cls(
            preco_por=preco_por,
            preco_de=preco_de,
        )

        preco_entrada.additional_properties = d
        return preco_entrada

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
