from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Faturamento")


@_attrs_define
class Faturamento:
    """Um período ao lado de outro, em números e em textos.

    Attributes:
        indicador_pedido (int): Quantos são.
        indicador_pedido_comparativo (int): O mesmo, do outro período.
        indicador_pedido_comparativo_formatado (str): Em texto.
        indicador_pedido_formatado (str): Em texto, `1.234`.
        indicador_receita (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        indicador_receita_comparativo (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        indicador_receita_comparativo_formatado (str): Em texto.
        indicador_receita_formatado (str): Em texto, `R$ 1.234,56`.
        indicador_ticket_medio (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        indicador_ticket_medio_comparativo (float): Um valor em reais, com no máximo quatro casas decimais e menor que
            10¹¹.
        indicador_ticket_medio_comparativo_formatado (str): Em texto.
        indicador_ticket_medio_formatado (str): Em texto.
    """

    indicador_pedido: int
    indicador_pedido_comparativo: int
    indicador_pedido_comparativo_formatado: str
    indicador_pedido_formatado: str
    indicador_receita: float
    indicador_receita_comparativo: float
    indicador_receita_comparativo_formatado: str
    indicador_receita_formatado: str
    indicador_ticket_medio: float
    indicador_ticket_medio_comparativo: float
    indicador_ticket_medio_comparativo_formatado: str
    indicador_ticket_medio_formatado: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        indicador_pedido = self.indicador_pedido

        indicador_pedido_comparativo = self.indicador_pedido_comparativo

        indicador_pedido_comparativo_formatado = (
            self.indicador_pedido_comparativo_formatado
        )

        indicador_pedido_formatado = self.indicador_pedido_formatado

        indicador_receita = self.indicador_receita

        indicador_receita_comparativo = self.indicador_receita_comparativo

        indicador_receita_comparativo_formatado = (
            self.indicador_receita_comparativo_formatado
        )

        indicador_receita_formatado = self.indicador_receita_formatado

        indicador_ticket_medio = self.indicador_ticket_medio

        indicador_ticket_medio_comparativo = self.indicador_ticket_medio_comparativo

        indicador_ticket_medio_comparativo_formatado = (
            self.indicador_ticket_medio_comparativo_formatado
        )

        indicador_ticket_medio_formatado = self.indicador_ticket_medio_formatado

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "indicadorPedido": indicador_pedido,
                "indicadorPedidoComparativo": indicador_pedido_comparativo,
                "indicadorPedidoComparativoFormatado": indicador_pedido_comparativo_formatado,
                "indicadorPedidoFormatado": indicador_pedido_formatado,
                "indicadorReceita": indicador_receita,
                "indicadorReceitaComparativo": indicador_receita_comparativo,
                "indicadorReceitaComparativoFormatado": indicador_receita_comparativo_formatado,
                "indicadorReceitaFormatado": indicador_receita_formatado,
                "indicadorTicketMedio": indicador_ticket_medio,
                "indicadorTicketMedioComparativo": indicador_ticket_medio_comparativo,
                "indicadorTicketMedioComparativoFormatado": indicador_ticket_medio_comparativo_formatado,
                "indicadorTicketMedioFormatado": indicador_ticket_medio_formatado,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        indicador_pedido = d.pop("indicadorPedido")

        indicador_pedido_comparativo = d.pop("indicadorPedidoComparativo")

        indicador_pedido_comparativo_formatado = d.pop(
            "indicadorPedidoComparativoFormatado"
        )

        indicador_pedido_formatado = d.pop("indicadorPedidoFormatado")

        indicador_receita = d.pop("indicadorReceita")

        indicador_receita_comparativo = d.pop("indicadorReceitaComparativo")

        indicador_receita_comparativo_formatado = d.pop(
            "indicadorReceitaComparativoFormatado"
        )

        indicador_receita_formatado = d.pop("indicadorReceitaFormatado")

        indicador_ticket_medio = d.pop("indicadorTicketMedio")

        indicador_ticket_medio_comparativo = d.pop("indicadorTicketMedioComparativo")

        indicador_ticket_medio_comparativo_formatado = d.pop(
            "indicadorTicketMedioComparativoFormatado"
        )

        indicador_ticket_medio_formatado = d.pop("indicadorTicketMedioFormatado")

        faturamento = cls(
            indicador_pedido=indicador_pedido,
            indicador_pedido_comparativo=indicador_pedido_comparativo,
            indicador_pedido_comparativo_formatado=indicador_pedido_comparativo_formatado,
            indicador_pedido_formatado=indicador_pedido_formatado,
            indicador_receita=indicador_receita,
            indicador_receita_comparativo=indicador_receita_comparativo,
            indicador_receita_comparativo_formatado=indicador_receita_comparativo_formatado,
            indicador_receita_formatado=indicador_receita_formatado,
            indicador_ticket_medio=indicador_ticket_medio,
            indicador_ticket_medio_comparativo=indicador_ticket_medio_comparativo,
            indicador_ticket_medio_comparativo_formatado=indicador_ticket_medio_comparativo_formatado,
            indicador_ticket_medio_formatado=indicador_ticket_medio_formatado,
        )

        faturamento.additional_properties = d
        return faturamento

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
