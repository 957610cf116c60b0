from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.estado_entrega import EstadoEntrega
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.tentativa import Tentativa


T = TypeVar("T", bound="Entrega")


@_attrs_define
class Entrega:
    """Uma entrega: um evento para um endereço.

    Attributes:
        data_criacao (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        entrega_id (int): O número da entrega, dado pelo serviço.
        estado (EstadoEntrega): O que foi feito de uma entrega.
        evento_id (str): O evento.
        posicao (int): O lugar do evento no registro; 0 de um teste.
        tentativas (list[Tentativa]): O que foi tentado, da primeira à última; as 20 últimas.
        tipo (str): O tipo do evento; `teste` de um teste.
        data_conclusao (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        proxima_tentativa (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
    """

    data_criacao: datetime.datetime
    entrega_id: int
    estado: EstadoEntrega
    evento_id: str
    posicao: int
    tentativas: list[Tentativa]
    tipo: str
    data_conclusao: datetime.datetime | Unset = UNSET
    proxima_tentativa: datetime.datetime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data_criacao = self.data_criacao.isoformat()

        entrega_id = self.entrega_id

        estado = self.estado.value

        evento_id = self.evento_id

        posicao = self.posicao

        tentativas = []
        for tentativas_item_data in self.tentativas:
            tentativas_item = tentativas_item_data.to_dict()
            tentativas.append(tentativas_item)

        tipo = self.tipo

        data_conclusao: str | Unset = UNSET
        if not isinstance(self.data_conclusao, Unset):
            data_conclusao = self.data_conclusao.isoformat()

        proxima_tentativa: str | Unset = UNSET
        if not isinstance(self.proxima_tentativa, Unset):
            proxima_tentativa = self.proxima_tentativa.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dataCriacao": data_criacao,
                "entregaId": entrega_id,
                "estado": estado,
                "eventoId": evento_id,
                "posicao": posicao,
                "tentativas": tentativas,
                "tipo": tipo,
            }
        )
        if data_conclusao is not UNSET:
            field_dict["dataConclusao"] = data_conclusao
        if proxima_tentativa is not UNSET:
            field_dict["proximaTentativa"] = proxima_tentativa

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.tentativa import Tentativa

        d = dict(src_dict)
        data_criacao = datetime.datetime.fromisoformat(d.pop("dataCriacao"))

        entrega_id = d.pop("entregaId")

        estado = EstadoEntrega(d.pop("estado"))

        evento_id = d.pop("eventoId")

        posicao = d.pop("posicao")

        tentativas = []
        _tentativas = d.pop("tentativas")
        for tentativas_item_data in _tentativas:
            tentativas_item = Tentativa.from_dict(tentativas_item_data)

            tentativas.append(tentativas_item)

        tipo = d.pop("tipo")

        _data_conclusao = d.pop("dataConclusao", UNSET)
        data_conclusao: datetime.datetime | Unset
        if isinstance(_data_conclusao, Unset):
            data_conclusao = UNSET
        else:
            data_conclusao = datetime.datetime.fromisoformat(_data_conclusao)

        _proxima_tentativa = d.pop("proximaTentativa", UNSET)
        proxima_tentativa: datetime.datetime | Unset
        if isinstance(_proxima_tentativa, Unset):
            proxima_tentativa = UNSET
        else:
            proxima_tentativa = datetime.datetime.fromisoformat(_proxima_tentativa)

        entrega = cls(
            data_criacao=data_criacao,
            entrega_id=entrega_id,
            estado=estado,
            evento_id=evento_id,
            posicao=posicao,
            tentativas=tentativas,
            tipo=tipo,
            data_conclusao=data_conclusao,
            proxima_tentativa=proxima_tentativa,
        )

        entrega.additional_properties = d
        return entrega

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
