from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Usuario")


@_attrs_define
class Usuario:
    """Uma loja cujos dados a aplicação administra.

    Attributes:
        ativo (bool): Enquanto falso, os dados do usuário podem ser lidos, mas não alterados. Ausente: verdadeiro.
        email (str): E-mail; vazio quando não informado.
        nome (str): Nome completo ou nome da loja, de 1 a 200 caracteres.
        url_integracao (str): Endereço de integração, http(s) absoluto; vazio quando não informado.
        usuario_id (str): O identificador de um usuário (uma loja), à escolha da aplicação, único nela.
    """

    ativo: bool
    email: str
    nome: str
    url_integracao: str
    usuario_id: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        email = self.email

        nome = self.nome

        url_integracao = self.url_integracao

        usuario_id = self.usuario_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "email": email,
                "nome": nome,
                "urlIntegracao": url_integracao,
                "usuarioId": usuario_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ativo = d.pop("ativo")

        email = d.pop("email")

        nome = d.pop("nome")

        url_integracao = d.pop("urlIntegracao")

        usuario_id = d.pop("usuarioId")

        usuario = cls(
            ativo=ativo,
            email=email,
            nome=nome,
            url_integracao=url_integracao,
            usuario_id=usuario_id,
        )

        usuario.additional_properties = d
        return usuario

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
