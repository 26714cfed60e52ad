"""A backup that is sent to be restored."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import ActForm
from tournaments.forms.events import slug_field


class RestoreForm(ActForm):
    ids = "restore"

    file = forms.FileField(label=_("Backup"), help_text=_("A file that this page's counterpart made."))
    slug = slug_field(_("The last part of the new event's address. No event may have it yet."))
