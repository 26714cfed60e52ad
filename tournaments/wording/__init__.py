"""Word every code of the pure rooms, once; the command line prints the English message ids."""
