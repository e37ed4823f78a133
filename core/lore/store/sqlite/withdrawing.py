"""The changes of schema 8 and 9: what machines once made by themselves is withdrawn, one run each that can be undone.

A rule that was made of two messages which share two words stands for nobody, and neither does its proposal. A statement
that a merge gave the words of another has its own again. What you approved, pinned, saved or changed stays as it is.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from lore import clock
from lore.presence import actor_of
from lore.store.sqlite.connection import Connection, Row
from lore.store.sqlite.door import insert, update
from lore.store.sqlite.ids import new_id
from lore.store.sqlite.transaction import Transaction
from lore.text import text_hash

ACTOR, RUN = "consolidation", "upgrade"
MADE = "repeated"
"""The tag of what the step `repeat` made."""
_NOBODYS = """
    facts.approved_at IS NULL AND facts.pinned = 0
    AND NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.fact = facts.id AND evidence.role = 'user'
                    AND evidence.session IS NULL AND evidence.agent IS NULL)
    AND NOT EXISTS (SELECT 1 FROM audit WHERE audit.target = facts.id AND audit.actor = 'person'
                    AND audit.action IN ('fact.edit', 'fact.pin', 'fact.restore', 'fact.accept', 'fact.confirm'))
"""
"""What no person decided on."""


PUT_AWAY = "put_away"
"""In the summary of the run: how many facts were archived."""
_FIRST_DESIGN = f"""
    SELECT * FROM facts WHERE status IN ('active', 'pending') AND origin IS NULL AND {_NOBODYS}
    AND EXISTS (SELECT 1 FROM audit WHERE audit.target = facts.id AND audit.action = 'fact.add'
                AND audit.actor IN ('import', 'hooks'))
    AND NOT EXISTS (SELECT 1 FROM evidence WHERE evidence.fact = facts.id
                    AND (evidence.session IS NULL OR evidence.role NOT IN ('user', 'somebody', 'assistant')))
    AND NOT EXISTS (SELECT 1 FROM accesses WHERE accesses.fact = facts.id AND kind IN ('taken up', 'paid off'))
    ORDER BY seq
"""
"""What a capture made of messages alone."""


def withdraw(connection: Connection, installation: str) -> None:
    """Withdraw all of it. The caller holds the transaction."""
    made, reworded = list(_made(connection)), list(_reworded(connection))
    if not made and not reworded:
        return
    transaction = _begun(connection, installation, ACTOR)
    for fact in made:
        _put(transaction, fact, status="archived", action="fact.withdraw")
        for candidate in _waiting(connection, fact["id"]):
            transaction.update("candidates", candidate["id"], {"status": "merged"}, "candidate.withdraw")
        for statement in _retired_by(connection, fact["id"]):
            _bring_back(transaction, statement)
    for fact, words in reworded:
        for statement in _retired_by(connection, fact["id"]):
            if statement["text"] == fact["text"]:
                _bring_back(transaction, statement)
        _put(transaction, fact, text=words, hash=text_hash(words), action="fact.withdraw")
    _ended(connection, transaction, {"withdrawn": len(made) + len(reworded)})


def put_away(connection: Connection, installation: str) -> None:
    """Archive what the first design took out of messages, and nobody decided on or made use of: schema 9.

    Patterns took it for facts; most of it was errands and remarks. The messages stay, are found, and a model or the
    person's lasting words make facts of them. The caller holds the transaction.
    """
    facts = connection.execute(_FIRST_DESIGN).fetchall()
    if not facts:
        return
    transaction = _begun(connection, installation, PUT_AWAY)
    for fact in facts:
        _put(transaction, fact, status="archived", action="fact.archive")
        for candidate in _waiting(connection, fact["id"]):
            transaction.update("candidates", candidate["id"], {"status": "merged"}, "candidate.withdraw")
    _ended(connection, transaction, {PUT_AWAY: len(facts)})


def _begun(connection: Connection, installation: str, name: str) -> Transaction:
    """A transaction under a run of its own."""
    transaction = Transaction(connection, actor_of(ACTOR), Path(), _installation=installation, _has_words=False)
    at = clock.now()
    run = transaction.run = new_id(transaction, "r", "runs", f"{RUN}|{name}|{at}")
    insert(connection, "runs", {"id": run, "kind": RUN, "actor": ACTOR, "started_at": at, "summary": "{}"})
    return transaction


def _ended(connection: Connection, transaction: Transaction, counts: Mapping[str, int]) -> None:
    values = {"summary": json.dumps(counts), "finished_at": clock.now()}
    update(connection, "runs", values, "id", transaction.run)


def _made(connection: Connection) -> Iterator[Row]:
    """The facts in force that the step `repeat` made."""
    sql = f"SELECT * FROM facts WHERE status IN ('active', 'pending') AND tags LIKE ? AND {_NOBODYS} ORDER BY seq"
    for fact in connection.execute(sql, [f'%"{MADE}"%']).fetchall():
        if MADE in json.loads(fact["tags"]):
            yield fact


def _reworded(connection: Connection) -> Iterator[tuple[Row, str]]:
    """The facts in force that have their words from a merge, each with the words it had before the first of them."""
    sql = (
        "SELECT facts.*, json_extract(audit.before, '$.text') AS was FROM audit JOIN facts ON facts.id = audit.target"
        " WHERE audit.action = 'fact.reinforce' AND audit.actor = ? AND audit.undoes IS NULL"
        " AND json_extract(audit.before, '$.text') <> json_extract(audit.after, '$.text')"
        f" AND facts.status = 'active' AND {_NOBODYS} GROUP BY facts.id HAVING audit.seq = min(audit.seq)"
        " ORDER BY facts.seq"
    )
    for row in connection.execute(sql, [ACTOR]).fetchall():
        if MADE not in json.loads(row["tags"]) and row["was"] != row["text"]:
            yield row, str(row["was"])


def _waiting(connection: Connection, fact: str) -> list[Row]:
    """What waits about a fact: its proposals, and the questions that name it."""
    sql = (
        "SELECT id FROM candidates WHERE status IN ('waiting', 'snoozed')"
        " AND (fact = ? OR (replaces = ? AND kind = 'question'))"
    )
    return list(connection.execute(sql, [fact, fact]).fetchall())


def _retired_by(connection: Connection, fact: str) -> list[Row]:
    """The statements that a fact took the place of by consolidation, and that nothing else replaced."""
    sql = (
        "SELECT facts.*, links.id AS link FROM links JOIN facts ON facts.id = links.target WHERE links.source = ?"
        " AND links.kind = 'supersedes' AND facts.status = 'superseded' AND facts.tags NOT LIKE ?"
        " AND (SELECT count(*) FROM links AS others WHERE others.target = facts.id AND others.kind = 'supersedes') = 1"
        " AND (SELECT actor FROM audit WHERE target = facts.id AND action = 'fact.supersede'"
        " ORDER BY seq DESC LIMIT 1) = ?"
    )
    return list(connection.execute(sql, [fact, f'%"{MADE}"%', ACTOR]).fetchall())


def _bring_back(transaction: Transaction, statement: Row) -> None:
    """Let a statement stand again beside what took its place."""
    _put(transaction, statement, status="active", action="fact.reinstate")
    transaction.update("links", statement["link"], {"kind": "compatible"}, "link.settle")


def _put(transaction: Transaction, fact: Row, *, action: str, **values: str) -> None:
    transaction.update("facts", fact["id"], {**values, "rev": fact["rev"] + 1}, action)
