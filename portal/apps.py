from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"
    verbose_name = "Portal"

    def ready(self) -> None:
        from portal import (
            celery,  # noqa: F401  so that wake-ups are sent with our settings
            checks,  # noqa: F401  registers the checks
            forgetting,
            keeping,
            outbox,
        )
        from portal.backup import tables
        from portal.published import pages
        from portal.webhooks import telling, work

        outbox.register(pages.KIND, pages.RenderHandler())
        outbox.register(telling.KIND, work.DeliverHandler(), queue=outbox.SLOW, lease=20.0)
        outbox.register(forgetting.WIPE, forgetting.WipeHandler(), queue=outbox.SLOW, lease=60.0)
        for name, forgetter in forgetting.FORGETTERS.items():
            forgetting.register_forgetter(name, forgetter)
        tables.register_backup(keeping.LAST, keeping.TABLES)
        tables.register_ids({"user": "portal.User"}, {"user": "portal.User"})
        tables.register_restored(keeping.render)
