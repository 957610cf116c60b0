from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.objeto import Objeto


T = TypeVar("T", bound="PagamentoRegistro")


@_attrs_define
class PagamentoRegistro:
    """Um pagamento.

    Attributes:
        boleto (None | Objeto): Sempre nulo: o hub não conhece os dados do boleto.
        cartao_credito (list[Objeto]): Sempre vazio: o hub não conhece os dados do cartão.
        forma_pagamento_id (int): O número da forma de pagamento.
        informacoes_adicionais (list[Objeto]): Sempre vazio.
        numero_parcelas (int): Número de parcelas.
        pagamento_status (list[Objeto]): Sempre vazio: o estado do pedido diz se foi pago.
        pix (None | Objeto): Sempre nulo: o hub não conhece os dados do Pix.
        valor_desconto (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_juros (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_parcela (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_total (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
    """

    boleto: None | Objeto
    cartao_credito: list[Objeto]
    forma_pagamento_id: int
    informacoes_adicionais: list[Objeto]
    numero_parcelas: int
    pagamento_status: list[Objeto]
    pix: None | Objeto
    valor_desconto: float
    valor_juros: float
    valor_parcela: float
    valor_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.objeto import Objeto

        boleto: dict[str, Any] | None
        if isinstance(self.boleto, Objeto):
            boleto = self.boleto.to_dict()
        else:
            boleto = self.boleto

        cartao_credito = []
        for cartao_credito_item_data in self.cartao_credito:
            cartao_credito_item = cartao_credito_item_data.to_dict()
            cartao_credito.append(cartao_credito_item)

        forma_pagamento_id = self.forma_pagamento_id

        informacoes_adicionais = []
        for informacoes_adicionais_item_data in self.informacoes_adicionais:
            informacoes_adicionais_item = informacoes_adicionais_item_data.to_dict()
            informacoes_adicionais.append(informacoes_adicionais_item)

        numero_parcelas = self.numero_parcelas

        pagamento_status = []
        for pagamento_status_item_data in self.pagamento_status:
            pagamento_status_item = pagamento_status_item_data.to_dict()
            pagamento_status.append(pagamento_status_item)

        pix: dict[str, Any] | None
        if isinstance(self.pix, Objeto):
            pix = self.pix.to_dict()
        else:
            pix = self.pix

        valor_desconto = self.valor_desconto

        valor_juros = self.valor_juros

        valor_parcela = self.valor_parcela

        valor_total = self.valor_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "boleto": boleto,
                "cartaoCredito": cartao_credito,
                "formaPagamentoId": forma_pagamento_id,
                "informacoesAdicionais": informacoes_adicionais,
                "numeroParcelas": numero_parcelas,
                "pagamentoStatus": pagamento_status,
                "pix": pix,
                "valorDesconto": valor_desconto,
                "valorJuros": valor_juros,
                "valorParcela": valor_parcela,
                "valorTotal": valor_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.objeto import Objeto

        d = dict(src_dict)

        def _parse_boleto(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                boleto_type_0 = Objeto.from_dict(data)

                return boleto_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        boleto = _parse_boleto(d.pop("boleto"))

        cartao_credito = []
        _cartao_credito = d.pop("cartaoCredito")
        for cartao_credito_item_data in _cartao_credito:
            cartao_credito_item = Objeto.from_dict(cartao_credito_item_data)

            cartao_credito.append(cartao_credito_item)

        forma_pagamento_id = d.pop("formaPagamentoId")

        informacoes_adicionais = []
        _informacoes_adicionais = d.pop("informacoesAdicionais")
        for informacoes_adicionais_item_data in _informacoes_adicionais:
            informacoes_adicionais_item = Objeto.from_dict(
                informacoes_adicionais_item_data
            )

            informacoes_adicionais.append(informacoes_adicionais_item)

        numero_parcelas = d.pop("numeroParcelas")

        pagamento_status = []
        _pagamento_status = d.pop("pagamentoStatus")
        for pagamento_status_item_data in _pagamento_status:
            pagamento_status_item = Objeto.from_dict(pagamento_status_item_data)

            pagamento_status.append(pagamento_status_item)

        def _parse_pix(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                pix_type_0 = Objeto.from_dict(data)

                return pix_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        pix = _parse_pix(d.pop("pix"))

        valor_desconto = d.pop("valorDesconto")

        valor_juros = d.pop("valorJuros")

        valor_parcela = d.pop("valorParcela")

        valor_total = d.pop("valorTotal")

        pagamento_registro = cls(
            boleto=boleto,
            cartao_credito=cartao_credito,
            forma_pagamento_id=forma_pagamento_id,
            informacoes_adicionais=informacoes_adicionais,
            numero_parcelas=numero_parcelas,
            pagamento_status=pagamento_status,
            pix=pix,
            valor_desconto=valor_desconto,
            valor_juros=valor_juros,
            valor_parcela=valor_parcela,
            valor_total=valor_total,
        )

        pagamento_registro.additional_properties = d
        return pagamento_registro

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
