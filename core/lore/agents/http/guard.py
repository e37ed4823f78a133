"""Who is let in: asked of every request before anything of it is read."""

import hmac
from collections.abc import Collection, Iterable

BEARER = "bearer "
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
Headers = Iterable[tuple[bytes, bytes]]


class Refusal(Exception):
    """A request that is answered with nothing but the reason why."""

    def __init__(self, status: int, message: str, hint: str | None = None, **headers: str) -> None:
        """headers: what the answer says beside it."""
        super().__init__(message)
        self.status, self.message, self.hint, self.headers = status, message, hint, headers


def hosts_of(port: int) -> frozenset[str]:
    """The values of `Host` that mean this server: an address of the machine itself, with the port."""
    return frozenset(f"{name}:{port}" for name in LOOPBACK) | (frozenset(LOOPBACK) if port == 80 else frozenset())


def values_of(headers: Headers, name: bytes) -> list[str]:
    """Each value of a header, in the order in which they came."""
    return [value.decode("latin-1").strip() for key, value in headers if key.lower() == name]


def insist_on_place(headers: Headers, hosts: Collection[str]) -> None:
    """Raises Refusal where a request does not mean this server, or a page of elsewhere made a browser ask.

    A page that makes a browser ask has its own address as `Origin`; a name that somebody points at this machine shows
    in `Host`.
    """
    headers = list(headers)
    host = values_of(headers, b"host")
    if len(host) != 1 or host[0].lower() not in hosts:
        raise Refusal(421, "the `Host` of the request is not this server", "ask `127.0.0.1`, `localhost` or `[::1]`")
    for origin in values_of(headers, b"origin"):
        scheme, _, place = origin.lower().partition("://")
        if scheme != "http" or place not in hosts:
            raise Refusal(403, "the request comes from a page of elsewhere", "no other page may ask this server")


def insist_on_token(headers: Headers, token: str) -> None:
    """Raises Refusal where a request does not bring the token."""
    given = values_of(headers, b"authorization")
    word = given[0][len(BEARER) :].strip() if len(given) == 1 and given[0].lower().startswith(BEARER) else ""
    if not hmac.compare_digest(word.encode("latin-1"), token.encode()):
        asked = {"WWW-Authenticate": "Bearer"}
        hint = "send `Authorization: Bearer TOKEN`, from `http.token`"
        raise Refusal(401, "the token is missing or wrong", hint, **asked)
