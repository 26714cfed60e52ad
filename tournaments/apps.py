from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from portal import apart, outbox
        from portal.accounts.tokens import register_scope
        from portal.api.messages import register_words
        from portal.backup.tables import register_backup, register_ids, register_restored
        from portal.erasure import register_eraser
        from portal.published import register_renderer
        from portal.published.crawlers import register_unlisted
        from portal.published.missing import register_expected
        from portal.webhooks.events import register_topic
        from tournaments import backup_tables, needs
        from tournaments.acts._erasure import FORGETTERS
        from tournaments.exchange.formats import warm
        from tournaments.needs.adjourned import adjourned
        from tournaments.needs.own import OWN
        from tournaments.pages import expected
        from tournaments.pages.files import FILES
        from tournaments.pages.followed import FOLLOWED
        from tournaments.pages.renderers import RENDERERS
        from tournaments.pages.webhook_events import TOPICS
        from tournaments.paper.handler import PaperHandler
        from tournaments.paper.sheets import SHEETS, register_sheets
        from tournaments.queries.papers import KINDS, register_kinds
        from tournaments.queries.public import unlisted_prefixes
        from tournaments.tasks import HANDLERS, SLOW_HANDLERS
        from tournaments.wording.acts import SCOPES, act_name
        from tournaments.wording.refusals import refusal_sentence

        apart.prepare(warm)
        for scope, words in SCOPES.items():
            register_scope(scope, words)
        for topic, told in TOPICS.items():
            register_topic(topic, told)
        for provider in (*OWN, adjourned):
            needs.register(provider)
        register_words(refusal=refusal_sentence, act=act_name)

        for kind, renderer in {**RENDERERS, **FOLLOWED, **FILES}.items():
            register_renderer(kind, renderer)
        for kind, handler in HANDLERS.items():
            outbox.register(kind, handler)
        for kind, handler in SLOW_HANDLERS.items():
            outbox.register(kind, handler, queue=outbox.SLOW, lease=30.0)
        register_unlisted(unlisted_prefixes)
        register_expected(expected)
        register_kinds(KINDS)
        register_sheets(SHEETS)
        # Paper waits for nothing and nothing waits for paper: the slow workers print.
        outbox.register("paper", PaperHandler(), queue=outbox.SLOW, lease=30.0)
        for name, forgetter in FORGETTERS.items():
            register_eraser(name, forgetter)
        register_backup(backup_tables.PLACE, backup_tables.TABLES)
        register_ids(backup_tables.KINDS, backup_tables.FACTS)
        register_restored(backup_tables.restored)
