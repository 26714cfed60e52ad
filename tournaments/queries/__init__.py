"""Reading the database for the pure rooms and for pages. Nothing here writes."""
