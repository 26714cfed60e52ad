"""Set as PDF what hangs on the wall and lies on the tables (``docs/guide/paper.md``)."""
