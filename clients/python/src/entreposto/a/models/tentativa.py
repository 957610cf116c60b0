from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Tentativa")


@_attrs_define
class Tentativa:
    """Uma tentativa.

    Attributes:
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        duracao_ms (int): Quanto durou, em milissegundos.
        numero (int): Qual é, a partir de 1.
        resposta (str): O começo da resposta, no máximo 500 caracteres, quando era texto.
        erro (str | Unset): Por que falhou; ausente quando não falhou.
        status (int | Unset): O status da resposta, quando houve.
    """

    data: datetime.datetime
    duracao_ms: int
    numero: int
    resposta: str
    erro: str | Unset = UNSET
    status: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data.isoformat()

        duracao_ms = self.duracao_ms

        numero = self.numero

        resposta = self.resposta

        erro = self.erro

        status = self.status

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "duracaoMs": duracao_ms,
                "numero": numero,
                "resposta": resposta,
            }
        )
        if erro is not UNSET:
            field_dict["erro"] = erro
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        data = datetime.datetime.fromisoformat(d.pop("data"))

        duracao_ms = d.pop("duracaoMs")

        numero = d.pop("numero")

        resposta = d.pop("resposta")

        erro = d.pop("erro", UNSET)

        status = d.pop("status", UNSET)

        tentativa = cls(
            data=data,
            duracao_ms=duracao_ms,
            numero=numero,
            resposta=resposta,
            erro=erro,
            status=status,
        )

        tentativa.additional_properties = d
        return tentativa

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
