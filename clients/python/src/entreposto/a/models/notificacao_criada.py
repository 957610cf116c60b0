from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_evento import TipoEvento
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.saude import Saude


T = TypeVar("T", bound="NotificacaoCriada")


@_attrs_define
class NotificacaoCriada:
    """Uma notificação nova, com seu segredo.

    Attributes:
        ativo (bool): Enquanto falso nada é enviado, e nada se perde: o envio continua de onde parou. Ausente:
            verdadeiro.
        tipos (list[TipoEvento]): Os tipos de eventos que são enviados; vazio ou ausente: todos.
        url_integracao (bool): Verdadeiro: cada evento é enviado à `urlIntegracao` de seu próprio usuário; usuários que
            não a têm ficam de fora. Ausente: falso.
        data_alteracao (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        data_criacao (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        id (int): Seu número, dado pelo serviço.
        situacao (Saude): Como vão os envios ao endereço de uma notificação, ou ao pior de seus endereços.
        segredo (str): Com que as chamadas são assinadas: `whsec_` e 32 bytes em base64. Nunca é mostrado de novo.
        url (str | Unset): Endereço http(s) absoluto para onde os eventos são enviados, no máximo 2.000 caracteres. Não
            se informa com `urlIntegracao` verdadeiro; do contrário é obrigatório.
        usuario_id (str | Unset): O identificador de um usuário (uma loja), à escolha da aplicação, único nela.
    """

    ativo: bool
    tipos: list[TipoEvento]
    url_integracao: bool
    data_alteracao: datetime.datetime
    data_criacao: datetime.datetime
    id: int
    situacao: Saude
    segredo: str
    url: str | Unset = UNSET
    usuario_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        tipos = []
        for tipos_item_data in self.tipos:
            tipos_item = tipos_item_data.value
            tipos.append(tipos_item)

        url_integracao = self.url_integracao

        data_alteracao = self.data_alteracao.isoformat()

        data_criacao = self.data_criacao.isoformat()

        id = self.id

        situacao = self.situacao.to_dict()

        segredo = self.segredo

        url = self.url

        usuario_id = self.usuario_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "tipos": tipos,
                "urlIntegracao": url_integracao,
                "dataAlteracao": data_alteracao,
                "dataCriacao": data_criacao,
                "id": id,
                "situacao": situacao,
                "segredo": segredo,
            }
        )
        if url is not UNSET:
            field_dict["url"] = url
        if usuario_id is not UNSET:
            field_dict["usuarioId"] = usuario_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.saude import Saude

        d = dict(src_dict)
        ativo = d.pop("ativo")

        tipos = []
        _tipos = d.pop("tipos")
        for tipos_item_data in _tipos:
            tipos_item = TipoEvento(tipos_item_data)

            tipos.append(tipos_item)

        url_integracao = d.pop("urlIntegracao")

        data_alteracao = datetime.datetime.fromisoformat(d.pop("dataAlteracao"))

        data_criacao = datetime.datetime.fromisoformat(d.pop("dataCriacao"))

        id = d.pop("id")

        situacao = Saude.from_dict(d.pop("situacao"))

        segredo = d.pop("segredo")

        url = d.pop("url", UNSET)

        usuario_id = d.pop("usuarioId", UNSET)

        notificacao_criada = cls(
            ativo=ativo,
            tipos=tipos,
            url_integracao=url_integracao,
            data_alteracao=data_alteracao,
            data_criacao=data_criacao,
            id=id,
            situacao=situacao,
            segredo=segredo,
            url=url,
            usuario_id=usuario_id,
        )

        notificacao_criada.additional_properties = d
        return notificacao_criada

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
