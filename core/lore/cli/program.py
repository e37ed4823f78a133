"""The entry point and the table of commands."""

import errno
import gc
import importlib
import os
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import click

from lore import __version__
from lore.cli import console, terminal
from lore.errors import LoreError

LONGEST_REASON = 300
"""Characters of an error that Lore did not expect."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: where it stands and what the help says, so that help need not import it."""

    module: str
    attribute: str
    help: str


SECTIONS: dict[str, dict[str, Entry]] = {
    "Start": {
        "demo": Entry("lore.cli.demo", "demo", "Try it: real sessions, the whole pipeline, a throw-away store."),
        "tui": Entry("lore.cli.tui", "tui", "Open the app (so does `lore` alone)."),
        "capture": Entry("lore.cli.capture", "capture", "Read transcripts of agents into the store."),
    },
    "Facts": {
        "add": Entry("lore.cli.editing", "add", "Save one fact."),
        "checkpoint": Entry("lore.cli.checkpoint", "checkpoint", "Save a task, its problem and what solved it."),
        "facts": Entry("lore.cli.facts", "facts", "List facts."),
        "search": Entry("lore.cli.search", "search", "Search facts, sessions and documents."),
        "show": Entry("lore.cli.facts", "show", "Show one fact with its evidence."),
        "edit": Entry("lore.cli.editing", "edit", "Change a fact."),
        "archive": Entry("lore.cli.editing", "archive", "Archive facts; nothing is deleted."),
        "restore": Entry("lore.cli.editing", "restore", "Restore archived facts."),
        "supersede": Entry("lore.cli.editing", "supersede", "Replace a fact by another."),
        "confirm": Entry("lore.cli.editing", "confirm", "Confirm that facts which may be outdated still hold."),
        "pin": Entry("lore.cli.editing", "pin", "Keep a fact from fading."),
        "propose": Entry("lore.cli.editing", "propose", "Add a fact to the review queue."),
    },
    "Govern": {
        "distill": Entry(
            "lore.cli.distill", "distill", "Let a model you choose read sessions and propose what to keep."
        ),
        "consolidate": Entry("lore.cli.distill", "consolidate", "Turn episodes into knowledge and candidates."),
        "review": Entry("lore.cli.review", "review", "Decide on proposals that wait for you."),
        "publish": Entry("lore.cli.publish", "publish", "Write approved conventions into the repository."),
        "share": Entry("lore.cli.exchange", "share", "Share what you approved for all projects through a folder."),
        "memory": Entry("lore.cli.memory", "memory", "Show what matters now in a project, or write it for an agent."),
        "undo": Entry("lore.cli.undo", "undo", "Undo your last change."),
        "redo": Entry("lore.cli.undo", "redo", "Undo the last undo."),
        "log": Entry("lore.cli.undo", "log", "Show what changed, and who changed it."),
        "history": Entry("lore.cli.undo", "history", "Show every change of one fact."),
    },
    "Agents": {
        "setup": Entry("lore.cli.setup", "setup", "Connect the agents on this machine, or disconnect them."),
        "mcp": Entry("lore.cli.hooks", "mcp", "Serve the memory to an agent as MCP tools."),
        "prompt": Entry("lore.cli.hooks", "prompt", "Print instructions for any model."),
        "serve": Entry("lore.cli.hooks", "serve", "Let programs of this machine use the memory over HTTP."),
        "hooks": Entry("lore.cli.hooks", "hooks", "Show whether your agents' hooks work; switch them off or on."),
        "status-line": Entry("lore.cli.hooks", "status_line", "Print one short line for an agent's status line."),
    },
    "Look": {
        "context": Entry("lore.cli.briefing", "context", "Show what an agent is given when a session starts."),
        "recall": Entry("lore.cli.briefing", "recall", "Show what the memory adds to a prompt, if anything."),
        "why": Entry("lore.cli.briefing", "why", "Explain why an agent is given a fact, or is not."),
        "by-date": Entry("lore.cli.search", "by_date", "Show what was said or happened at a time."),
        "sessions": Entry("lore.cli.sessions", "sessions", "List sessions, or show one."),
        "category": Entry("lore.cli.category", "category", "List facts by category, and change the categories."),
        "digest": Entry("lore.cli.schedule", "digest", "Show summaries of sessions, weeks and months."),
        "timeline": Entry("lore.cli.sessions", "timeline", "Replay a session."),
        "docs": Entry("lore.cli.docs", "docs", "Search folders of documents: markdown, text, code outlines."),
        "project": Entry("lore.cli.project", "project", "Show which project a folder belongs to, and why."),
    },
    "Care": {
        "export": Entry("lore.cli.exchange", "export", "Print facts as lines of JSON."),
        "import": Entry("lore.cli.exchange", "import_command", "Read facts from lines of JSON."),
        "migrate-from": Entry("lore.cli.migrate", "migrate_from", "Import memories from another tool."),
        "schedule": Entry("lore.cli.schedule", "schedule", "Run Lore every night, and see how it went."),
        "backup": Entry("lore.cli.exchange", "backup", "Back up the store, or list the backups."),
        "restore-backup": Entry("lore.cli.exchange", "restore", "Restore a backup of the store."),
        "masked": Entry("lore.cli.purge", "masked", "List what was masked on its way in."),
        "purge": Entry("lore.cli.purge", "purge", "Remove a secret or a private text for good."),
        "config": Entry("lore.cli.config", "config", "Show and change settings, such as the policy of memory."),
        "model": Entry("lore.cli.model", "model", "Choose the embedding model of search."),
        "reindex": Entry("lore.cli.search", "reindex", "Rebuild the search index from the store."),
        "doctor": Entry("lore.cli.doctor", "doctor", "Find problems, and repair them."),
        "stats": Entry("lore.cli.stats", "stats", "Show figures about the memory, with trends."),
        "path": Entry("lore.cli.help", "path", "Print the path of the store."),
        "help": Entry("lore.cli.help", "help_command", "Explain a command, or a word such as `taint`."),
    },
}
COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}
LISTS = ("list", "ls")
"""What is typed where the facts are meant."""

GONE: dict[tuple[str, ...], str] = {
    ("serve", "--web"): "run `lore` in a terminal: the app opens there",
    ("compress",): "delete by hand what `CONVENTIONS.md` says too: `lore publish` writes it",
    ("review", "--edit"): "`lore review` asks card by card, `lore review approve --shown` takes what the list shows",
    ("unconfirmed",): "`lore review --all` lists what nobody confirmed, `lore review approve ID` makes it yours",
    ("config", "edit"): "`lore config set NAME VALUE` changes a setting, `lore config list --explain` shows them all",
    ("config", "path"): "`lore path --json` says where the store is: settings are kept in it",
    ("backup", "path"): "`lore path` says where the data folder is: backups lie in it",
    ("memory", "path"): "`lore memory show --json` says where the page is kept",
    ("masked", "--read-again"): "`lore purge --source SESSION`, then `lore capture FILE`, reads a session as today",
    ("about",): "`lore search --depth 3` follows links from a topic",
    ("decisions",): "`lore search kind:decision WORDS` finds them, `lore facts --kind decision` lists the newest",
    ("recent",): "`lore facts` lists the newest first",
    ("docs", "search"): "`lore search --in docs WORDS` does it, with `tag:NAME` in one collection",
}
"""What a command line begins with, and an option of it where the last word is one → what to do now."""

EPILOG = """\b
Exit codes: 0 done, 1 failed, 2 usage, 3 nothing found, 4 needs a person,
5 busy, 130 interrupted; `lore doctor` has its own: 0 healthy, 1 a warning,
2 broken. Data goes to stdout, messages to stderr.
The store is in $LORE_HOME, or where `lore path` says."""


def _insist_on_present(words: Sequence[str]) -> None:
    """Raises UsageError, with what to do instead, where the words begin with a command that is gone."""
    for gone, instead in GONE.items():
        command = [word for word in gone if not word.startswith("-")]
        if [*words[: len(command)]] == command and {*gone} <= {*words}:
            raise console.usage_error(f"`lore {' '.join(gone)}` is gone", instead)


class Commands(click.Group):
    """A group that imports a command when it is used, and lists all without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = getattr(importlib.import_module(entry.module), entry.attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, entries in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()], col_max=14)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        _insist_on_present(args)
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            close = ["facts"] if args[0] in LISTS else difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean `lore {close[0]}`?" if close else "`lore --help` lists the commands"
            raise console.usage_error(f"there is no command `{args[0]}`", hint)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands, invoke_without_command=True, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="lore", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")
@click.option("--in", "folder", metavar="FOLDER", help="Use the store in this data folder, whatever `LORE_HOME` says.")
@click.pass_context
def cli(context: click.Context, folder: str | None) -> None:
    """The long-term memory of your coding agents, governed by you.

    Without a command, opens the app.
    """
    if folder:
        os.environ["LORE_HOME"] = folder
    if context.invoked_subcommand is None:
        from lore.cli.console import may_open_app

        if may_open_app():
            tui = cli.get_command(context, "tui")
            assert tui is not None
            context.invoke(tui)
        else:
            from lore.cli import output

            output.lines(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command line and exit with its code."""
    # Most commands are over before there is garbage worth collecting: looking for it while the embedding model's
    # libraries are imported, and again at exit, took 200 ms of the 850 ms of `lore search`.
    gc.set_threshold(100_000, 50, 50)
    terminal.make_writable()
    code = run(sys.argv[1:] if arguments is None else arguments)
    if "lore.store" in sys.modules:
        console.tell_damage()
    background = sys.modules.get("lore.actions.background")
    if background is not None:
        background.start_noted()
    gc.freeze()
    if any(thread.daemon for thread in threading.enumerate()):
        terminal.leave_at_once(code)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command line; returns the exit code. Messages go to stderr, and whatever went wrong is one of them."""
    terminal.begin()
    console.begin()
    as_json = "--json" in arguments
    try:
        code = cli.main(list(arguments), prog_name="lore", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        return console.show_usage(error, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        return console.interrupted()
    except terminal.ReaderGone:
        terminal.forget_output()
        return 0
    except Exception as error:  # noqa: BLE001 -- the last place: from here on it would be a traceback
        if "--debug" in arguments:
            return console.show_traceback(error)
        return console.show_error(_explained(error), as_json=as_json)


def _explained(error: Exception) -> LoreError:
    """What went wrong, with the next step; no kind of error gets past this."""
    if isinstance(error, LoreError):
        return error
    if isinstance(error, MemoryError):
        return LoreError("there is not enough memory for this", hint="read less at once, or close other programs")
    if isinstance(error, RecursionError):
        return LoreError("the input is nested too deeply", hint="`lore --debug …` shows where it was read")
    if isinstance(error, OSError):
        return _of_the_system(error)
    from lore.text import one_line, shorten

    if in_the_store := _looked_for_in_the_store():
        return in_the_store
    reason = one_line(str(error)) or "no reason was given"
    return LoreError(
        f"Lore did not expect this: {type(error).__name__}: {shorten(reason, LONGEST_REASON)}",
        hint="what was saved before is safe; `lore --debug …` shows where it happened, for a report",
    )


def _looked_for_in_the_store() -> LoreError | None:
    from lore.actions import reason_in_the_store

    try:
        return reason_in_the_store()
    except Exception:  # noqa: BLE001 -- what failed first is what is told
        return None


def _of_the_system(error: OSError) -> LoreError:
    if error.errno == errno.ENOSPC and error.filename is None:
        terminal.forget_output()  # stdout is on a full disk
        return LoreError("the output could not be written: the disk is full")
    reason = (error.strerror or type(error).__name__).lower()
    if error.filename is None:
        return LoreError(f"the system refused it: {reason}", hint="`lore --debug …` shows where it happened")
    name = error.filename if isinstance(error.filename, str) else os.fsdecode(error.filename)
    return LoreError(f"`{name}` cannot be used: {reason}", hint="check who owns it and its permissions")
