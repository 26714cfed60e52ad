"""The other half: what people read."""

WORDS = {
    "rulebooks": {
        "club-evening": {
            "title": "Club evening",
            "source": "The custom of our club: nobody misses the last train.",
            "articles": [("1", "A game of 120 plies is a draw.")],
        }
    },
    "findings": {"evening-is-over": "limit of %(limit)s plies reached"},
    "ratings": {"club-rating": "Club rating"},
    "tiebreaks": {"wins-as-second": ("Games won as second", "W2")},
}
