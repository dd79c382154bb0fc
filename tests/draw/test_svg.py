"""SVG that holds any text safely, and frames that put shares where they belong."""

from __future__ import annotations

from xml.etree import ElementTree

from topple.draw import svg
from topple.draw.svg import PERCENT, Frame, Svg

HOSTILE = "\"'<script>&"


def test_text_attributes_and_tips_are_escaped() -> None:
    parts = [
        svg.text(1, 2, HOSTILE, HOSTILE),
        svg.circle(1, 2, 3, style=HOSTILE, tip=HOSTILE),
        svg.rect(1, 2, 3, 4, tip=HOSTILE),
        svg.path("M0 0", "grid", tip=HOSTILE),
    ]
    found = svg.picture(10, 10, HOSTILE, *parts)
    assert "<script" not in found
    root = ElementTree.fromstring(found)
    assert root.attrib["aria-label"] == HOSTILE
    assert [text for text in root.itertext() if text] == [HOSTILE] * 4


def test_drawn_parts_are_not_escaped_twice() -> None:
    inside = svg.element("title", {}, "a < b")
    assert svg.element("path", {"d": "M0 0"}, inside) == (
        '<path d="M0 0"><title>a &lt; b</title></path>'
    )
    assert isinstance(svg.join([inside, inside]), Svg)


def test_empty_attributes_are_left_out_and_numbers_are_short() -> None:
    assert svg.element("path", {"class": "", "x": 1 / 3, "y": 2.0}) == '<path x="0.3" y="2"/>'


def test_a_frame_maps_shares_to_its_plot_area() -> None:
    frame = Frame(100, 80, left=10, right=20, top=5, bottom=15)
    assert [frame.x(share) for share in (0, 0.5, 1)] == [10, 45, 80]
    assert [frame.y(share) for share in (0, 0.5, 1)] == [65, 35, 5]
    axes = frame.rows(PERCENT), frame.columns(PERCENT, strong=[0.0]), frame.marks(PERCENT)
    drawn = frame.svg("axes", *axes, frame.caption("share"))
    assert drawn.count('class="grid"') == 17
    assert drawn.count('class="end"') == 1
    assert drawn.count("<text") == 19
    ElementTree.fromstring(drawn)
