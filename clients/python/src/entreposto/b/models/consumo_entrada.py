from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ConsumoEntrada")


@_attrs_define
class ConsumoEntrada:
    """Quanto um produto dura para quem o compra.

    Attributes:
        enviar_email (bool | Unset): Compradores devem ser lembrados. Default: False.
        quantidade_dias (int | Unset): Dias; 0 quando não se sabe. Default: 0.
    """

    enviar_email: bool | Unset = False
    quantidade_dias: int | Unset = 0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        enviar_email = self.enviar_email

        quantidade_dias = self.quantidade_dias

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if enviar_email is not UNSET:
            field_dict["enviarEmail"] = enviar_email
        if quantidade_dias is not UNSET:
            field_dict["quantidadeDias"] = quantidade_dias

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        enviar_email = d.pop("enviarEmail", UNSET)

        quantidade_dias = d.pop("quantidadeDias", UNSET)

        consumo_entrada = cls(
            enviar_email=enviar_email,
            quantidade_dias=quantidade_dias,
        )

        consumo_entrada.additional_properties = d
        return consumo_entrada

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
