"""Records in bulk, for programs: archives that are handed in, how far they are, and collections of games."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts.archives import import_collection, import_records
from games.api import answers
from games.api.check import raw_of_file, reading_in_words
from games.models import ArchiveLine, CollectedGame, GameCollection, RecordArchive
from games.policy import RecordAct
from games.queries.archives import ArchiveProgress, progress_of
from games.wording.archives import line_text
from portal.api.bodies import Body, Text, body_of
from portal.api.schema import listed, read
from portal.published.documents import plain_value
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.policy import Act
from tournaments.requests.access import first_or_404

# Bytes of an archive; a larger one is sent in parts, or imported with the command.
MOST_SENT: Final = 16 * 1024 * 1024
MOST_OF_BODY: Final = MOST_SENT * 4 // 3 + 100_000


class ArchiveBody(Body):
    file = Text(max_length=MOST_OF_BODY, help_text=_("The ZIP archive, base64-encoded."))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        return values | {"raw": raw_of_file(values.pop("file"))}


class _Bulk(StaffView):
    most_bytes = MOST_OF_BODY


class Archives(_Bulk):
    scopes = {"GET": "read", "POST": "records"}
    queries = {"GET": ("limit", "cursor")}

    @listed("archives_of_collections", _("Archives of games of no tournament"), ArchiveProgress)
    def get(self, request: Request) -> Response:
        self.access(Act.KEEP_ARCHIVES, {})
        return self.page(_archives().filter(section__isnull=True), progress_of)

    post = api_operation(
        import_collection,
        "archives_collect",
        _("Import an archive of games into a collection"),
        body=body_of("CollectionArchiveBody", import_collection, base=ArchiveBody),
        answer=answers.ArchiveRef,
        status=202,
    )


def _archives() -> QuerySet[RecordArchive]:
    return RecordArchive.objects.defer("body").select_related("collection", "section__event")


class _ArchiveView(StaffView):
    scopes = {"GET": "read"}

    def archive(self, key: int) -> RecordArchive:
        """Find an archive that may be seen as the section's records, or the collections, may be."""
        archive_row = first_or_404(_archives().filter(pk=key))
        if archive_row.section is None:
            self.access(Act.KEEP_ARCHIVES, {})
        else:
            place = {"event": archive_row.section.event.slug, "section": archive_row.section.slug}
            self.access(RecordAct.SEE_RECORDS, place)
        return archive_row


class Archive(_ArchiveView):
    @read("archives_read", _("How far the import of an archive is"), ArchiveProgress)
    def get(self, request: Request, archive: int) -> Response:
        return Response(plain_value(progress_of(self.archive(archive))))


class Report(_ArchiveView):
    queries = {"GET": ("limit", "cursor", "what")}

    @listed(
        "archives_report",
        _("Games of an archive that were refused, have errors or were there already"),
        answers.ReportLine,
        OpenApiParameter("what", enum=ArchiveLine.Fate.values),
    )
    def get(self, request: Request, archive: int) -> Response:
        lines = self.archive(archive).lines.all()
        if outcome := request.query_params.get("what"):
            lines = lines.filter(what=outcome)
        return self.page(lines, _line)


def _line(line: ArchiveLine) -> answers.ReportLine:
    return answers.ReportLine(
        file=line.file,
        game=line.game,
        line=line.line,
        ply=line.fault["ply"] if line.fault else None,
        what=ArchiveLine.Fate(line.what),
        code=line.code or (line.fault["code"] if line.fault else ""),
        message=line_text(line),
    )


class Collections(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor")}

    @listed("collections_list", _("Collections of games of no tournament"), answers.CollectionLine)
    def get(self, request: Request) -> Response:
        self.access(Act.KEEP_ARCHIVES, {})
        return self.page(
            GameCollection.objects.all(),
            lambda collection: answers.CollectionLine(collection=collection.pk, name=collection.name),
        )


class CollectedGames(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor", "q")}

    @listed(
        "collections_games",
        _("Games of a collection"),
        answers.CollectedLine,
        OpenApiParameter("q", description=_("Part of a player's name, as in the record.")),
    )
    def get(self, request: Request, collection: int) -> Response:
        self.access(Act.KEEP_ARCHIVES, {})
        games = first_or_404(GameCollection.objects.filter(pk=collection)).games.defer("raw", "data")
        if query := request.query_params.get("q", "").strip():
            games = games.filter(Q(first__icontains=query) | Q(second__icontains=query))
        return self.page(games, lambda game: answers.CollectedLine(**_collected(game)))


class OneCollectedGame(StaffView):
    scopes = {"GET": "read"}

    @read("collections_game", _("A game of a collection: moves and findings"), answers.Checked)
    def get(self, request: Request, collection: int, game: int) -> Response:
        self.access(Act.KEEP_ARCHIVES, {})
        game_row = first_or_404(CollectedGame.objects.filter(collection=collection, pk=game).defer("raw"))
        return Response(reading_in_words({**game_row.data, "headers": game_row.headers}))


def _collected(game: CollectedGame) -> dict[str, Any]:
    return {
        "game": game.pk,
        "first": game.first,
        "second": game.second,
        "state": CollectedGame.State(game.state),
        "headers": game.headers,
        "filename": game.filename,
    }


SECTION = [
    api_act_url(
        "archives",
        import_records,
        "records",
        "archives_import",
        _("Import an archive of records into the tables of a section"),
        body=body_of("SectionArchiveBody", import_records, base=ArchiveBody),
        answer=answers.ArchiveRef,
        status=202,
        view=_Bulk,
    ),
]
