"""SQLite of the standard library without what its package adds, which takes a hook as long as SQLite itself."""

from lore.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3 as driver
else:
    try:
        import _sqlite3 as driver
    except ImportError:
        import sqlite3 as driver

sqlite3 = driver


def address(path: str, mode: str) -> str:
    """The path of a database as SQLite takes it with a mode."""
    escaped = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{escaped}?mode={mode}"
