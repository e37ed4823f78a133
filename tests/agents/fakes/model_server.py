"""A model that says "OK", as its clients expect it: the interfaces of Anthropic, OpenAI (both) and Gemini, on loopback.

Run as a program with the file that it writes each request to, one line of JSON each; it prints its port. A request in
which the person says `RUN_TOOL` is answered once by a call of the shell, `CALL_TOOL name {…}` by a call of that tool,
`PATCH_HERE` by code of Codex that plants a file. Where Lore asks about a session it notes which of two to use.
"""

import json
import re
import sys
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SAYS = "OK"
WISHES = [
    re.compile(r"(please use \w+ here and \w+ nowhere)"),
    re.compile(r"(hier gehört \w+ hin und nirgends \w+)"),
    re.compile(r"([a-z]+ではなく[a-z]+でお願いします)"),
]
"""How somebody asks for one of two, in three languages, without a mark that lasts."""
COMMAND = {"command": "echo hi", "description": "say hi"}
CALL = re.compile(r"CALL_TOOL (\w+) (\{.*?\})")
Json = dict[str, Any]


def events(parts: Iterable[Json]) -> str:
    return "".join(f"event: {part['type']}\ndata: {json.dumps(part)}\n\n" for part in parts)


def said(request: Json) -> str:
    text = json.dumps(request, ensure_ascii=False)
    if "<lore-distill" not in text:
        return SAYS
    note = {"kind": "convention", "standing": True, "about": "packages", "confidence": 0.95}
    wishes = dict.fromkeys(found[1] for one in WISHES for found in one.finditer(text))
    return json.dumps({"notes": [{"text": wish, "quote": wish, **note} for wish in wishes]})


def anthropic(request: Json) -> str:
    called = _called(request)
    block: Json = {"type": "text", "text": ""}
    delta = {"type": "text_delta", "text": said(request)}
    if called:
        block = {"type": "tool_use", "id": f"toolu_{len(request['messages'])}", "name": called[0], "input": {}}
        delta = {"type": "input_json_delta", "partial_json": called[1]}
    usage = {"input_tokens": 10, "output_tokens": 1}
    message: Json = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": request.get("model"),
        "content": [],
    }
    stop = {"stop_reason": "tool_use" if called else "end_turn", "stop_sequence": None}
    return events(
        [
            {
                "type": "message_start",
                "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage},
            },
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 5}},
            {"type": "message_stop"},
        ]
    )


def _called(request: Json) -> tuple[str, str] | None:
    """The tool that the person asked for last, and its input as JSON; None for an answer in words."""
    messages = [message for message in request.get("messages", []) if message.get("role") == "user"]
    content = messages[-1]["content"] if messages else ""
    said = content if isinstance(content, str) else str(content[-1].get("text", ""))
    if "RUN_TOOL" in said and "Bash" in {tool.get("name") for tool in request.get("tools", [])}:
        return "Bash", json.dumps(COMMAND)
    found = CALL.search(said)
    return (found[1], found[2]) if found else None


PLANTS = r"text(await tools.apply_patch('*** Begin Patch\n*** Add File: planted.txt\n+x\n*** End Patch\n'))"


def responses(request: Json) -> str:
    kinds = {item.get("type") for item in request["input"]}
    if "PATCH_HERE" in json.dumps(request["input"]) and "custom_tool_call_output" not in kinds:
        return _streamed(
            {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_1", "name": "exec", "input": PLANTS}
        )
    text = {"type": "output_text", "text": said(request), "annotations": []}
    return _streamed({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]})


def _streamed(item: Json) -> str:
    usage = {
        "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 5, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15,
    }  # fmt: skip
    response = {"id": "resp_1", "object": "response"}
    return events(
        [
            {"type": "response.created", "response": {**response, "status": "in_progress", "output": []}},
            {"type": "response.output_item.added", "output_index": 0, "item": item},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {
                "type": "response.completed",
                "response": {**response, "status": "completed", "output": [item], "usage": usage},
            },
        ]
    )


def chat(request: Json) -> str:
    base = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": request.get("model")}
    first = {**base, "choices": [{"index": 0, "delta": {"role": "assistant", "content": SAYS}, "finish_reason": None}]}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    last = {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage}
    return "".join(f"data: {json.dumps(part)}\n\n" for part in (first, last)) + "data: [DONE]\n\n"


def gemini(request: Json) -> str:
    content = {"role": "model", "parts": [{"text": SAYS}]}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    part = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}], "usageMetadata": usage}
    return f"data: {json.dumps(part)}\n\n"


ANSWERS = {"/v1/messages": anthropic, "/v1/responses": responses, "/v1/chat/completions": chat}


class Model(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    log: Path

    def log_message(self, *arguments: object) -> None:
        """Nothing: the requests are in the file."""

    def do_GET(self) -> None:
        models = {"object": "list", "data": [{"id": "fake", "object": "model"}], "models": []}
        self._send(200 if "models" in self.path else 404, json.dumps(models), "application/json")

    def do_HEAD(self) -> None:
        self._send(404, "", "application/json")

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or "{}")
        path = self.path.partition("?")[0]
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"path": path, "request": request}) + "\n")
        if path.endswith("/count_tokens"):
            self._send(200, '{"input_tokens": 10}', "application/json")
        elif path.endswith(":generateContent"):
            self._send(200, gemini(request).removeprefix("data: ").strip(), "application/json")
        elif answer := gemini if path.endswith(":streamGenerateContent") else ANSWERS.get(path):
            self._send(200, answer(request), "text/event-stream")
        else:
            self._send(404, "{}", "application/json")

    def _send(self, code: int, text: str, kind: str) -> None:
        body = text.encode()
        self.send_response(code)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def main() -> None:
    Model.log = Path(sys.argv[1])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    sys.stdout.write(f"{server.server_address[1]}\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
