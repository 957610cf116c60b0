from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.ultimo_erro import UltimoErro


T = TypeVar("T", bound="Saude")


@_attrs_define
class Saude:
    """Como vão os envios ao endereço de uma notificação, ou ao pior de seus endereços.

    Attributes:
        falhas_seguidas (int): Falhas desde o último sucesso.
        pendentes (int): Entregas por fazer; contadas até 10.000.
        encerrada_em (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        pausada_ate (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        ultima_falha (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        ultimo_erro (UltimoErro | Unset): Por que o envio falhou da última vez, e quando.
        ultimo_sucesso (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
    """

    falhas_seguidas: int
    pendentes: int
    encerrada_em: datetime.datetime | Unset = UNSET
    pausada_ate: datetime.datetime | Unset = UNSET
    ultima_falha: datetime.datetime | Unset = UNSET
    ultimo_erro: UltimoErro | Unset = UNSET
    ultimo_sucesso: datetime.datetime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        falhas_seguidas = self.falhas_seguidas

        pendentes = self.pendentes

        encerrada_em: str | Unset = UNSET
        if not isinstance(self.encerrada_em, Unset):
            encerrada_em = self.encerrada_em.isoformat()

        pausada_ate: str | Unset = UNSET
        if not isinstance(self.pausada_ate, Unset):
            pausada_ate = self.pausada_ate.isoformat()

        ultima_falha: str | Unset = UNSET
        if not isinstance(self.ultima_falha, Unset):
            ultima_falha = self.ultima_falha.isoformat()

        ultimo_erro: dict[str, Any] | Unset = UNSET
        if not isinstance(self.ultimo_erro, Unset):
            ultimo_erro = self.ultimo_erro.to_dict()

        ultimo_sucesso: str | Unset = UNSET
        if not isinstance(self.ultimo_sucesso, Unset):
            ultimo_sucesso = self.ultimo_sucesso.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "falhasSeguidas": falhas_seguidas,
                "pendentes": pendentes,
            }
        )
        if encerrada_em is not UNSET:
            field_dict["encerradaEm"] = encerrada_em
        if pausada_ate is not UNSET:
            field_dict["pausadaAte"] = pausada_ate
        if ultima_falha is not UNSET:
            field_dict["ultimaFalha"] = ultima_falha
        if ultimo_erro is not UNSET:
            field_dict["ultimoErro"] = ultimo_erro
        if ultimo_sucesso is not UNSET:
            field_dict["ultimoSucesso"] = ultimo_sucesso

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.ultimo_erro import UltimoErro

        d = dict(src_dict)
        falhas_seguidas = d.pop("falhasSeguidas")

        pendentes = d.pop("pendentes")

        _encerrada_em = d.pop("encerradaEm", UNSET)
        encerrada_em: datetime.datetime | Unset
        if isinstance(_encerrada_em, Unset):
            encerrada_em = UNSET
        else:
            encerrada_em = datetime.datetime.fromisoformat(_encerrada_em)

        _pausada_ate = d.pop("pausadaAte", UNSET)
        pausada_ate: datetime.datetime | Unset
        if isinstance(_pausada_ate, Unset):
            pausada_ate = UNSET
        else:
            pausada_ate = datetime.datetime.fromisoformat(_pausada_ate)

        _ultima_falha = d.pop("ultimaFalha", UNSET)
        ultima_falha: datetime.datetime | Unset
        if isinstance(_ultima_falha, Unset):
            ultima_falha = UNSET
        else:
            ultima_falha = datetime.datetime.fromisoformat(_ultima_falha)

        _ultimo_erro = d.pop("ultimoErro", UNSET)
        ultimo_erro: UltimoErro | Unset
        if isinstance(_ultimo_erro, Unset):
            ultimo_erro = UNSET
        else:
            ultimo_erro = UltimoErro.from_dict(_ultimo_erro)

        _ultimo_sucesso = d.pop("ultimoSucesso", UNSET)
        ultimo_sucesso: datetime.datetime | Unset
        if isinstance(_ultimo_sucesso, Unset):
            ultimo_sucesso = UNSET
        else:
            ultimo_sucesso = datetime.datetime.fromisoformat(_ultimo_sucesso)

        saude = cls(
            falhas_seguidas=falhas_seguidas,
            pendentes=pendentes,
            encerrada_em=encerrada_em,
            pausada_ate=pausada_ate,
            ultima_falha=ultima_falha,
            ultimo_erro=ultimo_erro,
            ultimo_sucesso=ultimo_sucesso,
        )

        saude.additional_properties = d
        return saude

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
