"""The words for every code that a pure room of this app returns, once, through gettext."""
