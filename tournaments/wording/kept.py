"""What a kept event says of itself to whoever opens it, perhaps in fifty years."""

from __future__ import annotations

from django.utils.translation import gettext


def readme(names: list[str], *, site: str, fingerprint: str) -> str:
    """In the active language. ``names``: the event's."""
    members = {
        "tournament/": gettext("a file of each section: every pairing and standing can be computed again"),
        "data/": gettext("the pages as JSON; those of rounds hold what each pairing rests on"),
        "journal.jsonl": gettext("what was done to rounds, results and rulings, and when"),
        "check.py": gettext("checks that every byte is as the site signed it; needs Python 3, nothing else"),
    }
    whole = gettext(
        "This is the whole event as %(site)s published it. Open index.html in any browser: nothing has to be "
        "installed, and no network is needed."
    )
    check = gettext("To check it, unpack the file, open a terminal in its folder and type:")
    printed = gettext(
        "The answer names the fingerprint of the key. The same one stands at the foot of the printed final "
        "standings:"
    )
    forged = gettext(
        "A forged file could bring a forged check.py. Take it from a copy that you trust, or from the source "
        "of the program, and name the file and the fingerprint on your paper:"
    )
    return "\n\n".join(
        [
            "\n".join(name for name in names if name),
            whole % {"site": site},
            "\n".join(f"  {member:<15}{words}" for member, words in members.items()),
            f"{check}\n\n  python3 check.py",
            f"{printed}\n\n  {fingerprint}",
            f"{forged}\n\n  python3 check.py FILE.zip {fingerprint}",
        ]
    )
