from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.nota_fiscal_entrada import NotaFiscalEntrada
    from ..models.rastreio_entrada import RastreioEntrada


T = TypeVar("T", bound="MudancaDePedido")


@_attrs_define
class MudancaDePedido:
    """Uma mudança de estado e o pedido a que se refere.

    Attributes:
        status (StatusPedido): O estado de um pedido.
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        data (datetime.datetime | None | Unset): Quando aconteceu; ausente: agora.
        devolver_estoque (bool | Unset): Onde o hub conta o estoque: um pedido faturado ou enviado que é cancelado
            devolve suas unidades. Ausente: falso.
        motivo (str | Unset): Por quê, no máximo 500 caracteres. Obrigatório para cancelar um pedido faturado ou
            enviado.
        nota_fiscal (None | NotaFiscalEntrada | Unset): A nota fiscal, se já se sabe dela.
        rastreio (None | RastreioEntrada | Unset): O rastreio, se já se sabe dele.
    """

    status: StatusPedido
    pedido_id: int
    data: datetime.datetime | None | Unset = UNSET
    devolver_estoque: bool | Unset = UNSET
    motivo: str | Unset = UNSET
    nota_fiscal: None | NotaFiscalEntrada | Unset = UNSET
    rastreio: None | RastreioEntrada | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.nota_fiscal_entrada import NotaFiscalEntrada
        from ..models.rastreio_entrada import RastreioEntrada

        status = self.status.value

        pedido_id = self.pedido_id

        data: None | str | Unset
        if isinstance(self.data, Unset):
            data = UNSET
        elif isinstance(self.data, datetime.datetime):
            data = self.data.isoformat()
        else:
            data = self.data

        devolver_estoque = self.devolver_estoque

        motivo = self.motivo

        nota_fiscal: dict[str, Any] | None | Unset
        if isinstance(self.nota_fiscal, Unset):
            nota_fiscal = UNSET
        elif isinstance(self.nota_fiscal, NotaFiscalEntrada):
            nota_fiscal = self.nota_fiscal.to_dict()
        else:
            nota_fiscal = self.nota_fiscal

        rastreio: dict[str, Any] | None | Unset
        if isinstance(self.rastreio, Unset):
            rastreio = UNSET
        elif isinstance(self.rastreio, RastreioEntrada):
            rastreio = self.rastreio.to_dict()
        else:
            rastreio = self.rastreio

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "pedidoId": pedido_id,
            }
        )
        if data is not UNSET:
            field_dict["data"] = data
        if devolver_estoque is not UNSET:
            field_dict["devolverEstoque"] = devolver_estoque
        if motivo is not UNSET:
            field_dict["motivo"] = motivo
        if nota_fiscal is not UNSET:
            field_dict["notaFiscal"] = nota_fiscal
        if rastreio is not UNSET:
            field_dict["rastreio"] = rastreio

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.nota_fiscal_entrada import NotaFiscalEntrada
        from ..models.rastreio_entrada import RastreioEntrada

        d = dict(src_dict)
        status = StatusPedido(d.pop("status"))

        pedido_id = d.pop("pedidoId")

        def _parse_data(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                data_type_0 = datetime.datetime.fromisoformat(data)

                return data_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        data = _parse_data(d.pop("data", UNSET))

        devolver_estoque = d.pop("devolverEstoque", UNSET)

        motivo = d.pop("motivo", UNSET)

        def _parse_nota_fiscal(data: object) -> None | NotaFiscalEntrada | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                nota_fiscal_type_0 = NotaFiscalEntrada.from_dict(data)

                return nota_fiscal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | NotaFiscalEntrada | Unset, data)

        nota_fiscal = _parse_nota_fiscal(d.pop("notaFiscal", UNSET))

        def _parse_rastreio(data: object) -> None | RastreioEntrada | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                rastreio_type_0 = RastreioEntrada.from_dict(data)

                return rastreio_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RastreioEntrada | Unset, data)

        rastreio = _parse_rastreio(d.pop("rastreio", UNSET))

        mudanca_de_pedido = cls(
            status=status,
            pedido_id=pedido_id,
            data=data,
            devolver_estoque=devolver_estoque,
            motivo=motivo,
            nota_fiscal=nota_fiscal,
            rastreio=rastreio,
        )

        mudanca_de_pedido.additional_properties = d
        return mudanca_de_pedido

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
