"""Short codes that let somebody in: a PIN, a code for a door or a second factor, one that pairs two devices.

Most codes are none of these, so what stands before the word, or right behind it, has to say what it opens.
"""

import re

from lore.intake.secret_rules import Rule, from_anchor, shaped

_IS = r"(?:[:=?：]|—|–|[ ]-[ ]|->|'s\b|\b(?:is|ist|est|es|è|é|lautet|jest|je|was)\b|是|は|은|는)"
_DIGITS = r"\d{4,10}"
_FORM = (
    r"(?:\d{3}[ -]\d{3}|\d{4}-\d{3}-\d{4}|\d{4,10}|[A-Z0-9]{3,5}-[A-Z0-9]{3,5}(?:-[A-Z0-9]{3,5})?"
    r"|[a-z0-9]{4,6}-[a-z0-9]{4,6}|[A-Z0-9]{6,10})"
    r"(?![\w.:/@]|[ -]\d)"
)
_OPEN = r"[\s\"'`*]{0,6}"
CODES: tuple[Rule, ...] = (
    from_anchor(
        "pin",
        rf"(?:PIN|PUK|TAN|[Pp]in(?=[ -]?[Cc]ode|[:=]))(?:[- ]?(?:[Cc]ode|[Nn]umber"
        rf"|[Nn]ummer))?(?:{_OPEN}(?:{_IS}|to\b)|[^\n\d.;:=]{{1,40}}{_IS})?"
        rf"{_OPEN}(?P<value>{_DIGITS})(?![\w.:/%]|[ -]\d)",
        "pin", "puk", "tan",
    ),
    from_anchor(
        "access_code",
        rf"(?:(?i:codes?|código|codice|kod|code)|код)\b(?P<between>[^\n\d.;:=?,\"{{}}\[\]]{{0,40}}?)(?:{_IS}"
        rf"|[ ]){_OPEN}(?P<value>{_FORM})",
        "code", "código", "codice", "kod", "код",
    ),
    from_anchor(
        "access_code",
        rf"(?i:one[- ]time pass(?:word|code)|otp|passcode|passkey|combination|2fa|mfa)\b[^\n\d.;:=?]{{0,24}}?(?:{_IS}"
        rf"|[ ]){_OPEN}(?P<value>{_FORM})",
        "one-time pass", "one time pass", "otp", "passcode", "passkey", "combination", "2fa", "mfa",
    ),
    shaped(
        "access_code",
        r"(?<![\w.:-])(?P<value>\d{4,8}|[A-Z]-\d{6}) is (?:your|the|my) [\w -]{0,32}\b(?i:code|pin|passcode|otp)\b",
        " is your ",
    ),
    from_anchor(
        "access_code",
        r"(?i:use|enter|type) (?P<value>\d{4,8}) to (?:verify|confirm|log in|sign in)\b",
        "use ",
        "enter ",
        "type ",
    ),
)  # fmt: skip
_OPENS = re.compile(
    r"(?i)(?:door|gate|garage|alarm|safe|lock|access|entry|entrance|verification|confirmation|2fa|mfa|otp"
    r"|one[- ]time|login|sign[- ]?in"
    r"|auth\w*|pair\w*|setup|set-up|device|invit\w*|recovery|backup|security|activation|sim|puk|pin|sms|guest|voicemail"
    r"|enter(?: the| this)?|type(?: the| this)?|tür|zugangs?|einladungs?|bestätigungs?|kopplungs?|freischalt"
    r"|sicherheits?"
    r"|d'accès|d’accès|accès|vérification|acceso|verificación|accesso|verifica|dostępu|доступа"
    r"|подтверждения)[ -]{0,2}\Z"
)
_OPENS_BEHIND = re.compile(
    r"(?i)\A[ ]?(?:d['’]accès|d['’]entrée|de vérification|de acceso|de verificación|di accesso|di verifica"
    r"|de acesso|dostępu"
    r"|доступа|подтверждения|(?:for|to|of|für|zum|zur|pour) (?:the |der |die |das |la |le )?"
    r"(?:door|gate|garage|alarm|safe|lock|beta|wifi|building|office|tür|tor|tresor|haus|porte))\b"
)
_COUNTED = frozenset(("0000", "1234", "12345", "123456", "1234567", "12345678"))


def is_code(value: str, match: re.Match[str]) -> bool:
    """Whether the code opens something: the word before it says what, or that behind it; and it is no example."""
    if value in _COUNTED or len(set(value)) < 2:
        return False
    if not value[0].isdigit() or not value.replace("-", "").replace(" ", "").isdigit():
        letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
        if not (letters and digits) or len(value) < 6:
            return False
    between = match.groupdict().get("between")
    if between is None:
        return True
    before = match.string[max(0, match.start() - 24) : match.start()]
    return bool(_OPENS.search(before) or _OPENS_BEHIND.match(between))
