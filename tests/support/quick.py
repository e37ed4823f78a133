"""Which files `make quick` leaves out: those that start processes, drive the app, embed, or read long sets.

What a file needs is read from its text, so that a new file is sorted by itself.
"""

import re
from pathlib import Path

_STARTS = re.compile(
    r"subprocess|multiprocessing|\bos\.fork|\bpty\b|tmux"  # processes and terminals
    r"|keyboard|pictures|\bat_app\b|lore_tui"  # the app
    r"|bundled_embedder|BundledEmbedder|\bprepare\(\)|\bconsolidate\("  # the model
    r"|\bshared: Path|retrieval|\btorture\b|support\.damage|make_backup"  # long sets, and damage that is repaired
)
LONG = {
    "agents/http/test_refused.py",
    "agents/http/test_serving.py",
    "agents/test_mcp_tools.py",
    "agents/test_mcp_trust.py",
    "agents/test_setup.py",
    "agents/test_setup_command.py",
    "capture/test_wrapped_lines.py",
    "capture/test_authorship.py",
    "capture/test_capture.py",
    "capture/test_odd_transcripts.py",
    "cli/test_capture_command.py",
    "config/test_settings_matter.py",
    "house/test_bounded.py",
    "intake/test_secret_channels.py",
    "intake/test_ordinary_text.py",
    "intake/test_secrets.py",
    "memory/test_one_fact_each.py",
    "memory/test_recall_is_not_evidence.py",
    "store/test_passage_types.py",
    "trust/test_authority.py",
    "trust/test_what_others_put_there.py",
}
"""Long for other reasons: many stores, long texts, every pattern."""
TESTS = Path(__file__).parents[1]


def is_quick(file: Path) -> bool:
    return file.relative_to(TESTS).as_posix() not in LONG and is_light(file.read_text(encoding="utf-8"))


def is_light(text: str) -> bool:
    return _STARTS.search(text) is None
