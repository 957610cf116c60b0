from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SaldoEmCentro")


@_attrs_define
class SaldoEmCentro:
    """O que há em um centro de distribuição.

    Attributes:
        centro_id (int): O centro de distribuição.
        disponivel (int): O que sobra: abaixo de zero quando os pedidos reservam mais do que há.
        estoque (int): O que há, como quem o conta disse ou como o hub o conta.
        reservado (int): O que os pedidos reservam dele.
    """

    centro_id: int
    disponivel: int
    estoque: int
    reservado: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        centro_id = self.centro_id

        disponivel = self.disponivel

        estoque = self.estoque

        reservado = self.reservado

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "centroId": centro_id,
                "disponivel": disponivel,
                "estoque": estoque,
                "reservado": reservado,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        centro_id = d.pop("centroId")

        disponivel = d.pop("disponivel")

        estoque = d.pop("estoque")

        reservado = d.pop("reservado")

        saldo_em_centro = cls(
            centro_id=centro_id,
            disponivel=disponivel,
            estoque=estoque,
            reservado=reservado,
        )

        saldo_em_centro.additional_properties = d
        return saldo_em_centro

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
