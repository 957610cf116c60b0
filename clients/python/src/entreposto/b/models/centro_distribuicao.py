from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CentroDistribuicao")


@_attrs_define
class CentroDistribuicao:
    """Um lugar de onde mercadorias saem.

    Attributes:
        cep (int): Seu CEP sem zeros à esquerda; 0 quando ninguém o disse.
        id (int): Seu número; o 1 é o que toda loja tem.
        nome (str): Nome.
        padrao (bool): Verdadeiro no que toda loja tem.
    """

    cep: int
    id: int
    nome: str
    padrao: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cep = self.cep

        id = self.id

        nome = self.nome

        padrao = self.padrao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cep": cep,
                "id": id,
                "nome": nome,
                "padrao": padrao,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        cep = d.pop("cep")

        id = d.pop("id")

        nome = d.pop("nome")

        padrao = d.pop("padrao")

        centro_distribuicao = cls(
            cep=cep,
            id=id,
            nome=nome,
            padrao=padrao,
        )

        centro_distribuicao.additional_properties = d
        return centro_distribuicao

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
