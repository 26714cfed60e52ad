from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from portal.published import register_renderer
        from tournaments.pages.renderers import RENDERERS

        for kind, renderer in RENDERERS.items():
            register_renderer(kind, renderer)
