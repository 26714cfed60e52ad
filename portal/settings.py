"""Every setting of Qiyuan, read from the environment; the defaults run the whole product on one machine.

Embedded defaults: SQLite and a file-system broker under ``DATA_DIR``, no TLS, one machine. What a public
site must set is in ``.env.example``; ``portal.checks`` refuses values that are unsafe there.
"""

import os
from pathlib import Path

import environ
from django.contrib.messages import constants as messages
from django.core.exceptions import ImproperlyConfigured

from portal.accounts.providers import read_providers
from portal.ops.extras import require_extra
from portal.ops.object_stores import storage_at
from portal.ops.own_folders import own_secret_key
from portal.telemetry.logs import configuration
from portal.web.public_url import encoded_setting, read_public_url

BASE_DIR = Path(__file__).resolve().parent.parent

# Installed as a package: the source has its project file beside it.
INSTALLED = not (BASE_DIR / "pyproject.toml").exists()
COMMAND = "qiyuan" if INSTALLED else "python manage.py"

env = environ.Env()


def _read_env(path: Path) -> None:
    """What the environment says already goes before what the file says."""
    if path.is_file() and os.access(path, os.R_OK):
        environ.Env.read_env(str(path), overwrite=False)


# Two of them where it is installed: the machine's, then that of the data folder.
_read_env(Path(env.str("ENV_FILE", "/etc/qiyuan.env" if INSTALLED else str(BASE_DIR / ".env"))))

# --- Where it runs ---------------------------------------------------------------------------------------
_data_home = Path(os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share")
DATA_DIR = Path(env.str("DATA_DIR", str(_data_home / "qiyuan" if INSTALLED else BASE_DIR / "var")))
if INSTALLED and "ENV_FILE" not in os.environ:
    _read_env(DATA_DIR / "env")
_public = read_public_url(env.str("PUBLIC_URL", "http://127.0.0.1:8000"))
PUBLIC_URL = str(_public)
SOURCE_URL = env.str("SOURCE_URL", "https://github.com/qiyuan-portal/qiyuan")
# The folder of the guide, to which "Help" leads.
HELP_URL = env.str("HELP_URL", f"{SOURCE_URL}/blob/HEAD/docs/guide/")
SECURE = _public.scheme == "https"
DEBUG = env.bool("DEBUG", False)
_LOCAL = ["127.0.0.1", "localhost", "[::1]"]
_host = _public.host
if DEBUG and _host not in _LOCAL:
    raise ImproperlyConfigured(f"DEBUG shows secrets to everybody: not with PUBLIC_URL={PUBLIC_URL}.")
# What does not leave the machine needs no encryption.
ON_THIS_MACHINE = _host in _LOCAL
# Own domains of organisations: host → address of the organisation.
_hosts: dict[str, str] = env.dict("ORGANISATION_HOSTS", default={})
ORGANISATION_HOSTS = {encoded_setting("ORGANISATION_HOSTS", host): slug for host, slug in _hosts.items()}
if _host in ORGANISATION_HOSTS:
    raise ImproperlyConfigured(f"{_host} is the site's own host: an organisation needs another one.")
ALLOWED_HOSTS = [*({_host, *_LOCAL} if _host in _LOCAL else {_host}), *ORGANISATION_HOSTS]
# Patterns ("*", ".example") are Django's and stay as they are.
ALLOWED_HOSTS += [
    host if host.isascii() else encoded_setting("EXTRA_HOSTS", host)
    for host in env.list("EXTRA_HOSTS", default=[])
]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]


# The embedded default: a key of this machine's own, made once and kept beside the database.
SECRET_KEY_FILE = None if env.str("SECRET_KEY", "") else DATA_DIR / "secret.key"
SECRET_KEY = own_secret_key(SECRET_KEY_FILE) if SECRET_KEY_FILE else env.str("SECRET_KEY")
# Earlier keys, the newest first: what they have signed (sessions, backups) still holds.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

# --- Signing in elsewhere --------------------------------------------------------------------------------
# Providers with whose accounts people sign in here, as docs/operate/sign-in.md says; their secrets stand
# here alone.
_provider_apps, SOCIALACCOUNT_PROVIDERS = read_providers(env.json("SIGN_IN_PROVIDERS", default={}))
SOCIALACCOUNT_ADAPTER = "portal.accounts.sign_in_elsewhere.SignInAdapter"
# Only of an address that its owner has confirmed here: the adapter sees to it.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"
SOCIALACCOUNT_REQUESTS_TIMEOUT = 10

# --- Signing in with this site ---------------------------------------------------------------------------
IDP_OIDC_ADAPTER = "portal.identity.adapter.IdentityAdapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN = 3600
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 90 * 24 * 3600

# --- Applications ----------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "portal",
    "tournaments",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.idp.oidc",
    *_provider_apps,
    "rest_framework",
    "drf_spectacular",
]
MIDDLEWARE = [
    "portal.telemetry.requests.Counted",
    "portal.web.security.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.requests.hosts.OwnHosts",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "portal.web.languages.Languages",
    "tournaments.requests.moved.FormerAddresses",
    "django.middleware.common.CommonMiddleware",
    "portal.web.queued_forms.QueuedForms",
    "portal.web.limits.FormLimits",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "portal.accounts.adapter.SecondFactor",
    "portal.journal.origin.OriginMiddleware",
]
ROOT_URLCONF = "portal.urls"
WSGI_APPLICATION = "portal.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.web.context.site",
                "tournaments.requests.site_host.site_host",
            ],
        },
    },
]

# What a message is, as the looks of a notice.
MESSAGE_TAGS = {messages.SUCCESS: "good", messages.WARNING: "warn", messages.ERROR: "bad"}

# --- Database --------------------------------------------------------------------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'qiyuan.sqlite3'}")}
_database = DATABASES["default"]
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that will write takes its lock at the start, so readers never have to
    # upgrade (13,066 lock errors without it, none with it). FULL: what was confirmed survives power loss.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
    }
    # On disk also in tests: workers, servers and browsers are other processes.
    _database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    require_extra("postgres", for_what="DATABASE_URL")
    _database["OPTIONS"] = {
        **_database.get("OPTIONS", {}),
        # A lost server is tried again every few seconds, not ever more rarely.
        "pool": {
            "min_size": 1,
            "max_size": env.int("DATABASE_POOL", 8),
            "timeout": 5,
            "reconnect_timeout": 5,
        },
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
    # A connection that a restart of the server has cut is replaced before anybody gets it.
    _database["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}
if CACHES["default"]["BACKEND"].endswith("LocMemCache"):
    # It counts attempts to sign in. Of 300 entries, its default, a flood of invented names would throw out
    # the count that protects somebody; so many are a few megabytes.
    CACHES["default"].setdefault("OPTIONS", {}).setdefault("MAX_ENTRIES", 20_000)
elif CACHES["default"]["BACKEND"].endswith(".RedisCache"):
    require_extra("redis", for_what="CACHE_URL")
    # Nobody waits long for a count, and nobody is kept out because there is none.
    CACHES["default"]["BACKEND"] = "portal.ops.caches.OpenRedisCache"
    CACHES["default"]["OPTIONS"] = {
        "socket_connect_timeout": 1,
        "socket_timeout": 1,
        **CACHES["default"].get("OPTIONS", {}),
    }

# --- People ----------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "portal.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "portal.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "portal.accounts.forms.SignInForm",
    "reset_password": "portal.accounts.forms.ForgottenForm",
    "reset_password_from_key": "portal.accounts.forms.NewPasswordForm",
    "set_password": "portal.accounts.forms.FirstPasswordForm",
    "change_password": "portal.accounts.forms.OtherPasswordForm",
    "reauthenticate": "portal.accounts.forms.AgainForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGOUT_ON_GET = False
# Whoever asks for a new password learns nothing about whose addresses are known here.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
PASSWORD_RESET_TIMEOUT = 24 * 3600
# A hall is one address for everybody in it, so the limit that matters is the one on a name and an address
# (`portal.accounts.adapter`); it leaves room for wet fingers, and grows slower with each wrong password: one
# of ten characters is not guessed at a hundred a day. A device that the owner of a name has signed in on
# before counts for itself alone, also where an address sends too much.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "sign_in": "300/m/ip",
    # Entries on line; a club enters its players from one address.
    "apply": "60/m/ip",
    # Where no letter confirms an address: by section and address.
    "apply_unsent": "40/h/key",
    "apply_files": "20/h/ip",
    # Devices that begin to follow: a hall is one address for all in it, and 500 in an hour are usual.
    "push": "1000/h/ip",
    # Letters that ask whether notifications are wanted, by address.
    "follow_by_mail": "500/h/ip,4/h/key",
    "password": "100/m/ip,10/m/key,20/10m/key,100/d/key",
    "password_on_known_device": "10/m/key,20/10m/key",
    # The second factor, by name alone: who is asked for it has had the password.
    "login_failed": "100/m/ip,20/300s/key",
    # Letters that confirm the address of an account.
    "address_letters": "10/h/user",
    # Apps that ask for tokens, and codes that people type: of eight letters none is guessed at this rate.
    "app_tokens": "600/m/ip",
    "device_codes": "20/m/user",
}
ACCOUNT_SESSION_REMEMBER = True
# Passkeys exist only on encrypted connections: browsers offer them nowhere else.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", *(["webauthn"] if SECURE else [])]
MFA_PASSKEY_LOGIN_ENABLED = SECURE
MFA_ADAPTER = "portal.accounts.adapter.FactorAdapter"
MFA_FORMS = {
    "authenticate": "portal.accounts.forms.CodeForm",
    "reauthenticate": "portal.accounts.forms.CodeAgainForm",
    "activate_totp": "portal.accounts.forms.AppForm",
    "add_webauthn": "portal.accounts.forms.KeyForm",
    "edit_webauthn": "portal.accounts.forms.KeyNameForm",
}
MFA_TOTP_ISSUER = "Qiyuan"
# A phone's clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
MFA_RATE_LIMITS = {"webauthn_login": "300/m/ip"}
# Whoever can do everything on a public site must show more than a password.
SECOND_FACTOR_FOR_ADMINS = env.bool("SECOND_FACTOR_FOR_ADMINS", SECURE)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"

# --- Security --------------------------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_NAME = "__Host-session" if SECURE else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if SECURE else "csrf"
CSRF_COOKIE_HTTPONLY = True
# A form of the desk that has become stale is kept and offered again.
CSRF_FAILURE_VIEW = "tournaments.views.resend_form.stale"
SECURE_SSL_REDIRECT = SECURE
# Proxies whose X-Forwarded-Proto and X-Forwarded-For are believed; they must set both themselves.
PROXIES = env.list("PROXIES", default=["127.0.0.1", "::1"] if SECURE else [])
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 31_536_000 if SECURE else 0)
# They bind names that this site does not serve, and for years: only who asks for it gets them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", False)
# W002: who may show a page in a frame says its Content-Security-Policy alone; a second header contradicted it
# where a frame is wanted.
SILENCED_SYSTEM_CHECKS = ["security.W002", "security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024

# Where a weakness is reported, as /.well-known/security.txt says it: mailto: or https:, several by commas.
SECURITY_CONTACT = env.list("SECURITY_CONTACT", default=[])
if _strange := [contact for contact in SECURITY_CONTACT if not contact.startswith(("mailto:", "https://"))]:
    raise ImproperlyConfigured(f"SECURITY_CONTACT={_strange[0]}: an address begins with mailto: or https://.")

# --- Mail ------------------------------------------------------------------------------------------------
# Without a server no letter leaves: whoever invites is shown the link and hands it over.
EMAIL_URL = env.str("EMAIL_URL", "")
# A provider that is asked over HTTP instead (the extra `mail`), with its options as django-anymail has them.
_mail = dict(env.json("MAIL_PROVIDER", default={}))
MAIL_PROVIDER = str(_mail.pop("provider", ""))
ANYMAIL = {"REQUESTS_TIMEOUT": 20, **_mail}
SENDS_MAIL = bool(EMAIL_URL or MAIL_PROVIDER)
if EMAIL_URL and MAIL_PROVIDER:
    raise ImproperlyConfigured("Mail goes by EMAIL_URL or by MAIL_PROVIDER, not by both.")
if MAIL_PROVIDER:
    require_extra("mail", for_what="MAIL_PROVIDER")
    EMAIL_BACKEND = f"anymail.backends.{MAIL_PROVIDER}.EmailBackend"
elif EMAIL_URL:
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", f"Qiyuan <noreply@{_host}>")

# --- Languages -------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文"), ("zh-hant", "繁體中文"), ("vi", "Tiếng Việt")]
LOCALE_PATHS = [BASE_DIR / "portal" / "locale"]
FORMAT_MODULE_PATH = "portal.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", "UTC")

# --- Static files ----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "portal.web.assets.Hashed"},
}
WHITENOISE_MANIFEST_STRICT = True
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
MEDIA_ROOT = DATA_DIR / "files"

# --- Work ------------------------------------------------------------------------------------------------
# The broker only carries wake-ups: whatever happens to it, the rows of the outbox are the truth.
BROKER_URL = env.str("BROKER_URL", "filesystem://")
OUTBOX_KEEP_DAYS = env.int("OUTBOX_KEEP_DAYS", 14)
OUTBOX_LATE_SECONDS = env.int("OUTBOX_LATE_SECONDS", 60)
CELERY_BROKER_URL = "filesystem://localhost" if BROKER_URL.startswith("filesystem") else BROKER_URL
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if BROKER_URL.startswith("filesystem"):
    _broker = DATA_DIR / "broker"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_broker),
        "data_folder_out": str(_broker),
        "control_folder": str(_broker / "control"),
        "polling_interval": 0.05,
    }
elif BROKER_URL.startswith("redis"):
    require_extra("redis", for_what="BROKER_URL")
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 60,
        "unacked_restore_interval": 2,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
    }
CELERY_TASK_DEFAULT_QUEUE = "fast"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- Webhooks --------------------------------------------------------------------------------------------
# Networks to which messages may go although they are private, and without https: a receiver beside this
# server, as 127.0.0.0/8. Whoever may add webhooks reaches everything in them.
WEBHOOK_NETWORKS = env.list("WEBHOOK_NETWORKS", default=[])

# --- Payments --------------------------------------------------------------------------------------------
# Accounts with payment providers by name, as docs/guide/fees.md says; their secrets stand here and nowhere
# else.
PAYMENT_PROVIDERS = env.json("PAYMENT_PROVIDERS", default={})
# A page of ours on which one "pays": for tests and demonstrations on this machine.
PAYMENT_STAND_IN = env.bool("PAYMENT_STAND_IN", False)

# --- Published pages -------------------------------------------------------------------------------------
# Changes that come one after the other are rendered together, at most once in so many seconds.
PUBLISHED_RENDER_EVERY = env.float("PUBLISHED_RENDER_EVERY", 1.0)
# The languages in which pages are rendered before anybody asks; in the others the first reader has them made.
PUBLISHED_AHEAD = env.list("PUBLISHED_AHEAD", default=["en", "zh-hans"])
# For how many seconds a page behind a private link is shown from what is stored, nothing being done that it
# shows: while a site is brought up to date, processes of the release before tell nothing of what they do.
PRIVATE_PAGES_FOR = 600.0
PUBLISHED_IN_MEMORY = env.int("PUBLISHED_IN_MEMORY", 4000)
RELEASE = env.str("RELEASE", "")
# Whether files of pages stand beside their bytes as Brotli too, for an nginx that takes it
# (docs/operate/scale.md).
PUBLISHED_BROTLI = env.bool("PUBLISHED_BROTLI", False)
# Object storage in which they are kept as well (docs/operate/scale.md).
PUBLISHED_STORE = env.str("PUBLISHED_STORE", "")
if PUBLISHED_STORE:
    require_extra("s3", for_what="PUBLISHED_STORE")
    STORAGES["published"] = storage_at("PUBLISHED_STORE", PUBLISHED_STORE, of="published pages")
# Another one, which nobody may read, for backups of events (docs/operate/backup.md).
BACKUP_STORE = env.str("BACKUP_STORE", "")
if BACKUP_STORE:
    require_extra("s3", for_what="BACKUP_STORE")
    STORAGES["backups"] = storage_at("BACKUP_STORE", BACKUP_STORE, of="backups")

# --- Interface for programs ------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["portal.api.bodies.BoundedJSON"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_SCHEMA_CLASS": "portal.api.schema.Described",
    "EXCEPTION_HANDLER": "portal.api.problems.answer",
    "UNAUTHENTICATED_USER": None,
    # `portal.wsgi` has put the reader's own address where it belongs: no header of his is believed.
    "NUM_PROXIES": 0,
    "DEFAULT_THROTTLE_RATES": {
        "api": env.str("API_RATE", "600/min"),
        "public": env.str("API_PUBLIC_RATE", "1200/min"),
        "check": env.str("API_CHECK_RATE", "120/min"),
        "live": env.str("API_LIVE_RATE", "20/s"),
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Qiyuan",
    "VERSION": "1",
    "LICENSE": {"name": "AGPL-3.0-or-later", "url": "https://www.gnu.org/licenses/agpl-3.0.html"},
    "SERVERS": [{"url": "/", "description": "The site that serves this description"}],
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "ApplicationState": "tournaments.models.Application.State",
        "RoundState": "tournaments.models.Round.State",
        "SectionState": "tournaments.models.Section.State",
        "ReadingState": "games.models.RecordReading.State",
        "FoulStatus": "tournaments.models.Foul.Status",
        "EntryStatus": "tournaments.models.Entry.Status",
        "ReportValue": "tournaments.models.ResultReport.Value",
        "ResultValue": "tournaments.queries.public.public.RESULTS",
        "GameName": "tournaments.models.Section.Game",
        "FurtherNameKindEnum": "tournaments.models.PersonName.Kind",
        "MatchSide": ["first", "second"],
        "StaffRole": "tournaments.models.Role",
        "OfficialRole": "tournaments.models.Official.Role",
        "OfficeRole": "tournaments.models.Office.Role",
        "MoneySharing": "tournaments.models.Prize.Sharing",
        "FirstMove": "tournaments.models.Section.FirstMove",
        "AppealOutcome": "tournaments.models.AppealDecision.Outcome",
        "DelegateRole": "tournaments.models.Delegate.Role",
        "ReportState": "tournaments.models.RefereeReport.State",
        "LicenceState": "tournaments.models.Licence.State",
        "LicenceValidityRule": "tournaments.models.LicenceKind.Validity",
        "LicencePaper": ["declaration", "photo", "guardian", "fee"],
        "LicenceKindPaper": ["declaration", "photo", "guardian"],
        "LicencePermits": "tournaments.models.LicenceKind.Permits",
        "OutcomeEnum": ["win", "draw", "loss"],
        "CauseEnum": ["unreadable", "illegal", "ambiguous"],
    },
}

# --- Paper -----------------------------------------------------------------------------------------------
# A font file that goes before those of the system (docs/guide/paper.md).
PAPER_FONT = env.str("PAPER_FONT", "")

# --- Figures, reports of errors --------------------------------------------------------------------------
# Who asks for figures from another machine must bring it (docs/operate/operations.md).
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
SENTRY_DSN = env.str("SENTRY_DSN", "")

# --- Logs ------------------------------------------------------------------------------------------------
LOG_LEVEL = env.str("LOG_LEVEL", "INFO")
LOG_FORMAT = env.str("LOG_FORMAT", "line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT={LOG_FORMAT}: line or json.")
LOGGING = configuration(LOG_LEVEL, LOG_FORMAT)
