from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Situacao")


@_attrs_define
class Situacao:
    """Onde um consumidor da fila está.

    Attributes:
        aguardando (int): Eventos que esperam ser entregues, pela primeira vez ou de novo.
        arrendados (int): Eventos entregues cujo prazo ainda corre.
        consumidor (str): Seu nome.
        criado_em (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        mortos (int): Eventos mortos.
        nao_lidos (int): Eventos de pedidos do registro que ainda não entraram na fila; no máximo 10000.
        posicao (int): Todo evento de pedidos até este lugar do registro já entrou na fila: foi entregue, ou espera sê-
            lo.
        ultima_posicao (int): O último lugar do registro.
        visto_em (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        mais_antigo (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        nao_lidos_limitado (bool | Unset): Verdadeiro quando pode haver mais do que `naoLidos` diz; ausente do
            contrário.
        usuario_id (str | Unset): O usuário cuja fila ele lê; ausente = a da aplicação inteira.
    """

    aguardando: int
    arrendados: int
    consumidor: str
    criado_em: datetime.datetime
    mortos: int
    nao_lidos: int
    posicao: int
    ultima_posicao: int
    visto_em: datetime.datetime
    mais_antigo: datetime.datetime | Unset = UNSET
    nao_lidos_limitado: bool | Unset = UNSET
    usuario_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        aguardando = self.aguardando

        arrendados = self.arrendados

        consumidor = self.consumidor

        criado_em = self.criado_em.isoformat()

        mortos = self.mortos

        nao_lidos = self.nao_lidos

        posicao = self.posicao

        ultima_posicao = self.ultima_posicao

        visto_em = self.visto_em.isoformat()

        mais_antigo: str | Unset = UNSET
        if not isinstance(self.mais_antigo, Unset):
            mais_antigo = self.mais_antigo.isoformat()

        nao_lidos_limitado = self.nao_lidos_limitado

        usuario_id = self.usuario_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "aguardando": aguardando,
                "arrendados": arrendados,
                "consumidor": consumidor,
                "criadoEm": criado_em,
                "mortos": mortos,
                "naoLidos": nao_lidos,
                "posicao": posicao,
                "ultimaPosicao": ultima_posicao,
                "vistoEm": visto_em,
            }
        )
        if mais_antigo is not UNSET:
            field_dict["maisAntigo"] = mais_antigo
        if nao_lidos_limitado is not UNSET:
            field_dict["naoLidosLimitado"] = nao_lidos_limitado
        if usuario_id is not UNSET:
            field_dict["usuarioId"] = usuario_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        aguardando = d.pop("aguardando")

        arrendados = d.pop("arrendados")

        consumidor = d.pop("consumidor")

        criado_em = datetime.datetime.fromisoformat(d.pop("criadoEm"))

        mortos = d.pop("mortos")

        nao_lidos = d.pop("naoLidos")

        posicao = d.pop("posicao")

        ultima_posicao = d.pop("ultimaPosicao")

        visto_em = datetime.datetime.fromisoformat(d.pop("vistoEm"))

        _mais_antigo = d.pop("maisAntigo", UNSET)
        mais_antigo: datetime.datetime | Unset
        if isinstance(_mais_antigo, Unset):
            mais_antigo = UNSET
        else:
            mais_antigo = datetime.datetime.fromisoformat(_mais_antigo)

        nao_lidos_limitado = d.pop("naoLidosLimitado", UNSET)

        usuario_id = d.pop("usuarioId", UNSET)

        situacao = cls(
            aguardando=aguardando,
            arrendados=arrendados,
            consumidor=consumidor,
            criado_em=criado_em,
            mortos=mortos,
            nao_lidos=nao_lidos,
            posicao=posicao,
            ultima_posicao=ultima_posicao,
            visto_em=visto_em,
            mais_antigo=mais_antigo,
            nao_lidos_limitado=nao_lidos_limitado,
            usuario_id=usuario_id,
        )

        situacao.additional_properties = d
        return situacao

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
