from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import policy
        from games.pages import expected
        from games.pages.files import FILES, files_of_games
        from games.pages.renderers import RENDERERS
        from games.paper.sheets import SHEETS
        from games.queries.claims import no_longer_justified
        from games.queries.counts import BOARD
        from games.queries.papers import KINDS
        from games.queries.records import tables_with_games
        from games.rulebooks.checked import preload_rulebooks
        from games.wording import acts, live, refusals, scoresheets
        from portal.accounts.tokens import register_scope
        from portal.published import register_renderer
        from portal.published.missing import register_expected
        from portal.sandbox import parent
        from tournaments.acts.refereeing._fouls import register_rests
        from tournaments.pages.files import register_files
        from tournaments.paper.sheets import register_sheets
        from tournaments.policy import PolicyTables, register_tables
        from tournaments.queries.papers import register_kinds
        from tournaments.queries.presence import register_activity
        from tournaments.queries.refereeing.player_reports import register_board
        from tournaments.wording.acts import register_acts
        from tournaments.wording.grounds import register_grounds
        from tournaments.wording.refusals import register_refusals

        plug_in()
        lead_to_games()
        parent.prepare(preload_rulebooks)
        for kind, renderer in {**RENDERERS, **FILES}.items():
            register_renderer(kind, renderer)
        register_expected(expected)
        register_files(files_of_games)
        register_kinds(KINDS)
        register_sheets(SHEETS)
        register_activity(tables_with_games)
        register_rests(no_longer_justified)
        register_tables(PolicyTables(policy.ROLES, policy.STATES, policy.PLAYER, scopes=policy.SCOPES))
        register_acts(acts.DOES, acts.FACTS, acts.VALUES, acts.DONE)
        register_refusals({**refusals.WORDS, **live.REFUSALS})
        register_grounds({**scoresheets.GROUNDS, **live.GROUNDS})
        register_board("weiqi", BOARD)
        for scope, words in acts.SCOPES.items():
            register_scope(scope, words)
        work()
        notify()
        tell_rules()
        ask()
        keep()


def plug_in() -> None:
    """Rulebooks of other packages, here and in the children that read records."""
    from games import plugged
    from games.wording import plugged as plugged_words
    from portal.sandbox import parent

    plugged.load()
    plugged_words.load()
    parent.prepare(plugged.load)


def lead_to_games() -> None:
    """What pages of tournaments show of games: where they are read and followed, how they ended."""
    from games.pages.links import boards_of_rounds, links_of_tables
    from games.queries.records import records_version
    from games.queries.table_board import final_positions
    from tournaments.queries.links import register_boards, register_positions, register_table_links

    register_table_links(links_of_tables, records_version)
    register_boards(boards_of_rounds)
    register_positions(final_positions)


def work() -> None:
    from games import slow_tasks, tasks
    from portal import outbox
    from tournaments.pages.private_pages import register_written

    for kind, handler in tasks.HANDLERS.items():
        outbox.register(kind, handler)
    for kind, handler in slow_tasks.HANDLERS.items():
        outbox.register(kind, handler, queue=outbox.SLOW, recurs=kind in slow_tasks.RECURRING)
    for kind, place in tasks.WRITTEN.items():
        register_written(kind, place)


def notify() -> None:
    """What other programs and phones hear of games."""
    from games.pages.audiences import AUDIENCES
    from games.pages.notifications import PUSH_TOPICS, WITH_RESULT
    from games.pages.webhook_events import TOPICS
    from portal.push.topics import register_push_topic
    from portal.webhooks.events import register_topic
    from tournaments.pages.notifications import register_with_result
    from tournaments.queries.notices.entrant_messages import register_audience

    for topic, words in TOPICS.items():
        register_topic(topic, words)
    for name, audience in AUDIENCES.items():
        register_audience(name, audience)
    for name, push_topic in PUSH_TOPICS.items():
        register_push_topic(name, push_topic)
    for name in WITH_RESULT:
        register_with_result(name)


def tell_rules() -> None:
    """What a section may choose of the rules of its game, and how pages say it."""
    from django.utils.translation import gettext_lazy

    from games.rulebooks.registry import BY_GAME
    from games.wording import weiqi
    from games.wording.rulebooks import TITLES, rule_path
    from tournaments.wording.appeals import register_articles
    from tournaments.wording.options import register_rulebooks, register_rules

    register_rules("weiqi", weiqi.rules)
    register_articles(rule_path)
    for game, books in BY_GAME.items():
        names = {name: gettext_lazy(TITLES.get(name, name)) for name in books}
        register_rulebooks(game, names, [name for name, book in books.items() if book.automatic])


def ask() -> None:
    """What is asked of people, on the page of a round, on that of the event and in the referee's report."""
    from games.queries.referee_reports import CLAIMS
    from games.todo import NEEDS
    from tournaments import todo
    from tournaments.queries.refereeing.referee_reports import register_report_part

    for provider in NEEDS:
        todo.register(provider)
    register_report_part("claims", CLAIMS)


def keep() -> None:
    """What is forgotten with a person, and what stands in a backup."""
    from games import backup_tables
    from games.acts._erasure import FORGETTERS, SEARCHES
    from games.acts.photos import delete_old_photos
    from portal.backup.tables import register_backup, register_ids, register_restored
    from portal.ops.erasure import register_eraser, register_search
    from tournaments.acts.entering.entry_forms import register_deletion

    for name, forgetter in FORGETTERS.items():
        register_eraser(name, forgetter)
    for name, search in SEARCHES.items():
        register_search(name, search)
    register_backup(backup_tables.PLACE, backup_tables.TABLES)
    register_ids({}, backup_tables.FACTS)
    register_restored(backup_tables.restored)
    register_deletion(delete_old_photos)
