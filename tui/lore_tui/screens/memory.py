"""Memory: what the next session is given, every fact; search, edit, archive, keep, replace, write new ones."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from lore import actions, model
from lore.actions import FactOrder
from lore.model import Status
from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.look import APPROVED, Piece, Row, Tone
from lore_tui.present.drawing import joined, keyed
from lore_tui.present.facts import State, fact_row
from lore_tui.present.parts import damaged_row
from lore_tui.screens.everywhere import QUERY
from lore_tui.screens.fact_list import ABOUT, FactList
from lore_tui.text import ROW_LIMIT, listed, row_text
from lore_tui.widgets.painted import entitle
from lore_tui.widgets.search_box import SearchBox
from lore_tui.writes import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lore.actions import Engine, NewFact
    from lore.model import Completions, Fact, Link
    from lore_tui.writes import Job, Outcome


class MemoryScreen(FactList):
    """What can be done to facts, one or many."""

    PLACE = Place.MEMORY
    BINDINGS = keys.bindings(Place.MEMORY)
    PANES = ("rows", "card", "rail")

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._shown: Fact | None = None
        """The fact on the card, as it was read: changes rest on its `rev`."""
        self._linked: Sequence[tuple[Link, Fact]] = ()
        self._trail: list[tuple[str, str]] = []
        """Where you were when you followed a link: what was looked for, and the fact."""

    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        asked = self.groups.asked if self.groups else {}
        found = actions.fact_lines(self.engine, list(ids))
        rows = [fact_row(one, self.state_of(one.fact), now, asked=asked.get(one.fact.id, "")) for one in found]
        lacking = set(ids) - {row.id for row in rows}
        damaged = actions.some_facts(self.engine, list(lacking)).damaged if lacking else {}
        return [*rows, *(damaged_row(name, why) for name, why in damaged.items())]

    def state_of(self, fact: Fact) -> State:
        """What becomes of a fact; of one that changed since the groups were read, as far as the fact itself says."""
        known = self.states.get(fact.id)
        if fact.status is not Status.ACTIVE and fact.status is not Status.PENDING:
            return State.ARCHIVED
        if known is not None and known is not State.ARCHIVED:
            return known
        return State.AGENTS if fact.tainted else State.FITS

    def clear_card(self) -> None:
        super().clear_card()
        entitle(self.card, [Piece("Nothing chosen")])

    def fill_card(self, row_id: str, now: str) -> None:
        from lore_tui.present.card_of_fact import Told, fact_card  # the models: loaded after the first paint

        self._shown = None
        view = actions.show(self.engine, row_id)
        self._shown, self._linked = view.fact, view.linked
        short, state = partial(actions.short_id, self.engine), self.state_of(view.fact)
        told = Told(state, now, self.key, short, self.card.is_plain, self._why(view.fact))
        self.card.draw(fact_card(view, actions.explain_strength(self.engine, row_id), told))
        ways = [keyed(self.key("fact.follow"), "links")] if view.linked else []
        ways += [keyed(self.key("fact.review"), "decide")] if state is State.WAITING else []
        entitle(self.card, [Piece(f"{self.rows.cursor + 1:,} of {len(self.rows.ids):,}")], joined(ways))

    def _why(self, fact: Fact) -> str:
        """Why the search found it; empty where nothing was searched."""
        hit = self.found.hits.get(fact.id) if self.found and self.words else None
        if hit is None or hit.by is None:
            return ""
        if hit.by is model.FoundBy.MEANING:
            return "found because it is close in meaning; it holds none of your words"
        if hit.by is model.FoundBy.LINKS:
            return "found because another hit is linked with it"
        words = actions.words_of_query(self.words, typing=self.found is not None and self.found.typing)
        held = ", ".join(f"“{word}”" for word in words.held_by(hit.passage.searched))
        return f"found because it holds {held or 'a word that means the same'}"

    def store_changed(self) -> None:
        super().store_changed()
        shown = self._current()
        if shown is None or self.shell.writes.unanswered or actions.some_facts(self.engine, [shown.id]).damaged:
            return
        stored = next(iter(self.read_or_say_why(lambda: actions.some_facts(self.engine, [shown.id]).facts)), None)
        if stored is None or stored.rev != shown.rev:
            self.changed_elsewhere(shown.id, shown.text, gone=stored is None)

    def visit(self, target: str) -> None:
        """Go to a fact, or to what a query finds."""
        self._trail.clear()
        if target.startswith(QUERY):
            self.query_one(SearchBox).value = target.removeprefix(QUERY)
            self.rows.focus()
            return
        if target in list(State):
            self.view = target
            self.rail.go_to(target)
            self._show_view(None)
            self.rows.focus()
            return
        self._show_again("", target)
        self.rows.focus()

    # Following links

    def action_fact_follow(self) -> None:
        """To the fact at the other end of a link; where there are several, to the one you take."""
        from lore_tui.present.card_of_fact import link_label

        if (fact := self._current()) is None:
            return
        rows = [Row(other.id, other.text, name=link_label(link, fact.id)) for link, other in self._linked]
        if not rows:
            self.show_status("it has no linked facts", Tone.DIM)
        elif len(rows) == 1:
            self._follow(rows[0].id)
        else:
            from lore_tui.dialogs.pick import Pick

            self.app.push_screen(Pick("Go to", rows), self._follow)

    def _follow(self, fact_id: str | None) -> None:
        """To a fact, in the list where it stands there, else alone; Esc comes back."""
        if fact_id is None or self.rows.current is None:
            return
        self._trail.append((self.words, self.rows.current))
        if fact_id in self.rows.ids:
            self.rows.go_to(fact_id)
        else:
            self._show_again(f"id:{fact_id}", fact_id)

    def _show_again(self, query: str, fact: str) -> None:
        if query != self.words or fact not in self.rows.ids:
            self.start_search(query, keep=fact)
            self.query_one(SearchBox).value = query
        else:
            self.rows.go_to(fact)

    def action_back(self) -> None:
        if self._trail and not self.rows.marked and not self.has_class("-open"):
            self._show_again(*self._trail.pop())
        else:
            super().action_back()

    def action_fact_source(self) -> None:
        """To the newest message it rests on, in its session."""
        for view in self.read_or_say_why(lambda: [actions.show(self.engine, fact.id) for fact in self._chosen()[:1]]):
            said = [one for one in view.evidence if one.session]
            if not said:
                self.show_status("it was written by hand, so it has no session", Tone.DIM)
                return
            newest = max(said, key=lambda one: one.at or "")
            self.shell.go_to(Place.HISTORY, f"{newest.session} {newest.source_id or ''}".strip(), back=self.PLACE)

    def written(self, job: Job, outcome: Outcome) -> None:
        super().written(job, outcome)
        self.rows.forget([name for name in outcome.facts if name in self.rows.ids])
        goes = job.name in ("fact.new", "fact.replace", "undo", "redo")
        self.read_groups(outcome.facts[0] if goes and outcome.facts else None)
        if not goes and job.name != "fact.purge":  # nothing is left to show
            self.show_card()

    def not_written(self, job: Job) -> None:
        self.rows.forget([name for name in job.ids if name in self.rows.ids])
        if job.name == "fact.archive":
            self.read_groups(job.ids[0])
        self.show_card()

    def action_fact_purge(self) -> None:
        from lore_tui.dialogs.pick import Typed

        if (fact := self._current()) is None:
            return
        name = actions.short_id(self.engine, fact.id)
        told = f"{fact.text}\n\nIt goes from every table, the history, the index and all backups. Type {name} to do it."

        def purge(typed: str | None) -> None:
            if typed == name:
                work = partial(actions.purge, self.engine, facts=[fact.id], confirm=fact.id)
                self.write("fact.purge", work, f"purged {name} for good", "purge …", undoable=False)
            elif typed is not None:
                self.show_status(f"not purged: that is not {name}", Tone.DIM)

        self.app.push_screen(Typed("Remove it for good", told), purge)

    def action_memory_frame(self) -> None:
        """Exactly what an agent is given at the next start."""
        from lore_tui.present.card_of_fact import frame_blocks

        chosen = self._current()
        here = self.shell.project or (chosen.project if chosen else None) or self.engine.project
        for brief in self.read_or_say_why(lambda: [actions.context(self.engine, project=here)]):
            self.read("What the agent is given", frame_blocks(brief, here))

    def action_fact_review(self) -> None:
        """To its card, where it waits for you."""
        if (fact := self._current()) is None:
            return
        name = self.groups.candidates.get(fact.id) if self.groups else None
        waits = set(self.read_or_say_why(lambda: actions.queue(self.engine)))
        for stated in self.read_or_say_why(lambda: [actions.stated_by_agents(self.engine)]):
            waits |= {one for ids in stated.values() for one in ids}
        card = next((one for one in (name, fact.id) if one in waits), None)
        if card is None:
            self.show_status("nothing waits to be decided about it", Tone.DIM)
        else:
            self.shell.go_to(Place.REVIEW, card, back=self.PLACE)

    def action_fact_archive(self) -> None:
        """Archive or bring back: what is marked after a question, else the fact under the cursor."""
        chosen = self._chosen()
        if not chosen or not self.may_decide():
            return
        restoring = all(fact.status is Status.ARCHIVED for fact in chosen)
        if len(chosen) == 1:
            self._move_away(chosen, restoring)
            return
        verb = "Restore" if restoring else "Archive"
        question = f"{verb} these {len(chosen):,}? {listed([fact.text for fact in chosen])}"
        self.ask(question, lambda: self._move_away(chosen, restoring))

    def _move_away(self, chosen: Sequence[Fact], restoring: bool) -> None:
        ids = self.still_listed([fact.id for fact in chosen])
        if not ids:
            return
        for fact_id in ids:
            self.rows.take_out(fact_id)
        seen = {fact.id: fact.rev for fact in chosen if fact.id in set(ids)}
        verb, move = ("restore", actions.restore) if restoring else ("archive", actions.archive)
        self.write("fact.archive", partial(move, self.engine, list(seen), seen=seen), f"{verb}d", f"{verb} {{}}", ids)

    def action_fact_pin(self) -> None:
        if (chosen := self._chosen()) and self.may_decide():
            pinned = all(fact.pinned for fact in chosen)
            move, said = (actions.unpin, "fades again:") if pinned else (actions.pin, "kept")
            seen = {fact.id: fact.rev for fact in chosen}
            command = "pin --off {}" if pinned else "pin {}"
            self.write("fact.pin", partial(move, self.engine, list(seen), seen=seen), said, command, seen)

    def action_fact_confirm(self) -> None:
        if (ids := [fact.id for fact in self._chosen()]) and self.may_decide():
            self.write("fact.confirm", partial(actions.confirm, self.engine, ids), "still holds:", "confirm {}", ids)

    def _chosen(self) -> list[Fact]:
        if marked := [name for name in self.rows.ids if name in self.rows.marked]:
            return self.read_or_say_why(lambda: actions.some_facts(self.engine, marked).facts)
        return [current] if (current := self._current()) else []

    def _current(self) -> Fact | None:
        shown = self._shown
        return shown if shown is not None and shown.id == self.rows.current else None

    # Writing

    def _form(self, heading: str, text: str, save: Callable[[Any], object], **more: Any) -> None:
        """A form with a text. save: is given what came of it, where anything did. more: as `FactForm` takes it."""
        from lore_tui.dialogs.fact_form import FactForm

        def keep(made: NewFact | Fact | str | None) -> None:
            if made is not None:
                save(made)

        self.app.push_screen(FactForm(heading, text, **more), keep)

    def action_fact_new(self) -> None:
        self._write(actions.draft(self.engine, text=self.words))

    def _write(self, new: NewFact, why: str = "") -> None:
        self._form("New fact", new.text, self._save_new, base=new, why=why)

    def _save_new(self, new: NewFact) -> None:
        kind = None if new.kind.value == "note" else new.kind  # the form's own was left: then the words say it
        save = partial(actions.save, self.engine, new.text, tags=tuple(new.tags), layer=new.layer, project=new.project)
        self.write("fact.new", partial(save, kind=kind), "added", reopen=partial(self._write, new))

    def action_fact_replace(self) -> None:
        if fact := self._current():
            self._replace(fact, fact.text)

    def _replace(self, fact: Fact, text: str, why: str = "") -> None:
        def save(words: str) -> None:
            work = partial(actions.replace_text, self.engine, fact.id, words)
            again = partial(self._replace, fact, words)
            self.write("fact.replace", work, "", "supersede {} …", [fact.id], reopen=again)

        note = "saving retires the old one; one undo brings it back"
        self._form("What holds instead", text, save, note=note, why=why)

    def action_edit(self) -> None:
        if self.focused is self.rail:
            self._edit_summary()
        elif fact := self._current():
            self._form("Edit fact", fact.text, self._save_edit, base=fact)

    def _save_edit(self, edited: Fact) -> None:
        """Store what the form changes, on the `rev` it was opened with."""
        fields = ("text", "kind", "layer", "tags", "rev")
        changes: dict[str, Any] = {name: getattr(edited, name) for name in fields} | {"project": edited.project or ""}
        work = partial(actions.edit, self.engine, edited.id, **changes)
        self.write("edit", work, "saved", ids=[edited.id], reopen=partial(self._edit_again, edited))

    def _edit_again(self, typed: Fact, why: str) -> None:
        """Back into the form with what you typed; saving it then counts against what is stored now."""
        stored = next(iter(self.read_or_say_why(lambda: actions.some_facts(self.engine, [typed.id]).facts)), None)
        if stored is None:
            new = actions.NewFact(typed.text, typed.kind, typed.layer, typed.project, typed.tags)
            self._write(new, f"{why} · saving adds it as a new fact")
            return
        if stored.rev != typed.rev:
            ways = f"{self.key('form.save')} saves yours, {self.key('form.cancel')} keeps the stored one"
            why = f"{why}\nstored now: {row_text(stored.text, ROW_LIMIT)}\n{ways}"
        again = replace(typed, rev=stored.rev)
        self._form("Edit fact", again.text, self._save_edit, base=again, why=why)

    def action_edit_external(self) -> None:
        if fact := self._current():
            self.in_editor(
                fact.text,
                take=lambda text: self._save_edit(replace(fact, text=model.Clean(text))),
                reopen=lambda text, why: self._edit_again(replace(fact, text=model.Clean(text)), why),
            )

    def _edit_summary(self, text: str | None = None, why: str = "") -> None:
        if not self.view.startswith(ABOUT):
            self.show_status("only what stands under “about” has a summary", Tone.DIM)
            return
        name = self.view.removeprefix(ABOUT)

        def save(words: str) -> None:
            work = partial(actions.edit_category, self.engine, name, summary=words)
            said = f"the summary of {name} is {title(words) if words else 'automatic again'}"
            self.write("category.edit", work, said, reopen=partial(self._edit_summary, words))

        for one in self.read_or_say_why(lambda: [actions.show_category(self.engine, name)]):
            told = one.category.summary or "\n".join(f"- {fact.text}" for fact in one.leading)
            note = "an empty one follows the facts again"
            shown = told if text is None else text
            self._form(f"The summary of {name}", shown, save, note=note, why=why, may_be_empty=True)

    # Narrowing and ordering

    def action_fact_sort(self) -> None:
        """The next order; the cursor stays on its fact."""
        orders = list(FactOrder)
        self.order = orders[(orders.index(self.order) + 1) % len(orders)]
        by_words = self.found is not None and self.words and self.found.has_words
        self.search_again() if self.words else self._show_view(self.rows.current)
        told = f"while you search, the best matches come first; {self.key('back')} clears the search"
        self.show_status(told if by_words else "", Tone.DIM)

    def action_fact_filter(self) -> None:
        """Offer what the list can be narrowed by; what narrows it already is taken away again."""
        self.aside(self.finding.narrowings, self._offer_filters, group="filter")

    def _offer_filters(self, found: Mapping[str, Completions]) -> None:
        from lore_tui.dialogs.pick import Pick

        rows = [Row("", "everything", name="all")]
        for field, one in ((field, one) for field, known in found.items() for one in known.options if one.facts != 0):
            count, query = "" if one.facts is None else f"{one.facts:,}", one.query.strip()
            rows.append(Row(query, one.shown, field, mark=APPROVED if query in self.words else "", note=count))
        self.app.push_screen(Pick("Show only", rows), self._narrow)

    def _narrow(self, condition: str | None) -> None:
        """One condition more in the search box, or one less; an empty one clears it."""
        if condition is None:
            return
        if condition and condition in self.words:
            query = " ".join(self.words.replace(condition, " ").split())
        else:
            query = f"{self.words} {condition}".strip() if condition else ""
        self.start_search(query, keep=self.rows.current)
        self.query_one(SearchBox).value = query
        self.rows.focus()

    # Taking away

    def action_copy(self) -> None:
        if chosen := self._chosen():
            what = "its text" if len(chosen) == 1 else f"{len(chosen):,} texts"
            self.copy("\n".join(fact.text for fact in chosen), what)
