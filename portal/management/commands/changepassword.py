"""Django's command, after which no access token of that person opens anything any more."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from portal.accounts.models import User
from portal.accounts.tokens import PASSWORD, end_tokens


class Command(changepassword.Command):
    def handle(self, *args: Any, **options: Any) -> str:
        output = super().handle(*args, **options)
        user = User.objects.get(username=options["username"] or getpass.getuser())
        ended = end_tokens(user=user, by=None, reason=PASSWORD)
        return f"{output}\nAccess tokens revoked: {len(ended)}"
