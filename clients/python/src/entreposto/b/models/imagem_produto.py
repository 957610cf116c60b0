from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ImagemProduto")


@_attrs_define
class ImagemProduto:
    """Uma imagem de um produto.

    Attributes:
        estampa (bool): Sempre falso: não é uma estampa.
        exibir_miniatura (bool): Sempre verdadeiro: aparece entre as miniaturas.
        id_imagem (int): Seu número, que vem de seu endereço e fica enquanto ela existe.
        nome_arquivo (str): A última parte de seu endereço, sem parâmetros.
        ordem (int): Seu lugar, a partir de 1.
        url (str): Seu endereço.
    """

    estampa: bool
    exibir_miniatura: bool
    id_imagem: int
    nome_arquivo: str
    ordem: int
    url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        estampa = self.estampa

        exibir_miniatura = self.exibir_miniatura

        id_imagem = self.id_imagem

        nome_arquivo = self.nome_arquivo

        ordem = self.ordem

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "estampa": estampa,
                "exibirMiniatura": exibir_miniatura,
                "idImagem": id_imagem,
                "nomeArquivo": nome_arquivo,
                "ordem": ordem,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        estampa = d.pop("estampa")

        exibir_miniatura = d.pop("exibirMiniatura")

        id_imagem = d.pop("idImagem")

        nome_arquivo = d.pop("nomeArquivo")

        ordem = d.pop("ordem")

        url = d.pop("url")

        imagem_produto = cls(
            estampa=estampa,
            exibir_miniatura=exibir_miniatura,
            id_imagem=id_imagem,
            nome_arquivo=nome_arquivo,
            ordem=ordem,
            url=url,
        )

        imagem_produto.additional_properties = d
        return imagem_produto

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
