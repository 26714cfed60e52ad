"""The class of a go section for ratings: proposed by its time of thinking, confirmed by an organiser."""

from __future__ import annotations

import re
from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.models import Section
from tournaments.policy import Act


class ClassConfirmed(TypedDict):
    rating_class: str
    country: str


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("rating class confirmed"))
def confirm_rating_class(
    *,
    section: Section,
    rating_class: Annotated[
        str,
        Field(choices=Section.RatingClass.values, label=_("Class"), help=_("Of the European Go Federation.")),
    ],
    country: Annotated[
        str,
        Field(
            longest=2,
            label=_("Country of the event"),
            help=_("Two letters, such as FR or DE; may stay empty."),
        ),
    ] = "",
    by: User,
    once: str = "",
) -> ActResult[ClassConfirmed]:
    """Confirm the class by which the EGF rates a section, after its last round."""
    if section.game != Section.Game.WEIQI:
        raise Refusal("only-weiqi")
    if rating_class not in Section.RatingClass.values:
        raise Refusal("unknown-class", field="rating_class", value=rating_class)
    country = country.strip().upper()
    if country and not re.fullmatch("[A-Z]{2}", country):
        raise Refusal("unknown-country", field="country", country=country)
    after: ClassConfirmed = {"rating_class": rating_class, "country": country}
    before: ClassConfirmed = {"rating_class": section.rating_class, "country": section.rating_country}
    if after == before:
        return no_change(after)
    section.rating_class, section.rating_country = rating_class, country
    section.save(update_fields=["rating_class", "rating_country"])
    # The estimate of what the games do to the ratings is public from now on, unless the class is not rated.
    pages.ratings_changed(section)
    return ActResult(after, before=before, after=after)
