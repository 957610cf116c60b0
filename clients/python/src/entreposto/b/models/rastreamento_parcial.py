from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RastreamentoParcial")


@_attrs_define
class RastreamentoParcial:
    """Como seguir um volume. O que falta, ou é vazio, fica como está.

    Attributes:
        rastreamento (str | Unset): Código de rastreio, no máximo 200 caracteres.
        url_rastreamento (str | Unset): Endereço onde o volume pode ser seguido, http(s) absoluto.
    """

    rastreamento: str | Unset = UNSET
    url_rastreamento: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        rastreamento = self.rastreamento

        url_rastreamento = self.url_rastreamento

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if rastreamento is not UNSET:
            field_dict["rastreamento"] = rastreamento
        if url_rastreamento is not UNSET:
            field_dict["urlRastreamento"] = url_rastreamento

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        rastreamento = d.pop("rastreamento", UNSET)

        url_rastreamento = d.pop("urlRastreamento", UNSET)

        rastreamento_parcial = cls(
            rastreamento=rastreamento,
            url_rastreamento=url_rastreamento,
        )

        rastreamento_parcial.additional_properties = d
        return rastreamento_parcial

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
