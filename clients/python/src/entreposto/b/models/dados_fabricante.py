from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DadosFabricante")


@_attrs_define
class DadosFabricante:
    """O que uma loja diz de uma marca; o que falta fica como está.

    Attributes:
        ativo (bool | None | Unset): A marca está ativa.
        nome (None | str | Unset): Seu nome, de 1 a 100 caracteres.
        url_carrossel (None | str | Unset): Endereço de seu banner.
        url_link (None | str | Unset): Endereço de sua página.
        url_logo_tipo (None | str | Unset): Endereço de seu logotipo.
    """

    ativo: bool | None | Unset = UNSET
    nome: None | str | Unset = UNSET
    url_carrossel: None | str | Unset = UNSET
    url_link: None | str | Unset = UNSET
    url_logo_tipo: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo: bool | None | Unset
        if isinstance(self.ativo, Unset):
            ativo = UNSET
        else:
            ativo = self.ativo

        nome: None | str | Unset
        if isinstance(self.nome, Unset):
            nome = UNSET
        else:
            nome = self.nome

        url_carrossel: None | str | Unset
        if isinstance(self.url_carrossel, Unset):
            url_carrossel = UNSET
        else:
            url_carrossel = self.url_carrossel

        url_link: None | str | Unset
        if isinstance(self.url_link, Unset):
            url_link = UNSET
        else:
            url_link = self.url_link

        url_logo_tipo: None | str | Unset
        if isinstance(self.url_logo_tipo, Unset):
            url_logo_tipo = UNSET
        else:
            url_logo_tipo = self.url_logo_tipo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if nome is not UNSET:
            field_dict["nome"] = nome
        if url_carrossel is not UNSET:
            field_dict["urlCarrossel"] = url_carrossel
        if url_link is not UNSET:
            field_dict["urlLink"] = url_link
        if url_logo_tipo is not UNSET:
            field_dict["urlLogoTipo"] = url_logo_tipo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_ativo(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        ativo = _parse_ativo(d.pop("ativo", UNSET))

        def _parse_nome(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        nome = _parse_nome(d.pop("nome", UNSET))

        def _parse_url_carrossel(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        url_carrossel = _parse_url_carrossel(d.pop("urlCarrossel", UNSET))

        def _parse_url_link(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        url_link = _parse_url_link(d.pop("urlLink", UNSET))

        def _parse_url_logo_tipo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        url_logo_tipo = _parse_url_logo_tipo(d.pop("urlLogoTipo", UNSET))

        dados_fabricante = cls(
            ativo=ativo,
            nome=nome,
            url_carrossel=url_carrossel,
            url_link=url_link,
            url_logo_tipo=url_logo_tipo,
        )

        dados_fabricante.additional_properties = d
        return dados_fabricante

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
