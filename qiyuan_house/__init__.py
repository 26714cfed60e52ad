"""The folder under which an installed Qiyuan stands, so that no other package is in its way."""
