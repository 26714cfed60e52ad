"""QR codes as drawings in the page."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """The address as an SVG that takes its size from the style sheet; 15% of it may be soiled."""
    import segno  # a part of a second at every start; only cards and links need it

    code = segno.make_qr(address, error="m", boost_error=False)
    drawn = code.svg_inline(omitsize=True, border=4, light="#fff", dark="#000", svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308  segno draws paths; nothing of the address stands in them
