from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.item_movido import ItemMovido
    from ..models.nota_fiscal import NotaFiscal
    from ..models.rastreio import Rastreio


T = TypeVar("T", bound="RegistroHistorico")


@_attrs_define
class RegistroHistorico:
    """Uma entrada do histórico de um pedido.

    Attributes:
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        registrado_em (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        status (StatusPedido): O estado de um pedido.
        avisos (list[str] | Unset): O que tinha de estranho (um SKU não cadastrado, um total que não fecha).
        itens (list[ItemMovido] | Unset): Os itens de que trata; ausente quando trata do pedido todo.
        motivo (str | Unset): Por quê, quando foi dito.
        nota_fiscal (None | NotaFiscal | Unset): A nota fiscal.
        pulados (list[StatusPedido] | Unset): Os estados por que um salto passou.
        rastreio (None | Rastreio | Unset): O rastreio.
        situacao_pedido_id (int | Unset): O número do estado no sistema da loja, onde diz mais do que `status`; ausente
            do contrário.
    """

    data: datetime.datetime
    registrado_em: datetime.datetime
    status: StatusPedido
    avisos: list[str] | Unset = UNSET
    itens: list[ItemMovido] | Unset = UNSET
    motivo: str | Unset = UNSET
    nota_fiscal: None | NotaFiscal | Unset = UNSET
    pulados: list[StatusPedido] | Unset = UNSET
    rastreio: None | Rastreio | Unset = UNSET
    situacao_pedido_id: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.nota_fiscal import NotaFiscal
        from ..models.rastreio import Rastreio

        data = self.data.isoformat()

        registrado_em = self.registrado_em.isoformat()

        status = self.status.value

        avisos: list[str] | Unset = UNSET
        if not isinstance(self.avisos, Unset):
            avisos = self.avisos

        itens: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.itens, Unset):
            itens = []
            for itens_item_data in self.itens:
                itens_item = itens_item_data.to_dict()
                itens.append(itens_item)

        motivo = self.motivo

        nota_fiscal: dict[str, Any] | None | Unset
        if isinstance(self.nota_fiscal, Unset):
            nota_fiscal = UNSET
        elif isinstance(self.nota_fiscal, NotaFiscal):
            nota_fiscal = self.nota_fiscal.to_dict()
        else:
            nota_fiscal = self.nota_fiscal

        pulados: list[str] | Unset = UNSET
        if not isinstance(self.pulados, Unset):
            pulados = []
            for pulados_item_data in self.pulados:
                pulados_item = pulados_item_data.value
                pulados.append(pulados_item)

        rastreio: dict[str, Any] | None | Unset
        if isinstance(self.rastreio, Unset):
            rastreio = UNSET
        elif isinstance(self.rastreio, Rastreio):
            rastreio = self.rastreio.to_dict()
        else:
            rastreio = self.rastreio

        situacao_pedido_id = self.situacao_pedido_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "registradoEm": registrado_em,
                "status": status,
            }
        )
        if avisos is not UNSET:
            field_dict["avisos"] = avisos
        if itens is not UNSET:
            field_dict["itens"] = itens
        if motivo is not UNSET:
            field_dict["motivo"] = motivo
        if nota_fiscal is not UNSET:
            field_dict["notaFiscal"] = nota_fiscal
        if pulados is not UNSET:
            field_dict["pulados"] = pulados
        if rastreio is not UNSET:
            field_dict["rastreio"] = rastreio
        if situacao_pedido_id is not UNSET:
            field_dict["situacaoPedidoId"] = situacao_pedido_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.item_movido import ItemMovido
        from ..models.nota_fiscal import NotaFiscal
        from ..models.rastreio import Rastreio

        d = dict(src_dict)
        data = datetime.datetime.fromisoformat(d.pop("data"))

        registrado_em = datetime.datetime.fromisoformat(d.pop("registradoEm"))

        status = StatusPedido(d.pop("status"))

        avisos = cast(list[str], d.pop("avisos", UNSET))

        _itens = d.pop("itens", UNSET)
        itens: list[ItemMovido] | Unset = UNSET
        if _itens is not UNSET:
            itens = []
            for itens_item_data in _itens:
                itens_item = ItemMovido.from_dict(itens_item_data)

                itens.append(itens_item)

        motivo = d.pop("motivo", UNSET)

        def _parse_nota_fiscal(data: object) -> None | NotaFiscal | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nota_fiscal_type_0 = NotaFiscal.from_dict(data)

                return nota_fiscal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NotaFiscal | Unset, data)

        nota_fiscal = _parse_nota_fiscal(d.pop("notaFiscal", UNSET))

        _pulados = d.pop("pulados", UNSET)
        pulados: list[StatusPedido] | Unset = UNSET
        if _pulados is not UNSET:
            pulados = []
            for pulados_item_data in _pulados:
                pulados_item = StatusPedido(pulados_item_data)

                pulados.append(pulados_item)

        def _parse_rastreio(data: object) -> None | Rastreio | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                rastreio_type_0 = Rastreio.from_dict(data)

                return rastreio_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Rastreio | Unset, data)

        rastreio = _parse_rastreio(d.pop("rastreio", UNSET))

        situacao_pedido_id = d.pop("situacaoPedidoId", UNSET)

        registro_historico = cls(
            data=data,
            registrado_em=registrado_em,
            status=status,
            avisos=avisos,
            itens=itens,
            motivo=motivo,
            nota_fiscal=nota_fiscal,
            pulados=pulados,
            rastreio=rastreio,
            situacao_pedido_id=situacao_pedido_id,
        )

        registro_historico.additional_properties = d
        return registro_historico

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
