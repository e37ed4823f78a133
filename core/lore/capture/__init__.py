"""Transcripts of any agent become sessions, turns and events, and the few sentences that hold for good.

`readers` know the formats, `stated` finds what a person says for good, `pipeline` takes it all through the intake door into
the store. May import `lore.memory` and what lies below it; neither search nor consolidation.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.capture.authorship import typed_text
    from lore.capture.checkpoints import Checkpoint, checkpoint, from_json
    from lore.capture.contract import (
        AgentHeard, CaptureSummary, CapturedFact, Elsewhere, Options, Refused, SessionProgress, Watcher,
    )
    from lore.capture.drafts import said_by
    from lore.capture.hearing import heard, in_words, silent_since
    from lore.capture.hooked import Drained, GivenByHook, drain, draining, let_go
    from lore.capture.lore_output import QUESTION
    from lore.capture.masked import Masked, find_masked
    from lore.capture.narratives import MOST_WORDS, fitting, keep_narrative, narrative, plain_narrative, session_lines
    from lore.capture.ownership import OwnFolders, decide, prompts_of, remember_homes, undecided
    from lore.capture.pipeline import capture, preview
    from lore.capture.readers import FORMATS, Transcript, extent, reader_named, recognised
    from lore.capture.tally import newer
    from lore.capture.told import confirm_saved, holding
    from lore.capture.transcript_homes import TRANSCRIPT_HOMES, reader_of_agent
    from lore.capture.watching import Listener, Watched, watch
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
