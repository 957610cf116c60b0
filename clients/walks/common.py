"""What the walks in Python have in common."""

import datetime
import os
import re
from urllib.parse import parse_qs, urlsplit

A, B = os.environ["ENTREPOSTO_A"], os.environ["ENTREPOSTO_B"]
KEY_A, KEY_B = os.environ["ENTREPOSTO_KEY_A"], os.environ["ENTREPOSTO_KEY_B"]
LOJA = "loja-1"
TODAY = datetime.date.today()
LAST_MONTHS = (str(TODAY - datetime.timedelta(days=150)), str(TODAY))


def header(headers, name):
    return {key.lower(): value for key, value in headers.items()}.get(name)


def next_cursor(headers):
    """Where the next page begins, by the header `Link`."""
    link = header(headers, "link")
    return parse_qs(urlsplit(re.search("<([^>]*)>", link)[1]).query)["cursor"][0] if link else None


def whole(numbers):
    assert len(numbers) == len(set(numbers)) > 14, numbers
