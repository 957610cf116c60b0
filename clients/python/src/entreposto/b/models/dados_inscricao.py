from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.topico import Topico
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.cabecalho import Cabecalho


T = TypeVar("T", bound="DadosInscricao")


@_attrs_define
class DadosInscricao:
    """Uma inscrição a gravar.

    Attributes:
        app_url (str): O endereço http(s) absoluto que é chamado.
        nome (str): Nome.
        topicos (list[Topico]): Os tópicos; maiúsculas não importam.
        ativo (bool | Unset): Enquanto falso nada é enviado, e nada se perde. Ausente: verdadeiro.
        email_responsavel (str | Unset): E-mail de quem deve ser avisado.
        headers (list[Cabecalho] | Unset): Cabeçalhos que acompanham cada chamada.
        usuario (str | Unset): Quem a faz.
    """

    app_url: str
    nome: str
    topicos: list[Topico]
    ativo: bool | Unset = UNSET
    email_responsavel: str | Unset = UNSET
    headers: list[Cabecalho] | Unset = UNSET
    usuario: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        app_url = self.app_url

        nome = self.nome

        topicos = []
        for topicos_item_data in self.topicos:
            topicos_item = topicos_item_data.value
            topicos.append(topicos_item)

        ativo = self.ativo

        email_responsavel = self.email_responsavel

        headers: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.headers, Unset):
            headers = []
            for headers_item_data in self.headers:
                headers_item = headers_item_data.to_dict()
                headers.append(headers_item)

        usuario = self.usuario

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "appUrl": app_url,
                "nome": nome,
                "topicos": topicos,
            }
        )
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if email_responsavel is not UNSET:
            field_dict["emailResponsavel"] = email_responsavel
        if headers is not UNSET:
            field_dict["headers"] = headers
        if usuario is not UNSET:
            field_dict["usuario"] = usuario

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.cabecalho import Cabecalho

        d = dict(src_dict)
        app_url = d.pop("appUrl")

        nome = d.pop("nome")

        topicos = []
        _topicos = d.pop("topicos")
        for topicos_item_data in _topicos:
            topicos_item = Topico(topicos_item_data)

            topicos.append(topicos_item)

        ativo = d.pop("ativo", UNSET)

        email_responsavel = d.pop("emailResponsavel", UNSET)

        _headers = d.pop("headers", UNSET)
        headers: list[Cabecalho] | Unset = UNSET
        if _headers is not UNSET:
            headers = []
            for headers_item_data in _headers:
                headers_item = Cabecalho.from_dict(headers_item_data)

                headers.append(headers_item)

        usuario = d.pop("usuario", UNSET)

        dados_inscricao = cls(
            app_url=app_url,
            nome=nome,
            topicos=topicos,
            ativo=ativo,
            email_responsavel=email_responsavel,
            headers=headers,
            usuario=usuario,
        )

        dados_inscricao.additional_properties = d
        return dados_inscricao

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
