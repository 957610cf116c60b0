from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AjusteDeSku")


@_attrs_define
class AjusteDeSku:
    """Which SKU, and its change of stock.

    Attributes:
        sku (str): The caller's identifier of a SKU, unique per user.
        estoque (int | None | Unset): The stock is this now.
        variacao (int | None | Unset): The stock rises by this (negative: falls).
    """

    sku: str
    estoque: int | None | Unset = UNSET
    variacao: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sku = self.sku

        estoque: int | None | Unset
        if isinstance(self.estoque, Unset):
            estoque = UNSET
        else:
            estoque = self.estoque

        variacao: int | None | Unset
        if isinstance(self.variacao, Unset):
            variacao = UNSET
        else:
            variacao = self.variacao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sku": sku,
            }
        )
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if variacao is not UNSET:
            field_dict["variacao"] = variacao

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        sku = d.pop("sku")

        def _parse_estoque(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        estoque = _parse_estoque(d.pop("estoque", UNSET))

        def _parse_variacao(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        variacao = _parse_variacao(d.pop("variacao", UNSET))

        ajuste_de_sku = cls(
            sku=sku,
            estoque=estoque,
            variacao=variacao,
        )

        ajuste_de_sku.additional_properties = d
        return ajuste_de_sku

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
