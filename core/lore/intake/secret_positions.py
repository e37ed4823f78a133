"""Places where a secret may stand, or much else, which the value itself has to decide.

Each expression begins with what separates: the text is searched for that, and the name before it is looked at last.
"""

import re

from lore.intake.secret_rules import Rule, from_anchor, option, shaped, token

_VALUE = r"(?P<value>[^\s'\"`:/;,|&<>()={}\[\]]{6,64})"
_END = r"(?=[\s'\"`,;.)]|$)"
SIGNERS: tuple[Rule, ...] = (
    option("command_token", r" -[tk][ =]['\"]?(?P<value>[A-Za-z0-9_-]{20,128})(?=['\"]?(?:\s|$))", " -t", " -k"),
    shaped(
        "webhook",
        r"://[^\s/]{1,100}/(?:[\w.-]{1,60}/){0,6}(?:(?:web)?hooks?|verify|reset|confirm|magic|invites?|activate)/(?P<value>[A-Za-z0-9_-]{20,128})",
        "hook",
        "/verify/",
        "/reset/",
        "/confirm/",
        "/magic/",
        "/invite",
        "/activate/",
    ),
    shaped(
        "webhook",
        r"://[\w.-]{0,100}hook[\w.-]{0,60}(?:/[\w.@-]{1,80}){0,4}?/(?P<value>[A-Za-z0-9_-]{24,128})(?=[/?\s\"'`)#]|\Z)",
        "hook",
    ),
    shaped(
        "webhook",
        r"://[\w.:-]{1,100}(?:/[\w.-]{1,60}){0,4}/[\w.-]{0,20}hooks?(?:/[\w.@-]{1,80}){0,3}?"
        r"/(?P<value>[A-Za-z0-9_-]{24,128})(?=[/?\s\"'`)#]|\Z)",
        "hook",
    ),
    shaped("url_token", r"://[\w.:-]{1,100}/bot\d{6,12}:(?P<value>[A-Za-z0-9_-]{30,64})", "/bot"),
    shaped(
        "kubernetes_secret",
        r"\n[ \t]{1,16}[\w.-]{1,80}: [\"']?(?P<value>[A-Za-z0-9+/]{16,4096}={0,2})(?=[\"'\s]|$)",
        "kind: Secret",
    ),
    from_anchor(
        "signing_key",
        r"(?:jwt\.(?:sign|verify|encode|decode)|(?i:hmac\.new)|cookieParser|createHmac|Fernet|AES\.new)\((?:(?:[\"']\w{1,12}[\"']|[\w.]{1,24}),\s?)?[^\n\"']{0,60}?"
        r"b?[\"'](?P<value>[^\"'\s]{8,128})[\"']",
        "jwt.",
        "hmac.new",
        "createhmac",
        "cookieparser",
        "fernet",
        "aes.new",
    ),
)
"""What a function that signs or encrypts is given as its key, and a command as its token."""

SESSIONS: tuple[Rule, ...] = (
    token(
        "session_cookie",
        r"(?:[Ss]ess\w{0,20}|SESS\w{0,20}|sid|SID|[Aa]uth\w{0,20}|jwt\w{0,20}|remember\w{0,20})(?<!_id)(?<!Id)=(?P<value>[A-Za-z0-9%._~+/:-]{20,})",
        "sess",
        "sid=",
        "auth",
        "SESS",
        "SID=",
        "Sess",
        "jwt",
        "remember",
    ),
    shaped(
        "session_cookie",
        r"\"name\": ?\"(?:[\w.-]{0,24}(?:sess(?:ion)?(?:_?id)?|sid|auth\w{0,8}|remember\w{0,12}|jwt))\", ?"
        r"\"value\": ?\"(?P<value>[A-Za-z0-9%._~+/:-]{20,})",
        '"name": "',
        '"name":"',
    ),
)
"""Cookies of sessions: a UUID is one in a header, and in a log the number of a session."""

ARGUMENTS: tuple[Rule, ...] = (
    shaped("password", r",(?<=[\w$)\"'],) {0,3}[\"'](?P<value>[^\s\"']{6,64})[\"']", ', "', ", '", ',"', ",'"),
)
"""What a call is given behind something else."""
LIKELY: tuple[Rule, ...] = (
    shaped("password", rf"/(?<=\w/){_VALUE}@[\w.-]", "@"),
    shaped("password", rf" \*[ \t](?<=\w \*.)[ \t]{{0,8}}\"?{_VALUE}", " *"),
)
"""A pair, the line of a user: the value has to look like a password."""
ENTRIES: tuple[Rule, ...] = (shaped("password", rf":(?<=\w:){_VALUE}(?=[\s'\"]|$)", ":"),)
"""A name, a colon and a value, without a space."""
_NAMED = re.compile(r"(?:\A|[\s'\"=])(?!(?:h1|zh|md5|sha\d{1,3})\Z)[A-Za-z_][\w.@-]{0,40}\Z")
LONGEST_NAME, LONGEST_CALL = 42, 120
"""Characters before the colon, and before the comma, that are looked at."""


def is_entry(text: str, colon: int) -> bool:
    """Whether a word of its own stands before the colon: a user, an address."""
    return bool(_NAMED.search(text, max(0, colon - LONGEST_NAME), colon))


def is_argument(text: str, comma: int) -> bool:
    """Whether the comma stands between what a call is given, not in a list."""
    before = text[max(0, comma - LONGEST_CALL) : comma]
    return before.rfind("(") > max(before.rfind(")"), before.rfind("["), before.rfind("{"), before.rfind("\n"))
