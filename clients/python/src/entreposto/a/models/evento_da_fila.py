from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido
from ..models.tipo_evento import TipoEvento
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.pedido import Pedido


T = TypeVar("T", bound="EventoDaFila")


@_attrs_define
class EventoDaFila:
    """Um evento de um pedido, entregue.

    Attributes:
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        entrega (int): Quantas vezes já foi entregue a este consumidor, contando esta.
        evento_id (str): O identificador do evento, o mesmo por mais que seja entregue: por ele se sabe que já foi
            visto.
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        posicao (int): O lugar do evento no registro.
        recibo (str): O que o confirma.
        status (StatusPedido): O estado de um pedido.
        tipo (TipoEvento): De que tipo de mudança um evento conta.
        usuario_id (str): O usuário de quem é o pedido.
        pedido (Pedido | Unset): Um pedido. Textos que faltam são vazios, datas que faltam são nulas. Tem no máximo
            262.144 bytes de JSON.
    """

    data: datetime.datetime
    entrega: int
    evento_id: str
    pedido_id: int
    posicao: int
    recibo: str
    status: StatusPedido
    tipo: TipoEvento
    usuario_id: str
    pedido: Pedido | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data.isoformat()

        entrega = self.entrega

        evento_id = self.evento_id

        pedido_id = self.pedido_id

        posicao = self.posicao

        recibo = self.recibo

        status = self.status.value

        tipo = self.tipo.value

        usuario_id = self.usuario_id

        pedido: dict[str, Any] | Unset = UNSET
        if not isinstance(self.pedido, Unset):
            pedido = self.pedido.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "entrega": entrega,
                "eventoId": evento_id,
                "pedidoId": pedido_id,
                "posicao": posicao,
                "recibo": recibo,
                "status": status,
                "tipo": tipo,
                "usuarioId": usuario_id,
            }
        )
        if pedido is not UNSET:
            field_dict["pedido"] = pedido

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.pedido import Pedido

        d = dict(src_dict)
        data = datetime.datetime.fromisoformat(d.pop("data"))

        entrega = d.pop("entrega")

        evento_id = d.pop("eventoId")

        pedido_id = d.pop("pedidoId")

        posicao = d.pop("posicao")

        recibo = d.pop("recibo")

        status = StatusPedido(d.pop("status"))

        tipo = TipoEvento(d.pop("tipo"))

        usuario_id = d.pop("usuarioId")

        _pedido = d.pop("pedido", UNSET)
        pedido: Pedido | Unset
        if isinstance(_pedido, Unset):
            pedido = UNSET
        else:
            pedido = Pedido.from_dict(_pedido)

        evento_da_fila = cls(
            data=data,
            entrega=entrega,
            evento_id=evento_id,
            pedido_id=pedido_id,
            posicao=posicao,
            recibo=recibo,
            status=status,
            tipo=tipo,
            usuario_id=usuario_id,
            pedido=pedido,
        )

        evento_da_fila.additional_properties = d
        return evento_da_fila

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
