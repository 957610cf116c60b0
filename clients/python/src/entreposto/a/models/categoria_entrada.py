from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="CategoriaEntrada")


@_attrs_define
class CategoriaEntrada:
    """Uma categoria de um canal.

    Attributes:
        categoria_id (str): O identificador de uma categoria, único em seu canal.
        nome (str): Nome, de 1 a 200 caracteres.
        categoria_pai_id (None | str | Unset): A categoria acima desta; vazio no primeiro nível.
    """

    categoria_id: str
    nome: str
    categoria_pai_id: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        categoria_id = self.categoria_id

        nome = self.nome

        categoria_pai_id: None | str | Unset
        if isinstance(self.categoria_pai_id, Unset):
            categoria_pai_id = UNSET
        else:
            categoria_pai_id = self.categoria_pai_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "categoriaId": categoria_id,
                "nome": nome,
            }
        )
        if categoria_pai_id is not UNSET:
            field_dict["categoriaPaiId"] = categoria_pai_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        categoria_id = d.pop("categoriaId")

        nome = d.pop("nome")

        def _parse_categoria_pai_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        categoria_pai_id = _parse_categoria_pai_id(d.pop("categoriaPaiId", UNSET))

        categoria_entrada = cls(
            categoria_id=categoria_id,
            nome=nome,
            categoria_pai_id=categoria_pai_id,
        )

        categoria_entrada.additional_properties = d
        return categoria_entrada

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
