from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_atributo import TipoAtributo

T = TypeVar("T", bound="AtributoProduto")


@_attrs_define
class AtributoProduto:
    """Um atributo de um produto.

    Attributes:
        exibir (bool): Sempre verdadeiro: é mostrado.
        is_filtro (bool): Sempre falso: não é um filtro do site.
        nome (str): Nome.
        tipo_atributo (TipoAtributo): Para que um atributo serve.
        valor (str): Valor.
    """

    exibir: bool
    is_filtro: bool
    nome: str
    tipo_atributo: TipoAtributo
    valor: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        exibir = self.exibir

        is_filtro = self.is_filtro

        nome = self.nome

        tipo_atributo = self.tipo_atributo.value

        valor = self.valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "exibir": exibir,
                "isFiltro": is_filtro,
                "nome": nome,
                "tipoAtributo": tipo_atributo,
                "valor": valor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        exibir = d.pop("exibir")

        is_filtro = d.pop("isFiltro")

        nome = d.pop("nome")

        tipo_atributo = TipoAtributo(d.pop("tipoAtributo"))

        valor = d.pop("valor")

        atributo_produto = cls(
            exibir=exibir,
            is_filtro=is_filtro,
            nome=nome,
            tipo_atributo=tipo_atributo,
            valor=valor,
        )

        atributo_produto.additional_properties = d
        return atributo_produto

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
