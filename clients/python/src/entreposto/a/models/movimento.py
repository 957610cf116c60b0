from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.causa_movimento import CausaMovimento
from ..types import UNSET, Unset

T = TypeVar("T", bound="Movimento")


@_attrs_define
class Movimento:
    """Uma mudança do estoque ou das reservas de um SKU.

    Attributes:
        causa (CausaMovimento): Por que o estoque ou as reservas de um SKU mudaram.
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        estoque (int): O estoque depois.
        estoque_anterior (int): O estoque antes.
        numero (int): Seu número entre os do SKU, a partir de 1, sem buracos.
        reservado (int): O que os pedidos reservam depois.
        reservado_anterior (int): O que os pedidos reservavam antes.
        pedido_id (int | Unset): O número de um pedido, dado pelo serviço quando entra.
    """

    causa: CausaMovimento
    data: datetime.datetime
    estoque: int
    estoque_anterior: int
    numero: int
    reservado: int
    reservado_anterior: int
    pedido_id: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        causa = self.causa.value

        data = self.data.isoformat()

        estoque = self.estoque

        estoque_anterior = self.estoque_anterior

        numero = self.numero

        reservado = self.reservado

        reservado_anterior = self.reservado_anterior

        pedido_id = self.pedido_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "causa": causa,
                "data": data,
                "estoque": estoque,
                "estoqueAnterior": estoque_anterior,
                "numero": numero,
                "reservado": reservado,
                "reservadoAnterior": reservado_anterior,
            }
        )
        if pedido_id is not UNSET:
            field_dict["pedidoId"] = pedido_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        causa = CausaMovimento(d.pop("causa"))

        data = datetime.datetime.fromisoformat(d.pop("data"))

        estoque = d.pop("estoque")

        estoque_anterior = d.pop("estoqueAnterior")

        numero = d.pop("numero")

        reservado = d.pop("reservado")

        reservado_anterior = d.pop("reservadoAnterior")

        pedido_id = d.pop("pedidoId", UNSET)

        movimento = cls(
            causa=causa,
            data=data,
            estoque=estoque,
            estoque_anterior=estoque_anterior,
            numero=numero,
            reservado=reservado,
            reservado_anterior=reservado_anterior,
            pedido_id=pedido_id,
        )

        movimento.additional_properties = d
        return movimento

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
