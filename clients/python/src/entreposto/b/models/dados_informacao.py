from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DadosInformacao")


@_attrs_define
class DadosInformacao:
    """Um texto sobre um produto.

    Attributes:
        exibir_site (bool | None | Unset): Textos são mostrados: falso não é mantido, o que `X-Aviso` diz.
        texto (None | str | Unset): O texto, em HTML: a `descricao` da interface A. Obrigatório em um novo.
        tipo_informacao (None | str | Unset): Não é mantido: um produto tem um texto.
        titulo (None | str | Unset): Não é mantido, o que `X-Aviso` diz.
    """

    exibir_site: bool | None | Unset = UNSET
    texto: None | str | Unset = UNSET
    tipo_informacao: None | str | Unset = UNSET
    titulo: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        exibir_site: bool | None | Unset
        if isinstance(self.exibir_site, Unset):
            exibir_site = UNSET
        else:
            exibir_site = self.exibir_site

        texto: None | str | Unset
        if isinstance(self.texto, Unset):
            texto = UNSET
        else:
            texto = self.texto

        tipo_informacao: None | str | Unset
        if isinstance(self.tipo_informacao, Unset):
            tipo_informacao = UNSET
        else:
            tipo_informacao = self.tipo_informacao

        titulo: None | str | Unset
        if isinstance(self.titulo, Unset):
            titulo = UNSET
        else:
            titulo = self.titulo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if exibir_site is not UNSET:
            field_dict["exibirSite"] = exibir_site
        if texto is not UNSET:
            field_dict["texto"] = texto
        if tipo_informacao is not UNSET:
            field_dict["tipoInformacao"] = tipo_informacao
        if titulo is not UNSET:
            field_dict["titulo"] = titulo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_exibir_site(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        exibir_site = _parse_exibir_site(d.pop("exibirSite", UNSET))

        def _parse_texto(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        texto = _parse_texto(d.pop("texto", UNSET))

        def _parse_tipo_informacao(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        tipo_informacao = _parse_tipo_informacao(d.pop("tipoInformacao", UNSET))

        def _parse_titulo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        titulo = _parse_titulo(d.pop("titulo", UNSET))

        dados_informacao = cls(
            exibir_site=exibir_site,
            texto=texto,
            tipo_informacao=tipo_informacao,
            titulo=titulo,
        )

        dados_informacao.additional_properties = d
        return dados_informacao

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
