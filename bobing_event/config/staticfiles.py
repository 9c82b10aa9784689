"""Static files under hashed names, ES-module imports included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import "./x.js"` to the hashed name, so that a module graph is cacheable for ever."""

    support_js_module_import_aggregation = True
