from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_rastreamento import TipoRastreamento

if TYPE_CHECKING:
    from ..models.observacao_registro import ObservacaoRegistro


T = TypeVar("T", bound="SituacaoDoRegistro")


@_attrs_define
class SituacaoDoRegistro:
    """O que muda em um pedido, no começo de seu registro.

    Attributes:
        canal_nome (str): O marketplace.
        canal_origem (str): A conta da loja nele: o canal da interface A.
        data_pagamento (None | str): Quando foi pago; nulo enquanto não.
        data_ultima_atualizacao (str): Quando mudou pela última vez.
        observacao (list[ObservacaoRegistro]): A observação.
        pedido_id (int): O número do pedido.
        situacao_pedido_id (int): O número do estado.
        tipo_rastreamento_pedido (TipoRastreamento): Se um pedido tem um rastreio que pode ser seguido.
        valido (bool): Verdadeiro enquanto o pedido não foi cancelado.
    """

    canal_nome: str
    canal_origem: str
    data_pagamento: None | str
    data_ultima_atualizacao: str
    observacao: list[ObservacaoRegistro]
    pedido_id: int
    situacao_pedido_id: int
    tipo_rastreamento_pedido: TipoRastreamento
    valido: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canal_nome = self.canal_nome

        canal_origem = self.canal_origem

        data_pagamento: None | str
        data_pagamento = self.data_pagamento

        data_ultima_atualizacao = self.data_ultima_atualizacao

        observacao = []
        for observacao_item_data in self.observacao:
            observacao_item = observacao_item_data.to_dict()
            observacao.append(observacao_item)

        pedido_id = self.pedido_id

        situacao_pedido_id = self.situacao_pedido_id

        tipo_rastreamento_pedido = self.tipo_rastreamento_pedido.value

        valido = self.valido

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canalNome": canal_nome,
                "canalOrigem": canal_origem,
                "dataPagamento": data_pagamento,
                "dataUltimaAtualizacao": data_ultima_atualizacao,
                "observacao": observacao,
                "pedidoId": pedido_id,
                "situacaoPedidoId": situacao_pedido_id,
                "tipoRastreamentoPedido": tipo_rastreamento_pedido,
                "valido": valido,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.observacao_registro import ObservacaoRegistro

        d = dict(src_dict)
        canal_nome = d.pop("canalNome")

        canal_origem = d.pop("canalOrigem")

        def _parse_data_pagamento(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        data_pagamento = _parse_data_pagamento(d.pop("dataPagamento"))

        data_ultima_atualizacao = d.pop("dataUltimaAtualizacao")

        observacao = []
        _observacao = d.pop("observacao")
        for observacao_item_data in _observacao:
            observacao_item = ObservacaoRegistro.from_dict(observacao_item_data)

            observacao.append(observacao_item)

        pedido_id = d.pop("pedidoId")

        situacao_pedido_id = d.pop("situacaoPedidoId")

        tipo_rastreamento_pedido = TipoRastreamento(d.pop("tipoRastreamentoPedido"))

        valido = d.pop("valido")

        situacao_do_registro = cls(
            canal_nome=canal_nome,
            canal_origem=canal_origem,
            data_pagamento=data_pagamento,
            data_ultima_atualizacao=data_ultima_atualizacao,
            observacao=observacao,
            pedido_id=pedido_id,
            situacao_pedido_id=situacao_pedido_id,
            tipo_rastreamento_pedido=tipo_rastreamento_pedido,
            valido=valido,
        )

        situacao_do_registro.additional_properties = d
        return situacao_do_registro

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
