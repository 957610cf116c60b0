from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Frete")


@_attrs_define
class Frete:
    """O frete de um pedido.

    Attributes:
        data_agendamento (datetime.datetime | None): O dia marcado para a entrega.
        data_prevista_entrega (datetime.datetime | None): A previsão de entrega.
        frete_source_id (str): A opção de frete no marketplace, no máximo 200 caracteres.
        prazo_entrega (int): Prazo de entrega, em dias.
        prazo_preparacao (int): Prazo de preparação, em dias.
        valor_cobrado (float): Valor cobrado.
        valor_nominal (float): Valor real.
    """

    data_agendamento: datetime.datetime | None
    data_prevista_entrega: datetime.datetime | None
    frete_source_id: str
    prazo_entrega: int
    prazo_preparacao: int
    valor_cobrado: float
    valor_nominal: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data_agendamento: None | str
        if isinstance(self.data_agendamento, datetime.datetime):
            data_agendamento = self.data_agendamento.isoformat()
        else:
            data_agendamento = self.data_agendamento

        data_prevista_entrega: None | str
        if isinstance(self.data_prevista_entrega, datetime.datetime):
            data_prevista_entrega = self.data_prevista_entrega.isoformat()
        else:
            data_prevista_entrega = self.data_prevista_entrega

        frete_source_id = self.frete_source_id

        prazo_entrega = self.prazo_entrega

        prazo_preparacao = self.prazo_preparacao

        valor_cobrado = self.valor_cobrado

        valor_nominal = self.valor_nominal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dataAgendamento": data_agendamento,
                "dataPrevistaEntrega": data_prevista_entrega,
                "freteSourceId": frete_source_id,
                "prazoEntrega": prazo_entrega,
                "prazoPreparacao": prazo_preparacao,
                "valorCobrado": valor_cobrado,
                "valorNominal": valor_nominal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_data_agendamento(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_agendamento_type_0 = datetime.datetime.fromisoformat(data)

                return data_agendamento_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        data_agendamento = _parse_data_agendamento(d.pop("dataAgendamento"))

        def _parse_data_prevista_entrega(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_prevista_entrega_type_0 = datetime.datetime.fromisoformat(data)

                return data_prevista_entrega_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        data_prevista_entrega = _parse_data_prevista_entrega(
            d.pop("dataPrevistaEntrega")
        )

        frete_source_id = d.pop("freteSourceId")

        prazo_entrega = d.pop("prazoEntrega")

        prazo_preparacao = d.pop("prazoPreparacao")

        valor_cobrado = d.pop("valorCobrado")

        valor_nominal = d.pop("valorNominal")

        frete = cls(
            data_agendamento=data_agendamento,
            data_prevista_entrega=data_prevista_entrega,
            frete_source_id=frete_source_id,
            prazo_entrega=prazo_entrega,
            prazo_preparacao=prazo_preparacao,
            valor_cobrado=valor_cobrado,
            valor_nominal=valor_nominal,
        )

        frete.additional_properties = d
        return frete

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
