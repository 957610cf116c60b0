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
    """A sellable item of a store. Wire form: interface A's Sku. Its description, categories, images and
    attributes have at most 262,144 bytes together.

        Attributes:
            altura (int): Height, centimetres.
            ativo (bool): The SKU is active. True when not given; 0 and 1 are read too.
            atributos (list[Atributo]): Attributes, at most 500.
            categorias (list[str]): Category names, paths or ERP ids: at most 100 of at most 500 characters.
            comprimento (int): Length, centimetres.
            descricao (str): Description in HTML, at most 100,000 characters.
            estoque (int): Stock, never negative.
            gtin (str): GTIN with its check digit, `SEM GTIN`, or empty.
            imagens (list[str]): Image addresses, absolute http(s), at most 100.
            largura (int): Width, centimetres.
            marca (str): Brand, at most 100 characters.
            nome (str): Name, 1 to 300 characters.
            parent_id (str): The group that the SKU belongs to, at most 100 characters; empty when alone. Read as
                `produtoId` and
                `produtod` too.
            peso (int): Weight, grams.
            prazo_despacho (int): Extra days added to the freight calculation.
            preco_de (float): "From" price; 0 = none, otherwise not below `precoPor`.
            preco_por (float): Selling price.
            sku (str): The caller's identifier of a SKU, unique per user.
            url_origem (str): Address in the store, absolute http(s) or empty.
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
