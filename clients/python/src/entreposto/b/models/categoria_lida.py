from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.exibir_matriz import ExibirMatriz
from ..types import UNSET, Unset

T = TypeVar("T", bound="CategoriaLida")


@_attrs_define
class CategoriaLida:
    """Uma categoria em qualquer das duas formas da lista.

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
        caminho_hierarquia (str | Unset): Sem `hierarquia=true`: os nomes do primeiro nível até o seu, `Pai > Filha`.
        sub_categorias (list[CategoriaLida] | None | Unset): Com `hierarquia=true`: as categorias logo abaixo; nulo
            quando a resposta não tem nenhuma.
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
    caminho_hierarquia: str | Unset = UNSET
    sub_categorias: list[CategoriaLida] | None | Unset = UNSET
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

        sub_categorias: list[dict[str, Any]] | None | Unset
        if isinstance(self.sub_categorias, Unset):
            sub_categorias = UNSET
        elif isinstance(self.sub_categorias, list):
            sub_categorias = []
            for sub_categorias_type_0_item_data in self.sub_categorias:
                sub_categorias_type_0_item = sub_categorias_type_0_item_data.to_dict()
                sub_categorias.append(sub_categorias_type_0_item)

        else:
            sub_categorias = self.sub_categorias

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
            }
        )
        if caminho_hierarquia is not UNSET:
            field_dict["caminhoHierarquia"] = caminho_hierarquia
        if sub_categorias is not UNSET:
            field_dict["subCategorias"] = sub_categorias

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

        caminho_hierarquia = d.pop("caminhoHierarquia", UNSET)

        def _parse_sub_categorias(data: object) -> list[CategoriaLida] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                sub_categorias_type_0 = []
                _sub_categorias_type_0 = data
                for sub_categorias_type_0_item_data in _sub_categorias_type_0:
                    sub_categorias_type_0_item = CategoriaLida.from_dict(
                        sub_categorias_type_0_item_data
                    )

                    sub_categorias_type_0.append(sub_categorias_type_0_item)

                return sub_categorias_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[CategoriaLida] | None | Unset, data)

        sub_categorias = _parse_sub_categorias(d.pop("subCategorias", UNSET))

        categoria_lida = cls(
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
            sub_categorias=sub_categorias,
        )

        categoria_lida.additional_properties = d
        return categoria_lida

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
