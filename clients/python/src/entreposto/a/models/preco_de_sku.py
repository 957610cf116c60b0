from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PrecoDeSku")


@_attrs_define
class PrecoDeSku:
    """Qual SKU, e seus preços.

    Attributes:
        preco_por (float): Preço de venda.
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        preco_de (float | Unset): Preço "de"; 0 = nenhum.
    """

    preco_por: float
    sku: str
    preco_de: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_por = self.preco_por

        sku = self.sku

        preco_de = self.preco_de

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoPor": preco_por,
                "sku": sku,
            }
        )
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_por = d.pop("precoPor")

        sku = d.pop("sku")

        preco_de = d.pop("precoDe", UNSET)

        preco_de_sku = cls(
            preco_por=preco_por,
            sku=sku,
            preco_de=preco_de,
        )

        preco_de_sku.additional_properties = d
        return preco_de_sku

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
