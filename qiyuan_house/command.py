"""The command ``qiyuan``, which is ``manage.py`` of an installed product: one door to all verbs.

The house goes before everything else on the path, here and for the processes that are started: who has
another package called ``portal`` or ``games`` in the same environment keeps it, and gets ours in our command.

*Pure* verbs answer about files. Django's start, of which they need nothing, would take ten times as long as
their work; they read no settings, make no folder and run where nothing may be written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
GAMES: Final = "games.management.commands"
TOURNAMENTS: Final = "tournaments.management.commands"
# Verb → where it stands.
PURE: Final = {
    **dict.fromkeys(("check_record", "convert", "judge", "perft"), GAMES),
    **dict.fromkeys(("check_kept", "exchange", "norm", "pair", "pairing_costs", "rate"), TOURNAMENTS),
    **dict.fromkeys(("simulate", "standings", "verify", "verify_pairing"), TOURNAMENTS),
}
HELPS: Final = {"", "-h", "--help", "help", "--version", "version"}
HELP: Final = """qiyuan COMMAND [OPTIONS]; qiyuan COMMAND --help says more

  demo              a demonstration with sample championships; prints the address and the accounts
  run --prepare     web server and workers of a real site, in one terminal
  prepare           tables, static files and what else this machine needs; run does it with --prepare
  createsuperuser   an account that may do everything
  check --deploy    whether the settings are such as a public site needs

Of files, without a site or a database:
  check-record      whether game records are readable and legal, and what rulebooks find in them
  check-kept        whether a kept event is as its site signed it
  convert           game records into another notation or container
  judge             what rulebooks find in a series of moves
  standings         who stands where, and by which tie-break
  pair              a round by the rules
  verify-pairing    whether a round is what the rules give
  rate              rating lists, computed again from their files
  exchange          files of other programs into a tournament file and back

`qiyuan help --all` lists every command. Settings are variables of the environment, lines of
/etc/qiyuan.env or of DATA_DIR/env; data is kept in DATA_DIR, unless it is set in ~/.local/share/qiyuan."""


def house() -> Path:
    """Find the folder of portal, tournaments and games: inside this package, or beside it in the
    repository."""
    inside = HERE / "house"
    return inside if inside.is_dir() else HERE.parent


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; ``arguments``: the words behind the command's name."""
    enter_house()
    name = Path(sys.argv[0]).name
    run([name if name == "manage.py" else "qiyuan", *(sys.argv[1:] if arguments is None else arguments)])


def enter_house() -> None:
    folder = str(house())
    if folder not in sys.path[:1]:
        sys.path.insert(0, folder)
    others = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [folder, *(entry for entry in others if entry not in ("", folder))]
    )


def run(words: list[str]) -> None:
    """Run one command; ``words``: the program's name, the verb, its options."""
    verb = words[1] if len(words) > 1 else ""
    if verb and not verb.startswith("-"):
        verb = words[1] = verb.replace("-", "_")
    if verb in PURE:
        run_pure(verb, words)
        return
    if words[0] == "qiyuan":
        if verb in ("", "-h", "--help") or words[1:] == ["help"]:
            print(HELP)  # noqa: T201
            return
        if verb in ("--version", "version"):
            from portal.ops.version import version

            print(f"qiyuan {version()}")  # noqa: T201
            return
        if words[1:] == ["help", "--all"]:
            words.pop()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from portal.ops.own_folders import CannotWriteError, make_own_folders

    try:
        if verb == "check":
            # Settings that contradict each other end here, in their own sentence.
            _ = settings.DATA_DIR
        elif verb not in HELPS:
            make_own_folders()
    except (CannotWriteError, ImproperlyConfigured) as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(2) from None
    execute_from_command_line(words)


def run_pure(verb: str, words: list[str]) -> None:
    """Run a verb that answers about files."""
    from importlib import import_module

    from django.conf import settings

    from portal import plugged

    # Django lends the options' parser and nothing else: no settings, no apps, English. Its start would take
    # ten times as long as the work.
    if not settings.configured:
        settings.configure(USE_I18N=False)
    if plugged.is_any():
        room = PURE[verb].partition(".")[0]
        import_module(f"{room}.plugged").load()
        import_module(f"{room}.wording.plugged").load()
        for fault in plugged.faults:
            sys.stderr.write(f"{fault}\n")
    import_module(f"{PURE[verb]}.{verb}").Command().run_from_argv(words)
