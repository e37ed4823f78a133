"""Who signs in with what: a user and a password side by side, a prompt and what was typed, a call, an option.

Here the grammar says that the value is a password, so that even one plain word is.
"""

import re

from lore.intake.secret_rules import Rule, from_anchor, option, shaped
from lore.intake.secret_scores import likeness
from lore.intake.secret_values import (
    is_made_up,
    is_phrase,
    is_placeholder,
    is_random,
    is_reference,
    is_set_apart,
    is_token,
    is_weak,
)
from lore.intake.secret_words import ROLE_WORDS, STATE_WORDS

_USER = r"(?:user(?:[ _-]?name)?|login|account|benutzer(?:name)?|nutzer|usuario|utilisateur|identifiant|utente|usuário)"
_PASS = (
    r"(?:pass(?:word|wort|wd|code)?|pwd?|kennwort|contraseña|contrasena|mot de passe|mdp|senha|wachtwoord|hasło|heslo"
    r"|lösenord|пароль|clave)"
)
_SAYS = r"(?:[\"']?[ \t]{0,2}(?P<%s>[:=])[ \t]{0,2}|[ \t]{1,2}(?:(?P<%s>is|ist|es|est|è|é|to|jest|je|heißt)[ \t])?)"
_OPEN = r"[\"'`*]{0,3}"
_AND = (
    r"[\"'`*]{0,3}[ \t]{0,2}(?:[,;/|&\n][ \t*-]{0,24}|[ \t])"
    r"(?:[\w.-]{1,24}[:=][ \t]?[^\s,;]{0,40}[,;\n][ \t]{0,24}){0,2}"
    r"(?:(?:and|und|et|y|e|with|mit|avec|con)[ \t])?(?:(?:the|das|dem|la|le|il|lo|a|o)[ \t])?"
)
_GIVEN = r"(?P<value>[^\s\"'`,;|<>()]{5,128})(?=[\"'`*]{0,3}(?:[\s,;.!?)|}]|\Z))"
_CLOSE = r"[ \t]{0,4}(?=\n|\Z)"

_SAYS_WHO, _SAYS_WHAT = _SAYS % ("sign", "verb"), _SAYS % ("mark", "copula")

PAIRED: tuple[Rule, ...] = (
    from_anchor(
        "password",
        rf"(?i:{_USER}{_SAYS_WHO}{_OPEN}(?P<user>[\w.@+-]{{1,64}}){_AND}{_PASS}{_SAYS_WHAT}){_OPEN}{_GIVEN}",
        "user", "login", "account", "benutzer", "nutzer", "usuario", "usuário", "utilisateur", "identifiant", "utente",
    ),
    from_anchor(
        "password",
        rf"(?i: (?:with|as|con|mit|als|avec|come|como) (?P<user>[\w.@+-]{{1,64}}){_AND}{_PASS}"
        rf"{_SAYS_WHAT}){_OPEN}{_GIVEN}",
        " with ", " as ", " con ", " mit ", " als ", " avec ", " come ", " como ",
    ),
    from_anchor(
        "password",
        rf" (?:as|with|als|mit|con|avec|login|creds|credentials) (?P<user>[\w.@+-]{{1,64}}) ?[/|] ?{_OPEN}{_GIVEN}",
        " as ", " with ", " als ", " mit ", " con ", " avec ", " login ", " creds ", " credentials ",
    ),
    from_anchor(
        "password",
        rf"(?:[Uu](?:sr|ser)?[ ]?(?P<sign>[:=])[ ]?(?P<user>[\w.@+-]{{1,64}})[ ,;/|]{{1,3}}[Pp](?:w|wd"
        rf"|ass)?[ ]?(?P<mark>[:=])[ ]?"
        rf"|[Uu]ser(?:name)?/[Pp](?:w|ass)\w{{0,4}}(?P<verb>[:=]? )(?P<who>[\w.@+-]{{1,64}})[/:](?P<copula>))"
        rf"{_OPEN}{_GIVEN}",
        "u:", "u=", "u :", "user:", "usr:", "user/pass", "user/pw", "username/pass",
    ),
)  # fmt: skip
"""A user and a password that belong together."""

TYPED: tuple[Rule, ...] = (
    from_anchor(
        "password",
        rf"(?i:(?:pass(?:word|wort|phrase|code)|kennwort|token) (?:for|of"
        rf"|für) )[^\n]{{1,120}}?: (?P<value>[^\n]{{4,128}}?){_CLOSE}",
        "password ", "passwort ", "passphrase ", "passcode ", "kennwort ", "token ",
    ),
    from_anchor(
        "password",
        rf"(?:pw|pwd|psw|mdp|PW|Pw)\b(?:[ ][a-z]{{2,4}}[ ][\w.-]{{1,24}})?(?:[ ](?:is|ist|es|est|è)|[ ]?[:=]"
        rf"|[ ]c'est)[ ]{_OPEN}"
        rf"(?P<value>[^\s\"'`,;|<>()]{{5,128}}?)(?=[\"'`*]{{0,3}}(?:[,.!;)]{{0,2}}(?:\n|\Z)|,[ ]))",
        "pw", "psw", "mdp",
    ),
    from_anchor(
        "password",
        rf"[Ee]nter (?:pass(?:word|phrase|code)|PIN): (?P<value>\S{{4,64}}){_CLOSE}",
        "enter pass", "enter pin",
    ),
    from_anchor("password", rf"'s password: (?P<value>\S{{4,128}}){_CLOSE}", "'s password: "),
    from_anchor(
        "password",
        rf"(?:AUTH|IDENTIFY|PASS|LOGIN[ ]\S{{1,64}})[ ](?P<value>\S{{5,128}}){_CLOSE}",
        "auth ", "identify ", "pass ", "login ",
    ),
)  # fmt: skip
"""A prompt and what was typed behind it; the command of a protocol that takes a password."""

GIVEN: tuple[Rule, ...] = (
    option(
        "command_token",
        r" (?:--(?:body|value|data|plaintext|content|secret-string|string)|-b"
        r"|-v)[ =][\"']?(?P<value>[^\s\"'{}]{6,512})",
        " --body", " --value", " --data", " --plaintext", " --content", " --s", " -b", " -v",
    ),
    option(
        "basic_auth", r" (?:-a|--auth)[ =]['\"]?[\w.@+-]{1,64}:(?P<value>[^\s'\"/]{5,128})", " -a", " --auth"
    ),
    from_anchor(
        "command_password",
        r"(?:oper|login|logon|unlock|rwcommunity|rocommunity)[ ](?:[a-z]\w{1,24}[ ])?(?P<value>[^\s\"'`,;"
        r"|<>()/]{6,128})(?=\s|\Z)",
        "oper ", "login ", "logon ", "unlock ", "rwcommunity ", "rocommunity ",
    ),
    from_anchor(
        "password",
        r"(?:use|with|enter|mit)[ ][\"'`]?(?P<value>[^\s\"'`,;|<>()/]{6,128})[\"'`]?[ ](?:to|for)[ ](?:unlock"
        r"|decrypt|open|log in|sign in|login)\b",
        "use ",
    ),
    from_anchor(
        "credential",
        r"(?:(?:try|use|take|with|here is|here's)[ ](?:this|that|it|mine|the new)(?:[ ]one)?(?:[ ]instead|[ ]now"
        r"|[ ]then)?|instead|new one|this one)"
        r"(?:[ ]is)?[:,]?\s{1,3}[\"'`]?(?P<value>[A-Za-z0-9_.+/=-]{20,256})",
        "try ", "use ", "instead", "new one", "this one",
    ),
    option(
        "command_password",
        r" -[uUlL][ =]?['\"]?[\w.@\\+-]{1,64}['\"]?[ ](?:[^\n|;]{0,100}?[ ])?-[pPwW][ =]?['\"]?"
        r"(?P<value>[^\s'\"`;|<>()]{5,128})",
        " -u", " -l",
    ),
    from_anchor(
        "command_password",
        r" [/-]u(?:ser)?:\S{1,64}(?:[ ]\S{1,60}){0,4}?[ ][/-]p(?:w|wd|ass|assword)?:[\"']?(?P<value>[^\s\"']{4,128})",
        " /u", " -u",
    ),
    from_anchor(
        "command_password",
        r"(?:echo|printf)\s{1,4}(?:-n\s)?(?:['\"]?%s(?:\\\\?n)?['\"]?\s)?['\"]?(?P<value>[^\s'\"|]{5,200})['\"]?\s{0,4}\|\s{0,4}"
        r"(?:sudo[ ])?(?:kinit|cryptsetup|secret-tool|gpg2?|smbpasswd|openconnect|keepassxc-cli|pinentry|age"
        r"|luks\w{1,8}|ssh-add)\b",
        "echo", "printf",
    ),
    from_anchor(
        "command_password",
        r"(?:sqlplus|expdp|impdp|sqlldr|rman|exp|imp|tnsping)[ ](?:-\w{1,2}[ ]|target[ ]){0,3}['\"]?[\w$#]{1,32}/['\"]?"
        r"(?P<value>[^\s'\"@/]{5,64})(?=[@'\"\s]|\Z)",
        "sqlplus ", "expdp ", "impdp ", "sqlldr ", "rman ", "exp ", "imp ",
    ),
    from_anchor("command_password", r"\{[Tt](?:ab|AB)\}(?P<value>[^\s{}\"']{5,64})\{[Ee](?:nter|NTER)\}", "{tab}"),
    from_anchor("command_password", r"sendline\(b?[\"'](?P<value>[^\s\"'\\]{5,128})[\"']\)", "sendline("),
    from_anchor("command_password", r"/user:\S{1,64}\s{1,4}(?P<value>[^\s/\"'][^\s\"']{4,127})", "/user:"),
    shaped("url_password", r"(?<![\w/:])[\w.-]{1,64}/(?P<value>[^\s'\"@/]{4,100})@(?://|\()", "@//", "@("),
    shaped(
        "url_password",
        r"\b[a-z]{2,10}:[\w.+-]{1,64}:(?P<value>[^\s'\"@:/]{5,100})@[\w-]{1,60}\.",
        "sip:", "sips:", "stun:", "turn:", "xmpp:", "mailto:",
    ),
    from_anchor(
        "sql_password",
        r"(?i:identified\s{1,4}by\s{1,4})\"?(?P<value>[^\s'\";]{4,128})\"?(?=\s{0,4}(?:;|\n|\Z|\b[A-Z]))",
        "identified"
    ),
    from_anchor(
        "command_password",
        r"(?:echo|printf)\s{1,4}(?:-n\s)?['\"]?(?P<value>[^\s'\"|]{6,200})['\"]?\s{0,4}\|\s{0,4}[\w./-]{1,40}\s[^\n|]{0,80}?"
        r"(?i:pass(?:wor[dt])?|secret|token|api_?key|pwd)",
        "echo", "printf",
    ),
)  # fmt: skip
"""What a command is given as a password, whatever the command."""

CALLS: tuple[Rule, ...] = (
    from_anchor(
        "password",
        r"(?:(?i:connect\w{0,12}|log_?in\w{0,8}|sign_?in\w{0,16}|pdo|\w?auth\w{0,12}|(?<=\w)credentials?(?:::new)?)|(?<=WiFi\.)begin)"
        r"(?:\([^\n()]{0,120}?|[ ](?=[\"']))[\"'](?P<user>[\w.@+ -]{1,64})[\"'](?:\.\w{4,9}\(\))?,[ ]{0,2}(?:Some\()?"
        r"[\"'](?P<value>[^\s\"']{5,128})[\"']",
        "connect", "login", "log_in", "signin", "sign_in", "pdo", "auth", "credential", "begin",
    ),
    from_anchor(
        "password",
        r"(?i:(?:answer|type|enter|tippe|gib|saisis|escribe|digita|get in|goes? in|open(?:s)? it)"
        r"(?:[ ](?:with|mit|avec|con|as))?[ ])[\"'`]?(?P<value>[^\s\"'`,;()]{6,64})",
        "answer ", "type ", "enter ", "tippe ", "gib ", "saisis ", "escribe ", "digita ", "get in", "goes in",
        "opens ", "open it ",
    ),
    from_anchor(
        "password",
        r"(?i:creds?|credentials?|basic auth|zugang|zugangsdaten|login)\b(?:[ ](?:is|are|ist|for"
        r"|für)[ \w.-]{0,32})?[:=]?[ ]"
        r"(?P<user>[\w.@+-]{1,64})(?:, ?|:| )(?P<value>[^\s\"'`,;()/]{5,128})",
        "cred", "basic auth", "zugang", "login",
    ),
)  # fmt: skip
"""Two words given to what connects, or one where signing in is spoken of."""
_UNLOCKS = re.compile(
    r"(?i)\b(?:ssh|sudo|log(?:ged|s)?[ -]?in|sign(?:ed)?[ -]?in|asks?|unlock|decrypt|wi-?fi|wlan|vault"
    r"|passwor[dt]|prompt"
    r"|zip|keepass\w*|keyring|keychain|encrypted|entsperr\w*|anmeld\w*|déverrouill\w*|desbloque\w*)\b"
)
_SIGNS_IN = re.compile(
    r"(?i)\b(?:log(?:ged|s)?[ -]?(?:in|on)|sign(?:ed|s)?[ -]?in|login|connect|ssh|authenticate|anmelden|melde"
    r"|einloggen|logge"
    r"|entra|accedi|einlogg\w*|acced\w+|inicia\w*|connecte\w*|enter)\b"
)
_LINE = re.compile(r"(?:\S{0,40}[>#] ?|[A-Za-z]{0,2}\d{1,4} |/msg \w{1,30} |C: |[$] )?")
_PROMPT = re.compile(r"[\w\[\]>$#+ -]{0,24}")
"""What stands before a prompt on its line."""
_STATES = frozenset(
    [
        "wrong",
        "correct",
        "right",
        "bad",
        "good",
        "okay",
        "fine",
        "stale",
        "short",
        "long",
        "weak",
        "needed",
        "there",
        "here",
        "below",
        "above",
        "attached",
        "gone",
        "lost",
        "falsch",
        "richtig",
        "leer",
        "kaputt",
        "gleich",
        "incorrect",
        "faux",
        "bonne",
        "vide",
        "mala",
        "vacía",
        "wrong?",
        "known",
        "leaked",
        "hashed",
        "stored",
        "saved",
    ]
)
_NO_USERS = frozenset(
    [
        "and",
        "or",
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "name",
        "field",
        "form",
        "must",
        "enters",
        "your",
        "with",
        "string",
        "str",
        "text",
        "varchar",
        "bool",
        "int",
        "type",
        "to",
        "in",
        "on",
        "for",
        "not",
        "e",
        "y",
        "und",
        "et",
        "optional",
        "required",
    ]
)
_FEW_WORDS = re.compile(r"[a-z]+(?:[-_.][a-z]+)?[-_.]?\d{1,4}")
"""One word or two and a number, which names of hosts, branches and colours are as well."""
_SECRET_NAME = re.compile(r"(?i)secret|token|passw|passphrase|[_-]key\b|api-?key|credential")
_REFUSED = re.compile(
    r"(?i)\b(?:40[13]|unauthori[sz]ed|denied|forbidden|rejected|expired|revoked|rotated|tokens?|api keys?"
    r"|credentials?)\b"
)
_HANDS_OVER = frozenset(("try", "use", "tak", "wit", "her", "ins", "new", "thi"))
TWO_WORDS = 2.0
"""Of `likeness`, for what stands behind a word that commands and sentences have."""
LIKELY_HOST = 3.0
"""Of `likeness`, from which on such a name is a password all the same."""


def _is_plain_word(value: str) -> bool:
    """One word in small letters, or with a capital, that names no state and no role."""
    small = value.lower()
    one_word = is_weak(value) and (value.isdigit() or value[1:].islower()) and small not in ROLE_WORDS
    return one_word and not small.endswith(("ed", "able", "ible", "word", "pass", "user"))


def _is_password(value: str) -> bool:
    return (is_made_up(value) or is_set_apart(value)) and not is_placeholder(value) and not is_reference(value)


def _is_chosen(value: str) -> bool:
    """A password, and no name of a host, as far as the model knows."""
    return _is_password(value) and (not _FEW_WORDS.fullmatch(value) or likeness(value) >= LIKELY_HOST)


def is_paired(value: str, match: re.Match[str]) -> bool:
    """Whether the user before the value is one, and the value a password."""
    parts = match.groupdict()
    user = (parts["user"] or parts.get("who") or "").lower()
    if user in _NO_USERS or user in STATE_WORDS or user.startswith("$"):
        return False
    if "mark" not in parts or match[0].startswith(" "):
        low = max(0, match.start() - 64)
        if match[0][:6] not in (" login", " creds", " crede") and not _SIGNS_IN.search(
            match.string, low, match.start()
        ):
            return False
        if "mark" not in parts and user in ROLE_WORDS and value.lower() in ROLE_WORDS:
            return False
    elif not (parts["sign"] or parts["verb"]) and not match[0].lower().startswith(
        ("username", "usuario", "benutzer", "utilisateur")
    ):
        return _is_password(value)
    return _is_password(value) or (_is_plain_word(value) and not is_placeholder(value) and value.lower() != user)


def is_typed_in(value: str, match: re.Match[str]) -> bool:
    """Whether what stands behind a prompt was typed there."""
    if match[0][:4] in ("AUTH", "IDEN", "PASS", "LOGI"):
        start = match.string.rfind("\n", 0, match.start()) + 1
        return bool(_LINE.fullmatch(match.string, start, match.start())) and _is_password(value)
    if match[0][:2].lower() in ("pw", "ps", "md") and value.lower() in _STATES:
        return False
    if match[0][-1] == value[-1] and (" for " in match[0] or " of " in match[0] or " für " in match[0]):
        start = match.string.rfind("\n", 0, match.start()) + 1
        if not _PROMPT.fullmatch(match.string, start, match.start()) or '"' in value:
            return False
    if " " in value:
        return not match[0].startswith("'") and is_phrase(value.strip("\"'`"))
    if is_placeholder(value) or is_reference(value):
        return False
    return _is_password(value) or is_random(value, 8) or _is_plain_word(value)


def is_given(value: str, match: re.Match[str]) -> bool:
    """Whether a command is given the value; behind `identified by` any word is."""
    word, low = match[0].lstrip().split(" ")[0].lower(), max(0, match.start() - 96)
    if is_placeholder(value) or is_reference(value):
        return False
    if word.startswith("identified"):
        small = value.lower()
        return small not in STATE_WORDS and small not in ("by", "values", "externally", "globally")
    if word in ("echo", "printf"):
        return _is_password(value) or is_random(value, 16)
    if word.startswith(("--body", "--val", "--data", "--plain", "--cont", "--sec", "--str", "-b", "-v")):
        named = _SECRET_NAME.search(match.string, low, match.start())
        return bool(named) and (_is_password(value) or is_random(value, 16))
    if word in ("oper", "login", "logon", "unlock", "rwcommunity", "rocommunity"):
        return _is_password(value) and likeness(value) >= TWO_WORDS
    if match[0][-len(value) - 1 :].lower().endswith(value.lower()) and word[:3] in _HANDS_OVER:
        return bool(_REFUSED.search(match.string, low, match.start())) and is_token(value)
    if not value.strip("0123456789.:/-"):
        return False
    return _is_chosen(value) if word in ("use", "with", "enter", "mit") else _is_password(value)


def is_called_with(value: str, match: re.Match[str]) -> bool:
    """Whether a call or a sentence hands over a password."""
    if match[0].endswith(("'", '"')):
        user = match["user"].lower()
        if match[0].lower().startswith(("login", "log_in", "signin", "sign_in", "basic", "auth")):
            word = _is_plain_word(value) and user not in ROLE_WORDS - {"admin"} and user not in STATE_WORDS
            return (word and not is_placeholder(value)) or _is_password(value)
        return _is_chosen(value)
    if "user" in match.groupdict():
        return match["user"].lower() not in _NO_USERS and _is_chosen(value)
    low = max(0, match.start() - 96)
    return bool(_UNLOCKS.search(match.string, low, match.start())) and (_is_chosen(value) or is_phrase(value))
