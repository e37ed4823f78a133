"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""
