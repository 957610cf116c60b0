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
    """Para onde eventos são enviados, e quais.

    Attributes:
        ativo (bool | Unset): Enquanto falso nada é enviado, e nada se perde: o envio continua de onde parou. Ausente:
            verdadeiro.
        tipos (list[TipoEvento] | Unset): Os tipos de eventos que são enviados; vazio ou ausente: todos.
        url (str | Unset): Endereço http(s) absoluto para onde os eventos são enviados, no máximo 2.000 caracteres. Não
            se informa com `urlIntegracao` verdadeiro; do contrário é obrigatório.
        url_integracao (bool | Unset): Verdadeiro: cada evento é enviado à `urlIntegracao` de seu próprio usuário;
            usuários que não a têm ficam de fora. Ausente: falso.
        usuario_id (str | Unset): O identificador de um usuário (uma loja), à escolha da aplicação, único nela.
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
