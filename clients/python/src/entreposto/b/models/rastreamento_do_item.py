from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RastreamentoDoItem")


@_attrs_define
class RastreamentoDoItem:
    """O rastreio e a nota fiscal de um item: os seus ou, sem eles, os do pedido; o que não se sabe é nulo.

    Attributes:
        centro_distribuicao_id (int): De onde sai; de vários centros de distribuição, o que envia a maior parte.
        cfop (int): O código da operação da nota fiscal; 0 quando não se sabe.
        chave_acesso_nfe (None | str): Chave de acesso da nota fiscal.
        data_atualizacao (str): Quando algo do pedido mudou pela última vez.
        data_entrega (None | str): Quando chegou.
        data_enviado (None | str): Quando foi enviado.
        nota_fiscal (None | str): O número da nota fiscal.
        pedido_rastreamento_produto_id (int): O lugar do item no pedido, a partir de 1.
        quantidade (int): Quantidade.
        rastreamento (None | str): Código de rastreio.
        transportadora (None | str): Transportadora.
        url_rastreamento (None | str): Endereço onde o volume pode ser seguido.
    """

    centro_distribuicao_id: int
    cfop: int
    chave_acesso_nfe: None | str
    data_atualizacao: str
    data_entrega: None | str
    data_enviado: None | str
    nota_fiscal: None | str
    pedido_rastreamento_produto_id: int
    quantidade: int
    rastreamento: None | str
    transportadora: None | str
    url_rastreamento: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        centro_distribuicao_id = self.centro_distribuicao_id

        cfop = self.cfop

        chave_acesso_nfe: None | str
        chave_acesso_nfe = self.chave_acesso_nfe

        data_atualizacao = self.data_atualizacao

        data_entrega: None | str
        data_entrega = self.data_entrega

        data_enviado: None | str
        data_enviado = self.data_enviado

        nota_fiscal: None | str
        nota_fiscal = self.nota_fiscal

        pedido_rastreamento_produto_id = self.pedido_rastreamento_produto_id

        quantidade = self.quantidade

        rastreamento: None | str
        rastreamento = self.rastreamento

        transportadora: None | str
        transportadora = self.transportadora

        url_rastreamento: None | str
        url_rastreamento = self.url_rastreamento

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "centroDistribuicaoId": centro_distribuicao_id,
                "cfop": cfop,
                "chaveAcessoNFE": chave_acesso_nfe,
                "dataAtualizacao": data_atualizacao,
                "dataEntrega": data_entrega,
                "dataEnviado": data_enviado,
                "notaFiscal": nota_fiscal,
                "pedidoRastreamentoProdutoId": pedido_rastreamento_produto_id,
                "quantidade": quantidade,
                "rastreamento": rastreamento,
                "transportadora": transportadora,
                "urlRastreamento": url_rastreamento,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        centro_distribuicao_id = d.pop("centroDistribuicaoId")

        cfop = d.pop("cfop")

        def _parse_chave_acesso_nfe(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        chave_acesso_nfe = _parse_chave_acesso_nfe(d.pop("chaveAcessoNFE"))

        data_atualizacao = d.pop("dataAtualizacao")

        def _parse_data_entrega(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        data_entrega = _parse_data_entrega(d.pop("dataEntrega"))

        def _parse_data_enviado(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        data_enviado = _parse_data_enviado(d.pop("dataEnviado"))

        def _parse_nota_fiscal(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nota_fiscal = _parse_nota_fiscal(d.pop("notaFiscal"))

        pedido_rastreamento_produto_id = d.pop("pedidoRastreamentoProdutoId")

        quantidade = d.pop("quantidade")

        def _parse_rastreamento(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rastreamento = _parse_rastreamento(d.pop("rastreamento"))

        def _parse_transportadora(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        transportadora = _parse_transportadora(d.pop("transportadora"))

        def _parse_url_rastreamento(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_rastreamento = _parse_url_rastreamento(d.pop("urlRastreamento"))

        rastreamento_do_item = cls(
            centro_distribuicao_id=centro_distribuicao_id,
            cfop=cfop,
            chave_acesso_nfe=chave_acesso_nfe,
            data_atualizacao=data_atualizacao,
            data_entrega=data_entrega,
            data_enviado=data_enviado,
            nota_fiscal=nota_fiscal,
            pedido_rastreamento_produto_id=pedido_rastreamento_produto_id,
            quantidade=quantidade,
            rastreamento=rastreamento,
            transportadora=transportadora,
            url_rastreamento=url_rastreamento,
        )

        rastreamento_do_item.additional_properties = d
        return rastreamento_do_item

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
