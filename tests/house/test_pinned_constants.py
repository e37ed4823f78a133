"""A test that sets a constant of a module otherwise depends on where it stands: a parameter would do, and says so."""

import ast
from pathlib import Path

TESTS = Path(__file__).parents[1]
PINNED: dict[str, set[str]] = {
    "capture/test_watch.py": {"BUDGET_S", "LOOK_S"},
    "cli/test_capture_command.py": {"TOGETHER", "WITHOUT_NEWS"},
    "config/test_settings_matter.py": {"TOGETHER"},
    "embedding/test_embedding_models.py": {"AGAIN_S", "PASSAGES_S", "QUERY_S"},
    "embedding/test_endpoints.py": {"QUERY_S"},
    "index/test_index.py": {"EXACT_ROWS", "FEW_KEYS", "FORMAT", "MOST_RUNS", "POOL", "RESCORED", "WASTED"},
    "index/test_index_bound.py": {"MOST_SEARCHED"},
    "index/test_vectors.py": {"CHUNK", "EXACT_ROWS", "FIRST_CHUNK"},
    "intake/test_second_scanner.py": {"OTHERS"},
    "library/test_docs_collections.py": {"TOGETHER"},
    "search/test_search.py": {"LOOKED_UP", "POOL"},
    "search/test_search_depth.py": {"SEEDS", "SHARED_WORDS"},
    "search/test_search_shortcuts.py": {"LOOKED_AT"},
    "search/test_search_stays_open.py": {"FEW_KEYS", "LONGEST_TAIL"},
    "support/damage.py": {"MOUNTS"},
    "trust/test_what_others_put_there.py": {"MOST_STEPS", "_AT_ONCE"},
}
"""What is still set otherwise, by file. It may only become shorter: hand the number in as a parameter."""


def pinned_in(text: str) -> set[str]:
    """The constants that `setattr` of a test gives another value: by dotted name, or as an attribute of a module."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
            words = [
                expr.value for expr in node.args[:2] if isinstance(expr, ast.Constant) and isinstance(expr.value, str)
            ]
            found |= {word.rpartition(".")[2] for word in words}
            shaped = (expr for expr in node.args[:1] if isinstance(expr, ast.JoinedStr))
            found |= {
                str(joined_str.values[-1].value).strip(".")
                for joined_str in shaped
                if isinstance(joined_str.values[-1], ast.Constant)
            }
    return {name for name in found if name.strip("_").isupper()}


def test_a_constant_that_is_set_otherwise_is_seen() -> None:
    for line in (
        'patch.setattr("lore.search.engine.POOL", 1)',
        'patch.setattr(engine, "POOL", 1)',
        'patch.setattr(f"{module}.POOL", 1)',
    ):
        assert pinned_in(line) == {"POOL"}
    assert pinned_in('patch.setattr(engine, "open_index", opened)') == set()


def test_no_further_test_sets_a_constant_otherwise() -> None:
    found = {
        file.relative_to(TESTS).as_posix(): pinned
        for file in sorted(TESTS.rglob("*.py"))
        if "bench" not in file.parts
        and file != Path(__file__)
        and (pinned := pinned_in(file.read_text(encoding="utf-8")))
    }
    assert found == PINNED
