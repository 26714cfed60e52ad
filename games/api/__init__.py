"""Games for programs: published games, records, and the service that judges a record without keeping it."""
