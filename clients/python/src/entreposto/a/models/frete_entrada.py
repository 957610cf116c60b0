from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="FreteEntrada")


@_attrs_define
class FreteEntrada:
    """O frete de um pedido.

    Attributes:
        data_agendamento (datetime.datetime | None | Unset): O dia marcado para a entrega.
        data_prevista_entrega (datetime.datetime | None | Unset): A previsão de entrega.
        frete_source_id (str | Unset): A opção de frete no marketplace, no máximo 200 caracteres.
        prazo_entrega (int | Unset): Prazo de entrega, em dias.
        prazo_preparacao (int | Unset): Prazo de preparação, em dias.
        valor_cobrado (float | Unset): Valor cobrado.
        valor_nominal (float | Unset): Valor real.
    """

    data_agendamento: datetime.datetime | None | Unset = UNSET
    data_prevista_entrega: datetime.datetime | None | Unset = UNSET
    frete_source_id: str | Unset = UNSET
    prazo_entrega: int | Unset = UNSET
    prazo_preparacao: int | Unset = UNSET
    valor_cobrado: float | Unset = UNSET
    valor_nominal: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data_agendamento: None | str | Unset
        if isinstance(self.data_agendamento, Unset):
            data_agendamento = UNSET
        elif isinstance(self.data_agendamento, datetime.datetime):
            data_agendamento = self.data_agendamento.isoformat()
        else:
            data_agendamento = self.data_agendamento

        data_prevista_entrega: None | str | Unset
        if isinstance(self.data_prevista_entrega, Unset):
            data_prevista_entrega = UNSET
        elif isinstance(self.data_prevista_entrega, datetime.datetime):
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
        field_dict.update({})
        if data_agendamento is not UNSET:
            field_dict["dataAgendamento"] = data_agendamento
        if data_prevista_entrega is not UNSET:
            field_dict["dataPrevistaEntrega"] = data_prevista_entrega
        if frete_source_id is not UNSET:
            field_dict["freteSourceId"] = frete_source_id
        if prazo_entrega is not UNSET:
            field_dict["prazoEntrega"] = prazo_entrega
        if prazo_preparacao is not UNSET:
            field_dict["prazoPreparacao"] = prazo_preparacao
        if valor_cobrado is not UNSET:
            field_dict["valorCobrado"] = valor_cobrado
        if valor_nominal is not UNSET:
            field_dict["valorNominal"] = valor_nominal

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_data_agendamento(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_agendamento_type_0 = datetime.datetime.fromisoformat(data)

                return data_agendamento_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        data_agendamento = _parse_data_agendamento(d.pop("dataAgendamento", UNSET))

        def _parse_data_prevista_entrega(
            data: object,
        ) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_prevista_entrega_type_0 = datetime.datetime.fromisoformat(data)

                return data_prevista_entrega_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        data_prevista_entrega = _parse_data_prevista_entrega(
            d.pop("dataPrevistaEntrega", UNSET)
        )

        frete_source_id = d.pop("freteSourceId", UNSET)

        prazo_entrega = d.pop("prazoEntrega", UNSET)

        prazo_preparacao = d.pop("prazoPreparacao", UNSET)

        valor_cobrado = d.pop("valorCobrado", UNSET)

        valor_nominal = d.pop("valorNominal", UNSET)

        frete_entrada = cls(
            data_agendamento=data_agendamento,
            data_prevista_entrega=data_prevista_entrega,
            frete_source_id=frete_source_id,
            prazo_entrega=prazo_entrega,
            prazo_preparacao=prazo_preparacao,
            valor_cobrado=valor_cobrado,
            valor_nominal=valor_nominal,
        )

        frete_entrada.additional_properties = d
        return frete_entrada

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
