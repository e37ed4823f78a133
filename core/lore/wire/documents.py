"""Collections of documents as JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lore.actions import Collections, Parts, Removed, Synced
from lore.model import Chunk, Collection, Document, PassageType

if TYPE_CHECKING:
    from lore.library import SyncReport


def collections(outcome: Collections) -> dict[str, object]:
    """`docs list`."""
    return {
        "collections": [
            {
                **collection(held.collection),
                "documents": held.documents,
                "parts": held.parts,
                "changed_at": held.changed_at,
                "there": held.there,
            }
            for held in outcome.held
        ]
    }


def collection(one: Collection) -> dict[str, object]:
    """One collection."""
    return {
        "id": one.id,
        "name": one.name,
        "path": one.path,
        "project": one.project,
        "code": one.code,
        "created_at": one.created_at,
    }


def removed_documents(outcome: Removed) -> dict[str, object]:
    """`docs remove`."""
    return collection(outcome.collection)


def synced(outcome: Synced, *, dry_run: bool) -> dict[str, object]:
    """`docs add`, `docs sync`."""
    return {"dry_run": dry_run, "collections": [_report(sync_report) for sync_report in outcome.reports]}


def parts(outcome: Parts) -> dict[str, object]:
    """`docs show`."""
    return {
        "documents": [
            _document(outcome.names[document.collection], document, chunks) for document, chunks in outcome.documents
        ]
    }


def _report(report: "SyncReport") -> dict[str, object]:
    return {
        "collection": collection(report.collection),
        "files": {name: list(files) for name, files in report.files.items()},
        "unchanged": report.unchanged,
        "parts": report.parts,
        "left_out": dict(report.left_out),
        "warnings": report.warnings,
        "documents": report.documents,
    }


def _document(name: str, document: Document, chunks: Sequence[Chunk]) -> dict[str, object]:
    return {
        "collection": name,
        "path": document.path,
        "format": document.format,
        "modified_at": document.modified_at,
        "parts": [
            {
                "id": PassageType.CHUNK.id_of(chunk.seq),
                "heading": chunk.heading,
                "first": chunk.first,
                "last": chunk.last,
                "text": chunk.text,
            }
            for chunk in chunks
        ],
    }
