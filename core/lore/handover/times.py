"""The present moment for a hook, as `lore.clock.now` gives it: `datetime` takes 3 ms."""

import os
import time


def stamp() -> str:
    """The moment in the stored form: UTC, whole seconds; `LORE_NOW` fixes it."""
    fixed = os.environ.get("LORE_NOW")
    if fixed and len(fixed) == 20 and fixed.endswith("Z"):
        return fixed
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
