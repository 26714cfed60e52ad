"""Versions move when what is shown does; nothing else makes them move, and nothing is shown half."""

import pytest

from portal import outbox, published
from portal.accounts.models import User
from portal.outbox import Job
from portal.published import PageSpec
from portal.published.renderers import release
from tests.portal.published.kinds import text

pytestmark = pytest.mark.usefixtures("pages")

MEN = "e/x/men/"
PLAYER = "e/x/men/player/1/"


def version(path: str) -> int:
    return published.Page.objects.get(path=path).version


def test_an_announced_page_is_rendered_by_the_worker_in_every_language(django_assert_num_queries) -> None:
    assert version(MEN)
    with django_assert_num_queries(2):
        english = published.get(MEN, "en")
    assert 'lang="en"' in text(english)
    assert f'data-version="{version(MEN)}"' in text(english)
    assert 'lang="zh-hans"' in text(published.get(MEN, "zh-hans"))


def test_a_touched_page_keeps_its_version_when_it_shows_the_same() -> None:
    before = version(MEN)
    published.invalidate(under=["e/x/"])
    outbox.drain()
    assert version(MEN) == before
    User.objects.create(username="wang")
    published.invalidate(under=["e/x/"])
    outbox.drain()
    assert version(MEN) > before
    assert "wang" in text(published.get(MEN, "en"))


def test_a_lazy_page_is_made_by_its_first_reader_and_forgotten_when_touched() -> None:
    assert published.Rendered.objects.filter(page__path=PLAYER).count() == 0
    first = published.get(PLAYER, "en").version
    published.invalidate(under=["e/x/men"])
    outbox.drain()
    second = version(PLAYER)
    assert second > first
    assert published.Rendered.objects.filter(page__path=PLAYER).count() == 0
    published.invalidate(under=["e/x/men"])
    outbox.drain()
    assert version(PLAYER) == second, "nobody has it on the screen, so it need not move"
    assert published.get(PLAYER, "en").version == second


def test_touches_are_merged_into_one_job() -> None:
    done = Job.objects.count()
    for _ in range(3):
        published.invalidate(MEN)
        published.invalidate(PLAYER)
        published.invalidate(under=["e/x/men/"])
    assert Job.objects.count() == done + 1
    outbox.drain()
    outcome = outbox.latest("render:e/x/men").outcome
    assert outcome["looked_at"] == 1


def _touched_and_refused() -> None:
    published.invalidate("e/y/")
    raise LookupError("refused")


def test_what_is_touched_in_an_act_is_asked_for_once(django_assert_num_queries) -> None:
    done = Job.objects.count()
    with django_assert_num_queries(5), published.batched_invalidation():
        published.invalidate(MEN)
        with published.batched_invalidation():
            published.invalidate(PLAYER, MEN)
        published.invalidate(under=["e/x/men/player/"])
    assert Job.objects.count() == done + 1
    waiting = outbox.pending("render:e/x/men")
    assert waiting is not None
    assert waiting.payload == {"paths": [MEN, PLAYER], "prefixes": ["e/x/men/player/"]}
    with pytest.raises(LookupError, match="refused"), published.batched_invalidation():
        _touched_and_refused()
    assert outbox.pending("render:e/y") is None


def test_what_is_stored_with_the_act_that_touches_it_is_not_rendered_once_more() -> None:
    published.invalidate(under=["e/x/men/"], fresh=[MEN])
    outbox.drain()
    assert outbox.latest("render:e/x/men").outcome is None
    # Whoever touches it as well has it rendered, before or after.
    for fresh in ([MEN], []), ([], [MEN]):
        for these in fresh:
            published.invalidate(under=["e/x/men/"], fresh=these)
        outbox.drain()
        assert outbox.latest("render:e/x/men").outcome["looked_at"] == 1
    with published.batched_invalidation():
        published.invalidate(under=["e/x/men/"], fresh=[MEN])
        published.invalidate(MEN)
    outbox.drain()
    assert outbox.latest("render:e/x/men").outcome["looked_at"] == 1


def test_many_groups_are_asked_for_in_as_many_queries_as_one(django_assert_num_queries) -> None:
    names = [f"e/x/{name}/" for name in "abcdef"]
    # A look, how long ago each was rendered, and the insert within its guard.
    with django_assert_num_queries(5):
        published.invalidate(*names)
    with django_assert_num_queries(2):
        published.invalidate(*names)


def test_rendering_makes_room_for_urgent_work_and_goes_on_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [f"e/x/men/round/{n}/" for n in (1, 2, 3)]
    for path in paths:
        published.announce(path, "people", {"title": path})
    monkeypatch.setattr("portal.published.pages.AT_A_TIME", 0.0)
    before = Job.objects.count()
    outbox.drain()
    assert all(version(path) for path in paths)
    assert Job.objects.count() - before == 2, "one page in each job, the one that waited included"


def test_changes_that_follow_one_another_are_rendered_at_most_once_in_the_time_set(settings) -> None:
    settings.PUBLISHED_RENDER_EVERY = 50.0
    published.invalidate(MEN)
    assert outbox.drain(early=False) == 0, "it was rendered a moment ago"
    assert outbox.drain() == 1


def test_a_page_that_another_release_made_is_made_again(settings) -> None:
    before = published.get(MEN, "en")
    release.cache_clear()
    settings.RELEASE = "next"
    try:
        after = published.get(MEN, "en")
    finally:
        release.cache_clear()
    assert (before.release != "next", after.release, after.version) == (True, "next", before.version)


def test_a_publishing_handler_shows_new_pages_at_the_moment_of_its_switch() -> None:
    new = PageSpec("e/x/men/round/1/", "people", {"title": "Round 1"})
    fresh = published.render_many([new, MEN], preview=["admin", "wang"])
    with pytest.raises(published.NotPublishedError):
        published.get(new.path, "en")
    before = version(MEN)
    assert published.store(fresh) == [MEN, new.path]
    assert "wang" in text(published.get(new.path, "en"))
    assert version(MEN) > before


def test_what_was_rendered_ahead_is_not_stored_over_something_newer() -> None:
    fresh = published.render_many([MEN], preview=["old"])
    published.store(published.render_many([MEN], preview=["new"]))
    with pytest.raises(outbox.TryAgain):
        published.store(fresh)
    assert "new" in text(published.get(MEN, "en"))


def test_many_lazy_pages_cost_the_same_as_one(django_assert_num_queries) -> None:
    def specs(count: int) -> list[PageSpec]:
        return [PageSpec(f"e/y/player/{n}/", "people", {"title": str(n)}, eager=False) for n in range(count)]

    published.store(published.render_many(specs(60)))
    with django_assert_num_queries(5):
        published.store(published.render_many(specs(1)))
    with django_assert_num_queries(5):
        published.store(published.render_many(specs(60)))


def test_an_unpublished_page_is_gone_and_comes_back_with_a_new_version() -> None:
    before = version(MEN)
    assert published.unpublish("e/x/") == 2
    with pytest.raises(published.UnpublishedError):
        published.get(MEN, "en")
    assert not published.Rendered.objects.filter(page__path__startswith="e/x/").exists()
    published.invalidate(under=["e/x/"])
    outbox.drain()
    with pytest.raises(published.UnpublishedError):
        published.get(MEN, "en")
    published.announce(MEN, "people", {"title": "Men"})
    outbox.drain()
    assert published.get(MEN, "en").version > before


def test_a_version_that_the_database_has_lost_never_comes_again() -> None:
    """A backup is put back, or a replica takes over that was behind: what readers have on their screens was
    version n of another content."""
    lost = [version(MEN), version(PLAYER)]
    published.Page.objects.update(version=5)
    published.get(PLAYER, "en")
    User.objects.create(username="wang")
    published.invalidate(under=["e/x/"])
    outbox.drain()
    assert min(version(MEN), version(PLAYER)) > max(lost)


def test_versions_go_up_where_a_clock_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [version(MEN), published.get(PLAYER, "en").version]
    monkeypatch.setattr("portal.published.models.time.time_ns", lambda: 0)
    User.objects.create(username="wang")
    published.invalidate(under=["e/x/"])
    outbox.drain()
    assert [version(MEN), version(PLAYER)] == [item + 1 for item in before]


def test_a_prefix_that_would_take_back_a_neighbour_is_refused() -> None:
    with pytest.raises(ValueError, match="must end with a slash"):
        published.unpublish("e/x")


def test_a_kind_that_nobody_renders_is_refused_when_it_is_announced() -> None:
    with pytest.raises(LookupError, match="no such kind"):
        published.announce("e/z/", "no such kind", {})
