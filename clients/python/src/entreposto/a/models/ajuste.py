from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Ajuste")


@_attrs_define
class Ajuste:
    """Uma mudança de estoque: exatamente um de `estoque` e `variacao`.

    Attributes:
        data_referencia (datetime.datetime | None | Unset): Quando foi contado; ausente: agora. Diz que pedidos o número
            já contém: os que a loja assumiu antes. Um número contado antes, mas mandado depois de outro, vale: para repetir
            com segurança, use `Idempotency-Key`.
        estoque (int | None | Unset): O estoque passa a ser este.
        variacao (int | None | Unset): O estoque aumenta nesta quantidade; se negativa, diminui.
    """

    data_referencia: datetime.datetime | None | Unset = UNSET
    estoque: int | None | Unset = UNSET
    variacao: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data_referencia: None | str | Unset
        if isinstance(self.data_referencia, Unset):
            data_referencia = UNSET
        elif isinstance(self.data_referencia, datetime.datetime):
            data_referencia = self.data_referencia.isoformat()
        else:
            data_referencia = self.data_referencia

        estoque: int | None | Unset
        if isinstance(self.estoque, Unset):
            estoque = UNSET
        else:
            estoque = self.estoque

        variacao: int | None | Unset
        if isinstance(self.variacao, Unset):
            variacao = UNSET
        else:
            variacao = self.variacao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if data_referencia is not UNSET:
            field_dict["dataReferencia"] = data_referencia
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if variacao is not UNSET:
            field_dict["variacao"] = variacao

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_data_referencia(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_referencia_type_0 = datetime.datetime.fromisoformat(data)

                return data_referencia_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        data_referencia = _parse_data_referencia(d.pop("dataReferencia", UNSET))

        def _parse_estoque(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        estoque = _parse_estoque(d.pop("estoque", UNSET))

        def _parse_variacao(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        variacao = _parse_variacao(d.pop("variacao", UNSET))

        ajuste = cls(
            data_referencia=data_referencia,
            estoque=estoque,
            variacao=variacao,
        )

        ajuste.additional_properties = d
        return ajuste

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
