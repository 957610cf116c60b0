from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.detalhe import Detalhe
from ..models.status_pedido import StatusPedido
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.item_em_falta import ItemEmFalta
    from ..models.item_movido import ItemMovido
    from ..models.no_canal import NoCanal


T = TypeVar("T", bound="Dados")


@_attrs_define
class Dados:
    """O que um evento conta de uma mudança. Quais membros há depende do tipo do evento; nunca são dados de compradores.

    Attributes:
        anterior (NoCanal | Unset): Estoque e preço de um SKU em um canal; nulo = como o SKU diz.
        atual (NoCanal | Unset): Estoque e preço de um SKU em um canal; nulo = como o SKU diz.
        campos (list[str] | Unset): `sku.alterado`, `canal.alterado`, `usuario.alterado`: os membros que mudaram.
        criado (bool | Unset): `canal.alterado`, `usuario.alterado`: verdadeiro quando é novo; ausente do contrário.
            Default: False.
        detalhes (list[Detalhe] | Unset): `pedido.status`, `pedido.detalhe`: o que veio junto.
        estoque (int | Unset): `sku.estoque`, `sku.criado`, `oferta.alterada`: o estoque de agora.
        estoque_anterior (int | Unset): `sku.estoque`, `oferta.alterada`: o estoque de antes.
        excluido (bool | Unset): `usuario.alterado`: verdadeiro quando deixou de existir; ausente do contrário. Default:
            False.
        faltas (list[ItemEmFalta] | Unset): `pedido.falta`: o que falta.
        itens (list[ItemMovido] | Unset): `pedido.status`, `pedido.detalhe`: os itens de que trata; ausente quando trata
            do pedido todo.
        preco_de (float | Unset): `sku.preco`, `sku.criado`, `oferta.alterada`: o preço "de".
        preco_de_anterior (float | Unset): `sku.preco`, `oferta.alterada`: o preço "de" de antes.
        preco_por (float | Unset): `sku.preco`, `sku.criado`, `oferta.alterada`: o preço de venda.
        preco_por_anterior (float | Unset): `sku.preco`, `oferta.alterada`: o preço de venda de antes.
        publicavel (bool | Unset): `oferta.alterada`: a oferta pode ser publicada.
        publicavel_anterior (bool | Unset): `oferta.alterada`: a oferta podia ser publicada antes; ausente, como tudo o
            que era antes, onde nada foi contado dela ainda.
        pulados (list[StatusPedido] | Unset): `pedido.status`: os estados por que um salto passou.
        situacao_pedido_id (int | Unset): `pedido.status`, `pedido.detalhe`: o número do estado de agora no sistema da
            loja, onde diz, ou dizia, mais do que `status`.
        situacao_pedido_id_anterior (int | Unset): `pedido.status`, `pedido.detalhe`: o número do estado de antes no
            sistema da loja, onde diz mais do que `statusAnterior` e mudou.
        source_id (str | Unset): `pedido.criado`: o identificador do pedido no marketplace.
        status (StatusPedido | Unset): O estado de um pedido.
        status_anterior (StatusPedido | Unset): O estado de um pedido.
    """

    anterior: NoCanal | Unset = UNSET
    atual: NoCanal | Unset = UNSET
    campos: list[str] | Unset = UNSET
    criado: bool | Unset = False
    detalhes: list[Detalhe] | Unset = UNSET
    estoque: int | Unset = UNSET
    estoque_anterior: int | Unset = UNSET
    excluido: bool | Unset = False
    faltas: list[ItemEmFalta] | Unset = UNSET
    itens: list[ItemMovido] | Unset = UNSET
    preco_de: float | Unset = UNSET
    preco_de_anterior: float | Unset = UNSET
    preco_por: float | Unset = UNSET
    preco_por_anterior: float | Unset = UNSET
    publicavel: bool | Unset = UNSET
    publicavel_anterior: bool | Unset = UNSET
    pulados: list[StatusPedido] | Unset = UNSET
    situacao_pedido_id: int | Unset = UNSET
    situacao_pedido_id_anterior: int | Unset = UNSET
    source_id: str | Unset = UNSET
    status: StatusPedido | Unset = UNSET
    status_anterior: StatusPedido | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        anterior: dict[str, Any] | Unset = UNSET
        if not isinstance(self.anterior, Unset):
            anterior = self.anterior.to_dict()

        atual: dict[str, Any] | Unset = UNSET
        if not isinstance(self.atual, Unset):
            atual = self.atual.to_dict()

        campos: list[str] | Unset = UNSET
        if not isinstance(self.campos, Unset):
            campos = self.campos

        criado = self.criado

        detalhes: list[str] | Unset = UNSET
        if not isinstance(self.detalhes, Unset):
            detalhes = []
            for detalhes_item_data in self.detalhes:
                detalhes_item = detalhes_item_data.value
                detalhes.append(detalhes_item)

        estoque = self.estoque

        estoque_anterior = self.estoque_anterior

        excluido = self.excluido

        faltas: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.faltas, Unset):
            faltas = []
            for faltas_item_data in self.faltas:
                faltas_item = faltas_item_data.to_dict()
                faltas.append(faltas_item)

        itens: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.itens, Unset):
            itens = []
            for itens_item_data in self.itens:
                itens_item = itens_item_data.to_dict()
                itens.append(itens_item)

        preco_de = self.preco_de

        preco_de_anterior = self.preco_de_anterior

        preco_por = self.preco_por

        preco_por_anterior = self.preco_por_anterior

        publicavel = self.publicavel

        publicavel_anterior = self.publicavel_anterior

        pulados: list[str] | Unset = UNSET
        if not isinstance(self.pulados, Unset):
            pulados = []
            for pulados_item_data in self.pulados:
                pulados_item = pulados_item_data.value
                pulados.append(pulados_item)

        situacao_pedido_id = self.situacao_pedido_id

        situacao_pedido_id_anterior = self.situacao_pedido_id_anterior

        source_id = self.source_id

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status.value

        status_anterior: str | Unset = UNSET
        if not isinstance(self.status_anterior, Unset):
            status_anterior = self.status_anterior.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if anterior is not UNSET:
            field_dict["anterior"] = anterior
        if atual is not UNSET:
            field_dict["atual"] = atual
        if campos is not UNSET:
            field_dict["campos"] = campos
        if criado is not UNSET:
            field_dict["criado"] = criado
        if detalhes is not UNSET:
            field_dict["detalhes"] = detalhes
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if estoque_anterior is not UNSET:
            field_dict["estoqueAnterior"] = estoque_anterior
        if excluido is not UNSET:
            field_dict["excluido"] = excluido
        if faltas is not UNSET:
            field_dict["faltas"] = faltas
        if itens is not UNSET:
            field_dict["itens"] = itens
        if preco_de is not UNSET:
            field_dict["precoDe"] = preco_de
        if preco_de_anterior is not UNSET:
            field_dict["precoDeAnterior"] = preco_de_anterior
        if preco_por is not UNSET:
            field_dict["precoPor"] = preco_por
        if preco_por_anterior is not UNSET:
            field_dict["precoPorAnterior"] = preco_por_anterior
        if publicavel is not UNSET:
            field_dict["publicavel"] = publicavel
        if publicavel_anterior is not UNSET:
            field_dict["publicavelAnterior"] = publicavel_anterior
        if pulados is not UNSET:
            field_dict["pulados"] = pulados
        if situacao_pedido_id is not UNSET:
            field_dict["situacaoPedidoId"] = situacao_pedido_id
        if situacao_pedido_id_anterior is not UNSET:
            field_dict["situacaoPedidoIdAnterior"] = situacao_pedido_id_anterior
        if source_id is not UNSET:
            field_dict["sourceId"] = source_id
        if status is not UNSET:
            field_dict["status"] = status
        if status_anterior is not UNSET:
            field_dict["statusAnterior"] = status_anterior

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.item_em_falta import ItemEmFalta
        from ..models.item_movido import ItemMovido
        from ..models.no_canal import NoCanal

        d = dict(src_dict)
        _anterior = d.pop("anterior", UNSET)
        anterior: NoCanal | Unset
        if isinstance(_anterior, Unset):
            anterior = UNSET
        else:
            anterior = NoCanal.from_dict(_anterior)

        _atual = d.pop("atual", UNSET)
        atual: NoCanal | Unset
        if isinstance(_atual, Unset):
            atual = UNSET
        else:
            atual = NoCanal.from_dict(_atual)

        campos = cast(list[str], d.pop("campos", UNSET))

        criado = d.pop("criado", UNSET)

        _detalhes = d.pop("detalhes", UNSET)
        detalhes: list[Detalhe] | Unset = UNSET
        if _detalhes is not UNSET:
            detalhes = []
            for detalhes_item_data in _detalhes:
                detalhes_item = Detalhe(detalhes_item_data)

                detalhes.append(detalhes_item)

        estoque = d.pop("estoque", UNSET)

        estoque_anterior = d.pop("estoqueAnterior", UNSET)

        excluido = d.pop("excluido", UNSET)

        _faltas = d.pop("faltas", UNSET)
        faltas: list[ItemEmFalta] | Unset = UNSET
        if _faltas is not UNSET:
            faltas = []
            for faltas_item_data in _faltas:
                faltas_item = ItemEmFalta.from_dict(faltas_item_data)

                faltas.append(faltas_item)

        _itens = d.pop("itens", UNSET)
        itens: list[ItemMovido] | Unset = UNSET
        if _itens is not UNSET:
            itens = []
            for itens_item_data in _itens:
                itens_item = ItemMovido.from_dict(itens_item_data)

                itens.append(itens_item)

        preco_de = d.pop("precoDe", UNSET)

        preco_de_anterior = d.pop("precoDeAnterior", UNSET)

        preco_por = d.pop("precoPor", UNSET)

        preco_por_anterior = d.pop("precoPorAnterior", UNSET)

        publicavel = d.pop("publicavel", UNSET)

        publicavel_anterior = d.pop("publicavelAnterior", UNSET)

        _pulados = d.pop("pulados", UNSET)
        pulados: list[StatusPedido] | Unset = UNSET
        if _pulados is not UNSET:
            pulados = []
            for pulados_item_data in _pulados:
                pulados_item = StatusPedido(pulados_item_data)

                pulados.append(pulados_item)

        situacao_pedido_id = d.pop("situacaoPedidoId", UNSET)

        situacao_pedido_id_anterior = d.pop("situacaoPedidoIdAnterior", UNSET)

        source_id = d.pop("sourceId", UNSET)

        _status = d.pop("status", UNSET)
        status: StatusPedido | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = StatusPedido(_status)

        _status_anterior = d.pop("statusAnterior", UNSET)
        status_anterior: StatusPedido | Unset
        if isinstance(_status_anterior, Unset):
            status_anterior = UNSET
        else:
            status_anterior = StatusPedido(_status_anterior)

        dados = cls(
            anterior=anterior,
            atual=atual,
            campos=campos,
            criado=criado,
            detalhes=detalhes,
            estoque=estoque,
            estoque_anterior=estoque_anterior,
            excluido=excluido,
            faltas=faltas,
            itens=itens,
            preco_de=preco_de,
            preco_de_anterior=preco_de_anterior,
            preco_por=preco_por,
            preco_por_anterior=preco_por_anterior,
            publicavel=publicavel,
            publicavel_anterior=publicavel_anterior,
            pulados=pulados,
            situacao_pedido_id=situacao_pedido_id,
            situacao_pedido_id_anterior=situacao_pedido_id_anterior,
            source_id=source_id,
            status=status,
            status_anterior=status_anterior,
        )

        dados.additional_properties = d
        return dados

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
