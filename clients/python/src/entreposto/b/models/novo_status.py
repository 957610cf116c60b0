from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NovoStatus")


@_attrs_define
class NovoStatus:
    """Where an order is to go.

    Attributes:
        id (int): Number of the status. 3 to 7 cancel with the reason that they name; 10, 12 to 17 and 19 to 23 are
            steps within interface A's statuses.
        devolver_estoque (bool | Unset): Where the hub keeps the stock: a cancelled order that was invoiced or shipped
            gives its units back.
        motivo (str | Unset): Why, at most 500 characters. A cancellation (8) without one is noted as the store's.
    """

    id: int
    devolver_estoque: bool | Unset = UNSET
    motivo: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        devolver_estoque = self.devolver_estoque

        motivo = self.motivo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
            }
        )
        if devolver_estoque is not UNSET:
            field_dict["devolverEstoque"] = devolver_estoque
        if motivo is not UNSET:
            field_dict["motivo"] = motivo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        devolver_estoque = d.pop("devolverEstoque", UNSET)

        motivo = d.pop("motivo", UNSET)

        novo_status = cls(
            id=id,
            devolver_estoque=devolver_estoque,
            motivo=motivo,
        )

        novo_status.additional_properties = d
        return novo_status

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
