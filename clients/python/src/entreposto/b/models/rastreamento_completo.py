from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RastreamentoCompleto")


@_attrs_define
class RastreamentoCompleto:
    """Um rastreio com a nota fiscal. O que falta, ou é vazio, fica como está. Datas são anotadas e não mudam o estado.

    Attributes:
        cfop (int | None | Unset): O código da operação da nota fiscal; um texto que é um número também é lido.
        chave_acesso_nfe (str | Unset): Chave de acesso da nota fiscal: 44 caracteres com o dígito verificador.
        data_entrega (None | str | Unset): Quando chegou: uma data, ou data e hora.
        data_enviado (None | str | Unset): Quando foi despachado: uma data, ou data e hora.
        nota_fiscal (str | Unset): O número da nota fiscal, no máximo 20 caracteres; um número de JSON também é lido.
        rastreamento (str | Unset): Código de rastreio, no máximo 200 caracteres.
        serie_nfe (str | Unset): Série da nota fiscal, no máximo 20 caracteres; um número de JSON também é lido.
        transportadora (str | Unset): Transportadora, no máximo 200 caracteres.
        url_nfe (str | Unset): Endereço da nota fiscal, http(s) absoluto.
        url_rastreamento (str | Unset): Endereço onde o volume pode ser seguido, http(s) absoluto.
    """

    cfop: int | None | Unset = UNSET
    chave_acesso_nfe: str | Unset = UNSET
    data_entrega: None | str | Unset = UNSET
    data_enviado: None | str | Unset = UNSET
    nota_fiscal: str | Unset = UNSET
    rastreamento: str | Unset = UNSET
    serie_nfe: str | Unset = UNSET
    transportadora: str | Unset = UNSET
    url_nfe: str | Unset = UNSET
    url_rastreamento: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cfop: int | None | Unset
        if isinstance(self.cfop, Unset):
            cfop = UNSET
        else:
            cfop = self.cfop

        chave_acesso_nfe = self.chave_acesso_nfe

        data_entrega: None | str | Unset
        if isinstance(self.data_entrega, Unset):
            data_entrega = UNSET
        else:
            data_entrega = self.data_entrega

        data_enviado: None | str | Unset
        if isinstance(self.data_enviado, Unset):
            data_enviado = UNSET
        else:
            data_enviado = self.data_enviado

        nota_fiscal = self.nota_fiscal

        rastreamento = self.rastreamento

        serie_nfe = self.serie_nfe

        transportadora = self.transportadora

        url_nfe = self.url_nfe

        url_rastreamento = self.url_rastreamento

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if cfop is not UNSET:
            field_dict["cfop"] = cfop
        if chave_acesso_nfe is not UNSET:
            field_dict["chaveAcessoNFE"] = chave_acesso_nfe
        if data_entrega is not UNSET:
            field_dict["dataEntrega"] = data_entrega
        if data_enviado is not UNSET:
            field_dict["dataEnviado"] = data_enviado
        if nota_fiscal is not UNSET:
            field_dict["notaFiscal"] = nota_fiscal
        if rastreamento is not UNSET:
            field_dict["rastreamento"] = rastreamento
        if serie_nfe is not UNSET:
            field_dict["serieNFE"] = serie_nfe
        if transportadora is not UNSET:
            field_dict["transportadora"] = transportadora
        if url_nfe is not UNSET:
            field_dict["urlNFE"] = url_nfe
        if url_rastreamento is not UNSET:
            field_dict["urlRastreamento"] = url_rastreamento

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_cfop(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        cfop = _parse_cfop(d.pop("cfop", UNSET))

        chave_acesso_nfe = d.pop("chaveAcessoNFE", UNSET)

        def _parse_data_entrega(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        data_entrega = _parse_data_entrega(d.pop("dataEntrega", UNSET))

        def _parse_data_enviado(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        data_enviado = _parse_data_enviado(d.pop("dataEnviado", UNSET))

        nota_fiscal = d.pop("notaFiscal", UNSET)

        rastreamento = d.pop("rastreamento", UNSET)

        serie_nfe = d.pop("serieNFE", UNSET)

        transportadora = d.pop("transportadora", UNSET)

        url_nfe = d.pop("urlNFE", UNSET)

        url_rastreamento = d.pop("urlRastreamento", UNSET)

        rastreamento_completo = cls(
            cfop=cfop,
            chave_acesso_nfe=chave_acesso_nfe,
            data_entrega=data_entrega,
            data_enviado=data_enviado,
            nota_fiscal=nota_fiscal,
            rastreamento=rastreamento,
            serie_nfe=serie_nfe,
            transportadora=transportadora,
            url_nfe=url_nfe,
            url_rastreamento=url_rastreamento,
        )

        rastreamento_completo.additional_properties = d
        return rastreamento_completo

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
