from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Categoria")


@_attrs_define
class Categoria:
    """Uma categoria de um canal.

    Attributes:
        categoria_id (str): O identificador de uma categoria, único em seu canal.
        categoria_pai_id (None | str): A categoria acima desta; vazio no primeiro nível.
        contem_subcategorias (bool): Calculado: há outra categoria logo abaixo desta. Ignorado na escrita.
        nome (str): Nome, de 1 a 200 caracteres.
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
