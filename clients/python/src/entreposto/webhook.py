"""Signatures of the calls that notifications and subscriptions make (Standard Webhooks)."""

import base64
import hashlib
import hmac
import time
from collections.abc import Mapping


class InvalidSignature(Exception):
    """The call is not from the service, or too old to be believed."""


def verify(secret: str, headers: Mapping[str, str], body: bytes, *, tolerance: int = 300) -> None:
    """Raises unless the call was signed with this secret (`whsec_…`) within `tolerance` seconds of now."""
    known = {name.lower(): value for name, value in headers.items()}
    try:
        number, sent, signatures = (known[f"webhook-{part}"] for part in ("id", "timestamp", "signature"))
        age = abs(time.time() - int(sent))
    except (KeyError, ValueError) as error:
        raise InvalidSignature("the call has no signature") from error
    if age > tolerance:
        raise InvalidSignature("the call is too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{number}.{sent}.".encode() + body, hashlib.sha256).digest()
    good = "v1," + base64.b64encode(signed).decode()
    if not any(hmac.compare_digest(good, one) for one in signatures.split()):
        raise InvalidSignature("the signature is another one")
