from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DadosCentro")


@_attrs_define
class DadosCentro:
    """What a distribution centre is called, and when orders take from it (this project's own).

    Attributes:
        nome (str): Name.
        prioridade (int): Orders take from the centre with the least number first, of two alike from the one with the
            lesser
            `centroId`. 1 when not given.
    """

    nome: str
    prioridade: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        prioridade = self.prioridade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "prioridade": prioridade,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        prioridade = d.pop("prioridade")

        dados_centro = cls(
            nome=nome,
            prioridade=prioridade,
        )

        dados_centro.additional_properties = d
        return dados_centro

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
