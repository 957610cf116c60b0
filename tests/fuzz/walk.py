"""Walks one interface by its document and says what came of it: `walk.py ADDRESS KEY FOLDER`."""

import contextlib
import json
import os
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

# What the document cannot say, so that a refusal is no fault: rules between members and with what is stored (a code in
# the body and in the path, a range's ends), and which of two paths a fixed word is meant for. Readers take more than
# the document states on purpose (numbers as texts, 0 and 1 for truth), so a success is none either; that every stated
# bound is kept is what `tests/it/bounds.rs` holds.
LEFT_OUT = "positive_data_acceptance,negative_data_rejection,allow_header_conformance,unsupported_method"

def document(address):
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        return json.load(answer)["paths"]


def operations(paths):
    """What there is, and of it what can only be refused: the document promises no success."""
    found = {f"{method.upper()} {path}": one for path, item in paths.items() for method, one in item.items()}
    refused = {name for name, one in found.items() if not any(status[0] == "2" for status in one["responses"])}
    return set(found), refused


def text(value):
    if isinstance(value, list):
        return ",".join(map(text, value))
    return value if isinstance(value, str) else json.dumps(value)


def as_they_stand(address, key, paths):
    """The documented requests, unmixed, and what is deleted last; which of them were answered a success."""
    order = ["get", "post", "put", "patch", "delete"]
    all_of_them = [(method, path, one) for path, item in paths.items() for method, one in item.items()]
    found = set()
    for method, path, one in sorted(all_of_them, key=lambda each: order.index(each[0])):
        given = {p["name"]: (p["in"], text(p["example"])) for p in one.get("parameters", []) if "example" in p}
        to, pairs = path, {}
        for name, (place, value) in given.items():
            to = to.replace(f"{{{name}}}", urllib.parse.quote(value, safe=""))
            if place == "query":
                pairs[name] = value
        kinds = one.get("requestBody", {}).get("content", {})
        kind, shown = next(((kind, one["example"]) for kind, one in kinds.items()), (None, None))
        # a file goes as it is
        body = shown if kind == "application/octet-stream" else json.dumps(shown)
        body = body.encode() if kind else None
        headers = {"Authorization": f"Basic {key}"} | ({"Content-Type": kind} if kind else {})
        where = f"{address}{to}?{urllib.parse.urlencode(pairs)}".rstrip("?")
        request = urllib.request.Request(where, body, headers, method=method.upper())
        with contextlib.suppress(urllib.error.HTTPError), urllib.request.urlopen(request):
            found.add(f"{method.upper()} {path}")
    return found


def succeeded(report, known):
    """The operations that were answered a success at least once."""
    found, worst = set(), 0
    with open(report, encoding="utf-8") as events:
        for event in map(json.loads, events):
            recorder = event.get("ScenarioFinished", {}).get("recorder", {})
            cases = {name: case["value"] for name, case in recorder.get("cases", {}).items()}
            for name, interaction in recorder.get("interactions", {}).items():
                status = (interaction.get("response") or {}).get("status_code", 0)
                worst = max(worst, status)
                if 200 <= status < 300 and name in cases:
                    found.add(f"{cases[name]['method']} {cases[name]['path']}")
    return found & known, worst


def main(address, key, folder):
    folder = Path(folder)
    paths = document(address)
    # the program below mixes what it has found, and soon deletes a channel that an example is about
    first = as_they_stand(address, key, paths)
    command = [Path(sys.executable).with_name("schemathesis"), "run", f"{address}/openapi.json"]
    command += ["--header", f"Authorization: Basic {key}", "--phases", "examples,coverage,fuzzing,stateful"]
    command += ["--exclude-checks", LEFT_OUT, "--max-examples", os.environ.get("EXAMPLES", "10"), "--workers", "1"]
    command += ["--report", "ndjson", "--report-dir", folder, "--generation-database", "none", "--no-color"]
    code = subprocess.run(command, check=False).returncode
    known, refused = operations(paths)
    reached, worst = succeeded(next(folder.glob("*.ndjson")), known)
    by_examples = sorted(first - reached)
    reached |= first
    missing = sorted(known - reached - refused)
    print(f"{len(reached)} of {len(known)} operations succeeded; the worst status was {worst}")
    for name in by_examples:
        print(f"by its example alone: {name}")
    for name in missing:
        print(f"never a success: {name}")
    return 1 if code or missing or worst in (500, 504) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
