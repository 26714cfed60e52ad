"""Let site administrators edit users here; everything else is only looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy

from portal import journal
from portal.accounts.models import User
from portal.accounts.resetting import reset_link
from portal.accounts.tokens import CLOSED, PASSWORD, end_tokens
from portal.journal.models import JournalEntry

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    AnyUserAdmin = UserAdmin[User]
else:  # Django's classes take no parameters at run time
    AnyAdmin = admin.ModelAdmin
    AnyUserAdmin = UserAdmin


def _administrator(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth has it
admin.site.site_header = "Qiyuan"
admin.site.unregister(Group)


class ReadOnlyAdmin(AnyAdmin):
    """Show and change nothing."""

    # Acts change data, and record it; the admin does neither.
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class AccountAdmin(AnyUserAdmin):
    """Make and close accounts."""

    filter_horizontal = ()
    list_filter = ("is_superuser", "is_active")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (None, {"fields": ("first_name", "last_name", "email")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser")}),
    )

    # A user is never deleted, for the journal names who did what.
    actions = ("show_reset_link",)

    @admin.action(description=gettext_lazy("Show a link to set a new password"))
    def show_reset_link(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Show a link for who gets no mail: to be handed over. It opens once and for a day."""
        for user in queryset.filter(is_active=True):
            journal.record(
                "reset_link_shown",
                by=_administrator(request),
                scope=f"user:{user.pk}",
                target=f"user:{user.pk}",
            )
            words = {"name": user.username, "address": reset_link(user)}
            messages.success(request, gettext("Link for %(name)s: %(address)s") % words)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            # Opened again, the account finds none of them.
            end_tokens(user=obj, by=_administrator(request), reason=CLOSED)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002  Django's name for it
        form_url: str = "",
    ) -> HttpResponse:
        with transaction.atomic():
            user = self.get_object(request, unquote(id))
            before = user.password if user else ""
            answer = super().user_change_password(request, id, form_url)
            if user is not None:
                user.refresh_from_db(fields=["password"])
                if user.password != before:
                    end_tokens(user=user, by=_administrator(request), reason=PASSWORD)
        return answer


@admin.register(JournalEntry)
class JournalAdmin(ReadOnlyAdmin):
    list_display = ("at", "by", "act", "scope", "target", "reason")
    list_filter = ("act",)
    list_select_related = ("by",)
