from django.apps import AppConfig


class FrontBenchmark(AppConfig):
    name = "tests.benchmarks._front"
    label = "front_benchmark"

    def ready(self) -> None:
        from portal import published
        from tests.benchmarks._front.page import Standings

        published.register_renderer("standings", Standings())
