"""What people do, by subject, each act in the one frame (law 2, `acts.frame`).

Every act takes keyword arguments, ``by`` (who does it) and ``once`` (an idempotency key: the same person
repeating it gets the first answer), checks the two tables of ``tournaments.policy``, locks what it must,
writes in one transaction and records itself in the journal. It raises `portal.policy.Denied`,
`portal.policy.Refusal` (a code with parameters; ``tournaments.wording`` has the sentence) or
`portal.policy.Conflict`, and answers with plain JSON values.
"""
