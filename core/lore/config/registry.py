"""Every setting of Lore, one entry each. The command line, the editor's file and `docs/config.md` are made from it."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from lore.config.setting import Setting
from lore.errors import UsageError
from lore.kinds import Kind

_ALL: dict[str, Setting[Any]] = {}


def _whole(
    name: str, default: int, sentence: str, *, unit: str = "", guarded: bool = False, **limits: int
) -> Setting[int]:
    return _add(Setting(name, default, sentence, unit, limits["least"], limits["most"], guarded=guarded))


def _number(
    name: str,
    default: float,
    sentence: str,
    *,
    unit: str = "",
    guarded: bool = False,
    **limits: float,
) -> Setting[float]:
    return _add(Setting(name, default, sentence, unit, limits["least"], limits["most"], guarded=guarded))


def _share(name: str, default: float, sentence: str, *, guarded: bool = False) -> Setting[float]:
    return _number(name, default, sentence, least=0.0, most=1.0, guarded=guarded)


def _days(name: str, default: float, sentence: str, *, guarded: bool = False) -> Setting[float]:
    return _number(name, default, sentence, unit="days", least=0.01, most=36_500.0, guarded=guarded)


def _add(setting: Setting[Any]) -> Setting[Any]:
    _ALL[setting.name] = setting
    return setting


# How facts strengthen and fade

POLICY: Setting[str] = _add(
    Setting(
        "memory.policy",
        "living",
        "How a fact strengthens with use and fades without it.",
        choices=("living", "half-life", "salience", "relevance", "ttl"),
        guarded=True,
    )
)
GRACE_DAYS = _days(
    "memory.grace_days", 30.0, "A fact that came in lately is not archived for fading, however old its words are.",
    guarded=True,
)  # fmt: skip
CAPTURED = _share(
    "memory.confidence.captured", 0.5, "Confidence of what was read out of a message, or imported.", guarded=True
)
CORRECTED = _share("memory.confidence.corrected", 0.9, "Confidence of a correction that you typed.", guarded=True)
AGENT_SAID = _share(
    "memory.confidence.agent", 0.4, "Confidence of what an agent stated, until you confirm it.", guarded=True
)
SAVED = _share("memory.confidence.saved", 0.8, "Confidence of a fact that you save.", guarded=True)
CHECKPOINTED = _share(
    "memory.confidence.checkpointed", 0.65, "Confidence of what an agent records at a checkpoint.", guarded=True
)
DEBATED = _share(
    "memory.confidence.debated", 0.85, "Confidence of what several models agreed on in a debate.", guarded=True
)
APPROVED = _share("memory.confidence.approved", 0.95, "Confidence of what you approve.", guarded=True)
SAME_KIND = _share(
    "memory.alike.same_kind",
    0.85,
    "Cosine from which a card asks about two facts, and two statements of agents of one kind may be one.",
    guarded=True,
)

# From episodes to conventions

CONTEXT_BUDGET = _whole(
    "context.budget", 1_500, "What you approved may cost at most this much when a session starts.", unit="tokens",
    least=0, most=100_000,
)  # fmt: skip
CONTEXT_UNAPPROVED = _whole(
    "context.unapproved", 40, "Lines of what you did not approve that a session starts with; 0: approved ones only.",
    unit="lines", least=0, most=40,
)  # fmt: skip
RECALL_BUDGET = _whole(
    "recall.budget", 400, "What a prompt recalls may cost at most this much.", unit="tokens", least=0, most=100_000
)
HOOKS_WITHHELD = _share(
    "hooks.withheld", 0.0,
    "The share of sessions that are given nothing, to compare the others with; what they would be given is noted.",
)  # fmt: skip
SESSIONS = _whole(
    "consolidation.sessions", 2, "In so many sessions you said what becomes knowledge; a correction in one less.",
    unit="sessions", least=1, most=1_000, guarded=True,
)  # fmt: skip
CAPTURE_PROMPTS: Setting[str] = _add(
    Setting(
        "capture.prompts", "",
        "Agents of which Lore reads no transcript, and whose prompts count as typed by you, such as `qwen-code, kilo`.",
        form="NAME, NAME", guarded=True,
    )
)  # fmt: skip
PUBLISH_TARGETS: Setting[str] = _add(
    Setting(
        "publish.targets", "",
        "What `lore publish` writes beside CONVENTIONS.md, for single agents: cursor, copilot, gemini, devin, skills.",
        form="NAME, NAME", guarded=True,
    )
)  # fmt: skip
DIGEST_WEEK = _days("digest.week", 7.0, "So long after a week has ended its sessions become one digest.")
DIGEST_MONTH = _days("digest.month", 30.0, "So long after a month has ended its weeks become one digest.")
MEMORY_BUDGET = _whole(
    "pages.budget", 1_500, "What MEMORY.md of a project may cost at most.", unit="tokens", least=0, most=100_000
)
MEMORY_STALE = _days("pages.stale", 14.0, "What was not used for so long leaves MEMORY.md, and stays in the store.")
AFTER_SAVES = _whole(
    "consolidation.after_saves", 10, "New facts after which Lore consolidates by itself, beside your work; at 0 never.",
    unit="facts", least=0, most=1_000_000,
)  # fmt: skip
AFTER_HOURS = _number(
    "consolidation.after_hours", 24.0, "… and so long after the last one, however few there are.", unit="hours",
    least=0.1, most=87_600.0,
)  # fmt: skip
NIGHT_HOUR = _whole(
    "schedule.hour", 3, "The hour of the day at which a night is due, in local time.", unit="o'clock", least=0, most=23
)
NIGHT_SAYS: Setting[str] = _add(
    Setting(
        "schedule.notify", "off", "Whether a night that finds something newly wrong also shows it on the desktop.",
        choices=("off", "on"),
    )
)  # fmt: skip
SIMILAR = _share("review.similar", 0.55, "Likeness of words from which a card shows a fact as similar.")
SIMILAR_SHOWN = _whole("review.similar_shown", 3, "Similar facts that a card shows.", unit="facts", least=1, most=50)
SHOWN_FIRST = _whole(
    "review.shown", 20, "Candidates that `lore review` and the app show at first; the rest stands behind “more”.",
    unit="candidates", least=1, most=100_000,
)  # fmt: skip
SNOOZE_DAYS = _days("review.snooze_days", 7.0, "How long `lore review snooze` hides a candidate.")

SAME_SESSION = _number(
    "checkpoint.same_session", 12.0,
    "A checkpoint without a session belongs to the newest one of its project, if that is no older than this.",
    unit="hours", least=0.0, most=8_760.0,
)  # fmt: skip

# A model of yours, where you have one

DISTILL_NOTES = _whole(
    "distill.notes", 8, "Notes of one session that count.", unit="notes", least=1, most=50, guarded=True
)
DISTILL_TOKENS = _whole(
    "distill.tokens", 24_000, "What a model is sent of one session.", unit="tokens", least=1_000, most=1_000_000,
    guarded=True,
)  # fmt: skip
DISTILL_CALLS_A_DAY = _whole(
    "distill.calls_per_day", 50, "Questions to a model in 24 hours.", unit="questions", least=0, most=100_000,
    guarded=True,
)  # fmt: skip
DISTILL_CALL_TIMEOUT = _number(
    "distill.call_timeout", 120.0, "How long one answer is waited for.", unit="seconds", least=1.0, most=3_600.0
)
DISTILL_SILENCE = _number(
    "distill.silence", 5.0, "How long a session says nothing before the reader you agreed to reads it.",
    unit="minutes", least=0.0, most=1_440.0,
)  # fmt: skip
DISTILL_JOB_TIMEOUT = _number(
    "distill.job_timeout", 300.0, "How long one `lore distill` takes; the rest waits for the next.", unit="seconds",
    least=1.0, most=86_400.0,
)  # fmt: skip

# Search and the app

SEARCH_LIMIT = _whole("search.limit", 10, "Hits that a search shows.", unit="hits", least=1, most=1_000)
SEARCH_DEPTH = _whole("search.depth", 2, "How far `lore search` looks: 1 is quick, 3 follows links.", least=1, most=3)
DOCUMENTS = _whole(
    "search.documents", 3, "One in this many hits of a search everywhere may be a document.", unit="hits",
    least=1, most=100,
)  # fmt: skip
ELSEWHERE = _share("search.other_projects", 0.2, "The share of its score that a passage of another project loses.")
APP_LIMIT = _whole("app.search_limit", 500, "Facts that a search in the app shows.", unit="facts", least=1, most=10_000)
APP_KEY_PRESET: Setting[str] = _add(
    Setting(
        "app.key_preset", "default",
        "The keys of the app; with `arrows` no letter, digit or sign does anything.",
        choices=("default", "arrows"), guarded=True,
    )
)  # fmt: skip
APP_KEYS: Setting[str] = _add(
    Setting(
        "app.keys", "", "Your own keys for actions of the app, on top of the preset; `docs/keys.md` names the actions.",
        form="ACTION=KEY KEY, ACTION=KEY", guarded=True,
    )
)  # fmt: skip
APP_THEME: Setting[str] = _add(
    Setting(
        "app.theme", "dark", "The colours of the app; `ansi` are the sixteen of your terminal.",
        choices=("dark", "light", "ansi", "contrast", "colour-blind"),
    )
)  # fmt: skip
EMBED_BUDGET = _number(
    "embedding.budget", 10.0, "Time that a command gives to embedding what is new; the open app embeds the rest.",
    unit="seconds", least=0.0, most=86_400.0,
)  # fmt: skip
WATCH_BUDGET = _number(
    "embedding.watch_budget", 1.0, "Time that `lore capture --watch` gives to it between two messages.",
    unit="seconds", least=0.0, most=3_600.0,
)  # fmt: skip

# Backups and health

BACKUP_MINUTES = _number(
    "backup.every", 30.0, "A backup is made when something was written this long after the last one.",
    unit="minutes", least=1.0, most=525_600.0, guarded=True,
)  # fmt: skip
BACKUP_ALL = _days("backup.keep_all", 1.0, "Every backup is kept so long.", guarded=True)
BACKUP_DAILY = _days("backup.keep_daily", 7.0, "After that, one backup a day is kept up to this age.", guarded=True)
BACKUP_WEEKLY = _days(
    "backup.keep_weekly", 28.0, "After that, one backup a week is kept for so much longer.", guarded=True
)
BACKUP_NEWEST = _whole(
    "backup.keep_newest", 3, "Backups that are kept whatever their age.", unit="backups",
    least=1, most=1_000, guarded=True,
)  # fmt: skip
QUIET_DAYS = _days("doctor.quiet_days", 14.0, "`lore doctor` warns when nothing was learnt for so long.")
DUE_FACTS = _whole(
    "doctor.due_facts", 10, "New facts from which `lore doctor` says that a consolidation is due; at 0 it always is.",
    unit="facts", least=0, most=100_000,
)  # fmt: skip
DUE_DAYS = _days("doctor.due_days", 1.0, "… and so long after the last one.")

SETTINGS: Mapping[str, Setting[Any]] = MappingProxyType(_ALL)

_OF_A_POLICY = "the numbers of a policy are fixed now: `memory.policy` chooses which, and `docs/config.md` names them"
_OF_A_CHECK = "what `lore doctor` waits for is fixed now; `doctor.quiet_days`, `due_facts` and `due_days` stay"
GONE: Mapping[str, str] = {
    **dict.fromkeys((f"memory.{way}.{kind}" for way in ("half_life", "lifetime") for kind in Kind), _OF_A_POLICY),
    **dict.fromkeys((f"memory.floor.{policy}" for policy in ("living", "half_life", "salience")), _OF_A_POLICY),
    **dict.fromkeys(("memory.decay.episodic", "memory.decay.semantic", "memory.rate_days"), _OF_A_POLICY),
    **dict.fromkeys(
        (
            *(f"doctor.{name}_days" for name in ("retired", "tainted", "waiting", "narrative", "schedule")),
            *("doctor.lock_minutes", "doctor.chunks_per_file"),
        ),
        _OF_A_CHECK,
    ),
}
"""Settings of earlier versions, and what holds instead. What a store still holds of them changes nothing."""

ELSEWHERE_CHANGED: tuple[tuple[str, str], ...] = (
    ("the embedding model, an endpoint and its address", "lore model use"),
    ("the project of a folder", "lore project set"),
    ("folders of documents", "lore docs add"),
    ("the data folder", "LORE_HOME"),
)
"""What you choose with another command or variable."""


def setting_named(name: str) -> Setting[Any]:
    """The setting of this name. Raises UsageError, which names one that is spelt alike, or says what to do instead."""
    if name in GONE:
        raise UsageError(f"the setting `{name}` is gone", hint=GONE[name])
    try:
        return SETTINGS[name]
    except KeyError:
        import difflib

        close = difflib.get_close_matches(name, SETTINGS, n=1)
        hint = f"did you mean `{close[0]}`?" if close else "`lore config list` shows them"
        raise UsageError(f"there is no setting `{name}`", hint=hint) from None


def settings_below(prefix: str) -> Iterator[Setting[Any]]:
    """The settings of this name or below it: `memory`, `memory.confidence`, all for an empty text. May be none."""
    return (
        setting
        for setting in SETTINGS.values()
        if not prefix or f"{setting.name}.".startswith(f"{prefix.rstrip('.')}.")
    )
