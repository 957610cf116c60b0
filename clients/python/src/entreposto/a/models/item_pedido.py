from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ItemPedido")


@_attrs_define
class ItemPedido:
    """Um item de um pedido.

    Attributes:
        desconto (float): Desconto na linha toda.
        frete (float): Frete da linha toda.
        preco (float): Preço por unidade.
        quantidade (int): Quantidade, no mínimo 1.
        sku (str): O SKU como o marketplace o chamou, de 1 a 100 caracteres; não precisa estar cadastrado.
    """

    desconto: float
    frete: float
    preco: float
    quantidade: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        desconto = self.desconto

        frete = self.frete

        preco = self.preco

        quantidade = self.quantidade

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "desconto": desconto,
                "frete": frete,
                "preco": preco,
                "quantidade": quantidade,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        desconto = d.pop("desconto")

        frete = d.pop("frete")

        preco = d.pop("preco")

        quantidade = d.pop("quantidade")

        sku = d.pop("sku")

        item_pedido = cls(
            desconto=desconto,
            frete=frete,
            preco=preco,
            quantidade=quantidade,
            sku=sku,
        )

        item_pedido.additional_properties = d
        return item_pedido

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
