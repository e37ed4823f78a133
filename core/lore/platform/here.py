"""The system that runs this."""

import sys

from lore.platform.systems import platform_of

HERE = platform_of(sys.platform)
