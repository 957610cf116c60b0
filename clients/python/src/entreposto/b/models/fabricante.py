from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Fabricante")


@_attrs_define
class Fabricante:
    """Uma marca.

    Attributes:
        ativo (bool): Como a loja disse; verdadeiro onde nada disse. Os produtos não o seguem.
        fabricante_id (int): Seu número.
        nome (str): Seu nome: o `fabricante` dos produtos.
        url_carrossel (None | str): Endereço de seu banner; nulo sem um.
        url_link (None | str): Endereço de sua página; nulo sem uma.
        url_logo_tipo (None | str): Endereço de seu logotipo; nulo sem um.
    """

    ativo: bool
    fabricante_id: int
    nome: str
    url_carrossel: None | str
    url_link: None | str
    url_logo_tipo: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        fabricante_id = self.fabricante_id

        nome = self.nome

        url_carrossel: None | str
        url_carrossel = self.url_carrossel

        url_link: None | str
        url_link = self.url_link

        url_logo_tipo: None | str
        url_logo_tipo = self.url_logo_tipo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "fabricanteId": fabricante_id,
                "nome": nome,
                "urlCarrossel": url_carrossel,
                "urlLink": url_link,
                "urlLogoTipo": url_logo_tipo,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ativo = d.pop("ativo")

        fabricante_id = d.pop("fabricanteId")

        nome = d.pop("nome")

        def _parse_url_carrossel(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_carrossel = _parse_url_carrossel(d.pop("urlCarrossel"))

        def _parse_url_link(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_link = _parse_url_link(d.pop("urlLink"))

        def _parse_url_logo_tipo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_logo_tipo = _parse_url_logo_tipo(d.pop("urlLogoTipo"))

        fabricante = cls(
            ativo=ativo,
            fabricante_id=fabricante_id,
            nome=nome,
            url_carrossel=url_carrossel,
            url_link=url_link,
            url_logo_tipo=url_logo_tipo,
        )

        fabricante.additional_properties = d
        return fabricante

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
