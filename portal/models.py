"""Gathers the models of the portal's rooms for Django."""

from portal.accounts.models import User
from portal.journal.models import JournalEntry

__all__ = ["JournalEntry", "User"]
