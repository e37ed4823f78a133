"""Transcripts of any agent become sessions, turns and events, and the few facts worth keeping.

`readers` know the formats, `extraction` finds facts in a message, `pipeline` takes it all through the intake door into
the store. May import `lore.memory` and what lies below it; neither search nor consolidation.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.capture.checkpoints import Checkpoint as Checkpoint
    from lore.capture.checkpoints import checkpoint as checkpoint
    from lore.capture.checkpoints import from_json as from_json
    from lore.capture.narratives import narrative as narrative
    from lore.capture.ownership import decide as decide
    from lore.capture.ownership import undecided as undecided
    from lore.capture.pipeline import capture as capture
    from lore.capture.pipeline import preview as preview
    from lore.capture.places import PLACES as PLACES
    from lore.capture.readers import (
        READERS as READERS,
    )
    from lore.capture.readers import (
        Transcript as Transcript,
    )
    from lore.capture.readers import (
        reader_for as reader_for,
    )
    from lore.capture.readers import (
        reader_named as reader_named,
    )
    from lore.capture.summary import (
        CaptureSummary as CaptureSummary,
    )
    from lore.capture.summary import (
        Found as Found,
    )
    from lore.capture.summary import (
        Growth as Growth,
    )
    from lore.capture.summary import (
        Options as Options,
    )
    from lore.capture.summary import (
        Refused as Refused,
    )
    from lore.capture.summary import (
        Watcher as Watcher,
    )
    from lore.capture.watching import Listener as Listener
    from lore.capture.watching import Watched as Watched
    from lore.capture.watching import watch as watch

__getattr__ = lazy_face(
    __name__,
    {
        "checkpoints": "Checkpoint checkpoint from_json",
        "narratives": "narrative",
        "ownership": "decide undecided",
        "pipeline": "capture preview",
        "places": "PLACES",
        "readers": "READERS Transcript reader_for reader_named",
        "summary": "CaptureSummary Found Growth Options Refused Watcher",
        "watching": "Listener Watched watch",
    },
)
