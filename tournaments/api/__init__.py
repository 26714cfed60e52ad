"""Tournaments for programs: what is published as documents, and the acts of the desk by token (law 2)."""
