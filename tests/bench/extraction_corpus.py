"""The sentences that extraction learns from: labelled and judged ones of repositories, and written ones.

`labelled` are whole messages with the facts worth keeping in them, `told` what people told once, `written` messages
that were written for this; of these the words learn too. `judged` are single sentences of repositories, and `sessions`
messages of written ones, each sentence with its class: whether it is worth keeping as it stands (`WORTH`) or not.
"""

import hashlib
import importlib.util
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from extraction_judge import FOLDS, Corpus

from lore.capture.extraction.form import MessageForm
from lore.capture.extraction.grammar import asks, is_rule, tells_plan
from lore.capture.extraction.head import KINDS, numbers_of
from lore.capture.extraction.lexicon import terms
from lore.capture.extraction.selection import LONGEST, MOST_SENTENCES, SHORTEST, context_of, is_told, read_after
from lore.capture.sentences import Sentence, sentences, straight
from lore.capture.extraction.statement import self_contained
from lore.model import Role

HERE = Path(__file__).parent
LABELS = HERE.parent / "data" / "extraction"
STATEMENTS = {Role.USER: HERE / "statements_user.txt", Role.ASSISTANT: HERE / "statements_agent.txt"}
TOLD = {
    "agentv": "EntityProcess/agentv", "packmind": "PackmindHub/context-evaluator", "pi-mono": "badlogic/pi-mono"
}  # fmt: skip
ARGUABLE, BESIDE_A_FACT, WRITTEN = 0.3, 0.5, 0.5
WORTH = ("strong", "weak")
"""The classes of what is worth keeping."""
SHARES = {"strong": 1.3, "weak": 0.7, "junk": 1.0, "garbled": 1.0, "wrong": 0.5, "dup": 0.3, "danger": 0.5}
"""What a judged sentence of each class counts: what is wrong or there twice, its words alone do not tell."""
VOCABULARY, LEAST_SOURCES = 800, 8
"""Terms, and in how many repositories or groups of written messages each must stand."""
ALONE = ("specstoryai/getspecstory", "entireio/cli", "EntityProcess/agentv", "FSM1/cipher-box", "Aider-AI/aider")
_MARKED = re.compile(r"⟪(?P<name>\w+)\|(?P<quote>.*?)⟫", re.DOTALL)


def everything(data: Path) -> list[dict[str, Any]]:
    """All messages: the labelled first, and of what was written the sessions last."""
    return [*labelled(data), *told(data), *written(data), *judged(), *sessions()]


def labelled(data: Path) -> list[dict[str, Any]]:
    """The messages that were read; those of `train` get the tier that the scorer weighs by."""
    files = [data / "extraction" / f"extraction-{part}.jsonl" for part in ("dev", "train")]
    found = []
    for path in [*files, *sorted(LABELS.glob("labels-*.jsonl"))]:
        for line in path.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)
            message.setdefault("tier", tier(message))
            message.setdefault("cue", True)
            found.append({**message, "judged": path in files, "share": 1.0})
    return found


CUE_WORDS = {
    ("user", "strong"): r"\b(?:we (?:want|need|should|have|use|are|don'?t|do not|no longer|can'?t|decided)|should"
    r"(?:n'?t| not| be| have| never| only| always)|instead|rather|always|never|no longer|because|don'?t|want|is not"
    r"|it'?s not|not be|must|make sure|prefer|remember|wrong|actually|found|our)\b",
    ("user", "weak"): r"\b(?:we|not|no|use|before|each|only|keep|call|using|would|think|should)\b",
    ("assistant", "strong"): r"\b(?:only|no|not|instead|should|fix|because|always|never|doesn'?t|root cause|existing"
    r"|by default|must|since)\b",
}
"""Guesses the `tier` of dev messages, for those that have none."""


def tier(message: dict[str, Any]) -> str:
    for (role, name), pattern in CUE_WORDS.items():
        if role == message["role"] and re.search(pattern, message["text"], re.IGNORECASE):
            return name
    return "none"


def told(data: Path) -> list[dict[str, Any]]:
    """What people told once, as messages of its repositories."""
    found = []
    for folder, source in TOLD.items():
        quotes: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        for line in (data / "told_once" / folder / "statements.jsonl").read_text(encoding="utf-8").splitlines():
            statement = json.loads(line)
            for said in statement["said"]:
                quotes[said["session"], said["source_id"]].append({"quote": said["quote"], "kind": statement["kind"]})
        for line in (data / "told_once" / folder / "order.jsonl").read_text(encoding="utf-8").splitlines():
            session = json.loads(line)
            found += [
                {"source": source, "role": "user", "text": prompt["text"][:6000], "share": WRITTEN, "judged": False}
                | {"facts": quotes[session["session"], prompt["id"]]}
                for prompt in session["prompts"]
            ]
    return found


def written(data: Path) -> list[dict[str, Any]]:
    """The twins and the written statements; both of a pair count as one source."""
    found = []
    for path in [*sorted((data / "extraction").glob("twins-*.jsonl")), LABELS / "twins.jsonl"]:
        for line in path.read_text(encoding="utf-8").splitlines():
            twin = json.loads(line)
            found.append(
                {**twin, "source": "", "group": int(hashlib.sha256(twin["twin"].encode()).hexdigest(), 16) % 40}
            )
    for role, path in STATEMENTS.items():
        text = path.read_text(encoding="utf-8")
        blocks = text.splitlines() if role is Role.USER else text.split("\n----\n")
        for number, block in enumerate(one for one in blocks if one.strip() and not one.startswith("# ")):
            facts = [{"quote": quote} for quote in re.findall(r"«(.*?)»", block, re.DOTALL)]
            plain = block.strip().replace("«", "").replace("»", "")
            found.append({"source": "", "group": number % 40, "role": role.value, "text": plain, "facts": facts})
    return [{**message, "share": WRITTEN, "judged": False} for message in found]


def judged() -> list[dict[str, Any]]:
    """Messages of repositories of which single sentences were judged."""
    found = []
    for path in sorted(LABELS.glob("sentences-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)
            text = straight(message["text"])
            classes = []
            for one in message.pop("sentences"):
                start = text.index(straight(one["quote"]))
                classes.append((start, start + len(one["quote"]), one["class"]))
            found.append({**message, "facts": [], "share": 0.0, "judged": False, "classes": classes})
    return found


def sessions() -> list[dict[str, Any]]:
    """Messages of written sessions, in which each sentence stands with its class: `⟪strong|…⟫`."""
    found = []
    for path in sorted(LABELS.glob("sessions-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)
            text, done, classes = "", 0, []
            for mark in _MARKED.finditer(message["text"]):
                text += message["text"][done : mark.start()]
                classes.append((len(text), len(text) + len(mark["quote"]), mark["name"]))
                text, done = text + mark["quote"], mark.end()
            group = int(hashlib.sha256(message["project"].encode()).hexdigest(), 16) % 40
            found.append(
                {"source": "", "group": group, "role": message["role"], "before": message["before"]}
                | {"text": text + message["text"][done:], "facts": [], "share": 0.0, "judged": False}
                | {"classes": classes}
            )
    return found


def load_scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("extraction_score", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["extraction_score"] = module
    spec.loader.exec_module(module)
    return module


def vocabulary_of(messages: list[dict[str, Any]]) -> list[str]:
    """The terms that stand in the most sources: what all projects share, so no repository's own words."""
    sources: dict[str, set[Any]] = defaultdict(set)
    for message in messages:
        source = message["source"] or message["group"]
        for sentence in list(sentences(straight(message["text"])))[:MOST_SENTENCES]:
            for term in terms(sentence.text):
                sources[term].add(source)
    common = [term for term, found in sources.items() if len(found) >= LEAST_SOURCES]
    return sorted(common, key=lambda term: (-len(sources[term]), term))[:VOCABULARY]


def fold_of(source: str, others: Sequence[str]) -> int:
    if not source:
        return -1
    return ALONE.index(source) if source in ALONE else len(ALONE) + others.index(source) % (FOLDS - len(ALONE))


def corpus(messages: list[dict[str, Any]], vocabulary: list[str], scorer: ModuleType) -> Corpus:
    known = {term: place for place, term in enumerate(vocabulary)}
    others = sorted({message["source"] for message in messages} - {*ALONE, ""})
    rows: dict[str, list[Any]] = defaultdict(list)
    for number, message in enumerate(messages):
        text = straight(message["text"])
        gold = [(fact, scorer.spans(message["text"], fact["quote"])) for fact in message["facts"]]
        arguable = [(fact, scorer.spans(message["text"], fact["quote"])) for fact in message.get("optional", [])]
        form = MessageForm(text, list(sentences(text))[:MOST_SENTENCES])
        role = Role(message["role"])
        for place, sentence in enumerate(form.found):
            name = class_of(message, sentence)
            if name is None or not SHORTEST <= len(sentence.text) <= LONGEST:
                continue
            span = [(sentence.start, sentence.end)]
            sure = [fact for fact, spans in gold if scorer.overlap(span, spans) >= 0.5]
            perhaps = [fact for fact, spans in arguable if scorer.overlap(span, spans) >= 0.5]
            names = [fact.get("kind") for fact in sure or perhaps]
            beside = BESIDE_A_FACT if message["facts"] else 1.0
            rows["message"].append(number)
            rows["texts"].append(sentence.text)
            rows["pairs"].append((read_after(form, place, role), sentence.text))
            rows["numbers"].append(numbers_of(form, place, known))
            rows["fact"].append(bool(names))
            rows["kind"].append(next((at for at, kind in enumerate(KINDS) if kind.value in names), -1))
            rows["weight"].append(message["share"] * (1.0 if sure else ARGUABLE if perhaps else beside))
            rows["worth"].append(-1 if not name else int(name in WORTH))
            rows["worth_weight"].append(SHARES.get(name, 0.0))
            rows["quotes"].append(message["text"][sentence.start : sentence.end])
            rows["rule"].append(message["role"] == "user" and is_rule(sentence.text))
            rows["told"].append(message["role"] == "user" and is_told(sentence.text, len(form.found)))
            rows["user"].append(message["role"] == "user")
            rows["fold"].append(fold_of(message["source"], others))
            rows["judged"].append(message["judged"])
            alone = self_contained(sentence.text, context_of(form, place, "")) is not None
            plans = role is Role.ASSISTANT and tells_plan(sentence.text)
            rows["stands"].append(alone and not asks(sentence.text) and not plans)
    lists = {name: rows.pop(name) for name in ("texts", "quotes", "pairs")}
    arrays: dict[str, Any] = {name: np.array(found) for name, found in rows.items()}
    return Corpus(messages, terms_from=arrays["numbers"].shape[1] - len(known), **lists, **arrays)


def class_of(message: dict[str, Any], sentence: Sentence) -> str | None:
    """The class of a sentence; "" where its message is labelled otherwise, None where nobody judged it."""
    if "classes" not in message:
        return ""
    for start, end, name in message["classes"]:
        shared = min(end, sentence.end) - max(start, sentence.start)
        if shared >= 0.5 * min(end - start, sentence.end - sentence.start):
            return str(name)
    return None
