from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.erro import Erro


T = TypeVar("T", bound="ResultadoItem")


@_attrs_define
class ResultadoItem:
    """O que foi feito de um item.

    Attributes:
        chave (str): Sua chave, como veio.
        indice (int): Seu lugar no lote, a partir de 0.
        status (int): O que teria sido respondido a ele sozinho; 424: desfeito por causa de outro item.
        avisos (list[str] | Unset): O que tinha de estranho um pedido que foi aceito mesmo assim; ausente quando nada.
        erro (Erro | None | Unset): Por que foi recusado.
        pedido_id (int | Unset): O número do pedido, em lotes de pedidos.
    """

    chave: str
    indice: int
    status: int
    avisos: list[str] | Unset = UNSET
    erro: Erro | None | Unset = UNSET
    pedido_id: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.erro import Erro

        chave = self.chave

        indice = self.indice

        status = self.status

        avisos: list[str] | Unset = UNSET
        if not isinstance(self.avisos, Unset):
            avisos = self.avisos

        erro: dict[str, Any] | None | Unset
        if isinstance(self.erro, Unset):
            erro = UNSET
        elif isinstance(self.erro, Erro):
            erro = self.erro.to_dict()
        else:
            erro = self.erro

        pedido_id = self.pedido_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "chave": chave,
                "indice": indice,
                "status": status,
            }
        )
        if avisos is not UNSET:
            field_dict["avisos"] = avisos
        if erro is not UNSET:
            field_dict["erro"] = erro
        if pedido_id is not UNSET:
            field_dict["pedidoId"] = pedido_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.erro import Erro

        d = dict(src_dict)
        chave = d.pop("chave")

        indice = d.pop("indice")

        status = d.pop("status")

        avisos = cast(list[str], d.pop("avisos", UNSET))

        def _parse_erro(data: object) -> Erro | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                erro_type_0 = Erro.from_dict(data)

                return erro_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Erro | None | Unset, data)

        erro = _parse_erro(d.pop("erro", UNSET))

        pedido_id = d.pop("pedidoId", UNSET)

        resultado_item = cls(
            chave=chave,
            indice=indice,
            status=status,
            avisos=avisos,
            erro=erro,
            pedido_id=pedido_id,
        )

        resultado_item.additional_properties = d
        return resultado_item

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
