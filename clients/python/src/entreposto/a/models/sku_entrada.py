from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.atributo_entrada import AtributoEntrada


T = TypeVar("T", bound="SkuEntrada")


@_attrs_define
class SkuEntrada:
    """Um item à venda de uma loja. Descrição, categorias, imagens e atributos têm juntos no máximo 262.144 bytes.

    Attributes:
        nome (str): Nome, de 1 a 300 caracteres.
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
        altura (int | Unset): Altura, em centímetros.
        ativo (bool | Unset): O SKU está ativo. Ausente: verdadeiro; 0 e 1 também são lidos.
        atributos (list[AtributoEntrada] | Unset): Características, no máximo 500.
        categorias (list[str] | Unset): Nomes ou caminhos de categorias, ou identificadores do ERP: no máximo 100, de no
            máximo 500 caracteres.
        comprimento (int | Unset): Comprimento, em centímetros.
        descricao (str | Unset): Descrição em HTML, no máximo 100.000 caracteres.
        estoque (int | Unset): Estoque, nunca negativo.
        gtin (str | Unset): GTIN com o dígito verificador, `SEM GTIN`, ou vazio.
        imagens (list[str] | Unset): Endereços de imagens, http(s) absolutos, no máximo 100.
        largura (int | Unset): Largura, em centímetros.
        marca (str | Unset): Marca, no máximo 100 caracteres.
        parent_id (str | Unset): O grupo a que o SKU pertence, no máximo 100 caracteres; vazio quando está só. Também é
            lido como `produtoId` e `produtod`.
        peso (int | Unset): Peso, em gramas.
        prazo_despacho (int | Unset): Dias a mais no cálculo de frete.
        preco_de (float | Unset): Preço "de"; 0 = nenhum, do contrário não menor que `precoPor`.
        preco_por (float | Unset): Preço de venda.
        url_origem (str | Unset): Endereço na loja, http(s) absoluto, ou vazio.
    """

    nome: str
    sku: str
    altura: int | Unset = UNSET
    ativo: bool | Unset = UNSET
    atributos: list[AtributoEntrada] | Unset = UNSET
    categorias: list[str] | Unset = UNSET
    comprimento: int | Unset = UNSET
    descricao: str | Unset = UNSET
    estoque: int | Unset = UNSET
    gtin: str | Unset = UNSET
    imagens: list[str] | Unset = UNSET
    largura: int | Unset = UNSET
    marca: str | Unset = UNSET
    parent_id: str | Unset = UNSET
    peso: int | Unset = UNSET
    prazo_despacho: int | Unset = UNSET
    preco_de: float | Unset = UNSET
    preco_por: float | Unset = UNSET
    url_origem: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        sku = self.sku

        altura = self.altura

        ativo = self.ativo

        atributos: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.atributos, Unset):
            atributos = []
            for atributos_item_data in self.atributos:
                atributos_item = atributos_item_data.to_dict()
                atributos.append(atributos_item)

        categorias: list[str] | Unset = UNSET
        if not isinstance(self.categorias, Unset):
            categorias = self.categorias

        comprimento = self.comprimento

        descricao = self.descricao

        estoque = self.estoque

        gtin = self.gtin

        imagens: list[str] | Unset = UNSET
        if not isinstance(self.imagens, Unset):
            imagens = self.imagens

        largura = self.largura

        marca = self.marca

        parent_id = self.parent_id

        peso = self.peso

        prazo_despacho = self.prazo_despacho

        preco_de = self.preco_de

        preco_por = self.preco_por

        url_origem = self.url_origem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "sku": sku,
            }
        )
        if altura is not UNSET:
            field_dict["altura"] = altura
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if atributos is not UNSET:
            field_dict["atributos"] = atributos
        if categorias is not UNSET:
            field_dict["categorias"] = categorias
        if comprimento is not UNSET:
            field_dict["comprimento"] = comprimento
        if descricao is not UNSET:
            field_dict["descricao"] = descricao
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if gtin is not UNSET:
            field_dict["gtin"] = gtin
        if imagens is not UNSET:
            field_dict["imagens"] = imagens
        if largura is not UNSET:
            field_dict["largura"] = largura
        if marca is not UNSET:
            field_dict["marca"] = marca
        if parent_id is not UNSET:
            field_dict["parentId"] = parent_id
        if peso is not UNSET:
            field_dict["peso"] = peso
        if prazo_despacho is not UNSET:
            field_dict["prazoDespacho"] = prazo_despacho
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de
        if preco_por is not UNSET:
            field_dict["precoPor"] = preco_por
        if url_origem is not UNSET:
            field_dict["urlOrigem"] = url_origem

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.atributo_entrada import AtributoEntrada

        d = dict(src_dict)
        nome = d.pop("nome")

        sku = d.pop("sku")

        altura = d.pop("altura", UNSET)

        ativo = d.pop("ativo", UNSET)

        _atributos = d.pop("atributos", UNSET)
        atributos: list[AtributoEntrada] | Unset = UNSET
        if _atributos is not UNSET:
            atributos = []
            for atributos_item_data in _atributos:
                atributos_item = AtributoEntrada.from_dict(atributos_item_data)

                atributos.append(atributos_item)

        categorias = cast(list[str], d.pop("categorias", UNSET))

        comprimento = d.pop("comprimento", UNSET)

        descricao = d.pop("descricao", UNSET)

        estoque = d.pop("estoque", UNSET)

        gtin = d.pop("gtin", UNSET)

        imagens = cast(list[str], d.pop("imagens", UNSET))

        largura = d.pop("largura", UNSET)

        marca = d.pop("marca", UNSET)

        parent_id = d.pop("parentId", UNSET)

        peso = d.pop("peso", UNSET)

        prazo_despacho = d.pop("prazoDespacho", UNSET)

        preco_de = d.pop("precoDe", UNSET)

        preco_por = d.pop("precoPor", UNSET)

        url_origem = d.pop("urlOrigem", UNSET)

        sku_entrada = cls(
            nome=nome,
            sku=sku,
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
            parent_id=parent_id,
            peso=peso,
            prazo_despacho=prazo_despacho,
            preco_de=preco_de,
            preco_por=preco_por,
            url_origem=url_origem,
        )

        sku_entrada.additional_properties = d
        return sku_entrada

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
