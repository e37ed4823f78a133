"""Eighty everyday rules, each with a plain question: tools, style, process, language, values."""

from support.data import data

QUESTIONS: dict[str, str] = data("everyday")["questions"]
RULES = tuple(QUESTIONS)
