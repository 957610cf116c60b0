from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TipoDeAtributo")


@_attrs_define
class TipoDeAtributo:
    """Um atributo que produtos podem ter.

    Attributes:
        nome (str): Seu nome.
        prioridade (int): Sempre 0.
        tipo (str): Sempre `Selecao`: o que distingue os SKUs de um grupo.
        tipo_exibicao (str): Sempre `Combo`.
    """

    nome: str
    prioridade: int
    tipo: str
    tipo_exibicao: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        prioridade = self.prioridade

        tipo = self.tipo

        tipo_exibicao = self.tipo_exibicao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "prioridade": prioridade,
                "tipo": tipo,
                "tipoExibicao": tipo_exibicao,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        prioridade = d.pop("prioridade")

        tipo = d.pop("tipo")

        tipo_exibicao = d.pop("tipoExibicao")

        tipo_de_atributo = cls(
            nome=nome,
            prioridade=prioridade,
            tipo=tipo,
            tipo_exibicao=tipo_exibicao,
        )

        tipo_de_atributo.additional_properties = d
        return tipo_de_atributo

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
