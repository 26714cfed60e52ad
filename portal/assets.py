"""Static files under names with their digest; scripts import each other's modules under these names too."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Hashed(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
