"""Preferences: the time that a question names, and the project of who asks. They move passages, and leave none out."""

from collections.abc import Sequence

from lore.search.candidates import Candidates
from lore.search.query import SearchRequest
from lore.search.ranking import Ranked
from lore.search.results import PassageRows
from lore.timespans import Span

IN_TIME = 0.15
"""What a passage of the time asked for gains, as a share of its score. (The 41 questions of LoCoMo that name a time:
MRR 0.637 with 0.1 to 0.2, without 0.601, with 0.3 0.618)"""
LOOKED_AT = 200
"""Candidates that are looked up at least, the best first."""


def preferring(
    rows: PassageRows,
    candidates: Candidates,
    ranked: Ranked,
    times: Sequence[Span],
    request: SearchRequest,
    loses: float,
) -> Ranked:
    """The scores, higher for passages within one of the times, lower for those of projects other than the asking one.

    loses: the share of their score that passages of other projects lose where the own project has something to say.
    What is not looked up is taken to be of other projects, so that it overtakes nothing.
    """
    import numpy as np

    project, time = request.project, np.zeros_like(ranked.score)
    bounds = [(span.start_at, span.end_at) for span in times]
    order = np.argsort(-ranked.score, kind="stable")[: max(LOOKED_AT, request.limit)]
    passages = rows.many([candidates.ids[place] for place in order])
    at_home = any(passage.project == project for passage in passages.values()) if project else False
    elsewhere = -loses * ranked.score if at_home else np.zeros_like(ranked.score)
    for place in order:
        passage = passages.get(candidates.ids[place])
        if passage is None:
            continue
        at = passage.happened_at or passage.at or ""  # when it was said, where nothing says when it happened
        if any(start <= at < end for start, end in bounds):
            time[place] = IN_TIME * ranked.score[place]
        if passage.project in (project, None):
            elsewhere[place] = 0.0
    parts = dict(ranked.parts) | ({"time": time} if times else {}) | ({"elsewhere": elsewhere} if at_home else {})
    return Ranked(ranked.score + time + elsewhere, parts, ranked.strengths)
