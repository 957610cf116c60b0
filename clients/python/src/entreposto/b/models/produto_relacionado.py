from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ProdutoRelacionado")


@_attrs_define
class ProdutoRelacionado:
    """Outro SKU do mesmo grupo.

    Attributes:
        parent_id (int): O mesmo número.
        produto_id (int): O número do grupo.
        produto_variante_id (int): O número do SKU.
        sku (str): O código do SKU.
    """

    parent_id: int
    produto_id: int
    produto_variante_id: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        parent_id = self.parent_id

        produto_id = self.produto_id

        produto_variante_id = self.produto_variante_id

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "parentId": parent_id,
                "produtoId": produto_id,
                "produtoVarianteId": produto_variante_id,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        parent_id = d.pop("parentId")

        produto_id = d.pop("produtoId")

        produto_variante_id = d.pop("produtoVarianteId")

        sku = d.pop("sku")

        produto_relacionado = cls(
            parent_id=parent_id,
            produto_id=produto_id,
            produto_variante_id=produto_variante_id,
            sku=sku,
        )

        produto_relacionado.additional_properties = d
        return produto_relacionado

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
