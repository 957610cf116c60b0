from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ItemPedidoEntrada")


@_attrs_define
class ItemPedidoEntrada:
    """Um item de um pedido.

    Attributes:
        preco (float): Preço por unidade.
        quantidade (int): Quantidade, no mínimo 1.
        sku (str): O SKU como o marketplace o chamou, de 1 a 100 caracteres; não precisa estar cadastrado.
        desconto (float | Unset): Desconto na linha toda.
        frete (float | Unset): Frete da linha toda.
    """

    preco: float
    quantidade: int
    sku: str
    desconto: float | Unset = UNSET
    frete: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        preco = self.preco

        quantidade = self.quantidade

        sku = self.sku

        desconto = self.desconto

        frete = self.frete

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "preco": preco,
                "quantidade": quantidade,
                "sku": sku,
            }
        )
        if desconto is not UNSET:
            field_dict["desconto"] = desconto
        if frete is not UNSET:
            field_dict["frete"] = frete

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        preco = d.pop("preco")

        quantidade = d.pop("quantidade")

        sku = d.pop("sku")

        desconto = d.pop("desconto", UNSET)

        frete = d.pop("frete", UNSET)

        item_pedido_entrada = cls(
            preco=preco,
            quantidade=quantidade,
            sku=sku,
            desconto=desconto,
            frete=frete,
        )

        item_pedido_entrada.additional_properties = d
        return item_pedido_entrada

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
