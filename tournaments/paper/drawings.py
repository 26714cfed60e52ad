"""A drawing as the address of a picture. To the press a picture is one thing; the same lines within the page
would be hundreds of boxes, each looked up in the style sheets."""

from __future__ import annotations

from base64 import b64encode


def address_of(drawn: str, box: str) -> str:
    """``drawn``: what stands within the drawing, whole in itself; ``box``: what of it is seen."""
    whole = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(whole.encode()).decode()}"
