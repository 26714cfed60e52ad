"""The site that ``front.py`` measures: one published page of the usual size, and the same page afresh."""
