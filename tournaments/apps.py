from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from portal import outbox
        from portal.published import register_renderer
        from tournaments.pages.renderers import RENDERERS
        from tournaments.tasks import HANDLERS

        for kind, renderer in RENDERERS.items():
            register_renderer(kind, renderer)
        for kind, handler in HANDLERS.items():
            outbox.register(kind, handler)
