"""Federations can be edited; everything that acts write is only looked at."""

from django.contrib import admin

from portal.admin import AnyAdmin, ReadOnlyAdmin
from tournaments.models import Entry, Event, Federation, Membership, Player, ResultReport, Round, Section


@admin.register(Federation)
class FederationAdmin(AnyAdmin):
    list_display = ("code", "name_en", "name_zh_hans")
    search_fields = ("code", "name_en", "name_zh_hans", "name_zh_hant", "name_vi")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "starts", "ends", "listed", "archived")


@admin.register(Section)
class SectionAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "system", "rounds", "state")
    list_select_related = ("event",)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "native_name", "federation", "event")
    list_select_related = ("federation", "event")
    search_fields = ("name", "native_name")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("number", "player", "section", "status")
    list_select_related = ("player", "section__event")


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "state", "published_at", "closed_at")
    list_select_related = ("section__event",)


@admin.register(ResultReport)
class ResultReportAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "by", "at", "reason")
    list_select_related = ("by", "pairing__round__section__event")


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("event", "user", "role", "may_pair")
    list_select_related = ("event", "user")
