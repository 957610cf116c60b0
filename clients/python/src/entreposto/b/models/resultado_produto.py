from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ResultadoProduto")


@_attrs_define
class ResultadoProduto:
    """O que foi feito de um item.

    Attributes:
        detalhes (str): O que aconteceu, em uma frase.
        produto_variante_id (int): O número do SKU; 0 quando não há um e o identificador também não é um número desses.
        resultado (bool): Verdadeiro quando mudou.
        sku (str): O código do SKU; vazio quando não há um e o identificador também não é um código.
        centro_distribuicao_id (int | Unset): O centro de distribuição de um estoque; de vários, o primeiro. Não vem com
            preços.
    """

    detalhes: str
    produto_variante_id: int
    resultado: bool
    sku: str
    centro_distribuicao_id: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        detalhes = self.detalhes

        produto_variante_id = self.produto_variante_id

        resultado = self.resultado

        sku = self.sku

        centro_distribuicao_id = self.centro_distribuicao_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "detalhes": detalhes,
                "produtoVarianteId": produto_variante_id,
                "resultado": resultado,
                "sku": sku,
            }
        )
        if centro_distribuicao_id is not UNSET:
            field_dict["centroDistribuicaoId"] = centro_distribuicao_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        detalhes = d.pop("detalhes")

        produto_variante_id = d.pop("produtoVarianteId")

        resultado = d.pop("resultado")

        sku = d.pop("sku")

        centro_distribuicao_id = d.pop("centroDistribuicaoId", UNSET)

        resultado_produto = cls(
            detalhes=detalhes,
            produto_variante_id=produto_variante_id,
            resultado=resultado,
            sku=sku,
            centro_distribuicao_id=centro_distribuicao_id,
        )

        resultado_produto.additional_properties = d
        return resultado_produto

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
