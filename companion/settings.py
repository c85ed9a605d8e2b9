"""Settings, read from the environment; safe when nothing is set.

DEBUG, SECRET_KEY, VAR_DIR, DATABASE_URL, SITE_NAME, OFFLINE_PAGE, PUBLIC_URL,
ALLOWED_HOSTS, TRUSTED_PROXIES and ACCESS_LOG are all that is read. Nonsense in them
stops the start.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject
from environs import Env, EnvError

from companion import lan

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR: Path = env.path("VAR_DIR", BASE_DIR / "var")

DEBUG: bool = env.bool("DEBUG", False)

GAMES = [
    "calculators.pythonalgorithm",
    "notepad",
    "calculators.akcioner",
    "calculators.lost_cities",
    "calculators.marshimprom",
    "calculators.scorepad",
]

SITE_NAME: str = env.str("SITE_NAME", "") or "Tableside"

# False takes the offline page, and what phones keep for it, off them at their next visit.
OFFLINE_PAGE: bool = env.bool("OFFLINE_PAGE", True)


def make_var_dir() -> None:
    """Closed to this machine's other users: the tables' addresses stand in the database."""
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)


# The secret key


def kept_secret() -> str:
    """The key in VAR_DIR/secret_key, made at the first start, readable by us alone.

    Two processes that start together agree: the first link wins.
    """
    path = VAR_DIR / "secret_key"
    try:
        if not path.exists():
            make_secret(path)
        key = path.read_bytes().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key cannot be kept in {path}: {error.strerror}. "
            "This user must be allowed to read it, or to make it (or set SECRET_KEY)."
        ) from None
    if len(key) < SHORTEST_SECRET or not key.isascii():
        raise ImproperlyConfigured(f"{path} holds no secret key; remove it to have one made.")
    return key.decode()


def make_secret(path: Path) -> None:
    make_var_dir()
    handle, draft = tempfile.mkstemp(dir=VAR_DIR)  # 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        Path(draft).unlink()


SHORTEST_SECRET = 32
given_secret: str = env.str("SECRET_KEY", "")
if 0 < len(given_secret) < SHORTEST_SECRET:
    raise ImproperlyConfigured(f"SECRET_KEY needs at least {SHORTEST_SECRET} characters.")

# Lazy, so that what needs no key (replay, checks) neither reads nor writes one.
SECRET_KEY: Any = given_secret or SimpleLazyObject(kept_secret)


# Where the site is reached


def origin(text: str) -> str:
    """The address that QR codes and shared links hold, as browsers say it, without a final slash.

    >>> origin("https://Games.example/")
    'https://games.example'
    >>> origin("http://игры.example:8000")
    'http://xn--c1ajz8b.example:8000'
    """
    parts = urlsplit(text.strip())
    try:
        host = (parts.hostname or "").encode("idna").decode()
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:  # a name or a port that is none
        host = port = ""
    is_host = re.fullmatch(r"[a-z0-9.:-]+", host)
    known = parts.scheme in ("http", "https") and is_host and port != ":0"
    extra = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if not known or extra:
        raise ImproperlyConfigured(
            f"PUBLIC_URL must look like https://games.example or http://host:8000, not {text!r}."
        )
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


PUBLIC_URL = origin(env.str("PUBLIC_URL")) if env.str("PUBLIC_URL", "") else ""
PUBLIC_HOST = urlsplit(PUBLIC_URL).hostname or ""
HTTPS = PUBLIC_URL.startswith("https://")

ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", []) or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    lan.local_name(),
    *lan.addresses(),
]
if PUBLIC_HOST and PUBLIC_HOST not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(f"[{PUBLIC_HOST}]" if ":" in PUBLIC_HOST else PUBLIC_HOST)

# Who may say, by X-Forwarded-For and -Proto, whom a request really comes from.
# On https somebody in front of us holds the certificate: on this machine, unless told.
TRUSTED_PROXIES: list[str] = env.list("TRUSTED_PROXIES", ["127.0.0.1", "::1"] if HTTPS else [])
for proxy in TRUSTED_PROXIES:
    try:
        ip_network(proxy)
    except ValueError:
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES holds addresses or networks such as 10.0.0.0/8, not {proxy!r}."
        ) from None


# Safety: on plain http in a living room Secure cookies would never come back

# On https no other name below the same domain, and nobody on plain http, can set such a cookie.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
CSRF_COOKIE_NAME = COOKIE_PREFIX + "csrftoken"
LANGUAGE_COOKIE_NAME = COOKIE_PREFIX + "django_language"
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
CSRF_COOKIE_SECURE = HTTPS
CSRF_FAILURE_VIEW = "companion.http.stale_page"
LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_SSL_HOST = urlsplit(PUBLIC_URL).netloc if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
# The names below it and the preload list are not ours to decide for the owner.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024


# What it is made of

INSTALLED_APPS = [
    "companion",
    "companion.tables",
    "calculators",
    "notepad",
    "django_htmx",
    "template_partials",
    "csp",
    "django.contrib.staticfiles",
    "django.forms",
]

# A board is ten times smaller on the air. On https the proxy in front decides that, since
# compressed secrets can be guessed there (BREACH). The live stream is outside Django.
PLAIN_HTTP_ONLY = [] if HTTPS else ["django.middleware.gzip.GZipMiddleware"]

# The first two stand before all that may answer by itself: a static file and the way to
# https are as closed as a page.
MIDDLEWARE = [
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    *PLAIN_HTTP_ONLY,
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.http.phone_middleware",
    "companion.pages.WithoutDatabase",
]

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"

# template_partials wraps the cached loaders by itself.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "django_htmx.templatetags.django_htmx",
                "template_partials.templatetags.partials",
                "companion.templatetags.tableside",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "companion.http.site",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"


# The database: SQLite unless told; see the comments before changing an option

KNOWN = ("django.db.backends.sqlite3", "django.db.backends.postgresql")

# How many requests are answered at once where the database can write several.
THREADS = 8

# Without a database a phone is told to come back before it gives up by itself (8 s).
POSTGRESQL = {
    "application_name": "tableside",
    # Apart from the statements: PostgreSQL's own log shows those that fail.
    "server_side_binding": True,
    "connect_timeout": 3,
    # A database that vanished without a word is given up after half a minute.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    # A process that stands still in the middle of a move holds up no others for ever.
    "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=15s",
}
POOL = {
    "min_size": 1,
    "max_size": 2 * THREADS,  # a server for WSGI may have more threads than ours
    "timeout": 3.0,
    # How long it tries by itself; after that every request that comes makes it try again,
    # and a database that is back is found at once.
    "reconnect_timeout": 2.0,
}


def database_at_url() -> dict[str, Any]:
    """What DATABASE_URL names. It holds a password, so it is never said."""
    with contextlib.suppress(EnvError):
        found: dict[str, Any] = env.dj_db_url("DATABASE_URL")
        if found["ENGINE"] in KNOWN and found["NAME"] not in ("", ":memory:"):
            return found
    raise ImproperlyConfigured(
        "DATABASE_URL must look like postgresql://user:password@host/name or "
        "sqlite:////folder/name.sqlite3, with signs such as / # @ in a password as %2F %23 %40."
    )


def database() -> dict[str, Any]:
    """DATABASE_URL, or the file in VAR_DIR."""
    if env.str("DATABASE_URL", ""):
        found = database_at_url()
    else:
        with contextlib.suppress(OSError):  # a command that needs no database runs without it
            make_var_dir()
        found = {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(VAR_DIR / "tableside.sqlite3"),
        }
    found |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
    if found["ENGINE"] == "django.db.backends.postgresql":
        if find_spec("psycopg_pool") is None:
            raise ImproperlyConfigured(
                "DATABASE_URL names a PostgreSQL, and its driver is not there: "
                ".venv/bin/pip install --require-hashes -r requirements/postgresql.txt"
            )
        found |= {
            "CONN_MAX_AGE": 0,  # the pool keeps them
            "OPTIONS": {**POSTGRESQL, **found.get("OPTIONS", {}), "pool": POOL},
        }
    if found["ENGINE"] == "django.db.backends.sqlite3":
        found["OPTIONS"] = {
            # A transaction that reads and then writes is refused at once ("database
            # is locked") unless it took the write lock when it began.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a power cut loses nothing that a phone was told is recorded. On a Mac that
            # wants fullfsync too, or the disk may still hold it in its own memory.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA fullfsync=ON;",
        }
        # A file, since one in memory locks beside a server; a test run's own.
        name = Path(tempfile.gettempdir()) / f"tableside-test-{os.getpid()}.sqlite3"
        found["TEST"] = {"NAME": str(name)}
    return found


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Only the rate limits' buckets live here, one for each address.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}


# Files that never change under their name

STATIC_URL = "/static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "static-built"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "companion.static.HashedFiles"},
}


# Language and time

LANGUAGE_CODE = "ru"
LANGUAGES = [("ru", "Русский"), ("en", "English")]
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"


# The server's log: what goes wrong, never a table's address; each request too, if wanted

ACCESS_LOG: bool = env.bool("ACCESS_LOG", False)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "companion.redact.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "bare": {"()": "companion.redact.RedactingFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain"},
        "access": {"class": "logging.StreamHandler", "formatter": "bare"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # A refused tap and a mistyped address are answers, not faults of the server.
        "django.request": {"level": "ERROR"},
        # Nor is a strange Host or half an HTTP request: strangers could fill the disk with them.
        "django.security": {"level": "CRITICAL"},
        "uvicorn.error": {"level": "ERROR"},
        "companion.access": {"handlers": ["access"], "level": "INFO", "propagate": False},
        # Each request that it fails says so itself.
        "psycopg.pool": {"level": "ERROR"},
    },
}
