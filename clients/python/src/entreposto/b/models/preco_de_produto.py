from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PrecoDeProduto")


@_attrs_define
class PrecoDeProduto:
    """O que muda nos preços de um produto.

    Attributes:
        identificador (str): O produto. Números também são lidos.
        fator_multiplicador_preco (float | None | Unset): Os preços são por unidade: outro que não 1 não é aceito, o que
            `detalhes` diz.
        preco_custo (float | None | Unset): Custo; ausente: como está.
        preco_de (float | None | Unset): Preço "de"; 0 = nenhum, do contrário não menor que `precoPor`. Ausente: como
            está.
        preco_por (float | None | Unset): Preço de venda; ausente: como está. Um preço "de" que ficaria menor é
            retirado, o que `detalhes` diz.
    """

    identificador: str
    fator_multiplicador_preco: float | None | Unset = UNSET
    preco_custo: float | None | Unset = UNSET
    preco_de: float | None | Unset = UNSET
    preco_por: float | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        identificador = self.identificador

        fator_multiplicador_preco: float | None | Unset
        if isinstance(self.fator_multiplicador_preco, Unset):
            fator_multiplicador_preco = UNSET
        else:
            fator_multiplicador_preco = self.fator_multiplicador_preco

        preco_custo: float | None | Unset
        if isinstance(self.preco_custo, Unset):
            preco_custo = UNSET
        else:
            preco_custo = self.preco_custo

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
                "identificador": identificador,
            }
        )
        if fator_multiplicador_preco is not UNSET:
            field_dict["fatorMultiplicadorPreco"] = fator_multiplicador_preco
        if preco_custo is not UNSET:
            field_dict["precoCusto"] = preco_custo
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de
        if preco_por is not UNSET:
            field_dict["precoPor"] = preco_por

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        identificador = d.pop("identificador")

        def _parse_fator_multiplicador_preco(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        fator_multiplicador_preco = _parse_fator_multiplicador_preco(
            d.pop("fatorMultiplicadorPreco", UNSET)
        )

        def _parse_preco_custo(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        preco_custo = _parse_preco_custo(d.pop("precoCusto", UNSET))

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

        preco_de_produto = cls(
            identificador=identificador,
            fator_multiplicador_preco=fator_multiplicador_preco,
            preco_custo=preco_custo,
            preco_de=preco_de,
            preco_por=preco_por,
        )

        preco_de_produto.additional_properties = d
        return preco_de_produto

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
