"""The questions of `retrieval.py`, put to other ways of finding text, in the same run and on the same machine.

    python tests/bench/peers.py [SET.jsonl …] [--keep DIR] [--only PEER …]

What is not installed is named and left out; install it beside Lore in an environment of its own (`pip install chromadb
mem0ai langchain memu-cli`). Every peer gets the same passages. `sqlite fts5` is BM25 with English stemming, the words
of a question OR-ed. `chroma` holds the vectors of Lore's own model, one per window of a passage, so that its ranking is
compared and not a model. `mem0` stores each passage as it is (`infer=False`: no language model), embedded by the same
model, and so does `memu`. Sessions rank by their best passage.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import retrieval

from lore.embedding import bundled_embedder

Find = Callable[[str], list[str]]
MOST = 60
"""Passages asked for: several may belong to one session, or be windows of one passage."""


def lore(corpus: retrieval.Corpus, grouped: bool) -> Find:
    """Lore itself, as `retrieval.py` measures it."""
    answer = retrieval.searching(corpus, grouped)
    return lambda text: [corpus.prefix + name for name in answer(retrieval.Question("", "", text, frozenset()))]


def sqlite_fts5(corpus: retrieval.Corpus, grouped: bool) -> Find:
    """BM25 of SQLite."""
    import sqlite3

    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE passages USING fts5(text, name UNINDEXED, tokenize = 'porter unicode61')")
    rows = [(turn.text, named(turn, grouped)) for turn in turns_of(corpus)]
    database.executemany("INSERT INTO passages VALUES (?, ?)", rows)

    def find(text: str) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        sql = "SELECT name FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?"
        return [name for (name,) in database.execute(sql, (words, MOST))] if words else []

    return find


def chroma(corpus: retrieval.Corpus, grouped: bool) -> Find:
    """Chroma's nearest neighbours among Lore's vectors."""
    import chromadb
    import numpy as np

    embedder = bundled_embedder(corpus.store.folder)
    space = {"hnsw:space": "cosine"}
    client = chromadb.EphemeralClient(chromadb.Settings(anonymized_telemetry=False))
    collection = client.create_collection(f"c{time.monotonic_ns()}", metadata=space, embedding_function=None)
    names = {f"t:{turn.seq}": named(turn, grouped) for turn in turns_of(corpus)}
    for page in corpus.store.vectors.pages(embedder.name, 2_000):
        own = [row for row in page if row.passage in names]
        if own:
            collection.add(
                ids=[f"{row.passage}#{row.part}" for row in own],
                embeddings=[np.frombuffer(row.vector, dtype="<f2").astype(np.float32) for row in own],
                metadatas=[{"name": names[row.passage]} for row in own],
            )

    def find(text: str) -> list[str]:
        found = collection.query(query_embeddings=embedder.embed([text]), n_results=MOST, include=["metadatas"])
        return [str(values["name"]) for values in found["metadatas"][0]]

    return find


def mem0(corpus: retrieval.Corpus, grouped: bool) -> Find:
    """mem0 without its language model: what is said is stored as it is."""
    os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "unused"}
    os.environ.setdefault("MEM0_DIR", tempfile.mkdtemp())
    from langchain_core.embeddings import Embeddings
    from mem0 import Memory

    embedder = bundled_embedder(corpus.store.folder)

    class Embedded(Embeddings):  # type: ignore[misc]
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return [vector.tolist() for vector in embedder.embed(texts)]

        def embed_query(self, text: str) -> list[float]:
            return self.embed_documents([text])[0]

    folder = tempfile.mkdtemp()
    place = {"path": folder, "embedding_model_dims": embedder.dimension, "collection_name": "passages"}
    memory = Memory.from_config({
        "vector_store": {"provider": "qdrant", "config": place},
        "embedder": {"provider": "langchain", "config": {"model": Embedded()}},
        "history_db_path": f"{folder}/history.db",
    })  # fmt: skip
    for turn in turns_of(corpus):
        memory.add(str(turn.text), user_id="one", infer=False, metadata={"name": named(turn, grouped)})

    def find(text: str) -> list[str]:
        found = memory.search(text, filters={"user_id": "one"}, top_k=MOST, threshold=0.0)
        return [hit["metadata"]["name"] for hit in found["results"]]

    return find


def memu(corpus: retrieval.Corpus, grouped: bool) -> Find:
    """memU's retrieval: each passage is a resource with its text as the description that is embedded."""
    import asyncio

    from memu.app.service import MemoryService

    embedder = bundled_embedder(corpus.store.folder)

    class Embedded:
        async def embed(self, inputs: list[str]) -> tuple[list[list[float]], None]:
            return [vector.tolist() for vector in embedder.embed(inputs)], None

    service = MemoryService(
        database_config={"metadata_store": {"provider": "inmemory"}},
        progressive_retrieve_config={"resource": {"top_k": MOST}, "file": {"enabled": False}},
    )
    service._get_embedding_client = lambda profile=None: Embedded()  # its own clients all speak to a network
    turns = {f"t:{turn.seq}": turn for turn in turns_of(corpus)}
    resources = [{"path": name, "description": str(turn.text)} for name, turn in turns.items()]
    asyncio.run(service.commit_results(resource=resources))

    def find(text: str) -> list[str]:
        found = asyncio.run(service.progressive_retrieve(text))
        return [named(turns[resource["url"]], grouped) for resource in found["resources"]]

    return find


PEERS: dict[str, Callable[[retrieval.Corpus, bool], Find]] = {
    "lore": lore, "sqlite fts5": sqlite_fts5, "chroma": chroma, "mem0": mem0, "memu": memu,
}  # fmt: skip


def turns_of(corpus: retrieval.Corpus) -> list[Any]:
    """Every message of the corpus."""
    store = corpus.store
    return [turn for session in store.sessions.select() for turn in store.sessions.turns(session.id)]


def named(turn: Any, grouped: bool) -> str:
    """What a hit on this message counts as."""
    return str(turn.session if grouped else turn.source_id)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, default=sorted(retrieval.DATA.glob("*.jsonl")))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", nargs="*", choices=list(PEERS), default=list(PEERS))
    options = parser.parse_args()
    for path in options.sets:
        with tempfile.TemporaryDirectory() as scratch:
            grouped = path.stem.startswith("commit2session")
            corpora = retrieval.load(
                path, (options.keep or Path(scratch)) / path.stem, grouped=grouped, one_store=False
            )
            for name in options.only:
                compare(path.stem, name, corpora, grouped)


def compare(name: str, peer: str, corpora: list[retrieval.Corpus], grouped: bool) -> None:
    """Measure one peer on one set and print it, or say what it lacks."""
    filling, asking, figures, asked = 0.0, 0.0, [], 0
    for corpus in corpora:
        os.environ["LORE_NOW"] = corpus.asked_at or ""
        started = time.perf_counter()
        try:
            find = PEERS[peer](corpus, grouped)
        except ImportError as error:
            print(f"{peer} is left out: {error}", file=sys.stderr)
            return
        filled = time.perf_counter()
        rows = [
            retrieval.measure(retrieval.names(find(question.text), corpus), question.relevant)
            for question in corpus.questions
        ]
        filling, asking = filling + filled - started, asking + time.perf_counter() - filled
        asked += len(rows)
        figures.append(retrieval.mean(rows))
    line = {
        "set": name, "peer": peer, "questions": asked,
        **{key: round(value, 4) for key, value in retrieval.mean(figures).items()},
        "fill_s": round(filling, 1), "ms_per_question": round(1000 * asking / max(1, asked), 1),
    }  # fmt: skip
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
