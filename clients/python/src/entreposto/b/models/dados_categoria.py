from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.exibir_matriz import ExibirMatriz
from ..types import UNSET, Unset

T = TypeVar("T", bound="DadosCategoria")


@_attrs_define
class DadosCategoria:
    """A category as a store writes it: all but its number. What is not given takes its default.

    Attributes:
        nome (str): Name, 1 to 200 characters.
        ativo (bool | Unset): The category is active; true when not given.
        categoria_erp_id (None | str | Unset): Identifier in the store's ERP, at most 100 characters; may be empty, else
            no other category of the
            store has it. A JSON number is read too.
        categoria_pai_id (int | Unset): Parent; 0 or absent on the first level.
        exibe_menu (bool | Unset): The site's menus show it; true when not given.
        exibir_matriz_atributos (ExibirMatriz | Unset): How the attribute matrix is shown.
        is_reseller (bool | Unset): Available to the Reseller feature; false when not given.
        quantidade_maxima_compra_unidade (float | Unset): Largest quantity in one purchase; 0 or absent: no limit.
        url_hot_site (str | Unset): Address of its page in the store's site, at most 2,000 characters; kept as it is,
            never called.
        valor_minimo_compra (float | Unset): Smallest value of a purchase; 0 when not given.
    """

    nome: str
    ativo: bool | Unset = UNSET
    categoria_erp_id: None | str | Unset = UNSET
    categoria_pai_id: int | Unset = UNSET
    exibe_menu: bool | Unset = UNSET
    exibir_matriz_atributos: ExibirMatriz | Unset = UNSET
    is_reseller: bool | Unset = UNSET
    quantidade_maxima_compra_unidade: float | Unset = UNSET
    url_hot_site: str | Unset = UNSET
    valor_minimo_compra: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        ativo = self.ativo

        categoria_erp_id: None | str | Unset
        if isinstance(self.categoria_erp_id, Unset):
            categoria_erp_id = UNSET
        else:
            categoria_erp_id = self.categoria_erp_id

        categoria_pai_id = self.categoria_pai_id

        exibe_menu = self.exibe_menu

        exibir_matriz_atributos: str | Unset = UNSET
        if not isinstance(self.exibir_matriz_atributos, Unset):
            exibir_matriz_atributos = self.exibir_matriz_atributos.value

        is_reseller = self.is_reseller

        quantidade_maxima_compra_unidade = self.quantidade_maxima_compra_unidade

        url_hot_site = self.url_hot_site

        valor_minimo_compra = self.valor_minimo_compra

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
            }
        )
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if categoria_erp_id is not UNSET:
            field_dict["categoriaERPId"] = categoria_erp_id
        if categoria_pai_id is not UNSET:
            field_dict["categoriaPaiId"] = categoria_pai_id
        if exibe_menu is not UNSET:
            field_dict["exibeMenu"] = exibe_menu
        if exibir_matriz_atributos is not UNSET:
            field_dict["exibirMatrizAtributos"] = exibir_matriz_atributos
        if is_reseller is not UNSET:
            field_dict["isReseller"] = is_reseller
        if quantidade_maxima_compra_unidade is not UNSET:
            field_dict["quantidadeMaximaCompraUnidade"] = (
                quantidade_maxima_compra_unidade
            )
        if url_hot_site is not UNSET:
            field_dict["urlHotSite"] = url_hot_site
        if valor_minimo_compra is not UNSET:
            field_dict["valorMinimoCompra"] = valor_minimo_compra

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        ativo = d.pop("ativo", UNSET)

        def _parse_categoria_erp_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        categoria_erp_id = _parse_categoria_erp_id(d.pop("categoriaERPId", UNSET))

        categoria_pai_id = d.pop("categoriaPaiId", UNSET)

        exibe_menu = d.pop("exibeMenu", UNSET)

        _exibir_matriz_atributos = d.pop("exibirMatrizAtributos", UNSET)
        exibir_matriz_atributos: ExibirMatriz | Unset
        if isinstance(_exibir_matriz_atributos, Unset):
            exibir_matriz_atributos = UNSET
        else:
            exibir_matriz_atributos = ExibirMatriz(_exibir_matriz_atributos)

        is_reseller = d.pop("isReseller", UNSET)

        quantidade_maxima_compra_unidade = d.pop("quantidadeMaximaCompraUnidade", UNSET)

        url_hot_site = d.pop("urlHotSite", UNSET)

        valor_minimo_compra = d.pop("valorMinimoCompra", UNSET)

        dados_categoria = cls(
            nome=nome,
            ativo=ativo,
            categoria_erp_id=categoria_erp_id,
            categoria_pai_id=categoria_pai_id,
            exibe_menu=exibe_menu,
            exibir_matriz_atributos=exibir_matriz_atributos,
            is_reseller=is_reseller,
            quantidade_maxima_compra_unidade=quantidade_maxima_compra_unidade,
            url_hot_site=url_hot_site,
            valor_minimo_compra=valor_minimo_compra,
        )

        dados_categoria.additional_properties = d
        return dados_categoria

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
