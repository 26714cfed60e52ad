"""The addresses of entries on line with who may use them; a part of the table in `addresses`."""

from __future__ import annotations

from django.utils import timezone

from portal.web.private_links import new_secret, secret_from
from tests.tournaments.rows import EVERY, SIGNED_IN, Row, only
from tournaments.models import Application, Quota, Section
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.entering.quotas import QUOTA_LINK

ENTRIES: dict[str, Row] = {
    # the section of these tests has no entry form
    "apply": Row("section", EVERY, get=404, post=404, public=True),
    "applicants": Row("section", EVERY, get=404, public=True),
    # behind the private link of an application: whoever has it, signed in or not
    "application_page": Row("applicant", EVERY, public=True),
    "application_manifest": Row("applicant", EVERY, public=True),
    "application_notifications": Row("applicant", EVERY, post=400, public=True),
    "confirm_application": Row("applicant", EVERY, get=405, post=302, public=True),
    "change_application": Row("applicant", EVERY, get=405, post=409, public=True),
    "withdraw_application": Row("applicant", EVERY, get=405, post=302, public=True),
    "receipt_as_applicant": Row("applicant", EVERY, get=405, post=400, public=True),
    "receipt_as_applicant_pdf": Row("applicant", EVERY, get=409, more=(1,), public=True),
    "pay_as_applicant": Row("applicant", EVERY, get=405, post=409, public=True),
    "payment_state": Row("site", EVERY, get=404, more=("nowhere",), public=True),
    "ask_absence": Row("applicant", EVERY, get=405, post=422, public=True),
    # the office of a quota: by its private link, or with an account that has it (nobody here has)
    "quota_page": Row("quota", EVERY, public=True),
    "quota_enter": Row("quota", EVERY, get=405, post=422, public=True),
    "quota_list": Row("quota", EVERY, get=405, post=422, public=True),
    "quota_register": Row("quota", EVERY, get=405, post=422, public=True),
    "quota_delegate": Row("quota", EVERY, get=405, post=422, public=True),
    "quota_remove_delegate": Row("quota", EVERY, get=405, post=422, public=True),
    "quota_team": Row("quota", EVERY, get=405, post=422, public=True),
    "quota_player": Row("quota_player", EVERY, public=True),
    "quota_change": Row("quota_player", EVERY, get=405, post=422, public=True),
    "quota_replace": Row("quota_player", EVERY, get=405, post=422, public=True),
    "quota_change_team": Row("quota_player", EVERY, get=405, post=422, public=True),
    "quota_withdraw": Row("quota_player", EVERY, get=405, post=302, public=True),
    "office_page": Row("site", SIGNED_IN, get=404, more=(77,)),
    "office_enter": Row("site", SIGNED_IN, get=405, post=404, more=(77,)),
    "office_list": Row("site", SIGNED_IN, get=405, post=404, more=(77,)),
    "office_register": Row("site", SIGNED_IN, get=405, post=404, more=(77,)),
    "office_delegate": Row("site", SIGNED_IN, get=405, post=404, more=(77,)),
    "office_remove_delegate": Row("site", SIGNED_IN, get=405, post=404, more=(77,)),
    "office_team": Row("site", SIGNED_IN, get=405, post=404, more=(77,)),
    "office_player": Row("site", SIGNED_IN, get=404, more=(77, 77)),
    "office_change": Row("site", SIGNED_IN, get=405, post=404, more=(77, 77)),
    "office_replace": Row("site", SIGNED_IN, get=405, post=404, more=(77, 77)),
    "office_change_team": Row("site", SIGNED_IN, get=405, post=404, more=(77, 77)),
    "office_withdraw": Row("site", SIGNED_IN, get=405, post=404, more=(77, 77)),
    "quotas": Row("section", only("AFC")),
    "delegations_csv": Row("section", only("AFC")),
    "delegations_xlsx": Row("section", only("AFC")),
    "set_quotas": Row("section", only("AF"), get=405, post=422),
    "remove_quota": Row("section", only("AF"), get=405, post=422),
    "issue_quota_links": Row("section", only("AFC"), get=405, post=302),
    "revoke_quota_link": Row("section", only("AFC"), get=405, post=422),
    "applications": Row("section", only("AFBDCE")),
    "applications_csv": Row("section", only("AFC")),
    "applications_xlsx": Row("section", only("AFC")),
    "decide_applications": Row("section", only("AFC"), get=405, post=422),
    "application_desk": Row("application", only("AFC")),
    "answer_file": Row("application", only("AFC"), get=404, more=(1,)),
    "renew_application_link": Row("application", only("AFC"), get=405, post=302),
    "delete_application": Row("application", only("AFC"), get=405, post=302),
    # fees: organisers, and treasurers of the organisation that owns the event
    "fees": Row("event", only("AF")),
    "fee_terms": Row("event", only("AF"), post=422),
    "book_payment": Row("event", only("AF"), get=405, post=422),
    "issue_receipt": Row("event", only("AF"), get=405, post=400),
    "receipt": Row("event", only("AF"), get=404, more=(1,)),
    "refund_payment": Row("event", only("AF"), get=405, post=400),
    "settle_notice": Row("event", only("AF"), get=405, post=422),
    "book_fee": Row("event", only("AF"), get=405, post=404),
    "fees_csv": Row("event", only("AF")),
    "fees_xlsx": Row("event", only("AF")),
    "fee_account": Row("event", only("AF"), get=404, more=(1,)),
    "fee_table": Row("section", only("AF"), post=409),
    "charge_anew": Row("section", only("AF"), get=405, post=422),
    "entry_form": Row("section", only("AF"), post=422),
}


def applied_in(section: Section) -> Application:
    """One that counts."""
    return section.applications.order_by("pk").first() or Application.objects.create(
        section=section,
        name="New Comer",
        key="new comer",
        federation_id=section.entries.order_by("pk")[0].player.federation_id,
        state=Application.State.SUBMITTED,
        turn=1,
        confirmed_at=timezone.now(),
        **new_secret(APPLICANT_LINK),
    )


def quota_in(section: Section) -> Quota:
    """With a link and one reserve."""
    federation = section.entries.order_by("pk")[0].player.federation_id
    quota, _made = Quota.objects.get_or_create(
        section=section, federation_id=federation, defaults={"places": 1, **new_secret(QUOTA_LINK)}
    )
    Application.objects.get_or_create(
        section=section,
        quota=quota,
        defaults={
            "name": "Reserve",
            "key": "reserve",
            "federation_id": federation,
            "state": "waiting",
            "turn": 70,
        },
    )
    return quota


def quota_secret(section: Section) -> str:
    return secret_from(QUOTA_LINK, quota_in(section).salt)


def applicant_secret(section: Section) -> str:
    return secret_from(APPLICANT_LINK, applied_in(section).salt)
