"""Tokens that can be told by their shape alone: published prefixes, and a few structures no other text has.

A rule is tried only where one of its anchors stands in the text, which makes a text without secrets cheap. Expressions
are written without nested repetition, so that every one of them is linear.
"""

import re
from dataclasses import dataclass

ANY = r"[A-Za-z0-9_-]"
"""The alphabet of URL-safe base 64, which most issuers use."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Text of this shape is a secret. Where the expression has a group `value`, only that part is."""

    kind: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    leading: bool = False
    """Whether the secret is a word that begins with an anchor."""


def _prefixed(kind: str, body: str, *prefixes: str) -> Rule:
    return Rule(kind, prefixes, re.compile(f"(?:{'|'.join(map(re.escape, prefixes))})(?:{body})"), leading=True)


def _shaped(kind: str, pattern: str, *anchors: str) -> Rule:
    return Rule(kind, anchors, re.compile(pattern))


TOKENS: tuple[Rule, ...] = (
    _prefixed("aws_access_key", "[A-Z2-7]{16,}", "AKIA", "ASIA", "ABIA", "ACCA"),
    _prefixed("aws_api_key", "[A-Za-z0-9+/]{40,}={0,2}", "ABSK"),
    _prefixed("google_api_key", f"{ANY}{{30,}}", "AIza"),
    _prefixed("google_oauth", f"{ANY}{{20,}}", "GOCSPX-", "ya29."),
    _shaped("google_refresh_token", rf"1//0{ANY}{{30,}}", "1//0"),
    _prefixed("github_token", "[A-Za-z0-9_]{30,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    _prefixed(
        "gitlab_token",
        f"{ANY}{{16,}}(?:\\.[A-Za-z0-9_.-]{{4,}})?",
        "glpat-",
        "gldt-",
        "glrt-",
        "glcbt-",
        "glptt-",
        "glft-",
        "glimt-",
        "glagent-",
        "glsoat-",
        "gloas-",
        "glffct-",
        "glrtr-",
        "GR1348941",
        "_gitlab_session=",
    ),
    _prefixed(
        "slack_token",
        "[A-Za-z0-9.-]{16,}",
        "xoxb-",
        "xoxp-",
        "xoxa-",
        "xoxr-",
        "xoxs-",
        "xoxo-",
        "xoxe-",
        "xoxe.",
        "xoxc-",
        "xoxd-",
        "xapp-",
    ),
    _prefixed("stripe_key", "[A-Za-z0-9]{16,}", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "sk_prod_"),
    _prefixed("anthropic_key", f"{ANY}{{24,}}", "sk-ant-"),
    _prefixed(
        "openai_key",
        f"{ANY}{{24,}}",
        "sk-proj-",
        "sk-svcacct-",
        "sk-admin-",
        "sk-None-",
        "sk-or-v1-",
        "sk-lf-",
        "pk-lf-",
        "sk-kimi-",
        "sk-",
    ),
    _prefixed("huggingface_token", "[A-Za-z0-9]{28,}", "hf_", "api_org_"),
    _prefixed("npm_token", "[A-Za-z0-9]{30,}", "npm_"),
    _prefixed("pypi_token", f"{ANY}{{50,}}", "pypi-"),
    _prefixed("docker_token", f"{ANY}{{20,}}", "dckr_pat_", "dckr_oat_"),
    _shaped("twilio_key", "SK[0-9a-f]{32}", "SK"),
    _shaped("sendgrid_key", rf"SG\.{ANY}{{16,}}\.{ANY}{{16,}}", "SG."),
    _prefixed("digitalocean_token", "[a-f0-9]{40,}", "dop_v1_", "doo_v1_", "dor_v1_"),
    _prefixed("vault_token", f"{ANY}{{20,}}", "hvs.", "hvb.", "hvr."),
    _shaped("terraform_token", rf"[A-Za-z0-9]{{14}}\.atlasv1\.{ANY}{{40,}}", ".atlasv1."),
    _shaped("telegram_token", rf"\d{{8,12}}:A[A-Z]{ANY}{{30,}}", ":A"),
    _shaped("discord_token", rf"[MNO][A-Za-z0-9_-]{{22,28}}\.{ANY}{{5,7}}\.{ANY}{{26,}}", "."),
    _prefixed("linear_key", "[A-Za-z0-9]{30,}", "lin_api_", "lin_oauth_"),
    _prefixed("notion_token", "[A-Za-z0-9]{36,}", "ntn_", "secret_"),
    _prefixed("supabase_key", f"{ANY}{{20,}}", "sbp_", "sb_secret_"),
    _prefixed("shopify_token", "[a-fA-F0-9]{24,}", "shpat_", "shpca_", "shppa_", "shpss_", "shptka_"),
    _prefixed("newrelic_key", f"{ANY}{{20,}}", "NRAK-", "NRII-", "NRIQ-", "NRRA-", "NRJS-", "NRSP-"),
    _prefixed("sentry_token", "[A-Za-z0-9_=+/-]{40,}", "sntryu_", "sntrys_", "sntrya_", "sntryi_"),
    _shaped("airtable_token", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{40,}", "pat"),
    _prefixed("figma_token", f"{ANY}{{36,}}", "figd_", "figdr_", "figu_", "figur_", "figo_"),
    _prefixed("postman_key", "[a-f0-9]{24}-[a-f0-9]{34}", "PMAK-"),
    _prefixed("databricks_token", "[a-h0-9]{32}(?:-\\d)?", "dapi", "dose", "dkea"),
    _prefixed("atlassian_token", "[A-Za-z0-9_=.+/-]{24,}", "ATATT3", "ATCTT3", "ATBB", "ATOAT", "ATSTT3"),
    _prefixed("grafana_token", "[A-Za-z0-9_+/=-]{20,}", "glsa_", "glc_"),
    _shaped("doppler_token", rf"dp\.(?:pt|st|ct|sa|scim|audit|said)\.(?:[a-z0-9_-]{{2,35}}\.)?{ANY}{{32,}}", "dp."),
    _prefixed("pulumi_token", "[a-f0-9]{40}", "pul-"),
    _prefixed("rubygems_key", "[a-f0-9]{40,}", "rubygems_"),
    _prefixed("crates_token", "[A-Za-z0-9]{32}", "cio"),
    _prefixed("nuget_key", "[a-z0-9]{43}", "oy2"),
    _prefixed("square_token", f"{ANY}{{20,}}", "sq0atp-", "sq0csp-", "sq0idb-", "EAAAE", "EAAAl"),
    _prefixed("facebook_token", "[A-Za-z0-9]{40,}", "EAACEdEose0cBA", "EAA"),
    _prefixed("mailgun_key", "[a-f0-9]{32}(?:-[a-f0-9]{8}-[a-f0-9]{8})?", "key-", "pubkey-"),
    _prefixed("brevo_key", "[a-f0-9]{60,}-[A-Za-z0-9]{12,}", "xkeysib-", "xsmtpsib-"),
    _shaped("resend_key", "re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}", "re_"),
    _prefixed("planetscale_token", "[A-Za-z0-9_.=-]{30,}", "pscale_tkn_", "pscale_pw_", "pscale_oauth_"),
    _prefixed("replicate_token", "[A-Za-z0-9]{34,}", "r8_"),
    _prefixed("groq_key", "[A-Za-z0-9]{40,}", "gsk_"),
    _prefixed("xai_key", "[A-Za-z0-9]{40,}", "xai-"),
    _prefixed("perplexity_key", "[A-Za-z0-9]{40,}", "pplx-"),
    _prefixed("nvidia_key", f"{ANY}{{50,}}", "nvapi-"),
    _prefixed("together_key", f"{ANY}{{30,}}", "tgp_v1_"),
    _prefixed("fireworks_key", "[A-Za-z0-9]{20,}", "fw_"),
    _prefixed("jina_key", f"{ANY}{{40,}}", "jina_"),
    _prefixed("tavily_key", f"{ANY}{{20,}}", "tvly-"),
    _prefixed("langsmith_key", "[A-Za-z0-9_]{32,}", "lsv2_pt_", "lsv2_sk_", "ls__"),
    _prefixed("posthog_key", "[A-Za-z0-9]{36,}", "phx_", "phc_", "phs_"),
    _prefixed("sourcegraph_token", "[A-Za-z0-9_]{32,}", "sgp_", "slk_"),
    _prefixed("buildkite_token", "[A-Za-z0-9_]{32,}", "bkua_", "bkct_", "bkaj_"),
    _prefixed("circleci_token", "[A-Za-z0-9_]{40,}", "CCIPAT_", "CCIPRJ_"),
    _prefixed("octopus_key", "[A-Z0-9]{25,}", "API-"),
    _prefixed("artifactory_key", "[A-Za-z0-9]{50,}", "AKCp", "cmVmdGtu"),
    _prefixed("heroku_key", f"{ANY}{{40,}}", "HRKU-"),
    _prefixed("render_key", "[A-Za-z0-9]{28,}", "rnd_"),
    _prefixed("netlify_token", "[A-Za-z0-9]{30,}", "nfp_", "nfc_", "nfo_", "nfb_", "nfu_"),
    _prefixed("vercel_token", "[A-Za-z0-9_]{24,}", "vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"),
    _prefixed("fly_token", "[A-Za-z0-9+/=_,-]{40,}", "FlyV1 fm2_", "FlyV1 fm1r_", "fm2_", "fo1_"),
    _prefixed("cloudflare_token", f"{ANY}{{36,}}", "cfut_", "cfat_", "cfk_"),
    _shaped("cloudflare_origin_key", r"v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}", "v1.0-"),
    _prefixed("onepassword_token", f"{ANY}{{100,}}", "ops_eyJ"),
    _shaped("onepassword_secret_key", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3,5}[A-Z0-9]{5}", "A3-"),
    _prefixed("tailscale_key", f"{ANY}{{18,}}", "tskey-"),
    _prefixed("contentful_token", f"{ANY}{{40,}}", "CFPAT-"),
    _shaped("dynatrace_token", r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{60,}", "dt0"),
    _prefixed("infracost_key", "[A-Za-z0-9]{32}", "ico-"),
    _prefixed("prefect_key", "[A-Za-z0-9]{36}", "pnu_", "pnb_"),
    _prefixed("readme_key", "[a-z0-9]{70}", "rdme_"),
    _prefixed("typeform_token", "[A-Za-z0-9_.=-]{40,}", "tfp_"),
    _prefixed("shippo_token", "[a-f0-9]{40}", "shippo_live_", "shippo_test_"),
    _prefixed("easypost_key", "[A-Za-z0-9]{54}", "EZAK", "EZTK"),
    _prefixed("duffel_token", f"{ANY}{{43}}", "duffel_live_", "duffel_test_"),
    _prefixed("flutterwave_key", "[A-Za-z0-9-]{12,}", "FLWSECK-", "FLWSECK_TEST-"),
    _shaped("hubspot_token", r"pat-(?:na|eu|ap)\d-[a-f0-9]{8}-[a-f0-9-]{20,}", "pat-"),
    _shaped("harness_token", rf"(?:pat|sat)\.{ANY}{{22}}\.[A-Za-z0-9]{{24}}\.[A-Za-z0-9]{{20}}", "pat.", "sat."),
    _shaped("mapbox_token", rf"sk\.eyJ{ANY}{{20,}}\.{ANY}{{16,}}", "sk.eyJ"),
    _shaped("plaid_token", r"access-(?:sandbox|development|production)-[a-f0-9-]{36}", "access-"),
    _prefixed("openshift_token", f"{ANY}{{40,}}", "sha256~"),
    _prefixed("alibaba_key", "[A-Za-z0-9]{16,}", "LTAI"),
    _prefixed("yandex_token", f"{ANY}{{36,}}", "y0_", "AQVN"),
    _prefixed("clojars_token", "[a-z0-9]{60}", "CLOJARS_"),
    _prefixed("adafruit_key", "[A-Za-z0-9]{28}", "aio_"),
    _prefixed("frameio_token", f"{ANY}{{64}}", "fio-u-"),
    _prefixed("intra42_secret", "[a-f0-9]{64}", "s-s4t2ud-", "s-s4t2af-"),
    _prefixed("scalingo_token", f"{ANY}{{48}}", "tk-us-"),
    _prefixed("settlemint_token", "[A-Za-z0-9]{16}", "sm_pat_", "sm_aat_", "sm_sat_"),
    _prefixed("zuplo_key", "[A-Za-z0-9_]{32,}", "zpka_"),
    _prefixed("rails_token", f"{ANY}{{20,}}", "secret-token:"),
    _prefixed("neon_key", "[a-z0-9]{40,}", "napi_"),
    _prefixed("ory_token", f"{ANY}{{30,}}", "ory_pat_", "ory_at_", "ory_st_", "ory_rt_", "ory_ac_", "ory_apikey_"),
    _prefixed("sonar_token", "[a-f0-9]{40}", "sqp_", "squ_", "sqa_"),
    _prefixed("asana_token", "[0-9]{12,}:[a-f0-9]{32}", "1/", "2/"),
    _prefixed("dropbox_token", f"{ANY}{{100,}}", "sl.B", "sl.u."),
    _shaped("azure_client_secret", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{30,}", "Q~"),
    _shaped(
        "azure_key",
        r"[A-Za-z0-9+/]{40,84}(?:ASt|AC(?:Db|v|RA|at)|AzSe|A{1}zFu|APIM)[A-Za-z0-9+/]{4,10}={0,2}",
        "ASt",
        "ACDb",
        "AzSe",
        "AzFu",
        "APIM",
        "ACR",
    ),
    _prefixed("nostr_key", "[02-9ac-hj-np-z]{58}", "nsec1"),
    _prefixed("wallet_key", "[1-9A-HJ-NP-Za-km-z]{100,}", "xprv", "yprv", "zprv", "tprv"),
    _prefixed("age_key", "[0-9A-Z]{50,}", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1", "AGE-PLUGIN-"),
    _prefixed("jwt", rf"{ANY}{{8,}}\.{ANY}{{8,}}\.(?:{ANY}{{8,}})?(?:\.{ANY}{{4,}}){{0,2}}", "eyJ"),
    _prefixed("base64_private_key", "[A-Za-z0-9+/=]{40,}", "LS0tLS1CRUdJTiB"),
)

URLS: tuple[Rule, ...] = (
    _shaped("url_password", r"://[^\s/:@'\"<>`]{0,80}:(?P<value>[^\s/'\"<>`@][^\s/'\"<>`]{1,200})@[\w\[]", "://"),
    _shaped("url_token", r"://(?P<value>[A-Za-z0-9_.~%-]{20,200})@[\w\[]", "://"),
    _shaped(
        "slack_webhook",
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<value>[A-Za-z0-9/_-]{20,})",
        "hooks.slack",
    ),
    _shaped(
        "discord_webhook",
        rf"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(?P<value>\d{{15,}}/{ANY}{{40,}})",
        "/webhooks/",
    ),
    _shaped("teams_webhook", r"webhook\.office\.com/webhookb2/(?P<value>[A-Za-z0-9@/_-]{30,})", "webhook.office.com"),
    _shaped("webhook", r"hooks\.zapier\.com/hooks/catch/(?P<value>[A-Za-z0-9/]{8,})", "hooks.zapier.com"),
    _shaped(
        "webhook",
        r"(?:open\.feishu\.cn|open\.larksuite\.com)/open-apis/bot/v2/hook/(?P<value>[A-Za-z0-9-]{20,})",
        "/bot/v2/hook/",
    ),
    _shaped("webhook", r"ifttt\.com/trigger/[\w-]{1,60}/(?:json/)?with/key/(?P<value>[\w-]{15,})", "/with/key/"),
    _shaped(
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
    _shaped("otp_secret", r"otpauth://[^\s'\"]{1,200}?secret=(?P<value>[A-Z2-7a-z]{16,})", "otpauth://"),
)

COMMANDS: tuple[Rule, ...] = (
    _shaped(
        "basic_auth",
        r"(?<![\w-])(?:-u|--user|--proxy-user|-U)[ =]?['\"]?[\w.@+-]{1,64}[:%](?P<value>[^\s'\"]{4,200})",
        "-u",
        "--user",
        "--proxy-user",
        "-U",
    ),
    _shaped(
        "command_password",
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|]{0,160}?\s-p(?P<value>[^\s'\"-][^\s]{3,200})",
        "mysql",
        "mariadb",
    ),
    _shaped("command_password", r"\bsshpass\s+-p\s*['\"]?(?P<value>[^\s'\"]{4,200})", "sshpass"),
    _shaped(
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
    _shaped(
        "command_password",
        r"\bredis-cli\b[^\n|]{0,160}?\s(?:-a|--pass)\s+['\"]?(?P<value>[^\s'\"]{4,200})",
        "redis-cli",
    ),
    _shaped("command_password", r"\b(?:ldap\w+)\b[^\n|]{0,160}?\s-w\s+['\"]?(?P<value>[^\s'\"]{4,200})", "ldap"),
    _shaped(
        "command_password",
        r"\bhtpasswd\b[^\n|]{0,80}?\s-\w*b\w*\s+\S{1,80}\s+\S{1,64}\s+['\"]?(?P<value>[^\s'\"]{4,200})",
        "htpasswd",
    ),
    _shaped("command_password", r"\bpass(?:in|out)?\s+pass:(?P<value>[^\s'\"]{4,200})", "pass:"),
    _shaped(
        "command_password",
        r"\becho\s+(?:-n\s+)?['\"]?(?:[\w.-]{1,64}:)?(?P<value>[^\s'\"|]{6,200})['\"]?\s*\|\s*(?:sudo\s+)?"
        r"(?:-S\b|sudo|chpasswd|passwd|\S{1,40}\s+(?:login|secret|auth))",
        "echo",
    ),
    _shaped(
        "command_password",
        r"\b(?:vault|gh|doctl|flyctl|fly|railway|wandb|huggingface-cli|hf|cargo)\s+(?:auth\s+)?login\s+(?:--\S+\s+)?['\"]?"
        r"(?P<value>[A-Za-z0-9_.-]{16,200})",
        " login",
    ),
    _shaped("command_password", r"<<<\s*['\"]?(?P<value>[A-Za-z0-9_.+/=-]{16,200})", "<<<"),
    _shaped(
        "pgpass",
        r"(?m)^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?P<value>[^\s:]{4,100})$",
        ":5432:",
        ":*:",
        ":5433:",
        ":6432:",
    ),
    _shaped("netrc_password", r"\blogin\s+\S{1,100}\s+(?:\S{1,3}\s+)?password\s+(?P<value>\S{4,200})", "login"),
    _shaped(
        "sql_password",
        r"(?i:\b(?:identified\s+by|password)\s+)'(?P<value>[^'\n]{4,200})'",
        "identified by",
        "IDENTIFIED BY",
        "PASSWORD",
        "password",
    ),
    _shaped(
        "session_cookie",
        r"(?i:sess\w{0,20}|sid|auth\w{0,20}|jwt\w{0,20}|remember\w{0,20})=(?P<value>[A-Za-z0-9%._~+/:-]{20,})",
        "sess",
        "sid=",
        "auth",
        "SESS",
        "SID=",
        "Sess",
        "jwt",
        "remember",
    ),
)

PAIRS: tuple[Rule, ...] = (
    _shaped(
        "password",
        r"(?i:credentials?|creds|logins?|zugangsdaten|identifiants|credenciales|credenziali)\b[^\n]{0,48}?"
        r"[\w.@+-]{1,64}(?: / |/|:)(?P<value>[^\s\"'`,;)/]{5,128})",
        "redential",
        "creds",
        "ogin",
        "ugangsdaten",
        "dentifiants",
    ),
)
