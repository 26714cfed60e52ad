"""The words for every code that a pure room returns, once, through gettext.

Message ids are English; the command line prints them so, pages in the reader's language.
"""
