"""Walks one interface by its document and says what came of it: `walk.py ADDRESS KEY FOLDER`."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

# What the document cannot say, so that a refusal is no fault: rules between members and with what is stored (a code in
# the body and in the path, a range's ends), and which of two paths a fixed word is meant for. Readers take more than
# the document states on purpose (numbers as texts, 0 and 1 for truth), so a success is none either; that every stated
# bound is kept is what `tests/it/bounds.rs` holds.
LEFT_OUT = "positive_data_acceptance,negative_data_rejection,allow_header_conformance,unsupported_method"

def operations(address):
    """What there is, and of it what can only be refused: the document promises no success."""
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    found = {f"{method.upper()} {path}": one for path, item in paths.items() for method, one in item.items()}
    refused = {name for name, one in found.items() if not any(status[0] == "2" for status in one["responses"])}
    return set(found), refused


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
    command = [Path(sys.executable).with_name("schemathesis"), "run", f"{address}/openapi.json"]
    command += ["--header", f"Authorization: Basic {key}", "--phases", "examples,coverage,fuzzing,stateful"]
    command += ["--exclude-checks", LEFT_OUT, "--max-examples", os.environ.get("EXAMPLES", "10"), "--workers", "1"]
    command += ["--report", "ndjson", "--report-dir", folder, "--generation-database", "none", "--no-color"]
    code = subprocess.run(command, check=False).returncode
    known, refused = operations(address)
    reached, worst = succeeded(next(folder.glob("*.ndjson")), known)
    missing = sorted(known - reached - refused)
    print(f"{len(reached)} of {len(known)} operations succeeded; the worst status was {worst}")
    for name in missing:
        print(f"never a success: {name}")
    return 1 if code or missing or worst in (500, 504) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
