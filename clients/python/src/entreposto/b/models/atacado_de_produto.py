from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AtacadoDeProduto")


@_attrs_define
class AtacadoDeProduto:
    """Um preço de atacado dentro de um produto.

    Attributes:
        preco_por (float): Preço por unidade.
        quantidade (int): A partir desta quantidade; um preço por quantidade.
    """

    preco_por: float
    quantidade: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_por = self.preco_por

        quantidade = self.quantidade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoPor": preco_por,
                "quantidade": quantidade,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_por = d.pop("precoPor")

        quantidade = d.pop("quantidade")

        atacado_de_produto = cls(
            preco_por=preco_por,
            quantidade=quantidade,
        )

        atacado_de_produto.additional_properties = d
        return atacado_de_produto

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
