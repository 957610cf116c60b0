from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PrecoDeTabela")


@_attrs_define
class PrecoDeTabela:
    """Um preço para uma tabela.

    Attributes:
        sku (str): O código do SKU.
        data_fim (None | str | Unset): Não é mantida, como `dataInicio`.
        data_inicio (None | str | Unset): Não é mantida, o que `detalhes` do item diz: preços valem até mudarem.
        preco_de (float | None | Unset): Preço "de"; 0 = nenhum, do contrário não menor que `precoPor`.
        preco_por (float | None | Unset): Preço de venda; obrigatório onde o SKU ainda não tem um na tabela.
    """

    sku: str
    data_fim: None | str | Unset = UNSET
    data_inicio: None | str | Unset = UNSET
    preco_de: float | None | Unset = UNSET
    preco_por: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        sku = self.sku

        data_fim: None | str | Unset
        if isinstance(self.data_fim, Unset):
            data_fim = UNSET
        else:
            data_fim = self.data_fim

        data_inicio: None | str | Unset
        if isinstance(self.data_inicio, Unset):
            data_inicio = UNSET
        else:
            data_inicio = self.data_inicio

        preco_de: float | None | Unset
        if isinstance(self.preco_de, Unset):
            preco_de = UNSET
        else:
            preco_de = self.preco_de

        preco_por: float | None | Unset
        if isinstance(self.preco_por, Unset):
            preco_por = UNSET
        else:
            preco_por = self.preco_por

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "sku": sku,
            }
        )
        if data_fim is not UNSET:
            field_dict["dataFim"] = data_fim
        if data_inicio is not UNSET:
            field_dict["dataInicio"] = data_inicio
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de
        if preco_por is not UNSET:
            field_dict["precoPor"] = preco_por

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        sku = d.pop("sku")

        def _parse_data_fim(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        data_fim = _parse_data_fim(d.pop("dataFim", UNSET))

        def _parse_data_inicio(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        data_inicio = _parse_data_inicio(d.pop("dataInicio", UNSET))

        def _parse_preco_de(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_de = _parse_preco_de(d.pop("precoDe", UNSET))

        def _parse_preco_por(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_por = _parse_preco_por(d.pop("precoPor", UNSET))

        preco_de_tabela = cls(
            sku=sku,
            data_fim=data_fim,
            data_inicio=data_inicio,
            preco_de=preco_de,
            preco_por=preco_por,
        )

        preco_de_tabela.additional_properties = d
        return preco_de_tabela

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
