from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CabecalhoLido")


@_attrs_define
class CabecalhoLido:
    """Um cabeçalho, como é lido.

    Attributes:
        chave (str): Nome.
        header_id (int): Seu número, feito do da inscrição e de seu lugar nela.
        valor (str): Valor.
    """

    chave: str
    header_id: int
    valor: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        chave = self.chave

        header_id = self.header_id

        valor = self.valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "chave": chave,
                "headerId": header_id,
                "valor": valor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        chave = d.pop("chave")

        header_id = d.pop("headerId")

        valor = d.pop("valor")

        cabecalho_lido = cls(
            chave=chave,
            header_id=header_id,
            valor=valor,
        )

        cabecalho_lido.additional_properties = d
        return cabecalho_lido

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
