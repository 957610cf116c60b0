from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ItemMovido")


@_attrs_define
class ItemMovido:
    """Um item que mudou de estado, como o histórico e o evento do pedido o contam.

    Attributes:
        item (int): Seu lugar entre os `produtos` do pedido, a partir de 1.
        situacao_pedido_id (int): O número de seu estado na interface B.
        sku (str): Seu SKU.
    """

    item: int
    situacao_pedido_id: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        item = self.item

        situacao_pedido_id = self.situacao_pedido_id

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "item": item,
                "situacaoPedidoId": situacao_pedido_id,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        item = d.pop("item")

        situacao_pedido_id = d.pop("situacaoPedidoId")

        sku = d.pop("sku")

        item_movido = cls(
            item=item,
            situacao_pedido_id=situacao_pedido_id,
            sku=sku,
        )

        item_movido.additional_properties = d
        return item_movido

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
