"""The app: facts and the review queue in a terminal. Imports the engine; holds none of its rules."""
