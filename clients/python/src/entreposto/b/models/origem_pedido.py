from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.sub_origem import SubOrigem


T = TypeVar("T", bound="OrigemPedido")


@_attrs_define
class OrigemPedido:
    """Um tipo de lugar de onde pedidos vêm.

    Attributes:
        id (int): Sempre 1.
        nome (str): Sempre `Marketplace`.
        sub_origens (list[SubOrigem]): Os canais da loja.
    """

    id: int
    nome: str
    sub_origens: list[SubOrigem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        nome = self.nome

        sub_origens = []
        for sub_origens_item_data in self.sub_origens:
            sub_origens_item = sub_origens_item_data.to_dict()
            sub_origens.append(sub_origens_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "nome": nome,
                "subOrigens": sub_origens,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.sub_origem import SubOrigem

        d = dict(src_dict)
        id = d.pop("id")

        nome = d.pop("nome")

        sub_origens = []
        _sub_origens = d.pop("subOrigens")
        for sub_origens_item_data in _sub_origens:
            sub_origens_item = SubOrigem.from_dict(sub_origens_item_data)

            sub_origens.append(sub_origens_item)

        origem_pedido = cls(
            id=id,
            nome=nome,
            sub_origens=sub_origens,
        )

        origem_pedido.additional_properties = d
        return origem_pedido

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
