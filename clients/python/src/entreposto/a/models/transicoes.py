from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido

if TYPE_CHECKING:
    from ..models.transicao import Transicao


T = TypeVar("T", bound="Transicoes")


@_attrs_define
class Transicoes:
    """Em que estado um pedido está e para quais pode ir.

    Attributes:
        permitidas (list[Transicao]): Para onde pode ir dali; vazio em um estado final.
        status (StatusPedido): O estado de um pedido.
    """

    permitidas: list[Transicao]
    status: StatusPedido
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        permitidas = []
        for permitidas_item_data in self.permitidas:
            permitidas_item = permitidas_item_data.to_dict()
            permitidas.append(permitidas_item)

        status = self.status.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "permitidas": permitidas,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.transicao import Transicao

        d = dict(src_dict)
        permitidas = []
        _permitidas = d.pop("permitidas")
        for permitidas_item_data in _permitidas:
            permitidas_item = Transicao.from_dict(permitidas_item_data)

            permitidas.append(permitidas_item)

        status = StatusPedido(d.pop("status"))

        transicoes = cls(
            permitidas=permitidas,
            status=status,
        )

        transicoes.additional_properties = d
        return transicoes

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
