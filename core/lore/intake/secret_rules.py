"""Secrets that can be told by their shape alone: structures that no other text has, addresses, commands, pairs.

A rule is tried only where one of its anchors stands in the text, which makes a text without secrets cheap. Expressions
are written without nested repetition, so that every one of them is linear.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

ANY = r"[A-Za-z0-9_-]"
"""The alphabet of URL-safe base 64, which most issuers use."""


class Scope(Enum):
    """Where the anchor of a rule stands, wherever the rule applies."""

    LONG_WORD = auto()
    """In the same long word as the secret."""
    TEXT = auto()
    """Anywhere in the text."""
    LOWERED = auto()
    """At the beginning of the secret's surroundings, in small letters whatever the text has."""
    OPTION = auto()
    """The same, in a text that gives an option to a command."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Text of this shape is a secret. Where the expression has a group `value`, only that part is."""

    kind: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    scope: Scope

    @property
    def at_anchor(self) -> bool:
        """Whether the expression matches at an anchor or not at all."""
        return self.scope in (Scope.LOWERED, Scope.OPTION)


def shaped(kind: str, pattern: str, *anchors: str, scope: Scope = Scope.TEXT) -> Rule:
    return Rule(kind, anchors, re.compile(pattern), scope)


def token(kind: str, pattern: str, *anchors: str) -> Rule:
    return shaped(kind, pattern, *anchors, scope=Scope.LONG_WORD)


def from_anchor(kind: str, pattern: str, *anchors: str) -> Rule:
    return shaped(kind, pattern, *anchors, scope=Scope.LOWERED)


def option(kind: str, pattern: str, *anchors: str) -> Rule:
    return shaped(kind, pattern, *anchors, scope=Scope.OPTION)


TOKENS: tuple[Rule, ...] = (
    shaped(
        "jwt",
        rf"eyJ{ANY}{{8,4096}}\s{{0,3}}\.\s{{0,3}}{ANY}{{8,8192}}\s{{0,3}}\.\s{{0,3}}(?:{ANY}{{8,4096}})?(?:\.{ANY}{{4,8192}}){{0,2}}",
        "eyJ",
    ),
    token("google_refresh_token", rf"1//0{ANY}{{30,256}}", "1//0"),
    token("adobe_token", rf"eyJ4NXUiOiJpbXNfbmEx{ANY}{{60,}}", "eyJ4NXUiOiJpbXNfbmEx"),
    token("twilio_key", r"(?:SK|AC|AP)[0-9a-fA-F]{32}(?![A-Za-z0-9])", "SK", "AC", "AP"),
    token("sendgrid_key", rf"SG\.{ANY}{{16,64}}\.{ANY}{{16,64}}", "SG."),
    token("terraform_token", rf"[A-Za-z0-9]{{14}}\.atlasv1\.{ANY}{{40,128}}", ".atlasv1."),
    token("telegram_token", rf"\d{{8,12}}:A[A-Z]{ANY}{{30,48}}", ":A"),
    token("discord_token", rf"[MNO][A-Za-z0-9_-]{{22,28}}\.{ANY}{{5,7}}\.{ANY}{{26,64}}", "."),
    token("airtable_token", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{40,64}", "pat"),
    token("doppler_token", rf"dp\.(?:pt|st|ct|sa|scim|audit|said)\.(?:[a-z0-9_-]{{2,35}}\.)?{ANY}{{32,64}}", "dp."),
    token("cloudflare_origin_key", r"v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}", "v1.0-"),
    token("onepassword_secret_key", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3,5}[A-Z0-9]{5}", "A3-"),
    token("onepassword_token", r"ops_eyJ[A-Za-z0-9+/=_-]{60,4096}", "ops_eyJ"),
    token("dynatrace_token", r"dt0[a-z]\d\d\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{40,80}", "dt0"),
    token("hubspot_token", r"pat-(?:na|eu|ap)\d-[a-f0-9]{8}-[a-f0-9-]{20,30}", "pat-"),
    token("harness_token", rf"(?:pat|sat)\.{ANY}{{22}}\.[A-Za-z0-9]{{24}}\.[A-Za-z0-9]{{20}}", "pat.", "sat."),
    token("asana_token", r"[0-2]/(?:\d{12,18}/)?\d{12,18}:[a-f0-9]{32}", "1/", "2/", "0/"),
    token("facebook_app_token", r"\d{15,16}(?:\||%7C)[0-9A-Za-z_-]{27,40}", "|", "%7C"),
    token("azure_client_secret", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{30,40}", "Q~"),
    token(
        "azure_key",
        r"[A-Za-z0-9+/]{40,84}(?:ASt|AC(?:Db|v|RA|at)|AzSe|A{1}zFu|APIM)[A-Za-z0-9+/]{4,10}={0,2}(?![A-Za-z0-9+/=])",
        "ASt",
        "ACDb",
        "AzSe",
        "AzFu",
        "APIM",
        "ACR",
    ),
    token("salesforce_token", r"00[A-Za-z0-9]{13}![A-Za-z0-9._-]{60,260}", "!"),
    token("maxmind_key", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk", "_mmk"),
    token("mailchimp_key", r"[a-f0-9]{32}-us\d{1,2}(?!\w)", "-us"),
    token("tableau_token", r"[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}", "==:"),
    token(
        "authress_key",
        rf"(?:sc|ext|scauth|authress)_[a-z0-9]{{5,30}}\.[a-z0-9]{{4,6}}\.acc[_-][a-z0-9-]{{10,32}}\.{ANY}{{30,120}}",
        ".acc",
    ),
    token("sidekiq_secret", r"[a-f0-9]{8}:[a-f0-9]{8}(?=@(?:gems|enterprise)\.contribsys)", "contribsys"),
    token("mapbox_token", rf"sk\.eyJ{ANY}{{20,256}}\.{ANY}{{16,64}}", "sk.eyJ"),
    token("yandex_token", rf"t1\.{ANY}{{20,400}}={{0,2}}\.{ANY}{{60,90}}", "t1."),
    token("azure_devops_token", r"[A-Za-z0-9]{70,80}AZDO[A-Za-z0-9]{4}", "AZDO"),
    token("contentful_token", r"CFPAT-[A-Za-z0-9_-]{20,64}", "CFPAT-"),
    token(
        "gitlab_mail_token",
        r"incoming\+[\w.-]{1,100}-(?P<value>[A-Za-z0-9_]{12,64})-(?:issue|merge-request)",
        "incoming+",
    ),
    token(
        "password_hash",
        r"(?<=[:=\"' ])\{(?:PLAIN|CLEAR(?:TEXT)?|S?SHA\d{0,3}|S?MD5|CRYPT|BLF-CRYPT|ARGON2\w{0,2})\}"
        r"(?P<value>[^\s:\"']{6,200})",
        "{PLAIN",
        "{CLEAR",
        "SHA",
        "MD5}",
        "CRYPT}",
        "{ARGON2",
    ),
    token(
        "password_hash",
        r"\$(?:1|2[abxy]?|5|6|y|gy|7|argon2\w{0,2}|scrypt|pbkdf2[\w-]{0,12}|apr1)\$[\w=,./+$-]{0,80}[A-Za-z0-9./+]{22,128}={0,2}",
        "$1$",
        "$2",
        "$5$",
        "$6$",
        "$y$",
        "$gy$",
        "$7$",
        "$argon2",
        "$scrypt$",
        "$pbkdf2",
        "$apr1$",
    ),
    from_anchor("okta_token", r"\bSSWS[ :\"']{1,4}(?P<value>00[\w=-]{38,42})(?![\w=-])", "ssws"),
    token("k3s_token", r"K10[0-9a-f]{64}::[\w-]{1,40}:[\w.-]{8,80}", "K10"),
    shaped(
        "jwk_private",
        r"[\"'{, ](?:d|p|q|dp|dq|qi|k)\\{0,8}[\"']?\s{0,4}:\s{0,4}\\{0,8}[\"'](?P<value>[A-Za-z0-9_-]{20,1400})",
        "kty",
    ),
    from_anchor(
        "wireguard_key",
        r"(?i:PrivateKey|PresharedKey)\s{0,4}=\s{0,4}(?P<value>[A-Za-z0-9+/]{42,43}=)",
        "privatekey",
        "presharedkey",
    ),
)
"""Shapes with more in them than a beginning; those are in `token_formats.tsv`."""

URLS: tuple[Rule, ...] = (
    from_anchor(
        "aws_secret_key",
        r"(?:AKIA|ASIA)[A-Z2-7]{16}[^A-Za-z0-9+/]{1,8}(?:[\w .-]{0,40}[=:,\s\"']{1,4})?"
        r"(?P<value>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])",
        "akia",
        "asia",
    ),
    from_anchor(
        "url_password",
        r"://[^\s/:@'\"<>`]{0,80}:(?!\d{1,5}[/?#])(?P<value>[^\s'\"<>`@/][^\s'\"<>`]{1,200})@[\w\[]",
        "://",
    ),
    shaped(
        "url_password", r"[\w.-]{1,64}:(?P<value>[^\s'\"@:/]{4,100})@(?:tcp|unix|udp)\(", "@tcp(", "@unix(", "@udp("
    ),
    shaped("url_password", r":[\w.-]{1,64}/(?P<value>[^\s'\"@/]{4,100})@(?://|\()", "@//", "@("),
    from_anchor("url_token", r"://(?P<value>[A-Za-z0-9_.~%-]{20,200})@[\w\[]", "://"),
    from_anchor(
        "slack_webhook",
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<value>[A-Za-z0-9/_-]{20,})",
        "hooks.slack",
    ),
    from_anchor(
        "discord_webhook",
        rf"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(?P<value>\d{{15,}}/{ANY}{{40,}})",
        "discord.com/api/",
        "discordapp.com/api/",
    ),
    from_anchor(
        "teams_webhook", r"webhook\.office\.com/webhookb2/(?P<value>[A-Za-z0-9@/_-]{30,})", "webhook.office.com"
    ),
    from_anchor("webhook", r"hooks\.zapier\.com/hooks/catch/(?P<value>[A-Za-z0-9/]{8,})", "hooks.zapier.com"),
    from_anchor(
        "webhook",
        r"(?:open\.feishu\.cn|open\.larksuite\.com)/open-apis/bot/v2/hook/(?P<value>[A-Za-z0-9-]{20,})",
        "open.feishu.cn",
        "open.larksuite.com",
    ),
    from_anchor(
        "webhook", r"ifttt\.com/trigger/[\w-]{1,60}/(?:json/)?with/key/(?P<value>[\w-]{15,})", "ifttt.com/trigger/"
    ),
    shaped(
        "signed_url",
        r"[?&;](?i:sig|[\w-]{0,30}signature|x-amz-security-token|x-amz-credential|se?cret|hash|hmac|auth)=(?P<value>[A-Za-z0-9%+/=_.~-]{16,})",
        "ig=",
        "ignature=",
        "oken=",
        "redential=",
        "ecret=",
        "mac=",
        "ash=",
        "uth=",
    ),
    from_anchor(
        "telegram_token", r"telegram\.org/(?:file/)?bot(?P<value>\d{6,12}:[A-Za-z0-9_-]{30,50})", "telegram.org/"
    ),
    from_anchor("url_token", r"conda[\w./-]{0,80}/t/(?P<value>[A-Za-z0-9-]{16,80})/", "conda"),
    from_anchor("wifi_password", r"WIFI:(?:[TSHR]:[^;\n]{0,64};){0,4}P:(?P<value>[^;\n]{5,64});", "wifi:"),
    from_anchor("otp_secret", r"otpauth://[^\s'\"]{1,200}?secret=(?P<value>[A-Z2-7a-z]{16,})", "otpauth://"),
)

COMMANDS: tuple[Rule, ...] = (
    from_anchor(
        "command_password",
        r"\b(?:echo|printf)\s+(?:-n\s+)?(?P<quote>['\"]?)(?P<value>[^\s'\"|>]{5,200})(?P=quote)\s*>{1,2}\s*"
        r"[\w./~$-]{0,80}(?i:pass|secret|token|key|cred|pwd)",
        "echo",
        "printf",
    ),
    from_anchor(
        "session_cookie",
        r"\t(?:TRUE|FALSE)\t[^\t\n]{1,200}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,100}\t(?P<value>[^\s]{16,4096})",
        "\ttrue\t",
        "\tfalse\t",
    ),
    option(
        "basic_auth",
        r"(?<![\w-])(?:-u|--user|--proxy-user|-U)[ =]?['\"]?[\w.@+-]{1,64}[:%](?!\w{0,12}:/)(?P<value>[^\s'\"]{4,200})",
        "-u",
        "--user",
        "--proxy-user",
    ),
    option(
        "command_password",
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|]{0,160}?\s-p(?P<value>[^\s'\"-][^\s]{3,200})",
        "mysql",
        "mariadb",
    ),
    option("command_password", r"\bssh-keygen\b[^\n|]{0,160}?\s-[NP]\s+['\"]?(?P<value>[^\s'\"]{4,200})", "ssh-keygen"),
    option(
        "command_password",
        r"\b(?:docker|podman|helm|az|mongo|mongosh|mongodump|oc|skopeo|buildah|crane|nerdctl|7z|zip|unzip|unrar)\b"
        r"[^\n|]{0,160}?\s(?:-p|-P)[ =]?['\"]?(?P<value>[^\s'\"]{4,200})",
        "docker",
        "podman",
        "helm",
        "az ",
        "mongo",
        "oc ",
        "skopeo",
        "buildah",
        "crane",
        "nerdctl",
        "7z",
        "zip",
        "unrar",
    ),
    option(
        "command_password",
        r"\bredis-cli\b[^\n|]{0,160}?\s(?:-a|--pass)\s+['\"]?(?P<value>[^\s'\"]{4,200})",
        "redis-cli",
    ),
    option("command_password", r"\b(?:ldap\w+)\b[^\n|]{0,160}?\s-w\s+['\"]?(?P<value>[^\s'\"]{4,200})", "ldap"),
    option(
        "command_password",
        r"\bhtpasswd\b[^\n|]{0,80}?\s-\w*b\w*\s+\S{1,80}\s+\S{1,64}\s+['\"]?(?P<value>[^\s'\"]{4,200})",
        "htpasswd",
    ),
    option("command_password", r"\bopenssl\b[^\n|]{0,160}?\s-[kK]\s+['\"]?(?P<value>[^\s'\"]{4,200})", "openssl"),
    from_anchor(
        "command_password",
        r"\becho\s+(?:-n\s+)?['\"]?(?:[\w.-]{1,64}:)?(?P<value>[^\s'\"|]{6,200})['\"]?\s*\|\s*(?:sudo\s+)?"
        r"(?:-S\b|sudo|chpasswd|passwd|\S{1,40}\s+[^\n|]{0,40}(?:login|secret|auth)|kubeseal)",
        "echo",
    ),
    shaped(
        "command_password",
        r"\b(?:vault|gh|doctl|flyctl|fly|railway|wandb|huggingface-cli|hf|cargo)\s+(?:auth\s+)?login\s+(?:--\S+\s+)?['\"]?"
        r"(?P<value>[A-Za-z0-9_.-]{16,200})",
        " login",
    ),
    from_anchor(
        "command_password",
        r"\bsend(?:line|_line)?[ (]{1,3}(?:-- )?[\"'](?P<value>[^\"'\s\\]{5,128})(?:\\+[rn]|[\r\n])[\"']",
        "send",
    ),
    from_anchor(
        "command_password", r"\bnet\s+use\s[^\n]{0,160}?\\\\\S{1,120}\s+(?P<value>[^\s/]{4,128})\s+/user:", "net"
    ),
    from_anchor(
        "command_password",
        r"\b(?:smbclient|mount|rpcclient|net)\b[^\n]{0,160}?\s(?:-U|user=)\s?['\"]?[\w.\\@-]{1,64}%(?P<value>[^\s'\"]{4,128})",
        "smbclient",
        "rpcclient",
        "mount",
        "net ",
    ),
    option(
        "command_password",
        r"\b(?:lftp|ftp)\s[^\n]{0,160}?-u\s+['\"]?[\w.@-]{1,64},(?P<value>[^\s'\"]{4,128})",
        "lftp ",
        "ftp ",
    ),
    from_anchor(
        "command_password",
        r"<<-?\s?['\"]?(?P<end>[A-Z]{2,12})['\"]?\n(?P<value>[^\s]{5,128})\n(?P=end)\b",
        "<<",
    ),
    from_anchor("command_password", r"<<<\s*['\"]?(?P<value>[A-Za-z0-9_.+/=-]{16,200})", "<<<"),
    shaped(
        "pgpass",
        r"(?m)(?:^|(?<=[\"']))[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?P<value>[^\s:\"']{4,100})(?=[\"']|$)",
        ":5432:",
        ":*:",
        ":5433:",
        ":6432:",
    ),
    from_anchor(
        "password",
        r"(?i:ConvertTo-SecureString\s(?:-String\s)?|unsafePlainText\()[\"'](?P<value>[^\"'\s]{5,128})[\"']",
        "convertto-securestring",
        "unsafeplaintext",
    ),
    from_anchor(
        "sql_password",
        r"(?i:\b(?:identified\s+by|password)\s+)'(?P<value>[^'\n]{4,200})'",
        "identified",
        "password",
    ),
)

PAIRS: tuple[Rule, ...] = (
    from_anchor(
        "credential",
        r"(?i:auth|tokens?|secrets?|passwords?|credentials?)[\"']\s{0,4}(?::|=>|=)\s{0,4}[{\[]\s{0,40}"
        r"[\"'][^\"'\n]{1,60}[\"']\s{0,4}(?::|=>|=)\s{0,4}[\"'](?P<value>[^\s\"']{16,200})[\"']",
        *(
            f"{name}{mark}"
            for name in ("auth", "token", "tokens", "secret", "secrets", "password", "passwords")
            for mark in "\"'"
        ),
    ),
    from_anchor(
        "password",
        r"(?:[Aa]uth\w{0,12}|[Cc]redentials?|[Ll]ogin)\s{0,2}[=(:]{1,2}\s{0,2}\(?[\"'][^\"'\n]{1,64}[\"'],\s{0,2}[\"'](?P<value>[^\"'\s]{5,128})[\"']",
        "auth",
        "credential",
        "login",
    ),
    from_anchor(
        "password",
        r"(?i:credentials?|creds|logins?|log in|sign in|zugangsdaten"
        r"|identifiants|accès|credenciales|accesos?|credenziali|accessi|dostęp|wi-?fi|wlan)\b"
        r"[^\n]{0,48}?(?<![\w.@+/-])[\w.@+-]{1,64}(?: / |/|:)(?P<value>[^\s\"'`,;)/]{5,128})",
        "credential",
        "creds",
        "login",
        "log in",
        "sign in",
        "zugangsdaten",
        "identifiants",
        "accès",
        "credenciales",
        "acceso",
        "credenziali",
        "accessi",
        "dostęp",
        "wifi",
        "wi-fi",
        "wlan",
    ),
)
