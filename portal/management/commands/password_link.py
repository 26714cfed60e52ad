"""A link by which somebody sets a new password, for an administrator to hand over."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.accounts.models import User
from portal.accounts.resetting import reset_link


class Command(BaseCommand):
    help = "Prints a link that sets a new password. It opens once and for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> str:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"No account is called “{options['username']}”.")
        if not user.is_active:
            raise CommandError(f"The account “{user.username}” is closed.")
        return reset_link(user)
