"""`docs/agents.md` is made from the table of agents; `LORE_WRITE_DOCS=1` writes it."""

import os
from collections.abc import Iterator
from pathlib import Path

from lore.adapters.table import Agent, all_agents

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
BEGINNING = """\
# Lore inside your agents

`lore setup` connects the agents on this machine: hooks that hand events to `lore-hook` and bring its answer to the
model, and the server `lore mcp`. In a terminal it lists the agents that are here and asks about each (`d` shows every
line that it would write), writes only entries of its own, and then runs each of them once on a sample. Then it offers
to read your past sessions, asks who may read new ones, and says what to do next. In a script `--yes` is each yes.

```
lore setup                    the agents that are here
lore setup --dry-run          only show
lore setup --agent codex      this one alone; may be repeated
lore setup --project          into the repository that you are in
lore setup --reader claude    who reads your sessions by itself, without being asked: `docs/privacy.md`
lore setup --live             run the agents themselves once as well: each asks its model one question
lore setup status             what is set up, and what is wrong
lore setup --extras           slash commands and a status line too, without being asked
lore setup --remove           take all of it out again
lore setup plugins            print the folder of the plugins
```

- **All else stays byte for byte**, comments and layout included. Doing it twice changes nothing. `--remove` and `lore
  undo` bring the files back as they were; where somebody changed them since, only what is ours goes. Ours are the
  entries whose command is `lore-hook` or `-m lore.agents.hook`, the
  server `lore` that runs `lore mcp`, and files that are all ours.
- **A file that cannot be written is told, and the other agents go on**: broken, linked, read-only, of another user,
  over 5 MB.
- **It is a decision**: refused in an agent's shell, with exit code 4.
- Hooks of other memory tools, their servers, and the regions that they keep in AGENTS.md are named: two memories give
  an agent the same thing twice, or two things.
- Slash commands are offered for Claude Code and Gemini CLI (`/lore:remember`) and opencode (`/lore/remember`):
  `remember` keeps your words at once, `recall`, `review`, `checkpoint`, `clean`, `compact`, `onboard` and `lore`. For
  Claude Code a status line is offered too, where you have none. Both go with `--remove`. Tried in Claude Code; the
  other two by their documentation.
- A session of Claude Code, Codex and Gemini CLI starts with one line that you see, such as
  “Lore: 3 rules · 2 wait, say “review lore””. The others show no such line.
- An agent without hooks is told of its memory in a section of AGENTS.md: `lore setup --agent zed --project` in a
  repository. The section is Lore's alone and goes with `--remove --project`.
- For Claude Code, Codex and Copilot CLI there is a plugin instead, with the same slash commands, `stats` and `health`.
  Take the plugin or set-up, not both: the hooks would run twice.
- `onboard` asks a few questions where the memory is empty, and proposes your answers.

In the app, `Connect agents` among the commands (`:`) does the same: each diff, a question, then each command tried; `x`
there takes it out, `tab` shows one agent alone. Health tells who is connected, which sessions run and what failed.

An agent is a file of data, `core/lore/adapters/entries/NAME.json`; a new one is a new file there and a fixture in
`tests/data/agents`. `make agents` installs Claude Code, Codex, Copilot CLI, Gemini CLI and opencode, and runs each of
them against a model on loopback: what set-up writes is run, what a hook prints reaches the model, and removal leaves
the files as they were.

"""


def page() -> str:
    lines = ["| agent | checked | hooks | gets context at | server |", "|---|---|---|---|---|"]
    agents = all_agents()
    lines += [
        f"| [{each.title}](#{each.name}) | {_checked(each)} | {_runs(each)} | {_gets(each)} | yes |" for each in agents
    ]
    return BEGINNING + "\n".join(lines) + "\n" + "".join("\n".join(_section(each)) for each in agents)


def _checked(each: Agent) -> str:
    how = "run" if each.checked.how == "run" else "by its documentation"
    return f"{each.checked.version}, {how}"


def _runs(each: Agent) -> str:
    if each.hooks is None:
        return "none"
    return "commands" if each.hooks.runs == "command" else "a plugin"


def _gets(each: Agent) -> str:
    events = [event for event in each.hooks.events if event.gives and event.set_up] if each.hooks else []
    return ", ".join(dict.fromkeys(event.means.replace("-", " ") for event in events)) or "AGENTS.md, the server"


def _section(each: Agent) -> Iterator[str]:
    yield f'\n<a id="{each.name}"></a>\n\n## {each.title}\n'
    yield "| file | for | holds |\n|---|---|---|"
    for file in each.settings:
        if file.through:
            yield f"| those of {file.through} | {file.scope} | {file.holds} |"
        else:
            paths = dict.fromkeys((file.path or {}).values())
            yield f"| {' or '.join(f'`{path}`' for path in paths)} | {file.scope} | {file.holds} |"
    if each.workspace is not None:
        named = {"memories": each.workspace.memories, "who it is to be": each.workspace.character}
        yield from (
            f"| {', '.join(f'`{name}`' for name in names)} in `{each.workspace.folders[1]}` | user | {holds} |"
            for holds, names in named.items()
        )
    if each.hooks is not None:
        yield "\n| event | is to Lore | gives context | seconds |\n|---|---|---|---|"
        for event in each.hooks.events:
            left = "" if event.set_up else ", left alone by set-up"
            yield f"| `{event.name}` | {event.means}{left} | {'yes' if event.gives else ''} | {event.timeout} |"
    yield ""
    yield from (f"- {trap}" for trap in each.traps)
    yield f"\nBy hand: {each.removal[0].lower()}{each.removal[1:]}\n"
    yield "Sources: " + "; ".join(f"{source.what} ({source.date})" for source in each.sources) + "\n"


def test_the_page_of_agents_is_current() -> None:
    if os.environ.get("LORE_WRITE_DOCS"):
        PAGE.write_text(page(), encoding="utf-8")
    assert page() == PAGE.read_text(encoding="utf-8"), f"`LORE_WRITE_DOCS=1 pytest {__file__}` writes it"
