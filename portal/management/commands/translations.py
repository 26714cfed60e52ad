"""``manage.py translations extract | compile | check | glossary LOCALE``."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale

from portal.ops import catalogues

MOST_LINES = 20


class Command(BaseCommand):
    help = (
        "Takes the messages from the source, compiles their translations, checks that they are complete, or "
        "prints the glossary of a language as Weblate imports it."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("verb", choices=["extract", "compile", "check", "glossary"])
        parser.add_argument("language", nargs="?", default="", help="of the glossary, such as zh_Hans")

    def handle(self, *args: Any, verb: str, language: str, **options: Any) -> None:
        locales = [to_locale(code) for code, _name in settings.LANGUAGES if code != "en"]
        if verb == "glossary":
            if language not in locales:
                raise CommandError(
                    f"The glossary is in {', '.join(locales)}, not in {language or 'nothing'}."
                )
            self.stdout.write(catalogues.glossary_for_weblate(language), ending="")
            return
        if verb == "compile":
            for compiled in catalogues.compile_stale():
                self.stdout.write(f"compiled {compiled}")
            return
        template = catalogues.extract()
        begun = sorted(catalogues.FOLLOWING - set(locales))
        if verb == "extract":
            for locale in [*locales, *begun]:
                path = catalogues.source(locale)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(catalogues.updated(locale, template))
                self.stdout.write(f"{path.relative_to(catalogues.ROOT)}: {len(template)} messages")
            return
        problems = [problem for locale in locales for problem in catalogues.problems(locale, template)]
        if problems:
            more = [f"and {len(problems) - MOST_LINES} more"] if len(problems) > MOST_LINES else []
            raise CommandError("\n".join(problems[:MOST_LINES] + more))
        behind = {locale: catalogues.untranslated(locale) for locale in locales}
        complete = [locale for locale, count in behind.items() if not count]
        self.stdout.write(f"{len(template)} messages, complete in {', '.join(complete)}")
        for locale, count in behind.items():
            if count:
                self.stdout.write(f"{locale}: {count} to translate")
        for locale in begun:
            count, public = catalogues.untranslated(locale), catalogues.untranslated(locale, public=True)
            self.stdout.write(f"{locale}: {count} to translate, {public} of them on public pages")
