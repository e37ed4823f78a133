"""What the engine's dataclasses look like: as a row of a list, as the paragraphs of a card, as text. Pure."""
