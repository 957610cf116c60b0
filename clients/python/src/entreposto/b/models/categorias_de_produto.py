from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="CategoriasDeProduto")


@_attrs_define
class CategoriasDeProduto:
    """Categorias de um produto.

    Attributes:
        categoria_principal_id (int | None | Unset): A que passa a ser a principal; 0 ou ausente: nenhuma.
        lista_categoria_id (list[int] | None | Unset): As outras em que é posto. Um dos dois, no mínimo, é informado.
    """

    categoria_principal_id: int | None | Unset = UNSET
    lista_categoria_id: list[int] | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        categoria_principal_id: int | None | Unset
        if isinstance(self.categoria_principal_id, Unset):
            categoria_principal_id = UNSET
        else:
            categoria_principal_id = self.categoria_principal_id

        lista_categoria_id: list[int] | None | Unset
        if isinstance(self.lista_categoria_id, Unset):
            lista_categoria_id = UNSET
        elif isinstance(self.lista_categoria_id, list):
            lista_categoria_id = self.lista_categoria_id

        else:
            lista_categoria_id = self.lista_categoria_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if categoria_principal_id is not UNSET:
            field_dict["categoriaPrincipalId"] = categoria_principal_id
        if lista_categoria_id is not UNSET:
            field_dict["listaCategoriaId"] = lista_categoria_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_categoria_principal_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        categoria_principal_id = _parse_categoria_principal_id(
            d.pop("categoriaPrincipalId", UNSET)
        )

        def _parse_lista_categoria_id(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                lista_categoria_id_type_0 = cast(list[int], data)

                return lista_categoria_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        lista_categoria_id = _parse_lista_categoria_id(d.pop("listaCategoriaId", UNSET))

        categorias_de_produto = cls(
            categoria_principal_id=categoria_principal_id,
            lista_categoria_id=lista_categoria_id,
        )

        categorias_de_produto.additional_properties = d
        return categorias_de_produto

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
