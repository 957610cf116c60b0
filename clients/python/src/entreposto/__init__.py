"""Client of Entreposto. `entreposto.a` and `entreposto.b` are generated, one module per operation; this layer
adds what the documents cannot say: pages, retries, the loop over the order queue, signatures of calls."""

from .connection import connect_a, connect_b
from .errors import RequestFailed, successful
from .paging import async_records, records
from .queue import consume
from .webhook import InvalidSignature, verify

__all__ = [
    "InvalidSignature",
    "RequestFailed",
    "async_records",
    "connect_a",
    "connect_b",
    "consume",
    "records",
    "successful",
    "verify",
]
