from django.apps import AppConfig
from django.conf import settings


class PortalConfig(AppConfig):
    name = "portal"
    verbose_name = "Portal"

    def ready(self) -> None:
        from portal import (
            celery,  # noqa: F401  so that wake-ups are sent with our settings
            checks,  # noqa: F401  registers the checks
            outbox,
        )
        from portal.accounts import addresses, resetting
        from portal.backup import tables
        from portal.ops import backup_tables, erasure
        from portal.published import announcing, pages, pictures
        from portal.published.attached import register_attached
        from portal.push import letters, notices
        from portal.push.work import SendHandler
        from portal.webhooks import events, work

        if settings.SENTRY_DSN:
            from portal.telemetry.errors import report

            report(settings.SENTRY_DSN, settings.RELEASE)
        outbox.register(announcing.KIND, pages.RenderHandler())
        outbox.register(pictures.KIND, pictures.PicturesHandler(), queue=outbox.SLOW, lease=30.0)
        register_attached(pictures.attached)
        outbox.register(events.KIND, work.DeliverHandler(), queue=outbox.SLOW, lease=20.0)
        outbox.register(notices.FAN_OUT, notices.FanOutHandler(), queue=outbox.SLOW, lease=20.0)
        outbox.register(notices.SEND, SendHandler(), queue=outbox.SLOW, lease=20.0)
        outbox.register(notices.SEND_MAIL, letters.LetterHandler(), queue=outbox.SLOW, lease=40.0)
        outbox.register(letters.CONFIRM, letters.ConfirmHandler(), queue=outbox.SLOW, lease=40.0)
        outbox.register(addresses.KIND, addresses.AddressHandler(), queue=outbox.SLOW, lease=30.0)
        outbox.register(resetting.KIND, resetting.ResetHandler(), queue=outbox.SLOW, lease=30.0)
        outbox.register(erasure.WIPE, erasure.WipeHandler(), queue=outbox.SLOW, lease=60.0)
        for name, forgetter in erasure.FORGETTERS.items():
            erasure.register_eraser(name, forgetter)
        erasure.register_eraser("followers", letters.forget_addresses)
        tables.register_backup(backup_tables.LAST, backup_tables.TABLES)
        tables.register_ids({"user": "portal.User"}, {"user": "portal.User"})
        tables.register_restored(backup_tables.render)
