"""Modules that a forked child would otherwise load after the starting shot, when it should race."""

import numpy  # noqa: F401
import tantivy  # noqa: F401

from lore.index import lexical

lexical.version()
