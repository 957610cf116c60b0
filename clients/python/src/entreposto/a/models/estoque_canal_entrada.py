from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="EstoqueCanalEntrada")


@_attrs_define
class EstoqueCanalEntrada:
    """O que um canal deixa na prateleira e o máximo que mostra, para todos os SKUs ou para um.

    Attributes:
        estoque_maximo (int | None | Unset): O máximo que é mostrado, aplicado por último. Nulo: sem esse limite ou,
            para um SKU, o que o canal diz.
        estoque_seguranca (int | None | Unset): Unidades que ficam na prateleira, tiradas antes da porcentagem. Nulo:
            nenhuma ou, para um SKU, o que o canal diz.
    """

    estoque_maximo: int | None | Unset = UNSET
    estoque_seguranca: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        estoque_maximo: int | None | Unset
        if isinstance(self.estoque_maximo, Unset):
            estoque_maximo = UNSET
        else:
            estoque_maximo = self.estoque_maximo

        estoque_seguranca: int | None | Unset
        if isinstance(self.estoque_seguranca, Unset):
            estoque_seguranca = UNSET
        else:
            estoque_seguranca = self.estoque_seguranca

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if estoque_maximo is not UNSET:
            field_dict["estoqueMaximo"] = estoque_maximo
        if estoque_seguranca is not UNSET:
            field_dict["estoqueSeguranca"] = estoque_seguranca

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_estoque_maximo(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        estoque_maximo = _parse_estoque_maximo(d.pop("estoqueMaximo", UNSET))

        def _parse_estoque_seguranca(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        estoque_seguranca = _parse_estoque_seguranca(d.pop("estoqueSeguranca", UNSET))

        estoque_canal_entrada = cls(
            estoque_maximo=estoque_maximo,
            estoque_seguranca=estoque_seguranca,
        )

        estoque_canal_entrada.additional_properties = d
        return estoque_canal_entrada

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
