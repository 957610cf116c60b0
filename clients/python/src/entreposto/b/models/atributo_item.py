from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AtributoItem")


@_attrs_define
class AtributoItem:
    """Um atributo de um item.

    Attributes:
        produto_variante_atributo_nome (str): O nome do atributo.
        produto_variante_atributo_valor (str): O valor do atributo.
    """

    produto_variante_atributo_nome: str
    produto_variante_atributo_valor: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        produto_variante_atributo_nome = self.produto_variante_atributo_nome

        produto_variante_atributo_valor = self.produto_variante_atributo_valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "produtoVarianteAtributoNome": produto_variante_atributo_nome,
                "produtoVarianteAtributoValor": produto_variante_atributo_valor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        produto_variante_atributo_nome = d.pop("produtoVarianteAtributoNome")

        produto_variante_atributo_valor = d.pop("produtoVarianteAtributoValor")

        atributo_item = cls(
            produto_variante_atributo_nome=produto_variante_atributo_nome,
            produto_variante_atributo_valor=produto_variante_atributo_valor,
        )

        atributo_item.additional_properties = d
        return atributo_item

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
