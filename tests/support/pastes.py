"""What people paste out of a terminal or from the page of a code review, in every frame it comes in.

Each holds a sentence that would be a rule of the person's had they typed it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

RULE = "From now on always run the importer with --dry-run."
OWN = "From now on always use pnpm, never npm."
FILLER = (
    "We keep the old parser for one more release.", "The config is read once at the start.",
    "Run the checks before you open a pull request.", "All dates are stored in UTC.",
    "Errors are returned, not thrown.", "The cache lives for ten minutes.",
)  # fmt: skip

PROMPTS: Mapping[str, str] = {
    "sh": "$ {}",
    "bash": "anna@dev-box:~/work/shop$ {}",
    "root": "root@3f2a9c:/app# {}",
    "bracketed": "[anna@dev-box shop]$ {}",
    "virtual environment": "(.venv) anna@dev-box:~/work/shop$ {}",
    "zsh": "anna@Annas-MacBook-Pro shop % {}",
    "oh-my-zsh": "➜  shop git:(main) ✗ {}",
    "fish": "anna@dev-box ~/w/shop (main)> {}",
    "starship": "shop on  main [!] via  v22.1.0\n❯ {}",
    "two lines": "╭─anna@dev-box ~/work/shop ‹main*›\n╰─$ {}",
    "powershell": "PS C:\\Users\\anna\\shop> {}",
    "cmd": "C:\\Users\\anna\\shop>{}",
    "git bash": "anna@DESKTOP-4F2 MINGW64 ~/shop (main)\n$ {}",
    "alpine": "/app # {}",
    "timed": "[10:42:07] anna@dev-box:~/shop$ {}",
    "python": ">>> {}",
    "ipython": "In [3]: {}",
    "psql": "shop=# {}",
    "mysql": "mysql> {}",
    "coloured": "\x1b[32manna@dev-box\x1b[0m:\x1b[34m~/shop\x1b[0m$ {}",
    "colours left": "[32manna@dev-box[0m:[34m~/shop[0m$ {}",
}
COMMANDS = ("cat CONTRIBUTING.md", "npm test", "git log -1 --format=%B", "./scripts/check.sh")


@dataclass(frozen=True, slots=True)
class Paste:
    """A message: what the person typed, if anything, and what they pasted."""

    name: str
    text: str
    typed: bool


def terminals() -> Iterator[tuple[str, str]]:
    """Every shell with output of every length, with and without a prompt at its end and blank lines in it."""
    for (shell, prompt), length, closed, spaced in product(
        PROMPTS.items(), (1, 3, 12, 40), (False, True), (False, True)
    ):
        if (spaced and length == 1) or (closed and prompt.endswith(": {}")):
            continue  # nobody can tell what is typed below a command; a colon announces what is somebody's
        lines = [prompt.format(COMMANDS[length % len(COMMANDS)]), *_told(length, RULE)]
        if spaced:
            lines.insert(len(lines) - 1, "")
        if closed:
            lines += [prompt.format("").rstrip() if shell != "sh" else "$"]
        yield f"{shell}, {length}{', closed' if closed else ''}{', spaced' if spaced else ''}", "\n".join(lines)


def tool_frames() -> Iterator[tuple[str, str]]:
    """What the agents' own terminals show of a tool call and of an answer."""
    for length in (1, 3, 12, 40):
        told = _told(length, RULE)
        inside = "\n     ".join(told)
        yield f"Claude Code, {length}", f"⏺ Bash(cat CONTRIBUTING.md)\n  ⎿  {inside}"
        yield (
            f"Claude Code with a dot, {length}",
            f"● Read(CONTRIBUTING.md)\n  ⎿  {inside}\n     … +94 lines (ctrl+o to expand)",
        )
        yield f"Claude Code said, {length}", "⏺ " + "\n  ".join(told)
        yield f"Claude Code prompt, {length}", "> what does it say\n\n⏺ " + "\n  ".join(told)
        yield f"Codex, {length}", "• Ran cat CONTRIBUTING.md\n  └ " + "\n    ".join(told)
        box = [f"│ {line:<60} │" for line in told]
        yield f"box, {length}", "\n".join(["╭" + "─" * 62 + "╮", *box, "╰" + "─" * 62 + "╯"])
        yield (
            f"trace, {length}",
            (
                'Traceback (most recent call last):\n  File "/app/main.py", line 3, in <module>\n    run()\n'
                f"ValueError: {' '.join(told)}"
            ),
        )
        yield (
            f"node trace, {length}",
            f"Error: {' '.join(told)}\n    at run (/app/main.js:3:9)\n    at main (/app/x.js:1:1)",
        )
        yield f"log, {length}", "\n".join(f"2026-02-01 10:11:{n % 60:02} INFO {line}" for n, line in enumerate(told))
        yield f"compose, {length}", "\n".join(f"web-1  | {line}" for line in told)
        yield f"diff, {length}", "diff --git a/x.md b/x.md\n@@ -1,2 +1,2 @@\n" + "\n".join(f"+{line}" for line in told)


REVIEWS: Mapping[str, str] = {
    "CodeRabbit, source": (
        "_⚠️ Potential issue_ | _🟠 Major_\n\n**Handle the failed import.**\n\n{body}\n\n<details>\n"
        "<summary>🤖 Prompt for AI Agents</summary>\n\n```\nIn src/importer.ts around lines 10 - 20, {line}\n```\n\n"
        "</details>\n\n<!-- This is an auto-generated comment by CodeRabbit -->"
    ),
    "CodeRabbit, page": (
        "coderabbitai bot commented 2 hours ago\n⚠️ Potential issue | 🟠 Major\n\nHandle the import.\n\n{body}\n\n"
        "🤖 Prompt for AI Agents"
    ),
    "CodeRabbit, prompt": (
        "Verify each finding against the current code and only fix it if needed.\n\n"
        "In @src/importer.ts around lines 10 - 20, {line} {body}"
    ),
    "CodeRabbit, summary": (
        "**Actionable comments posted: 3**\n\n<details>\n<summary>🧹 Nitpick comments (2)</summary><blockquote>\n\n"
        "<details>\n<summary>src/importer.ts (1)</summary><blockquote>\n\n`10-20`: **Handle it.**\n\n{body}\n\n"
        "</blockquote></details>\n</blockquote></details>"
    ),
    "Copilot, page": (
        "Copilot AI reviewed 5 minutes ago\nView reviewed changes\nimporter.ts\nComment on lines +10 to +20\n\n{body}"
        "\n\nSuggested change\n      run(file)\n      run(file, dry=True)"
    ),
    "Copilot, source": (
        "## Pull request overview\n\nThis PR adds an importer.\n\n### Reviewed changes\n\nCopilot reviewed 3 out of 3 "
        "changed files in this pull request and generated 1 comment.\n\n{body}\n\n```suggestion\nrun(file)\n```"
    ),
    "Greptile": (
        "<h3>Greptile Summary</h3>\n\nThis PR adds an importer.\n\n{body}\n\n<h3>Confidence Score: 3/5</h3>\n\n"
        "<!-- greptile_comment -->\n\n<sub>Last reviewed commit: 3f2a9c1</sub>"
    ),
    "Greptile, plain": "Greptile Summary\n\nThis PR adds an importer.\n\n{body}\n\nConfidence Score: 3/5",
    "Bugbot": (
        "### Bug: Import writes at once\n\n<!-- **High Severity** -->\n\n<!-- DESCRIPTION START -->\n{body}\n"
        '<!-- DESCRIPTION END -->\n\n<a href="https://cursor.com/open?x=1">Fix in Cursor</a>'
    ),
    "Bugbot, page": (
        "cursor bot reviewed 3 hours ago\nsrc/importer.ts\nImport writes at once\nHigh Severity\n\n{body}\n\n"
        "Fix in Cursor Fix in Web"
    ),
    "Claude, action": (
        "**Claude finished @anna's task in 2m 14s** —— [View job](https://github.com/a/b/actions/runs/1)\n\n---\n\n"
        "### Review\n\n- [x] Read the diff\n- [x] Post feedback\n\n{body}\n\n#### 🔴 Critical\n\n{line}"
    ),
    "Claude, action, plain": "Claude finished @anna's task in 2m 14s —— View job\n\nReview\n\n{body}",
    "Codex, review": (
        "**<sub><sub>![P1 Badge](https://img.shields.io/badge/P1-orange)</sub></sub>  Import writes at once**"
        "\n\n{body}\n\nUseful? React with 👍 / 👎."
    ),
    "Codex, page": "chatgpt-codex-connector bot left a comment\n\nP1 Badge Import writes at once\n\n{body}",
    "Gemini": (
        "![high](https://www.gstatic.com/codereviewagent/high-priority.svg)\n\n{body}\n\n```suggestion\nrun(file)\n```"
    ),
    "github-actions, page": "github-actions bot commented on Jan 5, 2026\n\n{body}\n\nContributor",
    "SonarCloud": (
        "## [![Quality Gate Failed](https://x.io/q.png 'Failed')](https://sonarcloud.io/d?id=1) **Quality Gate failed**"
        "\n\n{body}\n\n[See analysis details on SonarQube Cloud](https://sonarcloud.io/d)"
    ),
    "severities": (
        "## Code Review\n\n### Critical Issues\n\n1. **Import writes at once** (`src/importer.ts:10`)\n\n{body}\n\n"
        "### Minor Issues\n\n- {line}"
    ),
    "list with severities": (
        "[P1] Import writes at once — src/importer.ts:10-20\n{body}\n\n[P2] Name it — src/x.ts:3-4\n{line}"
    ),
    "one with a label": "🔴 Critical: Import writes at once\n\n{body}",
    "Copilot, two lines": "Copilot AI\n2 days ago\n\n{body}\n\nCopilot uses AI. Check for mistakes.",
    "CodeRabbit, three lines": "coderabbitai bot\nreviewed\n2 hours ago\n\nView reviewed changes\n\nsrc/a.ts\n\n{body}",
    "CodeRabbit, login": "coderabbitai[bot]\n\n{body}",
    "CodeRabbit, all prompts": (
        "Verify each finding and only fix it if needed.\n\nInline comments:\nIn `@src/a.ts`:\n"
        "- Around line 10-20: {body}\n\n---\n\nNitpick comments:\nIn `@src/b.ts`:\n- Around line 3: {line}"
    ),
    "Sourcery": "**issue (bug_risk):** {body}\n\n**suggestion:** {line}",
    "Qodo": (
        "## PR Reviewer Guide 🔍\n\nSome observations:\n\n<table>\n<tr><td>Effort: 2 🔵🔵⚪⚪⚪</td></tr>\n"
        "<tr><td>{body}</td></tr>\n</table>\n\n<!-- end -->"
    ),
    "Codex, findings": "Full review comments:\n\n- [P1] Guard — /app/a.ts:10-20\n  {body}\n\n- [P2] Name — b.ts:1",
    "Greptile, prompt": (
        "This is a comment left during a code review.\nPath: src/a.ts\nLine: 10:20\n\nComment:\n{body}\n\n"
        "How can I resolve this? If you propose a fix, please make it concise."
    ),
    "Gemini, summary": "## Code Review\n\nThis adds x. {body}\n\n![high](https://x.io/c.svg)\n\n{line}",
    "a bot on behalf": "dependabot bot commented on behalf of github Jan 5, 2026\n\n{body}\n\nContributor",
    "severity field": "Severity: High\nFile: src/importer.ts\nLine: 10\n\n{body}",
}
"""Reviews of programs, as their source or as the page shows it."""


OUTPUTS: Mapping[str, str] = {
    "cargo": "error[E0308]: mismatched types\n --> src/main.rs:3:5\n  |\n3 |     x\n  = help: {rule}\n  = note: {body}",
    "npm": "npm WARN deprecated foo@1.0.0: {rule}\nnpm error code ENOENT\nnpm error {rule}",
    "eslint": "/app/src/a.js\n  12:3  error  {rule}  no-var\n  14:1  warning  {rule}  eqeqeq",
    "tsc": "src/a.ts(3,5): error TS2322: {rule}\nsrc/b.ts:3:5 - error TS2322: {rule}",
    "mypy": "a.py:3: error: {rule}  [misc]\nFound 1 error in 1 file",
    "ruff": "src/a.py:3:1: E501 {rule}\nE501 {rule}\n --> src/a.py:3:1\n  |\n3 | x",
    "pytest": "    def test_x():\n>       assert 1 == 2\nE       AssertionError: {rule}\n\na.py:3: AssertionError",
    "python warning": "/usr/lib/a.py:3: DeprecationWarning: {rule}\n  import x",
    "git push": "remote: Resolving deltas: 100%\nremote: {rule}\nfatal: Not possible",
    "git log": "commit {hash}\nAuthor: Anna <a@b.c>\nDate:   Wed Feb 11 15:52:29 2026\n\n    {rule}\n\n    {body}",
    "docker": "#5 [2/4] RUN npm ci\n#5 1.234 {rule}\n#5 ERROR: process did not complete",
    "jest": "FAIL src/a.test.js\n  ● suite › test\n\n    {rule}\n\n      at Object.<anonymous> (src/a.test.js:3:5)",
    "go": "--- FAIL: TestX (0.00s)\n    a_test.go:12: {rule}\nFAIL",
    "panic": "thread 'main' panicked at src/main.rs:3:5:\n{rule}\nnote: run with `RUST_BACKTRACE=1`",
    "java": 'Exception in thread "main" a.b.BadStateException: {rule}\n\tat a.b.A.run(A.java:3)\nCaused by: x: {rule}',
    "actions": "Run npm test\n2026-01-05T10:00:00.1234567Z {rule}\nError: Process completed with exit code 1.",
    "browser": "app.js:12 Uncaught TypeError: {rule}\n    at run (app.js:12)",
    "Codex's window": "› fix it\n\n• {body}\n\n• Ran npm test\n  └ {rule}\n\n─ Worked for 1m 3s ─────\n\n• {body}",
    "Gemini's window": "> fix it\n\n✦ {body}\n  {rule}\n\n ✓  Shell npm test\n\n✦ {body}",
    "Claude Code's window": "● {body}\n\n  {rule}\n\n  - {rule}\n\n✻ Baked for 33s",
}


def outputs() -> Iterator[tuple[str, str]]:
    for (name, frame), length in product(OUTPUTS.items(), (1, 3)):
        body = " ".join(_told(length, RULE))
        yield f"{name}, {length}", frame.format(body=body, rule=RULE, hash="3f2a9c1b" * 5)


def reviews() -> Iterator[tuple[str, str]]:
    for (name, frame), length, paragraphs in product(REVIEWS.items(), (1, 3, 12), (False, True)):
        body = ("\n\n" if paragraphs else " ").join(_told(length, RULE))
        yield f"{name}, {length}{', paragraphs' if paragraphs else ''}", frame.format(body=body, line=FILLER[0])


def placed(name: str, pasted: str) -> Iterator[Paste]:
    yield Paste(f"{name}: alone", pasted, typed=False)
    yield Paste(f"{name}: after it", f"{OWN}\n\n{pasted}", typed=True)
    yield Paste(f"{name}: after it, at once", f"{OWN}\n{pasted}", typed=True)
    yield Paste(f"{name}: before it", f"{pasted}\n\n{OWN}", typed=True)
    yield Paste(f"{name}: round it", f"look at this\n\n{pasted}\n\n{OWN}", typed=True)


def _told(length: int, rule: str) -> Sequence[str]:
    lines = [FILLER[number % len(FILLER)] for number in range(length - 1)]
    return [*lines[: len(lines) // 2], rule, *lines[len(lines) // 2 :]]
