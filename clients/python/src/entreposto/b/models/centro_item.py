from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CentroItem")


@_attrs_define
class CentroItem:
    """De onde um item sai.

    Attributes:
        centro_distribuicao_id (int): O centro de distribuição.
        quantidade (int): Quanto sai dali.
        situacao_produto_id (int): O número do estado do item.
        valor_frete_cliente (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_frete_empresa (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
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
