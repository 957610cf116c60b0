from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EstoqueCanal")


@_attrs_define
class EstoqueCanal:
    """O que um canal deixa na prateleira e o máximo que mostra, para todos os SKUs ou para um.

    Attributes:
        estoque_maximo (int | None): O máximo que é mostrado, aplicado por último. Nulo: sem esse limite ou, para um
            SKU, o que o canal diz.
        estoque_seguranca (int | None): Unidades que ficam na prateleira, tiradas antes da porcentagem. Nulo: nenhuma
            ou, para um SKU, o que o canal diz.
    """

    estoque_maximo: int | None
    estoque_seguranca: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        estoque_maximo: int | None
        estoque_maximo = self.estoque_maximo

        estoque_seguranca: int | None
        estoque_seguranca = self.estoque_seguranca

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "estoqueMaximo": estoque_maximo,
                "estoqueSeguranca": estoque_seguranca,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_estoque_maximo(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        estoque_maximo = _parse_estoque_maximo(d.pop("estoqueMaximo"))

        def _parse_estoque_seguranca(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        estoque_seguranca = _parse_estoque_seguranca(d.pop("estoqueSeguranca"))

        estoque_canal = cls(
            estoque_maximo=estoque_maximo,
            estoque_seguranca=estoque_seguranca,
        )

        estoque_canal.additional_properties = d
        return estoque_canal

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
