from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NovoStatusDoItem")


@_attrs_define
class NovoStatusDoItem:
    """Para onde um item deve ir.

    Attributes:
        situacao_pedido_produto_id (int): O número do estado.
        centro_distribuicao_id (int | None | Unset): De onde sai: um centro de distribuição que existe. O número é
            conferido e não é guardado; 0 conta como ausente.
        devolver_estoque (bool | Unset): Onde o hub conta o estoque: um item faturado ou enviado que é cancelado devolve
            suas unidades.
        motivo (str | Unset): Por quê, no máximo 500 caracteres.
        quantidade (int | None | Unset): Tudo o que foi vendido, que também vale quando ausente; 0 conta como ausente.
    """

    situacao_pedido_produto_id: int
    centro_distribuicao_id: int | None | Unset = UNSET
    devolver_estoque: bool | Unset = UNSET
    motivo: str | Unset = UNSET
    quantidade: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        situacao_pedido_produto_id = self.situacao_pedido_produto_id

        centro_distribuicao_id: int | None | Unset
        if isinstance(self.centro_distribuicao_id, Unset):
            centro_distribuicao_id = UNSET
        else:
            centro_distribuicao_id = self.centro_distribuicao_id

        devolver_estoque = self.devolver_estoque

        motivo = self.motivo

        quantidade: int | None | Unset
        if isinstance(self.quantidade, Unset):
            quantidade = UNSET
        else:
            quantidade = self.quantidade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "situacaoPedidoProdutoId": situacao_pedido_produto_id,
            }
        )
        if centro_distribuicao_id is not UNSET:
            field_dict["centroDistribuicaoId"] = centro_distribuicao_id
        if devolver_estoque is not UNSET:
            field_dict["devolverEstoque"] = devolver_estoque
        if motivo is not UNSET:
            field_dict["motivo"] = motivo
        if quantidade is not UNSET:
            field_dict["quantidade"] = quantidade

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        situacao_pedido_produto_id = d.pop("situacaoPedidoProdutoId")

        def _parse_centro_distribuicao_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        centro_distribuicao_id = _parse_centro_distribuicao_id(
            d.pop("centroDistribuicaoId", UNSET)
        )

        devolver_estoque = d.pop("devolverEstoque", UNSET)

        motivo = d.pop("motivo", UNSET)

        def _parse_quantidade(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        quantidade = _parse_quantidade(d.pop("quantidade", UNSET))

        novo_status_do_item = cls(
            situacao_pedido_produto_id=situacao_pedido_produto_id,
            centro_distribuicao_id=centro_distribuicao_id,
            devolver_estoque=devolver_estoque,
            motivo=motivo,
            quantidade=quantidade,
        )

        novo_status_do_item.additional_properties = d
        return novo_status_do_item

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
