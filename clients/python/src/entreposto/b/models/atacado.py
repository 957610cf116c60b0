from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Atacado")


@_attrs_define
class Atacado:
    """Um preço de atacado, sozinho.

    Attributes:
        preco_atacado (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        produto_variante_atacado_id (int): Seu número.
        quantidade (int): A partir desta quantidade.
    """

    preco_atacado: float
    produto_variante_atacado_id: int
    quantidade: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco_atacado = self.preco_atacado

        produto_variante_atacado_id = self.produto_variante_atacado_id

        quantidade = self.quantidade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "precoAtacado": preco_atacado,
                "produtoVarianteAtacadoId": produto_variante_atacado_id,
                "quantidade": quantidade,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco_atacado = d.pop("precoAtacado")

        produto_variante_atacado_id = d.pop("produtoVarianteAtacadoId")

        quantidade = d.pop("quantidade")

        atacado = cls(
            preco_atacado=preco_atacado,
            produto_variante_atacado_id=produto_variante_atacado_id,
            quantidade=quantidade,
        )

        atacado.additional_properties = d
        return atacado

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
