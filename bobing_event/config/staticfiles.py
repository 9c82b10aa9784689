"""Static files under hashed names, ES-module imports included."""

from __future__ import annotations

import re
from collections.abc import Callable

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Their scripts name modules in comments, for an editor's sake, that they do not ship.
NOT_MODULES = ("django_htmx/",)


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import "./x.js"` to the hashed name, so that a module graph is cacheable for ever."""

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[re.Match[str]], str]:
        if name.startswith(NOT_MODULES):
            return lambda match: match[0]
        return super().url_converter(name, hashed_files, template)
