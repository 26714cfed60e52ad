import os

from django.apps import AppConfig

# Names are read sign by sign: pypinyin's table of phrases would cost each process 40 MB.
os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from portal import outbox
        from portal.api.messages import register_words
        from portal.payments.receiving import register_receiver
        from portal.push.topics import register_places, register_push_topic
        from portal.sandbox import parent
        from portal.web.guide import register_guide
        from portal.web.limits import register_larger
        from portal.webhooks.events import register_topic
        from tournaments import slow_tasks, todo
        from tournaments.acts.money.payments import record_notification
        from tournaments.dutch_engine import in_a_child
        from tournaments.exchange.conversion import MOST_BYTES
        from tournaments.exchange.formats import preload_formats
        from tournaments.pages.notifications import PUSH_PLACES, PUSH_TOPICS
        from tournaments.pages.webhook_events import TOPICS
        from tournaments.pages.webhook_texts import CHAT_TEXTS
        from tournaments.pairing.dutch import engine
        from tournaments.paper.handler import PaperHandler
        from tournaments.paper.sheets import SHEETS, register_sheets
        from tournaments.paper.team_sheets import TEAM_SHEETS
        from tournaments.queries.money.receipts import RECEIPT_KINDS
        from tournaments.queries.papers import KINDS, register_kinds
        from tournaments.queries.teams.team_papers import TEAM_KINDS
        from tournaments.requests.guide import PAGES as GUIDE
        from tournaments.tasks import HANDLERS
        from tournaments.todo.own import PROVIDERS
        from tournaments.wording.acts import act_name
        from tournaments.wording.refusals import refusal_sentence

        self._plug_in()
        parent.prepare(preload_formats)
        engine.run_by(in_a_child)
        # A whole list of the EGF has four, one of everybody in Asia may have more; the rest is for the form.
        register_larger("/desk/-/rating-lists/", MOST_BYTES + 1024 * 1024)
        for topic, words in TOPICS.items():
            register_topic(topic, words, CHAT_TEXTS.get(topic))
        for name, push_topic in PUSH_TOPICS.items():
            register_push_topic(name, push_topic)
        for kind, places in PUSH_PLACES.items():
            register_places(kind, places)
        for provider in PROVIDERS:
            todo.register(provider)
        register_receiver(record_notification)
        register_words(refusal=refusal_sentence, act=act_name)
        self._publish()
        self._let_in()
        for kind, handler in HANDLERS.items():
            outbox.register(kind, handler)
        for kind, handler in slow_tasks.HANDLERS.items():
            outbox.register(kind, handler, queue=outbox.SLOW, lease=30.0)
        register_kinds((*KINDS, *TEAM_KINDS, *RECEIPT_KINDS))
        register_sheets({**SHEETS, **TEAM_SHEETS})
        # Paper waits for nothing and nothing waits for paper: the slow workers print.
        outbox.register("paper", PaperHandler(), queue=outbox.SLOW, lease=30.0)
        register_guide(GUIDE)
        self._keep()

    def _keep(self) -> None:
        """What is forgotten with a person, and what stands in a backup."""
        from portal.backup.tables import register_backup, register_ids, register_restored
        from portal.ops.erasure import register_eraser
        from tournaments import backup_tables
        from tournaments.acts.register._erasure import FORGETTERS

        for name, forgetter in FORGETTERS.items():
            register_eraser(name, forgetter)
        register_backup(backup_tables.PLACE, backup_tables.TABLES)
        register_ids(backup_tables.KINDS, backup_tables.FACTS)
        register_restored(backup_tables.restored)

    def _let_in(self) -> None:
        """What programs ask: which scopes there are, who may give them away, and who has registered apps."""
        from portal.accounts.tokens import register_scope
        from portal.identity.adapter import register_held, register_keepers
        from tournaments.policy import scopes_of
        from tournaments.queries.notices.sign_in_apps import keeper_name
        from tournaments.wording.acts import SCOPES

        for scope, words in SCOPES.items():
            register_scope(scope, words)
        register_held(scopes_of)
        register_keepers(keeper_name)

    def _plug_in(self) -> None:
        """Tie-breaks of other packages, here and in the children that read files."""
        from portal.sandbox import parent
        from tournaments import plugged
        from tournaments.wording import plugged as plugged_words

        plugged.load()
        plugged_words.load()
        parent.prepare(plugged.load)

    def _notice(self) -> None:
        """What makes stored pages behind private links old."""
        from portal import journal
        from portal.outbox.work import register_listener
        from tournaments.pages import private_pages

        journal.register_listener(private_pages.note_act)
        register_listener(private_pages.note_work)
        for kind in ("publish", "reveal", "rule-absent"):
            private_pages.register_written(kind, private_pages.section_of_round)
        private_pages.register_written("delete-answers", lambda _payload: private_pages.SITE)
        private_pages.register_written("standings", lambda payload: f"section:{payload['section']}")

    def _publish(self) -> None:
        """What everybody may read."""
        from portal.published import crawlers, register_renderer
        from portal.published.attached import register_attached
        from portal.published.missing import register_expected
        from portal.published.poll_file import register_pace
        from tournaments.pages import expected
        from tournaments.pages.attached import documents, papers
        from tournaments.pages.feeds import FOLLOWED
        from tournaments.pages.files import FILES
        from tournaments.pages.pace import pace
        from tournaments.pages.renderers import PLACES, RENDERERS
        from tournaments.queries.public.public import directory_paths, unlisted_prefixes

        self._notice()
        for kind, renderer in {**RENDERERS, **PLACES, **FOLLOWED, **FILES}.items():
            register_renderer(kind, renderer)
        crawlers.register_unlisted(unlisted_prefixes)
        crawlers.register_computed(directory_paths)
        register_expected(expected)
        register_pace(pace)
        register_attached(documents)
        register_attached(papers)
