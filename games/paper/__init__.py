"""Papers about the games themselves: records with diagrams, fouls and claims, the bulletin."""
