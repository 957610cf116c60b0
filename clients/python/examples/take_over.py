"""Takes new orders over and confirms them: `take_over.py <address of interface A> <key>`, until Ctrl-C."""

import sqlite3
import sys

from entreposto import connect_a, consume
from entreposto.a.api.pedido import obter_pedido


def main(address, key):
    client = connect_a(address, key)
    # stands for the ERP: the order and the event that told of it are stored in one transaction
    erp = sqlite3.connect(":memory:")
    erp.execute("CREATE TABLE pedidos (numero INTEGER PRIMARY KEY, total TEXT, status TEXT)")
    erp.execute("CREATE TABLE eventos (evento TEXT PRIMARY KEY)")

    def take_over(event):
        with erp:
            # it comes again when the confirmation is lost: the second time changes nothing
            if erp.execute("INSERT OR IGNORE INTO eventos VALUES (?)", [event.evento_id]).rowcount == 0:
                return
            pedido = event.pedido or obter_pedido.sync(
                event.pedido_id, client=client, usuario_id=event.usuario_id
            )
            row = [pedido.pedido_id, str(pedido.total), pedido.status.value]
            erp.execute("INSERT OR REPLACE INTO pedidos VALUES (?, ?, ?)", row)

    try:
        # what there was before is taken over as well, as an ERP that is new wants it: without writing stock off
        consume(client, "erp-python", take_over, since="inicio")
    except KeyboardInterrupt:
        print(erp.execute("SELECT count(*) FROM pedidos").fetchone()[0], "orders were taken over")


if __name__ == "__main__":
    main(*sys.argv[1:])
