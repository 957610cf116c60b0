"""Prints a Postman collection of an interface, every operation with its example: `collection.py a`. Bruno and Insomnia
read it too."""

import json
import sys
from pathlib import Path


def request(path, method, operation):
    example = {p["name"]: p["example"] for p in operation.get("parameters", []) if "example" in p}
    text = {k: ",".join(map(str, v)) if isinstance(v, list) else str(v) for k, v in example.items()}
    places = {p["name"]: p["in"] for p in operation.get("parameters", [])}
    query = [{"key": k, "value": v} for k, v in text.items() if places[k] == "query"]
    segments = [text.get(s[1:-1], s) if s.startswith("{") else s for s in path.strip("/").split("/")]
    made = {
        "method": method.upper(),
        "header": [],
        "url": {"raw": "", "host": ["{{endereco}}"], "path": segments, "query": query},
        "description": operation["description"],
    }
    raw = "&".join(f"{pair['key']}={pair['value']}" for pair in query)
    made["url"]["raw"] = "{{endereco}}/" + "/".join(segments) + (f"?{raw}" if raw else "")
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        made["header"].append({"key": "Content-Type", "value": kind})
        shown = content["example"]
        # a file goes as it is
        text = shown if kind == "application/octet-stream" else json.dumps(shown, ensure_ascii=False, indent=2)
        made["body"] = {"mode": "raw", "raw": text}
    return {"name": operation["summary"], "request": made}


def collection(document, port):
    folders = {tag["name"]: {"name": tag["name"], "item": []} for tag in document["tags"]}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            folders[operation["tags"][0]]["item"].append(request(path, method, operation))
    key = [{"key": "key", "value": "Authorization"}, {"key": "value", "value": "Basic {{chave}}"}]
    schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    return {
        "info": {"name": document["info"]["title"], "schema": schema},
        "auth": {"type": "apikey", "apikey": [*key, {"key": "in", "value": "header"}]},
        "variable": [
            {"key": "endereco", "value": f"http://127.0.0.1:{port}"},
            {"key": "chave", "value": ""},
        ],
        "item": [folder for folder in folders.values() if folder["item"]],
    }


if __name__ == "__main__":
    interface = sys.argv[1]
    file = Path(__file__).with_name("openapi") / f"{interface}.json"
    made = collection(json.loads(file.read_text(encoding="utf-8")), {"a": 8080, "b": 8081}[interface])
    print(json.dumps(made, ensure_ascii=False, indent=1))
