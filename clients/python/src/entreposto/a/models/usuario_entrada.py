from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="UsuarioEntrada")


@_attrs_define
class UsuarioEntrada:
    """Uma loja cujos dados a aplicação administra.

    Attributes:
        nome (str): Nome completo ou nome da loja, de 1 a 200 caracteres.
        usuario_id (str): O identificador de um usuário (uma loja), à escolha da aplicação, único nela.
        ativo (bool | Unset): Enquanto falso, os dados do usuário podem ser lidos, mas não alterados. Ausente:
            verdadeiro.
        email (str | Unset): E-mail; vazio quando não informado.
        url_integracao (str | Unset): Endereço de integração, http(s) absoluto; vazio quando não informado.
    """

    nome: str
    usuario_id: str
    ativo: bool | Unset = UNSET
    email: str | Unset = UNSET
    url_integracao: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        usuario_id = self.usuario_id

        ativo = self.ativo

        email = self.email

        url_integracao = self.url_integracao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "usuarioId": usuario_id,
            }
        )
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if email is not UNSET:
            field_dict["email"] = email
        if url_integracao is not UNSET:
            field_dict["urlIntegracao"] = url_integracao

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        usuario_id = d.pop("usuarioId")

        ativo = d.pop("ativo", UNSET)

        email = d.pop("email", UNSET)

        url_integracao = d.pop("urlIntegracao", UNSET)

        usuario_entrada = cls(
            nome=nome,
            usuario_id=usuario_id,
            ativo=ativo,
            email=email,
            url_integracao=url_integracao,
        )

        usuario_entrada.additional_properties = d
        return usuario_entrada

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
