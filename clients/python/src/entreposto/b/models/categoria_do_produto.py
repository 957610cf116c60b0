from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.exibir_matriz import ExibirMatriz

T = TypeVar("T", bound="CategoriaDoProduto")


@_attrs_define
class CategoriaDoProduto:
    """Uma categoria que um produto tem.

    Attributes:
        ativo (bool): A categoria está ativa.
        categoria_erp_id (str): Identificador no ERP da loja; pode ser vazio.
        categoria_pai_id (int): A categoria acima; 0 no primeiro nível.
        exibe_menu (bool): Aparece nos menus do site.
        exibir_matriz_atributos (ExibirMatriz): Como a matriz de atributos é mostrada.
        id (int): Seu número, dado pelo serviço.
        is_reseller (bool): Está disponível para revendedores.
        nome (str): Nome.
        quantidade_maxima_compra_unidade (float): A maior quantidade em uma compra; 0 = sem limite.
        url_hot_site (str): Endereço de sua página no site da loja; vazio quando a loja não o disse.
        valor_minimo_compra (float): O menor valor de uma compra.
        caminho_hierarquia (str): Os nomes do primeiro nível até o seu: `Pai > Filha`.
        categoria_principal (bool): É a que o produto tem em primeiro lugar.
    """

    ativo: bool
    categoria_erp_id: str
    categoria_pai_id: int
    exibe_menu: bool
    exibir_matriz_atributos: ExibirMatriz
    id: int
    is_reseller: bool
    nome: str
    quantidade_maxima_compra_unidade: float
    url_hot_site: str
    valor_minimo_compra: float
    caminho_hierarquia: str
    categoria_principal: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        categoria_erp_id = self.categoria_erp_id

        categoria_pai_id = self.categoria_pai_id

        exibe_menu = self.exibe_menu

        exibir_matriz_atributos = self.exibir_matriz_atributos.value

        id = self.id

        is_reseller = self.is_reseller

        nome = self.nome

        quantidade_maxima_compra_unidade = self.quantidade_maxima_compra_unidade

        url_hot_site = self.url_hot_site

        valor_minimo_compra = self.valor_minimo_compra

        caminho_hierarquia = self.caminho_hierarquia

        categoria_principal = self.categoria_principal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "categoriaERPId": categoria_erp_id,
                "categoriaPaiId": categoria_pai_id,
                "exibeMenu": exibe_menu,
                "exibirMatrizAtributos": exibir_matriz_atributos,
                "id": id,
                "isReseller": is_reseller,
                "nome": nome,
                "quantidadeMaximaCompraUnidade": quantidade_maxima_compra_unidade,
                "urlHotSite": url_hot_site,
                "valorMinimoCompra": valor_minimo_compra,
                "caminhoHierarquia": caminho_hierarquia,
                "categoriaPrincipal": categoria_principal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ativo = d.pop("ativo")

        categoria_erp_id = d.pop("categoriaERPId")

        categoria_pai_id = d.pop("categoriaPaiId")

        exibe_menu = d.pop("exibeMenu")

        exibir_matriz_atributos = ExibirMatriz(d.pop("exibirMatrizAtributos"))

        id = d.pop("id")

        is_reseller = d.pop("isReseller")

        nome = d.pop("nome")

        quantidade_maxima_compra_unidade = d.pop("quantidadeMaximaCompraUnidade")

        url_hot_site = d.pop("urlHotSite")

        valor_minimo_compra = d.pop("valorMinimoCompra")

        caminho_hierarquia = d.pop("caminhoHierarquia")

        categoria_principal = d.pop("categoriaPrincipal")

        categoria_do_produto = cls(
            ativo=ativo,
            categoria_erp_id=categoria_erp_id,
            categoria_pai_id=categoria_pai_id,
            exibe_menu=exibe_menu,
            exibir_matriz_atributos=exibir_matriz_atributos,
            id=id,
            is_reseller=is_reseller,
            nome=nome,
            quantidade_maxima_compra_unidade=quantidade_maxima_compra_unidade,
            url_hot_site=url_hot_site,
            valor_minimo_compra=valor_minimo_compra,
            caminho_hierarquia=caminho_hierarquia,
            categoria_principal=categoria_principal,
        )

        categoria_do_produto.additional_properties = d
        return categoria_do_produto

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
