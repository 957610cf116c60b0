from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.estoque_centro import EstoqueCentro


T = TypeVar("T", bound="EstoqueTotal")


@_attrs_define
class EstoqueTotal:
    """O estoque de um produto, somado e por centro de distribuição.

    Attributes:
        estoque_fisico (int): O que há.
        estoque_reservado (int): Disso, o que já está prometido.
        list_produto_variante_centro_distribuicao_estoque (list[EstoqueCentro]): Por centro de distribuição.
    """

    estoque_fisico: int
    estoque_reservado: int
    list_produto_variante_centro_distribuicao_estoque: list[EstoqueCentro]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        estoque_fisico = self.estoque_fisico

        estoque_reservado = self.estoque_reservado

        list_produto_variante_centro_distribuicao_estoque = []
        for (
            list_produto_variante_centro_distribuicao_estoque_item_data
        ) in self.list_produto_variante_centro_distribuicao_estoque:
            list_produto_variante_centro_distribuicao_estoque_item = (
                list_produto_variante_centro_distribuicao_estoque_item_data.to_dict()
            )
            list_produto_variante_centro_distribuicao_estoque.append(
                list_produto_variante_centro_distribuicao_estoque_item
            )

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "estoqueFisico": estoque_fisico,
                "estoqueReservado": estoque_reservado,
                "listProdutoVarianteCentroDistribuicaoEstoque": list_produto_variante_centro_distribuicao_estoque,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.estoque_centro import EstoqueCentro

        d = dict(src_dict)
        estoque_fisico = d.pop("estoqueFisico")

        estoque_reservado = d.pop("estoqueReservado")

        list_produto_variante_centro_distribuicao_estoque = []
        _list_produto_variante_centro_distribuicao_estoque = d.pop(
            "listProdutoVarianteCentroDistribuicaoEstoque"
        )
        for (
            list_produto_variante_centro_distribuicao_estoque_item_data
        ) in _list_produto_variante_centro_distribuicao_estoque:
            list_produto_variante_centro_distribuicao_estoque_item = (
                EstoqueCentro.from_dict(
                    list_produto_variante_centro_distribuicao_estoque_item_data
                )
            )

            list_produto_variante_centro_distribuicao_estoque.append(
                list_produto_variante_centro_distribuicao_estoque_item
            )

        estoque_total = cls(
            estoque_fisico=estoque_fisico,
            estoque_reservado=estoque_reservado,
            list_produto_variante_centro_distribuicao_estoque=list_produto_variante_centro_distribuicao_estoque,
        )

        estoque_total.additional_properties = d
        return estoque_total

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
