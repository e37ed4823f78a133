"""Models that turn texts into vectors, and rerankers: bundled, downloaded, or behind an endpoint of yours.

May import `lore.store` and what lies below it. Only `runtimes` imports what runs models.
"""
