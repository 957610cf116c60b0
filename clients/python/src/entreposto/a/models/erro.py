from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.excecao import Excecao


T = TypeVar("T", bound="Erro")


@_attrs_define
class Erro:
    """O corpo de todo erro.

    Attributes:
        message (str): O que deu errado: uma frase inteira.
        validation_errors (list[str]): Um item por problema da requisição; cada um começa com o caminho no JSON ou o
            nome do parâmetro.
        exception (Excecao | Unset): O que se pode dizer de um erro interno.
    """

    message: str
    validation_errors: list[str]
    exception: Excecao | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        message = self.message

        validation_errors = self.validation_errors

        exception: dict[str, Any] | Unset = UNSET
        if not isinstance(self.exception, Unset):
            exception = self.exception.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "message": message,
                "validationErrors": validation_errors,
            }
        )
        if exception is not UNSET:
            field_dict["exception"] = exception

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.excecao import Excecao

        d = dict(src_dict)
        message = d.pop("message")

        validation_errors = cast(list[str], d.pop("validationErrors"))

        _exception = d.pop("exception", UNSET)
        exception: Excecao | Unset
        if isinstance(_exception, Unset):
            exception = UNSET
        else:
            exception = Excecao.from_dict(_exception)

        erro = cls(
            message=message,
            validation_errors=validation_errors,
            exception=exception,
        )

        erro.additional_properties = d
        return erro

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
