from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Consumo")


@_attrs_define
class Consumo:
    """Quanto um produto dura para quem o compra.

    Attributes:
        enviar_email (bool): Compradores devem ser lembrados. Default: False.
        quantidade_dias (int): Dias; 0 quando não se sabe. Default: 0.
    """

    enviar_email: bool = False
    quantidade_dias: int = 0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        enviar_email = self.enviar_email

        quantidade_dias = self.quantidade_dias

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "enviarEmail": enviar_email,
                "quantidadeDias": quantidade_dias,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        enviar_email = d.pop("enviarEmail")

        quantidade_dias = d.pop("quantidadeDias")

        consumo = cls(
            enviar_email=enviar_email,
            quantidade_dias=quantidade_dias,
        )

        consumo.additional_properties = d
        return consumo

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
