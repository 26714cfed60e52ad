"""What waits for somebody, for tests of needs."""

from tournaments.todo import Need, Situation, needs_of


def waiting_in(situation: Situation) -> list[Need]:
    return [need for need in needs_of(situation) if need.waits]
