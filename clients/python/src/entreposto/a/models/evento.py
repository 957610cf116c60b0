from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_evento import TipoEvento
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.dados import Dados


T = TypeVar("T", bound="Evento")


@_attrs_define
class Evento:
    """Um evento, como é enviado.

    Attributes:
        dados (Dados): O que um evento conta de uma mudança. Quais membros há depende do tipo do evento; nunca são dados
            de compradores.
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        evento_id (str): Seu identificador, o mesmo por mais que seja lido ou enviado.
        posicao (int): Seu lugar no registro da aplicação, a partir de 1, sem buracos.
        tipo (TipoEvento): De que tipo de mudança um evento conta.
        usuario_id (str): O usuário a quem aconteceu.
        canal_id (str | Unset): O canal, quando trata de um.
        pedido_id (int | Unset): O número de um pedido, dado pelo serviço quando entra.
        sku (str | Unset): O SKU, quando trata de um.
    """

    dados: Dados
    data: datetime.datetime
    evento_id: str
    posicao: int
    tipo: TipoEvento
    usuario_id: str
    canal_id: str | Unset = UNSET
    pedido_id: int | Unset = UNSET
    sku: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dados = self.dados.to_dict()

        data = self.data.isoformat()

        evento_id = self.evento_id

        posicao = self.posicao

        tipo = self.tipo.value

        usuario_id = self.usuario_id

        canal_id = self.canal_id

        pedido_id = self.pedido_id

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dados": dados,
                "data": data,
                "eventoId": evento_id,
                "posicao": posicao,
                "tipo": tipo,
                "usuarioId": usuario_id,
            }
        )
        if canal_id is not UNSET:
            field_dict["canalId"] = canal_id
        if pedido_id is not UNSET:
            field_dict["pedidoId"] = pedido_id
        if sku is not UNSET:
            field_dict["sku"] = sku

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.dados import Dados

        d = dict(src_dict)
        dados = Dados.from_dict(d.pop("dados"))

        data = datetime.datetime.fromisoformat(d.pop("data"))

        evento_id = d.pop("eventoId")

        posicao = d.pop("posicao")

        tipo = TipoEvento(d.pop("tipo"))

        usuario_id = d.pop("usuarioId")

        canal_id = d.pop("canalId", UNSET)

        pedido_id = d.pop("pedidoId", UNSET)

        sku = d.pop("sku", UNSET)

        evento = cls(
            dados=dados,
            data=data,
            evento_id=evento_id,
            posicao=posicao,
            tipo=tipo,
            usuario_id=usuario_id,
            canal_id=canal_id,
            pedido_id=pedido_id,
            sku=sku,
        )

        evento.additional_properties = d
        return evento

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
