"""One settings file for both ways to run.

Embedded (default): SQLite and an in-process Celery worker, nothing to install.
Service: `DATABASE_URL` (PostgreSQL), `REDIS_URL`, `SECRET_KEY` and `ALLOWED_HOSTS` from the environment.
"""

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.utils.translation import gettext_lazy as _

from bobing_event.config.redis import database_after

BASE_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = Path(os.environ.get("BOBING_VAR", BASE_DIR / "var"))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, str(int(default))).lower() in {"1", "true", "yes", "on"}


def _kept_secret() -> str:
    """A secret of this installation, made once: the embedded mode has nobody to set one."""
    path = VAR_DIR / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(48))
    return path.read_text().strip()


def _postgres(url: str) -> dict[str, Any]:
    """The database a URL names. It keeps the plan of a statement it has seen three times: a throw's five cost half.

    Behind a pooler that hands connections from transaction to transaction, that needs one that knows prepared
    statements (PgBouncer 1.21 or newer).
    """
    parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600, conn_health_checks=False))
    parsed["OPTIONS"] = {"server_side_binding": True, "prepare_threshold": 3} | parsed.get("OPTIONS", {})
    return parsed


DEBUG = _flag("DEBUG", False)
REDIS_URL = os.environ.get("REDIS_URL", "")
CACHE_URL = REDIS_URL and (os.environ.get("CACHE_URL") or database_after(REDIS_URL, 1))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
EMBEDDED = not REDIS_URL

SECRET_KEY_IS_KEPT = not os.environ.get("SECRET_KEY")
SECRET_KEY = os.environ.get("SECRET_KEY") or _kept_secret()
# The embedded mode is reached under whatever address the hall's Wi-Fi gives the laptop.
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "*" if EMBEDDED else "localhost,127.0.0.1").split(",")
CSRF_TRUSTED_ORIGINS = [o for o in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if o]

INSTALLED_APPS = [
    "bobing_event",
    "tables",
    "tournaments",
    "awards",
    "reports",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "django_htmx",
    "drf_spectacular",
    "import_export",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "bobing_event.middleware.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "bobing_event.config.urls"
WSGI_APPLICATION = "bobing_event.config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["bobing_event.templatetags.bobing", "bobing_event.templatetags.components"],
        },
    },
]

_SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
}
DATABASES = {
    "default": _postgres(DATABASE_URL)
    if DATABASE_URL
    else {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR_DIR / "bobing.sqlite3",
        "OPTIONS": _SQLITE_OPTIONS,
        # A file, not memory: the tests' live server and worker threads need to see it too.
        "TEST": {"NAME": str(VAR_DIR / f"test-{os.getpid()}.sqlite3")},
    }
}

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    if CACHE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- sign-in ----------------------------------------------------------------------------------------------
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "lockout.html"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "event-list"
LOGOUT_REDIRECT_URL = "login"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
_HTTPS = _flag("HTTPS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if _HTTPS else 0

# --- language and time ------------------------------------------------------------------------------------
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("Simplified Chinese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Shanghai"

# --- files ------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
MEDIA_ROOT = VAR_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "bobing_event.config.staticfiles.ModuleStorage"
        if _flag("HASHED_STATIC", False)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not _flag("HASHED_STATIC", False)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# A participant sheet of 10,000 rows is under 1 MB; what is larger than this is no list of names.
PARTICIPANT_UPLOAD_MAX_BYTES = 10 * 1024 * 1024
# A larger participant sheet is read, previewed and imported by a job, with a progress bar.
PARTICIPANT_AT_ONCE_BYTES, PARTICIPANT_AT_ONCE_ROWS = 1024 * 1024, 2000

# --- jobs -------------------------------------------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else {"polling_interval": 0.1}
CELERY_TASK_IGNORE_RESULT = True  # the Job row is the truth, the message carries its id only
CELERY_TASK_ALWAYS_EAGER = _flag("CELERY_EAGER", False)
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_TIME_LIMIT = 30 * 60
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "stale jobs": {"task": "bobing_event.requeue_stale_jobs", "schedule": 60.0},
    "stand-by lists": {"task": "tables.fill_stand_by", "schedule": 60.0},
}

# --- API --------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "bobing_event.authentication.DeviceAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "bobing_event.refusals.api_exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "博饼 Event API",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {"PlayoffEntryKindEnum": "tournaments.serializers.KINDS"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
}
