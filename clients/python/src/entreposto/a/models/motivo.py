from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.regra_oferta import RegraOferta

T = TypeVar("T", bound="Motivo")


@_attrs_define
class Motivo:
    """A regra que deu um valor.

    Attributes:
        campo (str): O membro da oferta.
        mensagem (str): A regra, em palavras.
        regra (RegraOferta): As regras que dão os valores de uma oferta.
    """

    campo: str
    mensagem: str
    regra: RegraOferta
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        campo = self.campo

        mensagem = self.mensagem

        regra = self.regra.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "campo": campo,
                "mensagem": mensagem,
                "regra": regra,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        campo = d.pop("campo")

        mensagem = d.pop("mensagem")

        regra = RegraOferta(d.pop("regra"))

        motivo = cls(
            campo=campo,
            mensagem=mensagem,
            regra=regra,
        )

        motivo.additional_properties = d
        return motivo

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
