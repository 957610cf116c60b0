from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RastreioEntrada")


@_attrs_define
class RastreioEntrada:
    """O rastreio de um pedido; o que não se sabe é vazio ou nulo.

    Attributes:
        codigo (str | Unset): Código de rastreio, no máximo 200 caracteres.
        data_entrega (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        data_envio (datetime.datetime | Unset): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        previsao_entrega (datetime.datetime | None | Unset): A previsão de entrega.
        transportadora (str | Unset): Transportadora, no máximo 200 caracteres.
        url (str | Unset): Endereço do rastreio, http(s) absoluto.
    """

    codigo: str | Unset = UNSET
    data_entrega: datetime.datetime | Unset = UNSET
    data_envio: datetime.datetime | Unset = UNSET
    previsao_entrega: datetime.datetime | None | Unset = UNSET
    transportadora: str | Unset = UNSET
    url: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codigo = self.codigo

        data_entrega: str | Unset = UNSET
        if not isinstance(self.data_entrega, Unset):
            data_entrega = self.data_entrega.isoformat()

        data_envio: str | Unset = UNSET
        if not isinstance(self.data_envio, Unset):
            data_envio = self.data_envio.isoformat()

        previsao_entrega: None | str | Unset
        if isinstance(self.previsao_entrega, Unset):
            previsao_entrega = UNSET
        elif isinstance(self.previsao_entrega, datetime.datetime):
            previsao_entrega = self.previsao_entrega.isoformat()
        else:
            previsao_entrega = self.previsao_entrega

        transportadora = self.transportadora

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if codigo is not UNSET:
            field_dict["codigo"] = codigo
        if data_entrega is not UNSET:
            field_dict["dataEntrega"] = data_entrega
        if data_envio is not UNSET:
            field_dict["dataEnvio"] = data_envio
        if previsao_entrega is not UNSET:
            field_dict["previsaoEntrega"] = previsao_entrega
        if transportadora is not UNSET:
            field_dict["transportadora"] = transportadora
        if url is not UNSET:
            field_dict["url"] = url

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        codigo = d.pop("codigo", UNSET)

        _data_entrega = d.pop("dataEntrega", UNSET)
        data_entrega: datetime.datetime | Unset
        if isinstance(_data_entrega, Unset):
            data_entrega = UNSET
        else:
            data_entrega = datetime.datetime.fromisoformat(_data_entrega)

        _data_envio = d.pop("dataEnvio", UNSET)
        data_envio: datetime.datetime | Unset
        if isinstance(_data_envio, Unset):
            data_envio = UNSET
        else:
            data_envio = datetime.datetime.fromisoformat(_data_envio)

        def _parse_previsao_entrega(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                previsao_entrega_type_0 = datetime.datetime.fromisoformat(data)

                return previsao_entrega_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        previsao_entrega = _parse_previsao_entrega(d.pop("previsaoEntrega", UNSET))

        transportadora = d.pop("transportadora", UNSET)

        url = d.pop("url", UNSET)

        rastreio_entrada = cls(
            codigo=codigo,
            data_entrega=data_entrega,
            data_envio=data_envio,
            previsao_entrega=previsao_entrega,
            transportadora=transportadora,
            url=url,
        )

        rastreio_entrada.additional_properties = d
        return rastreio_entrada

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
