from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CentroItem")


@_attrs_define
class CentroItem:
    """Where an item is sent from.

    Attributes:
        centro_distribuicao_id (int):
        quantidade (int):
        situacao_produto_id (int): The number of the item's status.
        valor_frete_cliente (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
        valor_frete_empresa (float): An amount with at most four decimal places and a magnitude below 10^11.

            Written as a JSON number with the shortest exact digits: 15 significant digits survive the round trip
            through a double, and no amount has more.
    """

    centro_distribuicao_id: int
    quantidade: int
    situacao_produto_id: int
    valor_frete_cliente: float
    valor_frete_empresa: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        centro_distribuicao_id = self.centro_distribuicao_id

        quantidade = self.quantidade

        situacao_produto_id = self.situacao_produto_id

        valor_frete_cliente = self.valor_frete_cliente

        valor_frete_empresa = self.valor_frete_empresa

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "centroDistribuicaoId": centro_distribuicao_id,
                "quantidade": quantidade,
                "situacaoProdutoId": situacao_produto_id,
                "valorFreteCliente": valor_frete_cliente,
                "valorFreteEmpresa": valor_frete_empresa,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        centro_distribuicao_id = d.pop("centroDistribuicaoId")

        quantidade = d.pop("quantidade")

        situacao_produto_id = d.pop("situacaoProdutoId")

        valor_frete_cliente = d.pop("valorFreteCliente")

        valor_frete_empresa = d.pop("valorFreteEmpresa")

        centro_item = cls(
            centro_distribuicao_id=centro_distribuicao_id,
            quantidade=quantidade,
            situacao_produto_id=situacao_produto_id,
            valor_frete_cliente=valor_frete_cliente,
            valor_frete_empresa=valor_frete_empresa,
        )

        centro_item.additional_properties = d
        return centro_item

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
