"""Scoresheets that are photographed: what is printed on them, and how a picture of one is put straight."""
