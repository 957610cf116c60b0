from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SituacaoPedido")


@_attrs_define
class SituacaoPedido:
    """Um estado.

    Attributes:
        descricao (str): O que diz de um pedido.
        nome (str): Seu nome.
        observacao (str): O que este serviço faz com ele; vazio nos estados que são seus.
        situacao_pedido_id (int): Seu número.
    """

    descricao: str
    nome: str
    observacao: str
    situacao_pedido_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        descricao = self.descricao

        nome = self.nome

        observacao = self.observacao

        situacao_pedido_id = self.situacao_pedido_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "descricao": descricao,
                "nome": nome,
                "observacao": observacao,
                "situacaoPedidoId": situacao_pedido_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        descricao = d.pop("descricao")

        nome = d.pop("nome")

        observacao = d.pop("observacao")

        situacao_pedido_id = d.pop("situacaoPedidoId")

        situacao_pedido = cls(
            descricao=descricao,
            nome=nome,
            observacao=observacao,
            situacao_pedido_id=situacao_pedido_id,
        )

        situacao_pedido.additional_properties = d
        return situacao_pedido

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
