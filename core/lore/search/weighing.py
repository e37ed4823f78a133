"""What a search does with its candidates, as the settings say."""

from dataclasses import dataclass

from lore.config import Config, registry as settings
from lore.memory import Policy, chosen_policy


@dataclass(frozen=True, slots=True)
class Weighing:
    """The numbers of one search."""

    policy: Policy
    documents: int
    """One in so many hits may be a document where there are enough facts and turns."""
    elsewhere: float
    """The share of their score that passages of other projects lose."""

    @classmethod
    def of(cls, config: Config) -> "Weighing":
        """As the settings say."""
        return cls(
            policy=chosen_policy(config),
            documents=config[settings.DOCUMENTS],
            elsewhere=config[settings.ELSEWHERE],
        )
