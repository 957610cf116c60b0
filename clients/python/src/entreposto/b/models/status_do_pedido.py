from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.produto_do_pedido import ProdutoDoPedido


T = TypeVar("T", bound="StatusDoPedido")


@_attrs_define
class StatusDoPedido:
    """Em que estado um pedido está; o que não se sabe é nulo.

    Attributes:
        cfop (int): O código da operação da nota fiscal; 0 quando não se sabe.
        chave_acesso_nfe (None | str): Chave de acesso da nota fiscal.
        data_atualizacao (str): Quando o serviço soube.
        data_enviado (None | str): Quando foi enviado.
        nome_transportadora (None | str): Transportadora.
        nota_fiscal (None | str): O número da nota fiscal.
        produtos (list[ProdutoDoPedido]): Seus itens.
        rastreamento (None | str): Código de rastreio.
        situacao_pedido_id (int): O número do estado.
        url_rastreamento (None | str): Endereço onde o volume pode ser seguido.
    """

    cfop: int
    chave_acesso_nfe: None | str
    data_atualizacao: str
    data_enviado: None | str
    nome_transportadora: None | str
    nota_fiscal: None | str
    produtos: list[ProdutoDoPedido]
    rastreamento: None | str
    situacao_pedido_id: int
    url_rastreamento: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cfop = self.cfop

        chave_acesso_nfe: None | str
        chave_acesso_nfe = self.chave_acesso_nfe

        data_atualizacao = self.data_atualizacao

        data_enviado: None | str
        data_enviado = self.data_enviado

        nome_transportadora: None | str
        nome_transportadora = self.nome_transportadora

        nota_fiscal: None | str
        nota_fiscal = self.nota_fiscal

        produtos = []
        for produtos_item_data in self.produtos:
            produtos_item = produtos_item_data.to_dict()
            produtos.append(produtos_item)

        rastreamento: None | str
        rastreamento = self.rastreamento

        situacao_pedido_id = self.situacao_pedido_id

        url_rastreamento: None | str
        url_rastreamento = self.url_rastreamento

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cfop": cfop,
                "chaveAcessoNFE": chave_acesso_nfe,
                "dataAtualizacao": data_atualizacao,
                "dataEnviado": data_enviado,
                "nomeTransportadora": nome_transportadora,
                "notaFiscal": nota_fiscal,
                "produtos": produtos,
                "rastreamento": rastreamento,
                "situacaoPedidoId": situacao_pedido_id,
                "urlRastreamento": url_rastreamento,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.produto_do_pedido import ProdutoDoPedido

        d = dict(src_dict)
        cfop = d.pop("cfop")

        def _parse_chave_acesso_nfe(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        chave_acesso_nfe = _parse_chave_acesso_nfe(d.pop("chaveAcessoNFE"))

        data_atualizacao = d.pop("dataAtualizacao")

        def _parse_data_enviado(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        data_enviado = _parse_data_enviado(d.pop("dataEnviado"))

        def _parse_nome_transportadora(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nome_transportadora = _parse_nome_transportadora(d.pop("nomeTransportadora"))

        def _parse_nota_fiscal(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nota_fiscal = _parse_nota_fiscal(d.pop("notaFiscal"))

        produtos = []
        _produtos = d.pop("produtos")
        for produtos_item_data in _produtos:
            produtos_item = ProdutoDoPedido.from_dict(produtos_item_data)

            produtos.append(produtos_item)

        def _parse_rastreamento(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rastreamento = _parse_rastreamento(d.pop("rastreamento"))

        situacao_pedido_id = d.pop("situacaoPedidoId")

        def _parse_url_rastreamento(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url_rastreamento = _parse_url_rastreamento(d.pop("urlRastreamento"))

        status_do_pedido = cls(
            cfop=cfop,
            chave_acesso_nfe=chave_acesso_nfe,
            data_atualizacao=data_atualizacao,
            data_enviado=data_enviado,
            nome_transportadora=nome_transportadora,
            nota_fiscal=nota_fiscal,
            produtos=produtos,
            rastreamento=rastreamento,
            situacao_pedido_id=situacao_pedido_id,
            url_rastreamento=url_rastreamento,
        )

        status_do_pedido.additional_properties = d
        return status_do_pedido

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
