"""The words by which a text says that a secret follows, in the languages people write in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A secret: from character `start` up to `end`, and what kind it is."""

    start: int
    end: int
    kind: str


PASSWORD_WORDS = (
    "password", "passwd", "passphrase", "secret word", "community string", "passcode", "passwort", "kennwort",
    "pwd", "contraseña", "contrasena",
    "mot de passe", "senha", "palavra-passe", "wachtwoord", "hasło", "haslo", "heslo", "lösenord", "losenord",
    "adgangskode", "passord", "salasana", "jelszó", "jelszo", "parola", "şifre", "sifre", "비번", "пароль", "пароля",
    "κωδικός", "סיסמה", "סיסמא", "كلمة المرور", "كلمة السر", "密码", "密碼", "口令", "パスワード", "비밀번호",
    "암호", "mật khẩu",
    "kata sandi", "รหัสผ่าน", "पासवर्ड", "wifi key", "wlan key", "wi-fi key", "psk", "sshpass", "clear-text",
    "cleartext",
    "userpass", "dbpass", "bindpw", "requirepass",
    "snmp-server community", "rootpw", "storepass", "keypass", "lozinka", "slaptažodis", "parole", "parool",
    "fjalëkalimi", "pasahitza", "contrasenya",
)  # fmt: skip
"""A value a person made up follows: anything with a digit or a mark in it."""

INFLECTED_WORDS = (
    "passwör", "kennwör", "hasł", "hasl", "hesl", "гасл", "парол", "jelsz", "şifre", "sifre", "lösenord", "losenord",
    "wachtwoord", "adgangskod", "salasan", "lozink", "slaptažod", "senha", "contraseñ", "contrasen", "κωδικ", "parol",
    "parool", "geslo", "gesl", "zaporka", "zaporc",
)  # fmt: skip
"""Beginnings of such words where the language changes their ends."""

GROUP_WORDS = (
    "recovery", "backup code", "backup_code", "backup-code", "scratch code", "emergency code", "setup key", "2fa",
    "otp", "authenticator", "app password", "app-specific password", "application password", "one-time code",
    "wiederherstellung", "unlock key", "activation key",
)  # fmt: skip
"""Random letters and digits in groups follow."""

LOGIN_WORDS = (
    "login", "log in", "logon", "logged in", "sign in", "signed in", "signin", "anmeld", "identify", "authenticate",
    "add_user", "adduser", "add-user", "useradd", "net user", "create user", "createuser", "create role", "unlock",
    "decrypt", "encrypt", "auth ", "auth(", ".auth", "auth=", "--auth", "alias set", "user ", " pin ", "user-pass",
    "connect(", "crypt(", "userinfo", "create_user", "createlogin", "setcredentials", "einlogg", "connexion",
    "connecte", "inlogg", "zaloguj", "přihlas", "войд", "вход", "giriş", "acced", "iniciar", "entrar ", "ログイン",
    "登录", "登錄", "로그인", "enter ", "typed ",
)  # fmt: skip
"""What is done with a secret: one may stand on the same line."""

CODE_WORDS = (
    "pin", "pins", "puk", "tan", "code", "codes", "código", "codigo", "codice", "kod", "код", "totp", "passkey",
    "combination", "mfa", "license", "licence", "serial", "digicode", "lockbox", "key box",
    "keybox", "keypad", "alarm", "disarm", "padlock", "pincode", "tresor", "coffre",
    "cofre", "kluis", "caja fuerte", "cassaforte", "sejf", "сейф", "schlüsselkasten", "geheimzahl", "geheimnummer",
    "nip",
    "zahlenschloss", "code pin", "voucher", "gutschein", "kode", "kodu", "kodi", "kodę", "koodi", "kód", "koda",
    "koden", "koodin", "codul", "kódja",
    "cód", "cod", "коду", "пин",
    "пінкод", "暗証番号", "暗証", "验证码", "驗證碼", "認証コード", "コード", "인증번호", "코드", "비밀번호는", "رمز",
    "קוד", "mã",
    "κωδ", "host key", "guest key", "pairing", "paired", "revocation", "anshou", "codice pin",
    "one-time", "einmal", "bestätigungscode", "sicherheitscode", "zugangscode", "türcode", "meeting id",
)  # fmt: skip
"""A short code may follow, as words by themselves: only the learned model listens to them."""

USER_WORDS = (
    "wifi", "wi-fi", "wlan", "vpn", "zugang", "melde", "user/pass", "user/pw", "username/password", "login/password",
    "name/pass", "mail/pass", "u/p", "p/w", "u:", '"u":', '"p":', "opens with", "open with", "usr", "identifiant",
    "identifiants", "utente", "usuario", "usuário", "utilisateur", "benutzer", "nutzer", "gebruiker", "логин",
    "账号", "账户", "用户名",
    "사용자", "아이디", "アカウント", "logins", "admin", "administrator", "root", "account", "konto", "compte",
    "cuenta",
    "conta", "hesap", "учётка", "аккаунт", "ssid", "hotspot", "router", "basic auth", "basic-auth", "break-glass",
    "break glass", "breakglass", "opens", "unlocks", "unlocked with", "get in", "gets in", "got in", "let me in",
    "protected with", "protected by", "encrypted with", "secured with", "locked with", "rotated", "reset to",
    "changed to", "change it to", "set it to", "new one", "the old one", "new value", "asks for", "connected as",
    "connect as", "logged on", "binding as", "authenticated as", "ssh as",
    "credentials", "access data", "verbinde", "verbunden", "öffnet", "entsperr", "gebe", "eingeben", "gib", "ouvre",
    "s'ouvre", "déverrouill", "connecté", "abre con", "desbloque", "entra con", "entra", "si apre", "accesso", "acceso",
    "accès", "acesso", "toegang", "dostęp", "доступ", "openen met", "åtkomst", "adgang", "пользователь", "учетная",
    "kullanıcı", "管理画面", "管理员", "관리자", "user=", "uname",
)  # fmt: skip
"""Who or what a password is for: only the learned model listens to them."""

OPENING_WORDS = frozenset(
    (
        "opens with", "open with", "opens", "unlocks", "unlocked with", "get in", "gets in", "got in", "protected with",
        "protected by", "encrypted with", "secured with", "locked with", "reset to", "changed to", "change it to",
    "set it to", "new one", "the old one", "new value", "asks for", "öffnet", "entsperr", "eingeben", "ouvre",
    "s'ouvre",
        "abre con", "desbloque", "si apre", "openen met", "enter ", "typed ", "unlock", "decrypt",
    )
)  # fmt: skip
"""Of what is done with a password: what follows may be the password itself, and no login."""

SPOKEN_WORDS = (
    "ww", "kw", "pwort", "passw", "losungswort", "losung", "codewort", "code word", "codeword", "magic word",
    "safe word",
    "watchword", "secret phrase", "encryption phrase", "pin phrase", "security phrase", "phrase secrète",
    "phrase secrete",
    "mot secret", "mot-de-passe", "code wifi", "frase secreta", "frase segreta", "palabra secreta", "parola d'ordine",
    "security question", "secret question", "security answer", "secret answer", "recovery answer", "recovery question",
    "maiden name", "first pet", "sicherheitsfrage", "sicherheitsantwort", "question secrète", "pregunta secreta",
    "domanda segreta", "pasuwaado", "pasuwado", "himitsu", "合言葉", "暗号", "口令是", "mima", "bimilbeonho",
    "hemligt ord",
    "kodord", "tajne słowo", "тайное слово", "кодовое слово", "gizli kelime", "channel key", "wifi code", "wlan code",
    "wi-fi code", "schlüsselwort", "network key", "netzwerkschlüssel", "security key", "пароли", "паролем", "парольная",
    "clave", "chave", "chiave", "clé ", "clé wifi", "cle wifi", "schlüssel", "sleutel", "klucz", "nyckel", "anahtar",
    "ключ", "geheimnis", "secreto", "segredo", "segreto", "creds", "zugangsdaten", "ledger words", "seed words",
)  # fmt: skip
"""A password follows, as people say it: any word. Some name keys as well, of which the readings know."""

SHORT_PASSWORD_WORDS = ("pass", "pw", "psw", "mdp")
"""Too short to be looked for inside other words."""

KEY_WORDS = (
    "secret", "token", "credential", "creds", "key-data", "authorization", "bearer", "basic ", "cookie", "_auth",
    "_pat", '"encrypt"', '"auth"', "sharedaccess", "geheimnis", "schlüssel", "zugangsdaten", "clave", "llave",
    "secreto", "jeton", "clé ",
    "chave", "segredo", "chiave", "segreto", "sleutel", "klucz", "nyckel", "anahtar", "ключ",
    "токен", "секрет", "密钥",
    "cheia api", "kunci api", "ključ", "klíč", "kľúč", "api-nøgle", "api-nøkkel", "avain", "kulcs", "raktas", "võti",
    "κλειδί", "מפתח", "khóa api",
    "密鑰", "令牌", "凭据", "トークン", "キー", "シークレット", "토큰", "키는", "비밀키", "مفتاح",
)  # fmt: skip
"""A value a machine made follows: long and random."""

KEY_KINDS = (
    "api", "access", "private", "signing", "encryption", "decryption", "auth", "account", "master", "service",
    "license", "licence", "deploy", "client", "app", "integration", "subscription", "storage", "shared", "session",
    "admin", "root", "function", "host", "webhook", "hmac", "aes", "unseal", "recovery", "priv", "wallet",
)  # fmt: skip
"""Kinds of keys that are secret, before "key" with or without a mark between; behind `_` and `-` any key is."""

SHORT_KEY_WORDS = ("key", "keys", "tok", "auth", "salt", "pepper", "seed", "otp", "totp", "mfa", "2fa")
"""Names much else as well: only a long value that the sentence says is the key."""

SEED_WORDS = ("mnemonic", "seed", "recovery phrase", "recovery_phrase", "backup phrase", "wallet")
"""Twelve to twenty-four plain words follow."""

HARMLESS_NAMES = (
    "url", "uri", "path", "file", "name", "ttl", "count", "len", "length", "type", "field", "prefix", "suffix",
    "limit", "budget", "expiry", "expire", "second", "size", "_ms", "id", "header", "hash", "digest", "format",
    "policy", "column", "label", "title", "version", "index", "env", "arn", "ref", "_at", "mode", "statu", "rule",
    "regex", "pattern", "model", "region", "endpoint", "hashed", "algorithm", "issuer", "audience", "strength",
    "hint", "prompt", "message", "error", "scope", "owner", "fingerprint", "color", "shortcut", "idea", "point",
    "sha1", "sha256", "md5", "bcrypt", "ring", "exist", "valid", "validator", "manager", "provider", "service",
    "store", "repository", "test", "check",
    "required", "enabled", "_in", "_out", "changed", "lifetime", "rotation", "izer", "hasher",
)  # fmt: skip
"""A name that goes on with one of these (in the plural or not) does not name the secret itself."""

HARMLESS_BEFORE = (
    "primary", "foreign", "public", "publishable", "cache", "partition", "sort", "idempotency", "object",
    "unique", "index", "group", "hash", "lookup", "map", "row", "dict", "query", "translation", "i18n", "react",
    "list", "item", "pub", "known", "host", "fingerprint", "shortcut", "arrow", "access control", "input", "output",
    "max", "min", "total", "num", "prompt", "completion", "cached", "next", "page", "continuation", "cancellation",
    "csrf", "recv", "eos", "bos", "pad", "stop", "special", "author", "publickey",
)  # fmt: skip
"""A key or token of one of these kinds is none of the secret kind."""

FORM_WORDS = frozenset(
    (
        "password", "passwords", "token", "secret", "key", "reset", "forgot", "login", "sign", "user", "account",
        "field", "input", "form", "button", "link", "page", "error", "required", "invalid", "missing", "change",
        "confirm", "new", "old", "current", "the", "and", "for", "with", "not", "must", "you", "your", "this", "that",
        "are", "has", "have", "too", "from", "when", "was", "will", "can", "should", "does", "please", "enter",
    )
)  # fmt: skip
"""A phrase that holds one of these speaks about passwords; it is none."""

STATE_WORDS = FORM_WORDS | frozenset(
    (
        "string", "text", "number", "boolean", "object", "hidden", "plain", "plaintext", "cleartext", "hash",
        "hashed", "bcrypt", "argon", "scrypt", "basic", "bearer", "oauth", "digest", "optional", "mandatory",
        "required", "missing", "invalid", "incorrect", "expired", "rotated", "changed", "updated", "encrypted",
        "protected", "empty", "masked", "redacted", "unknown", "unset", "default", "disabled", "enabled", "prompt",
        "keyring", "keychain", "vault", "external", "managed", "variable", "environment", "passphrase",
        "passwort", "password", "passwd", "contrasena", "senha", "username", "userpass", "example", "sample", "dummy",
        "placeholder", "changeme", "changeit", "replaceme", "secret", "secrets", "credential", "credentials", "value",
        "values", "redis", "postgres", "mysql", "mongodb", "rabbitmq", "localhost", "undefined", "public", "private",
        "literal", "static", "dynamic", "random", "generated", "getpass", "pwdfield", "passwordfield", "textfield",
        "current", "confirmation", "newpassword", "oldpassword", "plainpassword", "rawpassword", "userpassword",
        "hashedpassword", "passwordhash", "always", "never", "strong", "secure", "weak",
        "erforderlich", "fehlt", "falsch", "ungültig", "obligatoire", "manquant", "requis", "invalide",
        "incorrect", "requerido", "obligatorio", "inválida", "obbligatorio", "mancante", "obrigatório",
        "verplicht", "ontbreekt", "wymagane", "saknas", "mangler", "hatalı", "gerekli", "обязательно",
        "неверный", "требуется", "povinné",
    )
)  # fmt: skip
"""What a field for passwords says that is none: its state, its type, where the password is kept."""

ROLE_WORDS = frozenset(
    (
        "admin", "administrator", "editor", "viewer", "reader", "writer", "author", "owner", "member", "guest",
        "moderator", "manager", "operator", "customer", "maintainer", "developer", "reporter", "auditor", "supplier",
        "seller", "buyer", "teacher", "student", "patient", "doctor", "employee", "support", "staff", "readonly",
        "superuser", "anonymous", "visitor", "tester", "reviewer", "analyst", "billing", "accountant", "google",
        "github", "gitlab", "microsoft", "facebook", "apple", "saml", "oauth", "email", "phone", "passkey", "logout",
        "settings", "security", "profile", "users", "groups", "roles", "nobody", "someone", "somebody", "production",
        "staging", "development", "testing",
    )
)  # fmt: skip
"""What stands beside a user and is no password: a role, another way of signing in, a place."""
