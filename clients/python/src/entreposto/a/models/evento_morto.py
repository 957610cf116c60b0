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
    """Um evento morto: entregue muitas vezes e nunca confirmado.

    Attributes:
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        entregas (int): Quantas vezes foi entregue.
        evento_id (str): O identificador do evento.
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        posicao (int): O lugar do evento no registro: por ele é revivido.
        status (StatusPedido): O estado de um pedido.
        tipo (TipoEvento): De que tipo de mudança um evento conta.
        usuario_id (str): O usuário de quem é o pedido.
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
