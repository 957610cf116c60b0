from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Loja")


@_attrs_define
class Loja:
    """Uma loja.

    Attributes:
        nome (str): Seu nome.
        url_carrinho (str): Endereço de seu carrinho; vazio quando o operador não o definiu.
        url_site (str): Endereço de seu site; vazio quando o operador não o definiu.
    """

    nome: str
    url_carrinho: str
    url_site: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        url_carrinho = self.url_carrinho

        url_site = self.url_site

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "urlCarrinho": url_carrinho,
                "urlSite": url_site,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        url_carrinho = d.pop("urlCarrinho")

        url_site = d.pop("urlSite")

        loja = cls(
            nome=nome,
            url_carrinho=url_carrinho,
            url_site=url_site,
        )

        loja.additional_properties = d
        return loja

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
