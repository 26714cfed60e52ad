"""The worker, for tests of what acts do, which look at no page."""

from portal.outbox import runner
from portal.published import announcing, pictures


def compute() -> None:
    """Do what was asked for, the most urgent first, but leave pages and their pictures undone: reading and
    rendering all pages of an event takes longer than everything that made them change. What a handler itself
    puts before the readers (a publication, a closed round) is there."""
    left_undone = {announcing.KIND, pictures.KIND}
    while (job := runner.due().exclude(kind__in=left_undone).first()) is not None:
        runner.run(job.pk)
