"""Addresses of the interface that several tests ask."""

from __future__ import annotations

CUP = "/api/v1/events/cup/sections/men"

ROUND = f"{CUP}/rounds/1"
