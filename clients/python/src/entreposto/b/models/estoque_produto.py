from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EstoqueProduto")


@_attrs_define
class EstoqueProduto:
    """O estoque de um produto em um centro de distribuição.

    Attributes:
        alerta_estoque (int): O estoque em que a loja quer ser avisada.
        centro_distribuicao_id (int): O centro de distribuição.
        estoque_fisico (int): O que há.
        estoque_reservado (int): Disso, o que já está prometido.
    """

    alerta_estoque: int
    centro_distribuicao_id: int
    estoque_fisico: int
    estoque_reservado: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        alerta_estoque = self.alerta_estoque

        centro_distribuicao_id = self.centro_distribuicao_id

        estoque_fisico = self.estoque_fisico

        estoque_reservado = self.estoque_reservado

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "alertaEstoque": alerta_estoque,
                "centroDistribuicaoId": centro_distribuicao_id,
                "estoqueFisico": estoque_fisico,
                "estoqueReservado": estoque_reservado,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        alerta_estoque = d.pop("alertaEstoque")

        centro_distribuicao_id = d.pop("centroDistribuicaoId")

        estoque_fisico = d.pop("estoqueFisico")

        estoque_reservado = d.pop("estoqueReservado")

        estoque_produto = cls(
            alerta_estoque=alerta_estoque,
            centro_distribuicao_id=centro_distribuicao_id,
            estoque_fisico=estoque_fisico,
            estoque_reservado=estoque_reservado,
        )

        estoque_produto.additional_properties = d
        return estoque_produto

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
