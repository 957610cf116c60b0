from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DadosCentro")


@_attrs_define
class DadosCentro:
    """Como um centro de distribuição se chama, e em que ordem os pedidos tiram dele.

    Attributes:
        nome (str): Nome, de 1 a 100 caracteres.
        prioridade (int): Os pedidos tiram primeiro do centro de menor número; de dois iguais, do de menor `centroId`.
            Ausente: 1.
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
