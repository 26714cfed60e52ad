"""Template tags of the site: languages and where the source is."""
