"""Name static files with their digest; scripts import each other's modules under these names too."""

import re
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Django has the expressions for imports, and no public name for them; its stubs do not know them.
_COMMENTS = re.compile(rb"/\*.*?(?:\*/|\Z)\n?", re.DOTALL)
_IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]  # Django's own


class Hashed(CompressedManifestStaticFilesStorage):
    """Rename what scripts of ours import as well."""

    # Two names would be two modules, each with its own state. Other people's scripts stay as they are: Django
    # takes an import in a comment for one.
    patterns = (*HashedFilesMixin.patterns, ("portal/*.js", _IMPORTS))

    def _save(self, name: str, content: Any) -> str:
        # The reasons beside the rules are a fifth of a sheet's bytes on the wire, and no browser needs them.
        if name.endswith(".css"):
            content.seek(0)  # whoever computed its digest has read it
            content = ContentFile(_COMMENTS.sub(b"", content.read()), name)
        return super()._save(name, content)
