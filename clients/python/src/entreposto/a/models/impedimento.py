from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.codigo_impedimento import CodigoImpedimento

T = TypeVar("T", bound="Impedimento")


@_attrs_define
class Impedimento:
    """Algo que impede que uma oferta seja publicada.

    Attributes:
        codigo (CodigoImpedimento): O que pode impedir que uma oferta seja publicada.
        mensagem (str): O mesmo, em palavras.
    """

    codigo: CodigoImpedimento
    mensagem: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codigo = self.codigo.value

        mensagem = self.mensagem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "codigo": codigo,
                "mensagem": mensagem,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        codigo = CodigoImpedimento(d.pop("codigo"))

        mensagem = d.pop("mensagem")

        impedimento = cls(
            codigo=codigo,
            mensagem=mensagem,
        )

        impedimento.additional_properties = d
        return impedimento

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
