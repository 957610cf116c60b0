from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NovoRastreamento")


@_attrs_define
class NovoRastreamento:
    """Um passo de um pedido, com rastreio e nota fiscal. Textos vazios contam como ausentes.

    Attributes:
        situacao_pedido_id (int): O número do estado para o qual o pedido vai, ou em que já está.
        centro_distribuicao_id (int | None | Unset): De onde sai: um centro de distribuição que existe. O número é
            conferido e não é guardado; 0 conta como ausente.
        cfop (int | None | Unset): O código da operação da nota fiscal; um texto que é um número também é lido.
        chave_acesso_nfe (str | Unset): Chave de acesso da nota fiscal: 44 caracteres com o dígito verificador.
        data_evento (None | str | Unset): Quando aconteceu: uma data, ou data e hora, com ou sem fuso, ou `dd/MM/yyyy
            HH:mm:ss`; ausente: agora.
        devolver_estoque (bool | Unset): Onde o hub conta o estoque: o que é cancelado e estava faturado ou enviado
            devolve suas unidades.
        motivo (str | Unset): Por quê, no máximo 500 caracteres.
        numero_nota_fiscal (str | Unset): O número da nota fiscal, no máximo 20 caracteres; um número de JSON também é
            lido.
        quantidade (int | None | Unset): De um item: tudo o que foi vendido, que também vale quando ausente (0 também).
            A de um pedido é ignorada.
        rastreamento (str | Unset): Código de rastreio, no máximo 200 caracteres.
        serie_nfe (str | Unset): Série da nota fiscal, no máximo 20 caracteres; um número de JSON também é lido.
        url_nfe (str | Unset): Endereço da nota fiscal, http(s) absoluto.
        url_rastreamento (str | Unset): Endereço onde o volume pode ser seguido, http(s) absoluto.
    """

    situacao_pedido_id: int
    centro_distribuicao_id: int | None | Unset = UNSET
    cfop: int | None | Unset = UNSET
    chave_acesso_nfe: str | Unset = UNSET
    data_evento: None | str | Unset = UNSET
    devolver_estoque: bool | Unset = UNSET
    motivo: str | Unset = UNSET
    numero_nota_fiscal: str | Unset = UNSET
    quantidade: int | None | Unset = UNSET
    rastreamento: str | Unset = UNSET
    serie_nfe: str | Unset = UNSET
    url_nfe: str | Unset = UNSET
    url_rastreamento: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        situacao_pedido_id = self.situacao_pedido_id

        centro_distribuicao_id: int | None | Unset
        if isinstance(self.centro_distribuicao_id, Unset):
            centro_distribuicao_id = UNSET
        else:
            centro_distribuicao_id = self.centro_distribuicao_id

        cfop: int | None | Unset
        if isinstance(self.cfop, Unset):
            cfop = UNSET
        else:
            cfop = self.cfop

        chave_acesso_nfe = self.chave_acesso_nfe

        data_evento: None | str | Unset
        if isinstance(self.data_evento, Unset):
            data_evento = UNSET
        else:
            data_evento = self.data_evento

        devolver_estoque = self.devolver_estoque

        motivo = self.motivo

        numero_nota_fiscal = self.numero_nota_fiscal

        quantidade: int | None | Unset
        if isinstance(self.quantidade, Unset):
            quantidade = UNSET
        else:
            quantidade = self.quantidade

        rastreamento = self.rastreamento

        serie_nfe = self.serie_nfe

        url_nfe = self.url_nfe

        url_rastreamento = self.url_rastreamento

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "situacaoPedidoId": situacao_pedido_id,
            }
        )
        if centro_distribuicao_id is not UNSET:
            field_dict["centroDistribuicaoId"] = centro_distribuicao_id
        if cfop is not UNSET:
            field_dict["cfop"] = cfop
        if chave_acesso_nfe is not UNSET:
            field_dict["chaveAcessoNFE"] = chave_acesso_nfe
        if data_evento is not UNSET:
            field_dict["dataEvento"] = data_evento
        if devolver_estoque is not UNSET:
            field_dict["devolverEstoque"] = devolver_estoque
        if motivo is not UNSET:
            field_dict["motivo"] = motivo
        if numero_nota_fiscal is not UNSET:
            field_dict["numeroNotaFiscal"] = numero_nota_fiscal
        if quantidade is not UNSET:
            field_dict["quantidade"] = quantidade
        if rastreamento is not UNSET:
            field_dict["rastreamento"] = rastreamento
        if serie_nfe is not UNSET:
            field_dict["serieNFE"] = serie_nfe
        if url_nfe is not UNSET:
            field_dict["urlNFE"] = url_nfe
        if url_rastreamento is not UNSET:
            field_dict["urlRastreamento"] = url_rastreamento

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        situacao_pedido_id = d.pop("situacaoPedidoId")

        def _parse_centro_distribuicao_id(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        centro_distribuicao_id = _parse_centro_distribuicao_id(
            d.pop("centroDistribuicaoId", UNSET)
        )

        def _parse_cfop(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        cfop = _parse_cfop(d.pop("cfop", UNSET))

        chave_acesso_nfe = d.pop("chaveAcessoNFE", UNSET)

        def _parse_data_evento(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        data_evento = _parse_data_evento(d.pop("dataEvento", UNSET))

        devolver_estoque = d.pop("devolverEstoque", UNSET)

        motivo = d.pop("motivo", UNSET)

        numero_nota_fiscal = d.pop("numeroNotaFiscal", UNSET)

        def _parse_quantidade(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        quantidade = _parse_quantidade(d.pop("quantidade", UNSET))

        rastreamento = d.pop("rastreamento", UNSET)

        serie_nfe = d.pop("serieNFE", UNSET)

        url_nfe = d.pop("urlNFE", UNSET)

        url_rastreamento = d.pop("urlRastreamento", UNSET)

        novo_rastreamento = cls(
            situacao_pedido_id=situacao_pedido_id,
            centro_distribuicao_id=centro_distribuicao_id,
            cfop=cfop,
            chave_acesso_nfe=chave_acesso_nfe,
            data_evento=data_evento,
            devolver_estoque=devolver_estoque,
            motivo=motivo,
            numero_nota_fiscal=numero_nota_fiscal,
            quantidade=quantidade,
            rastreamento=rastreamento,
            serie_nfe=serie_nfe,
            url_nfe=url_nfe,
            url_rastreamento=url_rastreamento,
        )

        novo_rastreamento.additional_properties = d
        return novo_rastreamento

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
