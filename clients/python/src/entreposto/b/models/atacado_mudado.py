from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AtacadoMudado")


@_attrs_define
class AtacadoMudado:
    """O que muda em um preço de atacado; o que falta fica como está.

    Attributes:
        preco_atacado (float | None | Unset): Preço por unidade.
        quantidade (int | None | Unset): A partir desta quantidade; um preço por quantidade.
    """

    preco_atacado: float | None | Unset = UNSET
    quantidade: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_atacado: float | None | Unset
        if isinstance(self.preco_atacado, Unset):
            preco_atacado = UNSET
        else:
            preco_atacado = self.preco_atacado

        quantidade: int | None | Unset
        if isinstance(self.quantidade, Unset):
            quantidade = UNSET
        else:
            quantidade = self.quantidade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if preco_atacado is not UNSET:
            field_dict["precoAtacado"] = preco_atacado
        if quantidade is not UNSET:
            field_dict["quantidade"] = quantidade

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_preco_atacado(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_atacado = _parse_preco_atacado(d.pop("precoAtacado", UNSET))

        def _parse_quantidade(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        quantidade = _parse_quantidade(d.pop("quantidade", UNSET))

        atacado_mudado = cls(
            preco_atacado=preco_atacado,
            quantidade=quantidade,
        )

        atacado_mudado.additional_properties = d
        return atacado_mudado

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
