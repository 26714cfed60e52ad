"""Static files under names with their digest; scripts import each other's modules under these names too."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Django has the expressions for imports, and no public name for them; its stubs do not know them.
_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]  # Django's own


class Hashed(CompressedManifestStaticFilesStorage):
    """Two names would be two modules, each with its own state. Other people's scripts stay as they are:
    Django takes an import in a comment for one."""

    patterns = (*HashedFilesMixin.patterns, ("portal/*.js", _IMPORTS))
