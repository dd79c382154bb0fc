"""Knock the standing rod off its platform so that it lies on the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00009",
    tier="ball",
    grid={
        "length": lin(0.2, 0.3, 2),
        "width": lin(0.4, 0.6, 4),
        "x": lin(0, 1, 64),
        "y": lin(0.2, 0.5, 5),
    },
    shipped=(
        "13,27,96,119,173,231,238,357,359,365,367,406,432,449,464,478,488,508,521,558-560,585,589,"
        "602,618,626,629,636,646,656,672,678,691,693,707,710,722,726,763,765,767,782-783,800,808,"
        "810,816,820,822,826,832,836,838,848,851,857-858,863,869,872,874,877,879-882,887,891,897,"
        "903,906,909,913-914,920,930,933-934,936,940,945-946,949,954,957-959,961-962,970-971,976,"
        "981-982,985,987-988,992,996"
    ),
)
def knock_down_the_rod(stage: Stage, length: float, width: float, x: float, y: float) -> Goal:
    stage.skip_if(x + width > 1.0)
    platform = stage.fixed_bar(width).put(left=x * W, bottom=y * H)
    rod = stage.bar(length).turn(90.0).put(bottom=platform.top)
    if platform.left > W - platform.right:
        rod.put(left=platform.left)
    else:
        rod.put(right=platform.right)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    stage.fixed_bar(1).put(left=0, bottom=rod.top + 0.2 * H)
    return stage.touching(rod, floor)
