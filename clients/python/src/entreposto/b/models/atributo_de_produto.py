from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AtributoDeProduto")


@_attrs_define
class AtributoDeProduto:
    """Um atributo dentro de um produto.

    Attributes:
        nome (str): Nome.
        exibir (bool | None | Unset): Todo atributo é mostrado: falso não é aceito, o que `X-Aviso` diz.
        valor (None | str | Unset): Valor.
    """

    nome: str
    exibir: bool | None | Unset = UNSET
    valor: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        exibir: bool | None | Unset
        if isinstance(self.exibir, Unset):
            exibir = UNSET
        else:
            exibir = self.exibir

        valor: None | str | Unset
        if isinstance(self.valor, Unset):
            valor = UNSET
        else:
            valor = self.valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
            }
        )
        if exibir is not UNSET:
            field_dict["exibir"] = exibir
        if valor is not UNSET:
            field_dict["valor"] = valor

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        def _parse_exibir(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        exibir = _parse_exibir(d.pop("exibir", UNSET))

        def _parse_valor(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        valor = _parse_valor(d.pop("valor", UNSET))

        atributo_de_produto = cls(
            nome=nome,
            exibir=exibir,
            valor=valor,
        )

        atributo_de_produto.additional_properties = d
        return atributo_de_produto

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
