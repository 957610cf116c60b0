from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="NovoAtacado")


@_attrs_define
class NovoAtacado:
    """Um novo preço de atacado.

    Attributes:
        preco_atacado (float): Preço por unidade.
        quantidade (int): A partir desta quantidade; um preço por quantidade.
    """

    preco_atacado: float
    quantidade: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_atacado = self.preco_atacado

        quantidade = self.quantidade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoAtacado": preco_atacado,
                "quantidade": quantidade,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_atacado = d.pop("precoAtacado")

        quantidade = d.pop("quantidade")

        novo_atacado = cls(
            preco_atacado=preco_atacado,
            quantidade=quantidade,
        )

        novo_atacado.additional_properties = d
        return novo_atacado

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
