"""Federations, events, their sections, and who works for an event."""

from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from portal.web.dates import check_zone
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.namesakes import Apart, Bearer, distinguish_namesakes
from tournaments.state.time_control import TimeControl

# These columns of a player tell who is meant.
NAMED = (
    "name", "native_name", "federation_id", "club", "native_club", "province", "native_province",
)  # fmt: skip
# A `Bearer` is made of these of an entry.
BEARING = ("pk", "number", *(f"player__{column}" for column in NAMED))
SLUG = RegexValidator(r"^[a-z0-9][a-z0-9-]{0,49}$", _("Lower-case letters, digits and hyphens only."))


class Federation(models.Model):
    """Hold a member federation; not a country."""

    # Hong Kong and Chinese Taipei play under their own. The one whose code is empty stands for none: whoever
    # has none, or one that is still to be found out, has it.
    code = models.CharField(_("code"), max_length=3, primary_key=True)
    name_en = models.CharField(_("English name"), max_length=80)
    name_zh_hans = models.CharField(_("name in simplified Chinese"), max_length=40, blank=True)
    name_zh_hant = models.CharField(_("name in traditional Chinese"), max_length=40, blank=True)
    name_vi = models.CharField(_("Vietnamese name"), max_length=80, blank=True)

    class Meta:
        verbose_name = _("federation")
        verbose_name_plural = _("federations")
        ordering = ["code"]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        field = "name_" + (get_language() or "en").replace("-", "_")
        return getattr(self, field, "") or self.name_en


# An empty list lets every site show an event in a frame: this says that none may.
NO_SITE = "none"


class Event(models.Model):
    """One championship: a place, some days, one or more sections."""

    slug = models.CharField(_("URL name"), max_length=50, unique=True, validators=[SLUG])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=120)
    native_name = models.CharField(_("Chinese name"), max_length=120, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC", validators=[check_zone])
    languages = models.JSONField(_("languages"), default=list, blank=True)
    listed = models.BooleanField(_("public"), default=False)
    archived = models.BooleanField(_("archived"), default=False)
    description = models.JSONField(_("description"), default=dict, blank=True, help_text="texts by language")
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    documents = models.TextField(_("documents"), blank=True, help_text="a title and an address on each line")
    officials_shown = models.BooleanField(_("officials shown in public"), default=False)
    titles_shown = models.BooleanField(_("titles shown with names"), default=True, db_default=True)
    framed_by = models.CharField(_("sites that may show it"), max_length=400, blank=True, db_default="")
    organisation = models.ForeignKey("Organisation", models.PROTECT, "events", null=True, blank=True)
    series = models.ForeignKey("Series", models.SET_NULL, "events", null=True, blank=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-starts", "slug"]
        indexes = [models.Index(fields=["starts", "slug"], name="event_by_time")]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gte=models.F("starts")), name="event_ends_after_start"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def frame_ancestors(self) -> str:
        """As a browser is told which sites may show parts of the event in frames of theirs."""
        if self.framed_by == NO_SITE:
            return "'self'"
        return f"'self' {self.framed_by}" if self.framed_by else "*"


class LeadsOn(models.Model):
    """An address that something had: it leads there for ever, and nothing else of its kind can have it."""

    slug = models.CharField(_("URL name"), max_length=50, unique=True, validators=[SLUG])

    class Meta:
        abstract = True
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.slug


class FormerAddress(LeadsOn):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="former_addresses")

    class Meta(LeadsOn.Meta):
        verbose_name = _("former address")


class Section(models.Model):
    """One competition of an event. ``seed`` and the criteria are fixed when round 1 is published."""

    class State(models.TextChoices):
        DRAFT = "draft", _("not published")
        OPEN = "open", _("upcoming")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")

    class Game(models.TextChoices):
        XIANGQI = "xiangqi", _("Xiangqi")
        WEIQI = "weiqi", _("Weiqi")

    class System(models.TextChoices):
        WXC2015 = "wxc2015", _("Swiss, World Xiangqi Championship 2015")
        WMSG2008 = "wmsg2008", _("Swiss, World Mind Sports Games 2008")
        ROUND_ROBIN = "round-robin", _("Round robin")
        DOUBLE_ROUND_ROBIN = "double-round-robin", _("Double round robin")
        KNOCK_OUT = "knock-out", _("Knock-out")
        MCMAHON = "mcmahon", _("McMahon")
        SWISS_OPENGOTHA = "swiss-opengotha", _("Swiss (OpenGotha)")
        FIDE_DUTCH = "fide-dutch", _("Swiss, FIDE (Dutch system, C.04.3)")
        FIDE_TEAM = "fide-team", _("Swiss for teams, FIDE (C.04.6)")
        SCHEVENINGEN = "scheveningen", _("Scheveningen (two teams)")

    class FirstMove(models.TextChoices):
        """Who moves first; what is decided at the table is a `ColourDecision`."""

        PAIRED = "", _("as paired")
        NIGIRI = "nigiri", _("nigiri at the table")
        LOT = "lot", _("lot at the table")

    class Adjourned(models.TextChoices):
        """As what an adjourned game counts until it is finished."""

        DRAW = "draw", _("as a draw")
        NOTHING = "nothing", _("as 0–0, unfinished")

    class RatingClass(models.TextChoices):
        """Of the European Go Federation, by the time of thinking."""

        A = "A", _("A: full weight")
        B = "B", _("B: weight 0.75")
        C = "C", _("C: weight 0.5")
        D = "D", _("D: played online, weight 0.25")
        NOT_RATED = "X", _("not rated")

    class NormExemption(models.TextChoices):
        """Events whose norms need no opponents of other federations (FIDE's B.01 1.4.3)."""

        NATIONAL = "national", _("final of a national championship")
        TEAMS = "teams", _("national team championship")
        ZONAL = "zonal", _("championship of a zone")
        SWISS = "swiss", _("Swiss with twenty foreign players, ten of them with titles")
        OTHER = "other", _("another reason")

    class Grouping(models.TextChoices):
        HALVES = "halves", _("upper half against lower half (WMSG 2008)")
        COLUMNS = "columns", _("neighbours with opposite colours due (WAGC 2010)")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sections")
    slug = models.CharField(_("URL name"), max_length=50, validators=[SLUG])
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80)
    native_name = models.CharField(_("Chinese name"), max_length=80, blank=True)
    position = models.PositiveSmallIntegerField(_("position"), default=1)
    game = models.CharField(
        pgettext_lazy("xiangqi or weiqi", "game"), max_length=10, choices=Game, default=Game.XIANGQI
    )
    system = models.CharField(_("system"), max_length=24, choices=System, default=System.WXC2015)
    grouping = models.CharField(_("grouping"), max_length=10, choices=Grouping, default=Grouping.HALVES)
    options = models.JSONField(
        default=dict,
        blank=True,
        help_text=_("As in the tournament file; final_size: players in the final of a Swiss."),
    )
    opengotha = models.JSONField(default=dict, blank=True, help_text="as `state.gotha.carried` has it")
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    rulebook = models.CharField(_("rulebook"), max_length=30, default="wxc2015", blank=True)
    preset = models.CharField(_("rule set"), max_length=30, default="wxc2015")
    tiebreaks = models.JSONField(_("tie-breaks"), default=list)
    points = models.JSONField(_("points"), default=dict, blank=True)
    counted_players = models.PositiveSmallIntegerField(_("players counted for a team"), default=2)
    base_seconds = models.PositiveIntegerField(_("time per player, seconds"), default=3600)
    increment_seconds = models.PositiveIntegerField(_("increment per move, seconds"), default=30)
    overtime_periods = models.PositiveSmallIntegerField(_("periods of byo-yomi"), default=0)
    overtime_seconds = models.PositiveIntegerField(_("overtime period, seconds"), default=0)
    overtime_moves = models.PositiveSmallIntegerField(_("moves in an overtime period"), default=0)
    first_table = models.PositiveSmallIntegerField(_("first table"), default=1)
    capacity = models.PositiveSmallIntegerField(_("most entries"), null=True, blank=True)
    move_limit = models.PositiveIntegerField(_("move limit"), null=True, blank=True)
    seed = models.CharField(_("draw seed"), max_length=64)
    lots_drawn_at = models.DateTimeField(null=True, blank=True)
    ladder = models.CharField(_("foul rule"), max_length=20, default="four")
    first_move = models.CharField(
        _("who moves first"),
        max_length=6,
        choices=FirstMove,
        default=FirstMove.PAIRED,
        db_default=FirstMove.PAIRED,
        blank=True,
    )
    online = models.BooleanField(
        _("played online"),
        default=False,
        help_text=_("A player not present ten minutes after the start loses (Tiantian 2020, 3)."),
    )
    check_in_needed = models.BooleanField(
        _("players check in before round 1"),
        default=True,
        help_text=_("Otherwise every player entered is paired, whether checked in or not."),
    )
    half_byes_allowed = models.PositiveSmallIntegerField(
        _("half-point byes per player"),
        default=0,
        validators=[MaxValueValidator(60)],
        help_text=_("How many rounds a player may ask not to play and still score as for a draw."),
    )
    half_byes_until = models.PositiveSmallIntegerField(
        _("half-point byes until round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(60)],
        help_text=_("The last round they can be asked for. Leave empty for every round."),
    )
    adjourned_as = models.CharField(
        _("an adjourned game counts"),
        max_length=10,
        choices=Adjourned,
        default=Adjourned.DRAW,
        help_text=_("For pairing and interim standings, until the game is finished."),
    )
    official = models.BooleanField(
        _("official mode"),
        default=False,
        help_text=_("Every round is published exactly as the regulations pair it."),
    )
    all_rounds_public = models.BooleanField(
        default=False,
        help_text="of a round robin: its schedule is public, and each round follows when the last is closed",
    )
    norms_public = models.BooleanField(_("norms shown in public"), default=False, db_default=False)
    norms_fixed = models.BooleanField(
        _("all pairings were known beforehand"), default=False, db_default=False
    )
    norms_exemption = models.CharField(
        _("why norms need no foreign players"),
        max_length=12,
        choices=NormExemption,
        blank=True,
        default="",
        db_default="",
    )
    rating_class = models.CharField(
        _("rating class"),
        max_length=1,
        choices=RatingClass,
        blank=True,
        help_text="as an organiser has confirmed it after the last round",
    )
    rating_country = models.CharField(
        _("country of the event"), max_length=2, blank=True, help_text="two letters, for go federations"
    )
    team_rules = models.JSONField(
        default=dict,
        blank=True,
        help_text="of team matches, as `state.team_settings` has them; empty where player meets player",
    )
    open_to = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="whom, as `state.conditions` has it; empty for everybody",
    )
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="section_slug"),
            models.CheckConstraint(condition=Q(rounds__gte=1), name="section_has_rounds"),
        ]

    def __str__(self) -> str:
        return f"{self.event.name}: {self.name}"

    @property
    def time_control(self) -> TimeControl:
        return TimeControl(
            self.base_seconds,
            self.increment_seconds,
            self.overtime_periods,
            self.overtime_seconds,
            self.overtime_moves,
        )

    @cached_property
    def namesakes(self) -> dict[int, Apart]:
        """What tells players of one name apart, by id of the entry. One query."""
        return distinguish_namesakes(Bearer(*row) for row in self.entries.order_by().values_list(*BEARING))

    @property
    def of_teams(self) -> bool:
        """Whether teams meet teams: they are what is paired, over several boards."""
        return bool(self.team_rules)

    @property
    def rulings(self) -> Any:
        """The manager of pairs that were fixed or forbidden: of teams where they meet, else of players."""
        return self.team_pair_rules if self.of_teams else self.pair_rules

    @property
    def has_draw_groups(self) -> bool:
        """Whether the lots are drawn in two groups, of which round 1 pairs players of different ones."""
        return self.system == self.System.WXC2015 and not self.of_teams

    @property
    def is_swiss(self) -> bool:
        return self.is_by_value or self.system in (
            self.System.WXC2015,
            self.System.WMSG2008,
            self.System.FIDE_DUTCH,
            self.System.FIDE_TEAM,
        )

    @property
    def is_round_robin(self) -> bool:
        return self.system in (self.System.ROUND_ROBIN, self.System.DOUBLE_ROUND_ROBIN)

    @property
    def is_by_value(self) -> bool:
        """A McMahon tournament or its Swiss: each pair has a value, and games may have a handicap."""
        return self.system in GO_SYSTEMS

    @property
    def shows_ratings(self) -> bool:
        """Tell whether everybody reads the estimated ratings."""
        # Once the class is confirmed, and games of it are rated.
        return self.rating_class not in ("", self.RatingClass.NOT_RATED)

    @property
    def has_byes(self) -> bool:
        """Whether who has no opponent scores (WXC 2.3); the free round of a round robin gives nothing."""
        return self.is_swiss or self.system == self.System.KNOCK_OUT


def time_columns(control: TimeControl) -> dict[str, Any]:
    """The columns of a section that hold its time control."""
    return {
        "base_seconds": control.main,
        "increment_seconds": control.increment,
        "overtime_periods": control.periods,
        "overtime_seconds": control.period,
        "overtime_moves": control.moves,
    }


class FormerSectionAddress(LeadsOn):
    """Of a section; no other one of the event can have it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="former_section_addresses")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="former_addresses")
    slug = models.CharField(_("URL name"), max_length=50, validators=[SLUG])

    class Meta(LeadsOn.Meta):
        verbose_name = _("former address of a section")
        constraints = [models.UniqueConstraint(fields=["event", "slug"], name="former_section_slug")]


class Team(models.Model):
    """Hold players whose ranks are added (WXC 6.2), or who meet other teams by ``board_order``."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=80)
    native_name = models.CharField(_("Chinese name"), max_length=80, blank=True)
    short_name = models.CharField(_("short name"), max_length=5, default="", blank=True, db_default="")
    # For papers; the account of the captain may be somebody else's.
    captain_name = models.CharField(_("captain's name"), max_length=80, default="", blank=True, db_default="")
    # A rating, where it is not the mean of those at its boards.
    strength = models.PositiveSmallIntegerField(_("strength"), null=True, blank=True)
    federation = models.ForeignKey(Federation, null=True, blank=True, on_delete=models.PROTECT)
    # The drawn lot, by which a team is paired.
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    last_rank = models.PositiveSmallIntegerField(_("rank at the last event"), null=True, blank=True)
    withdrawn_after = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    captain = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        verbose_name=_("captain"),
        related_name="captained",
        help_text="who hands in line-ups with an account of this site",
    )

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["section", "name"], name="team_name"),
            models.UniqueConstraint(fields=["section", "number"], name="team_number"),
        ]

    def __str__(self) -> str:
        return self.name
