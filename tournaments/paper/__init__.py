"""Paper: what hangs on the wall and lies on the tables, as PDF. ``docs/guide/paper.md`` tells the whole
story."""
