"""The loop over the order queue of interface A."""

import logging
import time
from collections.abc import Callable

from .a.api.fila import confirmar_eventos, ler_fila
from .a.client import AuthenticatedClient
from .a.models.evento_da_fila import EventoDaFila
from .a.models.recibo_da_fila import ReciboDaFila
from .a.types import UNSET, Unset
from .errors import successful

log = logging.getLogger(__name__)


def consume(
    client: AuthenticatedClient,
    consumidor: str,
    handle: Callable[[EventoDaFila], None],
    *,
    usuario_id: str | Unset = UNSET,
    batch: int = 100,
    lease: int = 300,
    idle: float = 5.0,
    stop: Callable[[], bool] = lambda: False,
) -> None:
    """Calls `handle` with each event, which has its order in `event.pedido`, and confirms what it has done.

    What raises is not confirmed: it comes again after `lease` seconds, and with it the later events of its
    order. `stop` is asked between batches; while the queue is empty, every `idle` seconds."""
    while not stop():
        answer = ler_fila.sync_detailed(
            client=client,
            consumidor=consumidor,
            usuario_id=usuario_id,
            quantidade=batch,
            visibilidade=lease,
            incluir_pedido=True,
        )
        events = successful(answer)
        done, failed = [], set()
        for event in events:
            if event.pedido_id in failed:
                continue
            try:
                handle(event)
            except Exception:
                log.exception("event %s of order %s will come again", event.evento_id, event.pedido_id)
                failed.add(event.pedido_id)
            else:
                done.append(ReciboDaFila(recibo=event.recibo))
        if done:
            successful(confirmar_eventos.sync_detailed(client=client, usuario_id=usuario_id, body=done))
        if not events:
            time.sleep(idle)
