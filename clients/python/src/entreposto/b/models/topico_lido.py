from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.topico import Topico

T = TypeVar("T", bound="TopicoLido")


@_attrs_define
class TopicoLido:
    """Um tópico.

    Attributes:
        descricao (str): Do que ele conta.
        nome (Topico): O que o sistema de uma loja pode querer saber.
        payload (str): Como é o corpo de suas chamadas: JSON, em texto.
    """

    descricao: str
    nome: Topico
    payload: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        descricao = self.descricao

        nome = self.nome.value

        payload = self.payload

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "descricao": descricao,
                "nome": nome,
                "payload": payload,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        descricao = d.pop("descricao")

        nome = Topico(d.pop("nome"))

        payload = d.pop("payload")

        topico_lido = cls(
            descricao=descricao,
            nome=nome,
            payload=payload,
        )

        topico_lido.additional_properties = d
        return topico_lido

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
