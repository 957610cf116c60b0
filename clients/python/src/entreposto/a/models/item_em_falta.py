from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ItemEmFalta")


@_attrs_define
class ItemEmFalta:
    """Um SKU de que um pedido vendeu mais do que há.

    Attributes:
        falta (int): Quantas unidades do pedido faltavam quando ele entrou.
        sku (str): O SKU.
    """

    falta: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        falta = self.falta

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "falta": falta,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        falta = d.pop("falta")

        sku = d.pop("sku")

        item_em_falta = cls(
            falta=falta,
            sku=sku,
        )

        item_em_falta.additional_properties = d
        return item_em_falta

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
