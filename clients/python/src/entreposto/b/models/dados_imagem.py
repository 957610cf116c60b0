from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DadosImagem")


@_attrs_define
class DadosImagem:
    """Uma imagem de um produto.

    Attributes:
        url (str): Onde está, http(s) absoluto. Arquivos (`base64`) são recusados: o que se mantém são endereços.
        estampa (bool | None | Unset): Verdadeiro não é mantido, o que `X-Aviso` diz.
        exibir_miniatura (bool | None | Unset): Falso não é mantido, o que `X-Aviso` diz.
        ordem (int | None | Unset): Seu lugar, a partir de 1; 0 ou ausente: o último.
    """

    url: str
    estampa: bool | None | Unset = UNSET
    exibir_miniatura: bool | None | Unset = UNSET
    ordem: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        estampa: bool | None | Unset
        if isinstance(self.estampa, Unset):
            estampa = UNSET
        else:
            estampa = self.estampa

        exibir_miniatura: bool | None | Unset
        if isinstance(self.exibir_miniatura, Unset):
            exibir_miniatura = UNSET
        else:
            exibir_miniatura = self.exibir_miniatura

        ordem: int | None | Unset
        if isinstance(self.ordem, Unset):
            ordem = UNSET
        else:
            ordem = self.ordem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "url": url,
            }
        )
        if estampa is not UNSET:
            field_dict["estampa"] = estampa
        if exibir_miniatura is not UNSET:
            field_dict["exibirMiniatura"] = exibir_miniatura
        if ordem is not UNSET:
            field_dict["ordem"] = ordem

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        url = d.pop("url")

        def _parse_estampa(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        estampa = _parse_estampa(d.pop("estampa", UNSET))

        def _parse_exibir_miniatura(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        exibir_miniatura = _parse_exibir_miniatura(d.pop("exibirMiniatura", UNSET))

        def _parse_ordem(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        ordem = _parse_ordem(d.pop("ordem", UNSET))

        dados_imagem = cls(
            url=url,
            estampa=estampa,
            exibir_miniatura=exibir_miniatura,
            ordem=ordem,
        )

        dados_imagem.additional_properties = d
        return dados_imagem

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
