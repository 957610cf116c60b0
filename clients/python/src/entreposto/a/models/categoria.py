from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Categoria")


@_attrs_define
class Categoria:
    """A channel category. Wire form: interface A's Categoria; `categoriaPaiId` is this project's own.

    Attributes:
        categoria_id (str): The identifier of a channel category, unique in its channel.
        categoria_pai_id (None | str):
        contem_subcategorias (bool): Computed: true when another category has this one as its parent. Ignored on input.
        nome (str): Name, 1 to 200 characters.
    """

    categoria_id: str
    categoria_pai_id: None | str
    contem_subcategorias: bool
    nome: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        categoria_id = self.categoria_id

        categoria_pai_id: None | str
        categoria_pai_id = self.categoria_pai_id

        contem_subcategorias = self.contem_subcategorias

        nome = self.nome

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "categoriaId": categoria_id,
                "categoriaPaiId": categoria_pai_id,
                "contemSubcategorias": contem_subcategorias,
                "nome": nome,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        categoria_id = d.pop("categoriaId")

        def _parse_categoria_pai_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        categoria_pai_id = _parse_categoria_pai_id(d.pop("categoriaPaiId"))

        contem_subcategorias = d.pop("contemSubcategorias")

        nome = d.pop("nome")

        categoria = cls(
            categoria_id=categoria_id,
            categoria_pai_id=categoria_pai_id,
            contem_subcategorias=contem_subcategorias,
            nome=nome,
        )

        categoria.additional_properties = d
        return categoria

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
