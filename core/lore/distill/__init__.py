"""A model of the user's, where there is one, proposes what is worth keeping of a session; the session decides."""
