from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.atributo import Atributo


T = TypeVar("T", bound="Sku")


@_attrs_define
class Sku:
    """Um item à venda de uma loja. Descrição, categorias, imagens e atributos têm juntos no máximo 262.144 bytes.

    Attributes:
        altura (int): Altura, em centímetros.
        ativo (bool): O SKU está ativo. Ausente: verdadeiro; 0 e 1 também são lidos.
        atributos (list[Atributo]): Características, no máximo 500.
        categorias (list[str]): Nomes ou caminhos de categorias, ou identificadores do ERP: no máximo 100, de no máximo
            500 caracteres.
        comprimento (int): Comprimento, em centímetros.
        descricao (str): Descrição em HTML, no máximo 100.000 caracteres.
        estoque (int): Estoque, nunca negativo.
        gtin (str): GTIN com o dígito verificador, `SEM GTIN`, ou vazio.
        imagens (list[str]): Endereços de imagens, http(s) absolutos, no máximo 100.
        largura (int): Largura, em centímetros.
        marca (str): Marca, no máximo 100 caracteres.
        nome (str): Nome, de 1 a 300 caracteres.
        parent_id (str): O grupo a que o SKU pertence, no máximo 100 caracteres; vazio quando está só. Também é lido
            como `produtoId` e `produtod`.
        peso (int): Peso, em gramas.
        prazo_despacho (int): Dias a mais no cálculo de frete.
        preco_de (float): Preço "de"; 0 = nenhum, do contrário não menor que `precoPor`.
        preco_por (float): Preço de venda.
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        url_origem (str): Endereço na loja, http(s) absoluto, ou vazio.
    """

    altura: int
    ativo: bool
    atributos: list[Atributo]
    categorias: list[str]
    comprimento: int
    descricao: str
    estoque: int
    gtin: str
    imagens: list[str]
    largura: int
    marca: str
    nome: str
    parent_id: str
    peso: int
    prazo_despacho: int
    preco_de: float
    preco_por: float
    sku: str
    url_origem: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        altura = self.altura

        ativo = self.ativo

        atributos = []
        for atributos_item_data in self.atributos:
            atributos_item = atributos_item_data.to_dict()
            atributos.append(atributos_item)

        categorias = self.categorias

        comprimento = self.comprimento

        descricao = self.descricao

        estoque = self.estoque

        gtin = self.gtin

        imagens = self.imagens

        largura = self.largura

        marca = self.marca

        nome = self.nome

        parent_id = self.parent_id

        peso = self.peso

        prazo_despacho = self.prazo_despacho

        preco_de = self.preco_de

        preco_por = self.preco_por

        sku = self.sku

        url_origem = self.url_origem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "altura": altura,
                "ativo": ativo,
                "atributos": atributos,
                "categorias": categorias,
                "comprimento": comprimento,
                "descricao": descricao,
                "estoque": estoque,
                "gtin": gtin,
                "imagens": imagens,
                "largura": largura,
                "marca": marca,
                "nome": nome,
                "parentId": parent_id,
                "peso": peso,
                "prazoDespacho": prazo_despacho,
                "precoDe": preco_de,
                "precoPor": preco_por,
                "sku": sku,
                "urlOrigem": url_origem,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.atributo import Atributo

        d = dict(src_dict)
        altura = d.pop("altura")

        ativo = d.pop("ativo")

        atributos = []
        _atributos = d.pop("atributos")
        for atributos_item_data in _atributos:
            atributos_item = Atributo.from_dict(atributos_item_data)

            atributos.append(atributos_item)

        categorias = cast(list[str], d.pop("categorias"))

        comprimento = d.pop("comprimento")

        descricao = d.pop("descricao")

        estoque = d.pop("estoque")

        gtin = d.pop("gtin")

        imagens = cast(list[str], d.pop("imagens"))

        largura = d.pop("largura")

        marca = d.pop("marca")

        nome = d.pop("nome")

        parent_id = d.pop("parentId")

        peso = d.pop("peso")

        prazo_despacho = d.pop("prazoDespacho")

        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        sku = d.pop("sku")

        url_origem = d.pop("urlOrigem")

        sku = cls(
            altura=altura,
            ativo=ativo,
            atributos=atributos,
            categorias=categorias,
            comprimento=comprimento,
            descricao=descricao,
            estoque=estoque,
            gtin=gtin,
            imagens=imagens,
            largura=largura,
            marca=marca,
            nome=nome,
            parent_id=parent_id,
            peso=peso,
            prazo_despacho=prazo_despacho,
            preco_de=preco_de,
            preco_por=preco_por,
            sku=sku,
            url_origem=url_origem,
        )

        sku.additional_properties = d
        return sku

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
