from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="EstoqueEmCentro")


@_attrs_define
class EstoqueEmCentro:
    """O estoque em um centro de distribuição.

    Attributes:
        estoque_fisico (int): O que há.
        alerta_estoque (int | None | Unset): O estoque em que a loja quer ser avisada; ausente: como está.
        centro_distribuicao_id (int | None | Unset): O centro de distribuição, um dos da loja: 1 quando 0 ou ausente.
        estoque_reservado (int | None | Unset): Disso, o que já está prometido; ausente: como está. Onde alguém conta o
            estoque são os pedidos que o dizem, e este não é aceito, o que `detalhes` do item diz.
        permite_pre_venda (bool | None | Unset): Verdadeiro não é mantido, o que `detalhes` do item diz.
        produto_variante_id (int | None | Unset): O número do SKU outra vez; outro número é recusado. 0 conta como
            ausente.
    """

    estoque_fisico: int
    alerta_estoque: int | None | Unset = UNSET
    centro_distribuicao_id: int | None | Unset = UNSET
    estoque_reservado: int | None | Unset = UNSET
    permite_pre_venda: bool | None | Unset = UNSET
    produto_variante_id: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        estoque_fisico = self.estoque_fisico

        alerta_estoque: int | None | Unset
        if isinstance(self.alerta_estoque, Unset):
            alerta_estoque = UNSET
        else:
            alerta_estoque = self.alerta_estoque

        centro_distribuicao_id: int | None | Unset
        if isinstance(self.centro_distribuicao_id, Unset):
            centro_distribuicao_id = UNSET
        else:
            centro_distribuicao_id = self.centro_distribuicao_id

        estoque_reservado: int | None | Unset
        if isinstance(self.estoque_reservado, Unset):
            estoque_reservado = UNSET
        else:
            estoque_reservado = self.estoque_reservado

        permite_pre_venda: bool | None | Unset
        if isinstance(self.permite_pre_venda, Unset):
            permite_pre_venda = UNSET
        else:
            permite_pre_venda = self.permite_pre_venda

        produto_variante_id: int | None | Unset
        if isinstance(self.produto_variante_id, Unset):
            produto_variante_id = UNSET
        else:
            produto_variante_id = self.produto_variante_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "estoqueFisico": estoque_fisico,
            }
        )
        if alerta_estoque is not UNSET:
            field_dict["alertaEstoque"] = alerta_estoque
        if centro_distribuicao_id is not UNSET:
            field_dict["centroDistribuicaoId"] = centro_distribuicao_id
        if estoque_reservado is not UNSET:
            field_dict["estoqueReservado"] = estoque_reservado
        if permite_pre_venda is not UNSET:
            field_dict["permitePreVenda"] = permite_pre_venda
        if produto_variante_id is not UNSET:
            field_dict["produtoVarianteId"] = produto_variante_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        estoque_fisico = d.pop("estoqueFisico")

        def _parse_alerta_estoque(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        alerta_estoque = _parse_alerta_estoque(d.pop("alertaEstoque", UNSET))

        def _parse_centro_distribuicao_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        centro_distribuicao_id = _parse_centro_distribuicao_id(
            d.pop("centroDistribuicaoId", UNSET)
        )

        def _parse_estoque_reservado(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        estoque_reservado = _parse_estoque_reservado(d.pop("estoqueReservado", UNSET))

        def _parse_permite_pre_venda(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        permite_pre_venda = _parse_permite_pre_venda(d.pop("permitePreVenda", UNSET))

        def _parse_produto_variante_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        produto_variante_id = _parse_produto_variante_id(
            d.pop("produtoVarianteId", UNSET)
        )

        estoque_em_centro = cls(
            estoque_fisico=estoque_fisico,
            alerta_estoque=alerta_estoque,
            centro_distribuicao_id=centro_distribuicao_id,
            estoque_reservado=estoque_reservado,
            permite_pre_venda=permite_pre_venda,
            produto_variante_id=produto_variante_id,
        )

        estoque_em_centro.additional_properties = d
        return estoque_em_centro

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
