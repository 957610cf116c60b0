from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SituacaoHistorica")


@_attrs_define
class SituacaoHistorica:
    """Um estado que um pedido teve.

    Attributes:
        data_atualizacao (str): Quando o serviço soube.
        nome (str): Seu nome.
        situacao_pedido_id (int): Seu número.
    """

    data_atualizacao: str
    nome: str
    situacao_pedido_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data_atualizacao = self.data_atualizacao

        nome = self.nome

        situacao_pedido_id = self.situacao_pedido_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dataAtualizacao": data_atualizacao,
                "nome": nome,
                "situacaoPedidoId": situacao_pedido_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        data_atualizacao = d.pop("dataAtualizacao")

        nome = d.pop("nome")

        situacao_pedido_id = d.pop("situacaoPedidoId")

        situacao_historica = cls(
            data_atualizacao=data_atualizacao,
            nome=nome,
            situacao_pedido_id=situacao_pedido_id,
        )

        situacao_historica.additional_properties = d
        return situacao_historica

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
