"""Transcripts of any agent become sessions, turns and events, and the few sentences that hold for good.

`readers` know the formats, `stated` finds what a person says for good, `pipeline` takes it all through the intake door into
the store. May import `lore.memory` and what lies below it; neither search nor consolidation.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.capture.agent_words import (
        said_by as said_by,
    )
    from lore.capture.authorship import (
        typed_text as typed_text,
    )
    from lore.capture.checkpoints import (
        Checkpoint as Checkpoint, checkpoint as checkpoint, from_json as from_json,
    )
    from lore.capture.contract import (
        AgentHeard as AgentHeard, CaptureSummary as CaptureSummary, CapturedFact as CapturedFact,
        Elsewhere as Elsewhere, Options as Options, Refused as Refused, SessionProgress as SessionProgress,
        Watcher as Watcher,
    )
    from lore.capture.digesting import (
        MOST_WORDS as MOST_WORDS, fitting as fitting, session_lines as session_lines,
    )
    from lore.capture import file_reading as file_reading
    from lore.capture.hearing import (
        heard as heard, in_words as in_words, silent_since as silent_since,
    )
    from lore.capture.held_turns import (
        holding as holding,
    )
    from lore.capture.hooked import (
        Drained as Drained, GivenByHook as GivenByHook, drain as drain, draining as draining, let_go as let_go,
    )
    from lore.capture.lore_output import (
        QUESTION as QUESTION,
    )
    from lore.capture.masked import (
        Masked as Masked, find_masked as find_masked,
    )
    from lore.capture.narratives import (
        keep_narrative as keep_narrative, narrative as narrative, plain_narrative as plain_narrative,
    )
    from lore.capture.ownership import (
        OwnFolders as OwnFolders, decide as decide, prompts_of as prompts_of, remember_homes as remember_homes,
        undecided as undecided,
    )
    from lore.capture import pipeline as pipeline
    from lore.capture.pipeline import (
        capture as capture, preview as preview,
    )
    from lore.capture.readers import (
        FORMATS as FORMATS, Transcript as Transcript, extent as extent, reader_named as reader_named,
        recognised as recognised,
    )
    from lore.capture.releases import (
        newer as newer,
    )
    from lore.capture.told import (
        confirm_saved as confirm_saved,
    )
    from lore.capture.transcript_homes import (
        TRANSCRIPT_HOMES as TRANSCRIPT_HOMES, reader_of_agent as reader_of_agent,
    )
    from lore.capture.watching import (
        Listener as Listener, Watched as Watched, watch as watch,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "agent_words": "said_by",
        "authorship": "typed_text",
        "checkpoints": "Checkpoint checkpoint from_json",
        "contract": "AgentHeard CaptureSummary CapturedFact Elsewhere Options Refused SessionProgress Watcher",
        "digesting": "MOST_WORDS fitting session_lines",
        "hearing": "heard in_words silent_since",
        "held_turns": "holding",
        "hooked": "Drained GivenByHook drain draining let_go",
        "lore_output": "QUESTION",
        "masked": "Masked find_masked",
        "narratives": "keep_narrative narrative plain_narrative",
        "ownership": "OwnFolders decide prompts_of remember_homes undecided",
        "pipeline": "capture preview",
        "readers": "FORMATS Transcript extent reader_named recognised",
        "releases": "newer",
        "told": "confirm_saved",
        "transcript_homes": "TRANSCRIPT_HOMES reader_of_agent",
        "watching": "Listener Watched watch",
    },
)
