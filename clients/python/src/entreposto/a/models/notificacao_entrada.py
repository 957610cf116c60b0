from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_evento import TipoEvento
from ..types import UNSET, Unset

T = TypeVar("T", bound="NotificacaoEntrada")


@_attrs_define
class NotificacaoEntrada:
    """Where events are sent, and which. Wire form: interface A's Notificacao.

    Attributes:
        ativo (bool | Unset): While false nothing is sent, and nothing is lost: sending goes on where it stopped. True
            when not
            given.
        tipos (list[TipoEvento] | Unset): The kinds of events that are sent; every kind when empty or not given.
        url (str | Unset): Absolute http(s) address that the events are sent to, at most 2,000 characters. Not given
            when
            `urlIntegracao` is true, required otherwise.
        url_integracao (bool | Unset): True: each event is sent to the `urlIntegracao` of its own user; users without
            one are passed over.
            False when not given.
        usuario_id (str | Unset): The caller's identifier of a user (a store), unique in the application.
    """

    ativo: bool | Unset = UNSET
    tipos: list[TipoEvento] | Unset = UNSET
    url: str | Unset = UNSET
    url_integracao: bool | Unset = UNSET
    usuario_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        tipos: list[str] | Unset = UNSET
        if not isinstance(self.tipos, Unset):
            tipos = []
            for tipos_item_data in self.tipos:
                tipos_item = tipos_item_data.value
                tipos.append(tipos_item)

        url = self.url

        url_integracao = self.url_integracao

        usuario_id = self.usuario_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if tipos is not UNSET:
            field_dict["tipos"] = tipos
        if url is not UNSET:
            field_dict["url"] = url
        if url_integracao is not UNSET:
            field_dict["urlIntegracao"] = url_integracao
        if usuario_id is not UNSET:
            field_dict["usuarioId"] = usuario_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ativo = d.pop("ativo", UNSET)

        _tipos = d.pop("tipos", UNSET)
        tipos: list[TipoEvento] | Unset = UNSET
        if _tipos is not UNSET:
            tipos = []
            for tipos_item_data in _tipos:
                tipos_item = TipoEvento(tipos_item_data)

                tipos.append(tipos_item)

        url = d.pop("url", UNSET)

        url_integracao = d.pop("urlIntegracao", UNSET)

        usuario_id = d.pop("usuarioId", UNSET)

        notificacao_entrada = cls(
            ativo=ativo,
            tipos=tipos,
            url=url,
            url_integracao=url_integracao,
            usuario_id=usuario_id,
        )

        notificacao_entrada.additional_properties = d
        return notificacao_entrada

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
