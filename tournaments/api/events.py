"""Let programs make and change events and sections, say who works there, and tell what is new."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from tournaments.acts.change_section import change_section
from tournaments.acts.deleting import delete_event, delete_section
from tournaments.acts.entering.attendance import require_check_in
from tournaments.acts.entering.draw_groups import take_draw_groups
from tournaments.acts.entering.handovers import offer_event, withdraw_offer
from tournaments.acts.event_settings import change_event
from tournaments.acts.events import (
    archive_event,
    copy_event,
    create_event,
    remove_logo,
    set_logo,
    unarchive_event,
)
from tournaments.acts.kept_presets import keep_preset, remove_preset
from tournaments.acts.notices.announcements import (
    announce,
    correct_announcement,
    pin_announcement,
    restore_announcement,
    withdraw_announcement,
)
from tournaments.acts.notices.documents import add_document, remove_document, replace_document
from tournaments.acts.notices.entrant_messages import write_to_entrants
from tournaments.acts.notices.officials import add_staff_official, remove_official, set_official
from tournaments.acts.notices.screens import remove_screen, set_screen
from tournaments.acts.notices.webhooks import add_webhook, end_webhook, repeat_delivery
from tournaments.acts.official import enter_official, leave_official
from tournaments.acts.papers import print_paper
from tournaments.acts.people import (
    delegate_pairing,
    grant_role,
    invite_person,
    revoke_invitation,
    revoke_role,
)
from tournaments.acts.public.publication import republish, unpublish
from tournaments.acts.ratings.norms import set_norm_exemption, show_norms
from tournaments.acts.register.rating_class import confirm_rating_class
from tournaments.acts.register.rating_lists import take_from_list
from tournaments.acts.sections import create_section, draw_lots, open_section, set_schedule
from tournaments.acts.stages import make_groups, set_sources
from tournaments.acts.undo.undo import undo
from tournaments.api.access import api_act_url

SCOPE = "events"


class ActUndone(TypedDict):
    """What the opposite act answers."""


OF_SITE = [
    api_act_url("events/create", create_event, SCOPE, "events_create", status=201),
]
EVENT = [
    api_act_url("change", change_event, SCOPE, "events_change"),
    api_act_url("copy", copy_event, SCOPE, "events_copy", status=201),
    api_act_url("delete", delete_event, SCOPE, "events_delete"),
    api_act_url("archive", archive_event, SCOPE, "events_archive"),
    api_act_url("unarchive", unarchive_event, SCOPE, "events_unarchive"),
    api_act_url("unpublish", unpublish, SCOPE, "events_unpublish"),
    api_act_url("republish", republish, SCOPE, "events_republish"),
    api_act_url("undo", undo, SCOPE, "events_undo", _("Undo"), answer=ActUndone),
    api_act_url("logo/set", set_logo, SCOPE, "events_logo"),
    api_act_url("logo/remove", remove_logo, SCOPE, "events_logo_remove"),
    api_act_url("offer", offer_event, SCOPE, "events_offer"),
    api_act_url("offer/withdraw", withdraw_offer, SCOPE, "events_offer_withdraw"),
    api_act_url("documents/add", add_document, SCOPE, "events_documents_add", status=201),
    api_act_url("documents/replace", replace_document, SCOPE, "events_documents_replace"),
    api_act_url("documents/remove", remove_document, SCOPE, "events_documents_remove"),
    api_act_url("officials/set", set_official, SCOPE, "events_officials_set"),
    api_act_url("officials/add-staff", add_staff_official, SCOPE, "events_officials_add_staff"),
    api_act_url("officials/remove", remove_official, SCOPE, "events_officials_remove"),
    api_act_url("screens/set", set_screen, SCOPE, "events_screens_set"),
    api_act_url("screens/remove", remove_screen, SCOPE, "events_screens_remove"),
    api_act_url("webhooks/add", add_webhook, SCOPE, "events_webhooks_add", status=201),
    api_act_url("webhooks/end", end_webhook, SCOPE, "events_webhooks_end"),
    api_act_url("webhooks/repeat", repeat_delivery, SCOPE, "events_webhooks_repeat"),
    api_act_url("announcements/add", announce, "announcements", "announcements_add", status=201),
    api_act_url("announcements/correct", correct_announcement, "announcements", "announcements_correct"),
    api_act_url("announcements/pin", pin_announcement, "announcements", "announcements_pin"),
    api_act_url("announcements/withdraw", withdraw_announcement, "announcements", "announcements_withdraw"),
    api_act_url("announcements/restore", restore_announcement, "announcements", "announcements_restore"),
    api_act_url(
        "entrants/write", write_to_entrants, "announcements", "announcements_to_entrants", status=201
    ),
    api_act_url("staff/give", grant_role, "staff", "staff_give"),
    api_act_url("staff/revoke", revoke_role, "staff", "staff_revoke"),
    api_act_url("staff/delegate", delegate_pairing, "staff", "staff_delegate"),
    api_act_url("staff/invite", invite_person, "staff", "staff_invite", status=201),
    api_act_url("staff/revoke-invitation", revoke_invitation, "staff", "staff_revoke_invitation"),
    api_act_url("create-section", create_section, SCOPE, "sections_create", status=201),
]
SECTION = [
    api_act_url("change", change_section, SCOPE, "sections_change"),
    api_act_url("delete", delete_section, SCOPE, "sections_delete"),
    api_act_url("presets/keep", keep_preset, SCOPE, "sections_presets_keep", status=201),
    api_act_url("presets/remove", remove_preset, SCOPE, "sections_presets_remove"),
    api_act_url("open", open_section, SCOPE, "sections_open"),
    api_act_url("draw-groups", take_draw_groups, "entries", "sections_draw_groups"),
    api_act_url("stages", set_sources, SCOPE, "sections_stages"),
    api_act_url("groups", make_groups, SCOPE, "sections_groups", status=201),
    api_act_url("draw-lots", draw_lots, "rounds", "sections_draw_lots"),
    api_act_url("schedule", set_schedule, SCOPE, "sections_schedule"),
    api_act_url("check-in", require_check_in, SCOPE, "sections_check_in"),
    api_act_url("official/enter", enter_official, "rounds", "sections_official_enter"),
    api_act_url("official/leave", leave_official, "rounds", "sections_official_leave"),
    api_act_url("rating-class", confirm_rating_class, SCOPE, "sections_rating_class"),
    api_act_url("norms/exemption", set_norm_exemption, SCOPE, "sections_norms_exemption"),
    api_act_url("norms/show", show_norms, SCOPE, "sections_norms_show"),
    api_act_url("take-from-list", take_from_list, "entries", "entries_take_from_list"),
    api_act_url("papers", print_paper, "read", "sections_papers", status=202),
]
