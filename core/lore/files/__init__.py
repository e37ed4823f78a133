"""Files of a repository: read and replaced without touching anything outside it, and managed blocks."""
