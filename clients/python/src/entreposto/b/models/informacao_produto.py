from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InformacaoProduto")


@_attrs_define
class InformacaoProduto:
    """Um texto sobre um produto.

    Attributes:
        exibir_site (bool): Sempre verdadeiro: aparece no site.
        informacao_id (int): Seu número: o do SKU, que tem um texto.
        texto (str): O texto, em HTML.
        tipo_informacao (int): Sempre 1: o que o produto é.
        titulo (str): Sempre `Descrição`.
    """

    exibir_site: bool
    informacao_id: int
    texto: str
    tipo_informacao: int
    titulo: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        exibir_site = self.exibir_site

        informacao_id = self.informacao_id

        texto = self.texto

        tipo_informacao = self.tipo_informacao

        titulo = self.titulo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "exibirSite": exibir_site,
                "informacaoId": informacao_id,
                "texto": texto,
                "tipoInformacao": tipo_informacao,
                "titulo": titulo,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        exibir_site = d.pop("exibirSite")

        informacao_id = d.pop("informacaoId")

        texto = d.pop("texto")

        tipo_informacao = d.pop("tipoInformacao")

        titulo = d.pop("titulo")

        informacao_produto = cls(
            exibir_site=exibir_site,
            informacao_id=informacao_id,
            texto=texto,
            tipo_informacao=tipo_informacao,
            titulo=titulo,
        )

        informacao_produto.additional_properties = d
        return informacao_produto

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
