from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.impedimento import Impedimento
    from ..models.motivo import Motivo
    from ..models.preco import Preco


T = TypeVar("T", bound="Oferta")


@_attrs_define
class Oferta:
    """O que um canal deve mostrar de um SKU.

    Attributes:
        altura (int): Altura a enviar, em centímetros.
        ativo (bool): Usuário, canal, SKU e o SKU no canal estão todos ativos.
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        codigo (str): O código a enviar ao canal: o do próprio SKU, ou o interno.
        comprimento (int): Comprimento a enviar, em centímetros.
        data_alteracao (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        estoque (int): O estoque a mostrar; 0 não impede que a oferta seja publicada.
        grupo (str): O grupo de SKUs que são mostrados juntos; vazio quando está só.
        impedimentos (list[Impedimento]): O que impede que a oferta seja publicada.
        largura (int): Largura a enviar, em centímetros.
        motivos (list[Motivo]): Qual regra deu cada valor.
        peso (int): Peso a enviar, em gramas.
        prazo (int): Dias a mais: os do canal e os do SKU, juntos.
        preco (Preco): Os dois preços de uma oferta. `precoDe` ≥ `precoPor` quando ambos são maiores que zero.
        publicavel (bool): Verdadeiro quando nada a impede.
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
    """

    altura: int
    ativo: bool
    canal_id: str
    codigo: str
    comprimento: int
    data_alteracao: datetime.datetime
    estoque: int
    grupo: str
    impedimentos: list[Impedimento]
    largura: int
    motivos: list[Motivo]
    peso: int
    prazo: int
    preco: Preco
    publicavel: bool
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        altura = self.altura

        ativo = self.ativo

        canal_id = self.canal_id

        codigo = self.codigo

        comprimento = self.comprimento

        data_alteracao = self.data_alteracao.isoformat()

        estoque = self.estoque

        grupo = self.grupo

        impedimentos = []
        for impedimentos_item_data in self.impedimentos:
            impedimentos_item = impedimentos_item_data.to_dict()
            impedimentos.append(impedimentos_item)

        largura = self.largura

        motivos = []
        for motivos_item_data in self.motivos:
            motivos_item = motivos_item_data.to_dict()
            motivos.append(motivos_item)

        peso = self.peso

        prazo = self.prazo

        preco = self.preco.to_dict()

        publicavel = self.publicavel

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "altura": altura,
                "ativo": ativo,
                "canalId": canal_id,
                "codigo": codigo,
                "comprimento": comprimento,
                "dataAlteracao": data_alteracao,
                "estoque": estoque,
                "grupo": grupo,
                "impedimentos": impedimentos,
                "largura": largura,
                "motivos": motivos,
                "peso": peso,
                "prazo": prazo,
                "preco": preco,
                "publicavel": publicavel,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.impedimento import Impedimento
        from ..models.motivo import Motivo
        from ..models.preco import Preco

        d = dict(src_dict)
        altura = d.pop("altura")

        ativo = d.pop("ativo")

        canal_id = d.pop("canalId")

        codigo = d.pop("codigo")

        comprimento = d.pop("comprimento")

        data_alteracao = datetime.datetime.fromisoformat(d.pop("dataAlteracao"))

        estoque = d.pop("estoque")

        grupo = d.pop("grupo")

        impedimentos = []
        _impedimentos = d.pop("impedimentos")
        for impedimentos_item_data in _impedimentos:
            impedimentos_item = Impedimento.from_dict(impedimentos_item_data)

            impedimentos.append(impedimentos_item)

        largura = d.pop("largura")

        motivos = []
        _motivos = d.pop("motivos")
        for motivos_item_data in _motivos:
            motivos_item = Motivo.from_dict(motivos_item_data)

            motivos.append(motivos_item)

        peso = d.pop("peso")

        prazo = d.pop("prazo")

        preco = Preco.from_dict(d.pop("preco"))

        publicavel = d.pop("publicavel")

        sku = d.pop("sku")

        oferta = cls(
            altura=altura,
            ativo=ativo,
            canal_id=canal_id,
            codigo=codigo,
            comprimento=comprimento,
            data_alteracao=data_alteracao,
            estoque=estoque,
            grupo=grupo,
            impedimentos=impedimentos,
            largura=largura,
            motivos=motivos,
            peso=peso,
            prazo=prazo,
            preco=preco,
            publicavel=publicavel,
            sku=sku,
        )

        oferta.additional_properties = d
        return oferta

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
