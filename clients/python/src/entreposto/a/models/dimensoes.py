from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Dimensoes")


@_attrs_define
class Dimensoes:
    """As medidas de um volume, em centímetros e gramas; 0 = desconhecida.

    Attributes:
        altura (int | Unset): Altura, em centímetros.
        comprimento (int | Unset): Comprimento, em centímetros.
        largura (int | Unset): Largura, em centímetros.
        peso (int | Unset): Peso, em gramas.
    """

    altura: int | Unset = UNSET
    comprimento: int | Unset = UNSET
    largura: int | Unset = UNSET
    peso: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        altura = self.altura

        comprimento = self.comprimento

        largura = self.largura

        peso = self.peso

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if altura is not UNSET:
            field_dict["altura"] = altura
        if comprimento is not UNSET:
            field_dict["comprimento"] = comprimento
        if largura is not UNSET:
            field_dict["largura"] = largura
        if peso is not UNSET:
            field_dict["peso"] = peso

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        altura = d.pop("altura", UNSET)

        comprimento = d.pop("comprimento", UNSET)

        largura = d.pop("largura", UNSET)

        peso = d.pop("peso", UNSET)

        dimensoes = cls(
            altura=altura,
            comprimento=comprimento,
            largura=largura,
            peso=peso,
        )

        dimensoes.additional_properties = d
        return dimensoes

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
