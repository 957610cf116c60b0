from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ProdutoDoPedido")


@_attrs_define
class ProdutoDoPedido:
    """Um item de um pedido, a caminho.

    Attributes:
        centro_distribuicao_id (int): De onde sai; de vários centros de distribuição, o que envia a maior parte.
        produto_variante_id (int): O número do SKU; 0 quando não estava cadastrado.
        quantidade (int): Quantidade.
        situacao_produto_id (int): O número de seu estado: o próprio ou, sem um, o do pedido.
    """

    centro_distribuicao_id: int
    produto_variante_id: int
    quantidade: int
    situacao_produto_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        centro_distribuicao_id = self.centro_distribuicao_id

        produto_variante_id = self.produto_variante_id

        quantidade = self.quantidade

        situacao_produto_id = self.situacao_produto_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "centroDistribuicaoId": centro_distribuicao_id,
                "produtoVarianteId": produto_variante_id,
                "quantidade": quantidade,
                "situacaoProdutoId": situacao_produto_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        centro_distribuicao_id = d.pop("centroDistribuicaoId")

        produto_variante_id = d.pop("produtoVarianteId")

        quantidade = d.pop("quantidade")

        situacao_produto_id = d.pop("situacaoProdutoId")

        produto_do_pedido = cls(
            centro_distribuicao_id=centro_distribuicao_id,
            produto_variante_id=produto_variante_id,
            quantidade=quantidade,
            situacao_produto_id=situacao_produto_id,
        )

        produto_do_pedido.additional_properties = d
        return produto_do_pedido

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
