from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PedidosPorSituacao")


@_attrs_define
class PedidosPorSituacao:
    """Quantos pedidos estão em um estado.

    Attributes:
        nome (str): Seu nome.
        quantidade (int): Quantos pedidos estão nele agora.
        situacao_pedido_id (int): O número do estado.
    """

    nome: str
    quantidade: int
    situacao_pedido_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        quantidade = self.quantidade

        situacao_pedido_id = self.situacao_pedido_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "quantidade": quantidade,
                "situacaoPedidoId": situacao_pedido_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        quantidade = d.pop("quantidade")

        situacao_pedido_id = d.pop("situacaoPedidoId")

        pedidos_por_situacao = cls(
            nome=nome,
            quantidade=quantidade,
            situacao_pedido_id=situacao_pedido_id,
        )

        pedidos_por_situacao.additional_properties = d
        return pedidos_por_situacao

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
