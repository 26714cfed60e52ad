"""Reading the database for games' acts and pages. Nothing here writes."""
