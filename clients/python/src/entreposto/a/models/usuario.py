from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Usuario")


@_attrs_define
class Usuario:
    """A store whose data the application manages. Wire form: interface A's Usuario (source document).

    Attributes:
        ativo (bool): While false, the user's data can be read but not changed. True when not given.
        email (str): E-mail; empty when not given.
        nome (str): Full name or store name, 1 to 200 characters.
        url_integracao (str): Integration address, absolute http(s); empty when not given.
        usuario_id (str): The caller's identifier of a user (a store), unique in the application.
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
