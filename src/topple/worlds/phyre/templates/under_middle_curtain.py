"""Make the two balls meet although a curtain hangs between them."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00103",
    tier="two_balls",
    grid={
        "y": lin(0, 0.5, 7),
        "left_inset": lin(0.1, 0.4, 7),
        "right_inset": lin(0.1, 0.4, 7),
    },
    shipped=(
        "9,25,28,45,67,69,72-73,76,80,84,88-89,101,104,110,118,120,123,125,128,131,139-140,"
        "147-148,155,163,166-167,176-177,179,181,184,186,189-190,194-195,197-198,200,202,204,"
        "206-208,210-211,218-219,221-222,227,229,231-235,239,241,245-247,250,253,256-257,265,"
        "269-271,274,278-279,281,285,290,292,306-307,309-310,314,316-317,319,321-322,324-327,329,"
        "332-333,337,340"
    ),
)
def under_middle_curtain(stage: Stage, y: float, left_inset: float, right_inset: float) -> Goal:
    left = stage.ball(0.1).put(bottom=0.9 * H, center_x=left_inset * W)
    right = stage.ball(0.1).put(bottom=0.9 * H, center_x=(1 - right_inset) * W)
    deck = stage.fixed_bar(1).put(left=0, top=y * H)
    left_post = stage.fixed_bar(0.1).turn(90).put(bottom=deck.top, center_x=left.right)
    right_post = stage.fixed_bar(0.1).turn(90).put(bottom=deck.top, center_x=right.left)
    middle = left_post.left + (right_post.left - left_post.left) / 2
    stage.fixed_bar(1 - y - 0.1).turn(90).put(left=middle, top=H)
    return stage.touching(left, right)
