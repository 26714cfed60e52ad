"""No sentence gets its values when its module is imported: it would stay in the language of that moment."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.installation import ROOT

LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def lazy_names(tree: ast.Module) -> set[str]:
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    names = [alias for node in imports if node.module == "django.utils.translation" for alias in node.names]
    return {alias.asname or alias.name for alias in names if alias.name.endswith("_lazy")}


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """What of a module runs when it is imported."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, LATER):
            yield child
            yield from at_import(child)


def fixed_sentences(source: str) -> list[str]:
    """The sentences of a module that ``%`` fills, and so translates, at once."""
    tree = ast.parse(source)
    names = lazy_names(tree)
    return [
        ast.unparse(node)
        for node in at_import(tree)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and isinstance(node.left, ast.Call)
        and ast.unparse(node.left.func) in names
    ]


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["portal", "tournaments", "games"])
def test_no_sentence_is_fixed_in_the_language_of_the_import(folder: str) -> None:
    fixed = {path: fixed_sentences(path.read_text()) for path in sorted((ROOT / folder).rglob("*.py"))}
    assert {str(path): sentences for path, sentences in fixed.items() if sentences} == {}


def test_a_fixed_sentence_would_be_noticed() -> None:
    head = "from django.utils.translation import gettext_lazy as _\n"
    assert fixed_sentences(head + 'HELP = _("At most %(most)s.") % {"most": 3}')
    assert not fixed_sentences(head + 'def help(): return _("At most %(most)s.") % {"most": 3}')
    assert not fixed_sentences(head + 'HELP = _("At most")')
