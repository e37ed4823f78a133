"""Sets of secrets and look-alikes, made from public formats."""

import base64
import random
import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

ALNUM = ascii_letters + digits
HEX = "0123456789abcdef"
WORDS = (  # noqa: SIM905
    "harbor quartz maple falcon cinder tundra velvet saffron juniper copper walnut pepper thunder marble orchid silver"
    " anchor biscuit canyon dolphin ember feather glacier hazel"
).split()
SERVICES = ["billing", "ledger", "checkout", "mailer", "gateway", "search", "reports", "queue"]
PEOPLE = ["maya", "tom", "priya", "jonas", "alice", "bruno"]


@dataclass(frozen=True, slots=True)
class Row:
    """A text, and the secret in it; a look-alike has none."""

    kind: str
    text: str
    secret: str = ""


def _text(chooser: random.Random, length: int, alphabet: str = ALNUM) -> str:
    return "".join(chooser.choice(alphabet) for _ in range(length))


def _password(r: random.Random) -> str:
    word, other = r.choice(WORDS), r.choice(WORDS)
    return r.choice(
        [
            f"{word.title()}{r.randrange(100, 9999)}{r.choice('!?#*$')}",
            f"{word}-{other}-{r.randrange(10, 99)}",
            f"{word.title()}_{other.title()}{r.randrange(10, 99)}",
            _text(r, 12, ALNUM + "!#%*+?^") + str(r.randrange(10)),
            _text(r, 16) + str(r.randrange(10)),
            f"{word[:3].upper()}{r.randrange(1000, 9999)}{other[:3]}",
            f"{word.replace('e', '3').replace('a', '4')}{r.randrange(10, 99)}!",
        ]
    )


def _two_part(r: random.Random) -> str:
    return f"{_text(r, 4)}{r.choice('(</[{')}{_text(r, 3, digits)}{r.choice(')>}]/')}{_text(r, 4)}"


VALUES: dict[str, Callable[[random.Random], str]] = {
    "made up": _password,
    "two parts": _two_part,
    "hex 32": lambda r: _text(r, 32, HEX),
    "hex 40": lambda r: _text(r, 40, HEX),
    "hex 64": lambda r: _text(r, 64, HEX),
    "letters and digits 20": lambda r: _text(r, 20),
    "letters and digits 32": lambda r: _text(r, 32),
    "letters and digits 40": lambda r: _text(r, 40),
    "small letters and digits 24": lambda r: _text(r, 24, ascii_lowercase + digits),
    "capitals and digits 26": lambda r: _text(r, 26, ascii_uppercase + digits),
    "base 64 of 32": lambda r: base64.b64encode(r.randbytes(32)).decode(),
    "base 64 of 48": lambda r: base64.b64encode(r.randbytes(48)).decode(),
    "url-safe 43": lambda r: base64.urlsafe_b64encode(r.randbytes(32)).decode().rstrip("="),
    "uuid": lambda r: str(uuid.UUID(bytes=r.randbytes(16), version=4)),
    "dotted": lambda r: f"{_text(r, 12)}.{_text(r, 28)}",
}
PASSWORDS = ("made up", "two parts")
PASSWORD_NAMES = (
    "db_password", "DB_PASS", "smtpPassword", "REDIS_PASSWORD", "spring.datasource.password", "root_pwd",
    "adminPasswd", "userPass", "ldap-bind-password", "KEYSTORE_PASSPHRASE", "contraseña_db", "mysql_pw", "PGPASSWORD",
    "SSHPASS", "RABBITMQ_DEFAULT_PASS", "mot_de_passe", "Kennwort", "wachtwoord", "BECOME_PASS", "jdbc.password",
    "app_senha",
)  # fmt: skip
KEY_NAMES = (
    "api_key", "API-KEY", "apiKey", "clientSecret", "CLIENT_SECRET", "AUTH_TOKEN", "access_token", "refreshToken",
    "JWT_SECRET", "webhookSecret", "encryption_key", "SIGNING_KEY", "private_token", "session.secret", "accountKey",
    "subscription-key", "APP_SECRET", "master_key", "hmac_secret", "consumerSecret", "SHARED_SECRET",
    "storage_access_key", "licenceKey", "X-Vault-Token", "cookieSecret", "SECRET_KEY_BASE", "pepper_secret",
)  # fmt: skip

NAMED: dict[str, str] = {
    "shell variable": "export {N}={V}",
    "shell quoted": "{N}='{V}' ./run.sh --fast",
    "env file": "PORT=8080\n{N}={V}\nDEBUG=0",
    "env file spaced": "{N} = {V}",
    "json": '{{"host": "db", "{N}": "{V}", "port": 5432}}',
    "json in json": '{{"body": "{{\\"{N}\\": \\"{V}\\", \\"n\\": 1}}"}}',
    "json twice in json": '{{"m": "{{\\\\\\"{N}\\\\\\": \\\\\\"{V}\\\\\\"}}"}}',
    "yaml": "app:\n  {N}: {V}\n  replicas: 2",
    "yaml quoted": 'app:\n  {N}: "{V}"',
    "yaml folded": "app:\n  {N}: >-\n    {V}\n  other: 1",
    "yaml literal": "{N}: |\n  {V}\nnext: 2",
    "yaml name and value": "env:\n  - name: {N}\n    value: {V}",
    "toml": '[auth]\n{N} = "{V}"',
    "toml three quotes": '{N} = """{V}"""',
    "ini": "[db]\n{N} : {V}",
    "properties": "{N}={V}\nserver.port=80",
    "xml element": "<config><{N}>{V}</{N}></config>",
    "xml attribute": '<add key="{N}" value="{V}" />',
    "xml own attribute": '<datasource host="db" {N}="{V}"/>',
    "python keyword": 'connect(host="db", {N}="{V}")',
    "python assignment": '{N} = "{V}"',
    "python dict": "cfg['{N}'] = '{V}'",
    "javascript": "const cfg = {{ {N}: '{V}', retries: 3 }};",
    "typescript const": 'const {N}: string = "{V}";',
    "java setter": 'config.set("{N}", "{V}");',
    "go struct": 'cfg := Config{{{N}: "{V}"}}',
    "rust const": 'const {N}: &str = "{V}";',
    "php define": "define('{N}', '{V}');",
    "php array": "'{N}' => '{V}',",
    "ruby hash": ":{N} => '{V}',",
    "c define": '#define {N} "{V}"',
    "flag equals": "tool --{N}={V} run",
    "flag space": "tool --{N} {V} run",
    "docker env": "docker run -e {N}={V} image",
    "dockerfile": "ENV {N} {V}",
    "dockerfile arg": "ARG {N}={V}",
    "helm set": "helm install x --set auth.{N}={V}",
    "kubectl literal": "kubectl create secret generic s --from-literal={N}={V}",
    "powershell": '$env:{N} = "{V}"',
    "batch": "set {N}={V}",
    "setx": 'setx {N} "{V}"',
    "fish": "set -gx {N} {V}",
    "systemd": 'Environment="{N}={V}"',
    "terraform": 'variable "x" {{ }}\n{N} = "{V}"',
    "tfvars map": '{{ "{N}" = "{V}" }}',
    "gradle": '{N}="{V}"',
    "query": "GET https://api.acme.test/v1?{N}={V}&page=2",
    "form body": "curl -d '{N}={V}&user=app' https://acme.test/login",
    "markdown table": "| name | value |\n|---|---|\n| {N} | `{V}` |",
    "markdown bold": "**{N}:** `{V}`",
    "markdown list": "- {N}: {V}",
    "csv": "host,user,{N}\ndb.acme.test,app,{V}",
    "html input": '<input name="{N}" value="{V}">',
    "diff plus": "-{N}=\n+{N}={V}",
    "diff words": "[-{N}: old-]{{+{N}: {V}+}}",
    "log": "2026-01-02 INFO config loaded {N}={V} host=db",
    "repr": "Settings({N}='{V}', debug=False)",
    "repr secret": "Settings({N}=SecretStr('{V}'))",
    "trace": "ValueError: bad value for {N}: '{V}'",
    "header name": "X-{N}: {V}",
    "question next line": "what is the {N}?\n{V}",
    "heading next line": "## {N}\n\n{V}\n",
    "underlined heading": "{N}\n--------\n{V}",
    "label next line": "{N}:\n{V}\n",
    "numbered": "    11→{N}={V}\n    12→PORT=1",
    "escaped lines": "PORT=1\\n{N}={V}\\nDEBUG=0",
    "percent": "{N}%3D{V}",
    "colon table": "{N:<20} {V}",
    "jinja default": "{N}: {{{{ x | default('{V}') }}}}",
    "shell default": '{N}="${{{N}:-{V}}}"',
    "getenv default": 'os.environ.get("{N}", "{V}")',
    "redis config": "{N} {V}",
}
SAID: dict[str, str] = {
    "is": "the password is {V}",
    "is for": "the password for {S} on staging is {V}, do not lose it",
    "my": "my password is {V} and it works",
    "changed to": "I changed the admin password to {V} this morning",
    "set to": "I've set the root password to {V}",
    "use as": "use {V} as the password",
    "is the password": "{V} is the password for {S}",
    "with": "log in as {P} with {V}",
    "with password": "connect as {P} with password {V}",
    "user and": "user {P}, password {V}",
    "slash": "login: {P} / {V}",
    "credentials": "credentials for {S}: {P}:{V}",
    "pw": "pw: {V}",
    "pwd": "pwd is {V}",
    "still": "it's still the old password, {V}",
    "question": "what's the password?\n{V}",
    "question with name": "What is the password for {S}?\n\nIt is {V}.",
    "brackets": "password ({V})",
    "german": "das Passwort für {S} lautet {V}",
    "spanish": "la contraseña es {V}",
    "french": "le mot de passe est {V}",
    "portuguese": "a senha do {S} é {V}",
    "italian": "la password è {V}",
    "dutch": "het wachtwoord is {V}",
    "polish": "hasło to {V}",
    "russian": "пароль: {V}",
    "turkish": "şifre: {V}",
    "chinese": "密码是{V}",
    "japanese": "パスワードは{V}です",
    "korean": "비밀번호: {V}",
    "temporary": "Temporary password: {V}",
    "login line": "Username: {P}\nPassword: {V}",
    "wifi": "wifi is acme-guest, password {V}",
    "try": "try {V}, that's the new password",
}
KEYS_SAID: dict[str, str] = {
    "key is": "the api key is {V}",
    "key for": "here is the API key for {S}: {V}",
    "token": "the token for {S}: {V}",
    "new token": "I rotated it, new token {V}",
    "secret": "client secret is {V}",
    "use key": "please use {V} as the api key",
    "bearer": "Authorization: Bearer {V}",
    "header token": "Authorization: token {V}",
    "x api key": "curl -H 'x-api-key: {V}' https://acme.test",
    "private token": 'curl --header "PRIVATE-TOKEN: {V}" https://git.acme.test',
    "cookie": "Cookie: theme=dark; session={V}",
    "set cookie": "Set-Cookie: connect.sid={V}; HttpOnly",
    "german key": "der Schlüssel lautet {V}",
    "chinese key": "密钥：{V}",
    "below": "here's the token:\n\n{V}\n",
    "npmrc": "//registry.acme.test/:_authToken={V}",
}
COMMANDS: dict[str, str] = {
    "curl user": "curl -u {P}:{V} https://acme.test",
    "curl user long": "curl --user '{P}:{V}' https://acme.test",
    "mysql": "mysql -u root -p{V} shop",
    "mysql long": "mysql --user=root --password={V} shop",
    "sshpass": "sshpass -p '{V}' ssh {P}@host",
    "sshpass variable": "SSHPASS={V} sshpass -e ssh host",
    "docker login": "docker login -u {P} -p {V} registry.acme.test",
    "echo to stdin": "echo {V} | docker login --password-stdin -u {P}",
    "sudo": "echo '{V}' | sudo -S apt update",
    "redis": "redis-cli -h cache -a {V} ping",
    "psql": "PGPASSWORD={V} psql -h db",
    "net use": "net use Z: \\\\srv\\share {V} /user:{P}",
    "openssl": "openssl enc -aes-256-cbc -pass pass:{V} -in a",
    "zip": "zip -P {V} out.zip a",
    "heredoc": "mysql -u root --password <<EOF\n{V}\nEOF",
    "expect": 'expect "Password:"\nsend "{V}\\r"',
    "chpasswd": "echo '{P}:{V}' | chpasswd",
    "htpasswd": "htpasswd -b /etc/htpasswd {P} {V}",
    "sql identified": "CREATE USER {P} IDENTIFIED BY '{V}';",
    "sql password": "ALTER USER {P} WITH PASSWORD '{V}';",
    "pgpass": "db.acme.test:5432:main:{P}:{V}",
    "netrc": "machine git.acme.test login {P} password {V}",
    "git credentials": "https://{P}:{V}@git.acme.test",
    "postgres url": "postgres://{P}:{V}@db.acme.test:5432/main",
    "mongo url": "mongodb+srv://{P}:{V}@cluster0.acme.test/db",
    "redis url": "redis://:{V}@cache.acme.test:6379/0",
    "amqp url": "amqp://{P}:{V}@mq.acme.test/vhost",
    "smtp url": "smtps://{P}:{V}@mail.acme.test:465",
    "jdbc": "jdbc:postgresql://db.acme.test/main?user={P}&password={V}",
    "ado": "Server=db;User Id={P};Password={V};Encrypt=True",
    "dsn": "host=db user={P} password={V} dbname=main",
    "odbc": "Driver={{ODBC}};Server=db;Uid={P};Pwd={V};",
    "kafka": 'required username="{P}" password="{V}";',
    "ansible": "ansible_become_pass: {V}",
    "rsync": "RSYNC_PASSWORD={V} rsync -a x y",
    "ldap": "ldapsearch -D cn=admin -w {V} -b dc=acme",
    "lftp": "lftp -u {P},{V} ftp.acme.test",
    "smbclient": "smbclient //srv/share -U {P}%{V}",
    "wget": "wget --http-user={P} --http-password={V} https://acme.test",
    "gpg": "gpg --batch --passphrase {V} -d x.gpg",
    "keytool": "keytool -list -keystore a.jks -storepass {V}",
    "pip": "pip install --index-url https://{P}:{V}@pypi.acme.test/simple x",
}


def secrets(per_kind: int = 6, seed: int = 5) -> Iterator[Row]:
    """Secrets that only their surroundings betray, by the kind of surroundings."""
    r = random.Random(seed)
    for kind, frame in NAMED.items():
        for number in range(per_kind * 2):
            password = number % 2 == 0
            value = VALUES["made up" if password else r.choice([name for name in VALUES if name not in PASSWORDS])](r)
            name = r.choice(PASSWORD_NAMES if password else KEY_NAMES)
            yield Row(f"named {kind}", frame.format(N=name, V=value), value)
    for frames, value_kinds, group in (
        (SAID, ["made up"], "said"),
        (KEYS_SAID, [name for name in VALUES if name not in PASSWORDS], "key"),
        (COMMANDS, ["made up", "letters and digits 20"], "command"),
    ):
        for kind, frame in frames.items():
            for _ in range(per_kind):
                value = VALUES[r.choice(value_kinds)](r)
                if group == "command":
                    value = value.replace("#", "x").replace("?", "y").replace("%", "z")
                yield Row(f"{group} {kind}", frame.format(V=value, S=r.choice(SERVICES), P=r.choice(PEOPLE)), value)
    for kind, make in VALUES.items():
        for _ in range(per_kind * 2):
            value = make(r)
            name = r.choice(PASSWORD_NAMES if kind in PASSWORDS else KEY_NAMES)
            frame = r.choice(["{N}={V}", '"{N}": "{V}"', "{N}: {V}"])
            yield Row(f"value {kind}", frame.format(N=name, V=value), value)


_SLOT = re.compile(r"\{([a-z0-9]+) ?(\d*|base64|hex|bytes)\}|\{([^{}]*\|[^{}]*)\}")


def _filled(template: str, r: random.Random) -> str:
    def fill(slot: re.Match[str]) -> str:
        if slot[3] is not None:
            return str(r.choice(slot[3].split("|")))
        name, size = slot[1], int(slot[2]) if slot[2].isdigit() else 0
        words = f"the quick brown fox number {r.randrange(9999)}".encode()
        made: dict[str, Callable[[], str]] = {
            "hex": lambda: _text(r, size, HEX),
            "digits": lambda: _text(r, size, "123456789"),
            "letters": lambda: _text(r, size),
            "base64": lambda: base64.b64encode(r.randbytes(size)).decode(),
            "uuid": lambda: VALUES["uuid"](r),
            "service": lambda: r.choice(SERVICES),
            "person": lambda: r.choice(PEOPLE),
            "text": lambda: base64.b64encode(words).decode() if slot[2] == "base64" else words.hex(),
        }
        return made[name]() if name in made else slot[0]

    return _SLOT.sub(fill, template).replace("\\n", "\n")


def lookalikes(per_kind: int = 12, seed: int = 6) -> Iterator[Row]:
    r = random.Random(seed)
    for line in (Path(__file__).parents[1] / "data" / "lookalikes.tsv").read_text("utf-8").splitlines()[1:]:
        kind, template = line.split("\t")
        for _ in range(per_kind):
            yield Row(f"like {kind}", _filled(template, r))


def leaks(row: Row, masked: str) -> bool:
    width = min(max(6, len(row.secret) * 2 // 5), 24, len(row.secret))
    rest = row.text.replace(row.secret, "\0")
    pieces = (row.secret[at : at + width] for at in range(len(row.secret) - width + 1))
    return any(piece in masked and piece not in rest for piece in pieces)
