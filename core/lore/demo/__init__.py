"""A throw-away store made of real sessions, to see everything work before trusting it with one's own.

May import every room of the engine below it.
"""

from lore.demo.scene import NOW, Scene, build, transcripts

__all__ = ["NOW", "Scene", "build", "transcripts"]
