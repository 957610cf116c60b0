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
    """Uma categoria como a loja a escreve: tudo menos o número. O que falta assume seu valor padrão.

    Attributes:
        nome (str): Nome, de 1 a 200 caracteres.
        ativo (bool | Unset): A categoria está ativa. Ausente: verdadeiro.
        categoria_erp_id (None | str | Unset): Identificador no ERP da loja, no máximo 100 caracteres; pode ser vazio,
            do contrário nenhuma outra categoria da loja o tem. Um número de JSON também é lido.
        categoria_pai_id (int | Unset): A categoria acima; 0 ou ausente no primeiro nível.
        exibe_menu (bool | Unset): Aparece nos menus do site. Ausente: verdadeiro.
        exibir_matriz_atributos (ExibirMatriz | Unset): Como a matriz de atributos é mostrada.
        is_reseller (bool | Unset): Está disponível para revendedores. Ausente: falso.
        quantidade_maxima_compra_unidade (float | Unset): A maior quantidade em uma compra; 0 ou ausente: sem limite.
        url_hot_site (str | Unset): Endereço de sua página no site da loja, no máximo 2.000 caracteres; fica como veio e
            nunca é chamado.
        valor_minimo_compra (float | Unset): O menor valor de uma compra. Ausente: 0.
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
