"""Keep lists of ratings as they are on a day, and take values over from them for players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Annotated, TypedDict

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Conflict, Denied, Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.notices.site import WHOLE_SITE
from tournaments.exchange.conversion import MOST_BYTES
from tournaments.exchange.ratings.rating_lists import RatedRow
from tournaments.exchange.ratings.rating_lists import ReadRatingList as ReadList
from tournaments.exchange.ratings.rating_matches import Taken, matching_name_key
from tournaments.exchange.ratings.rating_tables import NAMES
from tournaments.models import Entry, Federation, ListedPlayer, Player, RatingList, Section, SentList
from tournaments.policy import Act
from tournaments.queries.register.rating_lists import (
    GRADES,
    NUMBER_OF,
    FieldChange,
    changes_from_last,
    changes_of,
    may_remove,
    may_set_grades,
    seen_of,
)

BATCH = 2000
MOST_TAKEN = 2000
# Of a person's uploads so many are kept once they were read.
MOST_UPLOADS = 5
PLAYER_FIELDS = (
    *("rating", "grade", "club", "federation", "title", "native_name", "birth_year", "gender"),
    *NUMBER_OF.values(),
)


class ListLoaded(TypedDict):
    """``left_out``: lines that could not be read."""

    rating_list: int
    rows: int
    left_out: int


class ListSent(TypedDict):
    """``sent``: of `SentList`; ``waits``: for its columns."""

    sent: int
    waits: bool


class ListRemoved(TypedDict):
    rating_list: int


class TakenFromList(TypedDict):
    """``entries``: those of whom anything has changed."""

    entries: list[int]


@act(on=WHOLE_SITE, right=Act.LOAD_RATING_LIST, done=_("rating list uploaded"))
def send_rating_list(
    *,
    source: Annotated[str, Field(choices=RatingList.Source.values)],
    body: Annotated[bytes, Field()],
    by: User,
    dated: Annotated[date | None, Field()] = None,
    name: Annotated[str, Field(longest=120)] = "",
    once: str = "",
) -> ActResult[ListSent]:
    """A worker reads it; a table when somebody has said what its columns are (`read_sent_table`)."""
    check_name("name", name)
    if len(body) > MOST_BYTES:
        raise Refusal("rating-list-too-large", field="file", limit=MOST_BYTES >> 20)
    mine = SentList.objects.filter(by=by)
    # Of tables that wait for somebody to go on with them, one is enough.
    mine.filter(source=RatingList.Source.TABLE, columns=[]).delete()
    made = SentList.objects.create(source=source, body=body, dated=dated, name=name, by=by)
    # What has no body was read, or cannot be; only its outcome is still shown.
    newest = list(mine.order_by("-pk").values_list("pk", flat=True)[:MOST_UPLOADS])
    mine.filter(body=b"").exclude(pk__in=newest).delete()
    if not made.waits_for_columns:
        _ask(made, by)
    answer: ListSent = {"sent": made.pk, "waits": made.waits_for_columns}
    return ActResult(answer, after={"list": source, "bytes": len(body)})


@act(on=WHOLE_SITE, right=Act.LOAD_RATING_LIST, done=_("columns of a rating list chosen"))
def read_sent_table(
    *,
    sent: Id,
    columns: Annotated[Sequence[str], Field(item=Field(longest=40))],
    shape: Annotated[str, Field(longest=200)],
    lower: Annotated[
        bool,
        Field(
            label=_("A lower rating is better"),
            help=_("As in XQ INGO: 10 for a world champion, 300 for a beginner."),
        ),
    ] = False,
    by: User,
    once: str = "",
) -> ActResult[ListSent]:
    """``columns``: what each is, of `FIELDS`."""
    row = SentList.objects.filter(pk=sent, by=by, source=RatingList.Source.TABLE, columns=[]).first()
    if row is None:
        raise Refusal("no-such-sent-list")
    if NAMES.isdisjoint(columns):
        raise Refusal("name-column-missing")
    row.columns, row.shape, row.lower = list(columns), shape, lower
    row.save(update_fields=["columns", "shape", "lower"])
    _ask(row, by)
    return ActResult({"sent": row.pk, "waits": False}, after={"list": row.source, "bytes": len(row.body)})


def _ask(sent: SentList, by: User) -> None:
    outbox.enqueue("rating-list", key=sent_key(sent), payload={"sent": sent.pk}, by=by, priority=outbox.PAPER)


def sent_key(sent: SentList) -> str:
    return f"rating-list:{sent.pk}"


@act(on=WHOLE_SITE, right=Act.LOAD_RATING_LIST, done=_("rating list loaded"))
def load_rating_list(
    *,
    listed: ReadList,
    by: User,
    dated: date | None = None,
    name: str = "",
    columns: Sequence[str] = (),
    shape: str = "",
    lower: bool = False,
    once: str = "",
) -> ActResult[ListLoaded]:
    """Load a rating list; ``columns``, ``shape``: of a table, for the next one with these headings."""
    if not listed.rows:
        raise Refusal("list-empty", field="file")
    check_name("name", name)
    # Most lists say their day themselves.
    day = listed.dated or dated or timezone.now().date()
    left_out = sum(problem.place.line > 0 for problem in listed.problems)
    # The same list of the same day stands once; lists that were loaded before stay as they are.
    stands = RatingList.objects.filter(
        source=listed.source, digest=listed.digest, dated=day, name=name, columns=list(columns)
    ).first()
    if stands is not None:
        return no_change({"rating_list": stands.pk, "rows": stands.rows, "left_out": stands.left_out})
    changes = changes_from_last(listed, name)
    made = RatingList.objects.create(
        source=listed.source,
        name=name,
        dated=day,
        changed=changes.as_json() if changes.before else {},
        digest=listed.digest,
        rows=len(listed.rows),
        left_out=left_out,
        columns=list(columns),
        shape=shape,
        lower=lower,
        loaded_by=by,
    )
    ListedPlayer.objects.bulk_create((_line(made, row) for row in listed.rows), batch_size=BATCH)
    answer: ListLoaded = {"rating_list": made.pk, "rows": made.rows, "left_out": left_out}
    return ActResult(answer, after={"list": listed.source, "rows": made.rows, "skipped": left_out})


def _line(rating_list: RatingList, row: RatedRow) -> ListedPlayer:
    return ListedPlayer(
        rating_list=rating_list,
        number=row.number,
        key=matching_name_key(row.surname, row.given)[:170],
        surname=row.surname[:80],
        given=row.given[:80],
        country=row.country,
        club=row.club[:40],
        grade=row.grade[:4],
        rating=row.rating,
        native=row.native,
        title=row.title,
        born=row.born,
        gender=row.gender,
        games=row.games,
        k=row.k,
        inactive=row.inactive,
        index=row.index,
    )


@act(on=WHOLE_SITE, right=Act.LOAD_RATING_LIST, done=_("rating list deleted"))
def remove_rating_list(*, rating_list: Id, by: User, once: str = "") -> ActResult[ListRemoved]:
    """Remove a rating list; what was taken from it stays."""
    row = RatingList.objects.filter(pk=rating_list).first()
    if row is None:
        raise Refusal("no-such-rating-list")
    # It is everybody's: who has loaded it may, and an administrator.
    if not may_remove(by, row):
        raise Denied(Act.LOAD_RATING_LIST)
    before = {"list": row.source, "rows": row.rows}
    ListedPlayer.objects.filter(rating_list=row).delete()
    row.delete()
    return ActResult({"rating_list": rating_list}, before=before)


@act(on=SECTION, right=Act.CORRECT_PLAYER, done=_("details taken from a rating list"))
def take_from_list(
    *,
    section: Section,
    rating_list: Id,
    chosen: Annotated[Mapping[int, int], Field()],
    fields: Annotated[Collection[str], Field(item=Field(longest=40))],
    seen: Annotated[Mapping[int, str] | None, Field()] = None,
    by: User,
    once: str = "",
) -> ActResult[TakenFromList]:
    """Take fields over from a list; ``chosen``: by entry who of it, ``seen``: as `seen_of` says."""
    row = RatingList.objects.filter(pk=rating_list).first()
    if row is None:
        raise Refusal("no-such-rating-list")
    wanted = [field for field in Taken if field in fields]
    if not chosen or not wanted or len(chosen) > MOST_TAKEN:
        raise Refusal("nothing-chosen", field="fields")
    entries = list(section.entries.filter(pk__in=chosen).select_related("player", "section").order_by("pk"))
    rows = {row.pk: row for row in row.players.filter(pk__in=set(chosen.values()))}
    if len(entries) < len(chosen):
        raise Refusal("no-such-entry")
    if set(chosen.values()) - rows.keys():
        raise Refusal("no-such-listed-player")
    # A grade only before anybody of them is paired.
    if GRADES & set(wanted) and not may_set_grades(section, entries):
        raise Refusal("grade-after-pairing", field="fields")
    if seen is not None and any(seen.get(entry.pk) != seen_of(entry) for entry in entries):
        raise Conflict("players-changed")
    players = Player.objects.select_for_update().filter(pk__in=[entry.player_id for entry in entries])
    list(players.order_by("pk").values_list("pk"))
    federations = set(Federation.objects.values_list("code", flat=True))
    changed = []
    for entry in entries:
        listed_player = rows[chosen[entry.pk]]
        listed_player.rating_list = row
        changes = changes_of(entry, listed_player, row.source, federations)
        mine = [change for change in changes if change.field in wanted]
        # What the list itself says goes before what its rating would make of it.
        if {Taken.GRADE, Taken.GRADE_BY_RATING} <= {change.field for change in mine}:
            mine = [change for change in mine if change.field is not Taken.GRADE_BY_RATING]
        if mine:
            _take(entry, mine, row.source)
            changed.append(entry)
    if not changed:
        return no_change({"entries": []})
    Player.objects.bulk_update([entry.player for entry in changed], PLAYER_FIELDS, batch_size=500)
    Entry.objects.bulk_update(changed, ["rating"], batch_size=500)
    pages.players_changed([entry.player for entry in changed], but=section)
    pages.section_changed(section)
    keys = [entry.pk for entry in changed]
    return ActResult(
        {"entries": keys}, after={"list": row.source, "entries": keys, "fields": [*map(str, wanted)]}
    )


def _take(entry: Entry, changes: Collection[FieldChange], source: str) -> None:
    player = entry.player
    for change in changes:
        match change.field:
            case Taken.NUMBER:
                setattr(player, NUMBER_OF[source], change.new)
            case Taken.RATING:
                player.rating = entry.rating = int(change.new)
            case Taken.GRADE | Taken.GRADE_BY_RATING:
                player.grade = change.new
            case Taken.CLUB:
                player.club = change.new
            case Taken.COUNTRY:
                player.federation_id = change.new
            case Taken.TITLE:
                player.title = change.new
            case Taken.NATIVE:
                player.native_name = change.new
            case Taken.BORN:
                player.birth_year = int(change.new)
            case Taken.GENDER:
                player.gender = change.new
