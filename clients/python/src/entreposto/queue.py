"""The loop over the order queue of interface A. It outlives restarts of the service."""

import logging
import random
import time
from collections.abc import Callable
from typing import Any, Literal

import httpx

from .a.api.fila import confirmar_eventos, ler_fila
from .a.api.pedido import obter_pedido
from .a.client import AuthenticatedClient
from .a.models.evento_da_fila import EventoDaFila
from .a.models.ler_fila_desde import LerFilaDesde
from .a.models.recibo_da_fila import ReciboDaFila
from .a.types import UNSET, Unset
from .errors import RequestFailed

log = logging.getLogger(__name__)

# what no waiting mends: a wrong parameter, a wrong key, an unknown user
FINAL = {400, 401, 403, 404}
LONGEST_WAIT = 60.0


class _Stopped(Exception):
    pass


def _ask(operation: Any, stop: Callable[[], bool], **parameters: Any) -> Any:
    """The body of the answer, asked for until there is one: only a refusal for good is raised."""
    pause = 1.0
    while True:
        try:
            return operation.sync_detailed(**parameters).parsed
        except (RequestFailed, httpx.TransportError) as error:
            if isinstance(error, RequestFailed) and error.status in FINAL:
                raise
            log.warning("the queue will be asked again: %s", error)
        until = time.monotonic() + pause * random.uniform(0.5, 1.0)
        while (left := until - time.monotonic()) > 0:
            if stop():
                raise _Stopped
            time.sleep(min(1.0, left))
        pause = min(LONGEST_WAIT, 2 * pause)


def consume(
    client: AuthenticatedClient,
    consumidor: str,
    handle: Callable[[EventoDaFila], None],
    *,
    usuario_id: str | Unset = UNSET,
    since: Literal["inicio", "agora"] | None = None,
    batch: int = 100,
    lease: int = 300,
    idle: float = 5.0,
    stop: Callable[[], bool] = lambda: False,
) -> None:
    """Calls `handle` with each event, which has its order in `event.pedido`, and confirms what it has done.

    A new `consumidor` begins where `since` says: at the first event that is kept (`inicio`, also when not given), or
    behind the last one (`agora`). What raises is not confirmed: it comes again after `lease` seconds, and with it
    the later events of its order. While the service is away or busy the loop waits, at most a minute at a time, and
    goes on; only 400, 401, 403 and 404 end it. `stop` is asked between batches and while waiting; while the queue is
    empty, every `idle` seconds."""
    where = UNSET if since is None else LerFilaDesde(since)
    reading = {"quantidade": batch, "visibilidade": lease, "desde": where, "incluir_pedido": True}
    try:
        while not stop():
            events = _ask(
                ler_fila, stop, client=client, consumidor=consumidor, usuario_id=usuario_id, **reading
            )
            done = _work(events, handle, lambda event: _order(client, stop, event))
            if done:
                _ask(confirmar_eventos, stop, client=client, usuario_id=usuario_id, body=done)
            if not events:
                time.sleep(idle)
    except _Stopped:
        # what is not confirmed comes again
        return


def _order(client: AuthenticatedClient, stop: Callable[[], bool], event: EventoDaFila) -> Any:
    which = {"pedido_id": event.pedido_id, "usuario_id": event.usuario_id}
    return _ask(obter_pedido, stop, client=client, **which)


def _work(
    events: list[EventoDaFila],
    handle: Callable[[EventoDaFila], None],
    order: Callable[[EventoDaFila], Any],
) -> list[ReciboDaFila]:
    """Receipts of what was done."""
    done, failed = [], set()
    for event in events:
        if event.pedido_id in failed:
            continue
        try:
            # the orders of one answer may be too long together
            event.pedido = event.pedido or order(event)
            handle(event)
        except _Stopped:
            break
        except Exception:
            log.exception("event %s of order %s will come again", event.evento_id, event.pedido_id)
            failed.add(event.pedido_id)
        else:
            done.append(ReciboDaFila(recibo=event.recibo))
    return done
