from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Informacao")


@_attrs_define
class Informacao:
    """Uma chave e seu valor.

    Attributes:
        chave (str): Chave, de 1 a 200 caracteres.
        valor (str | Unset): Valor, no máximo 4.000 caracteres.
    """

    chave: str
    valor: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        chave = self.chave

        valor = self.valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "chave": chave,
            }
        )
        if valor is not UNSET:
            field_dict["valor"] = valor

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        chave = d.pop("chave")

        valor = d.pop("valor", UNSET)

        informacao = cls(
            chave=chave,
            valor=valor,
        )

        informacao.additional_properties = d
        return informacao

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
