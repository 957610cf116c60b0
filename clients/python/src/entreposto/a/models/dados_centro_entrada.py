from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DadosCentroEntrada")


@_attrs_define
class DadosCentroEntrada:
    """What a distribution centre is called, and when orders take from it (this project's own).

    Attributes:
        nome (str): Name.
        prioridade (int | Unset): Orders take from the centre with the least number first, of two alike from the one
            with the lesser
            `centroId`. 1 when not given.
    """

    nome: str
    prioridade: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        prioridade = self.prioridade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
            }
        )
        if prioridade is not UNSET:
            field_dict["prioridade"] = prioridade

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        prioridade = d.pop("prioridade", UNSET)

        dados_centro_entrada = cls(
            nome=nome,
            prioridade=prioridade,
        )

        dados_centro_entrada.additional_properties = d
        return dados_centro_entrada

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
