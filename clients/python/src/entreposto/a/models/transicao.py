from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido

T = TypeVar("T", bound="Transicao")


@_attrs_define
class Transicao:
    """Uma mudança de estado possível.

    Attributes:
        exige_motivo (bool): Verdadeiro quando a mudança precisa vir com um `motivo`.
        status (StatusPedido): O estado de um pedido.
    """

    exige_motivo: bool
    status: StatusPedido
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        exige_motivo = self.exige_motivo

        status = self.status.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "exigeMotivo": exige_motivo,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        exige_motivo = d.pop("exigeMotivo")

        status = StatusPedido(d.pop("status"))

        transicao = cls(
            exige_motivo=exige_motivo,
            status=status,
        )

        transicao.additional_properties = d
        return transicao

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
