from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ValorConfiguracao")


@_attrs_define
class ValorConfiguracao:
    """O valor de uma configuração.

    Attributes:
        codigo (str): O código da configuração, de 1 a 100 caracteres.
        valor (str): Seu valor, como texto de no máximo 4.000 caracteres.
    """

    codigo: str
    valor: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codigo = self.codigo

        valor = self.valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "codigo": codigo,
                "valor": valor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        codigo = d.pop("codigo")

        valor = d.pop("valor")

        valor_configuracao = cls(
            codigo=codigo,
            valor=valor,
        )

        valor_configuracao.additional_properties = d
        return valor_configuracao

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
