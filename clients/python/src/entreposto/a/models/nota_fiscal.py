from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NotaFiscal")


@_attrs_define
class NotaFiscal:
    """A nota fiscal de um pedido; o que não se sabe é vazio ou nulo.

    Attributes:
        chave (str): Chave de acesso da NF-e: 44 caracteres com o dígito verificador.
        data_emissao (datetime.datetime | None): Quando foi emitida.
        numero (str): Número, no máximo 20 caracteres; um número de JSON também é lido.
        serie (str): Série, no máximo 20 caracteres; um número de JSON também é lido.
        cfop (int | Unset): O código da operação (CFOP); só vem quando se sabe.
        url (str | Unset): Endereço da nota, http(s) absoluto; só vem quando se sabe.
    """

    chave: str
    data_emissao: datetime.datetime | None
    numero: str
    serie: str
    cfop: int | Unset = UNSET
    url: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        chave = self.chave

        data_emissao: None | str
        if isinstance(self.data_emissao, datetime.datetime):
            data_emissao = self.data_emissao.isoformat()
        else:
            data_emissao = self.data_emissao

        numero = self.numero

        serie = self.serie

        cfop = self.cfop

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "chave": chave,
                "dataEmissao": data_emissao,
                "numero": numero,
                "serie": serie,
            }
        )
        if cfop is not UNSET:
            field_dict["cfop"] = cfop
        if url is not UNSET:
            field_dict["url"] = url

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        chave = d.pop("chave")

        def _parse_data_emissao(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_emissao_type_0 = datetime.datetime.fromisoformat(data)

                return data_emissao_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        data_emissao = _parse_data_emissao(d.pop("dataEmissao"))

        numero = d.pop("numero")

        serie = d.pop("serie")

        cfop = d.pop("cfop", UNSET)

        url = d.pop("url", UNSET)

        nota_fiscal = cls(
            chave=chave,
            data_emissao=data_emissao,
            numero=numero,
            serie=serie,
            cfop=cfop,
            url=url,
        )

        nota_fiscal.additional_properties = d
        return nota_fiscal

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
