from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Falta")


@_attrs_define
class Falta:
    """Unidades de um SKU que faltavam quando entrou um pedido que ainda espera por elas.

    Attributes:
        centro_id (int): O centro de distribuição.
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        estoque (int): O estoque do SKU ali, agora.
        falta (int): Quantas delas faltavam quando entrou.
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        reservada (int): Unidades que o pedido reserva.
        reservado (int): O que todos os pedidos reservam do SKU ali, agora: falta enquanto for mais do que o estoque.
        sku (str): O SKU.
    """

    centro_id: int
    data: datetime.datetime
    estoque: int
    falta: int
    pedido_id: int
    reservada: int
    reservado: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        centro_id = self.centro_id

        data = self.data.isoformat()

        estoque = self.estoque

        falta = self.falta

        pedido_id = self.pedido_id

        reservada = self.reservada

        reservado = self.reservado

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "centroId": centro_id,
                "data": data,
                "estoque": estoque,
                "falta": falta,
                "pedidoId": pedido_id,
                "reservada": reservada,
                "reservado": reservado,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        centro_id = d.pop("centroId")

        data = datetime.datetime.fromisoformat(d.pop("data"))

        estoque = d.pop("estoque")

        falta = d.pop("falta")

        pedido_id = d.pop("pedidoId")

        reservada = d.pop("reservada")

        reservado = d.pop("reservado")

        sku = d.pop("sku")

        falta = cls(
            centro_id=centro_id,
            data=data,
            estoque=estoque,
            falta=falta,
            pedido_id=pedido_id,
            reservada=reservada,
            reservado=reservado,
            sku=sku,
        )

        falta.additional_properties = d
        return falta

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
