"""Who sits in front of a tab: whoever opened it with the link that was printed in the terminal.

What is typed in a tab decides, so nothing that an agent can read leads there: no secret of it is in a file, in the
arguments of a program or in an address that is sent. A link works once. The cookie that it is changed for goes to every
server of this machine, whatever its port, so it is not enough: the tab also keeps a key, which no page of another port
can read. Both together give a ticket, which opens one connection.
"""

import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass

MOST_TABS = 16
"""Tabs that are known; of more, the one that was opened first has to be opened again."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What a link was changed for."""

    cookie: str
    """For the browser: the same in all its tabs, and out of reach for scripts."""
    key: str
    """For the tab alone."""


class Door:
    """Links, keys and tickets, in memory alone: they end with the server."""

    def __init__(self) -> None:
        self._link: str | None = None
        self._cookies: OrderedDict[str, str] = OrderedDict()
        """Key of a tab → the cookie of its browser."""
        self._tickets: OrderedDict[str, str] = OrderedDict()
        """Ticket → key of the tab that asked for it."""

    def new_link(self) -> str:
        """The secret of a link that works once; the one before works no more."""
        self._link = secrets.token_urlsafe(32)
        return self._link

    def enter(self, link: str, cookie: str | None) -> Entered | None:
        """Change a link; None where it is not the one that was printed last. cookie: what the browser has already."""
        if self._link is None or not _same(link, self._link):
            return None
        self._link = None
        known = cookie if cookie is not None and self.knows(cookie) else secrets.token_urlsafe(32)
        entered = Entered(known, secrets.token_urlsafe(32))
        self._cookies[entered.key] = known
        while len(self._cookies) > MOST_TABS:
            self._cookies.popitem(last=False)
        return entered

    def knows(self, cookie: str | None) -> bool:
        """Whether a link was opened in the browser that has this cookie."""
        return cookie is not None and any(_same(cookie, one) for one in self._cookies.values())

    def ticket(self, key: str, cookie: str | None) -> str | None:
        """A ticket for the tab with this key, in the browser with this cookie; None where there is no such tab."""
        of = next((one for one in self._cookies if _same(key, one)), None)
        if of is None or cookie is None or not _same(cookie, self._cookies[of]):
            return None
        ticket = secrets.token_urlsafe(32)
        self._tickets[ticket] = of
        while len(self._tickets) > MOST_TABS:
            self._tickets.popitem(last=False)
        return ticket

    def use(self, ticket: str, cookie: str | None) -> str | None:
        """The key of the tab whose ticket this is, which is used up; None where it is none of this browser."""
        known = next((one for one in self._tickets if _same(ticket, one)), None)
        if known is None:
            return None
        key = self._tickets.pop(known)
        owner = self._cookies.get(key)
        return key if owner is not None and cookie is not None and _same(cookie, owner) else None


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
