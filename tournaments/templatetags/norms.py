"""Words of norms on pages and papers."""

from __future__ import annotations

from django import template

from tournaments.wording.norms import condition_name, lacks_text, need_text, norm_outlook, norm_points

register = template.Library()
register.filter(condition_name)
register.filter(need_text)
register.filter(norm_outlook)
register.filter(norm_points)
register.filter(lacks_text)
