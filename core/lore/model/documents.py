"""Folders of documents, their files and the parts of those."""

from dataclasses import dataclass

from lore.clean import Clean


@dataclass(frozen=True, slots=True)
class Collection:
    """A folder or file that a person gave to be searched, without links in its path; `code`: outlines of code too."""

    id: str
    name: Clean
    path: Clean
    project: str | None = None
    code: bool = True
    created_at: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a collection as it was read; `hash` is that of its bytes. The store gives `seq`."""

    collection: str
    path: Clean
    """Below the path of the collection, with slashes; the name of the file where the collection is one file."""
    format: str
    hash: str
    modified_at: str | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document that is found by itself. `seq`, `document` and `position` are given by the store."""

    heading: Clean
    """The file and the headings it stands under, from the outside in."""
    text: Clean
    first: int
    """The first line it covers, from 1."""
    last: int
    seq: int = 0
    document: int = 0
    position: int = 0


# Where facts belong


@dataclass(frozen=True, slots=True)
class Project:
    """A repository, or a folder where there is none."""

    key: str
    reason: str
    """How the key was found: `set`, `remote`, `repository`, `folder`, `transcript`."""
    root: str | None = None
    aliases: tuple[str, ...] = ()
