from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.endereco_registro import EnderecoRegistro
    from ..models.frete_registro import FreteRegistro
    from ..models.informacao import Informacao
    from ..models.item_registro import ItemRegistro
    from ..models.objeto import Objeto
    from ..models.omnichannel_registro import OmnichannelRegistro
    from ..models.pagamento_registro import PagamentoRegistro
    from ..models.usuario_registro import UsuarioRegistro


T = TypeVar("T", bound="ConteudoDoRegistro")


@_attrs_define
class ConteudoDoRegistro:
    """O que nunca muda em um pedido, no fim de seu registro.

    Attributes:
        assinatura (list[Objeto]): Sempre vazio: não há assinaturas.
        canal_id (int): O número do canal: o `id` de `GET /origensPedido`.
        cupom_desconto (None | str): Sempre nulo: não se sabe de cupons.
        data (str): Quando o pedido foi feito.
        detalhes_conta_corrente (list[Objeto]): Sempre vazio: não há conta corrente.
        frete (FreteRegistro): O frete de um pedido.
        identificador (str): O pedido no marketplace.
        is_change_order (bool): Sempre falso: uma troca é um pedido à parte.
        is_pedido_evento (bool): Sempre falso: não há eventos.
        itens (list[ItemRegistro]): Os itens.
        market_place_pedido_id (None | str): O número do pedido no marketplace; nulo sem um.
        market_place_pedido_site_id (None | str): O segundo número do pedido no marketplace; nulo sem um.
        metadados (list[Informacao]): Os pares de `informacaoAdicional` do pedido.
        omnichannel (OmnichannelRegistro): O pedido pelos números que tem em outros lugares.
        pagamento (list[PagamentoRegistro]): O pagamento.
        pedido_endereco (list[EnderecoRegistro]): Os endereços.
        pedido_pai (None | Objeto): Sempre nulo: pedidos não são separados.
        pedido_split (list[Objeto]): Sempre vazio: pedidos não são separados.
        primeira_compra (bool): Sempre falso: não se sabe o que um comprador comprou em outros lugares.
        retirada_loja_id (int): Sempre 0: não há retirada em loja.
        transacao_id (int): O número da transação: o do pedido.
        transacao_pai_id (int): Sempre 0: todo pedido é uma transação à parte.
        usuario (UsuarioRegistro): O comprador.
        usuario_master_id (int | None): Sempre nulo: compradores não têm contas acima das suas.
        valor_credito_fidelidade (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_debito_cc (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_desconto (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_frete (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_sub_total_sem_descontos (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_total_pedido (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
    """

    assinatura: list[Objeto]
    canal_id: int
    cupom_desconto: None | str
    data: str
    detalhes_conta_corrente: list[Objeto]
    frete: FreteRegistro
    identificador: str
    is_change_order: bool
    is_pedido_evento: bool
    itens: list[ItemRegistro]
    market_place_pedido_id: None | str
    market_place_pedido_site_id: None | str
    metadados: list[Informacao]
    omnichannel: OmnichannelRegistro
    pagamento: list[PagamentoRegistro]
    pedido_endereco: list[EnderecoRegistro]
    pedido_pai: None | Objeto
    pedido_split: list[Objeto]
    primeira_compra: bool
    retirada_loja_id: int
    transacao_id: int
    transacao_pai_id: int
    usuario: UsuarioRegistro
    usuario_master_id: int | None
    valor_credito_fidelidade: float
    valor_debito_cc: float
    valor_desconto: float
    valor_frete: float
    valor_sub_total_sem_descontos: float
    valor_total_pedido: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.objeto import Objeto

        assinatura = []
        for assinatura_item_data in self.assinatura:
            assinatura_item = assinatura_item_data.to_dict()
            assinatura.append(assinatura_item)

        canal_id = self.canal_id

        cupom_desconto: None | str
        cupom_desconto = self.cupom_desconto

        data = self.data

        detalhes_conta_corrente = []
        for detalhes_conta_corrente_item_data in self.detalhes_conta_corrente:
            detalhes_conta_corrente_item = detalhes_conta_corrente_item_data.to_dict()
            detalhes_conta_corrente.append(detalhes_conta_corrente_item)

        frete = self.frete.to_dict()

        identificador = self.identificador

        is_change_order = self.is_change_order

        is_pedido_evento = self.is_pedido_evento

        itens = []
        for itens_item_data in self.itens:
            itens_item = itens_item_data.to_dict()
            itens.append(itens_item)

        market_place_pedido_id: None | str
        market_place_pedido_id = self.market_place_pedido_id

        market_place_pedido_site_id: None | str
        market_place_pedido_site_id = self.market_place_pedido_site_id

        metadados = []
        for metadados_item_data in self.metadados:
            metadados_item = metadados_item_data.to_dict()
            metadados.append(metadados_item)

        omnichannel = self.omnichannel.to_dict()

        pagamento = []
        for pagamento_item_data in self.pagamento:
            pagamento_item = pagamento_item_data.to_dict()
            pagamento.append(pagamento_item)

        pedido_endereco = []
        for pedido_endereco_item_data in self.pedido_endereco:
            pedido_endereco_item = pedido_endereco_item_data.to_dict()
            pedido_endereco.append(pedido_endereco_item)

        pedido_pai: dict[str, Any] | None
        if isinstance(self.pedido_pai, Objeto):
            pedido_pai = self.pedido_pai.to_dict()
        else:
            pedido_pai = self.pedido_pai

        pedido_split = []
        for pedido_split_item_data in self.pedido_split:
            pedido_split_item = pedido_split_item_data.to_dict()
            pedido_split.append(pedido_split_item)

        primeira_compra = self.primeira_compra

        retirada_loja_id = self.retirada_loja_id

        transacao_id = self.transacao_id

        transacao_pai_id = self.transacao_pai_id

        usuario = self.usuario.to_dict()

        usuario_master_id: int | None
        usuario_master_id = self.usuario_master_id

        valor_credito_fidelidade = self.valor_credito_fidelidade

        valor_debito_cc = self.valor_debito_cc

        valor_desconto = self.valor_desconto

        valor_frete = self.valor_frete

        valor_sub_total_sem_descontos = self.valor_sub_total_sem_descontos

        valor_total_pedido = self.valor_total_pedido

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "assinatura": assinatura,
                "canalId": canal_id,
                "cupomDesconto": cupom_desconto,
                "data": data,
                "detalhesContaCorrente": detalhes_conta_corrente,
                "frete": frete,
                "identificador": identificador,
                "isChangeOrder": is_change_order,
                "isPedidoEvento": is_pedido_evento,
                "itens": itens,
                "marketPlacePedidoId": market_place_pedido_id,
                "marketPlacePedidoSiteId": market_place_pedido_site_id,
                "metadados": metadados,
                "omnichannel": omnichannel,
                "pagamento": pagamento,
                "pedidoEndereco": pedido_endereco,
                "pedidoPai": pedido_pai,
                "pedidoSplit": pedido_split,
                "primeiraCompra": primeira_compra,
                "retiradaLojaId": retirada_loja_id,
                "transacaoId": transacao_id,
                "transacaoPaiId": transacao_pai_id,
                "usuario": usuario,
                "usuarioMasterId": usuario_master_id,
                "valorCreditoFidelidade": valor_credito_fidelidade,
                "valorDebitoCC": valor_debito_cc,
                "valorDesconto": valor_desconto,
                "valorFrete": valor_frete,
                "valorSubTotalSemDescontos": valor_sub_total_sem_descontos,
                "valorTotalPedido": valor_total_pedido,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.endereco_registro import EnderecoRegistro
        from ..models.frete_registro import FreteRegistro
        from ..models.informacao import Informacao
        from ..models.item_registro import ItemRegistro
        from ..models.objeto import Objeto
        from ..models.omnichannel_registro import OmnichannelRegistro
        from ..models.pagamento_registro import PagamentoRegistro
        from ..models.usuario_registro import UsuarioRegistro

        d = dict(src_dict)
        assinatura = []
        _assinatura = d.pop("assinatura")
        for assinatura_item_data in _assinatura:
            assinatura_item = Objeto.from_dict(assinatura_item_data)

            assinatura.append(assinatura_item)

        canal_id = d.pop("canalId")

        def _parse_cupom_desconto(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cupom_desconto = _parse_cupom_desconto(d.pop("cupomDesconto"))

        data = d.pop("data")

        detalhes_conta_corrente = []
        _detalhes_conta_corrente = d.pop("detalhesContaCorrente")
        for detalhes_conta_corrente_item_data in _detalhes_conta_corrente:
            detalhes_conta_corrente_item = Objeto.from_dict(
                detalhes_conta_corrente_item_data
            )

            detalhes_conta_corrente.append(detalhes_conta_corrente_item)

        frete = FreteRegistro.from_dict(d.pop("frete"))

        identificador = d.pop("identificador")

        is_change_order = d.pop("isChangeOrder")

        is_pedido_evento = d.pop("isPedidoEvento")

        itens = []
        _itens = d.pop("itens")
        for itens_item_data in _itens:
            itens_item = ItemRegistro.from_dict(itens_item_data)

            itens.append(itens_item)

        def _parse_market_place_pedido_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        market_place_pedido_id = _parse_market_place_pedido_id(
            d.pop("marketPlacePedidoId")
        )

        def _parse_market_place_pedido_site_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        market_place_pedido_site_id = _parse_market_place_pedido_site_id(
            d.pop("marketPlacePedidoSiteId")
        )

        metadados = []
        _metadados = d.pop("metadados")
        for metadados_item_data in _metadados:
            metadados_item = Informacao.from_dict(metadados_item_data)

            metadados.append(metadados_item)

        omnichannel = OmnichannelRegistro.from_dict(d.pop("omnichannel"))

        pagamento = []
        _pagamento = d.pop("pagamento")
        for pagamento_item_data in _pagamento:
            pagamento_item = PagamentoRegistro.from_dict(pagamento_item_data)

            pagamento.append(pagamento_item)

        pedido_endereco = []
        _pedido_endereco = d.pop("pedidoEndereco")
        for pedido_endereco_item_data in _pedido_endereco:
            pedido_endereco_item = EnderecoRegistro.from_dict(pedido_endereco_item_data)

            pedido_endereco.append(pedido_endereco_item)

        def _parse_pedido_pai(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                pedido_pai_type_0 = Objeto.from_dict(data)

                return pedido_pai_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        pedido_pai = _parse_pedido_pai(d.pop("pedidoPai"))

        pedido_split = []
        _pedido_split = d.pop("pedidoSplit")
        for pedido_split_item_data in _pedido_split:
            pedido_split_item = Objeto.from_dict(pedido_split_item_data)

            pedido_split.append(pedido_split_item)

        primeira_compra = d.pop("primeiraCompra")

        retirada_loja_id = d.pop("retiradaLojaId")

        transacao_id = d.pop("transacaoId")

        transacao_pai_id = d.pop("transacaoPaiId")

        usuario = UsuarioRegistro.from_dict(d.pop("usuario"))

        def _parse_usuario_master_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        usuario_master_id = _parse_usuario_master_id(d.pop("usuarioMasterId"))

        valor_credito_fidelidade = d.pop("valorCreditoFidelidade")

        valor_debito_cc = d.pop("valorDebitoCC")

        valor_desconto = d.pop("valorDesconto")

        valor_frete = d.pop("valorFrete")

        valor_sub_total_sem_descontos = d.pop("valorSubTotalSemDescontos")

        valor_total_pedido = d.pop("valorTotalPedido")

        conteudo_do_registro = cls(
            assinatura=assinatura,
            canal_id=canal_id,
            cupom_desconto=cupom_desconto,
            data=data,
            detalhes_conta_corrente=detalhes_conta_corrente,
            frete=frete,
            identificador=identificador,
            is_change_order=is_change_order,
            is_pedido_evento=is_pedido_evento,
            itens=itens,
            market_place_pedido_id=market_place_pedido_id,
            market_place_pedido_site_id=market_place_pedido_site_id,
            metadados=metadados,
            omnichannel=omnichannel,
            pagamento=pagamento,
            pedido_endereco=pedido_endereco,
            pedido_pai=pedido_pai,
            pedido_split=pedido_split,
            primeira_compra=primeira_compra,
            retirada_loja_id=retirada_loja_id,
            transacao_id=transacao_id,
            transacao_pai_id=transacao_pai_id,
            usuario=usuario,
            usuario_master_id=usuario_master_id,
            valor_credito_fidelidade=valor_credito_fidelidade,
            valor_debito_cc=valor_debito_cc,
            valor_desconto=valor_desconto,
            valor_frete=valor_frete,
            valor_sub_total_sem_descontos=valor_sub_total_sem_descontos,
            valor_total_pedido=valor_total_pedido,
        )

        conteudo_do_registro.additional_properties = d
        return conteudo_do_registro

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
