"""Statements that are all true together, and statements that take the place of others: made from templates.

Each half of the templates has words of its own. The rule was looked at with the first half alone; the second is the
proof that it was not made for its examples.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

_FIRST_WORDS = {
    "service": "auth billing search catalogue checkout gateway ledger notifier",
    "env": "staging production preview sandbox",
    "server": "eu-1 eu-2 us-3 ap-4 eu-west-7",
    "person": "Alice Bob Carla Dmitri Eun Fatima",
    "team": "platform payments growth identity data",
    "city": "Berlin Lisbon Oslo Krakow Ghent",
    "tool": "pytest vitest jest mypy ruff eslint webpack",
    "day": "Monday Tuesday Wednesday Thursday Friday",
    "month": "January March April June October",
    "lang": "German French Polish Korean",
    "file": "src/app.py src/api/routes.ts lib/db.rs web/index.html Makefile",
    "folder": "docs/ scripts/ infra/modules/ tests/unit/ tests/e2e/",
    "db": "PostgreSQL MySQL Redis MongoDB",
    "version": "1.2 1.3 2.0 2.1 3.4.1 3.4.2",
    "table": "users orders invoices sessions",
    "region": "eu-central-1 us-east-1 ap-south-1",
    "flag": "--verbose --dry-run --force -v -V",
    "ticket": "#523 #524 ABC-12 ABC-13",
    "host": "10.0.0.1 10.0.0.2 db1.example.com db2.example.com",
    "id": "project_2024 project_2024_v2 userId user_id USER_ID",
}
FIRST = (
    "The {service} service listens on port {n}",
    "Port of {service}: {n}",
    "Server {server} has {n} GB of memory",
    "{person}'s phone extension is {n}",
    "Release {version} ships on {small} {month}",
    "The {env} database runs {db} {small}",
    "Migration 00{small2} adds the {table} table",
    "Use {tool} in the {service} package",
    "Do not use {tool} in the {service} package",
    "{person} works from {city}",
    "{person} speaks {lang}",
    "The {team} team meets on {day}",
    "{file} is generated",
    "The {service} logs go to {folder}{service}.log",
    "Backups of {env} are kept for {n} days",
    "{id} budget is ${n}K",
    "The {lang} translation is maintained by {person}",
    "Ticket {ticket} is about the {service} timeout",
    "{service} talks to {host}",
    "Run the tests of {folder} with {tool} {flag}",
    "The replica in {region} has {small} nodes",
    "In {month} the {team} team is on call",
)
_HELD_OUT_WORDS = {
    "thing": "thermostat greenhouse kiln ferry turbine orchard",
    "who": "Ngozi Henrik Priya Tomasz Wanjiru Luca",
    "group": "warehouse kitchen legal radiology night-shift",
    "place": "Nairobi Porto Gdansk Hobart Quito",
    "machine": "runner-a runner-b gpu01 gpu02 mini",
    "module": "parser lexer renderer scheduler allocator",
    "path": "crates/core/lib.rs pkg/net/dial.go app/views/home.erb conf.d/a.conf conf.d/b.conf",
    "pkg": "serde tokio clap rayon numpy pandas",
    "season": "spring summer autumn winter",
    "speech": "Swahili Portuguese Finnish Tamil",
    "url": "https://a.example.org/v1 https://a.example.org/v2 https://b.example.org/v1",
    "branch": "main release/7 release/8 hotfix",
    "clock": "06:00 09:30 14:15 22:45",
    "year": "2021 2022 2023 2024",
    "env": "DATABASE_URL CACHE_URL SMTP_HOST",
    "kind": "unit integration smoke load",
    "sku": "SKU-100 SKU-101 X7-b X7-c",
}
HELD_OUT = (
    "{who} looks after the {thing} in {place}",
    "The {thing} in {place} is {n} metres long",
    "{machine} has {small} CPU cores and {n} GB of disk",
    "The {module} lives in {path}",
    "Never log anything in the {module}",
    "Always log errors in the {module}",
    "{pkg} is pinned to {small}.{n}",
    "{kind} tests take {n} seconds",
    "Mock the network in {kind} tests",
    "Do not mock the network in {kind} tests",
    "{who} is away from {small} to {small2} {season}",
    "The {group} group has {small} members",
    "The manual of the {thing} exists in {speech}",
    "{url} answers in {n} ms",
    "{branch} is deployed at {clock}",
    "Revenue in {year} was {n} million",
    "{env} is set by the {group} group",
    "{sku} costs {n} euros",
    "Room {n} belongs to the {group} group",
    "{path} may not import {pkg}",
    "The {thing} controller answers at {small} volts",
    "{who} prefers {speech} in mails from {place}",
)


@dataclass(frozen=True, slots=True)
class Replacement:
    """An older statement and the newer one that takes its place."""

    older: str
    newer: str


def true_statements(count: int, *, held_out: bool, seed: int = 7) -> list[str]:
    """Different statements, any two of which hold together: no two of them give one subject two values."""
    chance = random.Random(f"{seed} {held_out}")
    templates, words = (HELD_OUT, _HELD_OUT_WORDS) if held_out else (FIRST, _FIRST_WORDS)
    made: dict[tuple[str, ...], str] = {}
    while len(made) < count:
        template = chance.choice(templates)
        chosen = {name: chance.choice(options.split()) for name, options in words.items()}
        numbers = {
            "n": chance.randrange(20, 9_000),
            "small": chance.randrange(2, 20),
            "small2": chance.randrange(21, 29),
        }
        said = template.format(**chosen, **numbers)
        # One subject gets one value: what is said of the same names a second time would be another value of it.
        names = tuple(chosen[name] for name in words if "{" + name + "}" in template)
        made.setdefault((_subject(template), *names), said)
    return list(made.values())


def _subject(template: str) -> str:
    return (
        template.replace("Do not use", "Use")
        .replace("Do not mock", "Mock")
        .replace("Never log anything", "log")
        .replace("Always log errors", "log")
    )


def replacements() -> list[Replacement]:
    """Pairs of which the newer takes the place of the older: said in so many words."""
    stated = [
        ("Use {1}", "Use {0}, not {1}"), ("Use {1}", "Use {0} instead of {1}"), ("Use {1}", "Prefer {0} over {1}"),
        ("We use {1}", "We no longer use {1}, we use {0}"), ("Use {1} for this", "Use {0} instead of {1} for this"),
        ("Use {1}", "We switched from {1} to {0}"), ("Use {1}", "Not {1} but {0}"),
        ("Use {1}", "Don't use {1}, use {0}"),
        ("Format the code with {1}", "Format the code with {0} rather than {1}"),
    ]  # fmt: skip
    tools = (("pnpm", "npm"), ("uv", "pip"), ("Vitest", "Jest"), ("guard let", "force unwrap"), ("structlog", "print"),
             ("httpx", "requests"), ("Caddy", "nginx"), ("Podman", "Docker"))  # fmt: skip
    return [Replacement(older.format(*pair), newer.format(*pair)) for older, newer in stated for pair in tools]


def pairs_of(statements: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, other) for place, one in enumerate(statements) for other in statements[place + 1 :]]
