from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido
from ..models.tipo_evento import TipoEvento

T = TypeVar("T", bound="EventoMorto")


@_attrs_define
class EventoMorto:
    """A dead event.

    Attributes:
        data (datetime.datetime): A point in time, kept in microseconds since 1970 (UTC), written `yyyy-MM-
            ddTHH:mm:ssZ`.
        entregas (int): How often it has been handed out.
        evento_id (str): The event's identifier.
        pedido_id (int): The service's number of an order, assigned at creation; fits a double (≤ 2^53).
        posicao (int): The event's place in the log, to revive it by.
        status (StatusPedido): Where an order stands (source document).
        tipo (TipoEvento): What kind of change an event tells of (this project's own).
        usuario_id (str): The user that the order belongs to.
    """

    data: datetime.datetime
    entregas: int
    evento_id: str
    pedido_id: int
    posicao: int
    status: StatusPedido
    tipo: TipoEvento
    usuario_id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data.isoformat()

        entregas = self.entregas

        evento_id = self.evento_id

        pedido_id = self.pedido_id

        posicao = self.posicao

        status = self.status.value

        tipo = self.tipo.value

        usuario_id = self.usuario_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "entregas": entregas,
                "eventoId": evento_id,
                "pedidoId": pedido_id,
                "posicao": posicao,
                "status": status,
                "tipo": tipo,
                "usuarioId": usuario_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        data = datetime.datetime.fromisoformat(d.pop("data"))

        entregas = d.pop("entregas")

        evento_id = d.pop("eventoId")

        pedido_id = d.pop("pedidoId")

        posicao = d.pop("posicao")

        status = StatusPedido(d.pop("status"))

        tipo = TipoEvento(d.pop("tipo"))

        usuario_id = d.pop("usuarioId")

        evento_morto = cls(
            data=data,
            entregas=entregas,
            evento_id=evento_id,
            pedido_id=pedido_id,
            posicao=posicao,
            status=status,
            tipo=tipo,
            usuario_id=usuario_id,
        )

        evento_morto.additional_properties = d
        return evento_morto

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
