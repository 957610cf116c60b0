from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resultado_produto import ResultadoProduto


T = TypeVar("T", bound="ResultadoLote")


@_attrs_define
class ResultadoLote:
    """O que foi feito de cada item, na ordem da requisição.

    Attributes:
        produtos_atualizados (list[ResultadoProduto]): Os que mudaram.
        produtos_nao_atualizados (list[ResultadoProduto]): Os que não puderam mudar.
    """

    produtos_atualizados: list[ResultadoProduto]
    produtos_nao_atualizados: list[ResultadoProduto]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        produtos_atualizados = []
        for produtos_atualizados_item_data in self.produtos_atualizados:
            produtos_atualizados_item = produtos_atualizados_item_data.to_dict()
            produtos_atualizados.append(produtos_atualizados_item)

        produtos_nao_atualizados = []
        for produtos_nao_atualizados_item_data in self.produtos_nao_atualizados:
            produtos_nao_atualizados_item = produtos_nao_atualizados_item_data.to_dict()
            produtos_nao_atualizados.append(produtos_nao_atualizados_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "produtosAtualizados": produtos_atualizados,
                "produtosNaoAtualizados": produtos_nao_atualizados,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resultado_produto import ResultadoProduto

        d = dict(src_dict)
        produtos_atualizados = []
        _produtos_atualizados = d.pop("produtosAtualizados")
        for produtos_atualizados_item_data in _produtos_atualizados:
            produtos_atualizados_item = ResultadoProduto.from_dict(
                produtos_atualizados_item_data
            )

            produtos_atualizados.append(produtos_atualizados_item)

        produtos_nao_atualizados = []
        _produtos_nao_atualizados = d.pop("produtosNaoAtualizados")
        for produtos_nao_atualizados_item_data in _produtos_nao_atualizados:
            produtos_nao_atualizados_item = ResultadoProduto.from_dict(
                produtos_nao_atualizados_item_data
            )

            produtos_nao_atualizados.append(produtos_nao_atualizados_item)

        resultado_lote = cls(
            produtos_atualizados=produtos_atualizados,
            produtos_nao_atualizados=produtos_nao_atualizados,
        )

        resultado_lote.additional_properties = d
        return resultado_lote

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
